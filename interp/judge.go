package interp

import "rulec/lang/ir"

// Whether an action may be done now, and paying for it: the lines that forbid it,
// its requirements, the tallies, and the deeds that formulas ask about.

// forbidden collects the lines that forbid the event whose frame is running.
func (m *Machine) forbidden(ev *event) bool {
	m.refusals = m.refusals[:0]
	if !m.anyForbid(ev, m.fp, m.Listener != nil) {
		return false
	}
	m.mem[m.fp+hdrOutcome] = 1
	if m.Listener != nil {
		m.Listener.Prevented(m, m.fp, ev.ir, m.refusals)
	}
	return true
}

// anyForbid tells whether some line forbids the event at h; all lets it gather
// every one of them.
func (m *Machine) anyForbid(ev *event, h int, all bool) bool {
	found := false
	for _, f := range ev.forbids {
		top := m.top
		frame, _ := m.match(f, int64(h), 0, 0)
		if frame >= 0 {
			found = true
			if all {
				m.refusals = append(m.refusals, Refusal{Forbid: f.clause, Text: m.Say(f.clause.Reason, frame)})
			}
		}
		m.top = top
		if found && !all {
			return true
		}
	}
	return found
}

// legalNow judges an action whose frame is running: first with its price, then
// again after what happened in between.
func (m *Machine) legalNow(ev *event, first bool) bool {
	m.refusals = m.refusals[:0]
	all := m.Listener != nil
	if !first {
		m.count(ev.action, m.fp, -1) // judged without counting itself
	}
	ok := m.judge(ev.action, m.fp, all)
	if !first {
		m.count(ev.action, m.fp, 1)
	}
	if !ok {
		if all {
			m.Listener.Prevented(m, m.fp, ev.ir, m.refusals)
		}
		return false
	}
	if !first {
		return true
	}
	var s spend
	if r := m.plan(ev.action, m.fp, &s); r != nil {
		if all {
			m.refusals = append(m.refusals, Refusal{Price: r, Text: "cannot pay " + r.Printed})
			m.Listener.Prevented(m, m.fp, ev.ir, m.refusals)
		}
		return false
	}
	m.pay(ev.action, m.fp, &s)
	return true
}

func (m *Machine) pay(a *action, h int, s *spend) {
	who := m.mem[h+hdrSize]
	if who == None {
		return
	}
	m.spends++
	for i, r := range m.p.ir.Resources {
		if s.used[i] > 0 {
			spent := m.p.resources[i].spent
			m.mem[who+spent] += s.used[i]
			if m.Listener != nil {
				left := m.amount(r, who) - m.mem[who+spent]
				m.Listener.Assigned(m, int(who), r.Spent, left+s.used[i], left, nil)
			}
		}
	}
	m.count(a, h, 1)
}

// count adds an act to the counters that count it.
func (m *Machine) count(a *action, h int, n int64) {
	who := m.mem[h+hdrSize]
	if who == None {
		return
	}
	for _, off := range a.tallies {
		m.mem[who+off] += n
	}
}

// judge tests the require and forbid lines of an act at h. all gathers every
// failing reason.
func (m *Machine) judge(a *action, h int, all bool) bool {
	ok := true
	fp := m.fp
	m.fp = h
	for i := range a.requires {
		r := &a.requires[i]
		top := m.top
		holds := r.cond(m)
		if !holds && all {
			m.refusals = append(m.refusals, Refusal{Require: r.ir, Text: m.Say(r.ir.Reason, h)})
		}
		m.top = top
		if !holds {
			ok = false
			if !all {
				break
			}
		}
	}
	m.fp = fp
	if !ok && !all {
		return false
	}
	return !m.anyForbid(a.event, h, all) && ok
}

// saveTallies lets the counters of an event begin anew; the enclosing run of the
// same event gets its own back when this one is over.
func (m *Machine) saveTallies(ev *event, h int) {
	n := len(ev.tallies)
	at := m.alloc(n * len(m.entities))
	m.mem[h+hdrTally] = int64(at)
	for i, e := range m.entities {
		if m.mem[e+entRecord] != int64(m.p.ir.Actor.Index) {
			continue
		}
		for j, off := range ev.tallies {
			m.mem[at+i*n+j] = m.mem[e+off]
			m.mem[e+off] = 0
		}
	}
}

func (m *Machine) restoreTallies(ev *event, h int) {
	n := len(ev.tallies)
	at := int(m.mem[h+hdrTally])
	if at == 0 {
		return
	}
	for i, e := range m.entities {
		if m.mem[e+entRecord] != int64(m.p.ir.Actor.Index) {
			continue
		}
		for j, off := range ev.tallies {
			m.mem[e+off] = m.mem[at+i*n+j]
		}
	}
}

// actNative lowers what asks about deeds.
func (c *compiler) actNative(e *ir.Expr) numFn {
	switch e.Native {
	case "tally":
		who := c.num(e.Args[0])
		off, ok := c.p.lay.tallies[tallyKey{e.Args[1].Event, e.Args[2].Event}]
		if !ok || e.Args[1].Op != ir.ActionOp || e.Args[2].Op != ir.EventOp {
			c.bug(e.Span, "`tally` wants the names of an action and an event")
			return func(*Machine) int64 { return 0 }
		}
		return func(m *Machine) int64 { return m.mem[who(m)+int64(off)] }
	case "stands_in":
		who, what := c.num(e.Args[0]), c.num(e.Args[1])
		return func(m *Machine) int64 { return m.standsIn(who(m), what(m)) }
	}
	deed, who := c.num(e.Args[0]), c.num(e.Args[1])
	switch e.Native {
	case "possible":
		return func(m *Machine) int64 { return b2i(m.possible(deed(m), who(m), false)) }
	case "affordable":
		return func(m *Machine) int64 { return b2i(m.affordable(deed(m), who(m))) }
	}
	return func(m *Machine) int64 {
		top := m.top
		// Somebody may be gathering reasons of whom this text is one.
		gathered := append([]Refusal(nil), m.refusals...)
		defer func() { m.refusals = append(m.refusals[:0], gathered...) }()
		m.refusals = m.refusals[:0]
		m.possible(deed(m), who(m), true)
		s := ""
		for i, r := range m.refusals {
			if i > 0 {
				s += "; "
			}
			s += r.Text
		}
		m.top = top
		return m.intern(s)
	}
}

// deedFrame lays a deed out as the frame of its action.
func (m *Machine) deedFrame(deed, who int64) (*action, int) {
	a := m.p.events[m.mem[deed]].action
	h := m.alloc(a.event.size)
	m.mem[h+hdrEvent] = int64(a.event.ir.Index)
	m.mem[h+hdrSize] = who
	for i := range a.params {
		m.mem[h+a.params[i].off] = m.mem[deed+2+int64(i)]
	}
	return a, h
}

func (m *Machine) possible(deed, who int64, all bool) bool {
	top := m.top
	a, h := m.deedFrame(deed, who)
	ok := m.judge(a, h, all)
	m.top = top
	return ok
}

// affordable tells whether a turn's means could pay for a deed by some way.
func (m *Machine) affordable(deed, who int64) bool {
	top := m.top
	a, h := m.deedFrame(deed, who)
	ok := false
	for _, en := range a.price {
		if en.action != a {
			continue // what may stand in for it is another deed
		}
		m.mem[h+hdrWay], m.mem[h+hdrVia] = int64(en.way)+1, int64(en.via)+1
		var s spend
		ok = ok || m.plan(a, h, &s) == nil
	}
	for i := range a.ways {
		if a.ways[i].ir.InPlaceOf != nil {
			m.mem[h+hdrWay], m.mem[h+hdrVia] = int64(i)+1, 0
			var s spend
			ok = ok || m.plan(a, h, &s) == nil
		}
	}
	m.top = top
	return ok
}

// standsIn lists the deeds that may stand in for an action.
func (m *Machine) standsIn(who, what int64) int64 {
	a := m.p.events[what].action
	m.deeds = m.deeds[:0]
	if a != nil {
		for i := range a.self {
			if a.self[i].action != a {
				m.enumerate(&a.self[i], who, 0, nil, nil, (*Machine).collect)
			}
		}
	}
	at := m.alloc(len(m.deeds) + 1)
	m.mem[at] = int64(len(m.deeds))
	for i, d := range m.deeds {
		n := len(d.action.params)
		t := m.alloc(2 + n)
		m.mem[t], m.mem[t+1] = int64(d.Action.Index), -1
		copy(m.mem[t+2:t+2+n], d.Args[:n])
		m.mem[at+1+i] = int64(t)
	}
	return int64(at)
}

func (c *compiler) actionIndexes(keep func(*ir.Event) bool) []int64 {
	var out []int64
	for _, e := range c.p.ir.Events {
		if e.Action && keep(e) {
			out = append(out, int64(e.Index))
		}
	}
	return out
}

func (c *compiler) replaces(e *ir.Expr) numFn {
	x := c.num(e.Args[0])
	return func(m *Machine) int64 {
		a := m.p.events[x(m)].action
		at := m.alloc(len(a.ways) + 1)
		n := 0
		for i := range a.ways {
			if o := a.ways[i].ir.InPlaceOf; o != nil {
				n++
				m.mem[at+n] = int64(o.Index)
			}
		}
		m.mem[at] = int64(n)
		return int64(at)
	}
}
