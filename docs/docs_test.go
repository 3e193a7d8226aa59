// Package docs_test holds the pages of this folder to what rulec does.
package docs_test

import (
	"fmt"
	"os"
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
