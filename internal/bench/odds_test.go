package bench

import (
	"path/filepath"
	"testing"

	"rulec/interp"
	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/pack"
)

// BenchmarkOdds prices exact mode: the examples of testdata/odds.rule, from the
// first given to the last fraction. Linking is not counted: a question links once.
func BenchmarkOdds(b *testing.B) {
	var log diag.Log
	l := &pack.Loader{Log: &log, Extra: []string{filepath.Join("testdata", "odds.rule")}}
	p := l.ByDir(filepath.Join("..", "..", "rules", "battlemap"))
	if log.Errors() > 0 {
		b.Fatal(log.Sorted()[0])
	}
	for _, proof := range p.Program.Proofs {
		b.Run(proof.Title, func(b *testing.B) {
			v, f := interp.NewProver(p.Program, proof, nil, check.Asked(proof))
			if f != nil {
				b.Fatal(f.Message)
			}
			states, values := 0, 0
			begun := cpuTime()
			for b.Loop() {
				budget := &interp.Budget{States: 1 << 20}
				t, f := v.Odds(nil, budget)
				if f != nil {
					b.Fatal(f.Message)
				}
				states, values = budget.Used(), len(t[0].Rows)
			}
			b.ReportMetric(float64(states), "states")
			b.ReportMetric(float64(values), "values")
			b.ReportMetric(float64((cpuTime()-begun).Nanoseconds())/float64(b.N), "cpu-ns/op")
			b.ReportMetric(float64((cpuTime()-begun).Nanoseconds())/float64(b.N)/float64(states), "cpu-ns/state")
		})
	}
}
