package interp

import "rulec/lang/ir"

// siteOf fills in what a statement that starts, offers, applies or waits needs.
func (c *compiler) siteOf(s *ir.Stmt) *site {
	st := c.listen.sites[s]
	if st.linked {
		return st // in the second copy of its event
	}
	st.linked = true
	st.keep = s.Var != nil
	if s.Bind != nil {
		st.bind = c.off(s.Bind)
	}
	switch s.Kind {
	case ir.DoStmt:
		st.event = c.p.events[s.Event.Index]
		st.args, st.defaults = c.siteArgs(s.Event.Params, s.Args)
		if s.By != nil {
			st.self = c.num(s.By)
		}
	case ir.DoDeedStmt:
		st.deed = c.num(s.Expr)
		if s.By != nil {
			st.self = c.num(s.By)
		}
	case ir.OfferStmt:
		st.who = c.num(s.To)
		c.offerSite(st, s)
	case ir.ChooseStmt:
		st.who = c.num(s.By)
		st.list = c.num(s.Expr)
		st.cell = c.off(s.Var)
	case ir.ApplyStmt, ir.RemoveStmt:
		st.apply = c.applySite(s)
	}
	return st
}

// siteArgs pairs arguments with the cells of parameters; defaults are evaluated
// in the new frame.
func (c *compiler) siteArgs(params []*ir.Local, args []*ir.Expr) (given, defaults []siteArg) {
	for i, p := range params {
		switch {
		case i < len(args) && args[i] != nil:
			given = append(given, siteArg{c.off(p), c.num(args[i])})
		case p.Default != nil:
			defaults = append(defaults, siteArg{c.off(p), c.num(p.Default)})
		default:
			given = append(given, siteArg{c.off(p), func(*Machine) int64 { return None }})
		}
	}
	return given, defaults
}

// applySite is a linked apply or remove.
type applySite struct {
	cond   numFn // a condition as a value, with arguments
	held   numFn // or an application
	to, by numFn
	until  *ir.Clause
	caps   []capture
	cell   int
	index  int
}

func (c *compiler) applySite(s *ir.Stmt) *applySite {
	a := &applySite{to: c.num(s.To), cell: -1, index: c.siteIndex(s)}
	switch {
	case s.Condition != nil:
		a.cond = c.condValue(&ir.Expr{Op: ir.CondValue, Cond: s.Condition, Type: ir.CondType, Span: s.Span, Args: s.CondArgs})
	case s.Expr != nil && s.Expr.Type.Kind == ir.RecordKind:
		a.held = c.num(s.Expr)
	case s.Expr != nil:
		a.cond = c.num(s.Expr)
	}
	if s.By != nil {
		a.by = c.num(s.By)
	}
	if len(s.Until) > 0 {
		a.until = s.Until[0]
		a.caps = c.captures(a.until)
	}
	if s.Var != nil {
		a.cell = c.off(s.Var)
	}
	return a
}

// createStmt makes an entity within the room there is.
func (c *compiler) createStmt(s *ir.Stmt) func(m *Machine) {
	cell := -1
	if s.Var != nil {
		cell = c.off(s.Var)
	}
	var sets []func(m *Machine, at int64)
	var at numFn
	given := map[*ir.Local]bool{}
	for _, f := range s.Fields {
		if f.Field == nil {
			at = c.num(f.Value)
			continue
		}
		given[f.Field] = true
		sets = append(sets, c.fieldInit(f.Field, f.Value))
	}
	r := s.Record
	return func(m *Machine) {
		e := m.reuse(r, sets, given)
		if e == None {
			m.failAt(s.Span, "E0703", "there is no room for another %s", r.Name)
			return
		}
		if at != nil {
			m.put(e, at(m))
		}
		if cell >= 0 {
			m.mem[m.fp+cell] = e
		}
	}
}

// reuse finds a spare entity of a record and sets it up anew: first what is given,
// then the defaults of the rest.
func (m *Machine) reuse(r *ir.Record, sets []func(m *Machine, at int64), given map[*ir.Local]bool) int64 {
	for _, e := range m.entities {
		if m.mem[e+entRecord] == int64(r.Index) && m.mem[e+entAlive] == 0 && m.mem[e+entPlace] == None {
			index := m.mem[e+entIndex]
			clear(m.mem[e : e+int64(m.p.lay.record[r])])
			m.mem[e+entRecord], m.mem[e+entAlive], m.mem[e+entIndex], m.mem[e+entPlace] = int64(r.Index), 1, index, None
			m.unsettle()
			for _, f := range sets {
				f(m, e)
			}
			m.settleAgain()
			m.p.records[r].run(m, e, given)
			return e
		}
	}
	return None
}

// destroy takes an entity out of the world; what it wears or gave ends.
func (m *Machine) destroy(e int64) {
	if e == None || m.mem[e+entAlive] == 0 {
		return
	}
	for i := int(m.mem[wordHeldMark]) - 1; i >= 0; i-- {
		h := m.p.heldAt(i)
		if m.mem[h] != 0 && (m.mem[h+heldBearer] == e || m.mem[h+heldSource] == e) {
			m.unwear(h)
		}
	}
	m.put(e, None)
	m.mem[e+entAlive] = 0
	m.forget()
}
