package fight_test

import (
	"testing"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
)

func ready(t *testing.T, scene string) *fight.Ready {
	t.Helper()
	var log diag.Log
	s, p := data.LoadScene(scene, &pack.Loader{Log: &log}, &log)
	if log.Errors() > 0 {
		t.Fatalf("%s: %v", scene, log.Sorted()[0])
	}
	r := fight.Prepare(p.Program, s, nil, &log)
	if r == nil {
		t.Fatalf("%s: %v", scene, log.Sorted()[0])
	}
	return r
}

const ambush = "../rules/battlemap/encounters/ambush.toml"

// Every number of a trace is the sum of its reasons.
func TestReasonsAddUp(t *testing.T) {
	r := ready(t, ambush)
	for seed := range uint64(8) {
		rec := interp.NewRecorder()
		res := r.Run(interp.NewMachine(r.Program), seed, 0, interp.First{}, rec)
		if res.Fault != nil {
			t.Fatalf("seed %d: %v", seed, res.Fault)
		}
		numbers := 0
		check := func(e *interp.Entry, who string, b *interp.Because) {
			if b.Type.Kind != ir.Int && b.Type.Kind != ir.Quantity && b.Type.Kind != ir.Bool || b.Value == interp.None {
				return
			}
			numbers++
			if len(b.Parts) == 0 {
				t.Errorf("seed %d, event %d %s: %s%s has no reason", seed, e.Seq, e.Event.Name, who, b.Of)
			}
			if b.Type.Kind != ir.Bool && b.Sum() != b.Value {
				t.Errorf("seed %d, event %d %s: %s%s is %d, its parts add up to %d: %+v", seed, e.Seq, e.Event.Name, who, b.Of, b.Value, b.Sum(), b.Parts)
			}
		}
		for _, e := range rec.Entries {
			for i := range e.Because {
				check(e, "", &e.Because[i])
			}
			for i := range e.Changes {
				check(e, e.Changes[i].Who+"'s ", &e.Changes[i].Because)
			}
		}
		if numbers < 500 {
			t.Errorf("seed %d: only %d numbers", seed, numbers)
		}
	}
}

// The same seed gives the same run, another seed another one.
func TestDigest(t *testing.T) {
	r := ready(t, ambush)
	digest := func(seed uint64) string {
		rec := interp.NewRecorder()
		r.Run(interp.NewMachine(r.Program), seed, 0, interp.First{}, rec)
		return rec.Digest()
	}
	if digest(1) != digest(1) {
		t.Error("the same seed gave two runs")
	}
	if digest(1) == digest(2) {
		t.Error("two seeds gave the same run")
	}
}
