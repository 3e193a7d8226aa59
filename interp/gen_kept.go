package interp

import (
	"rulec/lang/ir"
)

// Kept answers: how they are looked up, which of them are rather worked out, and
// the functions that work them out.

// direct tells whether a formula is worked out anew each time where closures keep
// it: what speaks of where things stand is let go with every step, and one loop
// costs less than looking whether the answer is still good. Values are asked by
// tactics too, over and over while nothing moves: in them what is kept stays kept.
func (g *generator) direct(k *kept) bool {
	if g.writing == valueUnit {
		return false
	}
	if d, ok := g.directs[k]; ok {
		return d
	}
	g.directs[k] = false // while it is looked at
	var body *ir.Expr
	var r *reads
	switch {
	case k.of != nil:
		body, r = k.of.Body, g.p.keep.readsOf[k.of]
	case k.cond != nil:
		body, r = k.cond.Derived, g.p.keep.condReads[k.cond]
	}
	d := body != nil && r != nil && r.classes[g.p.keep.place] && g.loops(body) <= 1
	g.directs[k] = d
	return d
}

// far counts as more loops than one wants to run anew.
const far = 100

// loops counts how many loops of a formula lie in each other, with everything that
// is not kept put in.
func (g *generator) loops(e *ir.Expr) int {
	switch e.Op {
	case ir.BindOp:
		return max(g.loops(e.Args[0]), 1+g.loops(e.Args[1]))
	case ir.ValueOp:
		n := 0
		for _, a := range e.Args {
			if a != nil {
				n = max(n, g.loops(a))
			}
		}
		v := e.Value
		if k := g.p.keep.values[v]; k != nil && !g.direct(k) {
			return n
		}
		if v.Body == nil || len(v.Mods) > 0 || g.bad[unit{valueUnit, g.valueIndex(v)}] != "" {
			return far
		}
		return max(n, g.loops(v.Body))
	case ir.NativeOp:
		switch e.Native {
		case "within", "crossed", "paths", "paths_away", "ways_to", "rays":
			return far
		}
	}
	n := 0
	for _, a := range e.Args {
		if a != nil {
			n = max(n, g.loops(a))
		}
	}
	return n
}

// keptWord writes the asking of a kept formula, of an entity or the world (0).
func (g *generator) keptWord(k *kept, of string) string { return g.answer(k, of) + ".Word()" }

// keptList is keptWord for lists.
func (g *generator) keptList(k *kept, of string) string { return g.answer(k, of) + ".List()" }

// answer writes the looking up of an answer, and asks anew if it is stale.
func (g *generator) answer(k *kept, of string) string {
	a, first := g.temp(), k.index*g.p.lay.entities
	if of == "0" {
		g.f("%s := k.World(%d)", a, first)
	} else {
		of = g.hold(of)
		g.f("%s := k.Answer(%d, %s)", a, first, of)
	}
	u := unit{keptUnit, k.index}
	switch {
	case !g.use(u):
		g.f("if k.Stale(%s, %d) { k.Renew(%d, %s) }", a, k.group, k.index, of)
	case k.list != nil:
		g.f("if k.Stale(%s, %d) { k.KeepList(%s, %d, %s(k, %s, %s.Again())) }", a, k.group, a, k.group, u, of, a)
	default:
		g.f("if k.Stale(%s, %d) { k.Keep(%s, %d, %s(k, %s)) }", a, k.group, a, k.group, u, of)
	}
	return a
}

// kept writes a kept formula.
func (g *generator) kept(u unit) {
	k := g.p.keptAll[u.index]
	s := newScope()
	var body *ir.Expr
	var list bool
	switch {
	case k.of != nil:
		for _, p := range paramsOf(k.of) {
			s.vars[p] = "e"
		}
		body, list = k.of.Body, k.list != nil
		g.comment(k.of.Name)
	case k.cond != nil:
		s.vars[k.cond.Self] = "e"
		body = k.cond.Derived
		g.comment(k.cond.Name)
	default:
		g.answerers(u, k.who)
		return
	}
	switch {
	case list:
		g.f("func %s(k *interp.Core, e int64, to []int64) []int64 {", u)
		item := g.temp()
		g.scratch(func() {
			g.walk(body, item, s, nil, func() { g.f("to = append(to, %s)", item) })
		})
		g.f("return to")
	case body.Type.Kind == ir.Bool:
		g.f("func %s(k *interp.Core, e int64) int64 {", u)
		g.f("return interp.Word(%s)", g.cleanup("bool", func() string { return g.test(body, s) }))
	default:
		g.f("func %s(k *interp.Core, e int64) int64 {", u)
		g.f("return %s", g.cleanup("int64", func() string { return g.num(body, s) }))
	}
	g.f("}\n")
}

// answerers writes the list of who may take a reaction, but for what moves.
func (g *generator) answerers(u unit, x *answerers) {
	s := newScope()
	item := g.temp()
	s.vars[x.item], s.vars[x.who] = item, "e"
	g.f("func %s(k *interp.Core, e int64, to []int64) []int64 {", u)
	g.scratch(func() {
		g.f("for _, %s := range k.Living(%d) {", item, g.p.ir.Actor.Index)
		for _, t := range x.lasting {
			g.skip(t, s)
		}
		g.f("to = append(to, %s)", item)
		g.f("}")
	})
	g.f("return to")
	g.f("}\n")
}
