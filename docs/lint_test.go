package docs_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"rulec/lang/lint"
)

// The page of the linter lists every rule, in the order of the codes.
func TestLintPage(t *testing.T) {
	text, err := os.ReadFile("lint.md")
	if err != nil {
		t.Fatal(err)
	}
	rest := string(text)
	for _, r := range lint.Rules() {
		row := fmt.Sprintf("| %s | `%s` | %s | %s |\n", r.Code, r.Name, r.Level, r.Title)
		at := strings.Index(rest, row)
		if at < 0 {
			t.Errorf("missing, or out of order: %s", row)
			continue
		}
		rest = rest[at:]
	}
	if n := strings.Count(string(text), "\n| L0"); n != len(lint.Rules()) {
		t.Errorf("%d rows, %d rules", n, len(lint.Rules()))
	}
}
