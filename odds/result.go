// Package odds answers questions about chances.
//
// A question (question.go) is an example of a pack (find.go), or a few lines in the syntax of
// one, perhaps with something changed in it, and the formulas whose distributions
// are wanted. It is checked like every example and run by the prover (package
// interp): exactly, every draw explored and equal states merged, or, where that is
// too large and somebody asks for it, by sampling (answer.go). A Result (this file)
// is one distribution, whatever it is of: it knows its mean and percentiles, how
// much of all outcomes it covers, and whether it was counted or sampled. Two
// results are compared value by value (compare.go).
//
// Everything exact is a fraction. Only what is shown is rounded, and only square
// roots and the intervals of samples are computed in floating point, in steps that
// every machine rounds alike.
package odds

import (
	"math"
	"math/big"

	"rulec/sim"
)

// Kind tells values apart.
type Kind uint8

// The kinds of value.
const (
	Word   Kind = iota // anything that has a name only
	Number             // a whole number, of Result.Unit if that is not empty
	Truth
	Absent // there is no value
)

// Value is what a formula came to.
type Value struct {
	Kind   Kind
	Number int64  // of a number, or 0 and 1 of a truth
	Text   string // as people read it
}

// Outcome is one value and the probability that was found for it.
type Outcome struct {
	Value Value
	P     *big.Rat
}

// Result is the distribution of one query.
type Result struct {
	Query    string
	Case     string // the values of a law's variables, or ""
	Unit     string // in which its numbers count, or ""
	factor   int64  // base units that the unit has
	Outcomes []Outcome
	Open     *big.Rat // what of all outcomes was not explored; 0 where all was
	States   int      // that were explored
	Samples  int      // runs, if it was sampled; then no probability is exact
	Seed     uint64
	Fight    bool // it is of a whole fight
}

// Exact tells whether the probabilities are counted over all outcomes.
func (r *Result) Exact() bool { return r.Samples == 0 && r.Open.Sign() == 0 }

// Seen is the share of all outcomes that were looked at.
func (r *Result) Seen() *big.Rat { return new(big.Rat).Sub(big.NewRat(1, 1), r.Open) }

// Upper is the most that the probability of an outcome can be: what is open may
// all come to it.
func (r *Result) Upper(p *big.Rat) *big.Rat { return new(big.Rat).Add(p, r.Open) }

// Numeric tells whether there are numbers and nothing else, but for absent ones.
func (r *Result) Numeric() bool {
	numbers := false
	for _, o := range r.Outcomes {
		switch o.Value.Kind {
		case Number:
			numbers = true
		case Absent:
		default:
			return false
		}
	}
	return numbers
}

// P is the probability of a value.
func (r *Result) P(v Value) *big.Rat {
	for _, o := range r.Outcomes {
		if o.Value == v {
			return o.P
		}
	}
	return new(big.Rat)
}

// numbers is the probability that there is a number at all.
func (r *Result) numbers() *big.Rat {
	sum := new(big.Rat)
	for _, o := range r.Outcomes {
		if o.Value.Kind == Number {
			sum.Add(sum, o.P)
		}
	}
	return sum
}

// moment is the mean of the n-th power of the numbers, where there is one.
func (r *Result) moment(n int) *big.Rat {
	sum := new(big.Rat)
	for _, o := range r.Outcomes {
		if o.Value.Kind != Number {
			continue
		}
		x := new(big.Rat).SetInt64(o.Value.Number)
		t := new(big.Rat).Set(o.P)
		for range n {
			t.Mul(t, x)
		}
		sum.Add(sum, t)
	}
	return sum.Quo(sum, r.numbers())
}

// Mean is the mean of the numbers. It is nil where there is none or where not all
// outcomes are known.
func (r *Result) Mean() *big.Rat {
	if !r.Numeric() || r.Open.Sign() != 0 {
		return nil
	}
	return r.moment(1)
}

// Variance is the mean squared distance to the mean, or nil like Mean.
func (r *Result) Variance() *big.Rat {
	mean := r.Mean()
	if mean == nil {
		return nil
	}
	return new(big.Rat).Sub(r.moment(2), new(big.Rat).Mul(mean, mean))
}

// SD is the standard deviation; there must be a mean.
func (r *Result) SD() float64 {
	v, _ := r.Variance().Float64()
	return math.Sqrt(v)
}

// Percentiles that are shown.
var Percentiles = []int64{5, 25, 50, 75, 95}

// Percentile is the least number that at least p of a hundred of the numbers do not
// exceed; there must be a mean.
func (r *Result) Percentile(p int64) int64 {
	want := big.NewRat(p, 100)
	want.Mul(want, r.numbers())
	sum, last := new(big.Rat), int64(0)
	for _, o := range r.Outcomes {
		if o.Value.Kind != Number {
			continue
		}
		last = o.Value.Number
		if sum.Add(sum, o.P).Cmp(want) >= 0 {
			break
		}
	}
	return last
}

// AtMost lists, for each outcome, the probability of its number or less, and
// AtLeast of its number or more. What is absent is neither.
func (r *Result) AtMost() []*big.Rat {
	out, sum := make([]*big.Rat, len(r.Outcomes)), new(big.Rat)
	for i, o := range r.Outcomes {
		if o.Value.Kind == Number {
			sum = new(big.Rat).Add(sum, o.P)
			out[i] = sum
		}
	}
	return out
}

// AtLeast is the counterpart of AtMost.
func (r *Result) AtLeast() []*big.Rat {
	out, sum := make([]*big.Rat, len(r.Outcomes)), new(big.Rat)
	for i := len(r.Outcomes) - 1; i >= 0; i-- {
		if r.Outcomes[i].Value.Kind == Number {
			sum = new(big.Rat).Add(sum, r.Outcomes[i].P)
			out[i] = sum
		}
	}
	return out
}

// Percent writes a probability with two places, and never rounds to 0 or 1 what is
// neither.
func Percent(p *big.Rat) string {
	x := new(big.Rat).Mul(p, big.NewRat(100, 1))
	switch {
	case p.Sign() == 0:
		return "0 %"
	case p.Cmp(big.NewRat(1, 1)) == 0:
		return "100 %"
	case p.Sign() > 0 && x.Cmp(big.NewRat(1, 100)) < 0:
		return "<0.01 %"
	case p.Cmp(big.NewRat(1, 1)) < 0 && x.Cmp(big.NewRat(9999, 100)) > 0:
		return ">99.99 %"
	}
	return x.FloatString(2) + " %"
}

// Interval is where the probability behind a sampled share lies, in 95 of a hundred
// samples: the interval of Wilson. It is rounded to six places.
func (r *Result) Interval(p *big.Rat) (lo, hi float64) {
	n := new(big.Rat).SetInt64(int64(r.Samples))
	lo, hi = sim.Wilson(n.Mul(n, p).Num().Uint64(), uint64(r.Samples))
	round := func(x float64) float64 { return math.Round(float64(x*1e6)) / 1e6 }
	return round(lo), round(hi)
}
