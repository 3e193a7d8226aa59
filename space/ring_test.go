package space

import (
	"math/rand/v2"
	"testing"
)

// TestRingLedger has the positions of the ledger, A-FLANK-02, -04, -05 and -08.
func TestRingLedger(t *testing.T) {
	one := func(x, y int) Rect { return Rect{x, y, 1} }
	target := one(1, 1)
	huge := Rect{1, 1, 3} // the ledger's (0..2, 0..2), moved by one
	for _, c := range []struct {
		of, a, b Rect
		want     int
	}{
		{target, one(0, 1), one(2, 1), 4},
		{target, one(0, 1), one(2, 0), 3},
		{target, one(0, 1), one(2, 2), 3},
		{target, one(0, 1), one(1, 0), 2},
		{target, one(0, 1), one(1, 2), 2},
		{target, one(0, 1), one(0, 0), 1},
		{target, one(0, 1), one(0, 1), 0},
		{huge, one(0, 2), one(4, 2), 8},
		{huge, one(0, 2), one(4, 1), 7},
		{huge, one(0, 2), one(4, 3), 7},
		{huge, one(0, 2), one(4, 0), 6},
		{huge, one(0, 0), one(4, 4), 8},
		{huge, one(0, 0), one(4, 3), 7},
		{huge, one(0, 0), one(4, 2), 6},
		// From beyond the ring, and with a base that covers two of its cells.
		{one(2, 2), one(0, 2), one(3, 2), 4},
		{one(2, 2), one(1, 2), Rect{3, 2, 2}, 4},
		{one(2, 2), one(1, 3), Rect{3, 0, 2}, 4},
		{one(2, 2), one(1, 3), Rect{3, 2, 2}, 3},
	} {
		if got := RingSteps(c.of, c.a, c.b); got != c.want {
			t.Errorf("around %v from %v to %v: %d steps, want %d", c.of, c.a, c.b, got, c.want)
		}
	}
}

// walkRing goes around a base by single steps with an edge in common, clockwise
// from the corner up and left.
func walkRing(of Rect) [][2]int {
	x, y := of.X-1, of.Y-1
	var out [][2]int
	for _, d := range [][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
		for range of.N + 1 {
			out = append(out, [2]int{x, y})
			x, y = x+d[0], y+d[1]
		}
	}
	return out
}

func TestRingByWalking(t *testing.T) {
	for n := 1; n <= 5; n++ {
		of := Rect{4, 3, n}
		ring := walkRing(of)
		if len(ring) != RingLen(of) || len(ring) != 4*n+4 {
			t.Fatalf("ring of %d has %d cells", n, len(ring))
		}
		for i, p := range ring {
			c := At(p[0], p[1])
			if RingCell(of, i) != c || Gap(of, RectAt(c, 1)) != 1 {
				t.Errorf("cell %d of the ring of %d: %v", i, n, p)
			}
			if j, on := RingIndex(of, c); j != i || !on {
				t.Errorf("%v is number %d, %v, want %d", p, j, on, i)
			}
		}
		on := 0
		for y := range 16 {
			for x := range 16 {
				c := At(x, y)
				i, here := RingIndex(of, c)
				switch g := Gap(of, Rect{x, y, 1}); {
				case g == 0 && (i != -1 || here), g == 1 && !here, g > 1 && here:
					t.Errorf("%d,%d at gap %d: %d, %v", x, y, g, i, here)
				case g == 1:
					on++
				case g > 1:
					// The projection is a nearest cell of the ring.
					if got := Gap(RectAt(RingCell(of, i), 1), Rect{x, y, 1}); got != g-1 {
						t.Errorf("%d,%d is projected %d away, want %d", x, y, got, g-1)
					}
				}
			}
		}
		if on != len(ring) {
			t.Errorf("%d cells on the ring, want %d", on, len(ring))
		}
	}
	if got := Ring(Grid{5, 5}, Rect{0, 0, 2}, nil); len(got) != 5 {
		t.Errorf("ring in the corner of the grid: %v", got)
	}
	if RingCell(Rect{1, 1, 1}, 8) != NoCell || RingCell(Rect{1, 1, 1}, -1) != NoCell || RingCell(Rect{0, 0, 1}, 0) != NoCell {
		t.Error("cells that are not there")
	}
}

// ringOracle takes every pair of cells, projected one by one.
func ringOracle(of, a, b Rect) int {
	best := 0
	for _, p := range Footprint(a, nil) {
		for _, q := range Footprint(b, nil) {
			i, _ := RingIndex(of, p)
			j, _ := RingIndex(of, q)
			if i < 0 || j < 0 {
				continue
			}
			d := max(i-j, j-i)
			best = max(best, min(d, RingLen(of)-d))
		}
	}
	return best
}

func TestRingStepsOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	overlaps := 0
	for range 60000 {
		of := Rect{5 + r.IntN(3), 5 + r.IntN(3), 1 + r.IntN(4)}
		a, b := Rect{r.IntN(14), r.IntN(14), 1 + r.IntN(4)}, Rect{r.IntN(14), r.IntN(14), 1 + r.IntN(4)}
		if Gap(of, a) == 0 || Gap(of, b) == 0 {
			overlaps++
		}
		got, want := RingSteps(of, a, b), 0
		if want = ringOracle(of, a, b); got != want {
			// Over the base in the middle only cells on the ring count.
			t.Fatalf("around %v from %v to %v: %d, by pairs %d", of, a, b, got, want)
		}
		if RingSteps(of, b, a) != got || got > 2*of.N+2 {
			t.Fatalf("around %v from %v to %v: %d and %d", of, a, b, got, RingSteps(of, b, a))
		}
	}
	if overlaps == 0 {
		t.Error("no overlaps tried")
	}
	if RingSteps(Rect{1, 1, 3}, Rect{2, 2, 1}, Rect{0, 0, 1}) != 0 {
		t.Error("a base inside of the one in the middle")
	}
}

func BenchmarkRingSteps(b *testing.B) {
	b.ReportAllocs()
	n := 0
	for i := 0; b.Loop(); i++ {
		n += RingSteps(Rect{5, 5, 1 + i&3}, Rect{3, 4 + i&1, 2}, Rect{9, 5, 1})
	}
	sink = n
}

var sink int
