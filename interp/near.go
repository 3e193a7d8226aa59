package interp

import "rulec/lang/ir"

// near is the first test of a walk where it compares how far the item stands from
// something with a number or a field of the item: who is in reach of whom. The walk
// makes the comparison itself, without a closure for each item.
type near struct {
	from  numFn // the square that is measured from, found once for a walk
	bound numFn // what it is compared with, found once, or
	field int64 // the item's field
	is    comparison
	unit  int64
}

// nearOf finds such a test, or nil.
func (c *compiler) nearOf(e *ir.Expr, item *ir.Local) *near {
	if e.Op == ir.ValueOp && c.p.keep.values[e.Value] == nil {
		if body, lets, done := c.inlined(e); body != nil {
			done()
			if len(lets) == 0 {
				return c.nearOf(body, item)
			}
		}
	}
	switch e.Op {
	case ir.LtOp, ir.LeOp, ir.GtOp, ir.GeOp, ir.EqOp, ir.NeOp:
	default:
		return nil
	}
	d, b := e.Args[0], e.Args[1]
	if d.Op != ir.NativeOp || d.Native != "distance" || c.p.space != "grid" || c.p.hooks.edge != nil || !item.Type.Entity() || item.Type.Opt {
		return nil
	}
	x, y := d.Args[0], d.Args[1]
	isItem := func(e *ir.Expr) bool { return e.Op == ir.LocalOp && e.Local == item }
	if isItem(y) {
		x, y = y, x
	}
	cells := map[*ir.Local]bool{item: true}
	if !isItem(x) || speaksOf(y, cells) || !cheap(y) || !y.Type.Entity() && y.Type.Kind != ir.PlaceKind || !cheap(b) {
		return nil
	}
	n := &near{from: c.place(y).fn, is: comparisonOf(e.Op), unit: c.p.stepLength}
	switch {
	case !speaksOf(b, cells):
		n.bound = c.num(b)
	case b.Op == ir.FieldOp && isItem(b.Args[0]) && !inline(b.Local.Type):
		n.field = int64(c.off(b.Local))
	default:
		return nil
	}
	return n
}

// begin finds what does not change with the item.
func (n *near) begin(m *Machine) (from, bound int64) {
	from = n.from(m)
	if n.bound != nil {
		bound = n.bound(m)
	}
	return from, bound
}

func (n *near) holds(m *Machine, item, from, bound int64) bool {
	if n.bound == nil {
		bound = m.mem[item+n.field]
	}
	return n.is.of(apart(m.mem[item+entPlace], from, n.unit), bound)
}

// test adds a test of the item to a walk.
func (c *compiler) test(w *walker, e *ir.Expr, item *ir.Local) {
	if e.Op == ir.AndOp {
		c.test(w, e.Args[0], item)
		c.test(w, e.Args[1], item)
		return
	}
	if len(w.tests) == 0 && w.near == nil && !w.place {
		if w.near = c.nearOf(e, item); w.near != nil {
			return
		}
	}
	w.tests = c.conjuncts(w.tests, e)
}
