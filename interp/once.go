package interp

import (
	"rulec/lang/ir"
)

// What is waited for: `once after`.

// once remembers what to do later.
func (m *Machine) once(st *site) {
	o := st.onceSite
	if o == nil {
		return
	}
	if o.delay == nil && !m.anyRuns(o.clause.Pattern.Event) {
		// There is nothing to wait for: it is done at once.
		f := m.alloc(o.match.size)
		for _, c := range o.captures {
			m.mem[f+c.inner] = m.mem[m.fp+c.outer]
		}
		if o.match.when == nil || m.inFrame(f, o.match.when) {
			m.ctl = append(m.ctl, control{kind: ctlHandler, pc: m.pc, fp: m.fp, top: f})
			m.fp, m.pc = f, o.pc
			return
		}
		m.top = f
		return
	}
	slot := int64(-1)
	for i := range onceCap {
		at := m.p.onceAt(i)
		if m.mem[at] == 0 {
			if slot < 0 {
				slot = at
			}
			continue
		}
		if m.mem[at] == int64(st.index)+1 && m.sameOnce(o, at) {
			slot = at // the same line for the same entities replaces
			break
		}
	}
	if slot < 0 {
		m.failAt(st.stmt.Span, "E0703", "more than %d things are waited for", onceCap)
		return
	}
	if m.mem[slot] == 0 {
		m.mem[m.p.onceMark()]++
	}
	m.mem[slot] = int64(st.index) + 1
	m.mem[slot+1] = None
	if o.delay != nil {
		m.mem[slot+1] = m.mem[wordClock] + o.delay(m)
	}
	m.mem[slot+2] = m.nextSeq()
	for i, c := range o.captures {
		m.mem[slot+onceHdr+int64(i)] = m.mem[m.fp+c.outer]
	}
}

// anyRuns tells whether an event of a kind runs, for `act` any action.
func (m *Machine) anyRuns(e *ir.Event) bool {
	for i := range m.ctl {
		if k := &m.ctl[i]; k.kind == ctlEvent {
			x := m.p.ir.Events[m.mem[k.h+hdrEvent]]
			if x == e || e.Act && x.Action {
				return true
			}
		}
	}
	return false
}

func (m *Machine) sameOnce(o *onceSite, at int64) bool {
	for i, c := range o.captures {
		if m.mem[at+onceHdr+int64(i)] != m.mem[m.fp+c.outer] {
			return false
		}
	}
	return true
}

// dropOnces forgets what was waited for in an event that is over.
func (m *Machine) dropOnces(h int64) {
	for i := range onceCap {
		at := m.p.onceAt(i)
		if m.mem[at] == 0 {
			continue
		}
		k := m.p.sites[m.mem[at]-1].onceSite
		for j, c := range k.clause.Captures {
			if c.Outer.Type.Kind == ir.EventKind && m.mem[at+onceHdr+int64(j)] == h {
				m.mem[at] = 0
				m.mem[m.p.onceMark()]--
				break
			}
		}
	}
}

func (m *Machine) onceDone(at int64) {
	if m.mem[at] != 0 {
		m.mem[at] = 0
		m.mem[m.p.onceMark()]--
	}
}
