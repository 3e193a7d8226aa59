package interp

import (
	"fmt"
	"strings"

	"rulec/lang/ir"
)

// A window becomes a function that lets each listener have its say in order. From
// a listener that has no native form on, the window is opened as instructions do.

func (g *generator) window(u unit) {
	w := g.p.windows[u.index]
	if w.timed {
		g.refuse("time that passes")
	}
	g.comment(g.nameOf(u), nil)
	g.f("func %s(k *interp.Core, h int64) {", u)
	g.f("seq := k.Seq()")
	g.f("_ = seq")
	g.listeners(w, frame{at: "h"}, "return")
	switch {
	case len(w.offers) == 0:
	case !g.canOffer(w):
		g.f("if k.Answerable(%d, h) { k.Open(%d, h, %d, seq) }", w.index, w.index, len(w.listeners))
	default:
		g.f("if k.At(h+%d) >= %d { return }", hdrOutcome, pending)
		g.offers(w, frame{at: "h"}, fmt.Sprintf("%sask(k, h, seq)", u))
	}
	g.f("}\n")
	if len(w.offers) > 0 && g.canOffer(w) {
		g.asking(w, u)
	}
}

// listeners writes what answers the event of a window; leave ends it early.
func (g *generator) listeners(w *Window, of frame, leave string) {
	for i, l := range w.listeners {
		if of.env != nil && l.kind == listenHandler && endsWith(l.clause, w.Event) {
			g.endsLast(w, i)
		}
		switch l.kind {
		case listenHandler:
			if l.quick == quickIdle {
				continue
			}
			if w.orderBy != nil && !onlyOne(w) {
				g.refuse("answers in an order that is chosen")
			}
			text := g.aside(func() { g.handler(l, of, leave) })
			g.w.WriteString(text)
			switch {
			case !strings.Contains(text, "k.Failed()"): // it starts nothing
			case !w.After && w.Stage == nil && of.env == nil:
				g.f("if k.Ended(h) || k.Failed() { %s }", leave)
			default:
				g.f("if k.Failed() { %s }", leave)
			}
		case listenOnce:
			if of.env != nil {
				g.refuse("something that is waited for")
			}
			g.f("if k.Onces() { k.Open(%d, h, %d, seq); return }", w.index, i)
		case listenExpiry, listenUntil:
			g.ends(l, of)
		case listenRefill:
			if l.quick == quickAll {
				g.f("k.Refill(%d, %d, %d)", l.clause.Resource.Index, l.match.record, l.refill)
				continue
			}
			g.matching(l.match, of, nil, func(in *scope, _ string) {
				g.f("k.Set(%s+%d, 0)", in.vars[l.clause.Self], l.refill)
			})
		default:
			g.refuse("a listener of kind %d", l.kind)
		}
	}
}

// onlyOne tells whether one clause answers, and once, so that there is no order.
func onlyOne(w *Window) bool {
	n := 0
	for _, l := range w.listeners {
		if l.kind == listenHandler {
			n++
			if !l.match.single {
				n++
			}
		}
	}
	return n == 1
}

// endsWith tells whether a clause ends the event it answers.
func endsWith(k *ir.Clause, e *ir.Event) bool {
	found := false
	ir.EachStmt(k.Body, func(s *ir.Stmt) {
		found = found || s.Kind == ir.EndStmt && s.Event == e && s.Where2 != nil && k.Pattern != nil && s.Where2 == k.Pattern.Bind
	})
	return found
}

// endsLast refuses a clause that ends an event without an entry on the control
// stack unless nothing can look there any more: it is the last thing the clause
// does, and what answers after it starts nothing.
func (g *generator) endsLast(w *Window, i int) {
	starts := func(s *ir.Stmt) bool {
		switch s.Kind {
		case ir.DoStmt, ir.DoDeedStmt, ir.OfferStmt, ir.ChooseStmt, ir.ApplyStmt, ir.RemoveStmt, ir.OnceStmt, ir.TogetherStmt:
			return true
		}
		return false
	}
	for j, l := range w.listeners[i:] {
		if j == 0 {
			if n := len(l.clause.Body); n != 1 || l.clause.Body[0].Kind != ir.EndStmt || !l.match.single {
				g.refuse("an event that is ended from elsewhere")
			}
			continue
		}
		if l.kind != listenHandler {
			g.refuse("an event that is ended before something lapses")
		}
		ir.EachStmt(l.clause.Body, func(s *ir.Stmt) {
			if starts(s) {
				g.refuse("an event that is ended while others begin")
			}
		})
	}
}

// handler writes what answers an event.
func (g *generator) handler(l *listener, of frame, leave string) {
	k := l.clause
	g.matching(l.match, of, nil, func(in *scope, _ string) {
		for _, x := range k.Frame.Locals {
			if _, ok := in.vars[x]; !ok && in.events[x] == nil {
				if stored(x) {
					g.refuse("a clause that keeps a list")
				}
				g.variable(x, in)
			}
		}
		if of.env == nil || !l.match.single {
			g.f("k.Fuel()")
		}
		b := &body{scope: in, leave: leave}
		was := g.spills
		g.spills = false
		text := g.aside(func() { g.stmts(k.Body, b) })
		top := g.temp()
		if g.spills {
			g.f("%s := k.Top()", top)
		}
		g.w.WriteString(text)
		if g.spills {
			g.f("k.SetTop(%s)", top)
		}
		g.spills = was
	})
}

// ends writes what takes a condition off.
func (g *generator) ends(l *listener, of frame) {
	k := l.clause
	off := func(held string) {
		g.f("if k.At(%s+%d) <= seq { k.TakeOff(%s) }", held, heldSeq, held)
	}
	if l.kind == listenExpiry {
		g.matching(l.match, of, nil, func(in *scope, _ string) { off(in.vars[k.HeldVar]) })
		return
	}
	i, held := g.temp(), g.temp()
	g.f("for %s := 0; %s < k.Helds(); %s++ {", i, i, i)
	g.f("%s := k.HeldAt(%s)", held, i)
	g.f("if k.At(%s) == 0 || k.At(%s+%d) != %d { continue }", held, held, heldUntil, l.match.site+1)
	with := map[*ir.Local]string{}
	for j, c := range k.Captures {
		x := g.temp()
		g.f("%s := k.At(%s+%d)", x, held, heldAux+j)
		g.f("_ = %s", x)
		with[c.Inner] = x
	}
	mt := *l.match
	mt.kind, mt.captures = matchPlain, nil
	g.captured = with
	g.matching(&mt, of, nil, func(*scope, string) { off(held) })
	g.captured = nil
	g.f("}")
}

// offers lets those react who can. Whether anybody can is seen at a glance; then
// everybody is asked in the pack's order, and judged when its turn comes.
func (g *generator) offers(w *Window, of frame, ask string) {
	some := g.temp()
	g.f("%s := false", some)
	for i := range w.offers {
		en := &w.offers[i]
		x := en.action.ways[en.way].answerers
		self, who := g.temp(), g.temp()
		g.f("%s := %s", who, g.part(of, int(x.at)))
		g.f("if %s == interp.Absent {", who)
		g.f("%s = true", some)
		g.f("} else {")
		list := g.keptList(x.kept, who)
		g.f("for _, %s := range %s {", self, list)
		g.mayReact(en, self, who, "continue")
		g.f("if k.Names(%d, %s) { %s = true; break }", en.action.event.ir.Index, self, some)
		g.f("}")
		g.f("}")
	}
	g.f("if %s { %s }", some, ask)
}

// canOffer tells whether all reactions of a window can be judged natively.
func (g *generator) canOffer(w *Window) bool {
	for i := range w.offers {
		if !g.canAnswer(&w.offers[i]) {
			return false
		}
	}
	return true
}

// asking writes the function that asks who can react.
func (g *generator) asking(w *Window, u unit) {
	open := fmt.Sprintf("k.Open(%d, h, %d, seq)", w.index, len(w.listeners))
	g.f("func %sask(k *interp.Core, h, seq int64) {", u)
	whos := make([]string, len(w.offers))
	for i := range w.offers {
		whos[i] = g.temp()
		g.f("%s := k.At(h+%d)", whos[i], w.offers[i].action.ways[w.offers[i].way].answerers.at)
		g.f("if %s == interp.Absent { %s; return }", whos[i], open)
	}
	if !g.reactions(w, whos, open) {
		g.f("%s", open)
	}
	g.f("}\n")
}

// mayReact goes on elsewhere unless an actor passes what is asked of it again each
// time: that it can pay, and what may change with every step.
func (g *generator) mayReact(en *entry, self, who, otherwise string) {
	way := &en.action.ways[en.way]
	x := way.answerers
	for j := range way.ir.Prices {
		p := &way.ir.Prices[j]
		if r := &g.p.resources[p.Resource.Index]; r.alone {
			g.f("if %d-k.At(%s+%d) < %d { %s }", r.fixed, self, r.spent, p.Amount, otherwise)
		}
	}
	s := newScope()
	s.vars[x.item], s.vars[x.who] = self, who
	for _, t := range x.both {
		if k, ok := g.c.constant(t); ok && k != 0 {
			continue
		}
		g.f("if !%s { %s }", g.test(t, s), otherwise)
	}
}

// reactions asks one after the other who can react. It is false where one of the
// reactions has no native form.
func (g *generator) reactions(w *Window, whos []string, open string) bool {
	for i := range w.offers {
		u := unit{eventUnit, w.offers[i].action.event.ir.Index}
		if !g.use(u) {
			return false
		}
	}
	top, list, n, self, used := g.temp(), g.temp(), g.temp(), g.temp(), g.temp()
	g.f("if !k.Tactical() { %s; return }", open)
	g.f("%s := k.Top()", top)
	g.f("%s := int64(len(k.Living(%d)))", n, g.p.ir.Actor.Index)
	g.f("%s := k.Room(%s, 1)", list, n)
	g.f("for _, %s := range k.Living(%d) {", self, g.p.ir.Actor.Index)
	rank := "int64(0)"
	if v := g.p.askOrder; v != nil {
		asked := &ir.Local{Name: "asked", Type: paramsOf(v.ir)[0].Type}
		s := newScope().with(asked, self)
		rank, _ = g.call(v.ir, []*ir.Expr{{Op: ir.LocalOp, Local: asked, Type: asked.Type}}, s)
	}
	if len(w.asks) > 0 {
		first := g.temp()
		g.f("%s := int64(%d)", first, len(w.asks))
		for i := len(w.asks) - 1; i >= 0; i-- {
			g.f("if k.At(h+%d) == %s { %s = %d }", w.asks[i], self, first, i)
		}
		rank = fmt.Sprintf("%s<<40 + %s", first, rank)
	}
	g.insert(list, n, self, rank)
	g.f("}")
	i := g.temp()
	g.f("for %s := int64(1); %s <= k.At(%s); %s++ {", i, i, list, i)
	g.f("%s := k.At(%s+%s)", self, list, i)
	g.f("for %s := int64(0); k.At(%s+%d) != 0; {", used, self, entAlive)
	may := g.temp()
	g.f("%s := false", may)
	for j := range w.offers {
		en := &w.offers[j]
		x := en.action.ways[en.way].answerers
		list := g.keptList(x.kept, whos[j])
		g.f("if %s&%d == 0 && k.Contains(%s, %s) {", used, 1<<j, list, self)
		ok := g.temp()
		g.f("%s := true", ok)
		g.mayReact(en, self, whos[j], ok+" = false")
		g.f("%s = %s || %s", may, may, ok)
		g.f("}")
	}
	g.f("if !%s { break }", may)
	if en := &w.offers[0]; len(w.offers) == 1 && len(en.action.params) == 0 && g.plainly(en.action) {
		// Whoever thinks of it at all takes it if it may: there is nothing to choose.
		event := en.action.event.ir.Index
		g.f("if !k.Names(%d, %s) { break }", event, self)
		g.f("%s = 1", used)
		g.f("%sreacts(k, %s, h)", unit{eventUnit, event}, self)
		g.f("if k.Failed() || k.At(h+%d) >= %d { k.SetTop(%s); return }", hdrOutcome, pending, top)
		g.f("}")
		g.f("}")
		g.f("k.SetTop(%s)", top)
		return true
	}
	event := g.temp()
	g.f("%s := k.React(%d, %s, h, %s)", event, w.index, self, used)
	g.f("if %s < 0 { break }", event)
	g.f("%s = k.Used(%d, %s)", used, w.index, used)
	g.f("switch %s {", event)
	done := map[int]bool{}
	for j := range w.offers {
		u := unit{eventUnit, w.offers[j].action.event.ir.Index}
		if !done[u.index] {
			done[u.index] = true
			g.f("case %d: %staken(k, %s, h)", u.index, u, self)
		}
	}
	g.f("}")
	g.f("if k.Failed() || k.At(h+%d) >= %d { k.SetTop(%s); return }", hdrOutcome, pending, top)
	g.f("}")
	g.f("}")
	g.f("k.SetTop(%s)", top)
	return true
}

// plainly tells whether no tactic says more of an action than its name.
func (g *generator) plainly(a *action) bool {
	for _, t := range g.p.ir.Tactics {
		for _, l := range t.Lines {
			if l.Action == a.event.ir && (l.When != nil || l.Best != nil || len(l.Fixed) > 0) {
				return false
			}
		}
	}
	return true
}

// canAnswer tells whether the tests of a reaction can be written without a frame
// of its action.
func (g *generator) canAnswer(en *entry) bool {
	if en.cue != nil || en.way < 0 {
		return false
	}
	way := &en.action.ways[en.way]
	t := way.trigger
	plain := t.is == nil && t.while == nil && len(t.args) == 0 && t.when == nil && t.outcome == 0
	return way.answerers != nil && plain && len(way.answerers.moving) == 0
}
