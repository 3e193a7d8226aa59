package interp

import (
	"math/big"

	"rulec/dice"
)

// The code between two boundaries, followed through what dice can show.

// walk explores from the state of the machine to starts of events and ends. Few
// draws in a row are followed one by one; where there are more, equal states are
// merged on the way.
func (c *Chain) walk(s *step, w *big.Rat, floor, draws int) error {
	m := c.m
	for {
		switch m.Run() {
		case Faulted:
			return m.fault
		case NeedPick:
			return &openChoice{m.Name(m.asked.Who) + " has a choice and nobody answers it"}
		case Done:
			m.remembered(m.top)
			c.arrive(s, w, floor)
			return nil
		}
		if draws == 6 {
			return c.merge(s, w, floor)
		}
		d, err := m.Dist()
		if err != nil {
			return err
		}
		return c.faces(s, w, floor, draws, d)
	}
}

// faces follows what a draw can show, all faces with the same future at once.
func (c *Chain) faces(s *step, w *big.Rat, floor, draws int, d *dice.Dist) error {
	m := c.m
	for len(c.saved) <= draws {
		c.saved = append(c.saved, nil)
	}
	c.saved[draws] = m.Save(c.saved[draws])
	shades := len(m.shades)
	total := new(big.Rat).SetInt(d.Total())
	for i := 0; i < d.Len(); {
		if c.budget.used++; c.budget.used > c.budget.States {
			return &ErrBudget{States: c.budget.States}
		}
		m.Restore(c.saved[draws])
		m.shades = m.shades[:shades]
		m.follow(draws, d.Value(i))
		m.Answer(d.Value(i))
		sub := &step{of: one}
		if err := c.walk(sub, nil, floor, draws+1); err != nil {
			return err
		}
		same := new(big.Int)
		for ; i < d.Len() && d.Value(i) <= max(m.dice[draws].high, m.dice[draws].shows); i++ {
			same.Add(same, d.Weight(i))
		}
		x := new(big.Rat).SetInt(same)
		if x.Quo(x, total); w != nil {
			x.Mul(x, w)
		}
		s.take(sub, x)
	}
	m.shades, m.dice = m.shades[:shades], m.dice[:draws]
	return nil
}

// take adds what a part of the outcomes leads to.
func (s *step) take(sub *step, w *big.Rat) {
	part := func(x *big.Rat) *big.Rat {
		if x == nil {
			return w
		}
		return new(big.Rat).Mul(x, w)
	}
	s.time = max(s.time, sub.time)
	for i, p := range sub.to {
		s.to, s.toW = append(s.to, p), append(s.toW, part(sub.toW[i]))
		s.of = lcm(s.of, s.toW[len(s.toW)-1].Denom())
	}
	for i, id := range sub.out {
		s.out, s.outW = append(s.out, id), append(s.outW, part(sub.outW[i]))
		s.of = lcm(s.of, s.outW[len(s.outW)-1].Denom())
	}
	for i, e := range sub.ends {
		s.ends, s.endW = append(s.ends, e), append(s.endW, part(sub.endW[i]))
		s.of = lcm(s.of, s.endW[len(s.endW)-1].Denom())
	}
}

// merge explores as walk does, level by level.
func (c *Chain) merge(s *step, w *big.Rat, floor int) error {
	if w == nil {
		w = big.NewRat(1, 1)
	}
	c.m.remembered(1 << 62)
	ends, err := c.m.Explore(&Branch{State: c.m.Save(nil), Weight: w}, c.budget, nil, nil)
	if err != nil {
		return err
	}
	for _, b := range ends {
		c.m.Restore(b.State)
		c.arrive(s, b.Weight, floor)
		s.of = lcm(s.of, b.Weight.Denom())
	}
	return nil
}

// arrive notes the state the machine has come to. A weight of nil is one.
func (c *Chain) arrive(s *step, w *big.Rat, floor int) {
	m := c.m
	s.time = max(s.time, m.mem[wordClock])
	switch {
	case m.over():
		s.ends, s.endW = append(s.ends, c.end()), append(s.endW, w)
	case len(m.ctl) <= floor:
		m.canonical()
		id := c.cores.id(c.forms.pack())
		s.out, s.outW = append(s.out, id), append(s.outW, w)
	default:
		s.to, s.toW = append(s.to, c.here()), append(s.toW, w)
	}
}
