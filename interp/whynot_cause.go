package interp

import (
	"fmt"
	"slices"

	"rulec/lang/ir"
	"rulec/lang/source"
)

// What could have brought something about: the statements that start an event or
// apply a condition, the clause or stage each stands in, and what guards it there.

// cause is one such statement.
type cause struct {
	of     any // the *ir.Event or *ir.Condition
	stmt   *ir.Stmt
	clause *ir.Clause // it stands in, or
	stage  *ir.Stage
	decl   *ir.Decl
	guards []guard
	loop   bool // while looking for it: inside a loop

	met  bool // its moment came
	held bool // and its clause held, so that its body ran
	why  []Reason
}

// guard is what must hold inside a body for a statement to be reached.
type guard struct {
	cond *ir.Expr // of an `if` or a loop's `where`
	not  bool     // in the `else`
	open bool     // in a loop: it speaks of items that are not known afterwards
	arm  string   // an outcome that must have come, or ""
}

// findCauses looks for the statements that could bring about what is asked.
func (w *WhyNot) findCauses() {
	events := map[*ir.Event]bool{}
	for _, e := range w.events {
		events[e] = true
	}
	for _, a := range w.actions {
		for _, x := range a.ways {
			if t := x.ir.Trigger; t != nil && !t.Event.Act {
				events[t.Event] = true
			}
		}
		events[a.event.ir] = true
	}
	conds := map[*ir.Condition]*ir.Condition{} // to the one that is asked about
	for _, c := range w.conds {
		for _, x := range w.p.conds {
			if slices.Contains(x.closure, c) {
				conds[x.ir] = c.ir
			}
		}
	}
	f := &causeFinder{found: func(s *ir.Stmt, at cause) {
		at.stmt = s
		switch {
		case s.Kind == ir.DoStmt && events[s.Event]:
			at.of = s.Event
		case s.Kind == ir.ApplyStmt && s.Condition != nil && conds[s.Condition] != nil:
			at.of = conds[s.Condition]
		default:
			return
		}
		at.guards = slices.Clone(at.guards)
		w.causes = append(w.causes, &at)
	}}
	for _, e := range w.p.ir.Events {
		for _, st := range e.Stages {
			f.walk(st.Body, cause{stage: st, decl: &e.Decl})
		}
	}
	for _, b := range w.p.ir.Blocks {
		if b.Site != nil {
			continue
		}
		for _, k := range b.Clauses {
			d := (*ir.Decl)(nil)
			if b.Rule != nil {
				d = &b.Rule.Decl
			} else if b.Condition != nil {
				d = &b.Condition.Decl
			}
			if k.Kind == ir.HandlerClause {
				f.walk(k.Body, cause{clause: k, decl: d})
			}
		}
	}
	// A rule that is asked about is judged by its own clauses.
	for _, r := range w.rules {
		for _, k := range r.Block.Clauses {
			if k.Kind == ir.HandlerClause {
				w.causes = append(w.causes, &cause{of: r, clause: k, decl: &r.Decl})
			}
		}
	}
}

// causeFinder walks bodies and remembers where it is.
type causeFinder struct {
	found func(s *ir.Stmt, at cause)
}

func (f *causeFinder) walk(list []*ir.Stmt, at cause) {
	for _, s := range list {
		if s == nil {
			continue
		}
		f.found(s, at)
		with := func(g guard) cause {
			c := at
			g.open = at.loop
			c.guards = append(slices.Clone(at.guards), g)
			return c
		}
		switch s.Kind {
		case ir.IfStmt:
			f.walk(s.Body, with(guard{cond: s.Expr}))
			f.walk(s.Else, with(guard{cond: s.Expr, not: true}))
			continue
		case ir.ForStmt:
			inner := at
			if inner.loop = true; s.Where != nil {
				inner.guards = append(slices.Clone(at.guards), guard{cond: s.Where, open: true})
			}
			f.walk(s.Body, inner)
			continue
		}
		if s.Block != nil {
			for _, k := range s.Block.Clauses {
				if k.Kind == ir.HandlerClause {
					inner := at
					inner.clause, inner.stage, inner.guards = k, nil, nil
					f.walk(k.Body, inner)
				}
			}
		}
		if s.Clause != nil {
			inner := at
			inner.clause, inner.stage, inner.guards = s.Clause, nil, nil
			f.walk(s.Clause.Body, inner)
		}
		for _, a := range s.Arms {
			name := "none"
			if s.Event != nil {
				name = s.Event.Name + " ending as " + outcomeName(s.Event, a.Outcome)
			}
			f.walk(a.Body, with(guard{arm: name}))
		}
		f.walk(s.Body, at)
	}
}

// clauseMet judges a clause at its window.
func (w *WhyNot) clauseMet(m *Machine, k *cause, l *listener, h int) {
	k.met = true
	var when *ir.Expr
	if p := l.clause.Pattern; p != nil {
		when = p.When
	}
	reasons, frame := m.unmatched(l.match, int64(h), 0, when)
	if frame < 0 {
		k.add(reasons)
		return
	}
	k.held = true
	fp := m.fp
	m.fp = frame
	k.guarded(m)
	m.fp = fp
}

// stageMet judges the guards of a statement when the event it stands in is over.
func (w *WhyNot) stageMet(m *Machine, k *cause, e *Entry) {
	if e.Outcome == "none" && len(e.Reasons) > 0 {
		k.add([]Reason{{Kind: "moment", Text: e.Event.Name + " did not happen: " + e.Reasons[0]}})
		k.met = true
		return
	}
	k.met, k.held = true, true
	fp := m.fp
	m.fp = e.Frame
	k.guarded(m)
	m.fp = fp
}

func (k *cause) add(list []Reason) {
	for _, r := range list {
		if len(k.why) < maxReasons && !slices.ContainsFunc(k.why, func(o Reason) bool { return o.Text == r.Text }) {
			k.why = append(k.why, r)
		}
	}
}

// guarded lists the guards that do not hold now. Those of loops speak of items,
// and arms of what came later: they are named and not judged.
func (k *cause) guarded(m *Machine) {
	for _, g := range k.guards {
		r := Reason{Kind: "if"}
		switch {
		case g.arm != "":
			r.Text = "it waits for " + g.arm
		case g.open || !k.readable(g.cond):
			r.Text, r.Span = "it stands under `if "+source.OneLine(g.cond.Span.Text())+"`", g.cond.Span
		default:
			j := m.judgement(g.cond)
			if j.Known && j.Holds != g.not {
				continue
			}
			r.Text, r.Span, r.Why = "it stands under `if "+j.Text+"`", g.cond.Span, &j
			if g.not {
				r.Text = "it stands in the `else` of `if " + j.Text + "`"
			}
		}
		k.add([]Reason{r})
	}
}

// readable tells whether a guard speaks only of what is known when it is judged:
// parts of the event, and what the clause is about.
func (k *cause) readable(e *ir.Expr) bool {
	known := map[*ir.Local]bool{}
	add := func(list ...*ir.Local) {
		for _, l := range list {
			known[l] = true
		}
	}
	if k.stage != nil {
		ev := k.stage.Event
		add(ev.Self)
		add(ev.Params...)
		add(ev.Fields...)
	} else {
		add(k.clause.Self, k.clause.HeldVar)
		if k.clause.Pattern != nil {
			add(k.clause.Pattern.Bind)
		}
		for _, c := range k.clause.Captures {
			add(c.Inner)
		}
		if b := k.clause.Block; b != nil {
			add(b.For)
		}
	}
	ok := true
	e.Walk(func(x *ir.Expr) {
		if x.Op == ir.BindOp {
			add(x.Var)
		}
		ok = ok && (x.Op != ir.LocalOp || known[x.Local])
	})
	return ok
}

// reason says of a cause why it brought nothing about in an event.
func (k *cause) reason(e *Entry) Reason {
	text := ""
	if k.stmt != nil {
		text = source.OneLine(firstLine(k.stmt.Span.Text()))
	}
	r := Reason{Kind: "statement", Text: text, Of: k.why}
	if k.stmt != nil {
		r.Span = k.stmt.Span
	} else {
		r.Text, r.Span = source.OneLine(firstLine(k.clause.Span.Text())), k.clause.Span
	}
	if k.decl != nil {
		r.Section = firstOf(k.decl.Cites)
		if k.stmt != nil {
			r.Text = k.decl.Name + ": " + r.Text
		}
	}
	if !k.met {
		what := "the time for it did not come"
		switch {
		case k.stage != nil:
			what = "no " + k.stage.Event.Name
		case k.clause.Pattern != nil && k.clause.Pattern.Event != nil:
			what = "no " + k.clause.Pattern.Event.Name
		}
		if e != nil {
			what += fmt.Sprintf(" in event %d", e.Seq)
		}
		r.Of = []Reason{{Kind: "moment", Text: what}}
	}
	return r
}
