package syntax_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

func TestWaivers(t *testing.T) {
	f := source.New("a.rule", "\ufeffvalue a(): int = 1 //@ lint one \"here\"\r\n"+ // 1
		"//@ lint two \"the \\\"next\\\"\"\n"+ // 2
		"// a comment\n"+ // 3
		"\n"+
		"value b(): text = \"//@ lint three\" //@ equivalent x, y-1 \"another tool\"\n"+ // 5
		"x = 1 #@ lint four \"data\"\n"+ // 6
		"//@ lint five\n"+ // 7
		"//@ lint \"why\"\n"+
		"//@ lint six \"\"\n"+
		"//@ lint last \"nothing follows\"")
	type w struct {
		Line         int
		Name, Reason string
	}
	for verb, want := range map[string][]w{
		"lint":       {{1, "one", "here"}, {5, "two", `the "next"`}, {6, "four", "data"}, {11, "last", "nothing follows"}},
		"equivalent": {{5, "x, y-1", "another tool"}},
		"none":       nil,
	} {
		log := &diag.Log{}
		var got []w
		for _, x := range syntax.Waivers(f, verb, log) {
			got = append(got, w{x.Line, x.Name.Name, x.Reason})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", verb, diff)
		}
		var lines []int
		for _, d := range log.Sorted() {
			if d.Code != diag.WaiverForm {
				t.Error(d)
			}
			lines = append(lines, d.Span.Begin().Line)
		}
		faults := map[string][]int{"lint": {7, 8, 9}}[verb]
		if diff := cmp.Diff(faults, lines); diff != "" {
			t.Errorf("%s: faulty lines: %s", verb, diff)
		}
	}
}

func FuzzWaivers(f *testing.F) {
	f.Add("a //@ lint x \"y\"\n\"\\")
	f.Add("//@\n#@ lint\n#@lint \"")
	f.Fuzz(func(t *testing.T, text string) {
		file := source.New("f", text)
		for _, w := range syntax.Waivers(file, "lint", &diag.Log{}) {
			if w.Name.Span.Text() != w.Name.Name || w.Reason == "" || w.Line < w.Span.Begin().Line {
				t.Errorf("%+v", w)
			}
		}
	})
}
