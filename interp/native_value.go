package interp

import (
	"rulec/dice"
)

// Values, dice and resources for generated code.

// Ask asks a value that has no native form.
func (k *Core) Ask(v int, args ...int64) int64 {
	m := (*Machine)(k)
	x := m.p.values[m.p.ir.Values[v]]
	base := m.alloc(x.size)
	params := x.ir.Params
	if x.ir.Self != nil {
		m.mem[base+m.p.lay.off[x.ir.Self]] = args[0]
		args = args[1:]
	}
	for i, a := range args {
		m.mem[base+m.p.lay.off[params[i]]] = a
	}
	fp := m.fp
	m.fp = base
	r := x.ask(m)
	m.fp = fp
	if plain(x.ir.Type) {
		m.top = base
	}
	return r
}

// NoRow reports a table of which no row matches.
func (k *Core) NoRow(v int) {
	x := k.p.ir.Values[v]
	(*Machine)(k).failAt(x.Span, "E0704", "no row of the table %q matches", x.Name)
}

// Within is a value that must lie within the bounds of a field.
func (k *Core) Within(v, low, high int64) int64 {
	if v != None && (v < low || v > high) {
		(*Machine)(k).fail("E0703", "a field would be %d, outside its bounds", v)
	}
	return v
}

// Joins are the modifiers of one value by their kinds.
type Joins [maxKinds]join

// Add adds a modifier of a kind.
func (j *Joins) Add(k *Core, kind int, amount int64) {
	j[kind].add(k.p.ir.Bonuses[kind], amount, nil)
}

// Total joins the kinds and forgets them.
func (j *Joins) Total(k *Core) int64 {
	v := (*Machine)(k).settleKinds((*[maxKinds]join)(j))
	*j = Joins{}
	return v
}

// DicePlus adds dice to dice.
func (k *Core) DicePlus(a, b, sign int64) int64 { return (*Machine)(k).dicePlus(a, b, sign) }

// DiceNumber adds a number to dice.
func (k *Core) DiceNumber(a, n int64) int64 { return (*Machine)(k).diceNumber(a, n) }

// DiceOf is n dice.
func (k *Core) DiceOf(n, sides int64) int64 { return (*Machine)(k).diceOf(n, sides) }

// Bound is the least or the most a pool can show.
func (k *Core) Bound(pool int64, most bool) int64 {
	lo, hi := k.pools[pool].Bounds()
	if most {
		return hi
	}
	return lo
}

// Roll throws a pool.
func (k *Core) Roll(pool int64) int64 {
	if pool < int64(len(k.p.simple)) {
		if d := &k.p.simple[pool]; d.sides > 0 {
			return d.plus + throw(k.rand, d.n, d.sides)
		}
	}
	return k.pools[pool].Sample(k.rand)
}

// simpleDice is a pool of like dice and a number.
type simpleDice struct {
	n     int
	sides uint64 // 0 if the pool is something else
	plus  int64
}

func simpleOf(p dice.Pool) simpleDice {
	if len(p.Terms) == 1 {
		if t := p.Terms[0]; t.Keep == 0 && t.Reroll|t.Explode|t.Success == 0 && t.Sides > 1 && !t.Neg {
			return simpleDice{t.N, uint64(t.Sides), p.Const}
		}
	}
	return simpleDice{}
}

// Throw throws n dice of so many sides.
func (k *Core) Throw(n int, sides uint64) int64 { return throw(k.rand, n, sides) }

func throw(r *dice.Rand, n int, sides uint64) int64 {
	v := int64(n)
	for range n {
		v += int64(r.Below(sides))
	}
	return v
}
