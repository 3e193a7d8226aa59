package interp

import (
	"fmt"
	"slices"
	"strings"

	"rulec/lang/ir"
)

// Clauses. What a matcher does for closures (matcher.go) becomes tests and loops
// around what is done for each frame in which the clause holds.

// attribute writes what an action says of itself: a constant where it is known which
// action it is and its ways do not differ.
func (g *generator) attribute(l *ir.Local, at string, of *ir.Event) string {
	if of != nil && of.Action {
		varies := false
		for _, w := range of.Ways {
			for _, x := range w.Attributes {
				varies = varies || x.Local == l
			}
		}
		if x := attributeExpr(of, l); x != nil && !varies {
			if k, ok := g.c.constant(x); ok {
				return number(k)
			}
		}
	}
	if at == "" || inline(l.Type) || deep(l.Type) {
		g.refuse("an attribute that is no word")
	}
	return fmt.Sprintf("k.Attribute(%s, %d)", at, slices.Index(g.p.ir.Attributes, l))
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
		g.refuse("a clause that holds while an event runs")
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
	case a.Attr != nil:
		t = a.Attr.Type
		have = g.attribute(a.Attr, owner.at, owner.of)
	case a.Builtin == "price":
		if owner.env != nil {
			g.refuse("the price of an event without a frame")
		}
		return fmt.Sprintf("k.Priced(%s, %d)", owner.at, a.Resource.Index)
	default:
		g.refuse("a part of an event called %q", a.Builtin)
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
