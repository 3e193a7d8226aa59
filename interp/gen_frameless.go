package interp

import (
	"bytes"
	"fmt"
	"strings"

	"rulec/lang/ir"
)

// Frameless events. An event that is heard but whose frame nobody keeps needs no frame
// either: whoever answers it is written into it, and reads its cells where they
// are, in variables. It has no entry on the control stack, so nothing may look for
// it there: no `end` from elsewhere, no `once`, no clauses of the statement that
// starts it.

// canBeFrameless tells whether nothing but what is written in and for an event may
// look for it while it runs.
func (g *generator) canBeFrameless(ev *event) bool {
	if g.sought == nil {
		g.sought = map[*ir.Event]bool{}
		any := false
		g.p.ir.EachStmt(func(s *ir.Stmt) {
			switch {
			case s.Kind == ir.EndStmt && s.Outer:
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
		g.endedElsewhere()
	}
	if ev.action != nil || ev.ir.Builtin || len(ev.forbids) > 0 || len(ev.tallies) > 0 || g.sought[ev.ir] || g.sought[nil] {
		return false
	}
	for _, w := range g.p.windows {
		if w.Event == ev.ir && !g.canOffer(w) {
			return false
		}
	}
	return true
}

// endedElsewhere adds the events that something ends which is not written into
// them: the clauses that answer them are.
func (g *generator) endedElsewhere() {
	ends := map[*ir.Stmt]bool{}
	for _, b := range g.p.ir.Blocks {
		for _, k := range b.Clauses {
			ir.EachStmt(k.Body, func(s *ir.Stmt) {
				if s.Kind == ir.EndStmt && b.Site == nil && k.Pattern != nil && k.Pattern.Event == s.Event && s.Where2 == k.Pattern.Bind {
					ends[s] = true
				}
			})
		}
	}
	g.p.ir.EachStmt(func(s *ir.Stmt) {
		if s.Kind == ir.EndStmt && s.Where2 != nil && !ends[s] {
			g.sought[s.Event] = true
		}
	})
}

// frameless writes an event with everything that answers it.
func (g *generator) frameless(u unit) {
	ev := g.p.events[u.index]
	params, cells, _ := g.parameters(ev)
	b := &body{scope: newScope(), ev: ev, lean: true, frameless: true, leave: "break stages"}
	b.self, b.outcome = b.scope, "outcome"
	for i, l := range cells {
		b.vars[l] = params[i]
	}
	g.comment(ev.ir.Name)
	g.f("func %s(%s) {", u, signature(params))
	g.f("if !k.Down(%d) { return }", 1+g.answering(ev))
	begin := g.w
	g.w = &bytes.Buffer{}
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
	g.memos, g.memoOf = nil, b.scope
	b.scope.memo = g.worthKeeping(ev)
	window := func(st *ir.Stage, after bool, leave string) {
		w := g.windowOf(ev.ir, st, after)
		if w == nil {
			return
		}
		g.f("{")
		text := g.aside(func() { g.listeners(w, of, leave) })
		if len(w.offers) > 0 || strings.Contains(text, "seq") {
			g.f("seq := k.Seq()")
			g.f("_ = seq")
		}
		g.w.WriteString(text)
		g.changed() // conditions end here, and resources come back
		if len(w.offers) > 0 {
			g.f("if outcome == 0 {")
			g.offers(w, of, g.seen(ev, b, w))
			g.changed()
			g.f("if k.Failed() { %s }", leave)
			g.f("}")
		}
		if leave == b.leave && (len(w.offers) > 0 || strings.Contains(text, "outcome = ")) {
			g.f("if outcome != 0 { %s }", leave)
		}
		g.f("}")
	}
	text := g.aside(func() {
		window(nil, false, b.leave)
		for i, st := range ev.ir.Stages {
			if i > 0 {
				g.f("if k.Around(0) { %s }", b.leave)
			}
			window(st, false, b.leave)
			if g.stmts(st.Body, b) {
				break
			}
			window(st, true, b.leave)
		}
	})
	var forget strings.Builder
	for _, m := range g.memos {
		g.f("var %s int64", m)
		g.f("var %sok bool", m)
		fmt.Fprintf(&forget, "%sok = false\n", m)
	}
	text = strings.ReplaceAll(text, changedMark, forget.String())
	g.memoOf = nil
	g.labelled("stages", text)
	if ev.ir.Declared {
		g.f("if outcome == 0 { outcome = 1; k.NoOutcome(%d) }", u.index)
	} else {
		g.f("outcome = 2")
	}
	g.f("_ = outcome")
	if w := g.windowOf(ev.ir, nil, true); w != nil {
		g.f("if outcome != 1 {")
		g.labelled("after", strings.ReplaceAll(g.aside(func() { window(nil, true, "break after") }), changedMark, ""))
		g.f("}")
	}
	if g.p.whiles {
		g.f("k.Settle()")
	}
	inner := g.w
	g.w = begin
	if g.spills || strings.Contains(inner.String(), "SetTop(") {
		// It may be left with something on the stack.
		g.f("top := k.Top()")
		inner.WriteString("k.SetTop(top)\n")
	}
	g.w.Write(inner.Bytes())
	g.f("k.Up()")
	g.f("}\n")
}

// answering counts the clauses that answer an event once each; what they use up is
// paid when it begins.
func (g *generator) answering(ev *event) int {
	n := 0
	for _, w := range g.p.windows {
		if w.Event != ev.ir {
			continue
		}
		for _, l := range w.listeners {
			if l.kind == listenHandler && l.match.single {
				n++
			}
		}
	}
	return n
}

// seen lets an event be seen by those who answer it with a reaction: it gets a
// frame and an entry on the control stack, and its cells are read back.
func (g *generator) seen(ev *event, b *body, w *Window) string {
	u := unit{windowUnit, w.index}
	if !g.use(u) {
		g.refuse("a window without a native form")
	}
	return g.aside(func() {
		h := g.temp()
		g.f("%s := k.Enter(%d, %d)", h, ev.ir.Index, ev.size)
		for _, l := range ev.ir.Frame.Locals {
			switch v, ok := b.vars[l]; {
			case ok:
				g.f("k.Set(%s+%d, %s)", h, g.c.off(l), v)
			case l.Type.Sequence() && stored(l):
				g.f("k.Set(%s+%d, 0)", h, g.c.off(l))
			default:
				g.f("k.Clear(%s+%d, %d)", h, g.c.off(l), g.p.lay.words(l.Type, l.Field))
			}
		}
		g.f("%sask(k, %s, seq)", u, h)
		assigned := g.assigned()
		for _, l := range ev.ir.Frame.Locals {
			if v, ok := b.vars[l]; ok && assigned[l] {
				g.f("%s = k.At(%s+%d)", v, h, g.c.off(l))
			}
		}
		g.f("outcome = k.Closed(%s)", h)
	})
}

// changedMark stands, while an event is written, behind everything that may change
// what its values say.
const changedMark = "// changed\n"

// changed lets go of what the event that is being written remembers.
func (g *generator) changed() {
	if g.memoOf != nil {
		g.w.WriteString(changedMark)
	}
}

// worthKeeping are the values of an event that its stages ask more than once and
// that are more than a glance at its cells.
func (g *generator) worthKeeping(ev *event) map[*ir.Value]bool {
	asked := map[*ir.Value]int{}
	for _, st := range ev.ir.Stages {
		ir.EachStmt(st.Body, func(s *ir.Stmt) {
			eachExprOf(s, func(e *ir.Expr) {
				if e == nil {
					return
				}
				e.Walk(func(x *ir.Expr) {
					if x.Op == ir.ValueOp && x.Value.Of == ev.ir && len(x.Value.Params) == 0 {
						asked[x.Value]++
					}
				})
			})
		})
	}
	out := map[*ir.Value]bool{}
	for v, n := range asked {
		out[v] = n > 1 && g.modifiedBelow(v, 0)
	}
	return out
}

// modifiedBelow tells whether a value, or one it asks, has modifiers.
func (g *generator) modifiedBelow(v *ir.Value, depth int) bool {
	found := len(v.Mods) > 0
	if v.Body != nil && depth < 8 {
		v.Body.Walk(func(x *ir.Expr) {
			found = found || x.Op == ir.ValueOp && g.modifiedBelow(x.Value, depth+1)
		})
	}
	return found
}

// labelled writes a piece of code that may be left from within.
func (g *generator) labelled(label, text string) {
	if strings.Contains(text, "break "+label) {
		text = label + ": for range 1 {\n" + text + "}\n"
	}
	g.w.WriteString(text)
}
