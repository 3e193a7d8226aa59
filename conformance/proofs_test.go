package conformance_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/proof"
)

// results is what a proof came to, as a value that can be compared.
type outcome struct {
	Title   string
	Cases   int
	Status  proof.Status
	Message string
}

func outcomes(results []*proof.Result) []outcome {
	var out []outcome
	for _, r := range results {
		o := outcome{Title: r.Proof.Title, Status: r.Status, Cases: r.Cases}
		if r.Failure != nil {
			o.Message = r.Failure.Case + " " + r.Failure.Message
		}
		out = append(out, o)
	}
	return out
}

func prove(t *testing.T, p *pack.Pack) []*proof.Result {
	t.Helper()
	results := proof.Run(p.Program, proof.Options{})
	for _, o := range outcomes(results) {
		if o.Status != proof.Pass {
			t.Errorf("%s: %q: %s", p.Name, o.Title, o.Message)
		}
	}
	return results
}

// What no rulebook has and the language has all the same: making, waiting, holding
// together, paying with something else.
func TestCases(t *testing.T) {
	if n := len(prove(t, load(t, "testdata/cases", "cases"))); n < 6 {
		t.Errorf("only %d cases", n)
	}
}

// The proofs of every pack hold, and reach what the pack says. That this is noted
// changes nothing: each comes to the same with it and without.
func TestProofs(t *testing.T) {
	for _, name := range pack.Embedded() {
		if _, err := os.Stat(name); err != nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			p := load(t, "..", name)
			results := prove(t, p)
			if len(results) == 0 {
				t.Error("no proofs")
			}
			points := interp.NewCoverage(p.Program)
			noted := proof.Run(p.Program, proof.Options{Cover: points})
			if d := cmp.Diff(outcomes(results), outcomes(noted)); d != "" {
				t.Errorf("with and without noting what is reached (-without +with):\n%s", d)
			}
			var log diag.Log
			proof.NewCover(name, points, noted, p.Own).Hold(98, 95, &log)
			for _, d := range log.Sorted() {
				t.Error(d)
			}
		})
	}
}
