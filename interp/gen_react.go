package interp

import (
	"fmt"

	"rulec/lang/ir"
)

// Reactions: who may have one, and who takes one in which order.

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
