package bench

import (
	"testing"

	"rulec/fight"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/pack"
)

// ready reads an encounter of a rulebook.
func ready(t testing.TB, file string) *fight.Ready {
	t.Helper()
	log := &diag.Log{}
	scene, p := data.LoadScene(file, &pack.Loader{Log: log}, log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted()[0].Message)
	}
	r := fight.Prepare(p.Program, scene, nil, log)
	if r == nil {
		t.Fatal(log.Sorted()[0].Message)
	}
	return r
}

// BenchmarkAmbush plays the largest fight of the rulebooks inside, one after the
// other on one machine.
func BenchmarkAmbush(b *testing.B) { priceFights(b, "battlemap/encounters/ambush.toml") }

// BenchmarkMarsh is the same on a plane, BenchmarkRuin on a graph.
func BenchmarkMarsh(b *testing.B) { priceFights(b, "areas/encounters/marsh.toml") }
func BenchmarkRuin(b *testing.B)  { priceFights(b, "areas/encounters/ruin.toml") }

func priceFights(b *testing.B, file string) {
	p := ready(b, "../../rules/"+file).NewPlayer()
	for i := range uint64(20) {
		p.Play(1, i, nil, nil)
	}
	b.ReportAllocs()
	b.ResetTimer()
	start := cpuTime()
	for i := range b.N {
		if r := p.Play(1, uint64(i), nil, nil); r.Fault != nil {
			b.Fatal(r.Fault)
		}
	}
	b.ReportMetric(float64(b.N)/(cpuTime()-start).Seconds(), "fights/cpu-s")
}
