package interp

import (
	"rulec/dice"
	"rulec/lang/ir"
)

// A value of type dice is the number of an interned pool. The program's own pools
// come first and are shared; what a run adds is the machine's. Sums are
// remembered, so that adding the same dice again makes nothing.

func (m *Machine) internPool(p dice.Pool) int64 {
	key := p.String()
	if id, ok := m.poolIDs[key]; ok {
		return id
	}
	id := int64(len(m.pools))
	m.pools = append(m.pools, p)
	m.poolIDs[key] = id
	return id
}

// dicePlus adds dice b to dice a, or takes them away with sign -1.
func (m *Machine) dicePlus(a, b, sign int64) int64 {
	k := [3]int64{a, b, sign}
	if v, ok := m.sums[k]; ok {
		return v
	}
	q := m.pools[b]
	if sign < 0 {
		q = q.Negate()
	}
	p, err := dice.Add(m.pools[a], q)
	if err != nil {
		m.fail("E0703", "%v", err)
		return a
	}
	v := m.internPool(p)
	m.sums[k] = v
	return v
}

// diceNumber adds a number to dice.
func (m *Machine) diceNumber(a, n int64) int64 {
	if n == 0 {
		return a
	}
	k := [3]int64{a, n, 2}
	if v, ok := m.sums[k]; ok {
		return v
	}
	v := m.internPool(m.pools[a].AddConst(n))
	m.sums[k] = v
	return v
}

func (m *Machine) diceOf(n, sides int64) int64 {
	if n < 0 || n > 1000 || sides < 1 || sides > 10000 {
		m.fail("E0703", "%d dice of %d sides cannot be thrown", n, sides)
		return 0
	}
	k := [3]int64{n, sides, 3}
	if v, ok := m.sums[k]; ok {
		return v
	}
	p := dice.Number(0)
	if n > 0 {
		p = dice.Dice(int(n), int(sides))
	}
	v := m.internPool(p)
	m.sums[k] = v
	return v
}

func (c *compiler) diceAdd(e *ir.Expr) numFn {
	x, y, sign := c.num(e.Args[0]), c.num(e.Args[1]), e.Int
	if e.Args[1].Type.Kind == ir.Dice {
		return func(m *Machine) int64 { a := x(m); return m.dicePlus(a, y(m), sign) }
	}
	return func(m *Machine) int64 { a := x(m); return m.diceNumber(a, sign*y(m)) }
}

func (m *Machine) intern(s string) int64 {
	for i, t := range m.texts {
		if t == s {
			return int64(i)
		}
	}
	m.texts = append(m.texts, s)
	return int64(len(m.texts) - 1)
}
