package pack

import (
	"testing"

	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

func BenchmarkLoad(b *testing.B) {
	b.Chdir("../..")
	for _, name := range []string{"battlemap", "maneuvers", "areas"} {
		p := (&Loader{Log: &diag.Log{}}).ByDir("rules/" + name)
		b.Run("parse/"+name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n = 0
				for _, t := range p.Trees {
					syntax.Parse(source.New(t.Source.Name, t.Source.Text), &diag.Log{})
					n += len(t.Source.Text)
				}
			}
			b.SetBytes(int64(n))
		})
		b.Run("check/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				check.Check(p.input, &diag.Log{})
			}
		})
		b.Run("all/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				(&Loader{Log: &diag.Log{}}).ByDir("rules/" + name)
			}
		})
	}
}
