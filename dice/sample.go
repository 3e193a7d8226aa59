package dice

// Use says what became of a throw.
type Use uint8

const (
	Counted  Use = iota // it is part of the result
	Rerolled            // it was thrown once more
	Dropped             // it was not kept
)

// Face is one throw of one die. With Success it counts 1 or 0, otherwise what it
// shows; Neg is to be looked up in its term.
type Face struct {
	Term  int // index in Pool.Terms
	Die   int // which die of the term, 0..N-1; extra dice belong to the die that brought them
	Shows int // 1..Sides
	Use   Use
}

// Sample throws a pool. It allocates nothing. Terms are thrown in order, and of
// each the dice in order, a reroll or an extra die right after the throw that
// causes it.
func (p Pool) Sample(r *Rand) int64 {
	sum := p.Const
	for i := range p.Terms {
		t := &p.Terms[i]
		v := int64(0)
		switch {
		case t.Keep > 0 && t.Keep < t.N:
			v = t.sampleKept(r)
		case t.Reroll|t.Explode|t.Success != 0:
			for range t.N {
				v += t.die(r)
			}
		case t.Sides <= 1:
			v = int64(t.N)
		default:
			for range t.N {
				v += int64(r.Below(uint64(t.Sides)))
			}
			v += int64(t.N)
		}
		if t.Neg {
			v = -v
		}
		sum += v
	}
	return sum
}

// die throws one die with all that follows from it.
func (t *Term) die(r *Rand) int64 {
	sum := int64(0)
	for extra := 0; ; extra++ {
		v := r.Die(t.Sides)
		if v <= t.Reroll {
			v = r.Die(t.Sides)
		}
		if t.Success == 0 {
			sum += int64(v)
		} else if v >= t.Success {
			sum++
		}
		if v < t.Sides || extra >= t.Explode {
			return sum
		}
	}
}

// sampleKept keeps the fewer of the kept and the dropped dice in order. The die
// with the outermost value that is kept last is told apart by value only, as it
// makes no difference to the sum.
func (t *Term) sampleKept(r *Rand) int64 {
	// Gather the m outermost dice of one end: those kept, or those dropped.
	m, low, kept := t.Keep, t.KeepLow, true
	if d := t.N - t.Keep; d < m {
		m, low, kept = d, !low, false
	}
	if m == 1 {
		all := t.die(r)
		least, most := all, all
		for range t.N - 1 {
			v := t.die(r)
			all, least, most = all+v, min(least, v), max(most, v)
		}
		if low {
			most = least
		}
		if kept {
			return most
		}
		return all - most
	}
	var few [16]int64
	if m <= len(few) {
		return t.outermost(r, few[:m], low, kept)
	}
	var many [MaxDice/2 + 1]int64
	return t.outermost(r, many[:m], low, kept)
}

func (t *Term) outermost(r *Rand, best []int64, low, kept bool) int64 {
	sign := int64(1)
	if low {
		sign = -1
	}
	all, n := int64(0), 0
	for range t.N {
		v := t.die(r)
		all += v
		v *= sign
		// Insert into best, which falls from its first to its n-th.
		i := n
		if n < len(best) {
			n++
		} else if i--; best[i] >= v {
			continue
		}
		for ; i > 0 && best[i-1] < v; i-- {
			best[i] = best[i-1]
		}
		best[i] = v
	}
	sum := int64(0)
	for _, v := range best {
		sum += v * sign
	}
	if kept {
		return sum
	}
	return all - sum
}

// SampleFaces is Sample that also appends every throw to buf, in the order in
// which it was made; from the same state it gives the same result. Of equal dice
// the earlier are kept. It allocates nothing if buf has room.
func (p Pool) SampleFaces(r *Rand, buf []Face) (int64, []Face) {
	sum := p.Const
	for i := range p.Terms {
		var v int64
		v, buf = p.Terms[i].faces(r, i, buf)
		if p.Terms[i].Neg {
			v = -v
		}
		sum += v
	}
	return sum, buf
}

func (t *Term) faces(r *Rand, term int, buf []Face) (sum int64, _ []Face) {
	if t.Keep > 0 && t.Keep < t.N {
		return t.facesKept(r, term, buf)
	}
	for die := range t.N {
		var v int64
		v, buf = t.dieFaces(r, term, die, buf)
		sum += v
	}
	return sum, buf
}

// dieFaces is die that also appends the throws.
func (t *Term) dieFaces(r *Rand, term, die int, buf []Face) (sum int64, _ []Face) {
	for extra := 0; ; extra++ {
		v := r.Die(t.Sides)
		if v <= t.Reroll {
			buf = append(buf, Face{term, die, v, Rerolled})
			v = r.Die(t.Sides)
		}
		buf = append(buf, Face{term, die, v, Counted})
		if t.Success == 0 {
			sum += int64(v)
		} else if v >= t.Success {
			sum++
		}
		if v < t.Sides || extra >= t.Explode {
			return sum, buf
		}
	}
}

func (t *Term) facesKept(r *Rand, term int, buf []Face) (sum int64, _ []Face) {
	var totals [MaxDice]int64
	var dropped [MaxDice]bool
	start, n := len(buf), min(t.N, MaxDice)
	for die := range n {
		totals[die], buf = t.dieFaces(r, term, die, buf)
		sum += totals[die]
	}
	for range n - t.Keep {
		worst := -1
		for die := range n {
			switch {
			case dropped[die]:
			case worst < 0, t.KeepLow && totals[die] >= totals[worst], !t.KeepLow && totals[die] <= totals[worst]:
				worst = die
			}
		}
		dropped[worst] = true
		sum -= totals[worst]
	}
	for i := start; i < len(buf); i++ {
		if dropped[buf[i].Die] && buf[i].Use == Counted {
			buf[i].Use = Dropped
		}
	}
	return sum, buf
}
