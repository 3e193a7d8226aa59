package interp

import (
	"fmt"
	"strings"

	"rulec/lang/ir"
)

// num writes a formula as a Go expression of a word.
func (g *generator) num(e *ir.Expr, s *scope) string {
	if e.Type != nil && e.Type.Kind == ir.Bool && truthOps[e.Op] {
		if k, ok := g.c.constant(e); ok {
			return number(k)
		}
		return "interp.Word(" + g.test(e, s) + ")"
	}
	if k, ok := g.c.constant(e); ok {
		return number(k)
	}
	switch e.Op {
	case ir.AbsentOp:
		return "interp.Absent"
	case ir.TextConst:
		id, ok := g.p.textIDs[e.Str]
		if !ok {
			g.refuse("a text")
		}
		return number(id)
	case ir.DiceConst:
		return number(g.p.pool(e.Str))
	case ir.LocalOp:
		return g.cell(e.Local, s)
	case ir.FrameOp:
		if s.frame == "" {
			g.refuse("the event itself")
		}
		return s.frame
	case ir.FieldOp:
		return g.field(e, s)
	case ir.AtOp:
		if g.p.space != "grid" {
			g.refuse("a place of a %s", g.p.space)
		}
		return fmt.Sprintf("k.At(%s+%d)", g.num(e.Args[0], s), entPlace)
	case ir.ValueOp:
		return g.valueOp(e, s)
	case ir.SpendOp:
		return fmt.Sprintf("(%s - k.At(%s+%d))", g.amount(e, s), g.num(e.Args[0], s), g.c.off(e.Res.Spent))
	case ir.NativeOp:
		return g.native(e, s)
	case ir.NegOp:
		return "(-" + g.num(e.Args[0], s) + ")"
	case ir.AddOp:
		return fmt.Sprintf("k.Sum(%s + %s)", g.num(e.Args[0], s), g.num(e.Args[1], s))
	case ir.SubOp:
		return fmt.Sprintf("k.Sum(%s - %s)", g.num(e.Args[0], s), g.num(e.Args[1], s))
	case ir.MulOp:
		return fmt.Sprintf("k.Product(%s, %s)", g.num(e.Args[0], s), g.num(e.Args[1], s))
	case ir.ModOp:
		return fmt.Sprintf("k.Rest(%s, %s)", g.num(e.Args[0], s), g.num(e.Args[1], s))
	case ir.FloorOp, ir.CeilOp, ir.NearestOp:
		how := map[ir.Op]int{ir.CeilOp: 1, ir.NearestOp: 2}[e.Op]
		if d, ok := g.c.constant(e.Args[1]); ok && d > 0 && how == 0 && d&(d-1) == 0 {
			shift := 0
			for d>>shift > 1 {
				shift++
			}
			return fmt.Sprintf("(%s >> %d)", g.num(e.Args[0], s), shift)
		}
		if d, ok := g.c.constant(e.Args[1]); ok && d != 0 && how == 0 {
			return fmt.Sprintf("interp.Floor(%s, %d)", g.num(e.Args[0], s), d)
		}
		return fmt.Sprintf("k.Quotient(%s, %s, %d)", g.num(e.Args[0], s), g.num(e.Args[1], s), how)
	case ir.CondOp:
		return g.either(e, s, "int64", g.num)
	case ir.IndexOp:
		x := fmt.Sprintf("k.At(%s + %s)", g.num(e.Args[0], s), g.num(e.Args[1], s))
		if e.Type.Kind == ir.Int || e.Type.Kind == ir.Quantity || e.Type.Kind == ir.Bool {
			return "interp.Known(" + x + ")"
		}
		return x
	case ir.HeldOp:
		return fmt.Sprintf("k.HeldOf(%d, %s, interp.Absent)", e.Cond.Index, g.num(e.Args[0], s))
	case ir.ListOp:
		return g.listLit(e, s)
	case ir.LivingOp:
		if !e.Record.Entity {
			g.refuse("records that are no entities")
		}
		g.alloc = true
		return fmt.Sprintf("k.List(k.Living(%d)...)", e.Record.Index)
	case ir.BindOp:
		return g.bindNum(e, s)
	case ir.BaseOp:
		if s.base == "" {
			g.refuse("what is replaced")
		}
		return s.base
	case ir.AttrOp:
		if e.Str == "action" || s.frameOf(e.Args[0]) != nil {
			g.refuse("an attribute of an action by itself")
		}
		return g.attribute(e.Local, g.num(e.Args[0], s), nil)
	case ir.JoinOp:
		how := map[string]int{"sum": 0, "highest": 1, "lowest": 2, "latest": 3}[e.Local.Join]
		return fmt.Sprintf("k.Joined(%d, %d, %s, %d)", e.Cond.Index, g.c.off(e.Local), g.num(e.Args[0], s), how)
	case ir.LengthOp:
		if g.p.space != "grid" {
			g.refuse("the length of a way on a %s", g.p.space)
		}
		return g.cleanup("int64", func() string { return fmt.Sprintf("k.At(%s)*%d", g.num(e.Args[0], s), g.p.stepLength) })
	case ir.ActActorOp:
		return fmt.Sprintf("k.At(%s+%d)", g.num(e.Args[0], s), hdrSize)
	case ir.ActActionOp:
		return fmt.Sprintf("k.At(%s+%d)", g.num(e.Args[0], s), hdrEvent)
	case ir.OutcomeOp:
		if in := s.frameOf(e.Args[0]); in != nil {
			return fmt.Sprintf("interp.Ended(%s)", in.outcome)
		}
		return fmt.Sprintf("k.Outcome(%s)", g.num(e.Args[0], s))
	case ir.ActionOp, ir.EventOp:
		return number(int64(e.Event.Index))
	case ir.CondValue:
		for _, a := range e.Args {
			if a != nil {
				g.refuse("a condition with arguments")
			}
		}
		return number(g.p.condConsts[e.Cond.Index])
	case ir.DiceAddOp:
		x, y := g.num(e.Args[0], s), g.num(e.Args[1], s)
		if e.Args[1].Type.Kind == ir.Dice {
			return fmt.Sprintf("k.DicePlus(%s, %s, %d)", x, y, e.Int)
		}
		return fmt.Sprintf("k.DiceNumber(%s, %d*%s)", x, e.Int, y)
	case ir.DiceOfOp:
		return fmt.Sprintf("k.DiceOf(%s, %s)", g.num(e.Args[0], s), g.num(e.Args[1], s))
	case ir.SeqOp:
		return g.cleanup("int64", func() string { return "k.At(" + g.num(e.Args[0], s) + ")" })
	case ir.DeedActionOp:
		return fmt.Sprintf("k.At(%s)", g.num(e.Args[0], s))
	}
	if what := closuresOnly[e.Op]; what != "" {
		g.refuse("%s", what)
	}
	g.refuse("operator %d", e.Op)
	return ""
}

// closuresOnly are the operators that have no native form.
var closuresOnly = map[ir.Op]string{
	ir.NewOp: "a record that is made", ir.MapOp: "a map that is made", ir.EnumOp: "a list of members", ir.RangeOp: "a list of numbers",
	ir.ConcatOp: "lists put together", ir.WithoutOp: "a list without another", ir.DeedOp: "a deed", ir.MomentOp: "a moment",
	ir.ActionsOp: "all actions", ir.TargetsOp: "the targets of a deed", ir.ReplacesOp: "what an action may stand in for",
	ir.CastOp: "a thing that must be of a certain record", ir.PlaceOp: "a place of a drawing", ir.ThingOp: "a thing of a scene",
}

func number(k int64) string {
	if k == None {
		return "interp.Absent"
	}
	return fmt.Sprintf("int64(%d)", k)
}

// cell reads a cell of the frame a formula stands in.
func (g *generator) cell(l *ir.Local, s *scope) string {
	if v, ok := s.vars[l]; ok {
		return v
	}
	if s.fp == "" {
		g.refuse("what a clause knows of the value it modifies, %q", l.Name)
	}
	if l.Field && inline(l.Type) {
		return fmt.Sprintf("(%s + %d)", s.fp, g.c.off(l))
	}
	return fmt.Sprintf("k.At(%s+%d)", s.fp, g.c.off(l))
}

func (g *generator) field(e *ir.Expr, s *scope) string {
	if in := s.frameOf(e.Args[0]); in != nil {
		return g.cell(e.Local, in)
	}
	if a := e.Args[0]; a.Op == ir.FrameOp {
		if v, ok := s.vars[e.Local]; ok {
			return v
		}
		if s.frame == "" {
			g.refuse("a field of the event itself")
		}
	}
	x := g.num(e.Args[0], s)
	if e.Local.Field && inline(e.Local.Type) {
		return fmt.Sprintf("(%s + %d)", x, g.c.off(e.Local))
	}
	return g.once(fmt.Sprintf("k.At(%s+%d)", x, g.c.off(e.Local)), s, e.Args[0])
}

// either writes `t ? a : b`.
func (g *generator) either(e *ir.Expr, s *scope, typ string, of func(*ir.Expr, *scope) string) string {
	t := g.temp()
	g.f("var %s %s", t, typ)
	g.f("if %s {", g.test(e.Args[0], s))
	g.f("%s = %s", t, of(e.Args[1], s))
	g.f("} else {")
	g.f("%s = %s", t, of(e.Args[2], s))
	g.f("}")
	return t
}

// test writes a formula as a Go expression of a truth.
func (g *generator) test(e *ir.Expr, s *scope) string {
	if k, ok := g.c.constant(e); ok {
		return fmt.Sprint(k != 0)
	}
	switch e.Op {
	case ir.NotOp:
		return "!" + g.test(e.Args[0], s)
	case ir.AndOp, ir.OrOp:
		return g.both(e, s)
	case ir.CondOp:
		return g.either(e, s, "bool", g.test)
	case ir.EqOp, ir.NeOp, ir.LtOp, ir.LeOp, ir.GtOp, ir.GeOp:
		a, b := e.Args[0], e.Args[1]
		if (e.Op == ir.EqOp || e.Op == ir.NeOp) && a.Op != ir.AbsentOp && b.Op != ir.AbsentOp && deep(a.Type) {
			g.refuse("a comparison of what lies elsewhere")
		}
		op := map[ir.Op]string{ir.EqOp: "==", ir.NeOp: "!=", ir.LtOp: "<", ir.LeOp: "<=", ir.GtOp: ">", ir.GeOp: ">="}[e.Op]
		return fmt.Sprintf("(%s %s %s)", g.num(a, s), op, g.num(b, s))
	case ir.InOp:
		return g.in(e, s)
	case ir.HasOp:
		return fmt.Sprintf("(k.At(%s + %s) != interp.Absent)", g.num(e.Args[1], s), g.num(e.Args[0], s))
	case ir.IsOp:
		x := g.num(e.Args[0], s)
		if len(e.Args) > 1 {
			return fmt.Sprintf("(k.HeldOf(%d, %s, %s) != interp.Absent)", e.Cond.Index, x, g.num(e.Args[1], s))
		}
		return g.wears(g.p.conds[e.Cond.Index], x)
	case ir.BindOp:
		return g.bindTest(e, s)
	case ir.ValueOp:
		return g.valueTest(e, s)
	case ir.NativeOp, ir.LocalOp, ir.FieldOp, ir.IndexOp, ir.BaseOp, ir.AttrOp, ir.JoinOp:
		return "(" + g.num(e, s) + " != 0)"
	}
	if what := closuresOnly[e.Op]; what != "" {
		g.refuse("%s", what)
	}
	g.refuse("truth %d", e.Op)
	return ""
}

// both writes `a and b`, or `a or b`: the second is asked only if it decides.
func (g *generator) both(e *ir.Expr, s *scope) string {
	and := e.Op == ir.AndOp
	if k, ok := g.c.constant(e.Args[0]); ok && (k != 0) == and {
		return g.test(e.Args[1], s)
	}
	x := g.test(e.Args[0], s)
	var y string
	before := g.aside(func() { y = g.test(e.Args[1], s) })
	op, not := "&&", ""
	if !and {
		op, not = "||", "!"
	}
	if before == "" {
		return fmt.Sprintf("(%s %s %s)", x, op, y)
	}
	t := g.temp()
	g.f("%s := %s", t, x)
	g.f("if %s%s {", not, t)
	g.w.WriteString(before)
	g.f("%s = %s", t, y)
	g.f("}")
	return t
}

// wears writes whether an entity wears a condition.
func (g *generator) wears(c *condition, x string) string {
	if len(c.derivedBy) == 0 {
		return fmt.Sprintf("(k.At(%s+%d)&%d != 0)", x, c.word, c.bit)
	}
	e, t := g.hold(x), g.temp()
	for _, d := range c.derivedBy {
		if d.kept == nil {
			return fmt.Sprintf("k.Wears(%d, %s)", c.index, e)
		}
	}
	g.f("%s := k.At(%s+%d)&%d != 0", t, e, c.word, c.bit)
	for _, d := range c.derivedBy {
		test := "!" + t
		if d.record >= 0 {
			test += fmt.Sprintf(" && k.At(%s+%d) == %d", e, entRecord, d.record)
		}
		g.f("if %s {", test)
		if u := (unit{keptUnit, d.kept.index}); g.direct(d.kept) && g.use(u) {
			g.f("%s = %s(k, %s) != 0", t, u, e)
		} else {
			g.f("%s = %s != 0", t, g.keptWord(d.kept, e))
		}
		g.f("}")
	}
	return t
}

// hold puts an expression that is read more than once into a variable.
func (g *generator) hold(x string) string {
	if !strings.ContainsAny(x, "(+ ") {
		return x
	}
	t := g.temp()
	g.f("%s := %s", t, x)
	return t
}

func (g *generator) in(e *ir.Expr, s *scope) string {
	x, l := e.Args[0], e.Args[1]
	if l.Op == ir.RangeOp {
		v := g.hold(g.num(x, s))
		return fmt.Sprintf("(%s >= %s && %s <= %s)", v, g.num(l.Args[0], s), v, g.num(l.Args[1], s))
	}
	if g.p.space == "grid" && l.Op == ir.NativeOp && l.Native == "footprint" && x.Type.Kind == ir.PlaceKind {
		v := g.hold(g.num(x, s))
		return fmt.Sprintf("k.Covers(%s, %s)", g.base(l, s), v)
	}
	if deep(x.Type) {
		g.refuse("a search for what lies elsewhere")
	}
	v := g.hold(g.num(x, s))
	if l.Op == ir.ListOp && len(l.Args) > 0 {
		var parts []string
		for _, a := range l.Args {
			parts = append(parts, fmt.Sprintf("%s == %s", v, g.num(a, s)))
		}
		return "(" + strings.Join(parts, " || ") + ")"
	}
	return g.cleanup("bool", func() string { return fmt.Sprintf("k.Holds(%s, %s)", g.num(l, s), v) })
}

func (g *generator) listLit(e *ir.Expr, s *scope) string {
	if len(e.Args) == 0 {
		return number(emptyList)
	}
	var items []string
	for _, a := range e.Args {
		items = append(items, g.num(a, s))
	}
	g.alloc = true
	return "k.List(" + strings.Join(items, ", ") + ")"
}

// native writes the functions Go supplies.
func (g *generator) native(e *ir.Expr, s *scope) string {
	arg := func(i int) string { return g.num(e.Args[i], s) }
	switch e.Native {
	case "min", "max":
		var args []string
		for i := range e.Args {
			args = append(args, arg(i))
		}
		return e.Native + "(" + strings.Join(args, ", ") + ")"
	case "abs":
		x := g.hold(arg(0))
		return fmt.Sprintf("max(%s, -%s)", x, x)
	case "first", "last":
		if e.Native == "first" {
			if b := e.Args[0]; b.Op == ir.BindOp && b.Fn == "sort" && !deep(e.Type) {
				return g.least(b, s)
			}
		}
		return g.end(e, s)
	case "most", "least":
		return fmt.Sprintf("k.Bound(%s, %v)", arg(0), e.Native == "most")
	case "tally":
		off, ok := g.p.lay.tallies[tallyKey{e.Args[1].Event, e.Args[2].Event}]
		if !ok {
			g.refuse("a tally")
		}
		return fmt.Sprintf("k.At(%s+%d)", arg(0), off)
	case "distance":
		if g.single(e.Args...) {
			return g.once(fmt.Sprintf("interp.Apart(%s, %s, %d)", g.place(e.Args[0], s), g.place(e.Args[1], s), g.p.stepLength), s, e.Args...)
		}
		if g.p.space == "grid" {
			return g.cleanup("int64", func() string {
				a := g.hold(g.base(e.Args[0], s))
				return fmt.Sprintf("k.Gap(%s, %s)", a, g.base(e.Args[1], s))
			})
		}
	case "footprint":
		if g.p.space == "grid" {
			g.alloc = true
			return fmt.Sprintf("k.Footprint(%s)", g.base(e, s))
		}
	case "ring_steps":
		if g.single(e.Args...) {
			of := g.place(e.Args[0], s)
			at := func(i int) string {
				return g.once(fmt.Sprintf("interp.RingPlace(%s, %s)", of, g.place(e.Args[i], s)), s, e.Args[0], e.Args[i])
			}
			a := at(1)
			return fmt.Sprintf("interp.RingSteps(%s, %s)", a, at(2))
		}
	case "neighbours":
		if g.single(e.Args...) {
			g.alloc = true
			return fmt.Sprintf("k.List(k.Beside(%s)...)", g.place(e.Args[0], s))
		}
	}
	g.refuse("the function %s", e.Native)
	return ""
}

// base writes what is measured: where an entity stands or would stand, a place, or
// a set of places.
func (g *generator) base(e *ir.Expr, s *scope) string {
	switch {
	case e.Op == ir.NativeOp && e.Native == "footprint" && len(e.Args) == 2:
		who := g.hold(g.num(e.Args[0], s))
		return fmt.Sprintf("k.BaseAt(%s, %s)", who, g.num(e.Args[1], s))
	case e.Op == ir.NativeOp && e.Native == "footprint":
		return fmt.Sprintf("k.BaseOf(%s)", g.num(e.Args[0], s))
	case e.Type.Entity():
		return fmt.Sprintf("k.BaseOf(%s)", g.num(e, s))
	case e.Type.Sequence():
		return fmt.Sprintf("k.BaseList(%s)", g.num(e, s))
	}
	return fmt.Sprintf("interp.BasePlace(%s)", g.num(e, s))
}

// single tells whether places and entities of one square each are measured.
func (g *generator) single(args ...*ir.Expr) bool {
	if g.p.space != "grid" || g.p.hooks.edge != nil {
		return false
	}
	for _, a := range args {
		if !a.Type.Entity() && a.Type.Kind != ir.PlaceKind {
			return false
		}
	}
	return true
}

// place writes the square of an entity or a place.
func (g *generator) place(e *ir.Expr, s *scope) string {
	x := g.num(e, s)
	if e.Type.Entity() {
		return g.once(fmt.Sprintf("k.At(%s+%d)", x, entPlace), s, e)
	}
	return x
}
