package interp

// Putting conditions on and taking them off, as instructions. Where somebody listens
// the event of gaining or losing runs around it.

// settle1 ends one application whose `while` fails. It tells whether to run on
// and come back, because the end of it is heard.
func (m *Machine) settle1() bool {
	for {
		h := m.lapsed()
		if h == None {
			return false
		}
		if m.p.loseHeard {
			m.pushLose(h, m.pc)
			return true
		}
		m.unwear(h)
	}
}

// pushLose lets the end of an application be heard.
func (m *Machine) pushLose(h int64, ret int) {
	ev := m.p.events[m.p.ir.Lose.Index]
	f := m.push(ev)
	m.mem[f+hdrVia] = h
	m.mem[f+m.p.lay.off[ev.ir.Params[0]]] = m.mem[h+heldBearer]
	m.mem[f+m.p.lay.off[ev.ir.Params[1]]] = m.mem[h+heldValue]
	m.mem[f+m.p.lay.off[ev.ir.Params[2]]] = m.mem[h+heldSource]
	m.enter(ev, f, nil, ret)
}

// applyNow puts a condition on somebody, or starts the event of gaining it.
func (m *Machine) applyNow(st *site) {
	a := st.apply
	top := m.top
	cv := a.cond(m)
	who := a.to(m)
	by := int64(None)
	if a.by != nil {
		by = a.by(m)
	}
	if who == None || cv == None {
		m.failAt(st.stmt.Span, "E0704", "nobody is there to wear this")
		return
	}
	if !m.p.gainHeard {
		h := m.putOn(st, cv, who, by, m.fp)
		if a.cell >= 0 {
			m.mem[m.fp+a.cell] = h
		}
		m.top = top
		m.pc++
		return
	}
	ev := m.p.events[m.p.ir.Gain.Index]
	f := m.push(ev)
	m.mem[f+hdrVia] = int64(st.index)
	m.mem[f+m.p.lay.off[ev.ir.Params[0]]] = who
	m.mem[f+m.p.lay.off[ev.ir.Params[1]]] = cv
	m.mem[f+m.p.lay.off[ev.ir.Params[2]]] = by
	if a.cell >= 0 {
		m.mem[m.fp+a.cell] = None
	}
	ret := m.pc + 1
	m.enter(ev, f, nil, ret)
	m.ctl[len(m.ctl)-1].top = top
}

// applied is the deed of the gain event.
func (m *Machine) applied() {
	ev := m.p.ir.Gain
	st := m.p.sites[m.mem[m.fp+hdrVia]]
	outer := m.ctl[len(m.ctl)-1].fp
	h := m.putOn(st, m.mem[m.fp+m.p.lay.off[ev.Params[1]]], m.mem[m.fp+m.p.lay.off[ev.Params[0]]],
		m.mem[m.fp+m.p.lay.off[ev.Params[2]]], outer)
	if st.apply.cell >= 0 {
		m.mem[outer+st.apply.cell] = h
	}
}

// putOn makes the application with its arguments and its end.
func (m *Machine) putOn(st *site, cv, who, by int64, outer int) int64 {
	c := m.p.conds[m.mem[cv]]
	if c.record >= 0 && m.mem[who+entRecord] != c.record {
		m.failAt(st.stmt.Span, "E0704", "%s cannot wear %q", m.Name(who), c.ir.Name)
		return None
	}
	h := m.wear(c, who, by)
	if len(c.ir.Params) > 0 && m.mem[cv+1] == 0 && cv != m.p.condConsts[c.index] {
		for i, p := range c.ir.Params {
			v := m.mem[cv+2+int64(i)]
			if v == None && !p.Type.Opt {
				continue
			}
			at := h + int64(m.p.lay.off[p])
			if inline(p.Type) || plainRecord(p.Type) {
				m.store(p, p.Type, at, v)
			} else {
				m.mem[at] = m.lasting(p.Type, v)
			}
		}
	}
	if a := st.apply; a.until != nil {
		m.mem[h+heldUntil] = int64(a.index) + 1
		for i, c := range a.caps {
			m.mem[h+heldAux+int64(i)] = m.mem[outer+c.outer]
		}
	}
	if m.Listener != nil {
		m.Listener.Applied(m, int(h), c.ir, who)
	}
	return h
}

// removeNow takes conditions off, one at a time where that is heard.
func (m *Machine) removeNow(st *site) {
	a := st.apply
	top := m.top
	if a.held != nil {
		h := a.held(m)
		m.top = top
		if h == None || m.mem[h] == 0 {
			m.pc++
			return
		}
		m.takeOff(h)
		return
	}
	cv := a.cond(m)
	who := a.to(m)
	by := int64(None)
	if a.by != nil {
		by = a.by(m)
	}
	h := m.heldOf(int(m.mem[cv]), who, by)
	m.top = top
	if h == None {
		m.pc++
		return
	}
	m.takeOff(h)
}

// takeOff ends one application and comes back to the same instruction.
func (m *Machine) takeOff(h int64) {
	if m.p.loseHeard {
		m.pushLose(h, m.pc)
		return
	}
	m.unwear(h)
}
