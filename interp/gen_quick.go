package interp

import (
	"strings"

	"rulec/lang/ir"
)

// Quick events. An event that is heard but whose frame nobody keeps needs no frame
// either: whoever answers it is written into it, and reads its cells where they
// are, in variables. It has no entry on the control stack, so nothing may look for
// it there: no `end` from elsewhere, no `once`, no clauses of the statement that
// starts it.

// canBeQuick tells whether anything but what is written in and for an event may
// look for it while it runs.
func (g *generator) canBeQuick(ev *event) bool {
	if g.sought == nil {
		g.sought = map[*ir.Event]bool{}
		any := false
		g.p.ir.EachStmt(func(s *ir.Stmt) {
			switch {
			case s.Kind == ir.EndStmt && (s.Outer || s.Where2 != nil):
				g.sought[s.Event] = true
			case s.Kind == ir.OnceStmt && s.Clause.Pattern != nil:
				g.sought[s.Clause.Pattern.Event] = true
			case s.Kind == ir.DoDeedStmt && s.By == nil:
				any = true // whoever does it is looked for in the event around it
			}
			if s.Block != nil && s.Event != nil {
				g.sought[s.Event] = true
			}
		})
		if any {
			g.sought[nil] = true
		}
	}
	if ev.action != nil || ev.ir.Builtin || len(ev.forbids) > 0 || len(ev.tallies) > 0 || g.sought[ev.ir] || g.sought[nil] {
		return false
	}
	for _, w := range g.p.windows {
		if w.Event == ev.ir && len(w.offers) > 0 {
			return false
		}
	}
	return true
}

// quick writes an event with everything that answers it.
func (g *generator) quick(u unit) {
	ev := g.p.events[u.index]
	params, cells, _ := g.parameters(ev)
	b := &body{scope: newScope(), ev: ev, lean: true, quick: true, leave: "break stages"}
	b.self, b.outcome = b.scope, "outcome"
	for i, l := range cells {
		b.vars[l] = params[i]
	}
	g.comment(ev.ir.Name, nil)
	g.f("func %s(%s) {", u, signature(params))
	g.f("if !k.Down() { return }")
	g.f("top := k.Top()")
	g.f("outcome := int64(0)")
	for _, l := range ev.ir.Frame.Locals {
		if _, ok := b.vars[l]; ok {
			continue
		}
		if stored(l) {
			if g.fieldOf(ev, l) && !g.c.fieldRead(l) {
				continue
			}
			g.refuse("a list of an event")
		}
		g.variable(l, b.scope)
	}
	g.fields(ev, b.scope, u.index)
	of := frame{env: b.scope, of: ev.ir}
	window := func(st *ir.Stage, after bool, leave string) {
		if w := g.windowOf(ev.ir, st, after); w != nil {
			g.f("{ seq := k.Seq()")
			g.f("_ = seq")
			g.listeners(w, of, leave)
			g.f("}")
		}
	}
	text := g.aside(func() {
		window(nil, false, b.leave)
		for i, st := range ev.ir.Stages {
			if i > 0 {
				g.f("if k.Around(0) { %s }", b.leave)
			}
			window(st, false, b.leave)
			g.stmts(st.Body, b)
			window(st, true, b.leave)
		}
	})
	g.labelled("stages", text)
	if ev.ir.Declared {
		g.f("if outcome == 0 { outcome = 1; k.NoOutcome(%d) }", u.index)
	} else {
		g.f("outcome = 2")
	}
	g.f("_ = outcome")
	if w := g.windowOf(ev.ir, nil, true); w != nil {
		g.f("if outcome != 1 {")
		g.labelled("after", g.aside(func() { window(nil, true, "break after") }))
		g.f("}")
	}
	if g.p.whiles {
		g.f("k.Settle()")
	}
	g.f("k.SetTop(top)")
	g.f("k.Up()")
	g.f("}\n")
}

// labelled writes a piece of code that may be left from within.
func (g *generator) labelled(label, text string) {
	if strings.Contains(text, "break "+label) {
		text = label + ": for range 1 {\n" + text + "}\n"
	}
	g.w.WriteString(text)
}
