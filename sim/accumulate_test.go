package sim

import (
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// values draws what a measure may have: mostly small, some huge, some so many that
// bins must be made wider.
func values(t *rapid.T, name string) []int64 {
	kind := rapid.IntRange(0, 3).Draw(t, name+" kind")
	of := []*rapid.Generator[int64]{rapid.Int64Range(-5, 5), rapid.Int64Range(-1<<52, 1<<52), rapid.Int64Range(0, 200), rapid.Just(int64(0))}[kind]
	list := rapid.SliceOfN(of, 0, 60).Draw(t, name)
	if rapid.IntRange(0, 4).Draw(t, name+" many") == 0 {
		step := rapid.Int64Range(1, 1000).Draw(t, name+" step")
		for i := range int64(maxBins + 500) {
			list = append(list, i*step)
		}
	}
	return list
}

func histOf(list []int64) *Hist {
	h := &Hist{}
	for i, v := range list {
		if h.Add(v); i%7 == 0 {
			h.AddAbsent()
		}
	}
	return h
}

func sum(hs ...*Hist) *Hist {
	out := &Hist{}
	for _, h := range hs {
		out.Join(h)
	}
	return out
}

func equal(t *rapid.T, what string, a, b *Hist) {
	if d := cmp.Diff(histFiles([]Hist{*a}), histFiles([]Hist{*b})); d != "" {
		t.Fatalf("%s: %s", what, d)
	}
}

// Joining commutes, associates, has the empty one as its neutral element, and is
// what adding all values to one would have been.
func TestJoinLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y, z := values(t, "x"), values(t, "y"), values(t, "z")
		a, b, c := histOf(x), histOf(y), histOf(z)
		equal(t, "a + b = b + a", sum(a, b), sum(b, a))
		equal(t, "(a + b) + c = a + (b + c)", sum(sum(a, b), c), sum(a, sum(b, c)))
		equal(t, "a + 0 = a", sum(a, &Hist{}), a)
		whole := &Hist{absent: a.absent + b.absent + c.absent}
		for _, v := range slices.Concat(z, x, y) {
			whole.Add(v)
		}
		equal(t, "one by one", sum(a, b, c), whole)
	})
}

// The sums are those of big numbers, and the percentiles of the sorted list.
func TestExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := append(values(t, "x"), 3)
		h := histOf(list)
		sum, squares := new(big.Int), new(big.Int)
		for _, v := range list {
			x := big.NewInt(v)
			sum.Add(sum, x)
			squares.Add(squares, new(big.Int).Mul(x, x))
		}
		if h.sum.big().Cmp(sum) != 0 || h.squares.big().Cmp(squares) != 0 {
			t.Fatalf("%v %v, not %v %v", h.sum.big(), h.squares.big(), sum, squares)
		}
		if w, ok := wideOf(sum); !ok || w != h.sum {
			t.Fatalf("%v comes back as %v", sum, w)
		}
		slices.Sort(list)
		_, width := h.Bins()
		for _, p := range []uint64{5, 50, 95} {
			want := list[(uint64(len(list))*p+99)/100-1]
			if got := h.Percentile(p); got > want || got <= want-width {
				t.Fatalf("percentile %d is %d, not %d, in bins of %d", p, got, want, width)
			}
		}
	})
}

func TestWider(t *testing.T) {
	h := &Hist{}
	for v := range int64(3 * maxBins) {
		h.Add(v)
	}
	if _, width := h.Bins(); width != 4 || len(h.bins) > maxBins {
		t.Errorf("%d bins of %d", len(h.bins), width)
	}
	h.reset()
	for v := range int64(10) {
		h.Add(v)
	}
	if bins, width := h.Bins(); width != 1 || len(bins) != 10 {
		t.Errorf("after a reset %d bins of %d", len(bins), width)
	}
}
