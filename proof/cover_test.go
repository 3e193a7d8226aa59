package proof_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/proof"
)

func covered(t *testing.T, workers int) (*proof.Cover, []*proof.Result) {
	t.Helper()
	var log diag.Log
	p := (&pack.Loader{Log: &log}).Loose([]string{"../interp/testdata/cover.rule"})
	if log.Errors() > 0 {
		t.Fatal(log.Sorted())
	}
	points := interp.NewCoverage(p.Program)
	results := proof.Run(p.Program, proof.Options{Cover: points, Workers: workers})
	for _, r := range results {
		if r.Status != proof.Pass {
			t.Fatalf("%q: %s", r.Proof.Title, r.Failure.Message)
		}
	}
	return proof.NewCover("cover", points, results, p.Own), results
}

// What each proof reaches does not depend on who runs it.
func TestReachOfWorkers(t *testing.T) {
	_, one := covered(t, 1)
	_, four := covered(t, 4)
	for i := range one {
		if d := cmp.Diff(one[i].Reach, four[i].Reach); d != "" {
			t.Errorf("%q, one worker and four:\n%s", one[i].Proof.Title, d)
		}
		if len(one[i].Reach) == 0 {
			t.Errorf("%q reaches nothing", one[i].Proof.Title)
		}
	}
}

// The sums are those of the points, and thresholds hold exactly at the percentage
// that is reached.
func TestCoverTally(t *testing.T) {
	c, _ := covered(t, 0)
	var want proof.Tally
	for i, p := range c.Points {
		_, gap := c.Gap(i)
		add := func(r *proof.Ratio, have bool) {
			r.Of++
			if have {
				r.Have++
			}
		}
		switch p.Kind {
		case interp.WhenPoint, interp.WhilePoint:
			add(&want.Whens, !gap)
		case interp.IfPoint:
			add(&want.Branches, !gap)
		case interp.RequirePoint:
			add(&want.Branches, !gap)
			add(&want.Clauses, c.Proofs[i] > 0)
		default:
			add(&want.Clauses, c.Proofs[i] > 0)
		}
	}
	if d := cmp.Diff(want, c.Total()); d != "" {
		t.Errorf("total (-want +got):\n%s", d)
	}
	sum := 0
	for _, f := range c.Files() {
		sum += f.Clauses.Of
	}
	if sum != want.Clauses.Of {
		t.Errorf("%d clauses in files, %d in all", sum, want.Clauses.Of)
	}
	clauses, whens := want.Clauses.Tenths()/10, want.Whens.Tenths()/10
	for _, x := range []struct{ clauses, whens, faults int }{{clauses, whens, 0}, {clauses + 1, whens, 1}, {clauses, whens + 1, 1}, {100, 100, 2}, {0, 0, 0}} {
		var log diag.Log
		c.Hold(x.clauses, x.whens, &log)
		if log.Errors() != x.faults {
			t.Errorf("%d %% of clauses, %d %% of whens: %d faults, not %d", x.clauses, x.whens, log.Errors(), x.faults)
		}
		for _, d := range log.Sorted() {
			if d.Code != diag.LowCoverage || !d.Span.Valid() {
				t.Errorf("%v", d)
			}
		}
	}
}
