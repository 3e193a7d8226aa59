package interp

import "math/big"

// What a chain adds up: states of a level, ways through an event, ends of the run,
// each with a whole number over a denominator that all of its kind share.

// passage is what an event makes of a core: cores at its end with their weights
// over one denominator.
type passage struct {
	time    int64 // that it takes, at most
	to      []int32
	weights []*big.Int
	of      *big.Int
}

// place is a state at a boundary.
type place struct{ core, rest int32 }

// level holds the states that stand before their nth event, with their weights
// over one denominator.
type level struct {
	at     map[place]int
	states []place
	weight []*big.Int
	of     *big.Int
}

func newLevel(of *big.Int) *level { return &level{at: map[place]int{}, of: of} }

func (l *level) add(p place, w *big.Int) {
	if i, ok := l.at[p]; ok {
		l.weight[i].Add(l.weight[i], w)
		return
	}
	l.at[p] = len(l.states)
	l.states = append(l.states, p)
	l.weight = append(l.weight, new(big.Int).Set(w))
}

// ending is one way in which the run ends, with what has come of it so far.
type ending struct {
	outcome  string
	measures []MeasureValue
	weight   *big.Int
	of       *big.Int
}

// step is where one state at the end of an event leads: to starts of other events,
// to the end of the event around, or to ends of the run, with weights.
type step struct {
	time int64 // that has passed, at most
	to   []place
	toW  []*big.Rat // nil is one
	out  []int32
	outW []*big.Rat
	ends []*ending
	endW []*big.Rat
	of   *big.Int // a common denominator
}

// exits collects the states at the end of an event, with weights over
// denominators of their own.
type exits struct {
	at     map[int32]int
	to     []int32
	weight []*big.Rat
}

func (x *exits) add(id int32, w *big.Rat) {
	i, ok := x.at[id]
	if !ok {
		i = len(x.to)
		x.at[id] = i
		x.to, x.weight = append(x.to, id), append(x.weight, new(big.Rat))
	}
	x.weight[i].Add(x.weight[i], w)
}

// join adds up where states lead, each with the weight it had.
func (c *Chain) join(out *level, exits *exits, steps []*step, weights []*big.Int) {
	scale := one
	for _, s := range steps {
		scale = lcm(scale, s.of)
	}
	of := new(big.Int).Mul(out.of, scale)
	part := func(w *big.Int, r *big.Rat) *big.Int {
		v := new(big.Int).Mul(w, scale)
		if r != nil {
			v.Mul(v, r.Num()).Quo(v, r.Denom())
		}
		return v
	}
	for i, s := range steps {
		for j, p := range s.to {
			out.add(p, part(weights[i], s.toW[j]))
		}
		for j, id := range s.out {
			exits.add(id, new(big.Rat).SetFrac(part(weights[i], s.outW[j]), of))
		}
		for j, e := range s.ends {
			e.add(part(weights[i], s.endW[j]), of)
		}
	}
	out.of = of
}

// add counts a weight in. Denominators of later levels are multiples of those of
// earlier ones, but for what was reduced.
func (e *ending) add(w, of *big.Int) {
	if e.of.Cmp(of) != 0 {
		l := lcm(e.of, of)
		e.weight.Mul(e.weight, new(big.Int).Quo(l, e.of))
		w = new(big.Int).Mul(w, new(big.Int).Quo(l, of))
		e.of = l
	}
	e.weight.Add(e.weight, w)
}

// reduce divides what all weights share out of them.
func (l *level) reduce() {
	if l.of.BitLen() < 256 || len(l.weight) == 0 {
		return
	}
	g := new(big.Int).Set(l.of)
	for _, w := range l.weight {
		if g.GCD(nil, nil, g, w); g.BitLen() < 8 {
			return
		}
	}
	for _, w := range l.weight {
		w.Quo(w, g)
	}
	l.of = new(big.Int).Quo(l.of, g)
}

// result brings all ends, and a level that is open, over one denominator.
func (c *Chain) result(open *level) *Ends {
	out := &Ends{Of: one, Open: new(big.Int)}
	if open != nil {
		out.Of = open.of
		for _, w := range open.weight {
			out.Open.Add(out.Open, w)
		}
	}
	of := out.Of
	for _, e := range c.order {
		out.Of = lcm(out.Of, e.of)
	}
	out.Open.Mul(out.Open, new(big.Int).Quo(out.Of, of))
	for _, e := range c.order {
		if e.weight.Sign() == 0 {
			continue // met beyond the budget
		}
		w := new(big.Int).Quo(out.Of, e.of)
		out.List = append(out.List, End{e.outcome, e.measures, w.Mul(w, e.weight)})
	}
	return out
}

func lcm(a, b *big.Int) *big.Int {
	if b.Cmp(one) == 0 || a.Cmp(b) == 0 {
		return a
	}
	g := new(big.Int).GCD(nil, nil, a, b)
	return new(big.Int).Mul(a, g.Quo(b, g))
}

var one = big.NewInt(1)
