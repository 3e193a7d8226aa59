package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// The packs, the standard library and their proofs are clean, and few lines need a
// waiver for it.
func TestLintClean(t *testing.T) {
	t.Chdir("../..")
	var out, note bytes.Buffer
	if code := run([]string{"lint", "--strict", "stdlib", "rules", "conformance", "homebrew"}, &out, &note); code != exitFine {
		t.Errorf("exit code %d\n%s%s", code, out.String(), note.String())
	}
	lines, waivers := 0, 0
	for _, root := range []string{"stdlib", "rules"} {
		err := filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".rule") && !strings.HasSuffix(name, ".toml") {
				return err
			}
			text, err := os.ReadFile(name)
			f := source.New(name, string(text))
			lines += f.Lines() - 1
			waivers += len(syntax.Waivers(f, "lint", &diag.Log{}))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if lines < 3000 || waivers*1000 > 3*lines {
		t.Errorf("%d waivers in %d lines", waivers, lines)
	}
}

// All rule files here have the one layout.
func TestLaidOut(t *testing.T) {
	t.Chdir("../..")
	var out, note bytes.Buffer
	if code := run([]string{"fmt", "--check", "stdlib", "rules", "conformance", "homebrew"}, &out, &note); code != exitFine {
		t.Errorf("exit code %d\n%s%s", code, out.String(), note.String())
	}
}
