package interp

import "rulec/lang/ir"

// Who listens to what is decided once: for each event, stage and side a Window
// lists the clauses and offers that can answer. An event, stage or side without a
// window costs no instruction.

// Window is a moment of an event at which somebody listens.
type Window struct {
	Event     *ir.Event
	Stage     *ir.Stage
	After     bool
	index     int
	listeners []*listener
	offers    []entry
	asks      []int // offsets of the event's parts that are asked first
	timed     bool
	orderBy   numFn
	native    func(k *Core, h int64) // generated code, or nil
}

type listenKind uint8

const (
	listenHandler listenKind = iota
	listenOnce
	listenMonitor
	listenExpiry
	listenUntil
	listenRefill
)

type listener struct {
	kind    listenKind
	match   *matcher
	clause  *ir.Clause
	pc      int
	refill  int64 // offset of what was spent
	monitor *monitor
	seqOff  bool
	quick   quickness
	point   int  // of an end: where it is noted, or noPoint
	brief   bool // a handler that changes cells and starts nothing that is heard
}

// listening is what the linker knows about windows while it compiles.
type listening struct {
	wins   map[winKey]*Window
	bodies map[*ir.Clause]int
	sites  map[*ir.Stmt]*site
	time   *Window
	stmts  []*ir.Stmt
	read   map[*ir.Local]bool // cells that are read somewhere
}

type winKey struct {
	event *ir.Event
	stage *ir.Stage
	after bool
}

// monitor is a linked note of a proof.
type monitor struct {
	ir    *ir.Monitor
	match *matcher
	cell  int
	value numFn
}

// eachStmt visits every statement of the program and the proof, in order.
func (c *compiler) eachStmt(visit func(*ir.Stmt)) {
	c.p.ir.EachStmt(visit)
	if c.proof != nil {
		for _, g := range c.proof.Givens {
			if g.Fact != nil {
				ir.EachStmt([]*ir.Stmt{g.Fact}, visit)
			}
		}
		for _, st := range c.proof.Steps {
			if st.Stmt != nil {
				ir.EachStmt([]*ir.Stmt{st.Stmt}, visit)
			}
		}
	}
}

// sitesAndBlocks numbers the statements that start, offer, apply or wait.
func (c *compiler) sitesAndBlocks() {
	c.listen = &listening{wins: map[winKey]*Window{}, bodies: map[*ir.Clause]int{}, sites: map[*ir.Stmt]*site{}}
	c.eachStmt(func(s *ir.Stmt) {
		switch s.Kind {
		case ir.DoStmt, ir.DoDeedStmt, ir.OfferStmt, ir.ChooseStmt, ir.ApplyStmt, ir.RemoveStmt, ir.OnceStmt:
			st := &site{index: len(c.p.sites), stmt: s, bind: -1, cell: -1}
			st.counted = s.Block != nil
			c.p.sites = append(c.p.sites, st)
			c.listen.sites[s] = st
			c.listen.stmts = append(c.listen.stmts, s)
		}
	})
	c.conditionBodies()
}

func (c *compiler) siteIndex(s *ir.Stmt) int { return c.listen.sites[s].index }

func (c *compiler) window(e *ir.Event, st *ir.Stage, after bool) *Window {
	k := winKey{e, st, after}
	w := c.listen.wins[k]
	if w == nil {
		w = &Window{Event: e, Stage: st, After: after, index: len(c.p.windows)}
		for _, l := range e.Asks {
			w.asks = append(w.asks, c.off(l))
		}
		c.listen.wins[k] = w
		c.p.windows = append(c.p.windows, w)
	}
	return w
}

// targets lists the events a pattern may mean: itself, or every action.
func (c *compiler) targets(p *ir.Pattern) []*ir.Event {
	if !p.Event.Act {
		return []*ir.Event{p.Event}
	}
	var out []*ir.Event
	for _, e := range c.p.ir.Events {
		if e.Action && c.mayFit(e, p) {
			out = append(out, e)
		}
	}
	return out
}

// mayFit lets attributes that are constants decide before the run.
func (c *compiler) mayFit(e *ir.Event, p *ir.Pattern) bool {
	for _, a := range p.Args {
		switch {
		case a.Attr != nil && a.Mode == ir.Equal:
			want, ok := c.constant(a.Expr)
			if !ok {
				continue
			}
			varies := false
			for _, w := range e.Ways {
				for _, x := range w.Attributes {
					varies = varies || x.Local == a.Attr
				}
			}
			if x := attributeExpr(e, a.Attr); x != nil && !varies {
				if have, ok := c.constant(x); ok && have != want {
					return false
				}
			}
		case a.Builtin == "action" && a.Mode == ir.Equal && a.Expr.Op == ir.ActionOp:
			if a.Expr.Event != e {
				return false
			}
		}
	}
	return true
}

func attributeExpr(e *ir.Event, l *ir.Local) *ir.Expr {
	for _, a := range e.Attributes {
		if a.Local == l {
			return a.Value
		}
	}
	return l.Default
}

func (c *compiler) listenTo(p *ir.Pattern, l *listener) {
	for _, e := range c.targets(p) {
		w := c.window(e, p.Stage, p.After)
		w.listeners = append(w.listeners, l)
	}
}

// listeners fills the windows: ends and refills first before an event and last
// after it, rule blocks between them in order of declaration, then what was
// waited for, then the notes of a proof; offers come when these are done.
func (c *compiler) listeners() {
	c.forbidLists()
	for _, b := range c.p.ir.Blocks {
		for _, k := range b.Clauses {
			if k.Kind != ir.HandlerClause {
				continue
			}
			if m := c.matcher(k); m != nil {
				c.listenTo(k.Pattern, &listener{kind: listenHandler, match: m, clause: k})
			}
		}
	}
	c.onceListeners()
	if c.proof != nil {
		for _, mon := range c.proof.Monitors {
			c.monitor(mon)
		}
	}
	var ends []*listener
	for _, b := range c.p.ir.Blocks {
		for _, k := range b.Clauses {
			if k.Kind == ir.UntilClause {
				if m := c.matcher(k); m != nil {
					ends = append(ends, &listener{kind: listenExpiry, match: m, clause: k, point: c.pointOf(k)})
				}
			}
		}
	}
	for _, s := range c.listen.stmts {
		for _, k := range s.Until {
			m := c.matcher(k)
			if m == nil {
				continue
			}
			m.kind, m.single, m.site = matchUntil, false, c.siteIndex(s)
			m.captures = c.captures(k)
			if len(m.captures) > heldAuxLen {
				c.bug(k.Span, "an `until` may take along %d things", heldAuxLen)
			}
			ends = append(ends, &listener{kind: listenUntil, match: m, clause: k, point: c.pointOf(k)})
		}
	}
	for _, r := range c.p.ir.Resources {
		if r.Refill != nil {
			if m := c.matcher(r.Refill); m != nil {
				ends = append(ends, &listener{kind: listenRefill, match: m, clause: r.Refill, refill: int64(c.off(r.Spent)),
					quick: refillQuickness(m)})
			}
		}
	}
	for _, l := range ends {
		l.seqOff = l.kind != listenRefill
		for _, e := range c.targets(l.clause.Pattern) {
			w := c.window(e, l.clause.Pattern.Stage, l.clause.Pattern.After)
			if w.After {
				w.listeners = append(w.listeners, l)
				continue
			}
			i := 0
			for i < len(w.listeners) && w.listeners[i].kind >= listenExpiry {
				i++
			}
			w.listeners = append(w.listeners[:i], append([]*listener{l}, w.listeners[i:]...)...)
		}
	}
	c.reactions()
}

func (c *compiler) captures(k *ir.Clause) []capture {
	var out []capture
	for _, x := range k.Captures {
		out = append(out, capture{c.off(x.Outer), c.off(x.Inner)})
	}
	return out
}

// onceSite is a linked `once after`.
type onceSite struct {
	index    int
	pc       int
	match    *matcher
	clause   *ir.Clause
	captures []capture
	delay    numFn
}

func (c *compiler) onceListeners() {
	for _, s := range c.listen.stmts {
		if s.Kind != ir.OnceStmt {
			continue
		}
		k := s.Clause
		m := c.matcher(k)
		if m == nil {
			continue
		}
		st := c.listen.sites[s]
		m.kind, m.single, m.site = matchOnce, false, st.index
		m.captures = c.captures(k)
		o := &onceSite{index: st.index, match: m, clause: k, captures: m.captures}
		st.onceSite = o
		if len(o.captures) > onceSize-onceHdr {
			c.bug(k.Span, "a `once` may take along %d things", onceSize-onceHdr)
		}
		l := &listener{kind: listenOnce, match: m, clause: k}
		if s.Delay != nil {
			o.delay = c.num(s.Delay)
			w := c.timeWindow()
			w.listeners = append(w.listeners, l)
			continue
		}
		c.listenTo(k.Pattern, l)
	}
}

// timeWindow opens whenever time has passed.
func (c *compiler) timeWindow() *Window {
	if c.listen.time == nil {
		c.listen.time = &Window{timed: true, index: len(c.p.windows), After: true}
		c.p.windows = append(c.p.windows, c.listen.time)
	}
	return c.listen.time
}

func (c *compiler) monitor(mon *ir.Monitor) {
	m := c.matcher(mon.Clause)
	if m == nil {
		return
	}
	m.kind, m.single = matchPlain, true
	m.captures = c.captures(mon.Clause)
	m.base = func(m *Machine) int { return m.hooks.proof }
	x := &monitor{ir: mon, match: m, cell: c.off(mon.Cell)}
	if mon.Expr != nil {
		x.value = c.num(mon.Expr)
	}
	c.p.monitors = append(c.p.monitors, x)
	c.listenTo(mon.Clause.Pattern, &listener{kind: listenMonitor, match: m, clause: mon.Clause, monitor: x})
}

func (c *compiler) forbidLists() {
	for _, b := range c.p.ir.Blocks {
		for _, k := range b.Clauses {
			if k.Kind != ir.ForbidClause {
				continue
			}
			m := c.matcher(k)
			if m == nil {
				continue
			}
			for _, e := range c.targets(k.Pattern) {
				if k.Except != nil && k.Except == e {
					continue
				}
				c.p.events[e.Index].forbids = append(c.p.events[e.Index].forbids, m)
			}
		}
	}
}

// compileEvent lays out the code of an event: what forbids it, the window before
// it, its stages in their windows, its end.
func (c *compiler) compileEvent(ev *event) {
	e := ev.ir
	if e.Builtin {
		return
	}
	for _, f := range e.DefaultAsks().Order(e.Fields) {
		set := c.fieldInit(f, f.Default)
		ev.init = append(ev.init, set)
		if c.proof != nil || c.fieldRead(f) && !c.startsZero(f) {
			ev.needed = append(ev.needed, set)
		}
	}
	c.event = ev
	ev.entry = c.here()
	var toNone, toEnd []int
	if ev.action != nil {
		toNone = append(toNone, c.emit(instr{op: opLegal, ev: ev, b: 1}))
	} else if len(ev.forbids) > 0 {
		toNone = append(toNone, c.emit(instr{op: opForbid, ev: ev}))
	}
	c.noteEvent(e)
	if w := c.listen.wins[winKey{e, nil, false}]; w != nil {
		c.emit(instr{op: opWindow, win: w, ev: ev})
		if ev.action != nil {
			toNone = append(toNone, c.emit(instr{op: opLegal, ev: ev, b: 0}))
		}
	}
	for i, st := range e.Stages {
		if i > 0 {
			toEnd = append(toEnd, c.emit(instr{op: opStage, ev: ev}))
		}
		if w := c.listen.wins[winKey{e, st, false}]; w != nil {
			c.emit(instr{op: opWindow, win: w, ev: ev})
		}
		c.note(StagePoint, st.Span)
		c.stmts(st.Body)
		if w := c.listen.wins[winKey{e, st, true}]; w != nil {
			c.emit(instr{op: opWindow, win: w, ev: ev})
		}
	}
	ev.end = c.here()
	for _, i := range append(toNone, toEnd...) {
		c.p.code[i].a = ev.end
	}
	after := c.listen.wins[winKey{e, nil, true}]
	if after == nil && !e.Declared {
		c.emit(instr{op: opFinish, ev: ev})
	} else {
		c.emit(instr{op: opDecide, ev: ev})
	}
	c.emit(instr{op: opArms, ev: ev})
	if w := after; w != nil {
		c.emit(instr{op: opWindow, win: w, ev: ev, b: 1})
	}
	c.emit(instr{op: opReturn, ev: ev})
	c.event = nil
}

// compileBodies compiles handlers and what is waited for, and tells the windows
// where their code lies.
func (c *compiler) compileBodies() {
	body := func(k *ir.Clause) {
		c.listen.bodies[k] = c.here()
		c.noteBody(k)
		c.stmts(k.Body)
		c.emit(instr{op: opBack})
	}
	for _, b := range c.p.ir.Blocks {
		if b.Site != nil {
			continue
		}
		for _, k := range b.Clauses {
			if k.Kind == ir.HandlerClause {
				body(k)
			}
		}
	}
	for _, s := range c.listen.stmts {
		if s.Kind == ir.OnceStmt {
			body(s.Clause)
			if o := c.listen.sites[s].onceSite; o != nil {
				o.pc = c.listen.bodies[s.Clause]
			}
		}
	}
	for _, w := range c.p.windows {
		for _, l := range w.listeners {
			l.pc = c.listen.bodies[l.clause]
			c.quicken(l)
		}
	}
}

// fieldRead tells whether some formula, pattern or assignment speaks of a field of
// an event: one that is there for those who listen only need not be filled in.
func (c *compiler) fieldRead(f *ir.Local) bool {
	if c.listen.read == nil {
		c.listen.read = map[*ir.Local]bool{}
		see := func(e *ir.Expr) { e.Walk(func(x *ir.Expr) { c.listen.read[x.Local] = true }) }
		eachPart(c.p.ir, see, func(l *ir.Local) { c.listen.read[l] = true })
	}
	return c.listen.read[f]
}

// startsZero tells whether a new frame holds a field's first value already.
func (c *compiler) startsZero(f *ir.Local) bool {
	if f.Type.Kind == ir.Map || plainRecord(f.Type) {
		return false
	}
	if f.Default == nil {
		return f.Type.Sequence() || f.Type.Kind != ir.Dice && zero(f.Type) == 0
	}
	k, ok := c.constant(f.Default)
	return ok && k == 0 && !f.Type.Sequence()
}

// quickness says how firstHeard sees that a listener has nothing to say.
type quickness uint8

const (
	askMatch  quickness = iota
	quickAll            // refills, for all and without a test
	quickIdle           // code that does nothing unless somebody listens to the run
	quickTest           // a test of the event alone
	quickHeld           // nothing, while no condition is applied to anybody
)

func refillQuickness(m *matcher) quickness {
	if m.kind == matchEach && m.record >= 0 && m.untested() {
		return quickAll
	}
	return askMatch
}

func (c *compiler) quicken(l *listener) {
	l.brief = l.kind == listenHandler && l.match.single && l.match.kind != matchSite && c.briefCode(l.pc)
	switch mt := l.match; {
	case l.kind == listenHandler && c.idleCode(l.pc):
		l.quick = quickIdle
	case mt.glance != nil && len(mt.captures) == 0:
		l.quick = quickTest
	case (mt.kind == matchRole && mt.perHeld || mt.kind == matchHelds || mt.kind == matchUntil) && l.quick == askMatch:
		l.quick = quickHeld
	}
}

// briefCode tells whether code can be run on the spot.
func (c *compiler) briefCode(pc int) bool {
	for ; ; pc++ {
		switch in := &c.p.code[pc]; {
		case in.op == opBack:
			return true
		case in.op <= opSimple:
		case in.op != opDo || !in.site.lean || !in.site.event.idle:
			return false
		}
	}
}

// idleCode tells whether code only starts events that do nothing.
func (c *compiler) idleCode(pc int) bool {
	for ; ; pc++ {
		switch in := &c.p.code[pc]; {
		case in.op == opBack:
			return true
		case in.op != opDo || !in.site.lean || !in.site.event.idle:
			return false
		}
	}
}

// gainAndLose makes the code around putting on and taking off a condition. It
// exists always; it is used only where somebody listens.
func (c *compiler) gainAndLose() {
	for _, e := range []*ir.Event{c.p.ir.Gain, c.p.ir.Lose} {
		ev := c.p.events[e.Index]
		before, after := c.listen.wins[winKey{e, nil, false}], c.listen.wins[winKey{e, nil, true}]
		heard := before != nil || after != nil || len(ev.forbids) > 0
		op := opApplied
		if e == c.p.ir.Gain {
			c.p.gainHeard = heard
		} else {
			c.p.loseHeard = heard
			op = opRemoveHeld
		}
		ev.entry = c.here()
		forbid := -1
		if len(ev.forbids) > 0 {
			forbid = c.emit(instr{op: opForbid, ev: ev})
		}
		if before != nil {
			c.emit(instr{op: opWindow, win: before, ev: ev})
		}
		c.emit(instr{op: op, ev: ev})
		ev.end = c.here()
		if forbid >= 0 {
			c.p.code[forbid].a = ev.end
		}
		c.emit(instr{op: opDecide, ev: ev})
		if after != nil {
			c.emit(instr{op: opWindow, win: after, ev: ev, b: 1})
		}
		c.emit(instr{op: opReturn, ev: ev})
	}
}

// proofParts compiles what a proof does by itself.
func (c *compiler) proofParts() {
	for _, st := range c.proof.Steps {
		if st.Stmt != nil {
			c.p.stepCode[st] = c.here()
			c.stmts([]*ir.Stmt{st.Stmt})
			c.emit(instr{op: opRootEnd})
		}
	}
	for _, g := range c.proof.Givens {
		if g.Fact != nil {
			c.p.givenCode[g] = c.here()
			c.stmts([]*ir.Stmt{g.Fact})
			c.emit(instr{op: opRootEnd})
		}
	}
}
