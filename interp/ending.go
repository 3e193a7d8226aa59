package interp

import "rulec/lang/ir"

// How events, arms, handlers and windows are left, and what ends with them.

// around tells whether some event that encloses the running one has been ended.
func (m *Machine) around() bool {
	for i := len(m.ctl) - 1; i >= 0; i-- {
		if k := &m.ctl[i]; k.kind == ctlEvent && k.h != m.fp && m.mem[k.h+hdrOutcome] >= pending {
			return true
		}
	}
	return false
}

func (m *Machine) endEvent(in *instr) {
	h := m.fp
	switch {
	case in.b >= 0:
		v := m.mem[m.fp+in.b]
		if v == None || v == 0 {
			m.failAt(in.stmt.Span, "E0404", "%q does not run here", in.ev.ir.Name)
			return
		}
		h = int(v)
	case in.b == -2:
		h = m.running(in.ev)
		if h == 0 {
			m.failAt(in.stmt.Span, "E0404", "%q does not run here", in.ev.ir.Name)
			return
		}
	}
	m.pc++
	if !m.runs(h, in.ev) || m.mem[h+hdrOutcome] != 0 {
		if h == m.fp {
			m.unwind()
		}
		return // over already
	}
	m.mem[h+hdrOutcome] = int64(in.a) | pending
	m.ended++
	if m.Listener != nil {
		m.Listener.EndedBy(m, h, in.ev.ir, in.stmt)
	}
	if h == m.fp {
		m.unwind()
	}
}

// running finds the innermost running event of a kind.
func (m *Machine) running(ev *event) int {
	for i := len(m.ctl) - 1; i >= 0; i-- {
		if k := &m.ctl[i]; k.kind == ctlEvent && m.runs(k.h, ev) && m.mem[k.h+hdrOutcome] == 0 {
			return k.h
		}
	}
	return 0
}

// runs tells whether the event at h is of a kind; any action is an act.
func (m *Machine) runs(h int, ev *event) bool {
	i := m.mem[h+hdrEvent]
	return i == int64(ev.ir.Index) || ev.ir.Act && m.p.events[i].action != nil
}

// unwind stops the bodies written inside an event that has been ended, when
// control is back in its frame.
func (m *Machine) unwind() {
	for m.ended > 0 {
		k := &m.ctl[len(m.ctl)-1]
		switch {
		case k.kind == ctlEvent && k.h == m.fp && m.mem[k.h+hdrOutcome] >= pending:
			m.pc = m.p.events[m.mem[k.h+hdrEvent]].end
			return
		case (k.kind == ctlArm || k.kind == ctlHandler) && k.e == 1 && m.mem[m.fp+hdrOutcome] >= pending:
			m.back()
			return
		}
		return
	}
}

func (m *Machine) decide(ev *event) {
	o := m.mem[m.fp+hdrOutcome]
	switch {
	case o >= pending:
		m.ended--
		m.mem[m.fp+hdrOutcome] = o &^ pending
	case o == 0 && !ev.ir.Declared:
		m.mem[m.fp+hdrOutcome] = 2
	case o == 0:
		m.mem[m.fp+hdrOutcome] = 1
		if !ev.ir.Action && !(m.ended > 0 && m.around()) {
			m.failAt(ev.ir.Span, "E0410", "%q came to its end without an outcome", ev.ir.Name)
		}
	}
	if m.Listener != nil {
		m.Listener.Ended(m, m.fp, ev.ir, int(m.mem[m.fp+hdrOutcome])-2)
	}
}

// arms runs the `on` arm of whoever started the event.
func (m *Machine) arms() {
	k := &m.ctl[len(m.ctl)-1]
	m.pc++
	if k.a == 0 {
		return
	}
	st := m.p.sites[k.a-1]
	for _, a := range st.arms {
		if int64(a[0]) == m.mem[m.fp+hdrOutcome] {
			flag := int64(0)
			if st.inEvent {
				flag = 1
			}
			m.ctl = append(m.ctl, control{kind: ctlArm, pc: m.pc, fp: m.fp, top: m.top, e: flag})
			m.fp = k.fp
			m.pc = a[1]
			return
		}
	}
}

// ret leaves an event.
func (m *Machine) ret() {
	if m.p.whiles && m.together == 0 && m.settle1() {
		return
	}
	n := len(m.ctl) - 1
	k := &m.ctl[n]
	ev := m.p.events[m.mem[k.h+hdrEvent]]
	if len(ev.tallies) > 0 {
		m.restoreTallies(ev, k.h)
	}
	keep := false
	if k.a > 0 {
		st := m.p.sites[k.a-1]
		keep = st.keep
		if st.counted {
			m.mem[m.p.siteBase()+int64(st.index)]--
		}
	}
	if m.mem[m.p.onceMark()] > 0 {
		m.dropOnces(int64(k.h))
	}
	if k.e == 1 {
		m.mem[wordSettling]--
	}
	m.ctl = m.ctl[:n]
	m.fp = k.fp
	m.pc = k.pc
	if !keep {
		m.top = k.top
	} else {
		m.top = k.h + ev.size
	}
	if m.ended > 0 {
		m.unwind()
	}
	if n == m.floor {
		m.fault = atBoundary
	}
}

// back leaves an arm, a handler or a window.
func (m *Machine) back() {
	n := len(m.ctl) - 1
	k := m.ctl[n]
	m.ctl = m.ctl[:n]
	m.fp, m.pc, m.top = k.fp, k.pc, k.top
	if m.ended > 0 {
		m.unwind()
	}
}

// Root is the frame of the event that Begin started; it stays readable when the
// run is done.
func (m *Machine) Root() int { return m.ctl[:2][1].h }

// OutcomeAt is the outcome of an event that is over.
func (m *Machine) OutcomeAt(h int) string {
	e := m.p.ir.Events[m.mem[h+hdrEvent]]
	return outcomeName(e, int(m.mem[h+hdrOutcome])-2)
}

// WayOf is the `use` line by which the action at h is taken, or nil if it is no
// action or happens by itself.
func (m *Machine) WayOf(h int) *ir.Way {
	a, w := m.p.events[m.mem[h+hdrEvent]].action, m.mem[h+hdrWay]
	if a == nil || w == 0 {
		return nil
	}
	return a.ways[w-1].ir
}
