// Package docs_test holds the pages of this folder to what rulec does.
package docs_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/proof"
)

var fence = regexp.MustCompile("(?ms)^```rule\n(.*?)^```$")

// Every ```rule block of a page is a pack of its own over stdlib: it checks clean,
// and what it proves holds.
func TestBlocks(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, filepath.Join("..", "README.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range fence.FindAllSubmatchIndex(text, -1) {
			line := 1 + strings.Count(string(text[:at[2]]), "\n")
			t.Run(fmt.Sprintf("%s:%d", filepath.Base(page), line), func(t *testing.T) {
				prove(t, text[at[2]:at[3]])
			})
		}
	}
}

func prove(t *testing.T, text []byte) {
	file := filepath.Join(t.TempDir(), "block.rule")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	var log diag.Log
	p := (&pack.Loader{Log: &log}).Loose([]string{file})
	if log.Errors() == 0 {
		proof.Diagnose(proof.Run(p.Program, proof.Options{}), &log)
	}
	if list := log.Sorted(); len(list) > 0 {
		var s strings.Builder
		_ = diag.WriteText(&s, list, diag.TextOptions{})
		t.Error(s.String())
	}
}

var shown = regexp.MustCompile(`(?m)^    \$ rulec (.+)\n((?:    .*\n|\n    .*\n)*)`)

// The commands of a page print what stands below them; `...` leaves lines out.
func TestOutputs(t *testing.T) {
	binary := build(t)
	text, err := os.ReadFile("why.md")
	if err != nil {
		t.Fatal(err)
	}
	list := shown.FindAllStringSubmatch(string(text), -1)
	if len(list) < 4 {
		t.Fatalf("only %d commands", len(list))
	}
	for _, m := range list {
		cmd := exec.Command(binary, arguments(m[1])...)
		cmd.Dir = ".."
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("rulec %s: %v", m[1], err)
		}
		if at := missing(trimmed(string(out)), trimmed(m[2])); at != "" {
			t.Errorf("`rulec %s` does not print (here):\n%s\nbut\n%s", m[1], at, out)
		}
	}
}

// build makes the program that the pages speak of.
func build(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "rulec.exe")
	if out, err := exec.Command("go", "build", "-o", binary, "rulec/cmd/rulec").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

// arguments splits a line as a shell does, as far as pages need it: double quotes.
func arguments(line string) []string {
	list := words.FindAllString(line, -1)
	for i, a := range list {
		list[i] = strings.Trim(a, `"`)
	}
	return list
}

var words = regexp.MustCompile(`"[^"]*"|\S+`)
var lineNumber = regexp.MustCompile(`:[0-9]+`)

// trimmed is a text by its lines, without indents of the page and without line
// numbers, which every change of a rule file moves.
func trimmed(s string) []string {
	var out []string
	for _, l := range strings.Split(strings.TrimRight(s, "\n"), "\n") {
		l = strings.TrimPrefix(l, "    ")
		if l != "" {
			out = append(out, strings.TrimLeft(lineNumber.ReplaceAllString(l, ":"), " "))
		}
	}
	return out
}

// missing is the first line that does not come, or "".
func missing(have, want []string) string {
	at, _ := compared(have, want)
	return at
}

// compared is that, and the lines that come after all.
func compared(have, want []string) (at string, rest []string) {
	skip := false
	for _, w := range want {
		if w == "..." {
			skip = true
			continue
		}
		for skip && len(have) > 0 && have[0] != w {
			have = have[1:]
		}
		if len(have) == 0 || have[0] != w {
			return w, have
		}
		have, skip = have[1:], false
	}
	if skip {
		return "", nil
	}
	return "", have
}

var link = regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)

// A link to a file of the repository leads somewhere.
func TestLinks(t *testing.T) {
	for _, page := range []string{"*.md", "../README.md"} {
		files, _ := filepath.Glob(page)
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range link.FindAllStringSubmatch(string(text), -1) {
				if _, err := os.Stat(filepath.Join(filepath.Dir(f), filepath.FromSlash(m[1]))); err != nil {
					t.Errorf("%s: %s leads nowhere", f, m[1])
				}
			}
		}
	}
}
