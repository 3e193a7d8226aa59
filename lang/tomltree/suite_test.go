package tomltree

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// older are the files of the suite that speak of TOML 1.0 alone.
var older = []string{
	"valid/spec-1.0.0/", "invalid/spec-1.0.0/", "no-secs.toml", "invalid/string/basic-byte-escapes.toml",
	"invalid/inline-table/trailing-comma.toml", "invalid/inline-table/linebreak-0",
}

// TestSuite reads the files of the official TOML 1.1 test suite, which BurntSushi's
// module carries. Where that module is not at hand the test is skipped.
func TestSuite(t *testing.T) {
	out, _ := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/BurntSushi/toml").Output()
	dir := filepath.Join(strings.TrimSpace(string(out)), "internal", "toml-test", "tests")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no test suite here")
	}
	ran := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		name = filepath.ToSlash(name)
		isOld := slices.ContainsFunc(older, func(s string) bool { return strings.Contains(name, s) })
		if filepath.Ext(name) == ".toml" && name != "version.toml" && !isOld {
			ran++
			suiteFile(t, name, path)
		}
		return nil
	})
	if err != nil || ran < 600 {
		t.Errorf("%d files of the suite were read: %v", ran, err)
	}
}

func suiteFile(t *testing.T, name, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	log := &diag.Log{}
	f := source.New(name, string(text))
	tree := Parse(f, log)
	if strings.HasPrefix(name, "invalid/") {
		if log.Errors() == 0 {
			t.Errorf("%s: no fault found in\n%s", name, text)
		}
		return
	}
	if tree == nil || log.Errors() > 0 {
		t.Errorf("%s: %v\n%s", name, log.Sorted(), text)
		return
	}
	if err := sound(tree, f); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	expected, err := os.ReadFile(strings.TrimSuffix(path, ".toml") + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var want any
	if err := json.Unmarshal(expected, &want); err != nil {
		t.Fatal(err)
	}
	if got := any(plain(tree)); !reflect.DeepEqual(got, untag(want)) {
		t.Errorf("%s:\ngot  %#v\nwant %#v", name, got, untag(want))
	}
}

// untag turns the suite's {"type": ..., "value": ...} into plain data.
func untag(v any) any {
	switch v := v.(type) {
	case []any:
		list := []any{}
		for _, x := range v {
			list = append(list, untag(x))
		}
		return list
	case map[string]any:
		kind, tagged := v["type"].(string)
		text, isText := v["value"].(string)
		if !tagged || !isText || len(v) != 2 {
			m := map[string]any{}
			for k, x := range v {
				m[k] = untag(x)
			}
			return m
		}
		switch kind {
		case "string":
			return strings.ReplaceAll(text, "\r\n", "\n")
		case "bool":
			return text == "true"
		case "integer":
			var n int64
			fmt.Sscanf(text, "%d", &n)
			return n
		case "float":
			return plainFloat(text)
		}
		return "a date"
	}
	return v
}
