package space

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

func pt(x, y int64) Point { p, _ := PointAt(x, y); return p }

func TestPoints(t *testing.T) {
	for _, x := range []int64{0, 1, -1, 7, -300, MaxPoint, -MaxPoint} {
		for _, y := range []int64{0, 1, -1, 12, -500, MaxPoint, -MaxPoint} {
			p, ok := PointAt(x, y)
			if u, v := PointXY(p); !ok || u != x || v != y {
				t.Errorf("%d, %d becomes %d, %d", x, y, u, v)
			}
		}
	}
	if _, ok := PointAt(MaxPoint+1, 0); ok {
		t.Error("beyond the plane")
	}
	if _, ok := PointAt(0, -MaxPoint-1); ok {
		t.Error("beyond the plane")
	}
}

func TestRoot(t *testing.T) {
	check := func(n int64) {
		want := new(big.Int).Sqrt(big.NewInt(n)).Int64()
		if got := Root(n); got != want {
			t.Fatalf("the root of %d is %d, not %d", n, want, got)
		}
	}
	for n := range int64(5000) {
		check(n)
	}
	r := rand.New(rand.NewPCG(3, 3))
	for range 20000 {
		k := r.Int64N(1 << 31)
		check(k * k)
		check(max(0, k*k-1))
		check(r.Int64N(1 << 62))
	}
	check(1<<63 - 1)
}

func TestDistance(t *testing.T) {
	a := Box(0, 0, 300, 1000)
	for _, c := range []struct {
		a, b Shape
		want int64
	}{
		{Spot(pt(0, 0)), Spot(pt(300, 400)), 500},
		{Spot(pt(-100, -100)), Spot(pt(100, 100)), 282},
		{a, Spot(pt(600, 1400)), 500},
		{a, Spot(pt(100, 100)), 0},
		{a, Spot(pt(300, 1000)), 0},
		{a, Box(400, -200, 500, -100), 141},
		{Disc(0, 0, 100), Spot(pt(300, 400)), 400},
		{Disc(0, 0, 100), Disc(300, 400, 100), 300},
		{Disc(0, 0, 100), Disc(50, 0, 10), 0},
		{Disc(500, 500, 50), a, 150},
		{Spot(pt(-MaxPoint, -MaxPoint)), Spot(pt(MaxPoint, MaxPoint)), 1518500249},
	} {
		if got, back := Distance(c.a, c.b), Distance(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("%v to %v: %d, back %d, want %d", c.a, c.b, got, back, c.want)
		}
	}
}

func TestEnters(t *testing.T) {
	box, wall, disc := Box(0, 0, 10, 10), Box(5, 0, 5, 10), Disc(0, 0, 10)
	for _, c := range []struct {
		s    Shape
		p, q Point
		want bool
	}{
		{box, pt(-5, 5), pt(15, 5), true},
		{box, pt(-5, 0), pt(15, 0), false},  // along a side
		{box, pt(-5, 5), pt(5, -5), false},  // through the corner only
		{box, pt(-5, 6), pt(6, -5), true},   // just inside of it
		{box, pt(-5, 5), pt(0, 5), false},   // up to the side
		{box, pt(-5, 5), pt(1, 5), true},    // one further
		{box, pt(5, 5), pt(5, 5), true},     // standing in it
		{box, pt(0, 5), pt(0, 5), false},    // standing at it
		{box, pt(3, 3), pt(4, 4), true},     // all inside
		{box, pt(-5, 20), pt(20, -4), true}, // past the corner, and in
		{box, pt(-5, 26), pt(26, -5), false},
		{wall, pt(0, 5), pt(10, 5), true},
		{wall, pt(0, 5), pt(5, 5), true}, // a wall without width holds whoever reaches it
		{wall, pt(0, 5), pt(4, 5), false},
		{wall, pt(0, 0), pt(10, 0), false}, // round its end
		{wall, pt(0, -5), pt(10, 5), false},
		{wall, pt(0, -4), pt(10, 6), true},
		{wall, pt(5, -5), pt(5, 5), true},
		{wall, pt(5, -5), pt(5, 0), false},
		{Box(0, 5, 10, 5), pt(5, 0), pt(5, 10), true},
		{Box(5, 5, 5, 5), pt(5, 0), pt(5, 10), false},
		{disc, pt(-20, 0), pt(20, 0), true},
		{disc, pt(-20, 10), pt(20, 10), false}, // it touches
		{disc, pt(-20, 9), pt(20, 9), true},
		{disc, pt(20, 0), pt(10, 0), false},
		{disc, pt(20, 0), pt(9, 0), true},
		{disc, pt(0, 0), pt(0, 0), true},
		{Shape{}, pt(0, 0), pt(1, 1), false},
	} {
		if got, back := c.s.Enters(c.p, c.q), c.s.Enters(c.q, c.p); got != c.want || back != c.want {
			px, py := PointXY(c.p)
			qx, qy := PointXY(c.q)
			t.Errorf("%v, from %d,%d to %d,%d: %v, back %v", c.s, px, py, qx, qy, got, back)
		}
	}
}

// TestEntersOracle asks rationals where a leg is inside of a box.
func TestEntersOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	for range 20000 {
		s := Box(int64(r.IntN(12)), int64(r.IntN(12)), int64(r.IntN(12)), int64(r.IntN(12)))
		if s.X == s.X2 || s.Y == s.Y2 {
			continue
		}
		a, b, c, d := int64(r.IntN(16)-2), int64(r.IntN(16)-2), int64(r.IntN(16)-2), int64(r.IntN(16)-2)
		lo, hi := big.NewRat(0, 1), big.NewRat(1, 1)
		open := true
		clip := func(p, q, from, to int64) {
			if p == q {
				open = open && p > from && p < to
				return
			}
			x, y := big.NewRat(from-p, q-p), big.NewRat(to-p, q-p)
			if x.Cmp(y) > 0 {
				x, y = y, x
			}
			if x.Cmp(lo) > 0 {
				lo = x
			}
			if y.Cmp(hi) < 0 {
				hi = y
			}
		}
		clip(a, c, s.X, s.X2)
		clip(b, d, s.Y, s.Y2)
		want := open && (lo.Cmp(hi) < 0 || a == c && b == d)
		if got := s.Enters(pt(a, b), pt(c, d)); got != want {
			t.Fatalf("%v from %d,%d to %d,%d: %v", s, a, b, c, d, got)
		}
		if from, to, ok := s.Piece(pt(a, b), pt(c, d)); ok && (!want || from < 0 || to > Length(pt(a, b), pt(c, d)) || from >= to) {
			t.Fatalf("%v from %d,%d to %d,%d: piece %d..%d", s, a, b, c, d, from, to)
		}
	}
}

func TestPiece(t *testing.T) {
	for _, c := range []struct {
		s        Shape
		p, q     Point
		from, to int64
		ok       bool
	}{
		{Box(0, 0, 300, 1000), pt(0, 500), pt(300, 500), 0, 300, true},
		{Box(0, 0, 300, 1000), pt(-200, 500), pt(600, 500), 200, 500, true},
		{Box(0, 0, 300, 1000), pt(600, 500), pt(-200, 500), 300, 600, true},
		{Box(100, 100, 200, 200), pt(0, 0), pt(300, 300), 141, 282, true},
		{Box(0, 0, 300, 1000), pt(-200, 0), pt(600, 0), 0, 0, false},
		{Disc(0, 0, 100), pt(-300, 0), pt(300, 0), 200, 400, true},
		{Disc(0, 0, 100), pt(-300, 60), pt(300, 60), 220, 380, true},
		{Disc(0, 0, 100), pt(0, 0), pt(300, 0), 0, 100, true},
	} {
		from, to, ok := c.s.Piece(c.p, c.q)
		if from != c.from || to != c.to || ok != c.ok {
			t.Errorf("%v: %d..%d %v, want %d..%d", c.s, from, to, ok, c.from, c.to)
		}
	}
	if x, y := PointXY(Along(pt(-100, 0), pt(-400, -400), 250)); x != -250 || y != -200 {
		t.Errorf("half way: %d, %d", x, y)
	}
}

func FuzzPiece(f *testing.F) {
	f.Add(int32(0), int32(5), int32(30), int32(5), int32(10), int32(0), int32(20), int32(10), uint16(0))
	f.Add(int32(-99), int32(5), int32(30), int32(77), int32(10), int32(0), int32(10), int32(0), uint16(40))
	f.Fuzz(func(t *testing.T, a, b, c, d, x, y, x2, y2 int32, r uint16) {
		lim := func(v int32) int64 { return int64(v) % (MaxPoint / 2) }
		s := Box(lim(x), lim(y), lim(x2), lim(y2))
		if r > 0 {
			s = Disc(lim(x), lim(y), int64(r))
		}
		p, q := pt(lim(a), lim(b)), pt(lim(c), lim(d))
		from, to, ok := s.Piece(p, q)
		if ok && (!s.Enters(p, q) || from < 0 || to > Length(p, q) || from >= to) {
			t.Fatalf("%v: %d..%d", s, from, to)
		}
		if s.Enters(p, q) != s.Enters(q, p) {
			t.Fatal("there and back differ")
		}
		if s.Enters(p, q) && Distance(s, Spot(p)) > Length(p, q)+1 {
			t.Fatal("entered without being reached")
		}
	})
}
