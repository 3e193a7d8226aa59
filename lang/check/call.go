package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// selectMember checks x.name.
func (c *checker) selectMember(s *scope, e *syntax.Select) *ir.Expr {
	if n, ok := e.X.(*syntax.Name); ok && s.local(n.Name) == nil {
		if en, ok := find[*ir.Enum](c, n.Name); ok {
			if x := c.memberOf(en, e.Name.Name, e.Span); x != nil {
				return x
			}
			d := c.log.Errorf(diag.UnknownName, e.Name.Span, "%q is no %s", e.Name.Name, en.Name)
			c.suggest(d, e.Name.Name, en.Members)
			return bad(e.Span)
		}
		if x := c.proofEvent(s, n, e); x != nil {
			return x
		}
	}
	x := c.sure(s, e.X, c.expr(s, e.X, nil))
	return c.memberExpr(s, x, e)
}

func (c *checker) memberExpr(s *scope, x *ir.Expr, e *syntax.Select) *ir.Expr {
	name, at := e.Name.Name, e.Span
	switch x.Type.Kind {
	case ir.Invalid:
		return bad(at)
	case ir.RecordKind:
		r := x.Type.Record
		if f := c.fieldOf(r, name); f != nil {
			return &ir.Expr{Op: ir.FieldOp, Local: f, Type: f.Type, Span: at, Args: []*ir.Expr{x}}
		}
		if v := c.valueOf(r, name); v != nil {
			if len(v.Params) > 0 && !allDefault(v.Params) {
				c.log.Errorf(diag.WrongArguments, at, "%q wants %s", v.Name, count(len(v.Params), "argument")).WithRelated(v.Span, "declared here")
				return bad(at)
			}
			return &ir.Expr{Op: ir.ValueOp, Value: v, Type: v.Type, Span: at, Args: append([]*ir.Expr{x}, make([]*ir.Expr, len(v.Params))...)}
		}
		if q := c.resourceOf(r, name); q != nil {
			return &ir.Expr{Op: ir.SpendOp, Res: q, Type: ir.IntType, Span: at, Args: []*ir.Expr{x}}
		}
		if name == "at" && r.Entity {
			return &ir.Expr{Op: ir.AtOp, Type: ir.PlaceType.Maybe(), Span: at, Args: []*ir.Expr{x}}
		}
		if cd, ok := find[*ir.Condition](c, name); ok && r.Entity {
			return &ir.Expr{Op: ir.HeldOp, Cond: cd, Type: c.heldType(cd).Maybe(), Span: at, Args: []*ir.Expr{x}}
		}
		d := c.log.Errorf(diag.UnknownMember, e.Name.Span, "%s has nothing called %q", an(r.Name), name)
		c.suggest(d, name, c.memberNames(r))
		return bad(at)
	case ir.EventKind:
		if x2 := c.eventMemberExpr(s, x.Type.Event, x, name, at); x2 != nil {
			return x2
		}
		d := c.log.Errorf(diag.UnknownMember, e.Name.Span, "%q has nothing called %q", x.Type.Event.Name, name)
		c.suggest(d, name, c.eventMemberNames(x.Type.Event))
		return bad(at)
	case ir.List:
		if x.Type.Path && name == "length" {
			return &ir.Expr{Op: ir.LengthOp, Type: c.lengthType(), Span: at, Args: []*ir.Expr{x}}
		}
	case ir.DeedKind:
		switch name {
		case "action":
			return &ir.Expr{Op: ir.DeedActionOp, Type: ir.ActionType, Span: at, Args: []*ir.Expr{x}}
		case "targets":
			return &ir.Expr{Op: ir.TargetsOp, Type: ir.ListOf(c.recordType(c.prog.AnyEntity)), Span: at, Args: []*ir.Expr{x}}
		}
	case ir.ActionKind:
		if name == "replaces" {
			return &ir.Expr{Op: ir.ReplacesOp, Type: ir.ListOf(ir.ActionType), Span: at, Args: []*ir.Expr{x}}
		}
		if l := c.attributeNamed(name); l != nil {
			return &ir.Expr{Op: ir.AttrOp, Local: l, Type: l.Type, Span: at, Str: "action", Args: []*ir.Expr{x}}
		}
	}
	c.log.Errorf(diag.UnknownMember, e.Name.Span, "%s has nothing called %q", an(x.Type), name)
	return bad(at)
}

// heldType is the type of an application of one condition: its parameters are
// members too. It is made once for each condition.
func (c *checker) heldType(cd *ir.Condition) *ir.Type {
	if len(cd.Params) == 0 {
		return c.recordType(c.prog.Held)
	}
	c.note(func(c *checker) { c.heldType(cd) })
	if cd.HeldRecord == nil {
		h := *c.prog.Held
		h.Fields = append(append([]*ir.Local(nil), h.Fields...), cd.Params...)
		cd.HeldRecord = asked(c, heldOf{cd}, h)
	}
	return c.recordType(cd.HeldRecord)
}

// eventMemberExpr is a member of a running event, or nil.
func (c *checker) eventMemberExpr(s *scope, ev *ir.Event, x *ir.Expr, name string, at source.Span) *ir.Expr {
	act := ev.Action || ev.Act
	if l := c.eventField(ev, name); l != nil {
		return &ir.Expr{Op: ir.FieldOp, Local: l, Type: l.Type, Span: at, Args: []*ir.Expr{x}}
	}
	if v := c.eventValue(ev, name); v != nil {
		return &ir.Expr{Op: ir.ValueOp, Value: v, Type: v.Type, Span: at, Args: append([]*ir.Expr{x}, make([]*ir.Expr, len(v.Params))...)}
	}
	if act {
		switch name {
		case "actor":
			return &ir.Expr{Op: ir.ActActorOp, Type: c.recordType(c.actor()), Span: at, Args: []*ir.Expr{x}}
		case "action":
			return &ir.Expr{Op: ir.ActActionOp, Type: ir.ActionType, Span: at, Args: []*ir.Expr{x}}
		}
		if l := c.attributeNamed(name); l != nil {
			return &ir.Expr{Op: ir.AttrOp, Local: l, Type: l.Type, Span: at, Args: []*ir.Expr{x}}
		}
	}
	if name == "outcome" && !ev.Act {
		return &ir.Expr{Op: ir.OutcomeOp, Type: c.outcomeType(ev), Span: at, Args: []*ir.Expr{x}}
	}
	return nil
}

// outcomeType is the enum of an event's outcomes: the declared ones, then none.
func (c *checker) outcomeType(ev *ir.Event) *ir.Type {
	c.note(func(c *checker) { c.outcomeType(ev) })
	if ev.OutcomeEnum == nil {
		ev.OutcomeEnum = asked(c, outcomeOf{ev}, ir.Enum{Decl: ir.Decl{Name: "outcome of " + ev.Name}, Members: ev.Outcomes})
	}
	return c.enumType(ev.OutcomeEnum)
}

// arguments puts arguments in the order of parameters. Missing ones are nil where
// the parameter has a default or may be absent, or where open says so.
func (c *checker) arguments(s *scope, args []*syntax.Arg, params []*ir.Local, at source.Span, what string, open bool) []*ir.Expr {
	out := make([]*ir.Expr, len(params))
	next := 0
	for _, a := range args {
		i := -1
		if a.Label.Name != "" {
			for j, p := range params {
				if p.Name == a.Label.Name {
					i = j
				}
			}
			if i < 0 {
				d := c.log.Errorf(diag.UnknownParam, a.Label.Span, "%q has no parameter %q", what, a.Label.Name)
				c.suggest(d, a.Label.Name, localNames(params))
				c.expr(s, a.Value, nil)
				continue
			}
		} else {
			for next < len(params) && out[next] != nil {
				next++
			}
			if next >= len(params) {
				c.log.Errorf(diag.WrongArguments, a.Span, "%q takes %s", what, count(len(params), "argument"))
				c.expr(s, a.Value, nil)
				continue
			}
			i = next
		}
		if out[i] != nil {
			c.log.Errorf(diag.WrongArguments, a.Span, "%q is given twice", params[i].Name)
			continue
		}
		out[i] = c.expect(s, a.Value, params[i].Type)
	}
	if !open {
		for i, p := range params {
			if out[i] == nil && p.Default == nil && !p.Type.Opt && !c.willDefault(p) {
				c.log.Errorf(diag.WrongArguments, at, "%q needs %q, %s", what, p.Name, an(p.Type)).WithRelated(p.Span, "the parameter")
			}
		}
	}
	return out
}

// willDefault tells whether a parameter or field can be left out.
func (c *checker) willDefault(p *ir.Local) bool {
	return p.HasDefault || p.Default != nil || p.Type.Opt
}

func (c *checker) call(s *scope, e *syntax.Call, want *ir.Type) *ir.Expr {
	switch fn := e.Fn.(type) {
	case *syntax.Select:
		return c.methodCall(s, fn, e)
	case *syntax.Name:
		if s.local(fn.Name) == nil {
			return c.callNamed(s, fn, e, want)
		}
		c.log.Errorf(diag.NotCallable, fn.Span, "%q is no function", fn.Name)
		return bad(e.Span)
	}
	c.log.Errorf(diag.NotCallable, placeOf(e.Fn), "only names can be called")
	return bad(e.Span)
}

func (c *checker) methodCall(s *scope, fn *syntax.Select, e *syntax.Call) *ir.Expr {
	if n, ok := fn.X.(*syntax.Name); ok && s.local(n.Name) == nil && n.Name != "self" {
		if x := c.proofEvent(s, n, fn); x != nil {
			c.log.Errorf(diag.NotCallable, e.Span, "what an event noted takes no arguments")
			return bad(e.Span)
		}
	}
	x := c.sure(s, fn.X, c.expr(s, fn.X, nil))
	var v *ir.Value
	switch x.Type.Kind {
	case ir.Invalid:
		return bad(e.Span)
	case ir.RecordKind:
		v = c.valueOf(x.Type.Record, fn.Name.Name)
	case ir.EventKind:
		v = c.eventValue(x.Type.Event, fn.Name.Name)
	}
	if v == nil {
		m := c.memberExpr(s, x, fn)
		if m.Type.Kind != ir.Invalid {
			c.log.Errorf(diag.NotCallable, fn.Name.Span, "%q takes no arguments", fn.Name.Name)
		}
		return bad(e.Span)
	}
	args := c.arguments(s, e.Args, v.Params, e.Span, v.Name, false)
	return &ir.Expr{Op: ir.ValueOp, Value: v, Type: v.Type, Span: e.Span, Args: append([]*ir.Expr{x}, args...)}
}

func (c *checker) callNamed(s *scope, fn *syntax.Name, e *syntax.Call, want *ir.Type) *ir.Expr {
	name, at := fn.Name, e.Span
	if s.event != nil {
		if v := c.eventValue(s.event, name); v != nil {
			args := c.arguments(s, e.Args, v.Params, at, name, false)
			return &ir.Expr{Op: ir.ValueOp, Value: v, Type: v.Type, Span: at, Args: append([]*ir.Expr{s.running(at)}, args...)}
		}
	}
	en := c.names[name]
	if en == nil {
		if f := natives[name]; f != nil {
			if offers[name] != nil {
				c.spaceCalls = append(c.spaceCalls, spaceCall{name, fn.Span})
			}
			return f(c, s, e)
		}
		if name == "P" && s.proof != nil {
			return c.chance(s, e)
		}
		names := c.known(func(e *entry) bool {
			switch e.ir.(type) {
			case *ir.Value, *ir.Record:
				return true
			}
			return false
		})
		for n := range natives {
			names = append(names, n)
		}
		d := c.log.Errorf(diag.UnknownName, fn.Span, "no function is called %q", name)
		if s.self != nil && s.self(at).Type.Kind == ir.RecordKind && c.valueOf(s.self(at).Type.Record, name) != nil {
			d.WithHelp("a value of a record is reached through something: `self.%s(...)`", name)
		} else {
			c.suggest(d, name, names)
		}
		for _, a := range e.Args {
			c.expr(s, a.Value, nil)
		}
		return bad(at)
	}
	switch x := en.ir.(type) {
	case *ir.Value:
		return &ir.Expr{Op: ir.ValueOp, Value: x, Type: x.Type, Span: at, Args: c.arguments(s, e.Args, x.Params, at, name, false)}
	case *ir.Record:
		if x.Entity || x == c.prog.Held {
			c.log.Errorf(diag.NotPure, at, "%s is a thing in the world; it is made by `create`, not inside a formula", an(x.Name))
			return bad(at)
		}
		return c.newRecord(s, x, e.Args, at)
	case *ir.Condition:
		return &ir.Expr{Op: ir.CondValue, Cond: x, Type: ir.CondType, Span: at, Args: c.arguments(s, e.Args, x.Params, at, name, false)}
	case *ir.Moment:
		return &ir.Expr{Op: ir.MomentOp, Moment: x, Type: ir.MomentType, Span: at, Args: c.arguments(s, e.Args, x.Params, at, name, false)}
	case *ir.Event:
		if x.Action {
			return &ir.Expr{Op: ir.DeedOp, Event: x, Type: ir.DeedType, Span: at, Args: c.arguments(s, e.Args, x.Params, at, name, true)}
		}
		c.log.Errorf(diag.NotPure, at, "%q is an event; inside a formula nothing happens", name).WithHelp("write `do %s(...)` as a statement", name)
		return bad(at)
	}
	c.log.Errorf(diag.NotCallable, fn.Span, "%q is %s and cannot be called", name, kindOf(en.ir))
	return bad(at)
}

// newRecord makes a plain record from arguments.
func (c *checker) newRecord(s *scope, r *ir.Record, args []*syntax.Arg, at source.Span) *ir.Expr {
	return &ir.Expr{Op: ir.NewOp, Record: r, Type: c.recordType(r), Span: at, Args: c.arguments(s, args, r.Fields, at, r.Name, false)}
}

// message splits a text into its literal parts and formulas.
func (c *checker) message(s *scope, t *syntax.Text) *ir.Message {
	if t == nil {
		return nil
	}
	m := &ir.Message{Span: t.Span}
	for _, p := range syntax.Pieces(t, c.log) {
		if p.Expr == nil {
			m.Pieces = append(m.Pieces, ir.Piece{Text: p.Text})
			continue
		}
		m.Pieces = append(m.Pieces, ir.Piece{Expr: c.expr(s, p.Expr, nil)})
	}
	return m
}
