package interp

import (
	"sort"

	"rulec/lang/ir"
	"rulec/lang/source"
)

// pending marks the outcome of an event that was ended from inside and has not
// come to its end yet.
const pending = 1 << 20

func (m *Machine) failAt(at source.Span, code, format string, args ...any) {
	if m.fault == nil {
		m.fail(code, format, args...)
		m.fault.Span = at
	}
}

// Fault is what stopped the run, or nil.
func (m *Machine) Fault() *Fault { return m.fault }

// Begin starts an event at the root of an empty stack; args are words.
func (m *Machine) Begin(e *ir.Event, args ...int64) {
	m.unsettled = 0
	m.forget()
	m.goNative()
	ev := m.p.events[e.Index]
	m.ctl = append(m.ctl[:0], control{kind: ctlRoot, pc: m.p.haltPC, fp: m.fp, top: m.top})
	h := m.push(ev)
	for i, p := range e.Params {
		if i < len(args) {
			m.mem[h+m.p.lay.off[p]] = args[i]
		}
	}
	m.enter(ev, h, nil, m.p.haltPC)
}

// push makes the frame of an event on the stack, its fields still empty.
func (m *Machine) push(ev *event) int {
	h := m.alloc(ev.size)
	m.mem[h+hdrEvent] = int64(ev.ir.Index)
	return h
}

// enter gives fields their first values and goes to the event's code.
func (m *Machine) enter(ev *event, h int, st *site, ret int) {
	k := m.pushControl()
	*k = control{kind: ctlEvent, pc: ret, fp: m.fp, top: h, h: h}
	if st != nil {
		k.a = st.index + 1
		if st.bind >= 0 {
			m.mem[m.fp+st.bind] = int64(h)
		}
		if st.counted {
			m.mem[m.p.siteBase()+int64(st.index)]++
		}
	}
	m.fp = h
	if st != nil {
		for i := range st.defaults {
			v := st.defaults[i].fn(m)
			m.mem[h+st.defaults[i].off] = v
		}
	}
	init := ev.needed
	if m.Listener != nil {
		init = ev.init
	}
	for _, f := range init {
		f(m, int64(h))
	}
	if len(ev.tallies) > 0 {
		m.saveTallies(ev, h)
	}
	m.pc = ev.entry
	if m.fuel--; m.fuel < 0 || len(m.ctl) > m.deepest {
		if m.halted() {
			return
		}
	}
	if m.fast && ev.native != nil {
		m.runNative(ev.native, h)
		m.pc = ev.end
	}
	if m.Listener != nil {
		m.Listener.Started(m, h, ev.ir)
	}
}

// pushControl makes room for an entry of the control stack.
func (m *Machine) pushControl() *control {
	n := len(m.ctl)
	if n == cap(m.ctl) {
		m.ctl = append(m.ctl, control{})
	} else {
		m.ctl = m.ctl[:n+1]
	}
	return &m.ctl[n]
}

// endless reports a run that does not end, with what triggers each other.
func (m *Machine) endless(deep bool) {
	code, what := "E0701", "the run does not end"
	if deep {
		code, what = "E0702", "events trigger each other without end"
	}
	m.fail(code, "%s", what)
	seen := map[string]bool{}
	for i := len(m.ctl) - 1; i >= 0 && i > len(m.ctl)-60; i-- {
		name := ""
		switch k := &m.ctl[i]; k.kind {
		case ctlEvent:
			name = m.p.ir.Events[m.mem[k.h+hdrEvent]].Name
		case ctlHandler:
			if k.a > 0 {
				name = m.p.handlerName(k.a - 1)
			}
		}
		if name != "" && !seen[name] {
			seen[name] = true
			m.fault.Loop = append(m.fault.Loop, name)
		}
	}
	sort.Strings(m.fault.Loop)
	if len(m.ctl) > 1 {
		if h := m.ctl[len(m.ctl)-1].h; h > 0 {
			m.fault.Span = m.p.ir.Events[m.mem[h+hdrEvent]].Span
		}
	}
}

// Answer gives the run what it waits for: what the dice show, or the option chosen.
func (m *Machine) Answer(v int64) { m.answered, m.answer = true, v }

// Pending is the choice a run waits for; Pool the dice.
func (m *Machine) Pending() *Question { return m.asked }

// Run goes on until the run is done, waits or is stopped by a fault.
func (m *Machine) Run() Status {
	code := m.p.code
	for {
		if m.fault != nil {
			if m.fault == atBoundary {
				m.fault = nil
				return Done
			}
			return Faulted
		}
		in := &code[m.pc]
		if in.op <= opSimple {
			if in = m.simple(code, m.pc); in == nil {
				return Faulted
			}
		}
		switch in.op {
		case opHalt:
			return Done
		case opDraw:
			top := m.top
			pool := in.num(m)
			m.top = top
			if m.answered {
				m.answered = false
				m.drawn(in, pool, m.answer)
				if m.stepOnly {
					return NeedDie
				}
				continue
			}
			v, ok := m.Dice.Roll(m, m.pools[pool])
			if !ok {
				m.draw = pool
				return NeedDie
			}
			m.drawn(in, pool, v)
		case opDo:
			if in.site.lean && m.Listener == nil {
				m.doLean(in.site)
			} else {
				m.doSite(in.site)
			}
		case opLeave:
			m.leave()
		case opDoDeed:
			m.doDeed(in.site)
		case opForStart:
			m.forStart(in.loop)
			m.pc++
		case opForNext:
			l := in.loop
			list := m.mem[m.fp+l.cell]
			i := m.mem[m.fp+l.pos] + 1
			m.mem[m.fp+l.pos] = i
			if n := m.mem[list]; i > n {
				m.top = int(list)
				m.pc = in.a
				continue
			} else {
				m.top = int(list + n + 1)
			}
			m.mem[m.fp+l.v] = m.mem[list+i]
			m.fuel--
			m.pc++
		case opRepeatStart:
			l := in.loop
			m.mem[m.fp+l.pos] = 0
			top := m.top
			limit := l.upto(m)
			if l.times != nil {
				limit = min(limit, l.times(m))
			}
			m.top = top
			m.mem[m.fp+l.cell] = limit
			m.mem[m.fp+l.top] = int64(top)
			m.pc++
		case opRepeatNext:
			l := in.loop
			m.top = int(m.mem[m.fp+l.top])
			top := m.top
			if m.mem[m.fp+l.pos] >= m.mem[m.fp+l.cell] || l.while != nil && !l.while(m) {
				m.top = top
				m.pc = in.a
				continue
			}
			m.top = top
			m.mem[m.fp+l.pos]++
			if m.fuel--; m.fuel < 0 {
				m.endless(false)
			}
			m.pc++
		case opTogether:
			m.together++
			m.pc++
		case opApart:
			if m.together == 1 && m.p.whiles && m.settle1() {
				continue
			}
			m.together--
			m.pc++
		case opOffer:
			was := m.answered
			if !m.offer(in.site) || was && m.stepOnly && m.fault == nil {
				return NeedPick
			}
		case opChoose:
			was := m.answered
			if !m.choose(in.site) || was && m.stepOnly && m.fault == nil {
				return NeedPick
			}
		case opApply:
			m.applyNow(in.site)
		case opRemove:
			m.removeHeld(in.site)
		case opRemoveStart:
			m.removeStart(in)
		case opRemoveNext:
			m.removeNext(in)
		case opApplied:
			m.applied()
			m.pc++
		case opRemoveHeld:
			m.unwear(m.mem[m.fp+hdrVia])
			m.pc++
		case opEnd:
			m.endEvent(in)
		case opOnce:
			m.pc++
			m.once(in.site)
		case opWindow:
			if in.b == 1 && m.mem[m.fp+hdrOutcome] == 1 {
				m.pc++ // nobody hears the end of what did not happen
				continue
			}
			h := m.fp
			if in.win.timed {
				h = 0
			}
			if m.fast && in.win.native != nil {
				m.pc++
				in.win.native((*Core)(m), int64(h))
				if m.ended > 0 {
					m.unwind()
				}
				continue
			}
			if m.watch != nil {
				m.watch.opens(m, in.win, h)
			}
			first := m.firstHeard(in.win, h)
			if first < 0 {
				if m.watch != nil && len(in.win.offers) > 0 {
					m.watch.asks(m, in.win, h)
				}
				m.pc++
				continue
			}
			*m.pushControl() = control{kind: ctlWindow, pc: m.pc + 1, fp: m.fp, top: m.top, h: h, a: in.win.index, b: first, e: m.mem[wordSeq]}
			m.pc = m.p.windowPC
		case opWindowNext:
			was := m.answered
			if !m.windowNext() || was && m.stepOnly && !m.answered && m.fault == nil {
				return NeedPick
			}
		case opForbid:
			if m.forbidden(in.ev) {
				m.pc = in.a
			} else {
				m.pc++
			}
		case opLegal:
			if m.legalNow(in.ev, in.b == 1) {
				m.pc++
			} else {
				m.mem[m.fp+hdrOutcome] = 1
				m.pc = in.a
			}
		case opStage:
			if m.ended > 0 && m.around() {
				m.pc = in.a
			} else {
				m.pc++
			}
		case opDecide:
			m.decide(in.ev)
			m.pc++
		case opFinish: // opDecide, opArms and opReturn
			m.decide(in.ev)
			k := &m.ctl[len(m.ctl)-1]
			if k.a > 0 && len(m.p.sites[k.a-1].arms) > 0 {
				m.pc++
				continue
			}
			m.pc += 2
			m.ret()
		case opArms:
			m.arms()
		case opReturn:
			m.ret()
		case opBack:
			m.back()
		case opRootEnd:
			m.pc = m.p.haltPC
		}
	}
}

// simple runs instructions that touch neither the control stack nor the choice of
// what comes next but for jumps, up to the first that is not of these. It returns
// that one, or nil at a fault. The program counter lies in a variable meanwhile.
func (m *Machine) simple(code []instr, pc int) *instr {
	for {
		in := &code[pc]
		switch in.op {
		case opJump:
			pc = in.a
			continue
		case opBranch:
			top := m.top
			ok := in.truth(m)
			m.top = top
			pc++
			if !ok {
				pc = in.a
			}
		case opSet:
			top := m.top
			v := in.num(m)
			m.mem[m.fp+in.a] = v
			if in.b == 1 {
				m.top = top
			}
			pc++
		case opRun:
			top := m.top
			in.run(m)
			m.top = top
			pc++
		default:
			m.pc = pc
			return in
		}
		if m.fault != nil {
			m.pc = pc
			return nil
		}
	}
}

func (m *Machine) drawn(in *instr, pool, v int64) {
	if m.Listener != nil {
		m.Listener.Rolled(m, m.innermost(), m.pools[pool], v)
	}
	old := m.mem[m.fp+in.a]
	m.mem[m.fp+in.a] = v
	if m.drawnDie >= 0 {
		if m.p.shades[in.stmt.Var] {
			m.shades = append(m.shades, shade{m.fp + in.a, m.drawnDie})
		} else {
			m.dice[m.drawnDie].point()
		}
		m.drawnDie = -1
	}
	if m.Listener != nil && in.stmt.Var != nil {
		m.Listener.Assigned(m, m.fp, in.stmt.Var, old, v, in.stmt)
	}
	m.pc++
}

// innermost is the running event nearest to the top of the stack.
func (m *Machine) innermost() int {
	for i := len(m.ctl) - 1; i >= 0; i-- {
		if m.ctl[i].kind == ctlEvent {
			return m.ctl[i].h
		}
	}
	return 0
}

// doSite starts the event of a `do`.
func (m *Machine) doSite(st *site) {
	h := m.push(st.event)
	for i := range st.args {
		v := st.args[i].fn(m)
		m.mem[h+st.args[i].off] = v
	}
	if st.event.action != nil {
		self := int64(None)
		if st.self != nil {
			self = st.self(m)
		}
		m.mem[h+hdrSize] = self
	}
	m.enter(st.event, h, st, m.pc+1)
}

// doDeed does a deed held as data, as whoever holds it.
func (m *Machine) doDeed(st *site) {
	d := st.deed(m)
	if d == None {
		m.failAt(st.stmt.Span, "E0704", "there is no deed here to do")
		return
	}
	ev := m.p.events[m.mem[d]]
	h := m.push(ev)
	for i, p := range ev.ir.Params {
		v := m.mem[d+2+int64(i)]
		if v == None && p.Default == nil && !p.Type.Opt {
			m.failAt(st.stmt.Span, "E0704", "the deed %q says nothing about %q", ev.ir.Name, p.Name)
		}
		m.mem[h+m.p.lay.off[p]] = v
	}
	m.mem[h+hdrSize] = m.deedDoer(st)
	m.enter(ev, h, st, m.pc+1)
}

// deedDoer is who does a deed: whoever speaks, or the actor among the
// parameters of the event the statement stands in.
func (m *Machine) deedDoer(st *site) int64 {
	if st.self != nil {
		return st.self(m)
	}
	if h := m.innermost(); h != 0 {
		e := m.p.ir.Events[m.mem[h+hdrEvent]]
		for _, p := range e.Params {
			if p.Type.Kind == ir.RecordKind && p.Type.Record == m.p.ir.Actor {
				return m.mem[h+m.p.lay.off[p]]
			}
		}
	}
	return None
}

// forStart makes the list a loop runs over.
func (m *Machine) forStart(l *loop) {
	if l.order == nil {
		m.forList(l)
		return
	}
	a := &m.answers[l.order.index*m.stride]
	if a.version == m.versions[l.order.group] {
		m.mem[m.fp+l.cell], m.mem[m.fp+l.pos] = m.listOf(a.list), 0
		return
	}
	m.forList(l)
	list := m.mem[m.fp+l.cell]
	a.list, a.version = append(a.list[:0], m.mem[list+1:list+1+m.mem[list]]...), 0
	if m.fault == nil && m.unsettled == 0 && !m.forgetful {
		a.version = m.versions[l.order.group]
	}
}

func (m *Machine) forList(l *loop) {
	src := l.list(m)
	n := m.mem[src]
	list := m.alloc(int(n) + 1)
	k := int64(0)
	after := m.top
	for i := int64(1); i <= n; i++ {
		v := m.mem[src+i]
		if l.where != nil {
			m.mem[m.fp+l.v] = v
			ok := l.where(m)
			m.top = after
			if !ok {
				continue
			}
		}
		k++
		m.mem[int64(list)+k] = v
	}
	m.mem[list] = k
	if len(l.keys) > 0 && k > 1 {
		m.sortList(l, int64(list), k)
	}
	m.top = list + int(k) + 1
	m.mem[m.fp+l.cell], m.mem[m.fp+l.pos] = int64(list), 0
}

// sortList sorts by insertion: lists are short, nothing is allocated, and equal
// keys keep their order.
func (m *Machine) sortList(l *loop, list, n int64) {
	w := int64(len(l.keys))
	keys := int64(m.alloc(int(n * w)))
	for i := range n {
		m.mem[m.fp+l.v] = m.mem[list+1+i]
		top := m.top
		for j, f := range l.keys {
			v := f(m)
			m.mem[keys+i*w+int64(j)] = v
		}
		m.top = top
	}
	less := func(a, b int64) bool {
		for j := range w {
			if x, y := m.mem[keys+a*w+j], m.mem[keys+b*w+j]; x != y {
				return x < y
			}
		}
		return false
	}
	for i := int64(1); i < n; i++ {
		for j := i; j > 0 && less(j, j-1); j-- {
			m.mem[list+1+j], m.mem[list+j] = m.mem[list+j], m.mem[list+1+j]
			for x := range w {
				a, b := keys+j*w+x, keys+(j-1)*w+x
				m.mem[a], m.mem[b] = m.mem[b], m.mem[a]
			}
		}
	}
}
