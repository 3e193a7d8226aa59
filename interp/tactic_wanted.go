package interp

import "rulec/lang/ir"

// A line of a tactic often says outright which way it wants: `when way in
// ways_to(self, foe, budget)`. Then no other deed can be the one, and of the ways
// that the action lists only those need be made. The list is found in the conjuncts
// of `when`, through the values it asks, before any way is; what stands before it and
// speaks of no later parameter is judged first.

// wanted is a list of which a parameter must be one.
type wanted struct {
	param int
	first []truthFn // or nothing will do
	list  numFn
	among func(m *Machine, wanted int64) int64
}

// wants finds such a list for a line, or nil.
func (c *compiler) wants(x *tacticLine, when *ir.Expr) *wanted {
	g, ok := c.p.geo.(*plane)
	if !ok || x.inOrder {
		return nil
	}
	e := x.action.event.ir
	for i, p := range e.Params {
		if p.From == nil || p.From.Op != ir.NativeOp || p.From.Native != "paths" {
			continue
		}
		w := &wanted{param: i}
		if c.wantedIn(w, e, when, 8) {
			w.among = g.among(c, p.From)
			return w
		}
	}
	return nil
}

// wantedIn looks through what must hold, in order; depth bounds how far values are
// followed.
func (c *compiler) wantedIn(w *wanted, of *ir.Event, e *ir.Expr, depth int) bool {
	switch {
	case depth == 0:
	case e.Op == ir.AndOp:
		return c.wantedIn(w, of, e.Args[0], depth) || c.wantedIn(w, of, e.Args[1], depth)
	case e.Op == ir.CondOp && e.Args[2].Op == ir.Const && e.Args[2].Int == 0:
		return c.wantedIn(w, of, e.Args[0], depth) || c.wantedIn(w, of, e.Args[1], depth)
	case e.Op == ir.InOp && e.Args[0].Op == ir.LocalOp && e.Args[0].Local == of.Params[w.param] && c.needs(of, e.Args[1]) <= w.param:
		w.list = c.num(e.Args[1])
		return true
	case e.Op == ir.ValueOp && c.needs(of, e) > w.param:
		if body := c.formulaOf(e); body != nil {
			return c.wantedIn(w, of, body, depth-1)
		}
	}
	if c.needs(of, e) <= w.param {
		w.first = append(w.first, c.truth(e))
	}
	return false
}

// formulaOf is the formula of a value with its arguments put in, or nil.
func (c *compiler) formulaOf(e *ir.Expr) *ir.Expr {
	v := e.Value
	if !c.canInline(v) {
		return nil
	}
	params := v.Params
	if v.Self != nil {
		params = append([]*ir.Local{v.Self}, params...)
	}
	with := map[*ir.Local]*ir.Expr{}
	for i, p := range params {
		if i >= len(e.Args) || e.Args[i] == nil {
			return nil
		}
		with[p] = e.Args[i]
	}
	return subst(v.Body, with)
}

// wantedOf lists what a parameter can be, in a frame of the action. ok is false where
// nothing is known: all it may be has to be tried.
func (l *tacticLine) wantedOf(m *Machine, h, param int) (list int64, ok bool) {
	w := l.wants
	if w == nil || w.param != param || m.best.inOrder || m.fault != nil {
		return 0, false
	}
	for _, t := range w.first {
		if holds := m.inFrame(h, t); m.pardoned() {
			return 0, false
		} else if !holds {
			return emptyList, true
		}
	}
	fp := m.fp
	m.fp = h
	list = w.list(m)
	if m.pardoned() {
		m.fp = fp
		return 0, false
	}
	list = w.among(m, list)
	m.fp = fp
	return list, true
}
