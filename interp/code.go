package interp

import "rulec/lang/ir"

// Statements become instructions. All code of a program lies in one slice; the
// loop in exec.go runs it.

type opcode uint8

const (
	opJump   opcode = iota
	opBranch        // to a, if truth fails
	opSet           // cell a = num; what it made stays, unless b is 1
	opRun           // run, and give back what it made
	opHalt
	opDraw // throw num into cell a
	opDo   // start the event of site
	opDoDeed
	opForStart
	opForNext // or to a
	opRepeatStart
	opRepeatNext
	opTogether
	opApart
	opOffer
	opChoose
	opApply
	opRemove
	opRemoveStart // or to a
	opRemoveNext  // or to a
	opRemoveHeld
	opEnd
	opOnce
	opWindow
	opWindowNext
	opForbid // or to a
	opLegal  // or to a; b tells the first time, when it is paid too
	opStage  // or to a, if something around has ended
	opDecide
	opArms
	opReturn
	opBack // from an arm or handler
	opApplied
	opRootEnd
	opLeave // of a lean event
	opFinish
)

// opSimple is the last of those that Machine.simple runs.
const opSimple = opRun

type instr struct {
	op    opcode
	a, b  int
	num   numFn
	truth truthFn
	run   func(m *Machine)
	site  *site
	win   *Window
	ev    *event
	loop  *loop
	stmt  *ir.Stmt
}

// event is a linked event.
type event struct {
	ir      *ir.Event
	size    int
	entry   int // code
	end     int // code behind the last stage
	init    []func(m *Machine, at int64)
	needed  []func(m *Machine, at int64) // of init, what must be done if nobody listens
	forbids []*matcher
	action  *action
	tallies []int64 // counters that begin anew with it

	lean      bool // may be called without a control entry, see lean.go
	idle      bool // its lean code does nothing
	leanEntry int

	native, nativeLean func(k *Core, h int64) // generated code, or nil
}

// site is a place where an event is started, offered or chosen, with the clauses
// and arms that stand behind it.
type site struct {
	index    int
	stmt     *ir.Stmt
	event    *event
	args     []siteArg
	defaults []siteArg
	self     numFn
	bind     int // cell that knows the event, or -1
	keep     bool
	linked   bool
	counted  bool // clauses wait for it
	arms     [][2]int
	lean     bool // starts a lean event
	inEvent  bool // stands in the frame of a running event
	who      numFn
	list     numFn
	entries  []entry
	fixed    [][]numFn // arguments given to entries
	deeds    []numFn   // deeds offered as data
	deed     numFn
	onceSite *onceSite
	cell     int
	apply    *applySite
}

type siteArg struct {
	off int
	fn  numFn
}

type loop struct {
	list      numFn
	where     truthFn
	keys      []numFn
	v         int
	cell, pos int
	times     numFn
	while     truthFn
	upto      numFn
	top       int
	order     *kept // the list as it was sorted last, or nil
}

func (c *compiler) emit(in instr) int {
	c.p.code = append(c.p.code, in)
	return len(c.p.code) - 1
}

func (c *compiler) here() int { return len(c.p.code) }

func (c *compiler) stmts(list []*ir.Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

func (c *compiler) stmt(s *ir.Stmt) {
	switch s.Kind {
	case ir.LetStmt:
		if run := c.shadedCopy(s, s.Expr, &ir.Expr{Op: ir.LocalOp, Local: s.Var, Type: s.Var.Type}); run != nil {
			c.emit(instr{op: opRun, run: run, stmt: s})
			return
		}
		c.emit(instr{op: opSet, a: c.off(s.Var), b: int(b2i(plain(s.Expr.Type))), num: c.num(s.Expr), stmt: s})
	case ir.RollStmt:
		c.emit(instr{op: opDraw, a: c.off(s.Var), num: c.num(s.Expr), stmt: s})
	case ir.IfStmt:
		c.ifStmt(s)
	case ir.ForStmt:
		l := &loop{list: c.num(s.Expr), v: c.off(s.Var), cell: c.off(s.Cells[0]), pos: c.off(s.Cells[1])}
		if s.Where != nil {
			l.where = c.truth(s.Where)
		}
		for _, k := range s.Sorted {
			l.keys = append(l.keys, c.num(k))
		}
		l.order = c.p.keep.orders[s]
		c.emit(instr{op: opForStart, loop: l, stmt: s})
		next := c.emit(instr{op: opForNext, loop: l, stmt: s})
		c.stmts(s.Body)
		c.emit(instr{op: opJump, a: next})
		c.p.code[next].a = c.here()
	case ir.RepeatStmt:
		l := &loop{upto: c.num(s.Upto), pos: c.off(s.Cells[0]), top: c.off(s.Cells[1]), cell: c.off(s.Cells[2])}
		if s.Times != nil {
			l.times = c.num(s.Times)
		}
		if s.While != nil {
			l.while = c.truth(s.While)
		}
		c.emit(instr{op: opRepeatStart, loop: l, stmt: s})
		next := c.emit(instr{op: opRepeatNext, loop: l, stmt: s})
		c.stmts(s.Body)
		c.emit(instr{op: opJump, a: next})
		c.p.code[next].a = c.here()
	case ir.DoStmt, ir.DoDeedStmt, ir.OfferStmt, ir.ChooseStmt:
		c.siteStmt(s)
	case ir.TogetherStmt:
		c.emit(instr{op: opTogether})
		c.stmts(s.Body)
		c.emit(instr{op: opApart})
	case ir.ApplyStmt:
		st := c.siteOf(s)
		c.emit(instr{op: opApply, site: st, stmt: s})
	case ir.RemoveStmt:
		st := c.siteOf(s)
		if st.apply.held != nil {
			c.emit(instr{op: opRemove, site: st, stmt: s})
			return
		}
		l := &loop{cell: c.off(s.Cells[0]), pos: c.off(s.Cells[1])}
		start := c.emit(instr{op: opRemoveStart, site: st, loop: l, stmt: s})
		next := c.emit(instr{op: opRemoveNext, loop: l, stmt: s})
		c.p.code[start].a, c.p.code[next].a = c.here(), c.here()
	case ir.EndStmt:
		if c.leave != nil { // its own end
			c.leave = append(c.leave, c.emit(instr{op: opJump}))
			return
		}
		in := instr{op: opEnd, stmt: s, a: outcomeWord(s.Outcome), b: -1}
		if s.Where2 != nil {
			in.b = c.off(s.Where2)
		} else if s.Outer {
			in.b = -2
		}
		in.ev = c.p.events[s.Event.Index]
		c.emit(in)
	case ir.OnceStmt:
		c.emit(instr{op: opOnce, site: c.siteOf(s), stmt: s})
	case ir.AssignStmt:
		c.emit(instr{op: opRun, run: c.assign(s), stmt: s})
	case ir.CallStmt:
		f := c.num(s.Expr)
		c.emit(instr{op: opRun, run: func(m *Machine) { f(m) }, stmt: s})
		if s.Expr.Native == "pass" {
			c.emit(instr{op: opWindow, win: c.timeWindow()})
		}
	case ir.CreateStmt:
		c.emit(instr{op: opRun, run: c.createStmt(s), stmt: s})
	case ir.DestroyStmt:
		x := c.num(s.Expr)
		c.emit(instr{op: opRun, run: func(m *Machine) { m.destroy(x(m)) }, stmt: s})
	default:
		c.bug(s.Span, "no code for statement %d", s.Kind)
	}
}

func (c *compiler) ifStmt(s *ir.Stmt) {
	if k, ok := c.constant(s.Expr); ok && c.p.cover == nil {
		if k != 0 {
			c.stmts(s.Body)
		} else {
			c.stmts(s.Else)
		}
		return
	}
	branch := c.emit(instr{op: opBranch, truth: c.deciding(IfPoint, s.Expr), stmt: s})
	c.stmts(s.Body)
	if len(s.Else) == 0 {
		c.p.code[branch].a = c.here()
		return
	}
	jump := c.emit(instr{op: opJump})
	c.p.code[branch].a = c.here()
	c.stmts(s.Else)
	c.p.code[jump].a = c.here()
}

// siteStmt compiles what may be suspended, and its arms behind it.
func (c *compiler) siteStmt(s *ir.Stmt) {
	st := c.siteOf(s)
	op := map[ir.StmtKind]opcode{ir.DoStmt: opDo, ir.DoDeedStmt: opDoDeed, ir.OfferStmt: opOffer, ir.ChooseStmt: opChoose}[s.Kind]
	st.inEvent = st.inEvent || c.event != nil
	if s.Kind == ir.OfferStmt || s.Kind == ir.ChooseStmt {
		c.note(OfferPoint, s.Span)
	}
	st.lean = s.Kind == ir.DoStmt && st.event.lean && s.Block == nil && len(s.Arms) == 0 && s.Var == nil
	c.emit(instr{op: op, site: st, stmt: s})
	if len(s.Arms) == 0 && (s.Block == nil || !hasHandlers(s.Block)) {
		return
	}
	over := c.emit(instr{op: opJump})
	for _, a := range s.Arms {
		st.arms = append(st.arms, [2]int{outcomeWord(a.Outcome), c.here()})
		c.note(ArmPoint, a.Span)
		c.stmts(a.Body)
		c.emit(instr{op: opBack})
	}
	if s.Block != nil {
		for _, k := range s.Block.Clauses {
			if k.Kind == ir.HandlerClause {
				c.listen.bodies[k] = c.here()
				c.noteBody(k)
				c.stmts(k.Body)
				c.emit(instr{op: opBack})
			}
		}
	}
	c.p.code[over].a = c.here()
}

func hasHandlers(b *ir.Block) bool {
	for _, k := range b.Clauses {
		if k.Kind == ir.HandlerClause {
			return true
		}
	}
	return false
}

// assign stores into a cell, a field or what is left of a resource.
func (c *compiler) assign(s *ir.Stmt) func(m *Machine) {
	t := s.Target
	run := c.assignCell(s)
	switch {
	case t.Op == ir.FieldOp:
		return c.written(t.Local, c.num(t.Args[0]), run)
	case t.Op == ir.IndexOp && t.Args[0].Op == ir.FieldOp:
		return c.written(t.Args[0].Local, c.num(t.Args[0].Args[0]), run)
	}
	return run
}

func (c *compiler) assignCell(s *ir.Stmt) func(m *Machine) {
	t := s.Target
	if run := c.shadedCopy(s, s.Expr, t); run != nil {
		return run
	}
	v := c.num(s.Expr)
	switch t.Op {
	case ir.SpendOp:
		return c.assignResource(s, v)
	case ir.IndexOp:
		x, i := c.num(t.Args[0]), c.num(t.Args[1])
		elem := t.Type
		return func(m *Machine) {
			at := x(m) + i(m)
			old := m.mem[at]
			if old == None {
				old = 0
			}
			nv := m.lastingAt(elem, applyOp(m, s.Op, old, v(m)), at)
			m.mem[at] = nv
			if m.Listener != nil && t.Args[0].Local != nil {
				m.Listener.Assigned(m, int(at), t.Args[0].Local, old, nv, s)
			}
		}
	}
	f := t.Local
	var at func(m *Machine) (owner, word int64)
	off := int64(c.off(f))
	if t.Op == ir.LocalOp {
		at = func(m *Machine) (int64, int64) { return int64(m.fp), int64(m.fp) + off }
	} else {
		x := c.num(t.Args[0])
		at = func(m *Machine) (int64, int64) { o := x(m); return o, o + off }
	}
	if f.Type.Sequence() && f.Field {
		return c.assignList(s, f, at, v)
	}
	if f.Field && (plainRecord(f.Type) || f.Type.Kind == ir.Map) {
		return func(m *Machine) {
			owner, word := at(m)
			m.store(f, f.Type, word, v(m))
			if m.Listener != nil {
				m.Listener.Assigned(m, int(owner), f, None, m.mem[word], s)
			}
		}
	}
	if f.Low == nil && f.High == nil && (!deep(f.Type) || f.Type.Kind == ir.Dice) {
		return c.assignWord(s, f, v)
	}
	return func(m *Machine) {
		owner, word := at(m)
		old := m.mem[word]
		nv := applyOp(m, s.Op, old, v(m))
		if f.Low != nil && nv < *f.Low && nv != None || f.High != nil && nv > *f.High {
			m.failAt(s.Span, "E0703", "%q would be %d, outside its bounds", f.Name, nv)
			return
		}
		m.mem[word] = m.lastingAt(f.Type, nv, word)
		if m.Listener != nil {
			m.Listener.Assigned(m, int(owner), f, old, nv, s)
		}
	}
}

// assignWord stores a plain word that has no bounds.
func (c *compiler) assignWord(s *ir.Stmt, f *ir.Local, v numFn) func(m *Machine) {
	off := int64(c.off(f))
	sign := int64(0) // of what is added to the old value
	switch s.Op {
	case "+=":
		sign = 1
	case "-=":
		sign = -1
	}
	set := func(m *Machine, owner int64) {
		n := v(m)
		word := &m.mem[owner+off]
		old := *word
		if sign != 0 {
			n = m.bounded(old + sign*n)
		}
		*word = n
		if m.Listener != nil {
			m.Listener.Assigned(m, int(owner), f, old, n, s)
		}
	}
	if s.Target.Op == ir.LocalOp {
		return func(m *Machine) { set(m, int64(m.fp)) }
	}
	x := c.num(s.Target.Args[0])
	return func(m *Machine) { set(m, x(m)) }
}

// lastingAt copies what would not outlive the place it is stored in.
func (m *Machine) lastingAt(t *ir.Type, v, at int64) int64 {
	if at >= int64(m.base0) || !deep(t) || t.Kind == ir.Dice {
		return v
	}
	return m.lasting(t, v)
}

func applyOp(m *Machine, op string, old, v int64) int64 {
	switch op {
	case "+=":
		return m.bounded(old + v)
	case "-=":
		return m.bounded(old - v)
	}
	return v
}

func (c *compiler) assignList(s *ir.Stmt, f *ir.Local, at func(*Machine) (int64, int64), v numFn) func(m *Machine) {
	room := int64(c.p.lay.capacity(f.Type))
	size := int64(c.p.lay.inside(f.Type.Elem))
	return func(m *Machine) {
		owner, to := at(m)
		from := v(m)
		before := m.mem[to]
		switch s.Op {
		case "=":
			m.storeList(f, to, from, room)
		case "+=":
			for i := int64(1); i <= m.mem[from]; i++ {
				if f.Type.Kind == ir.Set {
					m.insert(f, to, m.mem[from+i], room)
				} else if m.mem[to] >= room {
					m.failAt(s.Span, "E0703", "%q has room for %d", f.Name, room)
				} else {
					m.mem[to]++
					x := m.mem[from+i]
					if size > 0 {
						area := to + 1 + room + (m.mem[to]-1)*size
						m.copyRecord(f.Type.Elem.Record, area, x)
						x = area
					}
					m.mem[to+m.mem[to]] = x
				}
			}
		case "-=":
			kept := int64(m.alloc(int(before) + 1))
			for i := int64(1); i <= before; i++ {
				if x := m.mem[to+i]; !m.contains(f.Type.Elem, from, x) {
					m.mem[kept]++
					m.mem[kept+m.mem[kept]] = x
				}
			}
			m.storeList(f, to, kept, room)
		}
		if to < int64(m.base0) && size == 0 {
			m.lastingField(f, to)
		}
		if f.Type.Mutual {
			m.oneSided(owner, f)
		}
		if m.Listener != nil {
			m.Listener.Assigned(m, int(owner), f, before, m.mem[to], s)
		}
	}
}

// assignResource changes what was spent, so that what is left becomes the value.
func (c *compiler) assignResource(s *ir.Stmt, v numFn) func(m *Machine) {
	res := s.Target.Res
	amount := c.callOf(c.p.value(res.Amount), s.Target.Args, s.Target)
	x, off := c.num(s.Target.Args[0]), int64(c.off(res.Spent))
	return func(m *Machine) {
		o := x(m)
		left := amount(m) - m.mem[o+off]
		nv := applyOp(m, s.Op, left, v(m))
		m.spends++
		m.mem[o+off] -= nv - left
		if m.Listener != nil {
			m.Listener.Assigned(m, int(o), res.Spent, left, nv, s)
		}
	}
}
