package sim

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the level of all intervals.
const Confidence = 0.95

// z is the quantile of the normal distribution that an interval of Confidence has
// on either side: 1.959964.
var z = distuv.UnitNormal.Quantile(0.5 + Confidence/2)

// The products below are converted to float64 before they are added: so no
// processor may join the two operations, and all get the same bits.

// Wilson is the score interval for a rate of count in n:
//
//	(p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n),  p = count/n
//
// E. B. Wilson, Probable inference, the law of succession, and statistical
// inference, JASA 22 (1927), 209-212. Of n = 0 it is the whole of 0 to 1.
func Wilson(count, n uint64) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	N := float64(n)
	p := float64(count) / N
	zz := float64(z * z)
	mid := p + zz/(2*N)
	half := float64(z * math.Sqrt(float64(p*(1-p))/N+zz/(4*N*N)))
	scale := 1 + zz/N
	low, high = (mid-half)/scale, (mid+half)/scale
	if count == 0 {
		low = 0
	}
	if count == n {
		high = 1
	}
	return max(low, 0), min(high, 1)
}

// Mean is the mean of a histogram's values, their standard deviation (of the
// sample: divided by n-1) and Student's interval for the mean,
//
//	mean ± t(n-1) sd/√n
//
// Student, The probable error of a mean, Biometrika 6 (1908), 1-25. Sums are exact
// up to the last division. There is no mean of nothing, and no deviation or
// interval of one value: then they are NaN.
func (h *Hist) Mean() (mean, sd, low, high float64) {
	nan := math.NaN()
	if h.n == 0 {
		return nan, nan, nan, nan
	}
	n := new(big.Int).SetUint64(h.n)
	sum := h.sum.big()
	mean = ratio(sum, n)
	if h.n == 1 {
		return mean, nan, nan, nan
	}
	// n Σx² - (Σx)², over n(n-1).
	over := new(big.Int).Mul(n, h.squares.big())
	over.Sub(over, new(big.Int).Mul(sum, sum))
	under := new(big.Int).Mul(n, new(big.Int).Sub(n, big.NewInt(1)))
	sd = math.Sqrt(max(0, ratio(over, under)))
	half := float64(studentT(h.n-1) * (sd / math.Sqrt(float64(h.n))))
	return mean, sd, mean - half, mean + half
}

func ratio(a, b *big.Int) float64 {
	f, _ := new(big.Rat).SetFrac(a, b).Float64()
	return f
}

// many is from where on Student's distribution is the normal one: of a million
// degrees of freedom their quantiles agree in six digits, and far beyond it the
// series for the former do not converge.
const many = 1_000_000

// studentT is the quantile of Student's distribution for an interval.
func studentT(free uint64) float64 {
	if free > many {
		return z
	}
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(free)}.Quantile(0.5 + Confidence/2)
}

// PairedT tests whether the mean of differences is 0, two-sided: t = mean/(sd/√n)
// under Student's distribution with n-1 degrees of freedom. The differences must
// not be few, or nearly normal. Where all are equal it is 1 if they are 0, else 0;
// of fewer than two it is NaN.
func (h *Hist) PairedT() float64 {
	mean, sd, _, _ := h.Mean()
	switch {
	case h.n < 2:
		return math.NaN()
	case sd == 0 && mean == 0:
		return 1
	case sd == 0:
		return 0
	}
	t := math.Abs(mean) / (sd / math.Sqrt(float64(h.n)))
	if h.n > many {
		return min(1, 2*distuv.UnitNormal.Survival(t))
	}
	return min(1, 2*distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(h.n - 1)}.Survival(t))
}

// SignTest tests whether a difference is as often above 0 as below, two-sided and
// exact; those that are 0 do not count. W. J. Dixon and A. M. Mood, The statistical
// sign test, JASA 41 (1946), 557-566.
//
// It is also McNemar's test of two rates in its exact form, where above and below
// are how often only the one and only the other came true. Q. McNemar, Note on the
// sampling error of the difference between correlated proportions or percentages,
// Psychometrika 12 (1947), 153-157.
func SignTest(above, below uint64) float64 {
	n := above + below
	if n == 0 {
		return 1
	}
	return min(1, 2*distuv.Binomial{N: float64(n), P: 0.5}.CDF(float64(min(above, below))))
}

// PairedRates is the difference of two rates of the same n encounters, of which
// `only` had it only in the one and `not` only in the other, and its interval:
// half a case is added to each of the four cells, and then
//
//	d ± z √(b + c - (b-c)²/n) / n
//
// A. Agresti and Y. Min, Simple improved confidence intervals for comparing matched
// proportions, Statistics in Medicine 24 (2005), 729-740.
func PairedRates(only, not, n uint64) (d, low, high float64) {
	if n == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	d = (float64(only) - float64(not)) / float64(n)
	N, b, c := float64(n)+2, float64(only)+0.5, float64(not)+0.5
	mid := (b - c) / N
	half := float64(z * math.Sqrt(b+c-float64((b-c)*(b-c))/N) / N)
	return d, max(-1, mid-half), min(1, mid+half)
}
