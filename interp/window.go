package interp

import "rulec/lang/ir"

// reactions adds to each window the actions that may answer it.
func (c *compiler) reactions() {
	for _, ev := range c.p.events {
		if ev.action == nil {
			continue
		}
		for i := range ev.action.ways {
			w := &ev.action.ways[i]
			switch {
			case w.ir.Trigger != nil:
				for _, e := range c.targets(w.ir.Trigger) {
					win := c.window(e, w.ir.Trigger.Stage, w.ir.Trigger.After)
					win.offers = append(win.offers, entry{action: ev.action, way: i, via: -1, index: len(win.offers)})
				}
			case w.cue != nil:
				for _, mo := range c.p.ir.Moments {
					cm := c.cueMatch(mo)
					for _, e := range c.targets(mo.Pattern) {
						win := c.window(e, mo.Pattern.Stage, mo.Pattern.After)
						win.offers = append(win.offers, entry{action: ev.action, way: i, via: -1, cue: cm, index: len(win.offers)})
					}
				}
			}
		}
	}
	for _, w := range c.p.windows {
		if w.Event != nil && w.Event.OrderBy != nil {
			w.orderBy = c.num(w.Event.OrderBy)
		}
	}
}

// cueMatch matches a moment's pattern in a frame of the moment.
func (c *compiler) cueMatch(mo *ir.Moment) *cueMatch {
	p := mo.Pattern
	m := &matcher{kind: matchPlain, selfOff: c.off(mo.Self), heldOff: -1, bindOff: -1, askOff: -1, role: roleNone, size: c.p.lay.size[mo.Frame]}
	if p.Bind != nil {
		m.bindOff = c.off(p.Bind)
	}
	if p.Outcome != -1 {
		m.outcome = outcomeWord(p.Outcome)
	}
	for i, a := range p.Args {
		if t := c.argTest(a); t != nil {
			m.test(t, &p.Args[i])
		}
	}
	if p.When != nil {
		m.when = c.deciding(WhenPoint, p.When)
	}
	c.noteMoment(m, mo)
	out := &cueMatch{moment: mo, match: m}
	for _, l := range mo.Params {
		out.params = append(out.params, c.off(l))
	}
	return out
}

// cueFits tells whether the moment somebody holds is the one that is now.
func (m *Machine) cueFits(en *entry, w *way, h int, subject int64) bool {
	if w.when != nil && !m.inFrame(h, w.when) {
		return false
	}
	top, fp := m.top, m.fp
	defer func() { m.top, m.fp = top, fp }()
	m.fp = h
	cue := w.cue(m)
	if m.fault != nil || cue == None || m.mem[cue] != int64(en.cue.moment.Index) {
		return false
	}
	f := m.alloc(en.cue.match.size)
	m.mem[f+en.cue.match.selfOff] = m.mem[h+hdrSize]
	for i, off := range en.cue.params {
		m.mem[f+off] = m.mem[cue+2+int64(i)]
	}
	m.fp = fp
	return m.holds(en.cue.match, f, subject, 0)
}

// firstHeard finds the first listener of a window that has something to say, or
// -1 if there is none and nobody can answer: then the window need not be opened.
// Refills that come before it are done.
func (m *Machine) firstHeard(w *Window, h int) int {
	for i, l := range w.listeners {
		switch l.quick {
		case quickAll:
			if m.Listener == nil {
				for _, e := range m.living(l.match.record) {
					m.mem[e+l.refill] = 0
				}
				continue
			}
		case quickIdle:
			if m.Listener == nil {
				continue
			}
		case quickHeld:
			if m.mem[wordHeldMark] == 0 {
				continue
			}
		case quickTest:
			mt := l.match
			if mt.outcome != 0 && m.mem[h+hdrOutcome] != int64(mt.outcome) {
				continue
			}
			r, top := mt.glanced%registers, m.top
			saved := m.regs[r]
			m.regs[r] = int64(h)
			ok := mt.glance(m)
			m.regs[r], m.top = saved, top
			if m.fault != nil {
				return i
			}
			if !ok {
				continue
			}
		}
		top := m.top
		frame, _ := m.match(l.match, int64(h), 0, 0)
		if frame >= 0 && l.brief && w.orderBy == nil && m.Listener == nil && m.fault == nil {
			m.brief(l, frame)
			frame = -1
		}
		m.top = top
		if frame >= 0 || m.fault != nil {
			return i
		}
	}
	if len(w.offers) > 0 && m.answerable(w, h) {
		return len(w.listeners)
	}
	return -1
}

// brief runs a handler on the spot, without entries of the control stack.
func (m *Machine) brief(l *listener, frame int) {
	fp, pc := m.fp, m.pc
	m.fp = frame
	m.fuel--
	for at := l.pc; ; at = m.pc + 1 {
		if in := m.simple(m.p.code, at); in == nil || in.op == opBack {
			break
		} // else an event that does nothing
	}
	m.fp, m.pc = fp, pc
}

// answerable tells whether some actor may have an answer among the offers: one
// that fits the moment, can be paid for and meets what can be judged at once.
func (m *Machine) answerable(w *Window, h int) bool {
	if h > 0 && m.mem[h+hdrOutcome] >= pending {
		return false
	}
	for i := range w.offers {
		en := &w.offers[i]
		if en.cue != nil || en.way < 0 {
			return true
		}
		a, way := en.action, &en.action.ways[en.way]
		t := way.trigger
		plain := t.is == nil && t.while == nil && len(t.args) == 0 && t.when == nil && (t.outcome == 0 || t.outcome == int(m.mem[h+hdrOutcome]))
		if way.answerers != nil {
			if m.mayAnswer(way.answerers, en, way, h, plain) {
				return true
			}
			continue
		}
		top, fp := m.top, m.fp
		f := m.deedAt(en)
		m.fp = f
		if t.bindOff >= 0 {
			m.mem[f+t.bindOff] = int64(h)
		}
		found := false
		for _, who := range m.living(int64(m.p.ir.Actor.Index)) {
			if m.pays(way, who) && m.mayAnswerAs(a, way, f, int64(h), who, plain) {
				found = true
				break
			}
		}
		m.fp, m.top = fp, top
		if found || m.fault != nil {
			return true
		}
	}
	return false
}

// mayAnswerAs judges one actor, in a frame of the action.
func (m *Machine) mayAnswerAs(a *action, w *way, f int, subject, who int64, fits bool) bool {
	m.mem[f+hdrSize] = who
	if w.when != nil && w.early && !w.when(m) {
		return false
	}
	for i := range a.requires {
		if r := &a.requires[i]; r.after == 0 && !r.cond(m) {
			return false
		}
	}
	if !fits && !m.holds(w.trigger, f, subject, 0) {
		return false
	}
	t := m.tacticOf(who)
	return t == nil || t.names(a)
}

// deedAt makes the frame of an entry's action, of nobody yet.
func (m *Machine) deedAt(en *entry) int {
	a := en.action
	f := m.alloc(a.event.size)
	m.mem[f+hdrEvent] = int64(a.event.ir.Index)
	m.mem[f+hdrWay], m.mem[f+hdrVia] = int64(en.way)+1, int64(en.via)+1
	for i := range a.params {
		m.mem[f+a.params[i].off] = None
	}
	return f
}

// pays tells at a glance whether a way's price can be paid; it may say yes wrongly.
func (m *Machine) pays(w *way, who int64) bool {
	for i := range w.ir.Prices {
		p := &w.ir.Prices[i]
		x := &m.p.resources[p.Resource.Index]
		if x.alone && x.fixed-m.mem[who+x.spent] < int64(p.Amount) {
			return false
		}
	}
	return true
}

// windowNext lets the next listener of the open window have its say. It returns
// false if an offer waits for an answer.
func (m *Machine) windowNext() bool {
	n := len(m.ctl) - 1
	k := &m.ctl[n]
	w := m.p.windows[k.a]
	if !w.After && w.Stage == nil && k.h > 0 && m.mem[k.h+hdrOutcome] >= pending {
		m.back() // prevented: nobody else is asked
		return true
	}
	for k.b < len(w.listeners) {
		l := w.listeners[k.b]
		if w.orderBy != nil && l.kind == listenHandler {
			if open, ok := m.orderedNext(w, n); !ok {
				return false
			} else if open {
				return true
			}
			k = &m.ctl[n]
			continue
		}
		top := m.top
		frame, next := m.match(l.match, int64(k.h), 0, k.c)
		if m.fault != nil {
			return true
		}
		if frame < 0 {
			k.b, k.c = k.b+1, 0
			continue
		}
		if k.c = next; l.match.single {
			k.b, k.c = k.b+1, 0
		}
		if m.heard(l, k, frame, top, w) {
			return true
		}
		k = &m.ctl[n]
	}
	if len(w.offers) > 0 {
		return m.windowOffers(w, n)
	}
	m.back()
	return true
}

// orderedNext lets whoever the event names pick which of the clauses that answer
// comes next; all of them come. Without an answer they come in order of
// declaration. open tells that code runs now; ok false that the pick is open.
func (m *Machine) orderedNext(w *Window, n int) (open, ok bool) {
	k := &m.ctl[n]
	if k.g == 0 {
		k.g = m.alloc(orderedCap + 1)
	}
	end := k.b
	type candidate struct{ listener, next int }
	var found []candidate
	m.values = m.values[:0]
	for ; end < len(w.listeners) && w.listeners[end].kind == listenHandler; end++ {
		l := w.listeners[end]
		for cur := 0; ; {
			top := m.top
			frame, next := m.match(l.match, int64(k.h), 0, cur)
			m.top = top
			if frame < 0 || m.fault != nil {
				break
			}
			cur = next
			if !m.contains(ir.IntType, int64(k.g), int64(end)<<32|int64(next)) {
				found = append(found, candidate{end, next})
				v := int64(None)
				if c := l.match.cond; c != nil {
					v = m.p.condConsts[c.index]
				}
				m.values = append(m.values, v)
			}
			if l.match.single {
				break
			}
		}
	}
	if len(found) == 0 || m.mem[k.g] >= orderedCap {
		k.b, k.c, k.g = end, 0, 0
		return false, true
	}
	i := 0
	if len(found) > 1 {
		fp := m.fp
		m.fp = k.h
		who := w.orderBy(m)
		m.fp = fp
		if m.tacticOf(who) == nil || m.answered {
			m.question = Question{Who: who, Values: m.values, Type: ir.CondType, Event: k.h, Window: w, Order: true}
			if i, ok = m.pick(); !ok {
				return false, false
			}
		}
	}
	pick := found[i]
	m.mem[k.g]++
	m.mem[int64(k.g)+m.mem[k.g]] = int64(pick.listener)<<32 | int64(pick.next)
	l := w.listeners[pick.listener]
	top := m.top
	frame, next := -1, 0
	for cur := 0; ; cur = next {
		m.top = top
		if frame, next = m.match(l.match, int64(k.h), 0, cur); frame < 0 || next == pick.next {
			break
		}
	}
	if frame < 0 {
		return true, true
	}
	return m.heard(l, k, frame, top, w), true
}

// orderedCap is how many clauses may answer an event whose order is chosen.
const orderedCap = 62

// heard carries out one listener. It tells whether code runs now.
func (m *Machine) heard(l *listener, k *control, frame, top int, w *Window) bool {
	switch l.kind {
	case listenHandler:
		m.came(l.clause)
		flag := int64(0)
		if l.match.kind == matchSite && m.p.sites[l.match.site].inEvent {
			flag = 1
		}
		m.ctl = append(m.ctl, control{kind: ctlHandler, pc: m.pc, fp: m.fp, top: top, a: l.match.clause.Block.Index + 1, e: flag})
		m.fp, m.pc = frame, l.pc
		if m.fuel--; m.fuel < 0 || len(m.ctl) > maxDepth {
			m.endless(len(m.ctl) > maxDepth)
		}
		return true
	case listenOnce:
		o := m.hooks.held
		if m.mem[o+2] > k.e && !w.timed || w.timed && m.mem[o+1] > m.mem[wordClock] {
			m.top = top
			return false
		}
		m.onceDone(o)
		m.ctl = append(m.ctl, control{kind: ctlHandler, pc: m.pc, fp: m.fp, top: top})
		m.fp, m.pc = frame, l.pc
		m.fuel--
		return true
	case listenMonitor:
		m.note(l, k, frame)
	case listenExpiry, listenUntil:
		h := m.hooks.held
		if l.kind == listenExpiry {
			h = m.mem[frame+l.match.heldOff]
		}
		m.top = top
		if m.mem[h+heldSeq] > k.e {
			return false // put on in this very window: it waits for the next
		}
		if l.point != noPoint {
			m.reached(l.point)
		}
		if m.p.loseHeard {
			m.pushLose(h, m.pc)
			return true
		}
		m.unwear(h)
		return false
	case listenRefill:
		at := m.mem[frame+l.match.selfOff] + l.refill
		if m.Listener != nil && m.mem[at] != 0 {
			who := m.mem[frame+l.match.selfOff]
			full := m.amount(l.clause.Resource, who)
			m.Listener.Assigned(m, int(who), l.clause.Resource.Spent, full-m.mem[at], full, nil)
		}
		m.mem[at] = 0
	}
	m.top = top
	return false
}

// note lets a proof remember.
func (m *Machine) note(l *listener, k *control, frame int) {
	at := m.hooks.proof + l.monitor.cell
	switch l.monitor.ir.Kind {
	case ir.CountMonitor:
		m.mem[at]++
	case ir.FirstMonitor:
		m.mem[wordNoted]++
		if m.mem[at] == 0 {
			m.mem[at] = m.mem[wordNoted]
		}
	case ir.LastMonitor:
		m.mem[wordNoted]++
		m.mem[at] = m.mem[wordNoted]
	case ir.ValueMonitor:
		fp := m.fp
		m.fp = frame
		v := l.monitor.value(m)
		m.fp = fp
		m.mem[at] = m.lasting(l.monitor.ir.Expr.Type, v)
	}
}

// windowOffers asks, one after the other, who may answer: those the event names,
// then everybody else in the pack's order; after each reaction the rest are
// judged afresh, and each is done at most once in a window.
func (m *Machine) windowOffers(w *Window, n int) bool {
	k := &m.ctl[n]
	if k.h > 0 && m.mem[k.h+hdrOutcome] >= pending {
		m.back()
		return true
	}
	if k.g == 0 {
		if m.watch != nil {
			m.watch.asks(m, w, k.h)
			k = &m.ctl[n]
		}
		// The order is fixed when the first is asked; who may still answer is not.
		m.askOrder(w, int64(k.h))
		k.g = m.alloc(len(m.order) + 1)
		m.mem[k.g] = int64(len(m.order))
		copy(m.mem[k.g+1:], m.order)
	}
	for k.d < int(m.mem[k.g]) {
		who := m.mem[k.g+1+k.d]
		used := int64(k.c)
		if m.mem[who+entAlive] == 0 || !m.mayBeOffered(w, who, int64(k.h), used) {
			k.d, k.c = k.d+1, 0
			continue
		}
		var d Deed
		found := false
		top := m.top
		if t := m.tacticOf(who); t != nil {
			if found = m.byTactic(t, who, int64(k.h), w.offers, used, nil); found {
				d = m.best.deed
				m.told(nil, who, &d)
			}
		} else {
			m.deeds = m.deeds[:0]
			for i := range w.offers {
				if used&(1<<uint(i)) == 0 {
					m.enumerate(&w.offers[i], who, int64(k.h), nil, nil, (*Machine).collect)
				}
			}
			if len(m.deeds) > 0 {
				m.question = Question{Who: who, May: true, Deeds: m.deeds, Event: k.h, Window: w, entries: w.offers, subject: int64(k.h)}
				i, ok := m.pick()
				if !ok {
					return false // what is offered lies on the stack until it is answered
				}
				if i == named {
					d, found = m.extra, true
				} else if i >= 0 {
					d, found = m.deeds[i], true
				}
			}
		}
		if m.fault != nil {
			return true
		}
		if found {
			for i := range w.offers {
				if w.offers[i].action == d.action { // by whichever of its ways
					k.c |= 1 << uint(i)
				}
			}
			m.act(&d, who, int64(k.h), nil, m.pc)
			return true
		}
		m.top = top
		k.d++
		k.c = 0
	}
	m.back()
	return true
}

// askOrder sorts the living actors: those in the event's asked parts first, then
// by the pack's value, then by making.
func (m *Machine) askOrder(w *Window, h int64) {
	m.order, m.order2 = m.order[:0], m.order2[:0]
	actor := int64(m.p.ir.Actor.Index)
	for _, e := range m.entities {
		if m.mem[e+entRecord] != actor || m.mem[e+entAlive] == 0 {
			continue
		}
		rank := int64(len(w.asks)) << 40
		for i, off := range w.asks {
			if h > 0 && m.mem[h+int64(off)] == e {
				rank = int64(i) << 40
				break
			}
		}
		if v := m.p.askOrder; v != nil {
			rank += m.askOf(v, e)
		}
		i := len(m.order)
		m.order, m.order2 = append(m.order, e), append(m.order2, rank)
		for i > 0 && m.order2[i] < m.order2[i-1] {
			m.order[i], m.order[i-1] = m.order[i-1], m.order[i]
			m.order2[i], m.order2[i-1] = m.order2[i-1], m.order2[i]
			i--
		}
	}
}

func (p *Program) handlerName(block int) string {
	if block < len(p.ir.Blocks) {
		return p.ir.Blocks[block].Name()
	}
	return ""
}
