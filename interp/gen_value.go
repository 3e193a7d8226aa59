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

// frame is where the parts of an event lie, or what a value belongs to.
type frame struct {
	at  string // in memory, or
	env *scope // in variables
	of  *ir.Event
}

// part reads the word of a frame that lies at an offset.
func (g *generator) part(f frame, off int) string {
	if f.env == nil {
		return fmt.Sprintf("k.At(%s+%d)", f.at, off)
	}
	if off == hdrOutcome {
		return f.env.outcome
	}
	for _, l := range f.of.Frame.Locals {
		if g.c.off(l) == off {
			return g.cell(l, f.env)
		}
	}
	g.refuse("a part of an event that is no cell")
	return ""
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
	g.comment(v.Name, nil)
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
	for _, m := range x.mods {
		if m.match.kind == matchSite {
			if owner.env != nil {
				g.refuse("a modifier of a running clause")
			}
			continue // asked of the closures above
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
	settle()
}

// matching writes the search for the frames in which a clause holds for an event
// or the owner of a value (owner) or the value asked (asked, with its cells), and
// body for each of them.
func (g *generator) matching(mt *matcher, owner frame, asked *scope, body func(in *scope, began string)) {
	k := mt.clause
	in := newScope()
	began := "0"
	closing := 0
	open := func(format string, args ...any) {
		g.f(format, args...)
		closing++
	}
	if mt.outcome != 0 {
		open("if %s == %d {", g.part(owner, hdrOutcome), mt.outcome)
	}
	self, held := "", ""
	switch mt.kind {
	case matchPlain:
		if len(mt.captures) > 0 {
			g.refuse("a clause that takes something along")
		}
		open("{")
	case matchRole:
		self = owner.at
		if mt.role >= 0 {
			self = g.temp()
			open("if %s := %s; %s != interp.Absent {", self, g.part(owner, mt.role), self)
		} else {
			open("if %s != interp.Absent {", self)
		}
		if mt.perHeld {
			i := g.temp()
			held = g.temp()
			open("for %s := 0; %s < k.Helds(); %s++ {\n%s := k.HeldAt(%s)\nif k.At(%s) != %d || k.At(%s+%d) != %s { continue }",
				i, i, i, held, i, held, mt.cond.index+1, held, heldBearer, self)
			began = fmt.Sprintf("k.At(%s+%d)", held, heldSeq)
		} else if mt.cond != nil {
			open("if %s {", g.wears(mt.cond, self))
			began = fmt.Sprintf("k.Latest(%d, %s)", mt.cond.index, self)
		}
	case matchEach:
		if mt.record < 0 {
			g.refuse("a clause for anything")
		}
		self = g.temp()
		list := g.temp()
		g.f("%s := k.Living(%d)", list, mt.record)
		i := g.temp()
		open("for %s := 0; %s < len(%s); %s++ {\n%s := %s[%s]\n_ = %s", i, i, list, i, self, list, i, self)
		if mt.cond != nil {
			open("if %s {", g.wears(mt.cond, self))
		}
	case matchHelds:
		i := g.temp()
		held = g.temp()
		self = held
		test := fmt.Sprintf("k.At(%s) == 0", held)
		if mt.cond != nil {
			test = fmt.Sprintf("k.At(%s) != %d", held, mt.cond.index+1)
		}
		open("for %s := 0; %s < k.Helds(); %s++ {\n%s := k.HeldAt(%s)\nif %s { continue }", i, i, i, held, i, test)
		began = fmt.Sprintf("k.At(%s+%d)", held, heldSeq)
		if mt.cond != nil {
			self = g.temp()
			g.f("%s := k.At(%s+%d)", self, held, heldBearer)
			g.f("_ = %s", self)
		}
	default:
		g.refuse("a clause of kind %d", mt.kind)
	}
	if k.Self != nil && self != "" {
		in.vars[k.Self] = self
	}
	if k.HeldVar != nil && mt.heldOff >= 0 {
		if held == "" {
			held = "interp.Absent"
		}
		in.vars[k.HeldVar] = held
	}
	for l, v := range g.captured {
		in.vars[l] = v
	}
	var is, when, ownerIs *ir.Expr
	if mod := k.Modify; mod != nil {
		is, when = mod.Is, mod.When
		g.named(mod.Bind, owner, in)
		if mod.Owner != nil && mt.role != roleOwner {
			ownerIs = mod.Owner
		}
	} else if p := k.Pattern; p != nil {
		is, when = p.Is, p.When
		g.named(p.Bind, owner, in)
	}
	if mt.while != nil {
		b := k.Block
		ws := newScope()
		if b.For != nil {
			ws.vars[b.For] = self
		}
		open("if %s {", g.cleanup("bool", func() string { return g.test(b.While, ws) }))
	}
	for _, x := range []*ir.Expr{is, ownerIs} {
		if x != nil {
			if owner.env != nil {
				g.refuse("an event that must be a certain one")
			}
			open("if %s == %s {", g.num(x, in), owner.at)
		}
	}
	for _, said := range mt.said {
		if said == nil {
			continue // the owner of a value, above
		}
		open("if %s {", g.agrees(said, owner, asked, mt, in))
	}
	if when != nil && mt.when != nil {
		open("if %s {", g.cleanup("bool", func() string { return g.test(when, in) }))
	}
	body(in, began)
	for range closing {
		g.f("}")
	}
}

// named lets a cell name the event that is answered.
func (g *generator) named(bind *ir.Local, owner frame, in *scope) {
	switch {
	case bind == nil:
	case owner.env != nil:
		in.naming(bind, owner.env)
	default:
		in.vars[bind] = owner.at
	}
}

// agrees writes the comparison of one part of an event with what a pattern says.
func (g *generator) agrees(a *ir.PatArg, owner frame, asked *scope, mt *matcher, in *scope) string {
	var have string
	var t *ir.Type
	switch {
	case a.Field != nil:
		t = a.Field.Type
		v, ok := "", false
		if asked != nil && mt.askOff >= 0 {
			v, ok = asked.vars[a.Field]
		}
		switch {
		case ok:
			have = v
		case mt.askOff >= 0:
			g.refuse("a part of the value that is asked")
		case a.Field.Field && inline(t):
			if owner.env != nil {
				g.refuse("a list of an event")
			}
			have = fmt.Sprintf("(%s + %d)", owner.at, g.c.off(a.Field))
		default:
			have = g.part(owner, g.c.off(a.Field))
		}
	case a.Value != nil:
		t = a.Value.Type
		u := unit{valueUnit, g.valueIndex(a.Value)}
		if len(a.Value.Params) > 0 || !plain(t) || owner.env == nil && !g.use(u) {
			g.refuse("a pattern that asks a value")
		}
		if owner.env != nil {
			of := newScope()
			of.naming(a.Value.Self, owner.env)
			have = g.onTheSpot(a.Value, of, owner.env)
		} else if have = fmt.Sprintf("%s(k, %s)", u, owner.at); t.Kind == ir.Bool {
			have = "interp.Word(" + have + ")"
		}
	case a.Builtin == "actor":
		t = &ir.Type{Kind: ir.RecordKind, Record: g.p.ir.Actor}
		have = g.part(owner, hdrSize)
	case a.Builtin == "action":
		t = ir.ActionType
		if owner.env != nil {
			g.refuse("which event it is")
		}
		have = g.part(owner, hdrEvent)
	default:
		g.refuse("a pattern with an attribute or a price")
	}
	switch a.Mode {
	case ir.Equal:
		if deep(t) {
			g.refuse("a pattern that compares what lies elsewhere")
		}
		return fmt.Sprintf("%s == %s", have, g.num(a.Expr, in))
	case ir.OneOf:
		if deep(t) {
			g.refuse("a pattern that compares what lies elsewhere")
		}
		if l := a.Expr; l.Op == ir.ListOp && len(l.Args) > 0 {
			v := g.hold(have)
			var parts []string
			for _, x := range l.Args {
				parts = append(parts, fmt.Sprintf("%s == %s", v, g.num(x, in)))
			}
			return strings.Join(parts, " || ")
		}
		return g.cleanup("bool", func() string { return fmt.Sprintf("k.Holds(%s, %s)", g.num(a.Expr, in), have) })
	case ir.Contains:
		if deep(t.Elem) {
			g.refuse("a pattern that compares what lies elsewhere")
		}
		return g.cleanup("bool", func() string { return fmt.Sprintf("k.Holds(%s, %s)", have, g.num(a.Expr, in)) })
	}
	g.refuse("a pattern of mode %d", a.Mode)
	return ""
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
		g.comment(k.of.Name, nil)
	case k.cond != nil:
		s.vars[k.cond.Self] = "e"
		body = k.cond.Derived
		g.comment(k.cond.Name, nil)
	case k.order != nil:
		g.refuse("the order of a loop, which the loop keeps itself")
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
