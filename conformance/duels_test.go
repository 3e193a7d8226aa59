package conformance_test

import (
	"flag"
	"math"
	"math/big"
	"path/filepath"
	"testing"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/odds"
)

var sampled = flag.Int("duels", 0, "play every duel so many times beside exploring it; 0: one of them, 20,000 times")

// duel makes a duel of testdata/duels ready, to be explored or to be played.
func duel(t testing.TB, name string, with ...interp.LinkOption) *odds.Encounter {
	t.Helper()
	var log diag.Log
	s, p := data.LoadScene(filepath.Join("testdata/duels", name+".toml"), &pack.Loader{Log: &log}, &log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted()[0])
	}
	r := fight.Prepare(p.Program, s, nil, &log, with...)
	if r == nil {
		t.Fatal(log.Sorted()[0])
	}
	e := &odds.Encounter{Ready: r}
	for _, m := range p.Program.Measures {
		if m.For == nil && m.Body.Type.Kind == ir.EnumKind { // which side is left
			e.Measures = append(e.Measures, m)
		}
	}
	if len(e.Measures) != 1 {
		t.Fatal("the pack does not say who wins")
	}
	return e
}

// The chance to win a duel, counted over all that can happen, and as often as it is
// when it is played: within five standard errors.
func TestDuels(t *testing.T) {
	names := []string{"both-down"}
	runs := 20_000
	if *sampled > 0 {
		names, runs = []string{"blindfold", "both-down", "from-the-ground", "fury", "watched"}, *sampled
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log diag.Log
			exact := duel(t, name, interp.WithShades).Answer(odds.Limits{States: 4_000_000}, &log)
			played := duel(t, name).Answer(odds.Limits{Sample: runs, Seed: 1}, &log)
			if log.Errors() > 0 {
				t.Fatal(log.Sorted()[0])
			}
			won, seen := exact[1], played[1]
			if !won.Exact() {
				t.Fatalf("%s of it is open", won.Open)
			}
			sum := new(big.Rat)
			for _, o := range won.Outcomes {
				sum.Add(sum, o.P)
				p, _ := o.P.Float64()
				q, _ := seen.P(o.Value).Float64()
				if far := math.Abs(p-q) / math.Sqrt(p*(1-p)/float64(runs)); p > 1e-9 && far > 5 {
					t.Errorf("%s: %.6f counted, %.6f of %d fights, %.1f standard errors apart", o.Value.Text, p, q, runs, far)
				}
				t.Logf("%s wins in %.9f: a fraction of %d bits; %d states", o.Value.Text, p, o.P.Denom().BitLen(), won.States)
			}
			if sum.Cmp(big.NewRat(1, 1)) != 0 {
				t.Errorf("all chances add up to %s", sum)
			}
		})
	}
}

// BenchmarkDuels explores each duel; -benchtime 1x is enough.
func BenchmarkDuels(b *testing.B) {
	for _, name := range []string{"blindfold", "both-down", "from-the-ground", "fury", "watched"} {
		b.Run(name, func(b *testing.B) {
			e := duel(b, name, interp.WithShades)
			b.ReportAllocs()
			for b.Loop() {
				var log diag.Log
				b.ReportMetric(float64(e.Answer(odds.Limits{States: 4_000_000}, &log)[0].States), "states")
			}
		})
	}
}
