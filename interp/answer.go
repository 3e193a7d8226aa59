package interp

import (
	"slices"

	"rulec/lang/ir"
)

// Who may answer an event. Most of what a reaction asks of its actor and of
// somebody in the event (are they foes, do both stand) changes rarely; for each
// such somebody the actors it holds for are kept, and only what may change with
// every step is asked anew.

// answerers are the actors who may take a reaction.
type answerers struct {
	kept *kept     // those for whom the lasting tests hold, about who lies at
	at   int64     // in the event
	two  []truthFn // tests of the two, in registers, that are asked anew
	rest []truthFn // other tests, in a frame of the action
	self uint8

	// Until keptBodies.
	who, item *ir.Local
	lasting   []*ir.Expr
	both      []*ir.Expr
	moving    []*ir.Expr
}

// answers prepares the ways that answer events.
func (c *compiler) answers() {
	c.p.answerers = map[*ir.Way]*answerers{}
	if c.p.cover != nil {
		return // each line that decides is asked by itself
	}
	for _, e := range c.p.ir.Events {
		if !e.Action || e.Self == nil {
			continue
		}
		for _, w := range e.Ways {
			if t := w.Trigger; t != nil && t.Bind != nil && (w.When == nil || needsNone(w.When, e.Params)) {
				if x := c.answerersOf(e, w); x != nil {
					c.p.answerers[w] = x
				}
			}
		}
	}
}

func (c *compiler) answerersOf(e *ir.Event, w *ir.Way) *answerers {
	var parts []*ir.Expr
	var split func(x *ir.Expr)
	split = func(x *ir.Expr) {
		if x.Op == ir.AndOp {
			split(x.Args[0])
			split(x.Args[1])
			return
		}
		parts = append(parts, x)
	}
	if w.When != nil {
		split(w.When)
	}
	for _, r := range e.Requires {
		if !r.Advise && c.needs(e, r.Cond) == 0 {
			split(r.Cond)
		}
	}
	out := &answerers{item: &ir.Local{Name: "self", Type: e.Self.Type}}
	all := &reads{classes: map[*class]bool{c.p.keep.alive: true}, ok: true}
	var field *ir.Local
	for _, x := range parts {
		f := field
		y := c.aboutTwo(x, e.Self, w.Trigger.Bind, out, &f)
		if y == nil || len(out.moving)+len(out.both) > 0 && !independent(x) {
			out.moving = append(out.moving, x)
			continue
		}
		r := &reads{classes: map[*class]bool{}, ok: true}
		c.read(r, y, map[*ir.Local]bool{out.item: true, out.who: true})
		if !r.ok || r.classes[c.p.keep.place] {
			if len(out.moving) == 0 {
				field = f
				out.both = append(out.both, y)
			} else {
				out.moving = append(out.moving, x)
			}
			continue
		}
		field = f
		all.add(r)
		out.lasting = append(out.lasting, y)
	}
	if field == nil || len(out.lasting) == 0 {
		return nil
	}
	out.at = int64(c.off(field))
	out.kept = c.p.keepMore(&kept{who: out, group: c.group(all.classes)})
	return out
}

// independent tells whether a test may be asked before others: nothing it speaks
// of may be absent, so that none of them is there to guard it.
func independent(e *ir.Expr) bool {
	ok := true
	e.Walk(func(x *ir.Expr) {
		ok = ok && (x.Type == nil || !x.Type.Opt) && (x.Local == nil || !x.Local.Type.Opt)
	})
	return ok
}

// aboutTwo rewrites a test of the actor and one entity of the event as a formula
// of two cells, or returns nil.
func (c *compiler) aboutTwo(e *ir.Expr, self, event *ir.Local, out *answerers, field **ir.Local) *ir.Expr {
	switch {
	case e.Op == ir.FieldOp && e.Args[0].Op == ir.LocalOp && e.Args[0].Local == event:
		f := e.Local
		if !f.Type.Entity() || f.Type.Opt || *field != nil && *field != f {
			return nil
		}
		*field = f
		if out.who == nil {
			out.who = &ir.Local{Name: "who", Type: f.Type}
		}
		return &ir.Expr{Op: ir.LocalOp, Local: out.who, Type: f.Type, Span: e.Span}
	case e.Op == ir.LocalOp && e.Local == self:
		return &ir.Expr{Op: ir.LocalOp, Local: out.item, Type: self.Type, Span: e.Span}
	case e.Op == ir.LocalOp, e.Op == ir.FrameOp, e.Op == ir.BindOp:
		return nil
	}
	n := *e
	n.Args = make([]*ir.Expr, len(e.Args))
	for i, a := range e.Args {
		if a != nil {
			if n.Args[i] = c.aboutTwo(a, self, event, out, field); n.Args[i] == nil {
				return nil
			}
		}
	}
	return &n
}

// answererBodies lowers what answers prepared.
func (c *compiler) answererBodies() {
	for _, e := range c.p.ir.Events {
		for _, w := range e.Ways {
			x := c.p.answerers[w]
			if x == nil {
				continue
			}
			x.kept.reg = c.reg(x.who)
			l := &walker{living: int64(c.p.ir.Actor.Index), reg: c.reg(x.item)}
			for _, t := range x.lasting {
				l.tests = c.conjuncts(l.tests, t)
			}
			x.kept.list, x.self = l, l.reg
			for _, t := range x.both {
				x.two = c.conjuncts(x.two, t)
			}
			c.dropReg(x.item)
			c.dropReg(x.who)
			for _, t := range x.moving {
				x.rest = append(x.rest, c.truth(t))
			}
		}
	}
}

// mayBeOffered tells at a glance whether an actor may have one of a window's offers;
// it may say yes wrongly.
func (m *Machine) mayBeOffered(w *Window, who, h, used int64) bool {
	for i := range w.offers {
		en := &w.offers[i]
		if used&(1<<uint(i)) != 0 {
			continue
		}
		if en.cue != nil || en.way < 0 || en.action.ways[en.way].answerers == nil {
			return true
		}
		way := &en.action.ways[en.way]
		x := way.answerers
		about := m.mem[h+x.at]
		if about == None {
			return true
		}
		if !m.pays(way, who) || !slices.Contains(m.ask(x.kept, about).list, who) {
			continue
		}
		q, r, top := x.kept.reg%registers, x.self%registers, m.top
		savedWho, savedSelf := m.regs[q], m.regs[r]
		m.regs[q], m.regs[r] = about, who
		ok := true
		for _, t := range x.two {
			ok = ok && t(m)
		}
		m.regs[q], m.regs[r], m.top = savedWho, savedSelf, top
		if ok || m.fault != nil {
			return true
		}
	}
	return false
}

// mayAnswer tells whether some actor may take a reaction to the event at h.
func (m *Machine) mayAnswer(x *answerers, en *entry, w *way, h int, fits bool) bool {
	who := m.mem[int64(h)+x.at]
	if who == None {
		return true
	}
	list := m.ask(x.kept, who).list
	f, top, fp := 0, m.top, m.fp
	q, r := x.kept.reg%registers, x.self%registers
	savedWho, savedSelf := m.regs[q], m.regs[r]
	m.regs[q] = who
	found := false
next:
	for _, self := range list {
		if !m.pays(w, self) {
			continue
		}
		m.regs[r] = self
		for _, t := range x.two {
			if !t(m) {
				continue next
			}
		}
		if len(x.rest) > 0 || !fits {
			if f == 0 {
				f = m.deedAt(en)
				m.fp = f
				if w.trigger.bindOff >= 0 {
					m.mem[f+w.trigger.bindOff] = int64(h)
				}
			}
			m.mem[f+hdrSize] = self
			for _, t := range x.rest {
				if !t(m) {
					continue next
				}
			}
			if !fits && !m.holds(w.trigger, f, int64(h), 0) {
				continue
			}
		}
		if t := m.tacticOf(self); t == nil || t.names(en.action) {
			found = true
			break
		}
	}
	m.regs[q], m.regs[r], m.top, m.fp = savedWho, savedSelf, top, fp
	return found || m.fault != nil
}
