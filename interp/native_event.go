package interp

// Events, windows and reactions for generated code.

// Fuel uses up one unit.
func (k *Core) Fuel() {
	if k.fuel--; k.fuel < 0 {
		(*Machine)(k).endless(false)
	}
}

// Enter makes the frame of an event and its entry on the control stack. Of the
// frame the head is written; who calls it writes what else is read.
func (k *Core) Enter(event int64, size int) int64 {
	m := (*Machine)(k)
	h := m.top
	m.top += size
	if m.top > len(m.mem) {
		m.grow()
	}
	head := m.mem[h : h+hdrSize]
	head[hdrEvent], head[hdrOutcome], head[hdrWay], head[hdrVia], head[hdrTally] = event, 0, 0, 0, 0
	n := len(m.ctl)
	if n == cap(m.ctl) {
		m.ctl = append(m.ctl, control{})
	} else {
		m.ctl = m.ctl[:n+1]
	}
	c := &m.ctl[n]
	c.kind, c.pc, c.fp, c.top, c.h = ctlEvent, m.p.haltPC, m.fp, h, h
	c.a, c.b, c.c, c.d, c.g, c.e = 0, 0, 0, 0, 0, 0
	m.fp = h
	m.fuel--
	m.levels--
	if m.fuel|m.levels < 0 {
		k.tooFar()
	}
	return int64(h)
}

// Leave leaves it.
func (k *Core) Leave() {
	m := (*Machine)(k)
	n := len(m.ctl) - 1
	c := &m.ctl[n]
	if m.mem[m.p.onceMark()] > 0 {
		m.dropOnces(int64(c.h))
	}
	m.ctl = m.ctl[:n]
	m.fp, m.top = c.fp, c.top
	m.levels++
}

// Closed leaves an event that was entered only so that others could see it, and
// tells its outcome.
func (k *Core) Closed(h int64) int64 {
	o := k.mem[h+hdrOutcome]
	if o >= pending {
		k.ended--
		o &^= pending
	}
	k.Leave()
	return o
}

// Ended tells whether the event at h has been ended and has to stop.
func (k *Core) Ended(h int64) bool { return k.ended > 0 && k.mem[h+hdrOutcome] >= pending }

// Around tells whether some event around the one at h has been ended.
func (k *Core) Around(h int64) bool {
	if k.ended == 0 {
		return false
	}
	for i := len(k.ctl) - 1; i >= 0; i-- {
		if c := &k.ctl[i]; c.kind == ctlEvent && int64(c.h) != h && k.mem[c.h+hdrOutcome] >= pending {
			return true
		}
	}
	return false
}

// End ends the event at h as an outcome, unless it is over or ended already.
func (k *Core) End(event, h, outcome int64) {
	m := (*Machine)(k)
	if h == None || h == 0 {
		m.fail("E0404", "%q does not run here", m.p.ir.Events[event].Name)
		return
	}
	if !m.runs(int(h), m.p.events[event]) || m.mem[h+hdrOutcome] != 0 {
		return
	}
	m.mem[h+hdrOutcome] = outcome | pending
	m.ended++
}

// Decide fixes the outcome of an event behind its stages.
func (k *Core) Decide(event, h int64) {
	m := (*Machine)(k)
	switch o := m.mem[h+hdrOutcome]; {
	case o >= pending:
		m.ended--
		m.mem[h+hdrOutcome] = o &^ pending
	case o == 0:
		m.undecided(event, h)
	}
}

// undecided is the outcome of an event that nobody ended.
func (m *Machine) undecided(event, h int64) {
	ev := m.p.events[event]
	if !ev.ir.Declared {
		m.mem[h+hdrOutcome] = 2
		return
	}
	m.mem[h+hdrOutcome] = 1
	if !ev.ir.Action && !(*Core)(m).Around(h) {
		m.failAt(ev.ir.Span, "E0410", "%q came to its end without an outcome", ev.ir.Name)
	}
}

// Done is Decide for an event that has no outcomes of its own.
func (k *Core) Done(h int64) {
	switch o := k.mem[h+hdrOutcome]; {
	case o == 0:
		k.mem[h+hdrOutcome] = 2
	case o >= pending:
		k.ended--
		k.mem[h+hdrOutcome] = o &^ pending
	}
}

// Outcome is how an event ended, as a value.
func (k *Core) Outcome(h int64) int64 { return Ended(k.mem[h+hdrOutcome]) }

// Ended is how an event ended, as a value, from the word of its outcome.
func Ended(outcome int64) int64 {
	if o := outcome &^ pending; o >= 2 {
		return o - 2
	}
	return None
}

// Down goes into an event that has no entry on the control stack, as long as that
// is not too deep, and uses up so much fuel; Up comes back.
func (k *Core) Down(fuel int64) bool {
	k.fuel -= fuel
	k.levels--
	return k.fuel|k.levels >= 0 || k.tooFar()
}

// tooFar reports that a run is too long or too deep.
func (k *Core) tooFar() bool {
	(*Machine)(k).endless(k.fuel >= 0)
	return false
}

// Up comes back from Down.
func (k *Core) Up() { k.levels++ }

// NoOutcome reports an event that came to its end without an outcome.
func (k *Core) NoOutcome(event int64) {
	if !k.Around(0) {
		ev := k.p.ir.Events[event]
		(*Machine)(k).failAt(ev.Span, "E0410", "%q came to its end without an outcome", ev.Name)
	}
}

// Running is the innermost running event of a kind, or 0.
func (k *Core) Running(event int64) int64 {
	m := (*Machine)(k)
	return int64(m.running(m.p.events[event]))
}

// Forbidden tells whether a line forbids the event that runs; it has no outcome then.
func (k *Core) Forbidden(event int64) bool {
	m := (*Machine)(k)
	return m.forbidden(m.p.events[event])
}

// Legal judges the action that runs, and pays for it the first time.
func (k *Core) Legal(event int64, first bool) bool {
	m := (*Machine)(k)
	if m.legalNow(m.p.events[event], first) {
		return true
	}
	m.mem[m.fp+hdrOutcome] = 1
	return false
}

// Window opens a window that has no native form.
func (k *Core) Window(index int, h int64) {
	m := (*Machine)(k)
	w := m.p.windows[index]
	first := m.firstHeard(w, int(h))
	if first >= 0 && m.fault == nil {
		k.Open(index, h, first, m.mem[wordSeq])
	}
}

// Open opens a window from one of its listeners on. seq is what Seq was when its
// event came to it: what was put on since does not end in it.
func (k *Core) Open(index int, h int64, from int, seq int64) {
	m := (*Machine)(k)
	m.nested(func() {
		*m.pushControl() = control{kind: ctlWindow, pc: m.p.haltPC, fp: m.fp, top: m.top, h: int(h), a: index, b: from, e: seq}
		m.pc = m.p.windowPC
	})
}

// Onces tells whether anything is waited for.
func (k *Core) Onces() bool { return k.mem[wordOnces] > 0 }

// Answerable tells whether somebody may have an answer among a window's offers.
func (k *Core) Answerable(index int, h int64) bool {
	m := (*Machine)(k)
	return m.answerable(m.p.windows[index], int(h))
}

// Refill gives everybody of a record back all of a resource, unless nothing was
// spent since it last did.
func (k *Core) Refill(resource int, record, spent int64) {
	if k.refilled[resource] == k.spends {
		return
	}
	for _, e := range (*Machine)(k).living(record) {
		k.mem[e+spent] = 0
	}
	k.refilled[resource] = k.spends
}

// Pay pays for the action that runs, if its price can be paid.
func (k *Core) Pay(event int64) bool {
	m := (*Machine)(k)
	a := m.p.events[event].action
	var s spend
	if m.plan(a, m.fp, &s) != nil {
		return false
	}
	m.pay(a, m.fp, &s)
	return true
}

// Tactical tells whether all who can answer do so by tactics.
func (k *Core) Tactical() bool { return k.tactical }

// Names tells whether an actor would think of an action.
func (k *Core) Names(event int, who int64) bool {
	m := (*Machine)(k)
	t := m.tacticOf(who)
	return t == nil || t.names(m.p.events[event].action)
}

// React lets an actor find, by its tactic, the reaction it takes among the offers of
// a window, but for those used up (a bit each). It tells which event, or -1; Lay
// fills the frame of it.
func (k *Core) React(index int, who, h, used int64) int64 {
	m := (*Machine)(k)
	w := m.p.windows[index]
	top := m.top
	found := m.byTactic(m.tacticOf(who), who, h, w.offers, used, nil)
	m.top = top
	if !found || m.fault != nil {
		return -1
	}
	return int64(m.best.deed.Action.Index)
}

// Used adds the offers of a window that are the reaction just found, by whichever
// of its ways.
func (k *Core) Used(index int, used int64) int64 {
	d := &k.best.deed
	for i, en := range k.p.windows[index].offers {
		if en.action == d.action {
			used |= 1 << uint(i)
		}
	}
	return used
}

// Lay fills the frame of the reaction just found, to an event at subject.
func (k *Core) Lay(h, who, subject int64) {
	d := &k.best.deed
	k.mem[h+hdrWay], k.mem[h+hdrVia], k.mem[h+hdrSize] = int64(d.Way)+1, int64(d.Via)+1, who
	for i := range d.action.params {
		k.mem[h+int64(d.action.params[i].off)] = d.Args[i]
	}
	if d.Way >= 0 {
		if t := d.action.ways[d.Way].trigger; t != nil && t.bindOff >= 0 {
			k.mem[h+int64(t.bindOff)] = subject
		}
	}
}

// Call runs an event that has no native form, and tells its outcome.
func (k *Core) Call(event int64, args ...int64) int64 {
	m := (*Machine)(k)
	ev := m.p.events[event]
	h := 0
	m.nested(func() {
		h = m.push(ev)
		i := 0
		if ev.action != nil {
			m.mem[h+hdrSize] = args[0]
			i = 1
		}
		for _, p := range ev.ir.Params {
			m.mem[h+m.p.lay.off[p]] = args[i]
			i++
		}
		m.enter(ev, h, nil, m.p.haltPC)
	})
	m.top = h
	return m.mem[h+hdrOutcome]
}

// Attribute is what the action that runs at h says of itself.
func (k *Core) Attribute(h int64, attribute int) int64 {
	m := (*Machine)(k)
	return m.p.events[m.mem[h+hdrEvent]].action.attrs[m.p.ir.Attributes[attribute]](m, h)
}

// Priced tells whether the price of the action at h names a resource.
func (k *Core) Priced(h int64, resource int) bool {
	m := (*Machine)(k)
	return m.priceIncludes(h, m.p.ir.Resources[resource])
}
