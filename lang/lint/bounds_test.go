package lint

import (
	"testing"

	"rulec/lang/ir"
)

func TestQuotient(t *testing.T) {
	two := between{2, 2}
	for _, c := range []struct {
		op   ir.Op
		x, y between
		want between
	}{
		{ir.FloorOp, between{-3, 7}, two, between{-2, 3}},
		{ir.CeilOp, between{-3, 7}, two, between{-1, 4}},
		{ir.NearestOp, between{-3, 7}, two, between{-1, 4}},
		{ir.FloorOp, between{4, 4}, between{-2, -2}, anything},
		{ir.FloorOp, between{4, 4}, between{1, 2}, anything},
		{ir.FloorOp, anything, two, anything},
	} {
		if got := quotient(c.op, c.x, c.y); got != c.want {
			t.Errorf("%v %v / %v is %v, want %v", c.op, c.x, c.y, got, c.want)
		}
	}
}

// Whatever numbers lie between, what is made of them lies between what is made of
// the bounds, and a comparison that bounds decide is decided so for all of them.
func TestBoundsHold(t *testing.T) {
	ops := []ir.Op{ir.EqOp, ir.NeOp, ir.LtOp, ir.LeOp, ir.GtOp, ir.GeOp}
	holds := map[ir.Op]func(a, b int64) bool{
		ir.EqOp: func(a, b int64) bool { return a == b }, ir.NeOp: func(a, b int64) bool { return a != b },
		ir.LtOp: func(a, b int64) bool { return a < b }, ir.LeOp: func(a, b int64) bool { return a <= b },
		ir.GtOp: func(a, b int64) bool { return a > b }, ir.GeOp: func(a, b int64) bool { return a >= b },
	}
	for n := range int64(6 * 6 * 6 * 6) {
		x := between{n%6 - 3, n / 6 % 6}
		y := between{n/36%6 - 3, n / 216 % 6}
		if x.lo > x.hi || y.lo > y.hi {
			continue
		}
		p := product(x, y)
		for a := x.lo; a <= x.hi; a++ {
			for b := y.lo; b <= y.hi; b++ {
				if a*b < p.lo || a*b > p.hi {
					t.Fatalf("%d * %d is not in %v", a, b, p)
				}
				for _, op := range ops {
					if r := compare(op, x, y); flag(holds[op](a, b)) < r.lo || flag(holds[op](a, b)) > r.hi {
						t.Fatalf("%d and %d by %v: %v for %v and %v", a, b, op, r, x, y)
					}
				}
			}
		}
	}
}

func TestSqueeze(t *testing.T) {
	for in, want := range map[string]string{
		"a . b ( c,d )":        "a.b(c, d)",
		"a  +\n  b // why\n+c": "a + b +c",
		`"a  b" == " //"`:      `"a  b" == " //"`,
		`"\"  "  x`:            `"\"  " x`,
		"":                     "",
	} {
		if got := squeeze(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestOneLetter(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"shelter", "shleter", true}, {"shelter", "sheltr", true}, {"sshelter", "shelter", true},
		{"shelter", "shelters", false}, {"shelter", "sheltee", false}, {"level_1", "level_2", false},
		{"level1x", "levelx", false}, {"grabbed", "grappled", false}, {"same", "same", false}, {"", "a", false},
	} {
		if got := oneLetter(c.a, c.b); got != c.want || oneLetter(c.b, c.a) != c.want {
			t.Errorf("%s, %s: %t", c.a, c.b, got)
		}
	}
}
