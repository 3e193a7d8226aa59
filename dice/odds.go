package dice

import (
	"math/big"
	"sync"
)

// maxWork caps what a distribution may cost to find, in steps on one word; 3e8 is
// about half a second.
const maxWork = 300_000_000

// maxWords caps the size of one distribution, in words of 8 bytes.
const maxWords = 1 << 21

// maxKept and keptWords are how many distributions are kept, and how large all of
// them may be. When there are more, all are forgotten, which changes nothing but
// time.
const (
	maxKept   = 4096
	keptWords = 1 << 22
)

var kept = struct {
	sync.RWMutex
	m     map[string]*Dist
	words int
}{m: map[string]*Dist{}}

// Dist is the exact distribution of a pool's results. It is kept by the pool's
// written form: asking again allocates nothing. It may be called by several
// goroutines. The error is ErrTooLarge, or what Check says of a term.
func (p Pool) Dist() (*Dist, error) {
	var room [64]byte
	key := p.Append(room[:0])
	kept.RLock()
	d := kept.m[string(key)]
	kept.RUnlock()
	if d != nil {
		return d, nil
	}
	d, err := p.count()
	if err != nil {
		return nil, err
	}
	kept.Lock()
	defer kept.Unlock()
	if old := kept.m[string(key)]; old != nil {
		return old, nil
	}
	words := len(d.vals) + len(d.w)
	if len(kept.m) >= maxKept || kept.words+words > keptWords {
		clear(kept.m)
		kept.words = 0
	}
	kept.words += words
	kept.m[string(key)] = d
	return d, nil
}

// count finds the distribution of a pool that is not kept.
func (p Pool) count() (*Dist, error) {
	if len(p.Terms) == 0 {
		return Always(p.Const), nil
	}
	if p.Const != 0 {
		d, err := Pool{p.Terms, 0}.Dist()
		if err != nil {
			return nil, err
		}
		return d.Shift(p.Const), nil
	}
	n, work := 0, int64(0)
	for _, t := range p.Terms {
		if err := t.Check(); err != nil {
			return nil, err
		}
		n += t.N
	}
	if n > MaxDice {
		return nil, ErrTooManyDice
	}
	var sum *Dist
	for _, t := range p.Terms {
		t = t.plain()
		d, err := t.dist(&work)
		if err != nil {
			return nil, err
		}
		if t.Neg {
			d = d.Negate()
		}
		if sum == nil {
			sum = d
			continue
		}
		if !afford(sum, d, &work) {
			return nil, ErrTooLarge
		}
		sum = sum.Convolve(d)
	}
	return sum, nil
}

func (t Term) dist(work *int64) (*Dist, error) {
	if t.Reroll|t.Explode|t.Success|t.Keep == 0 {
		return t.plainSum(work)
	}
	if *work += 500 * int64(t.Sides) * int64(t.Explode+1); *work > maxWork {
		return nil, ErrTooLarge
	}
	die := t.dieDist()
	if t.Keep > 0 {
		return t.keptSum(die, work)
	}
	// Double and add.
	var sum *Dist
	for n := t.N; ; {
		if n&1 == 1 {
			if sum == nil {
				sum = die
			} else {
				if !afford(sum, die, work) {
					return nil, ErrTooLarge
				}
				sum = sum.Convolve(die)
			}
		}
		if n >>= 1; n == 0 {
			return sum, nil
		}
		if !afford(die, die, work) {
			return nil, ErrTooLarge
		}
		die = die.Convolve(die)
	}
}

// afford books what the convolution of two distributions costs, and says whether
// that is still within the caps.
func afford(a, b *Dist, work *int64) bool {
	*work += int64(a.Len()) * int64(b.Len()) * int64(a.k) * int64(b.k)
	span := a.Max() - a.Min() + b.Max() - b.Min() + 1
	return *work <= maxWork && span*int64(a.k+b.k) <= maxWords
}

// plainSum is the sum of N plain dice. Counting faces from 0, the ways to a sum s
// with one die more are the ways to s, s-1, ..., s-Sides+1 without it: a window that
// slides over them.
func (t Term) plainSum(work *int64) (*Dist, error) {
	total := new(big.Int).Exp(big.NewInt(int64(t.Sides)), big.NewInt(int64(t.N)), nil)
	k, size := limbs(total), t.N*(t.Sides-1)+1
	if *work += int64(t.N) * int64(size) * int64(k); *work > maxWork || int64(size)*int64(k) > maxWords {
		return nil, ErrTooLarge
	}
	d := &Dist{off: int64(t.N), vals: make([]int64, size), w: make([]uint64, size*k), k: k, total: total}
	for i := range d.vals {
		d.vals[i] = int64(i)
	}
	now, old := d.w, make([]uint64, size*k)
	now[0] = 1
	run := make([]uint64, k)
	for n := 1; n <= t.N; n++ {
		now, old = old, now
		last := n * (t.Sides - 1) // the greatest sum of n dice
		before := last - t.Sides + 1
		clear(run)
		if k == 1 {
			var sum uint64
			for s := 0; s <= last; s++ {
				if s <= before {
					sum += old[s]
				}
				if s >= t.Sides {
					sum -= old[s-t.Sides]
				}
				now[s] = sum
			}
			continue
		}
		for s := 0; s <= last; s++ {
			if s <= before {
				addTo(run, old[s*k:s*k+k])
			}
			if s >= t.Sides {
				subFrom(run, old[(s-t.Sides)*k:(s-t.Sides)*k+k])
			}
			copy(now[s*k:], run)
		}
	}
	d.w = now
	return d.lowest(), nil
}

// dieDist is one die of the term with its reroll, extra dice and counting.
func (t Term) dieDist() *Dist {
	// q[f] of T: the weight of showing face f, after a reroll.
	weight := func(f int) int64 {
		switch {
		case t.Reroll == 0:
			return 1
		case f <= t.Reroll:
			return int64(t.Reroll)
		}
		return int64(t.Sides + t.Reroll)
	}
	worth := func(f int) int64 {
		switch {
		case t.Success == 0:
			return int64(f)
		case f >= t.Success:
			return 1
		}
		return 0
	}
	faces := make([]int64, t.Sides)
	weights := make([]*big.Int, t.Sides)
	for f := 1; f <= t.Sides; f++ {
		faces[f-1] = worth(f)
		weights[f-1] = big.NewInt(weight(f))
	}
	if t.Explode == 0 {
		return NewDist(faces, weights)
	}
	// After n highest faces any face ends it, but the highest only if no extra die
	// is left. All weights are brought to the total of the longest row.
	all, high := new(big.Int), weights[t.Sides-1]
	for _, w := range weights {
		all.Add(all, w)
	}
	values := make([]int64, 0, (t.Explode+1)*t.Sides)
	scaled := make([]*big.Int, 0, cap(values))
	for n := range t.Explode + 1 {
		factor := new(big.Int).Exp(high, big.NewInt(int64(n)), nil)
		factor.Mul(factor, new(big.Int).Exp(all, big.NewInt(int64(t.Explode-n)), nil))
		for f := range t.Sides {
			if f == t.Sides-1 && n < t.Explode {
				break
			}
			values = append(values, faces[f]+int64(n)*faces[t.Sides-1])
			scaled = append(scaled, new(big.Int).Mul(weights[f], factor))
		}
	}
	return NewDist(values, scaled)
}

// keptSum is the sum of the highest (or lowest) dice. Going through the values of a
// die from the outside in, it knows in how many ways j dice, fewer than are kept,
// lie further out and have the sum s. At a value, m of the other dice show exactly
// it; if that is not yet enough the same goes on, and if it is, the rest of the dice
// lie at or further in, and only their number of ways matters.
func (t Term) keptSum(die *Dist, work *int64) (*Dist, error) {
	if t.KeepLow {
		t.KeepLow = false
		d, err := t.keptSum(die.Negate(), work)
		if err != nil {
			return nil, err
		}
		return d.Negate(), nil
	}
	n, keep := t.N, t.Keep
	total := new(big.Int).Exp(die.total, big.NewInt(int64(n)), nil)
	k := limbs(total)
	base := die.Value(0)
	span := int(die.Max()-base) + 1
	size := keep*(span-1) + 1                        // sums of the kept, counted from keep*base
	if int64(size)*int64(keep)*int64(k) > maxWords { // and so nothing below overflows
		return nil, ErrTooLarge
	}
	// for each value: j so far, sums, m more; and the factors
	steps := int64(die.Len()) * int64(keep) * int64(size) / 2 * int64(keep+2) * int64(k)
	steps += 8 * int64(die.Len()) * int64(keep) * int64(keep+2) * int64(k*k+n)
	if *work += steps; *work > maxWork {
		return nil, ErrTooLarge
	}
	row := size * k
	ways := make([]uint64, keep*row) // ways[j][s]
	ways[0] = 1
	done := make([]uint64, row)
	factor := make([]uint64, k)
	inner := new(big.Int).Set(die.total) // the weight of the values further in
	pick, pow, rest, f := new(big.Int), new(big.Int), new(big.Int), new(big.Int)
	for i := die.Len() - 1; i >= 0; i-- {
		v, w := int(die.Value(i)-base), die.Weight(i)
		upTo := new(big.Int).Set(inner)
		inner.Sub(inner, w)
		// The sums from the greatest j down, so that each is still the one before v.
		for j := keep - 1; j >= 0; j-- {
			from := ways[j*row : (j+1)*row]
			// Enough at v: all of the other dice are at v or in, less those with too few at v.
			f.Exp(upTo, big.NewInt(int64(n-j)), nil)
			for m := 0; m < keep-j; m++ {
				pick.Binomial(int64(n-j), int64(m))
				pow.Exp(w, big.NewInt(int64(m)), nil)
				rest.Exp(inner, big.NewInt(int64(n-j-m)), nil)
				f.Sub(f, rest.Mul(rest, pick.Mul(pick, pow)))
				// The last value needs no more ways; before it no number of ways is
				// beyond the total.
				if m > 0 && inner.Sign() > 0 {
					// C(n-j, m) * w^m, whoever the others are.
					put(factor, pick)
					spread(ways[(j+m)*row:(j+m+1)*row], from, factor, m*v, k)
				}
			}
			put(factor, f)
			spread(done, from, factor, (keep-j)*v, k)
		}
	}
	d := &Dist{off: int64(keep) * base, vals: make([]int64, size), w: done, k: k, total: total}
	for i := range d.vals {
		d.vals[i] = int64(i)
	}
	return d.lowest(), nil
}

// spread adds factor times each number of from to the one by places further in dst.
func spread(dst, from, factor []uint64, by, k int) {
	for s := 0; (s+by+1)*k <= len(dst); s++ {
		x := from[s*k : s*k+k]
		if !isZero(x) {
			mulAdd(dst[(s+by)*k:(s+by+1)*k], x, factor)
		}
	}
}
