package docs_test

import (
	"os"
	"strings"
	"testing"

	"rulec/lang/format"
)

// What docs/format.md shows as before is laid out as what it shows as after.
func TestLayouts(t *testing.T) {
	text, err := os.ReadFile("format.md")
	if err != nil {
		t.Fatal(err)
	}
	pairs := 0
	for _, part := range strings.Split(string(text), "\nBefore:\n")[1:] {
		before, rest, ok := strings.Cut(part, "\nAfter:\n")
		if !ok {
			t.Fatal("a Before without its After")
		}
		pairs++
		out, faults := format.Source("before.rule", []byte(indented(before)))
		if len(faults) > 0 {
			t.Fatal(faults[0])
		}
		if want := indented(rest); string(out) != want {
			t.Errorf("laid out as\n%s\nand not as\n%s", out, want)
		}
	}
	if pairs < 2 {
		t.Errorf("%d pairs", pairs)
	}
}

// indented is the first indented part of a page, without its indentation.
func indented(page string) string {
	var out strings.Builder
	for _, line := range strings.Split(strings.TrimLeft(page, "\n"), "\n") {
		code, ok := strings.CutPrefix(line, "    ")
		if !ok {
			break
		}
		out.WriteString(code + "\n")
	}
	return out.String()
}
