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
	g.comment(g.nameOf(u))
	g.f("func %s(k *interp.Core, h int64) {", u)
	g.f("seq := k.Seq()")
	g.f("_ = seq")
	g.listeners(w, frame{at: "h", of: w.Event}, "return")
	switch {
	case len(w.offers) == 0:
	case !g.canOffer(w):
		g.f("if k.Answerable(%d, h) { k.Open(%d, h, %d, seq) }", w.index, w.index, len(w.listeners))
	default:
		g.f("if k.At(h+%d) >= %d { return }", hdrOutcome, pending)
		g.offers(w, frame{at: "h", of: w.Event}, fmt.Sprintf("%sask(k, h, seq)", u))
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
