package interp

import "rulec/lang/ir"

// Fused forms. A closure costs a call whatever it does, so the operands that real
// rules are full of (a cell, a register, a field of what one of these names, a
// constant) are read by the closure of the operator itself.

// operand says how an expression is read.
type operand struct {
	kind operandKind
	k    int64 // constant, or offset of the field
	at   int   // of a cell
	reg  uint8
	fn   numFn // whatever it is
}

type operandKind uint8

const (
	anyOperand operandKind = iota
	constOperand
	regOperand
	cellOperand
	regField  // a field of what a register names
	cellField // a field of what a cell names
)

func (c *compiler) operand(e *ir.Expr) operand {
	if e.Op == ir.ValueOp && c.p.keep.values[e.Value] == nil {
		if body, lets, done := c.inlined(e); body != nil {
			done()
			if len(lets) == 0 {
				return c.operand(body)
			}
		}
	}
	o := operand{fn: c.num(e)}
	if c.inShade(e) {
		return o
	}
	if k, ok := c.constant(e); ok {
		o.kind, o.k = constOperand, k
		return o
	}
	switch e.Op {
	case ir.AbsentOp:
		o.kind, o.k = constOperand, None
	case ir.LocalOp:
		if e.Local.Field && inline(e.Local.Type) {
			return o
		}
		if r, ok := c.regs[e.Local]; ok {
			o.kind, o.reg = regOperand, r
		} else {
			o.kind, o.at = cellOperand, c.off(e.Local)
		}
	case ir.FieldOp:
		a := e.Args[0]
		if e.Local.Field && inline(e.Local.Type) {
			return o
		}
		switch {
		case a.Op == ir.FrameOp:
			o.kind, o.at = cellOperand, c.off(e.Local)
		case a.Op == ir.LocalOp && !(a.Local.Field && inline(a.Local.Type)):
			o.k = int64(c.off(e.Local))
			if r, ok := c.regs[a.Local]; ok {
				o.kind, o.reg = regField, r
			} else {
				o.kind, o.at = cellField, c.off(a.Local)
			}
		}
	}
	return o
}

// A comparison asks whether the difference of two numbers lies in a range. Numbers
// are bounded, so that a difference does not overflow; where something is absent,
// only equality is asked, which holds with overflow too.
type comparison struct {
	low  int64
	span uint64
	not  bool
}

func comparisonOf(op ir.Op) comparison {
	const far = 1 << 61
	switch op {
	case ir.EqOp:
		return comparison{0, 0, false}
	case ir.NeOp:
		return comparison{0, 0, true}
	case ir.LtOp:
		return comparison{-far, far - 1, false}
	case ir.LeOp:
		return comparison{-far, far, false}
	case ir.GtOp:
		return comparison{1, far, false}
	}
	return comparison{0, far, false}
}

func (c comparison) of(a, b int64) bool { return (uint64(a-b-c.low) <= c.span) != c.not }

// compareOperands lowers a comparison of two words.
func (c *compiler) compareOperands(op ir.Op, a, b *ir.Expr) truthFn {
	if f := c.shadedCompare(op, a, b); f != nil {
		return f
	}
	if f := c.compareDistance(op, a, b); f != nil {
		return f
	}
	x, y, q := c.operand(a), c.operand(b), comparisonOf(op)
	if x.kind == constOperand && y.kind != constOperand {
		x, y = y, x
		q = comparisonOf(map[ir.Op]ir.Op{ir.EqOp: ir.EqOp, ir.NeOp: ir.NeOp, ir.LtOp: ir.GtOp, ir.LeOp: ir.GeOp, ir.GtOp: ir.LtOp, ir.GeOp: ir.LeOp}[op])
	}
	f, g, k, r, s, i, j, u, v := x.fn, y.fn, y.k, x.reg, y.reg, x.at, y.at, x.k, y.k
	switch x.kind {
	case regOperand:
		switch y.kind {
		case constOperand:
			return func(m *Machine) bool { return q.of(m.regs[r%registers], k) }
		case regOperand:
			return func(m *Machine) bool { return q.of(m.regs[r%registers], m.regs[s%registers]) }
		case cellOperand:
			return func(m *Machine) bool { return q.of(m.regs[r%registers], m.mem[m.fp+j]) }
		}
	case cellOperand:
		switch y.kind {
		case constOperand:
			return func(m *Machine) bool { return q.of(m.mem[m.fp+i], k) }
		case cellOperand:
			return func(m *Machine) bool { return q.of(m.mem[m.fp+i], m.mem[m.fp+j]) }
		case cellField:
			return func(m *Machine) bool { return q.of(m.mem[m.fp+i], m.mem[m.mem[m.fp+j]+v]) }
		}
	case regField:
		switch y.kind {
		case constOperand:
			return func(m *Machine) bool { return q.of(m.mem[m.regs[r%registers]+u], k) }
		case regField:
			return func(m *Machine) bool {
				return q.of(m.mem[m.regs[r%registers]+u], m.mem[m.regs[s%registers]+v])
			}
		case cellField:
			return func(m *Machine) bool { return q.of(m.mem[m.regs[r%registers]+u], m.mem[m.mem[m.fp+j]+v]) }
		}
	case cellField:
		switch y.kind {
		case constOperand:
			return func(m *Machine) bool { return q.of(m.mem[m.mem[m.fp+i]+u], k) }
		case regField:
			return func(m *Machine) bool { return q.of(m.mem[m.mem[m.fp+i]+u], m.mem[m.regs[s%registers]+v]) }
		case cellField:
			return func(m *Machine) bool { return q.of(m.mem[m.mem[m.fp+i]+u], m.mem[m.mem[m.fp+j]+v]) }
		}
	}
	switch y.kind {
	case constOperand:
		return func(m *Machine) bool { return q.of(f(m), k) }
	case regOperand:
		return func(m *Machine) bool { return q.of(f(m), m.regs[s%registers]) }
	case cellOperand:
		return func(m *Machine) bool { a := f(m); return q.of(a, m.mem[m.fp+j]) }
	case regField:
		return func(m *Machine) bool { a := f(m); return q.of(a, m.mem[m.regs[s%registers]+v]) }
	case cellField:
		return func(m *Machine) bool { a := f(m); return q.of(a, m.mem[m.mem[m.fp+j]+v]) }
	}
	return func(m *Machine) bool { a := f(m); return q.of(a, g(m)) }
}

// addOperands lowers a sum or difference (sign -1).
func (c *compiler) addOperands(a, b *ir.Expr, sign int64) numFn {
	x, y := c.operand(a), c.operand(b)
	f, g, k, i, j, u, v := x.fn, y.fn, sign*y.k, x.at, y.at, x.k, y.k
	switch {
	case y.kind == constOperand && x.kind == cellOperand:
		return func(m *Machine) int64 { return m.bounded(m.mem[m.fp+i] + k) }
	case y.kind == constOperand && x.kind == cellField:
		return func(m *Machine) int64 { return m.bounded(m.mem[m.mem[m.fp+i]+u] + k) }
	case y.kind == constOperand:
		return func(m *Machine) int64 { return m.bounded(f(m) + k) }
	case y.kind == cellOperand && x.kind == cellOperand:
		return func(m *Machine) int64 { return m.bounded(m.mem[m.fp+i] + sign*m.mem[m.fp+j]) }
	case y.kind == cellOperand:
		return func(m *Machine) int64 { p := f(m); return m.bounded(p + sign*m.mem[m.fp+j]) }
	case y.kind == cellField:
		return func(m *Machine) int64 { p := f(m); return m.bounded(p + sign*m.mem[m.mem[m.fp+j]+v]) }
	case x.kind == cellOperand:
		return func(m *Machine) int64 { q := g(m); return m.bounded(m.mem[m.fp+i] + sign*q) }
	}
	return func(m *Machine) int64 { p := f(m); return m.bounded(p + sign*g(m)) }
}

// squares is the distance of two squares, in steps of unit.
func apart(p, q, unit int64) int64 {
	if p < 0 || q < 0 {
		return farAway * unit
	}
	dx, dy := int64(int16(p))-int64(int16(q)), p>>16-q>>16
	return max(dx, -dx, dy, -dy) * unit
}

// pointDistance is the distance of two squares, where no base is wider than one.
func (c *compiler) pointDistance(e *ir.Expr) numFn {
	a, b := e.Args[0], e.Args[1]
	single := func(t *ir.Type) bool { return t.Entity() || t.Kind == ir.PlaceKind }
	if c.p.hooks.edge != nil || !single(a.Type) || !single(b.Type) {
		return nil
	}
	unit := c.p.stepLength
	x, y := c.place(a), c.place(b)
	if x.kind > y.kind { // a distance is the same both ways; fewer forms
		x, y = y, x
	}
	f, g, r, s, i, j := x.fn, y.fn, x.reg, y.reg, x.at, y.at
	switch [2]operandKind{x.kind, y.kind} {
	case [2]operandKind{regOperand, regField}:
		return func(m *Machine) int64 {
			return apart(m.regs[r%registers], m.mem[m.regs[s%registers]+entPlace], unit)
		}
	case [2]operandKind{regOperand, cellField}:
		return func(m *Machine) int64 { return apart(m.regs[r%registers], m.mem[m.mem[m.fp+j]+entPlace], unit) }
	case [2]operandKind{regField, regField}:
		return func(m *Machine) int64 {
			return apart(m.mem[m.regs[r%registers]+entPlace], m.mem[m.regs[s%registers]+entPlace], unit)
		}
	case [2]operandKind{regField, cellField}:
		return func(m *Machine) int64 {
			return apart(m.mem[m.regs[r%registers]+entPlace], m.mem[m.mem[m.fp+j]+entPlace], unit)
		}
	case [2]operandKind{cellField, cellField}:
		return func(m *Machine) int64 {
			return apart(m.mem[m.mem[m.fp+i]+entPlace], m.mem[m.mem[m.fp+j]+entPlace], unit)
		}
	}
	return func(m *Machine) int64 { p := f(m); return apart(p, g(m), unit) }
}

// compareDistance compares the distance of two squares with something at hand.
func (c *compiler) compareDistance(op ir.Op, a, b *ir.Expr) truthFn {
	single := func(t *ir.Type) bool { return t.Entity() || t.Kind == ir.PlaceKind }
	if a.Op != ir.NativeOp || a.Native != "distance" || c.p.space != "grid" || c.p.hooks.edge != nil || !single(a.Args[0].Type) || !single(a.Args[1].Type) {
		return nil
	}
	x, y, z, q, unit := c.place(a.Args[0]), c.place(a.Args[1]), c.operand(b), comparisonOf(op), c.p.stepLength
	if x.kind > y.kind {
		x, y = y, x
	}
	r, s, j, k, t := x.reg, y.reg, y.at, z.k, z.reg
	switch [3]operandKind{x.kind, y.kind, z.kind} {
	case [3]operandKind{regField, regField, regField}:
		return func(m *Machine) bool {
			return q.of(apart(m.mem[m.regs[r%registers]+entPlace], m.mem[m.regs[s%registers]+entPlace], unit), m.mem[m.regs[t%registers]+k])
		}
	case [3]operandKind{regField, cellField, regField}:
		return func(m *Machine) bool {
			return q.of(apart(m.mem[m.regs[r%registers]+entPlace], m.mem[m.mem[m.fp+j]+entPlace], unit), m.mem[m.regs[t%registers]+k])
		}
	case [3]operandKind{regOperand, cellField, regOperand}:
		return func(m *Machine) bool {
			return q.of(apart(m.regs[r%registers], m.mem[m.mem[m.fp+j]+entPlace], unit), m.regs[t%registers])
		}
	case [3]operandKind{regOperand, regField, regOperand}:
		return func(m *Machine) bool {
			return q.of(apart(m.regs[r%registers], m.mem[m.regs[s%registers]+entPlace], unit), m.regs[t%registers])
		}
	}
	return nil
}

// place says how the square is read where an entity stands, or a place itself.
func (c *compiler) place(e *ir.Expr) operand {
	o := c.operand(e)
	if !e.Type.Entity() {
		return o
	}
	f := o.fn
	o.fn = func(m *Machine) int64 { return m.mem[f(m)+entPlace] }
	switch o.kind {
	case regOperand:
		o.kind = regField
	case cellOperand:
		o.kind = cellField
	default:
		o.kind = anyOperand
	}
	return o
}

// ringPlaces numbers the eight squares around one clockwise, by how far they lie to
// the right and down; what is farther away counts as where it would come to it.
var ringPlaces = [3][3]int64{{0, 1, 2}, {7, -1, 3}, {6, 5, 4}}

func ringPlace(of, p int64) int64 {
	dx, dy := int64(int16(p))-int64(int16(of)), p>>16-of>>16
	return ringPlaces[max(-1, min(1, dy))+1][max(-1, min(1, dx))+1]
}

// pointRing is ring_steps where no base is wider than one square.
func (c *compiler) pointRing(e *ir.Expr) numFn {
	if c.p.hooks.edge != nil {
		return nil
	}
	for _, a := range e.Args {
		if !a.Type.Entity() && a.Type.Kind != ir.PlaceKind {
			return nil
		}
	}
	of, a, b := c.place(e.Args[0]), c.place(e.Args[1]), c.place(e.Args[2])
	f, g, h := of.fn, a.fn, b.fn
	steps := func(o, p, q int64) int64 {
		if o < 0 || p < 0 || q < 0 {
			return 0
		}
		i, j := ringPlace(o, p), ringPlace(o, q)
		if i < 0 || j < 0 {
			return 0
		}
		d := (i - j) & 7
		return min(d, 8-d)
	}
	if of.kind == regField && a.kind == regField && b.kind == regField {
		r, s, t := of.reg, a.reg, b.reg
		return func(m *Machine) int64 {
			return steps(m.mem[m.regs[r%registers]+entPlace], m.mem[m.regs[s%registers]+entPlace], m.mem[m.regs[t%registers]+entPlace])
		}
	}
	return func(m *Machine) int64 { o, p := f(m), g(m); return steps(o, p, h(m)) }
}

// hoisted takes distances that do not speak of a closure's item out of the
// closure: they are measured once and kept in registers. done frees these.
func (c *compiler) hoisted(e *ir.Expr) (out *ir.Expr, lets []let, done func()) {
	if c.p.hooks.edge != nil || c.p.space != "grid" {
		return e, nil, nil
	}
	var locals []*ir.Local
	bound := map[*ir.Local]bool{}
	var take func(e *ir.Expr, inside bool) *ir.Expr
	take = func(e *ir.Expr, inside bool) *ir.Expr {
		if e == nil || len(e.Args) == 0 {
			return e
		}
		if inside && e.Op == ir.NativeOp && e.Native == "distance" && !speaksOf(e, bound) &&
			e.Args[0].Op == ir.LocalOp && e.Args[1].Op == ir.LocalOp && len(lets) < maxParams && c.depth+len(lets)+8 < registers {
			if f := c.safeDistance(e); f != nil {
				l := &ir.Local{Name: "distance", Type: e.Type}
				locals, lets = append(locals, l), append(lets, let{arg: f})
				return &ir.Expr{Op: ir.LocalOp, Local: l, Type: e.Type, Span: e.Span}
			}
		}
		if e.Op == ir.BindOp {
			bound[e.Var] = true
		}
		n := *e
		n.Args = make([]*ir.Expr, len(e.Args))
		for i, a := range e.Args {
			n.Args[i] = take(a, inside || e.Op == ir.BindOp && i == 1)
		}
		return &n
	}
	out = take(e, false)
	if len(lets) == 0 {
		return e, nil, nil
	}
	return out, lets, c.keep(lets, locals)
}

// safeDistance may be asked where one of the two is absent: nobody reads it then.
func (c *compiler) safeDistance(e *ir.Expr) numFn {
	f := c.pointDistance(e)
	if f == nil {
		return nil
	}
	x, y := c.num(e.Args[0]), c.num(e.Args[1])
	return func(m *Machine) int64 {
		if x(m) == None || y(m) == None {
			return 0
		}
		return f(m)
	}
}

// keep gives each let the register of its cell. The answer frees them, last first.
func (c *compiler) keep(lets []let, cells []*ir.Local) (done func()) {
	for i, l := range cells {
		lets[i].reg = c.reg(l)
	}
	return func() {
		for i := len(cells) - 1; i >= 0; i-- {
			c.dropReg(cells[i])
		}
	}
}

// withLets evaluates a formula with something kept in registers.
func withLets(lets []let, f numFn) numFn {
	switch len(lets) {
	case 0:
		return f
	case 1:
		r, arg := lets[0].reg, lets[0].arg
		return func(m *Machine) int64 {
			v := arg(m)
			saved := m.regs[r%registers]
			m.regs[r%registers] = v
			v = f(m)
			m.regs[r%registers] = saved
			return v
		}
	}
	return func(m *Machine) int64 {
		var saved [maxParams]int64
		m.keepLets(lets, &saved)
		v := f(m)
		m.dropLets(lets, &saved)
		return v
	}
}

// speaksOf tells whether a formula reads one of some cells.
func speaksOf(e *ir.Expr, cells map[*ir.Local]bool) bool {
	found := false
	e.Walk(func(x *ir.Expr) { found = found || x.Op == ir.LocalOp && cells[x.Local] })
	return found
}
