package space

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func cells(xy ...int) []Cell {
	out := []Cell{}
	for i := 0; i < len(xy); i += 2 {
		out = append(out, At(xy[i], xy[i+1]))
	}
	return out
}

func TestCells(t *testing.T) {
	for _, p := range [][2]int{{0, 0}, {1, 0}, {32767, 0}, {0, 1}, {5, 7}, {32767, 32767}} {
		c := At(p[0], p[1])
		if x, y := XY(c); c < 0 || c > 1<<31-1 || x != p[0] || y != p[1] {
			t.Errorf("%v packs to %d and unpacks to %d, %d", p, c, x, y)
		}
	}
	for _, p := range [][2]int{{-1, 0}, {0, -1}, {32768, 0}, {0, 32768}, {1 << 30, 1}} {
		if c := At(p[0], p[1]); c != NoCell {
			t.Errorf("%v is %d", p, c)
		}
	}
	if x, y := XY(NoCell); x != -1 || y != -1 {
		t.Error("NoCell")
	}
	if !slices.IsSorted(cells(0, 0, 3, 0, 32767, 0, 0, 1, 2, 1, 0, 2)) {
		t.Error("order is by y, then x")
	}
	g := Grid{4, 3}
	for y := -1; y < 5; y++ {
		for x := -1; x < 6; x++ {
			if g.Contains(At(x, y)) != (x >= 0 && x < 4 && y >= 0 && y < 3) {
				t.Errorf("%d,%d", x, y)
			}
		}
	}
	if g.Anchors(2) != (Grid{3, 2}) || g.Anchors(4) != (Grid{1, 0}) || g.Anchors(9) != (Grid{0, 0}) {
		t.Error("anchors")
	}
	if !g.Holds(Rect{2, 1, 2}) || g.Holds(Rect{3, 1, 2}) || g.Holds(Rect{0, 2, 2}) || g.Holds(Rect{-1, 0, 1}) {
		t.Error("holds")
	}
}

func TestGap(t *testing.T) {
	for _, c := range []struct {
		a, b Rect
		want int
	}{
		{Rect{3, 3, 1}, Rect{3, 3, 1}, 0},
		{Rect{3, 3, 1}, Rect{4, 4, 1}, 1},
		{Rect{3, 3, 1}, Rect{3, 5, 1}, 2},
		{Rect{3, 3, 2}, Rect{5, 3, 1}, 1}, // from its right column, not from its anchor
		{Rect{3, 3, 2}, Rect{2, 2, 1}, 1},
		{Rect{3, 3, 3}, Rect{7, 9, 2}, 4},
		{Rect{0, 0, 4}, Rect{1, 1, 1}, 0},
	} {
		if Gap(c.a, c.b) != c.want || Gap(c.b, c.a) != c.want {
			t.Errorf("%v to %v: %d, want %d", c.a, c.b, Gap(c.a, c.b), c.want)
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 5000 {
		a, b := Rect{r.IntN(9), r.IntN(9), 1 + r.IntN(4)}, Rect{r.IntN(9), r.IntN(9), 1 + r.IntN(4)}
		want := 1 << 20
		for _, p := range Footprint(a, nil) {
			for _, q := range Footprint(b, nil) {
				x, y := XY(p)
				u, v := XY(q)
				want = min(want, max(x-u, u-x, y-v, v-y))
			}
		}
		if Gap(a, b) != want {
			t.Fatalf("%v to %v: %d, want %d", a, b, Gap(a, b), want)
		}
		g := Grid{10, 11}
		d := r.IntN(4)
		var near []Cell
		for y := range g.H {
			for x := range g.W {
				if Gap(a, Rect{x, y, 1}) <= d {
					near = append(near, At(x, y))
				}
			}
		}
		if got := Within(g, a, d, nil); !slices.Equal(got, near) {
			t.Fatalf("within %d of %v: %v, want %v", d, a, got, near)
		}
	}
}

func TestFootprintAndSteps(t *testing.T) {
	if got := Footprint(Rect{2, 5, 2}, nil); !slices.Equal(got, cells(2, 5, 3, 5, 2, 6, 3, 6)) {
		t.Errorf("footprint: %v", got)
	}
	g := Grid{3, 3}
	if got := Neighbours(g, At(1, 1), nil); !slices.Equal(got, cells(0, 0, 1, 0, 2, 0, 0, 1, 2, 1, 0, 2, 1, 2, 2, 2)) {
		t.Errorf("neighbours: %v", got)
	}
	if got := Neighbours(g, At(0, 0), nil); !slices.Equal(got, cells(1, 0, 0, 1, 1, 1)) {
		t.Errorf("in the corner: %v", got)
	}
	if got := Neighbours(g.Anchors(2), At(1, 1), nil); !slices.Equal(got, cells(0, 0, 1, 0, 0, 1)) {
		t.Errorf("of a large base: %v", got)
	}
	if got := StepsAway(Grid{9, 9}, Rect{3, 3, 2}, Rect{2, 3, 1}, nil); !slices.Equal(got, cells(4, 2, 4, 3, 4, 4)) {
		t.Errorf("away: %v", got)
	}
	if !LeadsAway(At(3, 3), At(4, 4), 2, Rect{2, 3, 1}) || LeadsAway(At(3, 3), At(3, 4), 2, Rect{2, 3, 1}) {
		t.Error("leads away")
	}
	for d := range Directions {
		if got := DirectionOf(At(5, 5), Step(At(5, 5), d)); got != d {
			t.Errorf("direction %d is %d", d, got)
		}
	}
	for _, c := range cells(5, 5, 7, 5, 5, 3, 100, 100) {
		if DirectionOf(At(5, 5), c) != -1 {
			t.Errorf("%d is no neighbour", c)
		}
	}
	if Step(At(0, 0), 0) != NoCell || Step(NoCell, 7) != NoCell || DirectionOf(NoCell, At(0, 0)) != -1 {
		t.Error("steps from and to nowhere")
	}
	for _, c := range [][8]int{{1, 1, 2, 2, 2, 1, 1, 2}, {2, 2, 1, 1, 2, 1, 1, 2}, {2, 1, 1, 2, 1, 1, 2, 2}} {
		a, b, ok := Beside(At(c[0], c[1]), At(c[2], c[3]))
		if !ok || a != At(c[4], c[5]) || b != At(c[6], c[7]) {
			t.Errorf("beside %v: %d %d %v", c, a, b, ok)
		}
	}
	if _, _, ok := Beside(At(1, 1), At(1, 2)); ok {
		t.Error("a straight step has no corner")
	}
}

func BenchmarkGap(b *testing.B) {
	b.ReportAllocs()
	n := 0
	for i := 0; b.Loop(); i++ {
		n += Gap(Rect{i & 15, 3, 2}, Rect{7, i & 7, 1})
	}
	sink = n
}
