package dice

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"
)

func must(t testing.TB, text string) Pool {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func odds(t testing.TB, text string) *Dist {
	t.Helper()
	d, err := must(t, text).Dist()
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return d
}

// outcome is one thing that can happen, with its probability.
type outcome struct {
	v int64
	p *big.Rat
}

// throws lists, the plain way, everything one die of a term can come to.
func throws(t Term, extra int) []outcome {
	var out []outcome
	side := big.NewRat(1, int64(t.Sides))
	var face func(f int, p *big.Rat)
	face = func(f int, p *big.Rat) {
		v := int64(f)
		if t.Success > 0 {
			v = 0
			if f >= t.Success {
				v = 1
			}
		}
		if f == t.Sides && extra < t.Explode {
			for _, o := range throws(t, extra+1) {
				out = append(out, outcome{v + o.v, new(big.Rat).Mul(p, o.p)})
			}
			return
		}
		out = append(out, outcome{v, p})
	}
	for f := 1; f <= t.Sides; f++ {
		if f <= t.Reroll {
			for g := 1; g <= t.Sides; g++ {
				face(g, new(big.Rat).Mul(side, side))
			}
			continue
		}
		face(f, side)
	}
	return out
}

// brute goes through all throws of a pool.
func brute(p Pool) map[int64]*big.Rat {
	all := map[int64]*big.Rat{p.Const: big.NewRat(1, 1)}
	for _, t := range p.Terms {
		one := throws(t, 0)
		sums := map[int64]*big.Rat{}
		values := make([]int64, 0, t.N)
		var rec func(pr *big.Rat)
		rec = func(pr *big.Rat) {
			if len(values) == t.N {
				v := slices.Clone(values)
				slices.Sort(v)
				if t.Keep > 0 && t.KeepLow {
					v = v[:t.Keep]
				} else if t.Keep > 0 {
					v = v[t.N-t.Keep:]
				}
				sum := int64(0)
				for _, x := range v {
					sum += x
				}
				if t.Neg {
					sum = -sum
				}
				if sums[sum] == nil {
					sums[sum] = new(big.Rat)
				}
				sums[sum].Add(sums[sum], pr)
				return
			}
			for _, o := range one {
				values = append(values, o.v)
				rec(new(big.Rat).Mul(pr, o.p))
				values = values[:len(values)-1]
			}
		}
		rec(big.NewRat(1, 1))
		next := map[int64]*big.Rat{}
		for a, pa := range all {
			for b, pb := range sums {
				if next[a+b] == nil {
					next[a+b] = new(big.Rat)
				}
				next[a+b].Add(next[a+b], new(big.Rat).Mul(pa, pb))
			}
		}
		all = next
	}
	return all
}

var small = []string{
	"7", "0", "d6", "2d6", "3d4+2", "d%", "2d6-3", "d1", "3d1", "4d6kh3", "4d6dl1", "4d6kl3", "2d20kh1", "2d20kl1", "3d6kh2",
	"5d4kh2", "5d3kl4", "6d2kh3", "3d1kh2", "2d6r2", "3d4r1kh2", "d6x2", "2d4x3", "3d3x1kh2", "2d3x2kl1", "4d6c5", "3d4x2c3",
	"3d4r2c3", "d6r1x2", "d20-d4", "2d4-2d4", "d20+2d6+d4-1", "2d6kh1+d6", "-d6", "-2d4kh1-3", "d6-d6+5",
}

func TestDistAgainstAllThrows(t *testing.T) {
	for _, text := range small {
		p := must(t, text)
		d := odds(t, text)
		want := brute(p)
		for v, pr := range want {
			if d.Prob(v).Cmp(pr) != 0 {
				t.Errorf("%s: P(%d) = %v, by going through all throws %v", text, v, d.Prob(v), pr)
			}
		}
		if d.Len() != len(want) {
			t.Errorf("%s: %d values, want %d", text, d.Len(), len(want))
		}
		lo, hi := p.Bounds()
		if d.Min() != lo || d.Max() != hi {
			t.Errorf("%s: from %d to %d, bounds say %d to %d", text, d.Min(), d.Max(), lo, hi)
		}
		checkDist(t, text, d)
	}
}

// checkDist looks at what holds for every distribution.
func checkDist(t *testing.T, name string, d *Dist) {
	t.Helper()
	sum, g := new(big.Int), new(big.Int)
	for i := range d.Len() {
		if d.Weight(i).Sign() <= 0 {
			t.Errorf("%s: weight %v of %d", name, d.Weight(i), d.Value(i))
		}
		if i > 0 && d.Value(i) <= d.Value(i-1) {
			t.Errorf("%s: values do not ascend", name)
		}
		sum.Add(sum, d.Weight(i))
		g.GCD(nil, nil, g, d.Weight(i))
	}
	if sum.Cmp(d.Total()) != 0 || g.Cmp(big.NewInt(1)) != 0 || limbs(d.total) != d.k {
		t.Errorf("%s: weights %v of %v, common divisor %v, %d words", name, sum, d.Total(), g, d.k)
	}
}

func TestKnownOdds(t *testing.T) {
	for _, c := range []struct {
		text string
		v    int64
		num  int64
		den  int64
	}{
		{"2d6", 7, 1, 6},
		{"2d6", 12, 1, 36},
		{"4d6kh3", 18, 21, 1296},
		{"4d6kh3", 3, 1, 1296},
		{"2d20kh1", 20, 39, 400},
		{"d6x", 6, 0, 1},
		{"d6x", 7, 1, 36},
		{"d6r2", 1, 2, 36},
		{"d6r2", 3, 8, 36},
	} {
		if got := odds(t, c.text).Prob(c.v); got.Cmp(big.NewRat(c.num, c.den)) != 0 {
			t.Errorf("%s: P(%d) = %v, want %d/%d", c.text, c.v, got, c.num, c.den)
		}
	}
	if m := odds(t, "4d6kh3").Mean(); m.Cmp(big.NewRat(15869, 1296)) != 0 {
		t.Errorf("mean of 4d6kh3 = %v", m)
	}
	if v := odds(t, "3d6+100").Variance(); v.Cmp(big.NewRat(35, 4)) != 0 {
		t.Errorf("variance of 3d6 = %v", v)
	}
	if p := odds(t, "d20+5").ProbAtLeast(15); p.Cmp(big.NewRat(11, 20)) != 0 {
		t.Errorf("P(d20+5 >= 15) = %v", p)
	}
}

// TestLarge compares numbers of several words with a second way to the same.
func TestLarge(t *testing.T) {
	for _, text := range []string{"20d20", "50d6", "100d10", "1000d2", "30d100"} {
		p, d := must(t, text), odds(t, text)
		checkDist(t, text, d)
		half, err := Make(0, Term{N: p.Terms[0].N / 2, Sides: p.Terms[0].Sides})
		if err != nil {
			t.Fatal(err)
		}
		h, err := half.Dist()
		if err != nil {
			t.Fatal(err)
		}
		if !h.Convolve(h).Equal(d) {
			t.Errorf("%s is not twice its half", text)
		}
		if d.Len() != p.Terms[0].N*(p.Terms[0].Sides-1)+1 {
			t.Errorf("%s has %d values", text, d.Len())
		}
	}
	// Keeping all but one and the one that is left: 40d6kh39 has the mean of 40d6 less that of 40d6kl1.
	for _, text := range []string{"40d6kh39", "30d20kh5", "30d20kl25", "12d10r2kh4", "10d6x3kh4", "20d2kh10"} {
		d := odds(t, text)
		checkDist(t, text, d)
		p := must(t, text)
		rest := p.Terms[0]
		all := rest
		all.Keep, all.KeepLow = 0, false
		rest.Keep, rest.KeepLow = rest.N-rest.Keep, !rest.KeepLow
		sum := new(big.Rat).Add(d.Mean(), meanOf(t, rest))
		if sum.Cmp(meanOf(t, all)) != 0 {
			t.Errorf("%s: the kept and the dropped do not add up", text)
		}
	}
	// The highest of n by maxima.
	d6 := odds(t, "d6")
	m := d6
	for range 59 {
		m = MaxOf(m, d6)
	}
	if !m.Equal(odds(t, "60d6kh1")) {
		t.Error("60d6kh1 is not the greatest of 60")
	}
}

func meanOf(t *testing.T, term Term) *big.Rat {
	t.Helper()
	p, err := Make(0, term)
	if err != nil {
		t.Fatal(err)
	}
	d, err := p.Dist()
	if err != nil {
		t.Fatal(err)
	}
	return d.Mean()
}

func TestTooLarge(t *testing.T) {
	for _, text := range []string{"1000d10000", "500d100kh250", "1000d20kh500", "100d10000", "500d100x20", "d10000x20+d9999x20", "1000d10000x20kh999", "1000d10000x20kh2", "1000d10000r9999x20kl500"} {
		_, err := must(t, text).Dist()
		if !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := must(t, "1000d6").Dist(); err != nil {
		t.Errorf("1000d6: %v", err)
	}
	if _, err := (Pool{Terms: []Term{{N: 1}}}).Dist(); !errors.Is(err, ErrNoSides) {
		t.Errorf("a die without sides: %v", err)
	}
	if _, err := (Pool{Terms: []Term{{N: 900, Sides: 2}, {N: 900, Sides: 3}}}).Dist(); !errors.Is(err, ErrTooManyDice) {
		t.Errorf("1800 dice: %v", err)
	}
}

func TestDistAlgebra(t *testing.T) {
	d6, d8 := odds(t, "d6"), odds(t, "d8")
	if !d6.Convolve(d8).Equal(odds(t, "d6+d8")) || !d8.Convolve(d6).Equal(odds(t, "d8+d6")) {
		t.Error("convolution")
	}
	if !d6.Convolve(d8.Negate()).Equal(odds(t, "d6-d8")) {
		t.Error("difference")
	}
	if !d6.Shift(3).Equal(odds(t, "d6+3")) || d6.Shift(3).Equal(d6) || d6.Equal(d8) {
		t.Error("shift and equal")
	}
	if !MaxOf(d6, d6).Equal(odds(t, "2d6kh1")) || !MinOf(d6, d6).Equal(odds(t, "2d6kl1")) {
		t.Error("greatest and least")
	}
	if !d6.Negate().Negate().Equal(d6) {
		t.Error("negate twice")
	}
	if !d6.Map(func(v int64) int64 { return (v + 1) / 2 }).Equal(odds(t, "d3")) {
		t.Error("map")
	}
	if !Mix([]*Dist{Always(1), Always(2).Convolve(odds(t, "d2")), Always(2)}, []*big.Int{big.NewInt(1), big.NewInt(0), big.NewInt(1)}).Equal(odds(t, "d2")) {
		t.Error("mix")
	}
	far := NewDist([]int64{0, 1 << 40}, []*big.Int{big.NewInt(2), big.NewInt(2)})
	sum := far.Convolve(far).Convolve(far)
	if sum.Len() != 4 || sum.Prob(1<<41).Cmp(big.NewRat(3, 8)) != 0 {
		t.Errorf("values far apart: %v %v", sum.Values(), sum.Weights())
	}
	checkDist(t, "far", sum)
	w, total, ok := odds(t, "2d6").Small()
	if !ok || total != 36 || w[0] != 1 || w[5] != 6 {
		t.Errorf("small: %v of %d, %v", w, total, ok)
	}
	if _, _, ok := odds(t, "20d20").Small(); ok {
		t.Error("20d20 is not small")
	}
}

func TestDistKeptAndShared(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, text := range small {
				p, err := Parse(text)
				if err == nil {
					_, err = p.Dist()
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	p := must(t, "4d6kh3+2")
	if n := testing.AllocsPerRun(100, func() { _, _ = p.Dist() }); n > 0 {
		t.Errorf("%v allocations for odds that are known", n)
	}
}

// TestLimbs checks numbers of several words against math/big.
func TestLimbs(t *testing.T) {
	r := Seeded(1, 1)
	word := func() uint64 { return r.Uint64() >> (r.Below(64)) << r.Below(8) }
	for range 2000 {
		na, nb := 1+int(r.Below(3)), 1+int(r.Below(3))
		a, b, dst := make([]uint64, na), make([]uint64, nb), make([]uint64, na+nb+1)
		for i := range a {
			a[i] = word()
		}
		for i := range b {
			b[i] = word()
		}
		for i := range na + nb {
			dst[i] = word()
		}
		want := new(big.Int).Mul(get(a), get(b))
		want.Add(want, get(dst))
		mulAdd(dst, a, b)
		if get(dst).Cmp(want) != 0 {
			t.Fatalf("%x * %x: %x, want %x", get(a), get(b), get(dst), want)
		}
		again := make([]uint64, len(dst))
		put(again, want)
		if !slices.Equal(again, dst) {
			t.Fatalf("put %x gives %x", want, again)
		}
		addTo(again, dst)
		subFrom(again, dst)
		if !slices.Equal(again, dst) {
			t.Fatal("add and subtract")
		}
	}
}

func BenchmarkDist(b *testing.B) {
	for _, text := range strings.Fields("4d6kh3 20d20 10d6c5 3d6x d20+2d6+5 1000d6") {
		p := must(b, text)
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				clear(kept.m)
				if _, err := p.Dist(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("known", func(b *testing.B) {
		b.ReportAllocs()
		p := must(b, "4d6kh3+2")
		for b.Loop() {
			_, _ = p.Dist()
		}
	})
}
