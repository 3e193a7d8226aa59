package conformance_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/lang/pack"
	"rulec/proof"
)

// results is what a proof came to, as a value that can be compared.
type outcome struct {
	Title   string
	Status  proof.Status
	Message string
}

func prove(t *testing.T, root, name string) []*proof.Result {
	t.Helper()
	results := proof.Run(load(t, root, name).Program, proof.Options{})
	var got, want []outcome
	for _, r := range results {
		o := outcome{Title: r.Proof.Title, Status: r.Status}
		if r.Failure != nil {
			o.Message = r.Failure.Case + " " + r.Failure.Message
		}
		got = append(got, o)
		want = append(want, outcome{Title: r.Proof.Title, Status: proof.Pass})
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", name, d)
	}
	return results
}

// Situations that went wrong in other tools, each with its one right answer.
func TestFieldCases(t *testing.T) {
	if n := len(prove(t, "testdata/cases", "cases")); n < 21 {
		t.Errorf("only %d cases", n)
	}
}

// The proofs of every pack hold.
func TestProofs(t *testing.T) {
	for _, name := range pack.Embedded() {
		if _, err := os.Stat(name); err != nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			if len(prove(t, "..", name)) == 0 {
				t.Error("no proofs")
			}
		})
	}
}
