package sim

import (
	"math"
	"math/big"
	"testing"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %v, not %v", what, got, want)
	}
}

// The table of R. G. Newcombe, Two-sided confidence intervals for the single
// proportion, Statistics in Medicine 17 (1998), table I, method 3.
func TestWilson(t *testing.T) {
	for _, x := range []struct {
		count, n  uint64
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
		{29, 29, 0.8830, 1}, // 1 - z²/(n+z²) at the end
		{0, 0, 0, 1},
	} {
		low, high := Wilson(x.count, x.n)
		near(t, "low", low, x.low, 6e-5)
		near(t, "high", high, x.high, 6e-5)
	}
	for n := uint64(1); n < 60; n++ {
		for c := uint64(0); c <= n; c++ {
			low, high := Wilson(c, n)
			p := float64(c) / float64(n)
			l, h := Wilson(n-c, n)
			if low < 0 || high > 1 || low > p || high < p {
				t.Fatalf("%d of %d: %v to %v", c, n, low, high)
			}
			near(t, "mirrored low", 1-h, low, 1e-12)
			near(t, "mirrored high", 1-l, high, 1e-12)
		}
	}
}

// Student's own data: hours of sleep gained, of ten patients, here in tenths. R's
// t.test says t = 4.0621, p = 0.002833, interval 0.7001 to 2.4599.
func TestStudent(t *testing.T) {
	var h Hist
	for _, v := range []int64{12, 24, 13, 13, 0, 10, 18, 8, 46, 14} {
		h.Add(v)
	}
	mean, sd, low, high := h.Mean()
	near(t, "mean", mean, 15.8, 1e-12)
	near(t, "sd", sd, 12.29995, 1e-5)
	near(t, "low", low, 7.001142, 1e-5)
	near(t, "high", high, 24.598858, 1e-5)
	near(t, "p", h.PairedT(), 0.002833, 5e-7)
	if above, below := h.Signs(); above != 9 || below != 0 {
		t.Errorf("%d above and %d below", above, below)
	}
}

// With many values the intervals and tests are those of the normal distribution,
// and there is no step where they change over.
func TestMany(t *testing.T) {
	near(t, "t of many", studentT(many), z, 5e-6)
	near(t, "t of more", studentT(1<<60), z, 0)
	p := func(n uint64) float64 { // 1.5 standard errors above 0
		h := Hist{n: n}
		mean := big.NewInt(int64(math.Sqrt(float64(n)) * 1.5))
		h.sum, _ = wideOf(mean)
		h.squares, _ = wideOf(new(big.Int).SetUint64(n)) // a deviation of 1
		return h.PairedT()
	}
	near(t, "p at the step", p(many), p(many+1), 1e-5)
	near(t, "p of many", p(1<<40), math.Erfc(1.5/math.Sqrt2), 1e-6)
	near(t, "sign test of many", SignTest(500_010_000, 499_990_000), math.Erfc((20_000-1)/math.Sqrt(2e9)), 1e-6)
}

func TestFew(t *testing.T) {
	var h Hist
	if mean, _, _, _ := h.Mean(); !math.IsNaN(mean) {
		t.Errorf("the mean of nothing is %v", mean)
	}
	h.Add(7)
	mean, sd, low, _ := h.Mean()
	if mean != 7 || !math.IsNaN(sd) || !math.IsNaN(low) {
		t.Errorf("one value: %v %v %v", mean, sd, low)
	}
	h.Add(7)
	if p := h.PairedT(); p != 0 {
		t.Errorf("all 7 and p is %v", p)
	}
}

// By hand: 2 (1 + 12 + 66) / 2^12, and so on.
func TestSignTest(t *testing.T) {
	for _, x := range []struct {
		above, below uint64
		p            float64
	}{{10, 2, 158. / 4096}, {2, 10, 158. / 4096}, {0, 0, 1}, {1, 0, 1}, {3, 3, 1}, {0, 6, 2. / 64}, {5, 1, 14. / 64}} {
		near(t, "p", SignTest(x.above, x.below), x.p, 1e-12)
	}
}

// By hand: b = 30.5, c = 10.5 of 102; 20/102 ± z √(41 - 400/102)/102.
func TestPairedRates(t *testing.T) {
	d, low, high := PairedRates(30, 10, 100)
	near(t, "d", d, 0.2, 1e-15)
	half := 1.959964 * math.Sqrt(41-400./102) / 102
	near(t, "low", low, 20./102-half, 1e-7)
	near(t, "high", high, 20./102+half, 1e-7)
	d, low, high = PairedRates(0, 0, 50)
	if d != 0 || low >= 0 || high <= 0 {
		t.Errorf("nothing differs: %v, %v to %v", d, low, high)
	}
}
