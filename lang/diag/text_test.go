package diag

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"rulec/lang/source"
)

// at makes a span over the first occurrence of a text in a file.
func at(t *testing.T, f *source.File, text string) source.Span {
	t.Helper()
	i := strings.Index(f.Text, text)
	if i < 0 {
		t.Fatalf("no %q in %q", text, f.Text)
	}
	return source.Span{File: f, Start: i, End: i + len(text)}
}

func render(list ...*Diagnostic) string {
	var b bytes.Buffer
	if err := WriteText(&b, list, TextOptions{}); err != nil {
		panic(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	file := func(text string) *source.File { return source.New("a/b.rule", text) }
	spells := source.New("homebrew/spells.rule", strings.Repeat("\n", 13)+"  apply distractd to target\n")
	long := file("value x: int = " + strings.Repeat("aaaa + ", 30) + "bad" + strings.Repeat(" + cccc", 30))
	for _, c := range []struct {
		name string
		d    *Diagnostic
		want string
	}{
		{"as in the design", (&Diagnostic{Code: UnknownCondition, Message: `no condition is called "distractd"`, Span: at(t, spells, "distractd"), Section: "Spells"}).
			WithLabel(`did you mean "distracted"?`).WithHelp("declare it"), `
error[E0203]: no condition is called "distractd"
  --> homebrew/spells.rule:14:9
   |
14 |   apply distractd to target
   |         ^^^^^^^^^ did you mean "distracted"?
   |
   = help: declare it
   = source: "Spells"
`},
		{"a warning without more", &Diagnostic{Code: Advice, Severity: Warning, Message: "small", Span: at(t, file("hp = 1"), "1")}, `
warning[W0501]: small
  --> a/b.rule:1:6
   |
1  | hp = 1
   |      ^
`},
		{"nowhere", (&Diagnostic{Code: BadCommand, Message: "no such command"}).WithHelp("see rulec help"), `
error[E0802]: no such command
   = help: see rulec help
`},
		{"an empty file", (&Diagnostic{Code: CannotUse, Message: "cannot be read", Span: source.Span{File: file("")}}).WithLabel("here"), `
error[E0801]: cannot be read
  --> a/b.rule:1:1
   = note: here
`},
		{"two places", (&Diagnostic{Code: DuplicateName, Message: "twice", Span: at(t, file("x\ny\n"), "y")}).
			WithRelated(at(t, spells, "apply"), "first declared here").WithRelated(source.Span{}, "built in"), `
error[E0205]: twice
  --> a/b.rule:2:1
   |
2  | y
   | ^
  ::: homebrew/spells.rule:14:3
   |
14 |   apply distractd to target
   |   ----- first declared here
   |
   = note: built in
`},
		{"tabs", &Diagnostic{Code: SyntaxError, Message: "m", Span: at(t, file("\tx\ty z"), "y")}, `
error[E0103]: m
  --> a/b.rule:1:4
   |
1  |     x   y z
   |         ^
`},
		{"a tab is marked whole", &Diagnostic{Code: SyntaxError, Message: "m", Span: at(t, file("a\tb"), "\tb")}, `
error[E0103]: m
  --> a/b.rule:1:2
   |
1  | a   b
   |  ^^^^
`},
		{"wide letters and marks", &Diagnostic{Code: SyntaxError, Message: "m", Span: at(t, file("漢字 e\u0301x 🎲 y"), "🎲")}, `
error[E0103]: m
  --> a/b.rule:1:8
   |
1  | 漢字 e` + "\u0301" + `x 🎲 y
   |         ^^
`},
		{"an empty span", &Diagnostic{Code: SyntaxError, Message: "m", Span: source.Span{File: file("ab\ncd"), Start: 2, End: 2}}, `
error[E0103]: m
  --> a/b.rule:1:3
   |
1  | ab
   |   ^
`},
		{"behind the last line", &Diagnostic{Code: SyntaxError, Message: "m", Span: source.Span{File: file("ab\n"), Start: 3, End: 3}}, `
error[E0103]: m
  --> a/b.rule:2:1
   |
2  |
   | ^
`},
		{"several lines", (&Diagnostic{Code: SyntaxError, Message: "m", Span: at(t, file("x {\r\n  y\r\n}\r\nz"), "{\r\n  y\r\n}")}).WithLabel("never closed"), `
error[E0103]: m
  --> a/b.rule:1:3
   |
1  | x {
   |   ^ never closed (ends at line 3, column 1)
`},
		{"a line and its end", &Diagnostic{Code: SyntaxError, Message: "m", Span: at(t, file("x\nyy\nz"), "yy\n")}, `
error[E0103]: m
  --> a/b.rule:2:1
   |
2  | yy
   | ^^
`},
		{"several lines without a label", &Diagnostic{Code: SyntaxError, Message: "m", Span: at(t, file("x\nyy\nz"), "x\nyy")}, `
error[E0103]: m
  --> a/b.rule:1:1
   |
1  | x
   | ^ ends at line 2, column 2
`},
		{"control characters", (&Diagnostic{Code: UnknownCharacter, Message: "no \x1b[2J\nhere", Span: at(t, file("a \x1b[31m \u202eb\u00a0\xff"), "\u202e")}).
			WithHelp("take \x07 it\naway").WithLabel("\u009b"), `
error[E0101]: no \x1b[2J\nhere
  --> a/b.rule:1:9
   |
1  | a \x1b[31m \u{202e}b\u{a0}\xff
   |            ^^^^^^^^ \u{9b}
   |
   = help: take \x07 it
           away
`},
		{"a long line", &Diagnostic{Code: UnknownName, Message: "m", Span: at(t, long, "bad")}, `
error[E0201]: m
  --> a/b.rule:1:226
   |
1  | ... + aaaa + aaaa + aaaa + bad + cccc + cccc + cccc + cccc + cccc + cccc + cccc + cccc + cccc + cccc + ...
   |                            ^^^
`},
		{"a long line, marked at its start", &Diagnostic{Code: UnknownName, Message: "m", Span: at(t, long, "value")}, `
error[E0201]: m
  --> a/b.rule:1:1
   |
1  | value x: int = aaaa + aaaa + aaaa + aaaa + aaaa + aaaa + aaaa + aaaa + aaaa + aaaa + aaaa + aaaa + a...
   | ^^^^^
`},
	} {
		if got := render(c.d); got != c.want[1:] {
			t.Errorf("%s:\n%s\nwant:%s", c.name, got, c.want)
		}
	}
}

func TestTextColour(t *testing.T) {
	d := (&Diagnostic{Code: UnknownName, Message: "m", Span: at(t, source.New("f", "abc"), "b")}).WithHelp("h")
	var b bytes.Buffer
	if err := WriteText(&b, []*Diagnostic{d}, TextOptions{Color: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{red + "error[E0201]" + plain, red + "^" + plain, blue + "1  |" + plain} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in %q", want, b.String())
		}
	}
	strip := strings.NewReplacer(red, "", blue, "", bold, "", plain, "")
	if strip.Replace(b.String()) != render(d) {
		t.Errorf("colours change the text: %q", b.String())
	}
	if strings.Contains(render(d), "\x1b") {
		t.Error("colour without being asked")
	}
}

func TestBetweenDiagnostics(t *testing.T) {
	d := &Diagnostic{Code: BadCommand, Message: "m"}
	if got := render(d, d); got != "error[E0802]: m\n\nerror[E0802]: m\n" {
		t.Errorf("%q", got)
	}
	if got := render(); got != "" {
		t.Errorf("%q", got)
	}
}

// FuzzText looks for a diagnostic that lets a control character through, breaks the
// layout or cannot be written at all.
func FuzzText(f *testing.F) {
	f.Add("a\tb\n漢\x1b", "m", 2, 3)
	f.Add(strings.Repeat("\x80", 900), "\u202e\r\n", 700, 800)
	f.Add("a\r\n\r\nb", "", 1, 4)
	f.Fuzz(func(t *testing.T, text, words string, start, end int) {
		if start < 0 || end < start || end > len(text) {
			return
		}
		span := source.Span{File: source.New(words, text), Start: start, End: end}
		d := &Diagnostic{Code: SyntaxError, Message: words, Label: words, Help: words, Section: words, Span: span, Related: []Related{{span, words}, {Message: words}}}
		out := render(d)
		if !utf8.ValidString(out) {
			t.Errorf("not UTF-8: %q", out)
		}
		for _, r := range out {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Fatalf("%q in %q", r, out)
			}
		}
		var b bytes.Buffer
		if err := WriteJSON(&b, []*Diagnostic{d}, 1, 0); err != nil || !json.Valid(b.Bytes()) {
			t.Errorf("%v: %s", err, b.Bytes())
		}
		b.Reset()
		if err := WriteGitHub(&b, []*Diagnostic{d}); err != nil || strings.Count(b.String(), "\n") != 1 {
			t.Errorf("%v: %q", err, b.String())
		}
	})
}
