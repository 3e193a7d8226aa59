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
			m.lapse(h, m.pc)
			return true
		}
		m.unwear(h)
	}
}

// lapse lets the end of an application be heard whose `while` fails. Whoever hears
// it may prevent it: it is tried once each time that conditions are settled.
func (m *Machine) lapse(h int64, ret int) {
	m.mem[h+heldTried] = 1
	m.mem[wordSettling]++
	m.pushLose(h, ret)
	m.ctl[len(m.ctl)-1].e = 1
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

// removeHeld takes one application off.
func (m *Machine) removeHeld(st *site) {
	top := m.top
	h := st.apply.held(m)
	m.top = top
	m.pc++
	if h == None || m.mem[h] == 0 {
		return
	}
	if m.p.loseHeard {
		m.pushLose(h, m.pc)
		return
	}
	m.unwear(h)
}

// removeStart takes a condition off, or where that is heard lists the applications
// as they are: each is tried once, because whoever hears it may prevent it.
func (m *Machine) removeStart(in *instr) {
	a := in.site.apply
	top := m.top
	cv := a.cond(m)
	cond, who, by := m.mem[cv], a.to(m), int64(None)
	if a.by != nil {
		by = a.by(m)
	}
	m.top = top
	if m.p.loseHeard {
		m.mem[m.fp+in.loop.cell], m.mem[m.fp+in.loop.pos] = m.worn(cond, who, by), 0
		m.pc++
		return
	}
	for h := m.heldOf(int(cond), who, by); h != None; h = m.heldOf(int(cond), who, by) {
		m.unwear(h)
	}
	m.pc = in.a
}

// removeNext lets the next end be heard.
func (m *Machine) removeNext(in *instr) {
	list := m.mem[m.fp+in.loop.cell]
	i := m.mem[m.fp+in.loop.pos] + 1
	m.mem[m.fp+in.loop.pos] = i
	if i > m.mem[list] {
		m.top, m.pc = int(list), in.a
		return
	}
	m.top = int(list+m.mem[list]) + 1
	if h := m.mem[list+i]; m.mem[h] != 0 {
		m.pushLose(h, m.pc)
	}
}

// worn lists the applications of a condition on an entity, from a source if one is
// given, the latest first.
func (m *Machine) worn(cond, bearer, source int64) int64 {
	mark := int(m.mem[wordHeldMark])
	list := int64(m.alloc(mark + 1))
	n := int64(0)
	for i := range mark {
		h := m.p.heldAt(i)
		if m.mem[h] != cond+1 || m.mem[h+heldBearer] != bearer || source != None && m.mem[h+heldSource] != source {
			continue
		}
		at := list + n
		for ; at > list && m.mem[m.mem[at]+heldSeq] < m.mem[h+heldSeq]; at-- {
			m.mem[at+1] = m.mem[at]
		}
		m.mem[at+1] = h
		n++
	}
	m.mem[list] = n
	m.top = int(list+n) + 1
	return list
}
