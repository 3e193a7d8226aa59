package interp

import (
	"fmt"
	"slices"
	"strings"

	"rulec/lang/ir"
)

// Events. One that is heard is three functions: event makes its frame and plays
// it to its outcome, body is what lies between (instructions that have entered it
// call that), end is what follows. A lean event is one function, its cells
// variables, and one more by which instructions call it.

// parameters names the parameters of an event's function, self first.
func (g *generator) parameters(ev *event) (params []string, cells []*ir.Local, offs []int) {
	add := func(l *ir.Local, off int) {
		params = append(params, fmt.Sprintf("a%d", len(params)))
		cells, offs = append(cells, l), append(offs, off)
	}
	if ev.action != nil {
		add(ev.ir.Self, hdrSize)
	}
	for _, p := range ev.ir.Params {
		add(p, g.c.off(p))
	}
	return params, cells, offs
}

func signature(params []string) string {
	if len(params) == 0 {
		return "k *interp.Core"
	}
	return "k *interp.Core, " + strings.Join(params, ", ") + " int64"
}

// stored tells whether a field of an event needs room in memory.
func stored(l *ir.Local) bool {
	return l.Field && inline(l.Type) || l.Type.Kind == ir.Map || plainRecord(l.Type)
}

// event writes an event that is heard.
func (g *generator) event(u unit) {
	ev := g.p.events[u.index]
	if len(ev.tallies) > 0 {
		g.refuse("counters that begin anew with it")
	}
	params, _, offs := g.parameters(ev)
	g.comment(ev.ir.Name)
	g.f("func %s(%s) int64 {", u, signature(params))
	g.enter(ev)
	for i, p := range params {
		g.f("k.Set(h+%d, %s)", offs[i], p)
	}
	g.played(ev, u)
	g.f("return h")
	g.f("}\n")

	if a := ev.action; a != nil && len(a.params) == 0 && len(a.ways) == 1 && a.ways[0].trigger != nil {
		// As the only thing somebody may do about an event.
		g.f("func %sreacts(k *interp.Core, who, subject int64) {", u)
		g.enter(ev)
		g.f("k.Set(h+%d, 1)", hdrWay)
		g.f("k.Set(h+%d, who)", hdrSize)
		if off := a.ways[0].trigger.bindOff; off >= 0 {
			g.f("k.Set(h+%d, subject)", off)
		}
		g.played(ev, u)
		g.f("%send(k, h)", u)
		g.f("}\n")
	}
	if ev.action != nil {
		// As the reaction that somebody was just found to take.
		g.f("func %staken(k *interp.Core, who, subject int64) {", u)
		g.enter(ev)
		g.f("k.Lay(h, who, subject)")
		g.played(ev, u)
		g.f("%send(k, h)", u)
		g.f("}\n")
	}

	g.f("func %sstages(k *interp.Core, h int64) {", u)
	g.f("if k.Failed() { return }")
	b := &body{scope: newScope(), ev: ev, h: "h", leave: "return"}
	b.fp, b.frame = "h", "h"
	g.locals(ev, b)
	if ev.action != nil {
		g.legal(ev, b, true)
	} else if len(ev.forbids) > 0 {
		g.f("if k.Forbidden(%d) { return }", u.index)
	}
	if w := g.windowOf(ev.ir, nil, false); w != nil {
		g.openWindow(w, "h")
		g.checked(b)
		if ev.action != nil {
			g.legal(ev, b, false)
		}
	}
	for i, st := range ev.ir.Stages {
		if i > 0 {
			g.f("if k.Around(h) { return }")
		}
		if w := g.windowOf(ev.ir, st, false); w != nil {
			g.openWindow(w, "h")
			g.checked(b)
		}
		if g.stmts(st.Body, b) {
			break
		}
		if w := g.windowOf(ev.ir, st, true); w != nil {
			g.openWindow(w, "h")
			g.checked(b)
		}
	}
	g.f("}\n")

	g.f("func %send(k *interp.Core, h int64) {", u)
	if w := g.windowOf(ev.ir, nil, true); w != nil {
		g.f("if k.At(h+%d) != 1 {", hdrOutcome)
		g.openWindow(w, "h")
		g.f("}")
	}
	if g.p.whiles {
		g.f("k.Settle()")
	}
	g.f("k.Leave()")
	g.f("}\n")
}

// legal judges an action, and pays for it the first time.
func (g *generator) legal(ev *event, b *body, first bool) {
	a := ev.action
	if len(ev.forbids) > 0 || !first && len(a.tallies) > 0 {
		g.f("if !k.Legal(%d, %v) { return }", ev.ir.Index, first)
		return
	}
	refused := fmt.Sprintf("{ k.Set(h+%d, 1); return }", hdrOutcome)
	for i := range a.requires {
		cond := a.requires[i].ir.Cond
		g.f("if !%s %s", g.cleanup("bool", func() string { return g.test(cond, b.scope) }), refused)
	}
	if first {
		g.f("if !k.Pay(%d) %s", ev.ir.Index, refused)
	}
}

// enter makes the frame of an event, with zeroes in the cells that begin so.
func (g *generator) enter(ev *event) {
	g.f("h := k.Enter(%d, %d)", ev.ir.Index, ev.size)
	inside := g.inVariables(ev)
	param := map[*ir.Local]bool{}
	for _, l := range ev.ir.Params {
		param[l] = true
	}
	for _, l := range ev.ir.Frame.Locals {
		switch {
		case param[l] || inside[l] || l == ev.ir.Self:
		case l.Type.Sequence() && stored(l):
			g.f("k.Set(h+%d, 0)", g.c.off(l)) // the length
		case g.fieldOf(ev, l) && (!g.c.fieldRead(l) || !g.c.startsZero(l)):
		case stored(l):
			g.f("k.Clear(h+%d, %d)", g.c.off(l), g.p.lay.words(l.Type, l.Field))
		default:
			g.f("k.Set(h+%d, 0)", g.c.off(l))
		}
	}
}

// played gives fields their first values and plays an event to its outcome.
func (g *generator) played(ev *event, u unit) {
	s := newScope()
	s.fp, s.frame = "h", "h"
	g.fields(ev, s, u.index)
	g.f("%sstages(k, h)", u)
	if ev.ir.Declared {
		g.f("k.Decide(%d, h)", u.index)
	} else {
		g.f("k.Done(h)")
	}
}

func (g *generator) fieldOf(ev *event, l *ir.Local) bool { return slices.Contains(ev.ir.Fields, l) }

// fields gives an event's fields their first values.
func (g *generator) fields(ev *event, s *scope, index int) {
	for _, f := range ev.ir.DefaultAsks().Order(ev.ir.Fields) {
		if !g.c.fieldRead(f) || g.c.startsZero(f) {
			continue
		}
		switch {
		case stored(f):
			if f.Default == nil {
				g.refuse("a field that holds records of defaults")
			}
			if f.Type.Kind == ir.Map && f.Default.Type.Kind != ir.Map {
				g.refuse("a map of one value")
			}
			g.scratch(func() { g.f("k.Copied(%d, %d, h, %s)", index, slices.Index(ev.ir.Fields, f), g.num(f.Default, s)) })
		case f.Default == nil:
			k := zero(f.Type)
			if f.Type.Kind == ir.Dice {
				k = g.p.pool("0")
			}
			g.put(f, number(k), s)
		default:
			g.put(f, g.cleanup("int64", func() string { return g.num(f.Default, s) }), s)
		}
	}
}

func (g *generator) put(f *ir.Local, x string, s *scope) { g.set(f, x, &body{scope: s}) }

// inVariables are the cells of an event that only its own body sees.
func (g *generator) inVariables(ev *event) map[*ir.Local]bool {
	out := map[*ir.Local]bool{}
	for _, l := range ev.ir.Frame.Locals {
		out[l] = !stored(l)
	}
	for _, st := range ev.ir.Stages {
		ir.EachStmt(st.Body, func(s *ir.Stmt) {
			for _, k := range s.Until {
				for _, c := range k.Captures {
					out[c.Outer] = false
				}
			}
		})
	}
	for _, l := range slices.Concat(ev.ir.Params, ev.ir.Fields) {
		out[l] = false
	}
	out[ev.ir.Self] = false
	for _, w := range ev.ir.Ways {
		if w.Trigger != nil {
			out[w.Trigger.Bind] = false // what a reaction answers
		}
	}
	return out
}

// locals puts the cells that only the body itself sees into variables, and reads
// once the parameters that nothing changes.
func (g *generator) locals(ev *event, b *body) {
	inside := g.inVariables(ev)
	for _, l := range ev.ir.Frame.Locals {
		if inside[l] {
			g.variable(l, b.scope)
		}
	}
	assigned := g.assigned()
	for _, l := range ev.ir.Params {
		if !assigned[l] && !stored(l) {
			v := fmt.Sprintf("p%d", len(b.vars))
			g.f("%s := k.At(h+%d)", v, g.c.off(l))
			g.f("_ = %s", v)
			b.vars[l] = v
		}
	}
}

// variable declares a cell.
func (g *generator) variable(l *ir.Local, s *scope) {
	v := g.temp()
	g.f("var %s int64 // %s", v, l.Name)
	g.f("_ = %s", v)
	s.vars[l] = v
}

// assigned are the cells some statement of the program writes.
func (g *generator) assigned() map[*ir.Local]bool {
	if g.writes == nil {
		g.writes = map[*ir.Local]bool{}
		g.p.ir.EachStmt(func(s *ir.Stmt) {
			if s.Var != nil {
				g.writes[s.Var] = true
			}
			if s.Target != nil {
				t := s.Target
				if t.Op == ir.IndexOp {
					t = t.Args[0]
				}
				g.writes[t.Local] = true
			}
		})
	}
	return g.writes
}

// lean writes an event nobody hears.
func (g *generator) lean(u unit) {
	ev := g.p.events[u.index]
	params, cells, offs := g.parameters(ev)
	memory := false
	for _, l := range ev.ir.Frame.Locals {
		memory = memory || stored(l)
	}
	b := &body{scope: newScope(), ev: ev, lean: true, leave: "return"}
	g.spills = false
	text := g.aside(func() {
		if memory {
			g.f("h := k.Alloc(%d)", ev.size)
			g.f("k.Set(h, %d)", u.index)
			for i, p := range params {
				g.f("k.Set(h+%d, %s)", offs[i], p)
			}
			b.fp, b.h = "h", "h"
			g.spills = true
		} else {
			for i, l := range cells {
				b.vars[l] = params[i]
			}
			for _, l := range ev.ir.Frame.Locals {
				if _, ok := b.vars[l]; !ok {
					g.variable(l, b.scope)
				}
			}
		}
		g.f("k.Fuel()")
		g.f("if k.Failed() { return }")
		g.fields(ev, b.scope, u.index)
		for i, st := range ev.ir.Stages {
			if i > 0 {
				g.f("if k.Around(0) { return }")
			}
			if g.stmts(st.Body, b) {
				break
			}
		}
	})
	all := strings.Join(append([]string{"k"}, params...), ", ")
	g.comment(ev.ir.Name)
	g.f("func %s(%s) {", u, signature(params))
	if g.p.whiles || g.spills || strings.Contains(text, "k.SetTop(") && strings.Contains(text, "return") {
		g.f("top := k.Top()")
		g.f("%srun(%s)", u, all)
		if g.p.whiles {
			g.f("k.Settle()")
		}
		g.f("k.SetTop(top)")
		g.f("}\n")
		g.f("func %srun(%s) {", u, signature(params))
	}
	g.w.WriteString(text)
	g.f("}\n")
	g.f("func %sin(k *interp.Core, h int64) {", u)
	var read []string
	for _, off := range offs {
		read = append(read, fmt.Sprintf("k.At(h+%d)", off))
	}
	g.f("%s(%s)", u, strings.Join(append([]string{"k"}, read...), ", "))
	g.f("}\n")
}

func (g *generator) windowOf(e *ir.Event, st *ir.Stage, after bool) *Window {
	for _, w := range g.p.windows {
		if w.Event == e && w.Stage == st && w.After == after && !w.timed {
			return w
		}
	}
	return nil
}

func (g *generator) openWindow(w *Window, h string) {
	u := unit{windowUnit, w.index}
	if g.use(u) {
		g.f("%s(k, %s)", u, h)
	} else {
		g.f("k.Window(%d, %s)", w.index, h)
	}
}
