package format

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulec/lang/diag"
)

// ruleFiles are the rule files of the whole project, faulty ones among them.
func ruleFiles(t testing.TB) map[string]string {
	out := map[string]string{}
	for _, dir := range []string{"rules", "stdlib", "conformance", "lang", "internal"} {
		err := filepath.WalkDir(filepath.Join("..", "..", dir), func(name string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".rule" {
				return err
			}
			text, err := os.ReadFile(name)
			out[strings.TrimPrefix(filepath.ToSlash(name), "../../")] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(out) < 100 {
		t.Fatalf("only %d rule files were found", len(out))
	}
	return out
}

// FuzzSource: whatever a text is, its layout stands up to the check that Source
// makes, or the text has faults.
func FuzzSource(f *testing.F) {
	for name, text := range ruleFiles(f) {
		if !strings.HasPrefix(name, "conformance/battlemap") { // a few are enough of their kind
			f.Add(text)
		}
	}
	for _, text := range odd {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		out, faults := Source("f.rule", []byte(text))
		for _, d := range faults {
			if d.Code == diag.InternalBug {
				t.Fatalf("%s\n--- written as\n%s", d.Message, rejected(text))
			}
		}
		if out == nil && len(faults) == 0 && text != "" {
			t.Fatal("neither a layout nor a fault")
		}
	})
}
