package interp

import "rulec/lang/ir"

// Lean calls. An event that nobody hears or forbids, that no `end` from elsewhere
// can reach and that nobody knows by name is a procedure: its frame lies on the
// stack like any other, but no entry of the control stack is made for it, and none
// of what surrounds an event. Its code is a second copy that ends in opLeave. Where
// somebody listens to the run, and in proofs, it is an event like all others.

// Words of a lean event's frame that hold what it goes back to.
const (
	leanPC  = hdrWay
	leanFP  = hdrVia
	leanTop = hdrTally
)

// leanEvents marks the events that may be called so.
func (c *compiler) leanEvents() {
	if c.proof != nil || c.p.cover != nil {
		return // dice and choices of a proof look for the events they name
	}
	for _, ev := range c.p.events {
		ev.lean = !ev.ir.Action && !ev.ir.Builtin && !ev.ir.Declared && len(ev.forbids) == 0 && len(ev.tallies) == 0 && ev.ir.Index != c.p.ir.Gain.Index && ev.ir.Index != c.p.ir.Lose.Index
		for _, st := range ev.ir.Stages {
			for _, s := range st.Body {
				ev.lean = ev.lean && !itself(s)
			}
		}
	}
	if e := c.p.ir.Entry; e != nil {
		c.p.events[e.Index].lean = false
	}
	for k := range c.listen.wins {
		if k.event != nil {
			c.p.events[k.event.Index].lean = false
		}
	}
	for _, ev := range c.p.events {
		for _, st := range ev.ir.Stages {
			c.leanBody(ev, st.Body, true)
		}
	}
	c.eachStmt(func(s *ir.Stmt) {
		if s.Kind == ir.EndStmt && (s.Outer || s.Where2 != nil) {
			c.p.events[s.Event.Index].lean = false
		}
	})
	for _, ev := range c.p.events {
		if ev.lean && c.reaches(ev.ir, ev.ir, map[*ir.Event]bool{}) {
			ev.lean = false
		}
	}
}

// leanBody lets statements that need a control entry say so. own tells that they
// stand in the frame of the event and nothing is between.
func (c *compiler) leanBody(ev *event, list []*ir.Stmt, own bool) {
	for _, s := range list {
		switch s.Kind {
		case ir.OnceStmt, ir.DoDeedStmt:
			ev.lean = false
		case ir.EndStmt:
			if !own || s.Event != ev.ir {
				c.p.events[s.Event.Index].lean = false
			}
		}
		if s.Block != nil || len(s.Arms) > 0 || len(s.Until) > 0 {
			ev.lean = false
		}
		if s.Block != nil {
			for _, k := range s.Block.Clauses {
				c.leanBody(ev, k.Body, false)
			}
		}
		if s.Clause != nil {
			c.leanBody(ev, s.Clause.Body, false)
		}
		for _, a := range s.Arms {
			c.leanBody(ev, a.Body, false)
		}
		c.leanBody(ev, s.Body, own)
		c.leanBody(ev, s.Else, own)
	}
}

// itself tells whether a statement hands on the running event as a value.
func itself(s *ir.Stmt) bool {
	found := false
	var see func(e *ir.Expr)
	see = func(e *ir.Expr) {
		if e == nil {
			return
		}
		if e.Op == ir.FrameOp {
			found = true
		}
		for i, a := range e.Args {
			if i == 0 && a != nil && a.Op == ir.FrameOp && (e.Op == ir.FieldOp || e.Op == ir.ValueOp) {
				continue
			}
			see(a)
		}
	}
	eachExprOf(s, see)
	for _, list := range [][]*ir.Stmt{s.Body, s.Else} {
		for _, x := range list {
			found = found || itself(x)
		}
	}
	return found
}

// eachExprOf visits the formulas of one statement, without those of statements in it.
func eachExprOf(s *ir.Stmt, see func(*ir.Expr)) {
	for _, e := range []*ir.Expr{s.Expr, s.Where, s.Times, s.While, s.Upto, s.By, s.To, s.Delay, s.Target} {
		see(e)
	}
	for _, list := range [][]*ir.Expr{s.Sorted, s.Args, s.CondArgs} {
		for _, e := range list {
			see(e)
		}
	}
	for _, o := range s.What {
		see(o.Deed)
		for _, e := range o.Args {
			see(e)
		}
	}
	for _, f := range s.Fields {
		see(f.Value)
	}
}

// reaches tells whether the statements of an event start another, directly or
// through events they start.
func (c *compiler) reaches(from, to *ir.Event, seen map[*ir.Event]bool) bool {
	if seen[from] {
		return false
	}
	seen[from] = true
	found := false
	var stmts func(list []*ir.Stmt)
	stmts = func(list []*ir.Stmt) {
		for _, s := range list {
			if s.Kind == ir.DoStmt && (s.Event == to || c.reaches(s.Event, to, seen)) {
				found = true
			}
			for _, a := range s.Arms {
				stmts(a.Body)
			}
			stmts(s.Body)
			stmts(s.Else)
		}
	}
	for _, st := range from.Stages {
		stmts(st.Body)
	}
	return found
}

// compileLean compiles the second copy.
func (c *compiler) compileLean(ev *event) {
	c.leave = []int{}
	ev.leanEntry = c.here()
	for i, st := range ev.ir.Stages {
		if i > 0 {
			c.leave = append(c.leave, c.emit(instr{op: opStage, ev: ev}))
		}
		c.stmts(st.Body)
	}
	for _, i := range c.leave {
		c.p.code[i].a = c.here()
	}
	c.leave = nil
	ev.idle = c.here() == ev.leanEntry && !c.p.whiles
	c.emit(instr{op: opLeave, ev: ev})
}

// doLean calls an event as a procedure.
func (m *Machine) doLean(st *site) {
	ev := st.event
	m.fuel--
	if ev.idle {
		m.pc++
		return
	}
	top := m.top
	h := m.alloc(ev.size)
	m.mem[h+hdrEvent] = int64(ev.ir.Index)
	m.mem[h+leanPC], m.mem[h+leanFP], m.mem[h+leanTop] = int64(m.pc+1), int64(m.fp), int64(top)
	for i := range st.args {
		v := st.args[i].fn(m)
		m.mem[h+st.args[i].off] = v
	}
	m.fp = h
	for i := range st.defaults {
		v := st.defaults[i].fn(m)
		m.mem[h+st.defaults[i].off] = v
	}
	if m.fast && ev.nativeLean != nil {
		m.fuel++ // it counts itself
		m.fp = int(m.mem[h+leanFP])
		ev.nativeLean((*Core)(m), int64(h))
		m.pc, m.top = int(m.mem[h+leanPC]), top
		if m.ended > 0 {
			m.unwind()
		}
		return
	}
	for _, f := range ev.needed {
		f(m, int64(h))
	}
	m.pc = ev.leanEntry
	if m.fuel < 0 {
		m.endless(false)
	}
}

// leave goes back from a lean event.
func (m *Machine) leave() {
	if m.p.whiles && m.together == 0 && m.settle1() {
		return
	}
	h := m.fp
	m.pc, m.fp, m.top = int(m.mem[h+leanPC]), int(m.mem[h+leanFP]), int(m.mem[h+leanTop])
	if m.ended > 0 {
		m.unwind()
	}
}
