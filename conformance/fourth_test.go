package conformance_test

import (
	"testing"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/proof"
)

// A game of quite another shape (dice pools, orders given at once, no hit points,
// no map, none of stdlib) needs no Go: its proofs hold and its fight ends.
func TestFourthGame(t *testing.T) {
	root := "testdata/fourth"
	p := load(t, root, "banners")
	results := proof.Run(p.Program, proof.Options{})
	if len(results) < 3 {
		t.Fatalf("%d proofs", len(results))
	}
	for _, r := range results {
		if r.Status != proof.Pass {
			t.Errorf("%q: %+v", r.Proof.Title, r.Failure)
		}
	}
	var log diag.Log
	s, q := data.LoadScene(root+"/rules/banners/encounters/clash.toml", &pack.Loader{Log: &log}, &log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted()[0])
	}
	r := fight.Prepare(q.Program, s, nil, &log)
	outcomes := map[string]int{}
	for seed := range uint64(40) {
		res := r.Run(interp.NewMachine(r.Program), seed, 0, interp.First{}, nil)
		if res.Fault != nil {
			t.Fatal(res.Fault)
		}
		outcomes[res.Outcome]++
	}
	if outcomes["won"] == 0 || outcomes["won"]+outcomes["lost_to_night"] != 40 {
		t.Errorf("outcomes %v", outcomes)
	}
}
