package interp

import "rulec/lang/ir"

// Values that nothing modifies are put in where they are asked: their formula is
// lowered with the arguments in place of the parameters. What an argument costs
// is paid once: one that is more than a cell or a field of one is kept in a
// register while the formula runs. Items of closures lie in registers too.

// registers there are. A formula that needs more keeps to frames.
const registers = 64

// inlineWeight bounds the size of a formula after everything is put in.
const inlineWeight = 150

// let is an argument kept in a register.
type let struct {
	reg uint8
	arg numFn
}

// reg takes the next register for a cell while body is lowered. Registers are
// given back in the order in which they were taken, and every formula that uses
// one restores it, so that formulas that are called in between may use the same.
func (c *compiler) reg(l *ir.Local) uint8 {
	if c.regs == nil {
		c.regs = map[*ir.Local]uint8{}
	}
	r := c.depth
	c.regs[l] = uint8(r)
	c.depth++
	return uint8(r)
}

func (c *compiler) dropReg(l *ir.Local) {
	delete(c.regs, l)
	c.depth--
}

// canInline tells whether asking a value is the same as its formula.
func (c *compiler) canInline(v *ir.Value) bool {
	return c.p.cover == nil && c.plainFormula(v) && c.p.keep.values[v] == nil && c.weight(v) <= inlineWeight
}

// weight counts the operators of a value's formula with everything put in.
func (c *compiler) weight(v *ir.Value) int {
	if w, ok := c.p.weights[v]; ok {
		return w
	}
	if c.p.weights == nil {
		c.p.weights = map[*ir.Value]int{}
	}
	c.p.weights[v] = inlineWeight + 1 // a value that asks itself is refused elsewhere
	if v.Body == nil {
		return inlineWeight + 1
	}
	w := 0
	v.Body.Walk(func(x *ir.Expr) {
		w++
		switch {
		case x.Op == ir.FrameOp || x.Op == ir.BaseOp:
			w += inlineWeight + 1
		case x.Op == ir.ValueOp && len(x.Value.Mods) == 0 && x.Value.Table == nil && x.Value.Body != nil:
			if n := c.weight(x.Value); n <= inlineWeight {
				w += n
			}
		}
	})
	c.p.weights[v] = w
	return w
}

// inlined is the formula of a value with its arguments put in, and the arguments
// that go to registers (their parameters are freed by done).
func (c *compiler) inlined(e *ir.Expr) (body *ir.Expr, lets []let, done func()) {
	v := e.Value
	if !c.canInline(v) || len(v.Params) > maxParams-1 || c.depth+len(v.Params)+8 > registers {
		return nil, nil, nil
	}
	params := v.Params
	if v.Self != nil {
		params = append([]*ir.Local{v.Self}, params...)
	}
	with := map[*ir.Local]*ir.Expr{}
	var kept []*ir.Local
	var args []*ir.Expr
	for i, p := range params {
		switch {
		case i < len(e.Args) && e.Args[i] != nil && cheap(e.Args[i]):
			with[p] = e.Args[i]
		case i < len(e.Args) && e.Args[i] != nil:
			fresh := *p
			fresh.Field = false
			with[p] = &ir.Expr{Op: ir.LocalOp, Local: &fresh, Type: p.Type, Span: e.Args[i].Span}
			kept, args = append(kept, &fresh), append(args, e.Args[i])
		case p.Default != nil && p.Default.Op == ir.Const:
			with[p] = p.Default
		default:
			return nil, nil, nil
		}
	}
	body = subst(v.Body, with)
	if body == nil {
		return nil, nil, nil
	}
	for i := range kept {
		lets = append(lets, let{arg: c.num(args[i])})
	}
	return body, lets, c.keep(lets, kept)
}

// inlineNum lowers the asking of a value as its formula, or returns nil.
func (c *compiler) inlineNum(e *ir.Expr) numFn {
	body, lets, done := c.inlined(e)
	if body == nil {
		return nil
	}
	defer done()
	f := c.num(body)
	return withLets(lets, f)
}

// inlineTruth is inlineNum for truths.
func (c *compiler) inlineTruth(e *ir.Expr) truthFn {
	body, lets, done := c.inlined(e)
	if body == nil {
		return nil
	}
	defer done()
	f := c.truth(body)
	if len(lets) == 0 {
		return f
	}
	return func(m *Machine) bool {
		var saved [maxParams]int64
		m.keepLets(lets, &saved)
		t := f(m)
		m.dropLets(lets, &saved)
		return t
	}
}

// keepLets evaluates all arguments before it keeps any.
func (m *Machine) keepLets(lets []let, saved *[maxParams]int64) {
	for i := range lets {
		saved[i%maxParams] = lets[i].arg(m)
	}
	for i := range lets {
		r := lets[i].reg % registers
		saved[i%maxParams], m.regs[r] = m.regs[r], saved[i%maxParams]
	}
}

func (m *Machine) dropLets(lets []let, saved *[maxParams]int64) {
	for i := range lets {
		m.regs[lets[i].reg%registers] = saved[i%maxParams]
	}
}

// cheap formulas may be evaluated again instead of kept.
func cheap(e *ir.Expr) bool {
	switch e.Op {
	case ir.LocalOp, ir.Const, ir.FrameOp, ir.OptionOp, ir.AbsentOp:
		return true
	case ir.FieldOp:
		return cheap(e.Args[0])
	}
	return false
}

// subst copies a formula with other formulas in place of its cells; nil if it
// has cells of which nothing is known.
func subst(e *ir.Expr, with map[*ir.Local]*ir.Expr) *ir.Expr {
	switch e.Op {
	case ir.LocalOp:
		return with[e.Local]
	case ir.MonitorOp:
		return nil
	case ir.BindOp:
		fresh := *e.Var
		inner := map[*ir.Local]*ir.Expr{e.Var: {Op: ir.LocalOp, Local: &fresh, Type: fresh.Type, Span: e.Span}}
		for k, v := range with {
			inner[k] = v
		}
		out := *e
		out.Var = &fresh
		list, body := subst(e.Args[0], with), subst(e.Args[1], inner)
		if list == nil || body == nil {
			return nil
		}
		out.Args = []*ir.Expr{list, body}
		return &out
	}
	if len(e.Args) == 0 {
		return e
	}
	out := *e
	out.Args = make([]*ir.Expr, len(e.Args))
	for i, a := range e.Args {
		if a != nil {
			if out.Args[i] = subst(a, with); out.Args[i] == nil {
				return nil
			}
		}
	}
	return &out
}
