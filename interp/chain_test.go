package interp_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
)

func prepared(t *testing.T, scene string) *fight.Ready {
	t.Helper()
	var log diag.Log
	s, p := data.LoadScene(scene, &pack.Loader{Log: &log}, &log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted()[0])
	}
	r := fight.Prepare(p.Program, s, nil, &log)
	if r == nil {
		t.Fatal(log.Sorted()[0])
	}
	return r
}

// A run that is taken apart at each boundary and put together again goes on as if
// nothing had been done, whatever is left out of its states.
func TestBoundaries(t *testing.T) {
	for _, scene := range []string{"battlemap/encounters/ambush", "maneuvers/encounters/bridge", "areas/encounters/ruin"} {
		r := prepared(t, "../rules/"+scene+".toml")
		m := interp.NewMachine(r.Program)
		m.Chooser = interp.Decline{}
		for seed := range uint64(2) {
			say := func(nested, what int) string {
				m.Load(r.Initial)
				m.Dice = interp.NewSeeded(seed, 0)
				st, root := interp.RunCut(m, r.Program.IR().Entry, nested, what)
				if st != interp.Done {
					return fmt.Sprint(m.Fault())
				}
				out := m.OutcomeAt(root)
				for _, v := range m.Measures(root) {
					out += fmt.Sprint(" ", v.Measure.Name, " ", v.Value)
				}
				return out
			}
			want := say(0, 0)
			for _, nested := range []int{2, 4} {
				for _, what := range []int{1, 2, 4, 8, 15} { // each alone, and all
					if got := say(nested, what); got != want {
						t.Errorf("%s, seed %d, cut %d, doing %b:\n%s\nwant\n%s", scene, seed, nested, what, got, want)
						break
					}
				}
			}
		}
	}
}

// However a run is cut, and whether faces are followed one by one or in ranges, it
// ends alike.
func TestCutsAgree(t *testing.T) {
	type key struct {
		outcome  string
		measures string
	}
	explore := func(cuts []int, with ...interp.LinkOption) map[key]string {
		var log diag.Log
		s, p := data.LoadScene("../conformance/testdata/duels/scuffle.toml", &pack.Loader{Log: &log}, &log)
		if log.Errors() > 0 {
			t.Fatal(log.Sorted()[0])
		}
		r := fight.Prepare(p.Program, s, nil, &log, with...)
		m := interp.NewMachine(r.Program)
		m.Chooser = interp.Decline{}
		m.Load(r.Initial)
		c := interp.NewChain(m, &interp.Budget{States: 20_000_000}, cuts, func(x *ir.Measure) bool { return x.For == nil })
		ends, err := c.Run(r.Initial, r.Program.IR().Entry)
		if err != nil {
			t.Fatal(err)
		}
		out := map[key]string{}
		total := new(big.Int)
		for _, e := range ends.List {
			k := key{outcome: e.Outcome}
			for _, v := range e.Measures {
				k.measures += fmt.Sprint(v.Measure.Name, " ", v.Value, " ")
			}
			out[k] = new(big.Rat).SetFrac(e.Weight, ends.Of).RatString()
			total.Add(total, e.Weight)
		}
		if total.Cmp(ends.Of) != 0 || ends.Open.Sign() != 0 {
			t.Errorf("cuts %v: the weights add up to %s of %s", cuts, total, ends.Of)
		}
		return out
	}
	want := explore([]int{3})
	for _, cuts := range [][]int{{2, 5}, {3, 5, 7, 8}, {4}} {
		if d := cmp.Diff(want, explore(cuts)); d != "" {
			t.Errorf("cut at %v (-want +got):\n%s", cuts, d)
		}
	}
	for _, cuts := range [][]int{{3}, {3, 5}, {2, 4, 6}} {
		if d := cmp.Diff(want, explore(cuts, interp.WithShades)); d != "" {
			t.Errorf("cut at %v with ranges of faces (-want +got):\n%s", cuts, d)
		}
	}
}
