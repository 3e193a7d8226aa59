package interp

import (
	"rulec/lang/ir"
	"rulec/space"
)

// Who covers a square, asked the other way round. `p in footprint(x)` compares two
// places and makes no list; a walk over the living that tests nothing but this of
// its item reads who stands on p, from the lists that the grid keeps.

// within lowers `p in footprint(x)`, or returns nil.
func (c *compiler) within(e *ir.Expr) truthFn {
	p, f := e.Args[0], e.Args[1]
	if c.p.space != "grid" || f.Op != ir.NativeOp || f.Native != "footprint" || p.Type.Kind != ir.PlaceKind {
		return nil
	}
	x, base := c.num(p), c.base(f)
	return func(m *Machine) bool {
		at := x(m)
		r, _, ok := base(m)
		return ok && r.Covers(space.Cell(at))
	}
}

// coveredBy is p of the test `p in footprint(item)`, or nil.
func (c *compiler) coveredBy(e *ir.Expr, item *ir.Local) *ir.Expr {
	if e.Op != ir.InOp || !c.basesStay() {
		return nil
	}
	p, f := e.Args[0], e.Args[1]
	if f.Op != ir.NativeOp || f.Native != "footprint" || len(f.Args) != 1 || f.Args[0].Op != ir.LocalOp || f.Args[0].Local != item {
		return nil
	}
	if p.Type.Kind != ir.PlaceKind || speaksOf(p, map[*ir.Local]bool{item: true}) {
		return nil
	}
	return p
}

// basesStay tells whether what stands somewhere stays as wide as it was when it was
// put there, so that the lists of the grid say who covers a square.
func (c *compiler) basesStay() bool {
	if c.p.space != "grid" {
		return false
	}
	h := c.p.hooks.edge
	if h == nil {
		return true
	}
	if b := h.ir.Body; len(h.ir.Mods) > 0 || c.p.supposed[h.ir] != nil || b == nil || b.Op != ir.FieldOp || b.Args[0].Op != ir.LocalOp {
		return false
	}
	if c.stays == nil {
		stays := true
		c.eachStmt(func(s *ir.Stmt) {
			s.Target.Walk(func(x *ir.Expr) { stays = stays && x.Local != h.ir.Body.Local })
		})
		c.stays = &stays
	}
	return *c.stays
}

// walkStanding lowers a filter of the living by where they stand, or returns nil.
func (c *compiler) walkStanding(e *ir.Expr, item *ir.Local) *walker {
	l, test := e.Args[0], e.Args[1]
	if l.Op != ir.LivingOp || !l.Record.Entity {
		return nil
	}
	p := c.coveredBy(test, e.Var)
	if p == nil {
		return nil
	}
	w := &walker{living: -1, place: true, of: int64(l.Record.Index), list: c.num(p)}
	w.reg = c.reg(item)
	return w
}

// standing lists who of a record covers a place, on the stack, in the order of
// making; without a map everybody who is there is looked at.
func (m *Machine) standing(record, place int64) []int64 {
	at := m.top
	if m.grid == nil {
		for _, e := range m.living(record) {
			if r, ok := m.rect(e); ok && r.Covers(space.Cell(place)) {
				i := m.alloc(1)
				m.mem[i] = e
			}
		}
		return m.mem[at:m.top]
	}
	if !m.grid.grid.Contains(place) {
		return nil
	}
	for n := m.mem[m.cellIndex(place)]; n >= 0; n = m.mem[m.grid.nodes+2*n+1] {
		if e := m.mem[m.grid.nodes+2*n]; m.mem[e+entRecord] == record && m.mem[e+entAlive] != 0 {
			i := m.alloc(1)
			m.mem[i] = e
		}
	}
	return m.mem[at:m.top]
}

// onBase lists the squares of a base, on the stack.
func (m *Machine) onBase(base baseFn) []int64 {
	r, _, ok := base(m)
	if !ok {
		return nil
	}
	at := m.alloc(1)
	if r.N == 1 {
		m.mem[at] = int64(r.Anchor())
		return m.mem[at : at+1]
	}
	m.top = at
	m.cells = space.Footprint(r, m.cells[:0])
	at = m.alloc(len(m.cells))
	for i, c := range m.cells {
		m.mem[at+i] = int64(c)
	}
	return m.mem[at : at+len(m.cells)]
}
