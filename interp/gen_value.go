package interp

import (
	"fmt"
	"slices"
	"strings"

	"rulec/lang/ir"
)

// A value becomes a function of its owner and parameters, with its modifiers in
// it one after the other.

// valueOp writes the asking of a value.
func (g *generator) valueOp(e *ir.Expr, s *scope) string {
	v := e.Value
	if kept := g.p.keep.values[v]; kept != nil && !g.direct(kept) {
		of := g.keptOf(e, s)
		if kept.list != nil || e.Type.Sequence() {
			g.alloc = true
			return fmt.Sprintf("k.List(%s...)", g.keptList(kept, of))
		}
		return g.keptWord(kept, of)
	}
	if x := g.ofEvent(e, s); x != "" {
		return x
	}
	if g.small(v) {
		return g.num(v.Body, g.opened(e, s))
	}
	call, native := g.call(v, e.Args, s)
	if !plain(v.Type) {
		g.alloc = true
	}
	if native && v.Type.Kind == ir.Bool {
		return "interp.Word(" + call + ")"
	}
	return call
}

// small formulas are put in where they are asked.
func (g *generator) small(v *ir.Value) bool {
	return plain(v.Type) && g.canOpen(v) && (g.loops(v.Body) == 0 && g.c.weight(v) <= 24 || g.loops(v.Body) == 1 && g.c.weight(v) <= 12)
}

// ofEvent writes, on the spot, a value of an event whose cells are variables; it is
// "" where the event has a frame.
func (g *generator) ofEvent(e *ir.Expr, s *scope) string {
	v := e.Value
	if v.Of == nil || len(e.Args) == 0 || e.Args[0] == nil {
		return ""
	}
	event := s.frameOf(e.Args[0])
	if event == nil {
		return ""
	}
	in := newScope()
	in.naming(v.Self, event)
	for i, p := range v.Params {
		in.vars[p] = g.hold(g.argument(e.Args, i+1, p, s, in))
		g.f("_ = %s", in.vars[p])
	}
	if g.memoOf != nil && event == g.memoOf && event.memo[v] && len(g.nest) == 0 {
		m := fmt.Sprintf("m%d", g.valueIndex(v))
		if !slices.Contains(g.memos, m) {
			g.memos = append(g.memos, m)
		}
		g.f("if !%sok {", m)
		g.f("%s = %s", m, g.onTheSpot(v, in, event))
		g.f("%sok = true", m)
		g.f("}")
		return m
	}
	return g.onTheSpot(v, in, event)
}

// onTheSpot writes a value's formula with its modifiers where it is asked.
func (g *generator) onTheSpot(v *ir.Value, in *scope, event *scope) string {
	x := g.p.values[v]
	if v.Table != nil || !plain(v.Type) || g.bad[unit{valueUnit, g.valueIndex(v)}] == "it asks itself" {
		g.refuse("a value of an event that is more than a formula")
	}
	if len(x.mods) == 0 {
		return g.cleanup("int64", func() string { return g.num(v.Body, in) })
	}
	r := g.temp()
	g.f("var %s int64", r)
	g.f("{")
	g.f("r := %s", g.cleanup("int64", func() string { return g.num(v.Body, in) }))
	g.modified(x, in, frame{env: event, of: v.Of})
	g.f("%s = r", r)
	g.f("}")
	return r
}

// valueTest is valueOp for truths.
func (g *generator) valueTest(e *ir.Expr, s *scope) string {
	if kept := g.p.keep.values[e.Value]; kept != nil && !g.direct(kept) {
		return "(" + g.keptWord(kept, g.keptOf(e, s)) + " != 0)"
	}
	if x := g.ofEvent(e, s); x != "" {
		return "(" + x + " != 0)"
	}
	if g.small(e.Value) {
		return g.test(e.Value.Body, g.opened(e, s))
	}
	call, native := g.call(e.Value, e.Args, s)
	if native && e.Value.Type.Kind == ir.Bool {
		return call
	}
	return "(" + call + " != 0)"
}

// amount writes what there is of a resource.
func (g *generator) amount(e *ir.Expr, s *scope) string {
	call, _ := g.call(e.Res.Amount, e.Args, s)
	return call
}

// call writes the call of a value's function, or the asking of its closures.
func (g *generator) call(v *ir.Value, given []*ir.Expr, s *scope) (text string, native bool) {
	callee := newScope()
	var args []string
	for i, p := range paramsOf(v) {
		a := g.argument(given, i, p, s, callee)
		if i < len(paramsOf(v))-1 {
			a = g.hold(a)
		}
		callee.vars[p] = a
		args = append(args, a)
	}
	u := unit{valueUnit, g.valueIndex(v)}
	if g.use(u) {
		return fmt.Sprintf("%s(%s)", u, strings.Join(append([]string{"k"}, args...), ", ")), true
	}
	return fmt.Sprintf("k.Ask(%s)", strings.Join(append([]string{fmt.Sprint(u.index)}, args...), ", ")), false
}

// value writes one value's function.
func (g *generator) value(u unit) {
	v := g.p.ir.Values[u.index]
	x := g.p.values[v]
	s := newScope()
	params := []string{"k *interp.Core"}
	var names []string
	for i, p := range paramsOf(v) {
		name := fmt.Sprintf("a%d", i)
		s.vars[p] = name
		names = append(names, name)
		params = append(params, name+" int64")
	}
	result := "int64"
	if v.Type.Kind == ir.Bool {
		result = "bool"
	}
	g.comment(v.Name)
	g.f("func %s(%s) %s {", u, strings.Join(params, ", "), result)
	for _, m := range x.mods {
		if m.match.kind == matchSite {
			ask := fmt.Sprintf("k.Ask(%s)", strings.Join(append([]string{fmt.Sprint(u.index)}, names...), ", "))
			if result == "bool" {
				ask += " != 0"
			}
			g.f("if k.At(%d) != 0 { return %s }", g.p.siteBase()+int64(m.match.site), ask)
		}
	}
	switch {
	case v.Table != nil && len(x.mods) > 0:
		g.refuse("a table with modifiers")
	case v.Table != nil:
		g.tableRows(v, s, result)
	case len(x.mods) == 0 && result == "bool":
		g.f("return %s", g.cleanup("bool", func() string { return g.test(v.Body, s) }))
	case len(x.mods) == 0 && plain(v.Type):
		g.f("return %s", g.cleanup("int64", func() string { return g.num(v.Body, s) }))
	case len(x.mods) == 0:
		g.f("return %s", g.num(v.Body, s))
	default:
		if !plain(v.Type) {
			g.refuse("modifiers of what lies elsewhere")
		}
		g.f("r := %s", g.cleanup("int64", func() string { return g.num(v.Body, s) }))
		owner := frame{at: "0"}
		if v.Self != nil {
			owner.at = s.vars[v.Self]
		}
		g.modified(x, s, owner)
		if result == "bool" {
			g.f("return r != 0")
		} else {
			g.f("return r")
		}
	}
	g.f("}\n")
	var read []string
	for _, p := range paramsOf(v) {
		read = append(read, fmt.Sprintf("k.At(fp+%d)", g.c.off(p)))
	}
	call := fmt.Sprintf("%s(%s)", u, strings.Join(append([]string{"k"}, read...), ", "))
	if result == "bool" {
		call = "interp.Word(" + call + ")"
	}
	g.f("func %sin(k *interp.Core, fp int64) int64 { return %s }\n", u, call)
}

func (g *generator) tableRows(v *ir.Value, s *scope, result string) {
	for _, r := range v.Table.Rows {
		depth := 0
		for i, alt := range r.Patterns {
			p := v.Params[i]
			if deep(p.Type) {
				g.refuse("a table of what lies elsewhere")
			}
			var tests []string
			for _, e := range alt {
				x := s.vars[p]
				if e.Op == ir.RangeOp {
					tests = append(tests, fmt.Sprintf("(%s >= %s && %s <= %s)", x, g.num(e.Args[0], s), x, g.num(e.Args[1], s)))
				} else {
					tests = append(tests, fmt.Sprintf("%s == %s", x, g.num(e, s)))
				}
			}
			g.f("if %s {", strings.Join(tests, " || "))
			depth++
		}
		if depth == 0 {
			g.f("{")
			depth = 1
		}
		if result == "bool" {
			g.f("return %s", g.cleanup("bool", func() string { return g.test(r.Result, s) }))
		} else if plain(v.Type) {
			g.f("return %s", g.cleanup("int64", func() string { return g.num(r.Result, s) }))
		} else {
			g.f("return %s", g.num(r.Result, s))
		}
		for range depth {
			g.f("}")
		}
	}
	g.f("k.NoRow(%d)", g.valueIndex(v))
	if result == "bool" {
		g.f("return false")
	} else {
		g.f("return 0")
	}
}

// modified writes the modifiers of a value over its base, which lies in r.
func (g *generator) modified(x *value, s *scope, owner frame) {
	loose, kinds, latest := false, false, false
	for _, m := range x.mods {
		loose = loose || m.how == ir.By && !m.dice && m.bonus == 0
		kinds = kinds || m.bonus > 0
		latest = latest || m.how == ir.To
	}
	g.f("base := r")
	g.f("_ = base")
	if loose {
		g.f("loose := int64(0)")
		g.f("_ = loose")
	}
	if kinds {
		g.f("var joins interp.Joins")
		g.f("joined := false")
		g.f("_ = joined")
	}
	if latest {
		g.f("latest := int64(-1)")
		g.f("_ = latest")
	}
	settle := func() {
		if kinds {
			g.f("if joined { r += joins.Total(k); joined = false }")
		}
		if loose {
			g.f("r = k.Sum(r + loose)")
			g.f("loose = 0")
		} else {
			g.f("r = k.Sum(r)")
		}
	}
	some := false // inside a test that there is a number
	test := func() {
		if x.ir.Type.Opt && !some {
			g.f("if r != interp.Absent { // only `to` makes a number of nothing")
			some = true
		}
	}
	for _, m := range x.mods {
		if m.match.kind == matchSite {
			if owner.env != nil {
				g.refuse("a modifier of a running clause")
			}
			continue // asked of the closures above
		}
		if m.how != ir.To {
			test()
		}
		g.matching(m.match, owner, s, func(in *scope, began string) {
			in.base = "base"
			amount := g.cleanup("int64", func() string { return g.num(m.ir.Amount, in) })
			switch m.how {
			case ir.To:
				g.f("if b := int64(%s); b >= latest { r, latest = %s, b }", began, amount)
			case ir.By:
				switch {
				case m.dice:
					g.f("r = k.DicePlus(r, %s, 1)", amount)
				case m.bonus == 0:
					g.f("loose += %s", amount)
				default:
					g.f("joins.Add(k, %d, %s)", m.bonus-1, amount)
					g.f("joined = true")
				}
			case ir.AtLeast:
				amount = g.hold(amount)
				settle()
				g.f("r = max(r, %s)", amount)
			case ir.AtMost:
				amount = g.hold(amount)
				settle()
				g.f("r = min(r, %s)", amount)
			}
		})
	}
	test()
	settle()
	if some {
		g.f("}")
	}
}
