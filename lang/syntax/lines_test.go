package syntax

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// parts counts what a section holds.
func parts(s Section) (n int, kinds []string) {
	switch s := s.(type) {
	case *GivenSection:
		for _, g := range s.Items {
			kinds = append(kinds, "given "+g.Name.Name)
		}
	case *WhenSection:
		for _, h := range s.Steps {
			switch h := h.(type) {
			case *HappenDo:
				kinds = append(kinds, "do")
			case *Deed:
				kinds = append(kinds, h.Verb)
			case *HappenRolls:
				kinds = append(kinds, "rolls")
			}
		}
	case *ThenSection:
		for _, f := range s.Findings {
			switch f.(type) {
			case *FindTruth:
				kinds = append(kinds, "truth")
			case *FindNever:
				kinds = append(kinds, "never")
			case *FindEvent:
				kinds = append(kinds, "event")
			}
		}
	}
	return len(kinds), kinds
}

// Lines of a section read by themselves, from the first column on.
func TestParseLines(t *testing.T) {
	for _, c := range []struct {
		heading, text string
		want          []string
	}{
		{"given", "a: creature { hp: 3 }", []string{"given a"}},
		{"given", "a: creature { hp: 3,\n  dr: 2 }\nb: creature { }\na is prone when hp > 2", []string{"given a", "given b", "given "}},
		{"given", "given a: creature { }; b is prone", []string{"given a", "given "}},
		{"when", "strike(a, b)", []string{"do"}},
		{"when", "do strike(a, b)\nrolls strike 3 4\na does trip(b)\nb takes dodge", []string{"do", "rolls", "does", "takes"}},
		{"when", "strike(a,\n  b)\nstrike(b, a)", []string{"do", "do"}},
		{"then", "a.hp + 2", []string{"truth"}},
		{"then", "then never strike\nstrike(foe: a)", []string{"never", "event"}},
	} {
		var log diag.Log
		s := ParseLines(source.New("--flag", c.text), c.heading, &log)
		if log.Errors() > 0 {
			t.Errorf("%q: %v", c.text, log.Sorted()[0])
		}
		if _, got := parts(s); !cmp.Equal(c.want, got) {
			t.Errorf("%q: %s", c.text, cmp.Diff(c.want, got))
		}
	}
}

func TestParseLinesFaults(t *testing.T) {
	for _, c := range []struct {
		heading, text string
		line, column  int
	}{
		{"given", "", 1, 1},
		{"given", " \n", 1, 1},
		{"given", "a: creature { hp 3 }", 1, 15},
		{"given", "a: creature { }\nwhen do strike(a)", 2, 1},
		{"when", "strike(a", 1, 7},
		{"when", "strike(a) as hit", 1, 1},
		{"when", "a + b", 1, 3},
		{"then", "a.hp a.mp", 1, 6},
		{"then", "}", 1, 1},
		{"then", "gap \"why\"", 1, 1},
	} {
		var log diag.Log
		if s := ParseLines(source.New("--flag", c.text), c.heading, &log); s != nil {
			t.Errorf("%q is a section", c.text)
		}
		if log.Errors() == 0 {
			t.Errorf("%q has no fault", c.text)
			continue
		}
		if at := log.Sorted()[0].Span.Begin(); at.Line != c.line || at.Column != c.column {
			t.Errorf("%q: at %d:%d, not %d:%d: %s", c.text, at.Line, at.Column, c.line, c.column, log.Sorted()[0].Message)
		}
	}
}

// Whatever the text is, reading lines ends without a panic, with a section or a
// fault, and every fault lies in the text.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"a: creature { hp: 3 }", "do strike(a)\nrolls strike 3", "never strike", "a does trip(b) for standard", "x is 2d6 + 1", "a: b {\n c: [d, e] } when f", "cite \"x\""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := source.New("--flag", text)
		for _, heading := range []string{"given", "when", "then"} {
			var log diag.Log
			if s := ParseLines(file, heading, &log); (s == nil) != (log.Errors() > 0) {
				t.Errorf("%s: a section %v, %d faults", heading, s != nil, log.Errors())
			}
			for _, d := range log.Sorted() {
				if d.Span.Start < 0 || d.Span.Start > d.Span.End || d.Span.End > len(file.Text) {
					t.Errorf("place [%d,%d) of %d", d.Span.Start, d.Span.End, len(file.Text))
				}
			}
		}
	})
}
