package dice

import (
	"errors"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range [][2]string{
		{"d6", "d6"}, {"1d6", "d6"}, {"2d6", "2d6"}, {"d%", "d100"}, {"2d6+3", "2d6+3"}, {" 2d6 + 3 ", "2d6+3"}, {"3+2d6", "2d6+3"},
		{"4d6kh3", "4d6kh3"}, {"4d6dl1", "4d6kh3"}, {"4d6dl", "4d6kh3"}, {"4d6dh", "4d6kl3"}, {"2d20kl1", "2d20kl1"}, {"2d20kl", "2d20kl1"},
		{"2d20kh2", "2d20"}, {"2d20kl2", "2d20"}, {"2d20dl0", "2d20"}, {"3d6r2", "3d6r2"}, {"d6x", "d6x"}, {"d6x8", "d6x"}, {"d6x3", "d6x3"}, {"8d6c5", "8d6c5"},
		{"4d6kh3x2r1", "4d6r1x2kh3"}, {"d6+d6", "2d6"}, {"d4+d8+2d4", "d8+3d4"}, {"d6-d6", "d6-d6"}, {"d6-d4-1", "d6-d4-1"}, {"5-d6", "-d6+5"},
		{"-d6", "-d6"}, {"-5", "-5"}, {"1+2-4", "-1"}, {"0", "0"}, {"2d6kh1+2d6kh1", "2d6kh1+2d6kh1"}, {"d6r1+d6r1+d6", "d6+2d6r1"}, {"d6 - 3 + 3", "d6"},
		{"007d006", "7d6"}, {"1000d10000", "1000d10000"}, {"4d6c5kh4", "4d6c5"},
	} {
		p, err := Parse(c[0])
		if err != nil {
			t.Errorf("%q: %v", c[0], err)
			continue
		}
		if p.String() != c[1] {
			t.Errorf("%q is written %q, want %q", c[0], p, c[1])
		}
		again, err := Parse(p.String())
		if err != nil || !again.Equal(p) {
			t.Errorf("%q does not come back: %v %v", p, again, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		text string
		err  error
		at   int
	}{
		{"", ErrSyntax, 0}, {"d", ErrSyntax, 1}, {"x", ErrSyntax, 0}, {"2d6+", ErrSyntax, 4}, {"2d6 3", ErrSyntax, 4}, {"2D6", ErrSyntax, 1}, {"d6k", ErrSyntax, 3},
		{"d6r", ErrSyntax, 3}, {"4d6kh3kl1", ErrSyntax, 6}, {"d6r1r2", ErrSyntax, 4}, {"--d6", ErrSyntax, 1}, {"2d6*2", ErrSyntax, 3}, {"d-6", ErrSyntax, 1}, {"d6é", ErrSyntax, 2},
		{"d6\x00", ErrSyntax, 2},
		{"0d6", ErrNoDice, 0}, {"d0", ErrNoSides, 1}, {"2+3d0", ErrNoSides, 4}, {"1001d6", ErrTooManyDice, 0}, {"99999999999999999999d6", ErrTooManyDice, 0},
		{"600d6+600d4", ErrTooManyDice, 0}, {"d10001", ErrTooBig, 1}, {"d99999999999999999999", ErrTooBig, 1}, {"99999999999999999999", ErrConst, 0},
		{"9007199254740992+1", ErrConst, 17},
		{"4d6kh0", ErrKeepNone, 3}, {"4d6kh5", ErrKeepMore, 3}, {"4d6dl4", ErrKeepNone, 3}, {"4d6dl5", ErrKeepMore, 3}, {"d6r6", ErrReroll, 2}, {"d6r0", ErrReroll, 2}, {"d1r1", ErrReroll, 2},
		{"d1x", ErrExplodeOne, 2}, {"d6x0", ErrExplodeMax, 2}, {"d6x21", ErrExplodeMax, 2}, {"d6c1", ErrSuccess, 2}, {"d6c7", ErrSuccess, 2}, {"d6c0", ErrSuccess, 2},
		{"4d6kh3c5", ErrBoth, 6},
	} {
		p, err := Parse(c.text)
		var pe *ParseError
		if !errors.Is(err, c.err) || !errors.As(err, &pe) {
			t.Errorf("%q: %v, %v; want %v", c.text, p, err, c.err)
		} else if pe.Offset != c.at {
			t.Errorf("%q: fault at %d, want %d: %v", c.text, pe.Offset, c.at, err)
		}
	}
}

func TestPoolArithmetic(t *testing.T) {
	a, b := must(t, "2d6+3"), must(t, "d6-d4+1")
	sum, err := Add(a, b)
	if err != nil || sum.String() != "3d6-d4+4" {
		t.Errorf("%v + %v = %v, %v", a, b, sum, err)
	}
	diff, err := Sub(a, b)
	if err != nil || diff.String() != "2d6+d4-d6+2" {
		t.Errorf("%v - %v = %v, %v", a, b, diff, err)
	}
	if a.String() != "2d6+3" || b.String() != "d6-d4+1" {
		t.Errorf("the operands changed: %v, %v", a, b)
	}
	if !a.AddConst(-3).Equal(Dice(2, 6)) || a.AddConst(-3).Equal(a) || !Number(4).IsConst() || a.DiceCount() != 2 {
		t.Error("constants")
	}
	if _, err := Add(must(t, "600d6"), must(t, "600d6")); !errors.Is(err, ErrTooManyDice) {
		t.Errorf("1200 dice: %v", err)
	}
	if _, err := Make(0, Term{N: 1, Sides: 6, Explode: 1}, Term{N: 1, Sides: 1, Explode: 1}); !errors.Is(err, ErrExplodeOne) {
		t.Errorf("make: %v", err)
	}
	var buf [8]Term
	if n := testing.AllocsPerRun(100, func() { _, _ = AddInto(buf[:0], a, b) }); n > 0 {
		t.Errorf("AddInto: %v allocations", n)
	}
	x, _ := AddInto(buf[:0], a, b)
	if !x.Equal(sum) {
		t.Errorf("AddInto: %v", x)
	}
	if s := (Term{N: 2, Sides: 6, Neg: true}).String(); s != "-2d6" {
		t.Error(s)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range small {
		f.Add(s)
	}
	for _, s := range []string{"4d6kh3x2r1", "600d6+600d4", "1d", "--", "d6x21", "9007199254740993", "d6d", "d%dl"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			var pe *ParseError
			if !errors.As(err, &pe) || pe.Offset < 0 || pe.Offset > len(text) || pe.Error() == "" {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		again, err := Parse(p.String())
		if err != nil || !again.Equal(p) || again.String() != p.String() {
			t.Fatalf("%q -> %q -> %q, %v", text, p, again, err)
		}
		lo, hi := p.Bounds()
		r := Seeded(uint64(len(text)), 0)
		s := r
		v := p.Sample(&r)
		w, faces := p.SampleFaces(&s, nil)
		if v < lo || v > hi || v != w || r != s || len(faces) < p.DiceCount() {
			t.Fatalf("%q: %d and %d, from %d to %d", p, v, w, lo, hi)
		}
		if p.DiceCount() <= 20 && hi-lo < 500 {
			d, err := p.Dist()
			if err != nil {
				t.Fatalf("%q: %v", p, err)
			}
			if _, ok := d.Index(v); !ok {
				t.Fatalf("%q threw %d, which has no odds", p, v)
			}
		}
	})
}
