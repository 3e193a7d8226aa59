package interp

import (
	"fmt"

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
	for i, l := range w.listeners {
		switch l.kind {
		case listenHandler:
			if l.quick == quickIdle {
				continue
			}
			if w.orderBy != nil {
				g.refuse("answers in an order that is chosen")
			}
			g.handler(l)
			if !w.After && w.Stage == nil {
				g.f("if k.Ended(h) || k.Failed() { return }")
			} else {
				g.f("if k.Failed() { return }")
			}
		case listenOnce:
			g.f("if k.Onces() { k.Open(%d, h, %d, seq); return }", u.index, i)
		case listenExpiry, listenUntil:
			g.ends(l)
		case listenRefill:
			g.matching(l.match, "h", nil, func(in *scope, _ string) {
				g.f("k.Set(%s+%d, 0)", in.vars[l.clause.Self], l.refill)
			})
		default:
			g.refuse("a listener of kind %d", l.kind)
		}
	}
	if len(w.offers) > 0 {
		g.offers(w)
	}
	g.f("}\n")
}

// handler writes what answers an event.
func (g *generator) handler(l *listener) {
	k := l.clause
	g.matching(l.match, "h", nil, func(in *scope, _ string) {
		for _, x := range k.Frame.Locals {
			if _, ok := in.vars[x]; !ok {
				if stored(x) {
					g.refuse("a clause that keeps a list")
				}
				g.variable(x, in)
			}
		}
		g.f("k.Fuel()")
		b := &body{scope: in, leave: "return"}
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
func (g *generator) ends(l *listener) {
	k := l.clause
	off := func(held string) {
		g.f("if k.At(%s+%d) <= seq { k.TakeOff(%s) }", held, heldSeq, held)
	}
	if l.kind == listenExpiry {
		g.matching(l.match, "h", nil, func(in *scope, _ string) { off(in.vars[k.HeldVar]) })
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
	g.matching(&mt, "h", nil, func(*scope, string) { off(held) })
	g.captured = nil
	g.f("}")
}

// offers opens the window for reactions if somebody may have one.
func (g *generator) offers(w *Window) {
	open := fmt.Sprintf("k.Open(%d, h, %d, seq)", w.index, len(w.listeners))
	for i := range w.offers {
		en := &w.offers[i]
		if en.cue != nil || en.way < 0 || !g.canAnswer(w, en) {
			g.f("if k.Answerable(%d, h) { %s }", w.index, open)
			return
		}
	}
	g.f("if k.At(h+%d) >= %d { return }", hdrOutcome, pending)
	for i := range w.offers {
		en := &w.offers[i]
		way := &en.action.ways[en.way]
		x := way.answerers
		who, self := g.temp(), g.temp()
		g.f("%s := k.At(h+%d)", who, x.at)
		g.f("if %s == interp.Absent { %s; return }", who, open)
		g.f("for _, %s := range k.KeptList(%s, %s) {", self, keptAt(x.kept), who)
		for j := range way.ir.Prices {
			p := &way.ir.Prices[j]
			if r := &g.p.resources[p.Resource.Index]; r.alone {
				g.f("if %d-k.At(%s+%d) < %d { continue }", r.fixed, self, r.spent, p.Amount)
			}
		}
		s := newScope()
		s.vars[x.item], s.vars[x.who] = self, who
		for _, t := range x.both {
			g.skip(t, s)
		}
		g.f("if k.Names(%d, %s) { %s; return }", en.action.event.ir.Index, self, open)
		g.f("}")
	}
}

// canAnswer tells whether the tests of a reaction can be written without a frame
// of its action.
func (g *generator) canAnswer(w *Window, en *entry) bool {
	way := &en.action.ways[en.way]
	t := way.trigger
	plain := t.is == nil && t.while == nil && len(t.args) == 0 && t.when == nil && t.outcome == 0
	return way.answerers != nil && plain && len(way.answerers.moving) == 0
}
