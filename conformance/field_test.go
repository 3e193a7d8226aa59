package conformance_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"rulec/fight"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/proof"
)

// lastCase is the number of the last of the situations that went wrong in other
// tools: field/F01 and so on, each with the right value or the right fault.
const lastCase = 29

// A fault is expected by a comment on its line, `// want E0203` or `# want E0505`;
// every fault must be expected and every expected one found. A case that expects
// none has proofs, and they hold.
var wanted = regexp.MustCompile(`(?m)(?://|#) want ((?:[EW][0-9]{4} ?)+)$`)

// TestField walks the folder of cases. Each is an archive, so that tools pass by
// what is wrong on purpose: one rule file over stdlib, or a pack of several files.
func TestField(t *testing.T) {
	files, err := filepath.Glob("field/*")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`^F([0-9]{2})-[a-z0-9-]+\.txtar$`)
	seen := map[string]bool{}
	for _, file := range files {
		m := named.FindStringSubmatch(filepath.Base(file))
		if m == nil {
			t.Errorf("%s is not named after a case", file)
			continue
		}
		seen[m[1]] = true
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir, texts := t.TempDir(), map[string]string{}
			for _, f := range a.Files {
				texts[f.Name] = string(f.Data)
				name := filepath.Join(dir, filepath.FromSlash(f.Name))
				if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, f.Data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			t.Chdir(dir)
			var log diag.Log
			if len(a.Files) == 1 {
				p := (&pack.Loader{Log: &log}).Loose([]string{a.Files[0].Name})
				judge(t, texts, p, &log)
				return
			}
			p := (&pack.Loader{Log: &log}).ByDir(".")
			for _, s := range data.CheckPack(p, &log) {
				fight.Prepare(p.Program, s, nil, &log)
			}
			judge(t, texts, p, &log)
		})
	}
	for n := 1; n <= lastCase; n++ {
		if c := fmt.Sprintf("%02d", n); !seen[c] {
			t.Errorf("no file for case F%s", c)
		}
	}
}

// judge holds what was found against what the files expect. texts are the files by
// name.
func judge(t *testing.T, texts map[string]string, p *pack.Pack, log *diag.Log) {
	t.Helper()
	var want, got []string
	for name, text := range texts {
		for _, at := range wanted.FindAllStringSubmatchIndex(text, -1) {
			line := 1 + strings.Count(text[:at[0]], "\n")
			for _, code := range strings.Fields(text[at[2]:at[3]]) {
				want = append(want, fmt.Sprintf("%s:%d: %s", name, line, code))
			}
		}
	}
	if log.Errors() == 0 {
		results := proof.Run(p.Program, proof.Options{})
		proof.Diagnose(results, log)
		if len(results) == 0 && len(want) == 0 {
			t.Error("neither a fault nor a proof")
		}
	}
	for _, d := range log.Sorted() {
		got = append(got, fmt.Sprintf("%s:%d: %s", filepath.ToSlash(d.Span.File.Name), d.Span.Begin().Line, d.Code))
	}
	sort.Strings(want)
	sort.Strings(got)
	if d := cmp.Diff(want, slices.Compact(got)); d != "" {
		t.Errorf("faults (-expected +found):\n%s", d)
		for _, f := range log.Sorted() {
			t.Log(f)
		}
	}
}
