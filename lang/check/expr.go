package check

import (
	"errors"
	"slices"

	"rulec/dice"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// expect checks a formula and that its value fits a type. It never returns nil.
func (c *checker) expect(s *scope, e syntax.Expr, want *ir.Type) *ir.Expr {
	if e == nil {
		return bad(source.Span{})
	}
	x := c.expr(s, e, want)
	if want == nil || x.Type.Fits(want) {
		return x
	}
	if want.Kind == ir.Dice && x.Type.Kind == ir.Int && !x.Type.Opt {
		return &ir.Expr{Op: ir.DiceAddOp, Type: ir.DiceType, Span: x.Span, Int: 1,
			Args: []*ir.Expr{{Op: ir.DiceConst, Str: "0", Type: ir.DiceType, Span: x.Span}, x}}
	}
	if x.Type.Kind == ir.RecordKind && x.Type.Record.Any && want.Entity() && (want.Opt || !x.Type.Opt) {
		t := c.recordType(want.Record)
		if x.Type.Opt {
			t = t.Maybe()
		}
		return &ir.Expr{Op: ir.CastOp, Type: t, Span: x.Span, Args: []*ir.Expr{x}}
	}
	c.mismatch(x, want)
	return bad(x.Span)
}

// mismatch says what is wrong between a value and the type that is expected.
func (c *checker) mismatch(x *ir.Expr, want *ir.Type) {
	t := x.Type
	switch {
	case t.Opt && t.Kind != ir.NoneKind && t.Sure().Fits(want):
		c.log.Errorf(diag.MaybeAbsent, x.Span, "%q may be absent here", x.Span.Text()).
			WithHelp("test it first: `%s != none and ...`", x.Span.Text())
	case t.Kind == ir.Dice && want.Kind == ir.Int:
		c.log.Errorf(diag.NotDice, x.Span, "dice stand here, and a number is expected").
			WithHelp("roll them first: `roll n = %s`", x.Span.Text())
	case t.Kind == ir.Int && want.Kind == ir.Quantity:
		c.log.Errorf(diag.WrongUnit, x.Span, "%s is expected here, and this number has no unit", an(want.Dim.Name)).
			WithHelp("give it one: `%s %s`", x.Span.Text(), want.Dim.Base.Name)
	case t.Kind == ir.Quantity && want.Kind == ir.Int:
		c.log.Errorf(diag.WrongUnit, x.Span, "a bare number is expected here, and this is %s", an(t.Dim.Name)).
			WithHelp("divide it by a unit: `floor(%s / 1 %s)`", x.Span.Text(), t.Dim.Base.Name)
	case t.Kind == ir.Quantity && want.Kind == ir.Quantity:
		c.log.Errorf(diag.WrongUnit, x.Span, "%s is expected here, and this is %s", an(want.Dim.Name), an(t.Dim.Name))
	default:
		d := c.log.Errorf(diag.WrongType, x.Span, "%s is expected here, and this is %s", an(want), an(t))
		if x.Op == ir.LocalOp && want.Kind == ir.EnumKind && slices.Contains(want.Enum.Members, x.Local.Name) {
			d.WithRelated(x.Local.Span, "the name means this here").
				WithHelp("write `%s.%s` for the member", want.Enum.Name, x.Local.Name)
		}
	}
}

func bad(at source.Span) *ir.Expr { return &ir.Expr{Op: ir.Const, Type: ir.BadType, Span: at} }

// sure reports a value that may be absent, unless the place has tested it.
func (c *checker) sure(s *scope, e syntax.Expr, x *ir.Expr) *ir.Expr {
	if x.Type.Opt && x.Type.Kind != ir.NoneKind {
		c.log.Errorf(diag.MaybeAbsent, x.Span, "%q may be absent here", x.Span.Text()).
			WithHelp("test it first: `%s != none and ...`", x.Span.Text())
		return &ir.Expr{Op: ir.Const, Type: x.Type.Sure(), Span: x.Span}
	}
	return x
}

// expr checks a formula; want, which may be nil, says where enum members and
// literals belong.
func (c *checker) expr(s *scope, e syntax.Expr, want *ir.Type) *ir.Expr {
	x := c.bareExpr(s, e, want)
	if x.Type.Opt && x.Type.Kind != ir.NoneKind && s.knows(e) {
		n := *x
		n.Type = x.Type.Sure()
		return &n
	}
	return x
}

func (c *checker) bareExpr(s *scope, e syntax.Expr, want *ir.Type) *ir.Expr {
	if e == nil {
		return bad(source.Span{}) // what could not be parsed
	}
	at := placeOf(e)
	switch e := e.(type) {
	case *syntax.Name:
		return c.name(s, e, want)
	case *syntax.Int:
		return c.number(e)
	case *syntax.Bool:
		n := int64(0)
		if e.Value {
			n = 1
		}
		return &ir.Expr{Op: ir.Const, Int: n, Type: ir.BoolType, Span: at}
	case *syntax.String:
		return &ir.Expr{Op: ir.TextConst, Str: e.Value, Type: ir.TextType, Span: at}
	case *syntax.Dice:
		c.dice(e)
		return &ir.Expr{Op: ir.DiceConst, Str: e.Text, Type: ir.DiceType, Span: at}
	case *syntax.Unary:
		return c.unary(s, e, want)
	case *syntax.Binary:
		return c.binary(s, e, want)
	case *syntax.Is:
		return c.is(s, e)
	case *syntax.Cond:
		return c.cond(s, e, want)
	case *syntax.Select:
		return c.selectMember(s, e)
	case *syntax.Index:
		return c.index(s, e)
	case *syntax.Call:
		return c.call(s, e, want)
	case *syntax.Bind:
		return c.bind(s, e, want)
	case *syntax.ListLit:
		return c.list(s, e, want)
	case *syntax.MapLit:
		return c.mapLit(s, e, want)
	}
	c.log.Errorf(diag.FormulaForbidden, at, "this form of expression is not part of the language")
	return bad(at)
}

// dice checks that a literal names dice that can be thrown.
func (c *checker) dice(e *syntax.Dice) {
	_, err := dice.Parse(e.Text)
	if err == nil {
		return
	}
	why := err.Error()
	var p *dice.ParseError
	if errors.As(err, &p) {
		why = p.Err.Error()
		if p.Detail != "" {
			why = p.Detail
		}
	}
	c.log.Errorf(diag.BadDice, e.Span, "%q are no dice that can be thrown: %s", e.Text, why).
		WithHelp("dice are written `2d6`, `d%%`, `4d6kh3` (keep the highest 3), `6d10c8` (count 8 and more)")
}

func (c *checker) number(e *syntax.Int) *ir.Expr {
	if e.Unit.Name == "" {
		return &ir.Expr{Op: ir.Const, Int: e.Value, Type: ir.IntType, Span: e.Span}
	}
	u := c.unit(e.Unit.Name)
	if u == nil {
		c.unknownUnit(e.Unit)
		return bad(e.Span)
	}
	return &ir.Expr{Op: ir.Const, Int: e.Value * u.Factor, Type: &ir.Type{Kind: ir.Quantity, Dim: u.Dim}, Span: e.Span}
}

// memberOf is an enum's member as a constant.
func (c *checker) memberOf(en *ir.Enum, name string, at source.Span) *ir.Expr {
	for i, m := range en.Members {
		if m == name {
			return &ir.Expr{Op: ir.Const, Int: int64(i), Type: c.enumType(en), Span: at, Enum: en}
		}
	}
	return nil
}

func (c *checker) name(s *scope, e *syntax.Name, want *ir.Type) *ir.Expr {
	at, name := e.Span, e.Name
	switch name {
	case "none":
		return &ir.Expr{Op: ir.AbsentOp, Type: ir.NoneType, Span: at}
	case "self":
		if s.self != nil {
			return s.self(at)
		}
		c.log.Errorf(diag.NoSelf, at, "nobody speaks here, so there is no `self`").
			WithHelp("actions, conditions and records have a self; rules, events and tables name their parameters")
		return bad(at)
	case "base":
		if s.base != nil {
			return &ir.Expr{Op: ir.BaseOp, Type: s.base, Span: at}
		}
	}
	if l := s.local(name); l != nil {
		return cell(l, at)
	}
	if x := c.conditionParam(s, name, at); x != nil {
		return x
	}
	if s.event != nil {
		if x := c.eventMemberExpr(s, s.event, s.running(at), name, at); x != nil && name != "outcome" && name != "action" {
			return x
		}
		if s.event.Name == name && (want == nil || want.Kind != ir.ActionKind && want.Kind != ir.EventName && want.Kind != ir.DeedKind) {
			return s.running(at)
		}
	}
	if want != nil && want.Kind == ir.EnumKind {
		if x := c.memberOf(want.Enum, name, at); x != nil {
			return x
		}
	}
	if s.grid {
		if x := c.proofName(s, e); x != nil {
			return x
		}
	}
	if x := c.declared(s, e, want); x != nil {
		return x
	}
	if ens := c.members[name]; len(ens) == 1 {
		return c.memberOf(ens[0], name, at)
	} else if len(ens) > 1 {
		var names []string
		for _, en := range ens {
			names = append(names, en.Name+"."+name)
		}
		c.log.Errorf(diag.AmbiguousMember, at, "%q belongs to more than one enum", name).WithHelp("write %s", oxford(names))
		return bad(at)
	}
	c.noSuchName(s, e, want)
	return bad(at)
}

func (c *checker) noSuchName(s *scope, e *syntax.Name, want *ir.Type) {
	names := append(s.locals(), c.known(func(e *entry) bool {
		switch e.ir.(type) {
		case *ir.Value, plural, *ir.Option, *ir.Enum:
			return true
		}
		return false
	})...)
	if s.event != nil {
		names = append(names, c.eventMemberNames(s.event)...)
	}
	if want != nil {
		switch want.Kind {
		case ir.EnumKind:
			names = want.Enum.Members
		case ir.CondKind:
			c.unknown(diag.UnknownCondition, syntax.Ident{Place: e.Place, Name: e.Name}, "condition",
				c.known(func(e *entry) bool { _, ok := e.ir.(*ir.Condition); return ok }))
			return
		}
	}
	d := c.log.Errorf(diag.UnknownName, e.Span, "nothing is called %q here", e.Name)
	c.suggest(d, e.Name, names)
	if d.Help == "" && s.self != nil && s.self(e.Span).Type.Kind == ir.RecordKind {
		r := s.self(e.Span).Type.Record
		if near := diag.Suggest(e.Name+"_", append(c.memberNames(r), e.Name)); c.fieldOf(r, e.Name) != nil || c.valueOf(r, e.Name) != nil {
			d.WithHelp("a field is reached through something: `self.%s`", e.Name)
			_ = near
		}
	}
}

// conditionParam finds a parameter or the source of the condition that speaks.
func (c *checker) conditionParam(s *scope, name string, at source.Span) *ir.Expr {
	if s.cond == nil || s.held == nil {
		return nil
	}
	if p := s.cond.Partner; p != nil && p.Name == name {
		c.perHeld(s)
		return &ir.Expr{Op: ir.FieldOp, Local: c.prog.Held.Fields[2], Type: p.Type, Span: at, Args: []*ir.Expr{cell(s.held, at)}}
	}
	for _, p := range s.cond.Params {
		if p.Name != name {
			continue
		}
		if p.Join != "" && s.self != nil {
			return &ir.Expr{Op: ir.JoinOp, Local: p, Cond: s.cond, Type: p.Type, Span: at, Args: []*ir.Expr{s.self(at)}}
		}
		c.perHeld(s)
		return &ir.Expr{Op: ir.FieldOp, Local: p, Type: p.Type, Span: at, Args: []*ir.Expr{cell(s.held, at)}}
	}
	return nil
}

func (c *checker) perHeld(s *scope) {
	for at := s; at != nil; at = at.parent {
		if at.clause != nil {
			at.clause.PerHeld = true
			return
		}
	}
}

// declared finds what a name declares, as a value.
func (c *checker) declared(s *scope, e *syntax.Name, want *ir.Type) *ir.Expr {
	en := c.names[e.Name]
	if en == nil {
		return nil
	}
	at := e.Span
	switch x := en.ir.(type) {
	case *ir.Value:
		if len(x.Params) > 0 && !allDefault(x.Params) {
			c.log.Errorf(diag.WrongArguments, at, "%q wants %s", x.Name, count(len(x.Params), "argument")).WithRelated(x.Span, "declared here")
			return bad(at)
		}
		return &ir.Expr{Op: ir.ValueOp, Value: x, Type: x.Type, Span: at, Args: make([]*ir.Expr, len(x.Params))}
	case *ir.Option:
		t := ir.IntType
		if x.Enum != nil {
			t = c.enumType(x.Enum)
		}
		return &ir.Expr{Op: ir.OptionOp, Option: x, Type: t, Span: at}
	case plural:
		return &ir.Expr{Op: ir.LivingOp, Record: x.record, Type: ir.ListOf(c.recordType(x.record)), Span: at}
	case *ir.Enum:
		return &ir.Expr{Op: ir.EnumOp, Enum: x, Type: ir.ListOf(c.enumType(x)), Span: at}
	case *ir.Condition:
		return &ir.Expr{Op: ir.CondValue, Cond: x, Type: ir.CondType, Span: at, Args: make([]*ir.Expr, len(x.Params))}
	case *ir.Event:
		if x.Action {
			if want != nil && want.Kind == ir.DeedKind {
				return &ir.Expr{Op: ir.DeedOp, Event: x, Type: ir.DeedType, Span: at, Args: make([]*ir.Expr, len(x.Params))}
			}
			return &ir.Expr{Op: ir.ActionOp, Event: x, Type: ir.ActionType, Span: at}
		}
		return &ir.Expr{Op: ir.EventOp, Event: x, Type: ir.NameType, Span: at}
	case *ir.Moment:
		return &ir.Expr{Op: ir.MomentOp, Moment: x, Type: ir.MomentType, Span: at, Args: make([]*ir.Expr, len(x.Params))}
	}
	return nil
}

func allDefault(params []*ir.Local) bool {
	for _, p := range params {
		if !p.HasDefault && p.Default == nil && !p.Type.Opt {
			return false
		}
	}
	return true
}

func (c *checker) unary(s *scope, e *syntax.Unary, want *ir.Type) *ir.Expr {
	if e.Op == "not" {
		x := c.expect(s, e.X, ir.BoolType)
		return &ir.Expr{Op: ir.NotOp, Type: ir.BoolType, Span: e.Span, Args: []*ir.Expr{x}}
	}
	x := c.sure(s, e.X, c.expr(s, e.X, want))
	if n, ok := x.Constant(); ok && x.Type.Kind != ir.Bool {
		return &ir.Expr{Op: ir.Const, Int: -n, Type: x.Type, Span: e.Span}
	}
	switch x.Type.Kind {
	case ir.Int, ir.Quantity, ir.Invalid:
	case ir.Dice:
		return &ir.Expr{Op: ir.DiceAddOp, Int: -1, Type: ir.DiceType, Span: e.Span,
			Args: []*ir.Expr{{Op: ir.DiceConst, Str: "0", Type: ir.DiceType, Span: e.Span}, x}}
	default:
		c.log.Errorf(diag.WrongType, e.Span, "%s cannot be negative", an(x.Type))
		return bad(e.Span)
	}
	return &ir.Expr{Op: ir.NegOp, Type: x.Type, Span: e.Span, Args: []*ir.Expr{x}}
}

func (c *checker) is(s *scope, e *syntax.Is) *ir.Expr {
	x := c.sure(s, e.X, c.expr(s, e.X, nil))
	id := e.Condition
	name, ok := id.(*syntax.Name)
	if !ok {
		c.log.Errorf(diag.WrongType, placeOf(id), "`is` tests a condition by its name")
		return bad(e.Span)
	}
	cd, ok := lookup[*ir.Condition](c, syntax.Ident{Place: name.Place, Name: name.Name}, diag.UnknownCondition, "condition")
	if !ok {
		return &ir.Expr{Op: ir.Const, Type: ir.BoolType, Span: e.Span}
	}
	if x.Type.Kind != ir.Invalid && !x.Type.Entity() {
		c.log.Errorf(diag.WrongType, placeOf(e.X), "%s wears no conditions", an(x.Type))
		return bad(e.Span)
	}
	if x.Type.Kind != ir.Invalid && !x.Type.Record.Any && x.Type.Record != cd.On && !cd.On.Any {
		c.log.Errorf(diag.WrongType, placeOf(e.X), "%q is worn by %s, not by %s", cd.Name, an(cd.On.Name), an(x.Type))
	}
	out := &ir.Expr{Op: ir.IsOp, Cond: cd, Type: ir.BoolType, Span: e.Span, Args: []*ir.Expr{x}}
	if e.Partner != nil {
		if cd.Partner == nil {
			c.log.Errorf(diag.WrongArguments, placeOf(e.Partner), "%q has no source", cd.Name).WithRelated(cd.Span, "declared here")
			return bad(e.Span)
		}
		out.Args = append(out.Args, c.expect(s, e.Partner, cd.Partner.Type))
	}
	if e.Not {
		return &ir.Expr{Op: ir.NotOp, Type: ir.BoolType, Span: e.Span, Args: []*ir.Expr{out}}
	}
	return out
}

func (c *checker) cond(s *scope, e *syntax.Cond, want *ir.Type) *ir.Expr {
	test := c.expect(s, e.If, ir.BoolType)
	a := c.expr(s.given(e.If, true), e.Then, want)
	if want == nil {
		want = a.Type
	}
	b := c.expr(s.given(e.If, false), e.Else, want)
	t := a.Type
	switch {
	case a.Type.Kind == ir.Dice && b.Type.Kind == ir.Int, a.Type.Kind == ir.Int && b.Type.Kind == ir.Dice:
		a, b, t = c.asDice(a), c.asDice(b), ir.DiceType
	case a.Type.Kind == ir.NoneKind:
		t = b.Type.Maybe()
	case b.Type.Fits(a.Type):
	case b.Type.Kind == ir.NoneKind, b.Type.Opt && a.Type.Fits(b.Type.Sure()):
		t = a.Type.Maybe()
	case a.Type.Fits(b.Type):
		t = b.Type
	case a.Type.Entity() && b.Type.Entity():
		t = c.recordType(c.prog.AnyEntity)
	default:
		c.log.Errorf(diag.WrongType, e.Span, "one side of the choice is %s, the other %s", an(a.Type), an(b.Type))
		return bad(e.Span)
	}
	if a.Type.Sequence() && a.Type.Elem.Kind == ir.Invalid {
		t = b.Type
	}
	return &ir.Expr{Op: ir.CondOp, Type: t, Span: e.Span, Args: []*ir.Expr{test, a, b}}
}

func (c *checker) asDice(x *ir.Expr) *ir.Expr {
	if x.Type.Kind == ir.Dice {
		return x
	}
	return &ir.Expr{Op: ir.DiceAddOp, Type: ir.DiceType, Span: x.Span, Int: 1,
		Args: []*ir.Expr{{Op: ir.DiceConst, Str: "0", Type: ir.DiceType, Span: x.Span}, x}}
}

func (c *checker) index(s *scope, e *syntax.Index) *ir.Expr {
	x := c.sure(s, e.X, c.expr(s, e.X, nil))
	if x.Type.Kind == ir.Invalid {
		c.expr(s, e.I, nil)
		return x
	}
	if x.Type.Kind != ir.Map {
		c.log.Errorf(diag.WrongType, e.Span, "only maps are looked into with [ ], and this is %s", an(x.Type)).
			WithHelp("use `first(x in list, ...)` for a list")
		return bad(e.Span)
	}
	i := c.expect(s, e.I, c.enumType(x.Type.Enum))
	t := x.Type.Elem
	if t.Kind == ir.RecordKind {
		t = t.Maybe()
	}
	return &ir.Expr{Op: ir.IndexOp, Type: t, Span: e.Span, Args: []*ir.Expr{x, i}}
}

func (c *checker) list(s *scope, e *syntax.ListLit, want *ir.Type) *ir.Expr {
	var elem *ir.Type
	kind := ir.List
	path := false
	if want != nil && want.Sequence() {
		elem, path = want.Elem, want.Path
		if elem.Kind == ir.Invalid {
			elem = nil
		}
	}
	out := &ir.Expr{Op: ir.ListOp, Span: e.Span}
	for _, item := range e.Items {
		var x *ir.Expr
		if elem != nil && want != nil && want.Sequence() {
			x = c.expect(s, item, elem)
		} else {
			x = c.expr(s, item, elem)
			if elem == nil {
				elem = x.Type
			} else if !x.Type.Fits(elem) {
				if x.Type.Entity() && elem.Entity() {
					elem = c.recordType(c.prog.AnyEntity)
				} else {
					c.mismatch(x, elem)
				}
			}
		}
		out.Args = append(out.Args, x)
	}
	if elem == nil {
		elem = ir.BadType
	}
	out.Type = &ir.Type{Kind: kind, Elem: elem, Path: path}
	return out
}

// mapLit is a map, or the fields of a plain record where one is expected.
func (c *checker) mapLit(s *scope, e *syntax.MapLit, want *ir.Type) *ir.Expr {
	if want == nil || want.Kind != ir.Map && (want.Kind != ir.RecordKind || want.Record.Entity) {
		if want == nil || want.Kind != ir.Invalid {
			c.log.Errorf(diag.WrongType, e.Span, "a map cannot stand here")
		}
		return bad(e.Span)
	}
	if want.Kind == ir.RecordKind {
		return c.newRecord(s, want.Record, e.Entries, e.Span)
	}
	out := &ir.Expr{Op: ir.MapOp, Type: &ir.Type{Kind: ir.Map, Enum: want.Enum, Elem: want.Elem}, Span: e.Span}
	for _, a := range e.Entries {
		k := c.memberOf(want.Enum, a.Label.Name, a.Label.Span)
		if k == nil {
			d := c.log.Errorf(diag.UnknownName, a.Label.Span, "%q is no %s", a.Label.Name, want.Enum.Name)
			c.suggest(d, a.Label.Name, want.Enum.Members)
			continue
		}
		for _, o := range out.Keys {
			if o == k.Int {
				c.log.Errorf(diag.DuplicateName, a.Label.Span, "%q stands twice", a.Label.Name)
			}
		}
		out.Keys = append(out.Keys, k.Int)
		out.Args = append(out.Args, c.expect(s, a.Value, want.Elem))
	}
	return out
}

func count(n int, what string) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight"}
	w := "many"
	if n < len(words) {
		w = words[n]
	}
	if n != 1 {
		what += "s"
	}
	return w + " " + what
}

// an names a type, or what has a name, with its article.
func an(x any) string {
	switch x := x.(type) {
	case string:
		return article(x)
	case *ir.Type:
		switch {
		case x.Kind == ir.NoneKind:
			return "nothing"
		case x.Opt:
			return an(x.Sure()) + " or none"
		case x.Kind == ir.Dice:
			return "dice"
		}
		return article(x.String())
	}
	return ""
}
