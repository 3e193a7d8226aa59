package interp

import (
	"rulec/lang/ir"
)

// Formulas become closures. Numbers and truths have a function type each, so that
// neither is boxed or tested twice. Where an operand is a cell or a constant the
// operator reads it itself; these are the forms that real rules are full of.

type (
	numFn   func(m *Machine) int64
	truthFn func(m *Machine) bool
)

// inline tells whether a value of the type lies where its field lies, so that the
// field's address is the value.
func inline(t *ir.Type) bool { return t.Sequence() || t.Kind == ir.Map }

// truthOps are the operators whose result is computed as a truth; as a number
// they are 0 or 1.
var truthOps = map[ir.Op]bool{ir.NotOp: true, ir.AndOp: true, ir.OrOp: true, ir.EqOp: true, ir.NeOp: true, ir.LtOp: true,
	ir.LeOp: true, ir.GtOp: true, ir.GeOp: true, ir.InOp: true, ir.HasOp: true, ir.IsOp: true, ir.BindOp: true, ir.CondOp: true}

// num lowers an expression to a number: its word.
func (c *compiler) num(e *ir.Expr) numFn {
	if e.Type != nil && e.Type.Kind == ir.Bool && truthOps[e.Op] {
		return c.truthNumber(c.truth(e))
	}
	if k, ok := c.constant(e); ok {
		return func(*Machine) int64 { return k }
	}
	if c.inShade(e) {
		return c.shadedRead(e)
	}
	switch e.Op {
	case ir.AbsentOp:
		return func(*Machine) int64 { return None }
	case ir.TextConst:
		k := c.text(e.Str)
		return func(*Machine) int64 { return k }
	case ir.DiceConst:
		k := c.pool(e.Str)
		return func(*Machine) int64 { return k }
	case ir.LocalOp, ir.MonitorOp:
		if r, ok := c.regs[e.Local]; ok {
			return func(m *Machine) int64 { return m.regs[r%registers] }
		}
		off := c.off(e.Local)
		if e.Local.Field && inline(e.Local.Type) {
			return func(m *Machine) int64 { return int64(m.fp + off) }
		}
		return func(m *Machine) int64 { return m.mem[m.fp+off] }
	case ir.FrameOp:
		return func(m *Machine) int64 { return int64(m.fp) }
	case ir.FieldOp:
		return c.field(e)
	case ir.AtOp:
		return c.p.geo.at(c, e.Args[0])
	case ir.ValueOp:
		if k, of := c.keptCall(e); k != nil {
			if k.list != nil || e.Type.Sequence() {
				return func(m *Machine) int64 { return m.listOf(m.ask(k, of(m)).list) }
			}
			return func(m *Machine) int64 { return m.ask(k, of(m)).word }
		}
		if f := c.inlineNum(e); f != nil {
			return f
		}
		return c.valueCall(e)
	case ir.SpendOp:
		amount := c.callOf(c.p.value(e.Res.Amount), e.Args, e)
		x, off := c.num(e.Args[0]), c.off(e.Res.Spent)
		return func(m *Machine) int64 { return amount(m) - m.mem[x(m)+int64(off)] }
	case ir.NativeOp:
		return c.native(e)
	case ir.NegOp:
		x := c.num(e.Args[0])
		return func(m *Machine) int64 { return -x(m) }
	case ir.AddOp, ir.SubOp, ir.MulOp, ir.ModOp:
		return c.arithmetic(e)
	case ir.FloorOp, ir.CeilOp, ir.NearestOp:
		return c.divide(e)
	case ir.CondOp:
		t, a, b := c.truth(e.Args[0]), c.num(e.Args[1]), c.num(e.Args[2])
		return func(m *Machine) int64 {
			if t(m) {
				return a(m)
			}
			return b(m)
		}
	case ir.IndexOp:
		return c.index(e)
	case ir.HeldOp:
		x, k := c.num(e.Args[0]), e.Cond.Index
		return func(m *Machine) int64 { return m.heldOf(k, x(m), None) }
	case ir.ListOp:
		return c.listLit(e)
	case ir.MapOp:
		return c.mapLit(e)
	case ir.NewOp:
		return c.newRecord(e)
	case ir.LivingOp:
		return c.living(e.Record)
	case ir.EnumOp:
		n := len(e.Enum.Members)
		return func(m *Machine) int64 {
			at := m.alloc(n + 1)
			m.mem[at] = int64(n)
			for i := range n {
				m.mem[at+1+i] = int64(i)
			}
			return int64(at)
		}
	case ir.RangeOp:
		a, b := c.num(e.Args[0]), c.num(e.Args[1])
		return func(m *Machine) int64 {
			lo, hi := a(m), b(m)
			n := int(max(0, min(hi-lo+1, 1<<16)))
			at := m.alloc(n + 1)
			m.mem[at] = int64(n)
			for i := range n {
				m.mem[at+1+i] = lo + int64(i)
			}
			return int64(at)
		}
	case ir.BindOp:
		return c.bindNum(e)
	case ir.BaseOp:
		return func(m *Machine) int64 { return m.hooks.base }
	case ir.AttrOp:
		return c.attribute(e)
	case ir.ActActorOp:
		x := c.num(e.Args[0])
		return func(m *Machine) int64 { return m.mem[int(x(m))+hdrSize] } // self is an action's first cell
	case ir.ActActionOp:
		x := c.num(e.Args[0])
		return func(m *Machine) int64 { return m.mem[x(m)+hdrEvent] }
	case ir.OutcomeOp:
		x := c.num(e.Args[0])
		return func(m *Machine) int64 {
			if o := m.mem[x(m)+hdrOutcome]; o >= 2 {
				return o - 2
			}
			return None
		}
	case ir.ActionOp, ir.EventOp:
		k := int64(e.Event.Index)
		return func(*Machine) int64 { return k }
	case ir.DeedOp:
		return c.tuple(int64(e.Event.Index), -1, e.Event.Params, e.Args)
	case ir.MomentOp:
		return c.tuple(int64(e.Moment.Index), -1, e.Moment.Params, e.Args)
	case ir.CondValue:
		return c.condValue(e)
	case ir.JoinOp:
		return c.join(e)
	case ir.ActionsOp:
		return c.listOf(c.actionIndexes(func(*ir.Event) bool { return true }))
	case ir.DiceAddOp:
		return c.diceAdd(e)
	case ir.DiceOfOp:
		n, sides := c.num(e.Args[0]), c.num(e.Args[1])
		return func(m *Machine) int64 { return m.diceOf(n(m), sides(m)) }
	case ir.ConcatOp, ir.WithoutOp:
		return c.concat(e)
	case ir.LengthOp:
		if c.p.space == "plane" {
			return c.spatial(&ir.Expr{Op: ir.NativeOp, Native: "length", Type: e.Type, Span: e.Span})
		}
		x, unit := c.num(e.Args[0]), c.p.stepLength
		return func(m *Machine) int64 { return m.mem[x(m)] * unit }
	case ir.SeqOp:
		x := c.num(e.Args[0])
		return c.scratch(func(m *Machine) int64 { return m.mem[x(m)] })
	case ir.CastOp:
		x, want := c.num(e.Args[0]), int64(e.Type.Record.Index)
		name := e.Type.Record.Name
		return func(m *Machine) int64 {
			v := x(m)
			if v != None && m.mem[v+entRecord] != want {
				m.fail("E0704", "%s is not a %s", m.Name(v), name)
			}
			return v
		}
	case ir.DeedActionOp:
		x := c.num(e.Args[0])
		return func(m *Machine) int64 { return m.mem[x(m)] }
	case ir.TargetsOp:
		x := c.num(e.Args[0])
		return func(m *Machine) int64 { return m.targets(x(m)) }
	case ir.ReplacesOp:
		return c.replaces(e)
	case ir.PlaceOp:
		at := c.p.geo.drawn(e.Keys[0], e.Keys[1])
		return func(*Machine) int64 { return at }
	case ir.ThingOp:
		return c.thing(e.Thing)
	}
	c.bug(e.Span, "no lowering for operator %d", e.Op)
	return func(*Machine) int64 { return 0 }
}

func (c *compiler) truthNumber(t truthFn) numFn {
	return func(m *Machine) int64 {
		if t(m) {
			return 1
		}
		return 0
	}
}

// constant folds what options and literals decide before a run.
func (c *compiler) constant(e *ir.Expr) (int64, bool) {
	switch e.Op {
	case ir.Const:
		return e.Int, true
	case ir.OptionOp:
		return c.p.options[e.Option.Index], true
	case ir.CondOp:
		if t, ok := c.constant(e.Args[0]); ok {
			if t != 0 {
				return c.constant(e.Args[1])
			}
			return c.constant(e.Args[2])
		}
	case ir.EqOp, ir.NeOp:
		a, ok1 := c.constant(e.Args[0])
		b, ok2 := c.constant(e.Args[1])
		if ok1 && ok2 {
			return b2i((a == b) == (e.Op == ir.EqOp)), true
		}
	case ir.NotOp:
		if a, ok := c.constant(e.Args[0]); ok {
			return 1 - a, true
		}
	case ir.AndOp:
		a, ok := c.constant(e.Args[0])
		if ok && a == 0 {
			return 0, true
		}
		if b, ok2 := c.constant(e.Args[1]); ok && ok2 {
			return b, true
		}
	case ir.OrOp:
		a, ok := c.constant(e.Args[0])
		if ok && a != 0 {
			return 1, true
		}
		if b, ok2 := c.constant(e.Args[1]); ok && ok2 {
			return b, true
		}
	}
	return 0, false
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// scratch gives back what a formula with a plain result took from the stack.
func (c *compiler) scratch(f numFn) numFn {
	return func(m *Machine) int64 {
		top := m.top
		v := f(m)
		m.top = top
		return v
	}
}

func (c *compiler) field(e *ir.Expr) numFn {
	off := int64(c.off(e.Local))
	in := e.Local.Field && inline(e.Local.Type)
	if in {
		x := c.num(e.Args[0])
		return func(m *Machine) int64 { return x(m) + off }
	}
	switch a := e.Args[0]; {
	case a.Op == ir.FrameOp:
		return func(m *Machine) int64 { return m.mem[int64(m.fp)+off] }
	case a.Op == ir.LocalOp && !(a.Local.Field && inline(a.Local.Type)):
		if r, ok := c.regs[a.Local]; ok {
			return func(m *Machine) int64 { return m.mem[m.regs[r%registers]+off] }
		}
		at := c.off(a.Local)
		return func(m *Machine) int64 { return m.mem[m.mem[m.fp+at]+off] }
	}
	x := c.num(e.Args[0])
	return func(m *Machine) int64 { return m.mem[x(m)+off] }
}

func (c *compiler) arithmetic(e *ir.Expr) numFn {
	a, b := e.Args[0], e.Args[1]
	switch e.Op {
	case ir.AddOp:
		return c.addOperands(a, b, 1)
	case ir.SubOp:
		return c.addOperands(a, b, -1)
	}
	x, y := c.num(a), c.num(b)
	switch e.Op {
	case ir.MulOp:
		return func(m *Machine) int64 {
			p, q := x(m), y(m)
			return m.product(p, q)
		}
	}
	return func(m *Machine) int64 {
		p, q := x(m), y(m)
		if q == 0 {
			m.fail("E0703", "the remainder of a division by zero")
			return 0
		}
		return p - q*floorDiv(p, q)
	}
}

// numberLimit keeps sums of two numbers far from the edge of a word, so that one
// comparison finds an overflow.
const numberLimit = 1 << 52

func (m *Machine) bounded(v int64) int64 {
	if v > numberLimit || v < -numberLimit {
		m.overflow()
		return 0
	}
	return v
}

func (m *Machine) overflow() { m.fail("E0703", "a number grew beyond all bounds") }

func (m *Machine) product(p, q int64) int64 {
	if p > 1<<30 || p < -(1<<30) || q > 1<<22 || q < -(1<<22) {
		if p != 0 && q != 0 {
			r := p * q
			if r/q != p {
				m.overflow()
				return 0
			}
			return m.bounded(r)
		}
	}
	return p * q
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func (c *compiler) divide(e *ir.Expr) numFn {
	x, y := c.num(e.Args[0]), c.num(e.Args[1])
	op := e.Op
	span := e.Span
	return func(m *Machine) int64 {
		a, b := x(m), y(m)
		if b == 0 {
			m.failAt(span, "E0703", "a division by zero")
			return 0
		}
		switch op {
		case ir.CeilOp:
			return -floorDiv(-a, b)
		case ir.NearestOp:
			return floorDiv(2*a+b, 2*b)
		}
		return floorDiv(a, b)
	}
}

func (c *compiler) index(e *ir.Expr) numFn {
	x, i := c.num(e.Args[0]), c.num(e.Args[1])
	plain := e.Type.Kind == ir.Int || e.Type.Kind == ir.Quantity || e.Type.Kind == ir.Bool
	return func(m *Machine) int64 {
		v := m.mem[x(m)+i(m)]
		if v == None && plain {
			return 0
		}
		return v
	}
}

// truth lowers an expression to a truth.
func (c *compiler) truth(e *ir.Expr) truthFn {
	if k, ok := c.constant(e); ok {
		t := k != 0
		return func(*Machine) bool { return t }
	}
	switch e.Op {
	case ir.NotOp:
		x := c.truth(e.Args[0])
		return func(m *Machine) bool { return !x(m) }
	case ir.AndOp:
		if k, ok := c.constant(e.Args[0]); ok && k != 0 {
			return c.truth(e.Args[1])
		}
		x, y := c.truth(e.Args[0]), c.truth(e.Args[1])
		return func(m *Machine) bool { return x(m) && y(m) }
	case ir.OrOp:
		if k, ok := c.constant(e.Args[0]); ok && k == 0 {
			return c.truth(e.Args[1])
		}
		x, y := c.truth(e.Args[0]), c.truth(e.Args[1])
		return func(m *Machine) bool { return x(m) || y(m) }
	case ir.CondOp:
		t, a, b := c.truth(e.Args[0]), c.truth(e.Args[1]), c.truth(e.Args[2])
		return func(m *Machine) bool {
			if t(m) {
				return a(m)
			}
			return b(m)
		}
	case ir.EqOp, ir.NeOp, ir.LtOp, ir.LeOp, ir.GtOp, ir.GeOp:
		return c.compare(e)
	case ir.InOp:
		return c.in(e)
	case ir.HasOp:
		k, x := c.num(e.Args[0]), c.num(e.Args[1])
		return func(m *Machine) bool { return m.mem[x(m)+k(m)] != None }
	case ir.IsOp:
		return c.is(e)
	case ir.BindOp:
		return c.bindTruth(e)
	case ir.ValueOp:
		if k, of := c.keptCall(e); k != nil {
			return func(m *Machine) bool { return m.ask(k, of(m)).word != 0 }
		}
		if f := c.inlineTruth(e); f != nil {
			return f
		}
		x := c.valueCall(e)
		return func(m *Machine) bool { return x(m) != 0 }
	case ir.NativeOp:
		x := c.native(e)
		return func(m *Machine) bool { return x(m) != 0 }
	case ir.LocalOp, ir.FieldOp, ir.IndexOp, ir.AttrOp, ir.JoinOp, ir.MonitorOp, ir.BaseOp:
		x := c.num(e)
		return func(m *Machine) bool { return x(m) != 0 }
	}
	c.bug(e.Span, "no lowering for truth %d", e.Op)
	return func(*Machine) bool { return false }
}

func (c *compiler) compare(e *ir.Expr) truthFn {
	a, b := e.Args[0], e.Args[1]
	if f := c.deepCompare(e); f != nil {
		return f
	}
	f := c.compareOperands(e.Op, a, b)
	if e.Op == ir.EqOp || e.Op == ir.NeOp {
		return c.scratchTruth(a, f)
	}
	return f
}

// scratchTruth gives back what a compared list took from the stack.
func (c *compiler) scratchTruth(a *ir.Expr, f truthFn) truthFn {
	if !inline(a.Type) && a.Type.Kind != ir.RecordKind || cheap(a) {
		return f
	}
	return func(m *Machine) bool {
		top := m.top
		t := f(m)
		m.top = top
		return t
	}
}

// deepCompare compares what lies elsewhere by what it holds: lists, deeds,
// moments, conditions, plain records. Entities and running events are compared
// by what they are.
func (c *compiler) deepCompare(e *ir.Expr) truthFn {
	if e.Op != ir.EqOp && e.Op != ir.NeOp {
		return nil
	}
	a, b := e.Args[0], e.Args[1]
	if a.Op == ir.AbsentOp || b.Op == ir.AbsentOp || !deep(a.Type) {
		return nil
	}
	x, y, t, want := c.num(a), c.num(b), a.Type, e.Op == ir.EqOp
	if b.Type.Kind == ir.Set {
		t = b.Type // the order of a list does not count then
	}
	return func(m *Machine) bool {
		top := m.top
		same := m.same(t, x(m), y(m))
		m.top = top
		return same == want
	}
}

// deep tells whether equal values of a type may lie in different places.
func deep(t *ir.Type) bool {
	switch t.Kind {
	case ir.List, ir.Set, ir.DeedKind, ir.MomentKind, ir.CondKind, ir.Dice:
		return true
	case ir.RecordKind:
		return !t.Record.Entity && !t.Record.Place && t.Record.Name != "held"
	}
	return false
}

func (c *compiler) in(e *ir.Expr) truthFn {
	if r := e.Args[1]; r.Op == ir.RangeOp && c.p.shades != nil {
		low, high := c.shadedCompare(ir.GeOp, e.Args[0], r.Args[0]), c.shadedCompare(ir.LeOp, e.Args[0], r.Args[1])
		if low != nil && high != nil {
			return func(m *Machine) bool { return low(m) && high(m) }
		}
	}
	x := c.num(e.Args[0])
	if l := e.Args[1]; l.Op == ir.ListOp && !deep(e.Args[0].Type) {
		// x in [a, b]: no list is made.
		if len(l.Args) > 0 {
			var items []numFn
			for _, a := range l.Args {
				items = append(items, c.num(a))
			}
			return func(m *Machine) bool {
				v := x(m)
				for _, f := range items {
					if f(m) == v {
						return true
					}
				}
				return false
			}
		}
	}
	if r := e.Args[1]; r.Op == ir.RangeOp {
		lo, hi := c.num(r.Args[0]), c.num(r.Args[1])
		return func(m *Machine) bool { v := x(m); return v >= lo(m) && v <= hi(m) }
	}
	if f := c.within(e); f != nil {
		return f
	}
	y, t := c.num(e.Args[1]), e.Args[0].Type
	isDeep := deep(t)
	return func(m *Machine) bool {
		top := m.top
		v := x(m)
		l := y(m)
		found := false
		for i := l + 1; i <= l+m.mem[l]; i++ {
			if m.mem[i] == v || isDeep && m.same(t, m.mem[i], v) {
				found = true
				break
			}
		}
		m.top = top
		return found
	}
}
