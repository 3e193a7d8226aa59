package scaffold

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
)

// A write that cannot be finished leaves what was there, and nothing else.
func TestWriteAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	taken := filepath.Join(dir, "deep", "taken.toml")
	if err := os.MkdirAll(filepath.Dir(taken), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(taken, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	err := Write(dir, []File{{"new/a.rule", []byte("a")}, {"deep/b.rule", []byte("b")}, {"deep/taken.toml", []byte("theirs")}, {"c.rule", []byte("c")}})
	if err == nil {
		t.Fatal("a file was written over")
	}
	var got []string
	_ = filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, name)
		got = append(got, filepath.ToSlash(rel))
		return err
	})
	if d := cmp.Diff([]string{".", "deep", "deep/taken.toml"}, got); d != "" {
		t.Error(d)
	}
	if text, _ := os.ReadFile(taken); string(text) != "mine" {
		t.Errorf("it says %q now", text)
	}
}

// Every pack inside rulec has all that something on top of it begins with.
func TestTemplates(t *testing.T) {
	for _, name := range pack.Embedded() {
		var log diag.Log
		p := (&pack.Loader{Log: &log}).ByName(name, t.TempDir(), source.Span{})
		if p == nil || log.Errors() > 0 {
			t.Fatalf("%s: %v", name, log.Sorted())
		}
		files, err := Pack("fresh", p)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got []string
		for _, f := range files {
			got = append(got, f.Name)
		}
		if d := cmp.Diff([]string{"bestiary/creatures.toml", "encounters/first.toml", "pack.toml", "rules.rule"}, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if f, err := Encounter("friday", p); err != nil || f.Name != "friday.toml" || len(f.Text) == 0 {
			t.Errorf("%s: %v %v", name, f.Name, err)
		}
	}
}
