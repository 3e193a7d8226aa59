package lint

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rulec"
	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// library is the standard library as trees, read once.
func library(t testing.TB) []*syntax.File {
	var out []*syntax.File
	list, err := rulec.Files.ReadDir("stdlib")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		text, err := rulec.Files.ReadFile("stdlib/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, syntax.Parse(source.New("stdlib/"+e.Name(), string(text)), &diag.Log{}))
	}
	return out
}

// judge lints a text as a pack over the standard library.
func judge(lib []*syntax.File, text string) []*Finding {
	log := &diag.Log{}
	f := source.New("main.rule", text)
	p := &pack.Pack{Name: "fuzz", Trees: append(append([]*syntax.File(nil), lib...), syntax.Parse(f, log)), Files: []*source.File{f}}
	p.Program = check.Check(check.Input{Pack: "fuzz", Files: p.Trees, Imports: len(lib), Entry: "encounter"}, log)
	return Run(Input{Pack: p, Sound: log.Errors() == 0, Own: true, Files: p.Files}, log)
}

// Whatever a text says, the rules come to an end, every finding stands in the text,
// and what they put right can still be read.
func FuzzLint(f *testing.F) {
	for _, pattern := range []string{"../check/testdata/faults/*.rule", "../syntax/testdata/*/*.rule"} {
		names, _ := filepath.Glob(pattern)
		for _, n := range names {
			text, err := os.ReadFile(n)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	for _, r := range Rules() {
		page, _ := Page(r.Code)
		if m := pageShape.FindStringSubmatch(page); m != nil && m[4] == "" {
			f.Add(testSpace + m[5])
		}
	}
	lib := library(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		list := judge(lib, text)
		for _, x := range list {
			if x.Span.File.Name != "main.rule" || x.Span.Start < 0 || x.Span.End > len(x.Span.File.Text) || x.Message == "" {
				t.Errorf("%v at %+v", x, x.Span)
			}
		}
		if again := judge(lib, text); !slices.Equal(places(list), places(again)) {
			t.Errorf("%v, and then %v", places(list), places(again))
		}
		for _, x := range Fix(list) {
			log := &diag.Log{}
			if syntax.Parse(source.New("main.rule", x.Text), log); log.Errors() > 0 {
				t.Errorf("%v\n%s", log.Sorted(), x.Text)
			}
		}
	})
}
