package interp

import (
	"rulec/lang/ir"
	"rulec/space"
)

// Choices. What somebody may do is enumerated by laying out a frame of the action
// and filling in its parameters one by one; a require line is judged as soon as
// the parameters it speaks of are known. A tactic sees only the actions it names.

type leafFn func(m *Machine, en *entry, h int)

// enumerate finds the legal deeds of one entry. subject is the event that is
// answered, or 0; fixed are arguments that are given (None where open). line is what
// a tactic looks for, or nil: leaf is then given deeds that may not be legal.
func (m *Machine) enumerate(en *entry, who, subject int64, fixed []numFn, line *tacticLine, leaf leafFn) {
	a := en.action
	h := m.alloc(a.event.size)
	m.mem[h+hdrEvent] = int64(a.event.ir.Index)
	m.mem[h+hdrWay], m.mem[h+hdrVia] = int64(en.way)+1, int64(en.via)+1
	m.mem[h+hdrSize] = who
	for i := range a.params {
		m.mem[h+a.params[i].off] = None
	}
	for i, f := range fixed {
		if f != nil {
			m.mem[h+a.params[i].off] = f(m)
		}
	}
	if en.way >= 0 {
		w := &a.ways[en.way]
		if en.cue != nil {
			if !m.cueFits(en, w, h, subject) {
				return
			}
		} else if w.trigger != nil {
			if !m.holdsTrigger(w.trigger, h, subject) {
				return
			}
			for _, f := range w.fills {
				m.mem[h+a.params[f.param].off] = f.read(m, subject)
			}
		}
		if w.when != nil && w.early && !m.inFrame(h, w.when) {
			return
		}
	}
	if line != nil && line.rulesOut(m, h, 0) {
		return
	}
	var s spend
	if len(a.costs) == 0 && m.plan(a, h, &s) != nil {
		return
	}
	for i := range a.requires {
		if a.requires[i].after == 0 && !m.inFrame(h, a.requires[i].cond) {
			return
		}
	}
	m.fill(en, h, 0, line, leaf)
}

// needsNone tells whether a way's `when` can be judged before the parameters are known.
func needsNone(when *ir.Expr, params []*ir.Local) bool {
	free := true
	when.Walk(func(x *ir.Expr) {
		for _, p := range params {
			free = free && x.Local != p
		}
	})
	return free
}

func (m *Machine) inFrame(h int, t truthFn) bool {
	fp, top := m.fp, m.top
	m.fp = h
	ok := t(m)
	m.fp, m.top = fp, top
	return ok
}

// holdsTrigger matches a reaction's pattern in a frame of the action.
func (m *Machine) holdsTrigger(t *matcher, h int, subject int64) bool {
	top := m.top
	ok := m.holds(t, h, subject, 0)
	m.top = top
	return ok
}

// fill tries every value of the parameters from i on.
func (m *Machine) fill(en *entry, h, i int, line *tacticLine, leaf leafFn) {
	a := en.action
	if m.fault != nil {
		return
	}
	if i == len(a.params) {
		if line != nil || m.legalLeaf(en, h) {
			leaf(m, en, h)
		}
		return
	}
	p := &a.params[i]
	try := func(v int64) {
		m.mem[h+p.off] = v
		for j := range a.requires {
			if a.requires[j].after == i+1 && !m.inFrame(h, a.requires[j].cond) {
				return
			}
		}
		if line != nil && line.rulesOut(m, h, i+1) {
			return
		}
		m.fill(en, h, i+1, line, leaf)
	}
	if v := m.mem[h+p.off]; v != None {
		if p.from == nil || m.allowed(p, h, v) {
			try(v)
		}
		return
	}
	switch {
	case p.from != nil:
		list, ok := int64(emptyList), false
		if line != nil {
			list, ok = line.wantedOf(m, h, i)
		}
		if !ok {
			fp := m.fp
			m.fp = h
			list = p.from(m)
			m.fp = fp
		}
		for k := int64(1); k <= m.mem[list]; k++ {
			try(m.mem[list+k])
		}
	case p.n > 0:
		for v := range p.n {
			try(v)
		}
	case p.ir.Type.Entity():
		for _, e := range m.entities {
			if m.mem[e+entAlive] != 0 && (p.rec < 0 || m.mem[e+entRecord] == p.rec) {
				try(e)
			}
		}
	case p.def != nil:
		fp := m.fp
		m.fp = h
		v := p.def(m)
		m.fp = fp
		try(v)
	case p.ir.Type.Opt:
		m.mem[h+p.off] = None
		if line == nil || !line.rulesOut(m, h, i+1) {
			m.fill(en, h, i+1, line, leaf)
		}
		return
	}
	m.mem[h+p.off] = None
}

// allowed tells whether an argument that was given is one the parameter may have.
func (m *Machine) allowed(p *param, h int, v int64) bool {
	fp, top := m.fp, m.top
	m.fp = h
	defer func() { m.fp, m.top = fp, top }()
	if p.pathWho != nil {
		return m.p.geo.walkable(m, p.pathWho(m), p.pathBudget(m), v)
	}
	list := p.from(m)
	return m.contains(p.ir.Type, list, v)
}

// walkable tells whether a way can be walked step by step within a budget.
func (m *Machine) walkable(who, budget, way int64) bool {
	at := m.mem[who+entPlace]
	if at == None || m.grid == nil || m.mem[way] == 0 {
		return false
	}
	m.moves(who)
	anchors := m.grid.grid.Anchors(m.edge(who))
	from := space.Cell(at)
	for i := way + 1; i <= way+m.mem[way]; i++ {
		to := space.Cell(m.mem[i])
		if !anchors.Contains(to) || space.DirectionOf(from, to) < 0 {
			return false
		}
		cost := m.stepCost(from, to)
		if cost < 0 || cost > budget {
			return false
		}
		budget -= cost
		from = to
	}
	return m.mayStop(who, from)
}

// legalLeaf judges what can be judged only when all parameters are known.
func (m *Machine) legalLeaf(en *entry, h int) bool {
	a := en.action
	if en.way >= 0 {
		if w := &a.ways[en.way]; w.when != nil && !w.early && !m.inFrame(h, w.when) {
			return false
		}
	}
	for j := range a.requires {
		if a.requires[j].after > len(a.params) && !m.inFrame(h, a.requires[j].cond) {
			return false
		}
	}
	if len(a.costs) > 0 {
		var s spend
		if m.plan(a, h, &s) != nil {
			return false
		}
	}
	top := m.top
	forbidden := len(a.event.forbids) > 0 && m.anyForbid(a.event, h, false)
	m.top = top
	return !forbidden
}

func (m *Machine) deedOf(en *entry, h int) Deed {
	d := Deed{Action: en.action.event.ir, Way: en.way, Via: en.via, action: en.action}
	for i := range en.action.params {
		d.Args[i] = m.mem[h+en.action.params[i].off]
	}
	return d
}

// collect keeps every legal deed.
func (m *Machine) collect(en *entry, h int) {
	m.deeds = append(m.deeds, m.deedOf(en, h))
}

// deedEntries adds what is offered as data: each deed stands for itself, with its
// arguments given.
func (m *Machine) deedEntries(st *site) []entry {
	out := append([]entry(nil), st.entries...)
	for _, f := range st.deeds {
		d := f(m)
		if d == None {
			continue
		}
		a := m.p.events[m.mem[d]].action
		en := entry{action: a, way: -1, via: -1, index: len(out)}
		for i := range a.params {
			v := m.mem[d+2+int64(i)]
			if v == None {
				en.fixed = append(en.fixed, nil)
				continue
			}
			en.fixed = append(en.fixed, func(*Machine) int64 { return v })
		}
		out = append(out, en)
	}
	return out
}

func (m *Machine) mergeFixed(st *site, j int, fixed []numFn) []numFn {
	if j < len(st.fixed) && st.fixed[j] != nil {
		return st.fixed[j]
	}
	return fixed
}

// offerSite finds what a statement offers.
func (c *compiler) offerSite(st *site, s *ir.Stmt) {
	if s.Any {
		for _, ev := range c.p.events {
			if ev.action != nil {
				st.entries = append(st.entries, ev.action.price...)
			}
		}
	}
	for _, o := range s.What {
		if o.Deed != nil {
			st.deeds = append(st.deeds, c.num(o.Deed))
			continue
		}
		a := c.p.events[o.Action.Index].action
		var fixed []numFn
		given := false
		for _, x := range o.Args {
			if x == nil {
				fixed = append(fixed, nil)
				continue
			}
			given = true
			f := c.num(x)
			fixed = append(fixed, f)
		}
		for _, en := range a.self {
			st.entries = append(st.entries, en)
			for len(st.fixed) < len(st.entries) {
				st.fixed = append(st.fixed, nil)
			}
			if given && en.action == a {
				st.fixed[len(st.entries)-1] = fixed
			}
		}
	}
	for i := range st.entries {
		st.entries[i].index = i
	}
}

// offer lets somebody do something. false means that the choice is open.
func (m *Machine) offer(st *site) bool {
	who := st.who(m)
	if who == None || m.mem[who+entAlive] == 0 {
		m.declined(st)
		return true
	}
	var d Deed
	entries := st.entries
	if len(st.deeds) > 0 {
		entries = m.deedEntries(st)
	}
	if m.watch != nil && !m.answered {
		m.watch.offers(m, who, st, entries)
	}
	if t := m.tacticOf(who); t != nil {
		if !m.byTactic(t, who, 0, entries, 0, st) {
			m.told(st, who, nil)
			m.declined(st)
			return true
		}
		d = m.best.deed
		m.told(st, who, &d)
	} else {
		m.deeds = m.deeds[:0]
		for i := range entries {
			m.enumerate(&entries[i], who, 0, m.mergeFixed(st, i, entries[i].fixed), nil, (*Machine).collect)
		}
		m.question = Question{Who: who, May: st.stmt.May, Deeds: m.deeds, Site: st.stmt, site: st, entries: entries}
		i, ok := m.pick()
		if !ok {
			return false
		}
		switch {
		case i == named:
			d = m.extra
		case i < 0:
			m.declined(st)
			return true
		default:
			d = m.deeds[i]
		}
	}
	m.act(&d, who, 0, st, m.pc+1)
	return true
}

func (m *Machine) told(st *site, who int64, d *Deed) {
	if m.Listener == nil {
		return
	}
	q := Question{Who: who, May: true}
	if st != nil {
		q.Site = st.stmt
	}
	if d == nil {
		m.Listener.Chosen(m, &q, -1)
		return
	}
	q.Deeds = []Deed{*d}
	m.Listener.Chosen(m, &q, 0)
}

// declined goes to the arm `on none`, which comes back behind the statement.
func (m *Machine) declined(st *site) {
	m.pc++
	for _, a := range st.arms {
		if a[0] == 1 {
			flag := int64(0)
			if st.inEvent {
				flag = 1
			}
			m.ctl = append(m.ctl, control{kind: ctlArm, pc: m.pc, fp: m.fp, top: m.top, e: flag})
			m.pc = a[1]
			return
		}
	}
}

// pick asks for an answer to m.question. A list of one is no choice, unless it
// may be declined; nothing to choose from is answered by -1.
func (m *Machine) pick() (int, bool) {
	q := &m.question
	n := q.Len()
	if n == 0 {
		return -1, true
	}
	if n == 1 && !q.May {
		return 0, true
	}
	var i int
	if m.answered {
		m.answered = false
		i = int(m.answer)
	} else {
		var ok bool
		if i, ok = m.Chooser.Choose(m, q); !ok {
			m.asked = q
			return 0, false
		}
	}
	m.asked = nil
	if i == named {
		return i, true
	}
	if i >= n || i < -1 || i == -1 && !q.May {
		m.fail("E0705", "%s has no option %d", m.Name(q.Who), i)
		return -1, true
	}
	if m.Listener != nil {
		m.Listener.Chosen(m, q, i)
	}
	return i, true
}

// named is an answer that is no index: the deed m.extra.
const named = -2

// act starts a deed.
func (m *Machine) act(d *Deed, who, subject int64, st *site, ret int) {
	a := d.action
	ev := a.event
	h := m.push(ev)
	m.mem[h+hdrWay], m.mem[h+hdrVia] = int64(d.Way)+1, int64(d.Via)+1
	m.mem[h+hdrSize] = who
	for i := range a.params {
		m.mem[h+a.params[i].off] = d.Args[i]
	}
	if d.Way >= 0 {
		if t := a.ways[d.Way].trigger; t != nil && t.bindOff >= 0 {
			m.mem[h+t.bindOff] = subject
		}
	}
	m.enter(ev, h, st, ret)
}

// choose lets somebody pick from a list.
func (m *Machine) choose(st *site) bool {
	top := m.top
	who := st.who(m)
	list := st.list(m)
	n := m.mem[list]
	m.values = append(m.values[:0], m.mem[list+1:list+1+n]...)
	if n == 0 {
		m.mem[m.fp+st.cell] = None
		m.top = top
		m.nothing(st)
		return true
	}
	i := 0
	if m.tacticOf(who) == nil || m.answered {
		m.question = Question{Who: who, May: st.stmt.May, Values: m.values, Type: st.stmt.Var.Type, Prompt: st.stmt.Message,
			Frame: m.fp, Site: st.stmt}
		var ok bool
		if i, ok = m.pick(); !ok {
			return false
		}
	}
	if i < 0 {
		m.mem[m.fp+st.cell] = None
		m.declined(st)
		return true
	}
	m.mem[m.fp+st.cell] = m.values[i]
	m.pc++
	return true
}

// nothing to choose from: the arm for none, or the body stops.
func (m *Machine) nothing(st *site) {
	for _, a := range st.arms {
		if a[0] == 1 {
			m.declined(st)
			return
		}
	}
	k := &m.ctl[len(m.ctl)-1]
	if k.kind == ctlEvent && k.h == m.fp && m.mem[m.fp+hdrOutcome] == 0 {
		m.mem[m.fp+hdrOutcome] = 1 | pending
		m.ended++
		m.unwind()
		return
	}
	if k.kind == ctlArm || k.kind == ctlHandler {
		m.back()
		return
	}
	m.pc++
}

func (m *Machine) tacticOf(who int64) *tactic {
	i := m.mem[who+entIndex]
	if i < int64(len(m.tactics)) {
		return m.tactics[i]
	}
	return nil
}
