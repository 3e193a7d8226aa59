package session

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"rulec/lang/check"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// joined is battlemap with as many of its files as make 2,000 lines joined into one.
func joined(t testing.TB) (check.Input, string) {
	in := inputOf(t, "battlemap")
	const name = "joined.rule"
	var text strings.Builder
	var kept []*syntax.File
	lines := 0
	var of check.Origin
	for i, f := range in.Files {
		if i < in.Imports || lines >= 2000 {
			kept = append(kept, f)
			continue
		}
		fmt.Fprintf(&text, "%s\n", f.Source.Text)
		lines += f.Source.Lines()
		of = in.Origins[f.Source]
	}
	one := &syntax.File{Source: source.New(name, text.String())}
	in.Files = append(append(append([]*syntax.File(nil), kept[:in.Imports]...), one), kept[in.Imports:]...)
	in.Origins[one.Source] = of
	in.RequireCite = nil // in whose files lines without a source may stand is a matter of files
	return in, name
}

// BenchmarkRecheck changes a file of 2,000 lines back and forth.
func BenchmarkRecheck(b *testing.B) {
	in, name := joined(b)
	s := New(in)
	good := s.Text(name)
	if s.Last().Log.Errors() > 0 {
		b.Fatal(said(s.Last().Log))
	}
	for _, c := range []struct{ what, old, new string }{
		{"nothing", "", ""},
		{"body", "modify self.score(kind: agility) by -5", "modify self.score(kind: agility) by -4"},
		{"signature", "value nears(who: creature, way: path, cause: entity)", "value nears(who: creature, way: path, cause: entity, spare: int = 0)"},
		{"syntax", "modify self.score(kind: agility) by -5", "modify self.score(kind: agility by -5"},
	} {
		b.Run(c.what, func(b *testing.B) {
			changed := strings.Replace(good, c.old, c.new, 1)
			if changed == good && c.old != "" {
				b.Fatal("there is nothing to change")
			}
			texts := [2]string{changed, good}
			s.Update(name, good)
			runtime.GC()
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				if _, err := s.Update(name, texts[n%2]); err != nil {
					b.Fatal(err)
				}
				n++
			}
			w := s.Last().Work
			b.ReportMetric(float64(w.Parsed), "parsed")
			b.ReportMetric(float64(w.Checked), "checked")
			b.ReportMetric(float64(w.SameBodies), "kept")
		})
	}
	b.Run("scratch", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			scratch(s)
		}
	})
}
