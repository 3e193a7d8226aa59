package syntax

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rulec/lang/diag"
	"rulec/lang/source"
)

var wantMark = regexp.MustCompile("// want(-above)? ([A-Z][0-9]+) \"((?:[^\"\\\\]|\\\\.)*)\"")

// Each faulty line says in a comment which faults it has; others must have none.
func TestFaults(t *testing.T) {
	files, _ := filepath.Glob("testdata/faults/*.rule")
	if len(files) == 0 {
		t.Fatal("no test files")
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f := source.New(name, string(text))
		var log diag.Log
		Parse(f, &log)
		found := map[int][]*diag.Diagnostic{}
		for _, d := range log.Sorted() {
			found[d.Span.Begin().Line] = append(found[d.Span.Begin().Line], d)
		}
		for n := 1; n <= f.Lines(); n++ {
			for _, m := range wantMark.FindAllStringSubmatch(f.Line(n), -1) {
				line := n
				if m[1] != "" {
					line--
				}
				re := regexp.MustCompile(m[3])
				hit := -1
				for i, d := range found[line] {
					if string(d.Code) == m[2] && re.MatchString(d.Message) {
						hit = i
						break
					}
				}
				if hit < 0 {
					t.Errorf("%s:%d: missing %s %q\n\t%s", name, line, m[2], m[3], f.Line(line))
					continue
				}
				found[line] = append(found[line][:hit:hit], found[line][hit+1:]...)
			}
		}
		for n := 1; n <= f.Lines(); n++ {
			for _, d := range found[n] {
				t.Errorf("unexpected: %v\n\t%s", d, f.Line(n))
			}
		}
	}
}

// Five faults of five kinds come out in one run, each at its place.
func TestFiveFaultsAtTheirPlaces(t *testing.T) {
	text := strings.Join([]string{
		`/// Ä comment.`,
		`conditon a on creature { until removed }`,
		`rule b {`,
		`  modify attack.bonus by not x == 3  "é"`,
		`  modify attack.bonus buy 2`,
		`}`,
		`value c: text = "ä" + * 2`,
		`event d() { stage e { do f(1, 2 } }`,
	}, "\r\n")
	want := []struct {
		code         diag.Code
		line, column int
	}{
		{diag.SyntaxError, 2, 1},
		{diag.NotBindsCloser, 4, 26},
		{diag.SyntaxError, 5, 23},
		{diag.BadFormula, 7, 23},
		{diag.UnclosedBracket, 8, 27},
	}
	var log diag.Log
	Parse(source.New("five.rule", "\ufeff"+text), &log)
	got := log.Sorted()
	if len(got) != len(want) {
		t.Errorf("%d faults, want %d", len(got), len(want))
	}
	for i, d := range got {
		p := d.Span.Begin()
		if i >= len(want) || d.Code != want[i].code || p.Line != want[i].line || p.Column != want[i].column {
			t.Errorf("unexpected: %v", d)
		}
	}
}

// Texts beyond a cap give one clear fault, at once.
func TestCaps(t *testing.T) {
	deep := "value a: int = "
	for range 70 {
		deep += "(\n"
	}
	cases := []struct {
		name, text string
		code       diag.Code
		message    string
	}{
		{"many brackets", strings.Repeat("(", 200_000), diag.TooLarge, "bytes"},
		{"many bracket lines", "value a: int = " + strings.Repeat("((((((((((\n", 20_000), diag.TooLarge, "brackets"},
		{"nesting", deep, diag.TooLarge, "brackets"},
		{"braces", "event e() { " + strings.Repeat(" if a {\n", 100), diag.TooLarge, "brackets"},
		{"size", strings.Repeat("value a: int = 1\n", 3_000_000), diag.TooLarge, "51000000 bytes"},
		{"line", "value a: int = 1 // " + strings.Repeat("x", 1000), diag.TooLarge, "the line"},
		{"binary", "\x7fELF\x02\x01\x00\x00\xff\xfe", diag.NotText, "UTF-8"},
		{"latin", "value gr\xf6\xdfe: int = 1", diag.NotText, "UTF-8"},
		{"long formula", "value a: int = 1" + strings.Repeat(" +\n1", 5000), diag.TooLarge, "formula"},
		{"many minus", "value a: int = " + strings.Repeat("-\n", 100_000) + "1", diag.TooLarge, "formula"},
		{"many else", "event e() {\n if a { }" + strings.Repeat(" else if a { }\n", 5000) + "}", diag.TooLarge, "branches"},
	}
	for _, c := range cases {
		var log diag.Log
		Parse(source.New(c.name, c.text), &log)
		got := log.Sorted()
		if len(got) != 1 || got[0].Code != c.code || !strings.Contains(got[0].Message, c.message) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	var log diag.Log
	wide := "value a(x: " + strings.Repeat("list of\n", 50_000) + "int): int = 1"
	Parse(source.New("wide.rule", wide), &log) // the line ends inside brackets mean nothing
}

func TestLineEnds(t *testing.T) {
	text := "\ufeffrule a {\r\n  cite \"A\"\r\n  modify b.c by 1\r\n    when d\r\n    \"e\"\r\n}\r\n"
	var log diag.Log
	f := Parse(source.New("crlf.rule", text), &log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted())
	}
	if got, want := dump(f.Decls[0]), `(Rule a cite:"A" Clauses:[(Modify Head:(Occasion Parts:[(Part Name:b) (Part Name:c)]) How:by Amount:(Int 1) When:(Name d) Label:"e")])`; got != want {
		t.Error(got)
	}
}
