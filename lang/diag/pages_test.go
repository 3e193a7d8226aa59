package diag

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// declared reads the codes from codes.go, in order.
func declared(t *testing.T) []Code {
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var list []Code
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			for _, v := range s.(*ast.ValueSpec).Values {
				code, err := strconv.Unquote(v.(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, Code(code))
			}
		}
	}
	return list
}

func TestCodes(t *testing.T) {
	want := declared(t)
	if got := Codes(); !slices.Equal(got, want) {
		t.Errorf("codes of pages.go: %v\ncodes of codes.go: %v", got, want)
	}
	seen := map[Code]bool{}
	for _, c := range want {
		if seen[c] {
			t.Errorf("%s is declared twice", c)
		}
		seen[c] = true
	}
	if Title("E9999") != "" {
		t.Error("a title for a code that does not exist")
	}
	if _, ok := Page("E9999"); ok {
		t.Error("a page for a code that does not exist")
	}
}

var pageShape = regexp.MustCompile("(?s)^# ([EW][0-9]{4}): ([^\n]+)\n\n## Wrong\n```(rule|toml|text)( part)?\n(.+?)\n```\n\n" +
	"## Right\n```(rule|toml|text)( part)?\n(.+?)\n```\n\n## Why\n(.+)\n$")

// TestPages: every code has a page of the one shape, and every page a code.
func TestPages(t *testing.T) {
	for _, c := range Codes() {
		page, ok := Page(c)
		if !ok {
			t.Errorf("%s has no page", c)
			continue
		}
		m := pageShape.FindStringSubmatch(page)
		switch {
		case m == nil:
			t.Errorf("%s: not of the shape # title, ## Wrong, ## Right, ## Why, with one snippet each", c)
			continue
		case m[1] != string(c) || m[2] != Title(c):
			t.Errorf("%s: the page begins with %q, the title is %q", c, m[1]+": "+m[2], Title(c))
		case m[5] == m[8]:
			t.Errorf("%s: wrong and right are the same", c)
		}
		if n := strings.Count(page, "\n"); n < 8 || n > 25 {
			t.Errorf("%s has %d lines", c, n)
		}
		for _, line := range strings.Split(page, "\n") {
			if strings.TrimRight(line, " \t") != line || strings.Contains(line, "\t") {
				t.Errorf("%s: blanks at the end, or a tab: %q", c, line)
			}
		}
	}
	files, err := filepath.Glob("pages/*")
	if err != nil || len(files) != len(Codes()) {
		t.Errorf("%d files in pages, %d codes (%v)", len(files), len(Codes()), err)
	}
	for _, f := range files {
		if Title(Code(strings.TrimSuffix(filepath.Base(f), ".md"))) == "" {
			t.Errorf("%s is the page of no code", f)
		}
	}
	if _, err := os.Stat("pages/README.md"); err == nil {
		t.Error("pages holds nothing but pages")
	}
}
