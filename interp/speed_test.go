package interp_test

import (
	"fmt"
	"testing"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/pack"
)

// What is done for speed changes nothing: a fight ends alike whether answers are
// kept or not, and whether somebody listens or not.
func TestSpeedChangesNothing(t *testing.T) {
	var log diag.Log
	s, p := data.LoadScene("../rules/battlemap/encounters/ambush.toml", &pack.Loader{Log: &log}, &log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted()[0])
	}
	r := fight.Prepare(p.Program, s, nil, &log)
	if r == nil {
		t.Fatal(log.Sorted()[0])
	}
	kept, asked := interp.NewMachine(r.Program), interp.NewMachine(r.Program)
	asked.KeepNothing()
	for seed := range uint64(12) {
		say := func(m *interp.Machine, l interp.Listener) string {
			res := r.Run(m, seed, 0, interp.First{}, l)
			if res.Fault != nil {
				t.Fatalf("seed %d: %v", seed, res.Fault)
			}
			out := res.Outcome
			for _, v := range res.Measures {
				out += fmt.Sprint(" ", v.Measure.Name, " ", v.Value)
			}
			return out
		}
		want := say(asked, nil)
		if got := say(kept, nil); got != want {
			t.Fatalf("seed %d, with answers kept\n%s\nwithout\n%s", seed, got, want)
		}
		rec, plain := interp.NewRecorder(), interp.NewRecorder()
		rec.Light, plain.Light = true, true
		if got := say(kept, rec); got != want {
			t.Fatalf("seed %d, heard\n%s\nunheard\n%s", seed, got, want)
		}
		if say(asked, plain); rec.Digest() != plain.Digest() {
			t.Fatalf("seed %d: the digests differ", seed)
		}
	}
}
