package space

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// sampled finds the cells that a segment crosses in another way: it cuts the
// segment at every grid line it meets, and looks where the middle of each piece
// lies. Coordinates are numbered in units of 1/s of a cell.
func sampled(px, py, qx, qy, s int64) []Cell {
	ts := []*big.Rat{big.NewRat(0, 1), big.NewRat(1, 1)}
	cut := func(p, q int64) {
		if p == q {
			return
		}
		for g := min(p, q) - 1; g <= max(p, q)+1; g++ {
			if g%s == 0 {
				if t := big.NewRat(g-p, q-p); t.Sign() > 0 && t.Cmp(ts[1]) < 0 {
					ts = append(ts, t)
				}
			}
		}
	}
	cut(px, qx)
	cut(py, qy)
	slices.SortFunc(ts, (*big.Rat).Cmp)
	var out []Cell
	half, side := big.NewRat(1, 2), big.NewRat(1, s)
	for i := 1; i < len(ts); i++ {
		if ts[i].Cmp(ts[i-1]) == 0 {
			continue
		}
		m := new(big.Rat).Add(ts[i], ts[i-1])
		m.Mul(m, half)
		at := func(p, q int64) (int, bool) {
			x := new(big.Rat).Mul(m, big.NewRat(q-p, 1))
			x.Add(x, big.NewRat(p, 1)).Mul(x, side)
			return int(new(big.Int).Div(x.Num(), x.Denom()).Int64()), !x.IsInt()
		}
		x, inX := at(px, qx)
		y, inY := at(py, qy)
		if inX && inY && (px != qx || py != qy) {
			out = append(out, At(x, y))
		}
	}
	return out
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func checkCrossed(t *testing.T, px, py, qx, qy int) {
	t.Helper()
	p, q := CornerAt(px, py), CornerAt(qx, qy)
	got := CrossedCells(p, q, nil)
	if want := sampled(int64(px), int64(py), int64(qx), int64(qy), 1); !slices.Equal(got, want) {
		t.Fatalf("(%d,%d)-(%d,%d): %v, want %v", px, py, qx, qy, got, want)
	}
	dx, dy := max(px-qx, qx-px), max(py-qy, qy-py)
	want := 0
	if dx > 0 && dy > 0 {
		want = dx + dy - gcd(dx, dy)
	}
	if len(got) != want {
		t.Fatalf("(%d,%d)-(%d,%d): %d cells, want %d", px, py, qx, qy, len(got), want)
	}
	back := CrossedCells(q, p, nil)
	slices.Reverse(back)
	if !slices.Equal(got, back) {
		t.Fatalf("(%d,%d)-(%d,%d): there %v, back %v", px, py, qx, qy, got, back)
	}
	n := 0
	if Crossed(p, q, func(c Cell) bool { n++; return c != got[n-1] }) || n != len(got) {
		t.Fatal("the visiting form differs")
	}
	if len(got) > 0 && (!Crossed(p, q, func(c Cell) bool { n = -1; return true }) || n != -1) {
		t.Fatal("the visiting form does not stop")
	}
}

func TestCrossed(t *testing.T) {
	for px := range 6 {
		for py := range 6 {
			for qx := range 7 {
				for qy := range 7 {
					checkCrossed(t, px, py, qx, qy)
				}
			}
		}
	}
	checkCrossed(t, 0, 0, 32768, 32768-1)
	checkCrossed(t, 0, 9, 300, 0)
	if got := CrossedCells(CornerAt(0, 0), CornerAt(3, 3), nil); !slices.Equal(got, cells(0, 0, 1, 1, 2, 2)) {
		t.Errorf("diagonal: %v", got)
	}
	if CornerAt(32769, 0) != -1 || CrossedCells(-1, 0, nil) != nil {
		t.Error("corners outside")
	}
}

func FuzzCrossed(f *testing.F) {
	f.Add(uint16(0), uint16(0), uint16(3), uint16(3))
	f.Add(uint16(9), uint16(2), uint16(0), uint16(7))
	f.Fuzz(func(t *testing.T, a, b, c, d uint16) {
		checkCrossed(t, int(a%200), int(b%200), int(c%200), int(d%200))
		checkBetween(t, Rect{int(a % 90), int(b % 90), 1 + int(a>>8)%5}, Rect{int(c % 90), int(d % 90), 1 + int(d>>8)%5})
	})
}

func checkBetween(t *testing.T, a, b Rect) {
	t.Helper()
	got := CrossedBetween(a, b, nil)
	want := sampled(int64(2*a.X+a.N), int64(2*a.Y+a.N), int64(2*b.X+b.N), int64(2*b.Y+b.N), 2)
	if !slices.Equal(got, want) {
		t.Fatalf("from %v to %v: %v, want %v", a, b, got, want)
	}
}

func TestCrossedBetween(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for range 3000 {
		checkBetween(t, Rect{r.IntN(12), r.IntN(12), 1 + r.IntN(4)}, Rect{r.IntN(12), r.IntN(12), 1 + r.IntN(4)})
	}
	for _, c := range []struct {
		a, b Rect
		want []Cell
	}{
		{Rect{0, 0, 1}, Rect{3, 0, 1}, cells(0, 0, 1, 0, 2, 0, 3, 0)},
		{Rect{0, 0, 1}, Rect{2, 2, 1}, cells(0, 0, 1, 1, 2, 2)},
		{Rect{0, 0, 2}, Rect{4, 0, 2}, nil}, // along the line between two rows
		{Rect{0, 0, 1}, Rect{0, 0, 1}, nil},
		{Rect{-1, 0, 1}, Rect{4, 0, 1}, nil},
	} {
		if got := CrossedBetween(c.a, c.b, nil); !slices.Equal(got, c.want) {
			t.Errorf("from %v to %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// sheltered asks, as a game could, whether from every corner of a set some line to
// a corner of a cell crosses one of some cells.
func sheltered(from []Corner, target Cell, walls []Cell) bool {
	for _, p := range from {
		if !spoilt(p, target, walls) {
			return false
		}
	}
	return true
}

func spoilt(p Corner, target Cell, walls []Cell) bool {
	for _, q := range Corners(RectAt(target, 1), nil) {
		if Crossed(p, q, func(c Cell) bool { return slices.Contains(walls, c) }) {
			return true
		}
	}
	return false
}

// TestCornersLedger has the positions of the ledger, A-COV-12 to -16, moved by one
// where they would be negative.
func TestCornersLedger(t *testing.T) {
	if got := Corners(Rect{2, 3, 1}, nil); !slices.Equal(got, cells(2, 3, 3, 3, 2, 4, 3, 4)) {
		t.Errorf("corners of a cell: %v", got)
	}
	for n := 1; n <= 5; n++ {
		out, all := Corners(Rect{4, 4, n}, nil), Vertices(Rect{4, 4, n}, nil)
		if len(out) != 4*n || len(all) != (n+1)*(n+1) || !slices.IsSorted(out) || !slices.IsSorted(all) {
			t.Errorf("base of %d: %d corners, %d with those inside", n, len(out), len(all))
		}
	}
	one := func(x, y int) []Corner { return Corners(Rect{x, y, 1}, nil) }
	for _, c := range []struct {
		name   string
		from   []Corner
		target Cell
		walls  []Cell
		want   bool
	}{
		{"12", one(0, 0), At(3, 1), cells(1, 1), false},
		{"14 corridor", one(0, 1), At(4, 1), cells(2, 2, 2, 0), false},
		{"14 beside a wall", one(0, 0), At(1, 0), cells(0, 1, 1, 1), false},
		{"11", one(0, 0), At(4, 0), cells(2, 0), true},
		{"16 there", one(0, 0), At(1, 2), cells(1, 1), true},
		{"16 back", one(1, 2), At(0, 0), cells(1, 1), false},
		{"15", Corners(Rect{0, 0, 2}, nil), At(4, 0), cells(2, 0), false},
		{"15 one cell", one(0, 0), At(4, 0), cells(2, 0), true},
	} {
		if got := sheltered(c.from, c.target, c.walls); got != c.want {
			t.Errorf("A-COV-%s: %v", c.name, got)
		}
	}
	if !spoilt(CornerAt(1, 1), At(3, 1), cells(1, 1)) || spoilt(CornerAt(1, 0), At(3, 1), cells(1, 1)) {
		t.Error("A-COV-12")
	}
	if spoilt(CornerAt(2, 2), At(4, 0), cells(2, 0)) {
		t.Error("A-COV-15: vertex (2,2)")
	}
}

// TestCornersInside shows why there are Vertices besides Corners: a corner inside
// of a large base can be the only clear one.
func TestCornersInside(t *testing.T) {
	base, target, inside := Rect{4, 4, 2}, At(12, 2), CornerAt(5, 5)
	open := []Cell{target}
	for _, q := range Corners(RectAt(target, 1), nil) {
		open = CrossedCells(inside, q, open)
	}
	var walls []Cell
	for _, c := range Within(Grid{14, 14}, base, 20, nil) {
		if !base.Covers(c) && !slices.Contains(open, c) {
			walls = append(walls, c)
		}
	}
	if !sheltered(Corners(base, nil), target, walls) || sheltered(Vertices(base, nil), target, walls) {
		t.Error("the corner inside makes no difference")
	}
	// The corners of a set of cells are those of each.
	if got := CornersOf(Footprint(base, nil), nil); !slices.Equal(got, Vertices(base, nil)) {
		t.Errorf("corners of a set: %v", got)
	}
	if got := CornersOf(cells(0, 0, 2, 0), cells(9, 9)); !slices.Equal(got, cells(9, 9, 0, 0, 1, 0, 2, 0, 3, 0, 0, 1, 1, 1, 2, 1, 3, 1)) {
		t.Errorf("corners of two cells apart: %v", got)
	}
}

func TestCuts(t *testing.T) {
	c := CornerAt
	for _, x := range []struct {
		p, q, a, b Corner
		want       bool
	}{
		{c(0, 0), c(4, 4), c(0, 4), c(4, 0), true},
		{c(0, 0), c(4, 4), c(2, 2), c(4, 0), false}, // an end touches
		{c(0, 0), c(4, 0), c(2, 0), c(6, 0), false}, // along each other
		{c(0, 0), c(1, 1), c(0, 4), c(4, 0), false},
		{c(0, 1), c(5, 2), c(3, 0), c(3, 3), true},
		{c(0, 0), c(32768, 32768), c(0, 32768), c(32768, 0), true},
	} {
		if Cuts(x.p, x.q, x.a, x.b) != x.want || Cuts(x.b, x.a, x.q, x.p) != x.want {
			t.Errorf("%v", x)
		}
	}
}

func TestStraightAndRays(t *testing.T) {
	for _, c := range []struct {
		path []Cell
		want bool
	}{
		{nil, true}, {cells(6, 5), true}, {cells(6, 6, 7, 7, 8, 8), true}, {cells(6, 6, 7, 6), false}, {cells(7, 5), false}, {cells(6, 5, 8, 5), false},
		{cells(5, 5), false}, {cells(4, 5, 5, 5), false},
	} {
		if Straight(c.path, At(5, 5)) != c.want {
			t.Errorf("%v: %v", c.path, !c.want)
		}
	}
	g := Grid{7, 7}
	var buf [8]Cell
	wall := At(3, 5)
	count := 0
	Rays(g, At(3, 3), 2, 3, buf[:0], func(_, to Cell) bool { return to != wall }, func(way []Cell) bool {
		count++
		if len(way) < 2 || len(way) > 3 || !Straight(way, At(3, 3)) || slices.Contains(way, wall) {
			t.Errorf("%v", way)
		}
		return false
	})
	if count != 7*2 {
		t.Errorf("%d rays", count)
	}
	if !Rays(g, At(0, 0), 1, 99, nil, nil, func(way []Cell) bool { return len(way) == 6 }) {
		t.Error("rays do not reach the wall of the grid")
	}
	if Rays(g, At(0, 0), 1, 99, nil, nil, func(way []Cell) bool { return len(way) == 7 }) {
		t.Error("rays leave the grid")
	}
	if n := testing.AllocsPerRun(100, func() {
		Rays(g, At(3, 3), 1, 8, buf[:0], nil, func(way []Cell) bool { sink += len(way); return false })
	}); n > 0 {
		t.Errorf("Rays: %v allocations", n)
	}
}

func BenchmarkCrossedCells(b *testing.B) {
	b.ReportAllocs()
	var buf [64]Cell
	p, q := CornerAt(2, 3), CornerAt(13, 10)
	for b.Loop() {
		sink += len(CrossedCells(p, q, buf[:0]))
	}
}

func BenchmarkCrossed(b *testing.B) {
	b.ReportAllocs()
	p, q := CornerAt(2, 3), CornerAt(13, 10)
	for b.Loop() {
		if Crossed(p, q, func(c Cell) bool { return c == 5 }) {
			sink++
		}
	}
}

func BenchmarkCrossedBetween(b *testing.B) {
	b.ReportAllocs()
	var buf [64]Cell
	for b.Loop() {
		sink += len(CrossedBetween(Rect{2, 3, 1}, Rect{13, 10, 2}, buf[:0]))
	}
}
