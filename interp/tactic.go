package interp

import "rulec/lang/ir"

// Tactics. The first line with a legal deed wins, and of its deeds the one it likes
// best, the first of equals. Of the many deeds a line could mean most cannot be the
// one: a part of its `when` that speaks of no argument, or of the first ones only, is
// judged as soon as these are known, like a `require`; and whether a deed is legal is
// judged only if it would be the best so far.
//
// What is judged early must not fail where it would not have been asked: a fault of
// it is let go, and the question comes again in its turn.

// bestDeed is the option a tactic prefers so far.
type bestDeed struct {
	deed  Deed
	score int64
	found bool
	line  *tacticLine

	inOrder bool // something failed when it was asked early
}

// tactic is a linked tactic.
type tactic struct {
	ir    *ir.Tactic
	lines []tacticLine
}

// names tells whether a tactic speaks of an action.
func (t *tactic) names(a *action) bool {
	for i := range t.lines {
		if t.lines[i].action == a {
			return true
		}
	}
	return false
}

type tacticLine struct {
	ir      *ir.TacticLine
	action  *action
	when    truthFn
	best    numFn
	fixed   []numFn
	inOrder bool // nothing is judged before its turn

	early []whenPart // parts of when that hold or not before all parameters are known
	first []truthFn  // the parts behind these that cost little
	then  []truthFn  // and the rest, judged if the deed would be the best
	wants *wanted    // ways that alone will do, or nil
}

// whenPart is one of several that must all hold.
type whenPart struct {
	holds truthFn
	after int // how many parameters must be known; no less than before it
}

func (c *compiler) tactic(t *ir.Tactic) {
	out := &tactic{ir: t}
	for _, l := range t.Lines {
		// What is noted is noted in order.
		x := tacticLine{ir: l, action: c.p.events[l.Action.Index].action, inOrder: c.p.cover != nil}
		if l.When != nil {
			x.when = c.truth(l.When)
			c.whenParts(&x, l.When)
			x.wants = c.wants(&x, l.When)
		}
		if l.Best != nil {
			x.best = c.num(l.Best)
		}
		for _, a := range l.Fixed {
			if a == nil {
				x.fixed = append(x.fixed, nil)
				continue
			}
			x.fixed = append(x.fixed, c.num(a))
		}
		out.lines = append(out.lines, x)
	}
	c.p.tactics[t] = out
}

// whenParts takes a test apart.
func (c *compiler) whenParts(x *tacticLine, e *ir.Expr) {
	if e.Op == ir.AndOp {
		c.whenParts(x, e.Args[0])
		c.whenParts(x, e.Args[1])
		return
	}
	after := c.needs(x.action.event.ir, e)
	if n := len(x.early); n > 0 {
		after = max(after, x.early[n-1].after)
	}
	switch late := len(x.first)+len(x.then) > 0; {
	case !late && (after == 0 || after < len(x.action.params)):
		x.early = append(x.early, whenPart{c.truth(e), after})
	case len(x.then) == 0 && c.light(e, 8):
		x.first = append(x.first, c.truth(e))
	default:
		x.then = append(x.then, c.truth(e))
	}
}

// light tells whether a formula costs little: it runs over nothing, and what it asks
// is kept or as light. depth bounds how far values are followed.
func (c *compiler) light(e *ir.Expr, depth int) bool {
	ok := depth > 0
	e.Walk(func(x *ir.Expr) {
		switch x.Op {
		case ir.BindOp, ir.IsOp, ir.HeldOp, ir.JoinOp, ir.AttrOp:
			ok = false
		case ir.NativeOp:
			ok = ok && (x.Native == "first" || x.Native == "last" || x.Native == "abs")
		case ir.ValueOp:
			v := x.Value
			if c.p.keep.truths[v] == nil && c.p.keep.values[v] == nil {
				ok = ok && c.plainFormula(v) && c.light(v.Body, depth-1)
			}
		}
	})
	return ok
}

// rulesOut tells, when n parameters are known, that no deed with them will do.
func (l *tacticLine) rulesOut(m *Machine, h, n int) bool {
	if l.inOrder || m.best.inOrder || m.fault != nil {
		return false
	}
	if l.best == nil && m.best.found {
		return true
	}
	for i := range l.early {
		if p := &l.early[i]; p.after == n {
			holds := m.inFrame(h, p.holds)
			if m.pardoned() {
				return false
			}
			if !holds {
				return true
			}
		}
	}
	return false
}

// pardoned lets a fault go that came of asking early. From then on the line asks in
// order.
func (m *Machine) pardoned() bool {
	if m.fault == nil {
		return false
	}
	m.fault, m.best.inOrder = nil, true
	return true
}

// prefer keeps the best deed of a line: the highest score, the first of equals.
func (m *Machine) prefer(en *entry, h int) {
	l := m.best.line
	score := int64(0)
	if !l.inOrder && !m.best.inOrder && m.fault == nil {
		if l.best == nil && m.best.found {
			return
		}
		might, s := m.mightBeBest(l, h)
		if !m.pardoned() {
			if !might || !m.legalLeaf(en, h) {
				return
			}
			m.best.deed, m.best.score, m.best.found = m.deedOf(en, h), s, true
			return
		}
	}
	if !m.legalLeaf(en, h) || l.when != nil && !m.inFrame(h, l.when) {
		return
	}
	if l.best != nil {
		score = m.scored(l, h)
	}
	if !m.best.found || score > m.best.score {
		m.best.deed, m.best.score, m.best.found = m.deedOf(en, h), score, true
	}
}

// mightBeBest tells whether a deed would be the best so far if it is legal, and
// its score.
func (m *Machine) mightBeBest(l *tacticLine, h int) (bool, int64) {
	for _, t := range l.first {
		if !m.inFrame(h, t) {
			return false, 0
		}
	}
	score := int64(0)
	if l.best != nil {
		if score = m.scored(l, h); m.best.found && score <= m.best.score {
			return false, 0
		}
	}
	for _, t := range l.then {
		if !m.inFrame(h, t) {
			return false, 0
		}
	}
	return true, score
}

func (m *Machine) scored(l *tacticLine, h int) int64 {
	fp, top := m.fp, m.top
	m.fp = h
	score := l.best(m)
	m.fp, m.top = fp, top
	return score
}

// byTactic answers an offer: the first line with a legal deed among the entries.
func (m *Machine) byTactic(t *tactic, who, subject int64, entries []entry, used int64, site *site) bool {
	for i := range t.lines {
		l := &t.lines[i]
		m.best = bestDeed{line: l}
		for j := range entries {
			if entries[j].action == l.action && used&(1<<uint(j)) == 0 {
				fixed := l.fixed
				if entries[j].fixed != nil {
					fixed = entries[j].fixed
				} else if site != nil {
					fixed = m.mergeFixed(site, j, fixed)
				}
				m.enumerate(&entries[j], who, subject, fixed, l, (*Machine).prefer)
			}
		}
		if m.best.found {
			return true
		}
	}
	return false
}
