package dice

import (
	"cmp"
	"math/big"
	"slices"
	"sort"
)

// Dist is an exact distribution over whole numbers: values, each with a whole
// weight; the probability of a value is its weight over the total. A Dist never
// changes and may be shared by goroutines. It is in lowest terms (the weights
// have no common divisor) and has no value of weight 0, so that two Dists with
// the same probabilities are the same.
//
// Method arguments i count the values, ascending, from 0 to Len()-1.
type Dist struct {
	off   int64
	vals  []int64  // ascending; the value is off more
	w     []uint64 // k words for each value
	k     int
	total *big.Int
}

// NewDist is the distribution of values with weights, in any order; equal values
// are joined. Weights must not be negative, and their sum must not be 0.
func NewDist(values []int64, weights []*big.Int) *Dist {
	if len(values) != len(weights) {
		panic("dice: as many weights as values")
	}
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	total := new(big.Int)
	for _, w := range weights {
		if w.Sign() < 0 {
			panic("dice: a negative weight")
		}
		total.Add(total, w)
	}
	if total.Sign() == 0 {
		panic("dice: no weight at all")
	}
	k := limbs(total)
	d := &Dist{k: k, total: total}
	one := make([]uint64, k)
	for _, i := range order {
		put(one, weights[i])
		if n := len(d.vals); n > 0 && d.vals[n-1] == values[i] {
			addTo(d.w[(n-1)*k:n*k], one)
			continue
		}
		d.vals = append(d.vals, values[i])
		d.w = append(d.w, one...)
	}
	return d.lowest()
}

// Always is the distribution of a number that is certain.
func Always(v int64) *Dist {
	return &Dist{off: v, vals: []int64{0}, w: []uint64{1}, k: 1, total: big.NewInt(1)}
}

// lowest drops values of weight 0, divides by the common divisor and uses as few
// words as will do. It may change d.
func (d *Dist) lowest() *Dist {
	k, n, one := d.k, 0, false
	for i := range d.vals {
		w := d.w[i*k : i*k+k]
		if isZero(w) {
			continue
		}
		one = one || w[0] == 1 && isZero(w[1:])
		d.vals[n] = d.vals[i]
		copy(d.w[n*k:], w)
		n++
	}
	d.vals, d.w = d.vals[:n], d.w[:n*k]
	if !one {
		g := new(big.Int)
		for i := range d.vals {
			if g.GCD(nil, nil, g, d.Weight(i)); g.IsUint64() && g.Uint64() == 1 {
				break
			}
		}
		if !(g.IsUint64() && g.Uint64() == 1) {
			for i := range d.vals {
				x := d.Weight(i)
				put(d.w[i*k:i*k+k], x.Quo(x, g))
			}
			d.total = new(big.Int).Quo(d.total, g)
		}
	}
	if small := limbs(d.total); small < k {
		for i := range d.vals {
			copy(d.w[i*small:(i+1)*small], d.w[i*k:])
		}
		d.w, d.k = d.w[:n*small], small
	}
	return d
}

// Len is the number of values that can occur.
func (d *Dist) Len() int { return len(d.vals) }

// Value is the i-th value.
func (d *Dist) Value(i int) int64 { return d.vals[i] + d.off }

// Weight is the weight of the i-th value, a number of the caller's own.
func (d *Dist) Weight(i int) *big.Int { return get(d.w[i*d.k : (i+1)*d.k]) }

// Total is the sum of all weights, a number of the caller's own.
func (d *Dist) Total() *big.Int { return new(big.Int).Set(d.total) }

// Small says whether all weights and the total fit into 64 bits, and then gives
// the weights, which must not be written to, and the total.
func (d *Dist) Small() (weights []uint64, total uint64, ok bool) {
	if d.k > 1 {
		return nil, 0, false
	}
	return d.w, d.total.Uint64(), true
}

// Values is a list of all values, ascending, the caller's own.
func (d *Dist) Values() []int64 {
	out := make([]int64, len(d.vals))
	for i := range out {
		out[i] = d.Value(i)
	}
	return out
}

// Weights is a list of all weights, the caller's own.
func (d *Dist) Weights() []*big.Int {
	out := make([]*big.Int, len(d.vals))
	for i := range out {
		out[i] = d.Weight(i)
	}
	return out
}

// Min is the least value, Max the greatest.
func (d *Dist) Min() int64 { return d.Value(0) }

// Max is the greatest value.
func (d *Dist) Max() int64 { return d.Value(len(d.vals) - 1) }

// Index is the number i of a value; ok is false if it cannot occur.
func (d *Dist) Index(v int64) (i int, ok bool) { return slices.BinarySearch(d.vals, v-d.off) }

// Prob is the probability of exactly v.
func (d *Dist) Prob(v int64) *big.Rat {
	i, ok := d.Index(v)
	if !ok {
		return new(big.Rat)
	}
	return new(big.Rat).SetFrac(d.Weight(i), d.total)
}

// ProbAtLeast is the probability of v or more.
func (d *Dist) ProbAtLeast(v int64) *big.Rat {
	sum := make([]uint64, d.k)
	for i := sort.Search(d.Len(), func(i int) bool { return d.Value(i) >= v }); i < d.Len(); i++ {
		addTo(sum, d.w[i*d.k:(i+1)*d.k])
	}
	return new(big.Rat).SetFrac(get(sum), d.total)
}

// moment is the sum of weight times the n-th power of the value without offset.
func (d *Dist) moment(n int) *big.Int {
	sum, v := new(big.Int), new(big.Int)
	for i := range d.vals {
		x := d.Weight(i)
		for range n {
			x.Mul(x, v.SetInt64(d.vals[i]))
		}
		sum.Add(sum, x)
	}
	return sum
}

// Mean is the mean value.
func (d *Dist) Mean() *big.Rat {
	m := new(big.Rat).SetFrac(d.moment(1), d.total)
	return m.Add(m, new(big.Rat).SetInt64(d.off))
}

// Variance is the mean of the squared difference to the mean.
func (d *Dist) Variance() *big.Rat {
	m := new(big.Rat).SetFrac(d.moment(1), d.total)
	v := new(big.Rat).SetFrac(d.moment(2), d.total)
	return v.Sub(v, m.Mul(m, m))
}

// Equal says whether two distributions give every value the same probability.
func (d *Dist) Equal(e *Dist) bool {
	if d.Len() != e.Len() || d.total.Cmp(e.total) != 0 || !slices.Equal(d.w, e.w) {
		return false
	}
	for i := range d.vals {
		if d.Value(i) != e.Value(i) {
			return false
		}
	}
	return true
}

// Shift is the distribution of the value plus c. It shares the memory of d.
func (d *Dist) Shift(c int64) *Dist {
	e := *d
	e.off += c
	return &e
}

// Negate is the distribution of the negative value.
func (d *Dist) Negate() *Dist {
	n, k := d.Len(), d.k
	e := &Dist{off: -d.off, vals: make([]int64, n), w: make([]uint64, n*k), k: k, total: d.total}
	for i := range n {
		e.vals[i] = -d.vals[n-1-i]
		copy(e.w[i*k:], d.w[(n-1-i)*k:(n-i)*k])
	}
	return e
}

// Map is the distribution of f of the value.
func (d *Dist) Map(f func(int64) int64) *Dist {
	vals := d.Values()
	for i, v := range vals {
		vals[i] = f(v)
	}
	return NewDist(vals, d.Weights())
}

// Convolve is the distribution of the sum of two independent values.
func (d *Dist) Convolve(e *Dist) *Dist {
	if d.Len() == 1 {
		return e.Shift(d.Value(0))
	}
	if e.Len() == 1 {
		return d.Shift(e.Value(0))
	}
	total := new(big.Int).Mul(d.total, e.total)
	k := limbs(total)
	lo := d.vals[0] + e.vals[0]
	span := d.vals[d.Len()-1] + e.vals[e.Len()-1] - lo + 1
	out := &Dist{off: d.off + e.off, k: k, total: total}
	if span <= 4*int64(d.Len()+e.Len())+64 || span <= int64(d.Len())*int64(e.Len()) {
		out.vals = make([]int64, span)
		for i := range out.vals {
			out.vals[i] = lo + int64(i)
		}
	} else { // few values far apart
		for _, a := range d.vals {
			for _, b := range e.vals {
				out.vals = append(out.vals, a+b)
			}
		}
		slices.Sort(out.vals)
		out.vals = slices.Compact(out.vals)
	}
	out.w = make([]uint64, len(out.vals)*k)
	dense := int64(len(out.vals)) == span
	for i, a := range d.vals {
		x := d.w[i*d.k : (i+1)*d.k]
		for j, b := range e.vals {
			at := int(a + b - lo)
			if !dense {
				at, _ = slices.BinarySearch(out.vals, a+b)
			}
			mulAdd(out.w[at*k:(at+1)*k], x, e.w[j*e.k:(j+1)*e.k])
		}
	}
	return out.lowest()
}

// MaxOf is the distribution of the greater of two independent values.
func MaxOf(d, e *Dist) *Dist {
	// P(max <= v) = P(d <= v) * P(e <= v), and the weight of v is the difference.
	vals := append(d.Values(), e.Values()...)
	slices.Sort(vals)
	vals = slices.Compact(vals)
	weights := make([]*big.Int, len(vals))
	sumD, sumE, before := new(big.Int), new(big.Int), new(big.Int)
	for n, v := range vals {
		if i, ok := d.Index(v); ok {
			sumD.Add(sumD, d.Weight(i))
		}
		if i, ok := e.Index(v); ok {
			sumE.Add(sumE, e.Weight(i))
		}
		upTo := new(big.Int).Mul(sumD, sumE)
		weights[n] = new(big.Int).Sub(upTo, before)
		before = upTo
	}
	return NewDist(vals, weights)
}

// MinOf is the distribution of the lesser of two independent values.
func MinOf(d, e *Dist) *Dist { return MaxOf(d.Negate(), e.Negate()).Negate() }

// Mix is the distribution of one of several, the i-th being taken with a
// probability of weights[i] over the sum of the weights.
func Mix(dists []*Dist, weights []*big.Int) *Dist {
	// All on one common total: the product of the totals would do, their least
	// common multiple is smaller.
	lcm := big.NewInt(1)
	for _, d := range dists {
		g := new(big.Int).GCD(nil, nil, lcm, d.total)
		lcm.Mul(lcm, g.Quo(d.total, g))
	}
	var vals []int64
	var ws []*big.Int
	for n, d := range dists {
		f := new(big.Int).Quo(lcm, d.total)
		f.Mul(f, weights[n])
		for i := range d.vals {
			vals = append(vals, d.Value(i))
			x := d.Weight(i)
			ws = append(ws, x.Mul(x, f))
		}
	}
	return NewDist(vals, ws)
}
