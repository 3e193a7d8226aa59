package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/syntax"
)

const testPack = `name    = "test"
version = "1.0"
entry   = "encounter"
imports = ["stdlib/numbers.rule", "stdlib/creatures.rule", "stdlib/hit_points.rule", "stdlib/rolls.rule", "stdlib/rounds.rule", "stdlib/steps.rule"]
`

// testSpace gives the standard library the lengths and the space it asks for.
const testSpace = `unit pace: length own "steps"
space grid of pace { own "a floor" }
`

// load makes a pack of a text: one rule file, or the files of an archive.
func load(t *testing.T, text string) (Input, *diag.Log) {
	t.Helper()
	dir := t.TempDir()
	files := txtar.Parse([]byte(text)).Files
	if len(files) == 0 {
		files = []txtar.File{{Name: "main.rule", Data: []byte(text)}}
	}
	has := func(name string) bool {
		return slices.ContainsFunc(files, func(f txtar.File) bool { return f.Name == name })
	}
	if !has("pack.toml") {
		files = append(files, txtar.File{Name: "pack.toml", Data: []byte(testPack)})
	}
	if !strings.Contains(string(archive(files)), ": length") && !has("own.rule") {
		files = append(files, txtar.File{Name: "a_space.rule", Data: []byte(testSpace)})
	}
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	log := &diag.Log{}
	p := (&pack.Loader{Log: log}).ByDir(dir)
	if p == nil {
		t.Fatal(log.Sorted())
	}
	var scenes []*ir.Scene
	if log.Errors() == 0 {
		scenes = data.CheckPack(p, log)
	}
	return Input{Pack: p, Sound: log.Errors() == 0, Own: true, Files: p.Files, Scenes: scenes}, log
}

func archive(files []txtar.File) []byte { return txtar.Format(&txtar.Archive{Files: files}) }

// try holds a rule against a wrong and a right text. Lines of the wrong text that
// the rule must find end in `//! NAME` (`#! NAME` in data), NAME once for each
// finding; it must find nothing else, and nothing at all in the right one.
func try(t *testing.T, r *Rule, wrong, right string) {
	t.Helper()
	if !strings.Contains(wrong, "! "+r.Name) {
		t.Errorf("no line of the wrong text is to be found by %s", r.Name)
	}
	for _, text := range []string{wrong, right} {
		in, log := load(t, text)
		in.Rules = []*Rule{r}
		for _, d := range log.Sorted() {
			t.Errorf("the text has a fault of its own: %v", d)
		}
		if diff := cmp.Diff(marks(in), places(Run(in, log))); diff != "" {
			t.Errorf("%s: what is marked (-) and what is found (+):\n%s", r.Name, diff)
		}
	}
}

var mark = regexp.MustCompile(`(?://|#)!((?: [a-z_]+)+)\s*$`)

// marks lists what the texts of a pack say is to be found, as `file:line rule`.
func marks(in Input) []string {
	out := []string{}
	add := func(name, text string) {
		for i, l := range strings.Split(text, "\n") {
			if m := mark.FindStringSubmatch(l); m != nil {
				for _, r := range strings.Fields(m[1]) {
					out = append(out, fmt.Sprintf("%s:%d %s", filepath.Base(name), i+1, r))
				}
			}
		}
	}
	for _, f := range in.Pack.Files {
		add(f.Name, f.Text)
	}
	for _, n := range in.Pack.DataFiles() {
		text, _, err := in.Pack.ReadFile(n)
		if err != nil {
			panic(err)
		}
		add(n, string(text))
	}
	slices.Sort(out)
	return out
}

func places(list []*Finding) []string {
	out := []string{}
	for _, f := range list {
		out = append(out, fmt.Sprintf("%s:%d %s", filepath.Base(f.Span.File.Name), f.Span.Begin().Line, f.Rule.Name))
	}
	slices.Sort(out)
	return out
}

var (
	pageShape = regexp.MustCompile("(?s)^# (L[0-9]{4}): ([^\n]+)\n\n## Wrong\n```(rule|text)( files| part)?\n(.+?)\n```\n\n" +
		"## Right\n```(rule|text)( files| part)?\n(.+?)\n```\n\n## Why\n(.+)\n$")
	ruleName = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
)

// Every rule has a page of the one shape whose wrong text it finds and whose right
// one it does not; codes and names are of one row and of the group they say.
func TestPages(t *testing.T) {
	last := diag.Code("")
	for _, r := range Rules() {
		t.Run(r.Name, func(t *testing.T) {
			if r.Code <= last || !ruleName.MatchString(r.Name) || ByName(r.Name) != r {
				t.Errorf("%s %s is out of order, or its name is not one", r.Code, r.Name)
			}
			if want := fmt.Sprintf("L%02d", slices.Index(Groups, r.Group)+1); !strings.HasPrefix(string(r.Code), want) {
				t.Errorf("%s is no code of the group %s", r.Code, r.Group)
			}
			last = r.Code
			page, ok := Page(r.Code)
			m := pageShape.FindStringSubmatch(page)
			if !ok || m == nil {
				t.Fatalf("the page is not of the one shape:\n%s", page)
			}
			if m[1] != string(r.Code) || m[2] != r.Title || Title(r.Code) != r.Title {
				t.Errorf("the page begins with %q, the title is %q", m[1]+": "+m[2], r.Title)
			}
			if m[4] == " part" {
				return // of files too long or too many for a page: tested beside the rule
			}
			for i, text := range []string{m[5], m[8]} {
				in, log := load(t, text)
				for _, d := range log.Sorted() {
					t.Errorf("the page has a fault of its own: %v", d)
				}
				in.Rules = []*Rule{r}
				if r == unusedWaiver {
					in.Rules = nil
				}
				n := 0
				for _, f := range Run(in, log) {
					if f.Code == r.Code {
						n++
					}
				}
				if n > 0 != (i == 0) {
					t.Errorf("%s: %d findings in\n%s", []string{"wrong", "right"}[i], n, text)
				}
			}
		})
	}
	files, err := filepath.Glob("pages/*")
	if err != nil || len(files) != len(Rules()) {
		t.Errorf("%d files in pages, %d rules (%v)", len(files), len(Rules()), err)
	}
	if _, ok := Page("L9999"); ok || Title("L9999") != "" {
		t.Error("a page for a rule that does not exist")
	}
}

// A rule file beside each rule, and a test beside each: by its name, so that a new
// one cannot do without.
func TestRulesHaveTests(t *testing.T) {
	elsewhere := map[string]bool{"unused_waiver": true, "rival_overrides": true} // waive_test.go, across_test.go
	for _, r := range Rules() {
		if _, err := os.Stat(r.Name + "_test.go"); err != nil && !elsewhere[r.Name] {
			t.Error(err)
		}
	}
}

// Trees of all kinds are walked: every let, formula and clause of a text is seen.
func TestWalk(t *testing.T) {
	in, _ := load(t, `
rule a for c: creature while c.hp > 1 {
  modify c.tie_break by 2 * 3 when c.hp > 4 "a"
  before turn(actor: c) { if c.hp > 5 { let x = 6 + c.hp; c.hp -= x } else { repeat 7 times upto 8 { c.hp -= 9 } } }
}`)
	var got []int64
	for _, tree := range in.Pack.Trees {
		if strings.HasSuffix(tree.Source.Name, "main.rule") {
			for _, d := range tree.Decls {
				Walk(d, func(n syntax.Node) {
					if i, ok := n.(*syntax.Int); ok {
						got = append(got, i.Value)
					}
				})
			}
		}
	}
	if diff := cmp.Diff([]int64{1, 2, 3, 4, 5, 6, 7, 8, 9}, got); diff != "" {
		t.Error(diff)
	}
}
