package interp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/pack"
)

// Every kind of point is hit and missed in ways that the rules' own comments tell.
func TestCoverage(t *testing.T) {
	var log diag.Log
	p := (&pack.Loader{Log: &log}).Loose([]string{"testdata/cover.rule"})
	if log.Errors() > 0 {
		t.Fatal(log.Sorted())
	}
	points := interp.NewCoverage(p.Program)
	var reach interp.Reach
	for _, x := range p.Program.Proofs {
		v, f := interp.NewProver(p.Program, x, nil, nil, interp.Covered(points))
		if f == nil {
			f = v.Run()
		}
		if f != nil {
			t.Errorf("%s: %s", x.Title, f.Message)
			continue
		}
		reach.Join(v.Reach())
	}
	kinds := map[interp.PointKind]bool{}
	got, want := map[int][]string{}, map[int][]string{}
	for i, x := range points.Points {
		if !p.Own(x.Span.File) {
			continue
		}
		kinds[x.Kind] = true
		line := x.Span.Begin().Line
		switch {
		case !reach.Touched(i) && x.Kind.Decides():
			got[line] = append(got[line], fmt.Sprint(x.Kind, " never asked"))
		case !reach.Touched(i):
			got[line] = append(got[line], fmt.Sprint(x.Kind, " never reached"))
		case !reach.Yes(i):
			got[line] = append(got[line], fmt.Sprint(x.Kind, " never true"))
		case x.Kind.Decides() && !reach.No(i):
			got[line] = append(got[line], fmt.Sprint(x.Kind, " never false"))
		}
	}
	f := points.Points[0].Span.File
	for _, x := range points.Points {
		if p.Own(x.Span.File) {
			f = x.Span.File
		}
	}
	for n := 1; n <= f.Lines(); n++ {
		if _, said, ok := strings.Cut(f.Line(n), "//! "); ok {
			want[n] = strings.Split(said, "; ")
		}
	}
	for _, m := range []map[int][]string{got, want} {
		for _, list := range m {
			slices.Sort(list)
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("what is never reached, by line (-want +got):\n%s", d)
	}
	for k := interp.DeclPoint; k <= interp.IfPoint; k++ {
		if !kinds[k] {
			t.Errorf("nothing tests a point of kind %s", k)
		}
	}
}
