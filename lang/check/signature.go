package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/syntax"
)

// Signatures: the parameters, results and types of what formulas may call.

// params adds parameters to a frame.
func (c *checker) params(f *ir.Frame, list []*syntax.Param) []*ir.Local {
	var out []*ir.Local
	for _, p := range list {
		t := c.paramType(p)
		for _, o := range out {
			if o.Name == p.Name.Name {
				c.log.Errorf(diag.DuplicateName, p.Name.Span, "parameter %q stands twice", o.Name).WithRelated(o.Span, "first here")
			}
		}
		l := c.add(f, p.Name.Name, passed(t), p.Name.Span)
		l.Param, l.Join, l.HasDefault = true, p.Join.Name, p.Default != nil
		out = append(out, l)
	}
	return out
}

func (c *checker) paramType(p *syntax.Param) *ir.Type {
	if p.Type == nil {
		return c.named(p.Name) // `weapon` alone means `weapon: weapon`
	}
	return c.resolve(p.Type, false)
}

func (c *checker) outcomes(ev *ir.Event, list []syntax.Ident) {
	for _, o := range list {
		if o.Name == "none" || ev.Outcome(o.Name) >= 0 {
			c.log.Errorf(diag.DuplicateName, o.Span, "outcome %q is there already", o.Name).
				WithHelp("every event has the outcome `none`, and `done` if it declares no others")
			continue
		}
		ev.Outcomes = append(ev.Outcomes, o.Name)
	}
	ev.Declared = len(list) > 0
	if !ev.Declared {
		ev.Outcomes = []string{"done"}
	}
}

// signature resolves parameters and types of what formulas may call.
func (c *checker) signature(e *entry) {
	switch d := e.decl.(type) {
	case *syntax.Record:
		r := e.ir.(*ir.Record)
		for _, m := range d.Members {
			c.recordMember(r, m)
		}
	case *syntax.Value:
		c.valueSignature(e, d)
	case *syntax.Table:
		v := e.ir.(*ir.Value)
		v.Params = c.params(v.Frame, d.Params)
		v.Type = passed(c.resolve(d.Result, false))
		v.Type = passed(v.Type)
		c.wait(d.Span, func() { c.tableBody(v, d) }, defaults(v.Params, &v.Table.Rows)...)
	case *syntax.Resource:
		c.resourceSignature(e.ir.(*ir.Resource), d)
	case *syntax.Event:
		ev := e.ir.(*ir.Event)
		ev.Params = c.params(ev.Frame, d.Params)
		c.eventMembers(ev, d.Members, d.Params)
	case *syntax.Action:
		ev := e.ir.(*ir.Event)
		if c.prog.Actor == nil {
			c.log.Errorf(diag.NoSelf, d.Name.Span, "there is nobody to do %q: no record acts", ev.Name).
				WithHelp("declare one: `record creature is actor { ... }`")
			c.prog.Actor = c.prog.AnyEntity
		}
		ev.Self = c.add(ev.Frame, "self", c.recordType(c.prog.Actor), d.Name.Span)
		ev.Params = c.params(ev.Frame, d.Params)
		c.eventMembers(ev, d.Members, d.Params)
	case *syntax.Moment:
		m := e.ir.(*ir.Moment)
		if ps := c.params(m.Frame, []*syntax.Param{d.For}); len(ps) == 1 {
			m.Self = ps[0]
		}
		m.Params = c.params(m.Frame, d.Params)
	case *syntax.Condition:
		c.conditionSignature(e.ir.(*ir.Condition), d)
	case *syntax.Option:
		c.optionSignature(e.ir.(*ir.Option), d)
	case *syntax.Space:
		c.spaceSignature(d)
	}
}

func (c *checker) valueSignature(e *entry, d *syntax.Value) {
	if d.Owner.Name == "" {
		v := e.ir.(*ir.Value)
		v.Params = c.params(v.Frame, d.Params)
		v.Type = passed(c.resolve(d.Type, false))
		c.wait(d.Span, func() { c.valueBody(v, d, nil) }, defaults(v.Params, &v.Body)...)
		return
	}
	r, ok := lookup[*ir.Record](c, d.Owner, diag.UnknownType, "record")
	if !ok {
		if ev, isEvent := find[*ir.Event](c, d.Owner.Name); isEvent {
			_ = ev
			c.log.Errorf(diag.BadPlace, d.Owner.Span, "a value of an event is added in `extend %s { value ... }`", d.Owner.Name)
		}
		return
	}
	key := d.Owner.Name + "." + d.Name.Name
	if c.owned[key] != d {
		return // replaced by a later override
	}
	if d.Override && !c.outside[key] {
		// The record's own line is replaced where it stands; see recordMember.
		c.wait(d.Span, func() {
			if v := c.values[key]; v == nil || v.Span != d.Name.Span {
				dg := c.log.Errorf(diag.NothingToChange, d.Name.Span, "%q has no value %q to override", d.Owner.Name, d.Name.Name)
				c.suggest(dg, d.Name.Name, c.memberNames(r))
			}
		})
		return
	}
	c.recordMember(r, d)
}

func (c *checker) resourceSignature(r *ir.Resource, d *syntax.Resource) {
	on, ok := lookup[*ir.Record](c, d.On, diag.UnknownType, "record")
	if !ok {
		on = c.prog.AnyEntity
	}
	r.On = on
	on.Resources = append(on.Resources, r)
	r.Spent = made(c, ir.Local{Name: r.Name, Type: ir.IntType, Field: true, Span: d.Name.Span, Resource: r})
	r.Amount = made(c, ir.Value{Decl: r.Decl, Frame: c.frame(), Type: ir.IntType, Owner: on, Amount: r})
	r.Amount.Self = c.add(r.Amount.Frame, "self", c.recordType(on), d.Name.Span)
	r.Amount.Decl.Index = len(c.prog.Values)
	c.prog.Values = append(c.prog.Values, r.Amount)
	c.wait(d.Span, func() {
		s := newScope(r.Amount.Frame).withSelf(r.Amount.Self)
		r.Amount.Body = c.expect(s, d.Amount, ir.IntType)
		for _, id := range d.StandsFor {
			if o, ok := lookup[*ir.Resource](c, id, diag.NoPrice, "resource"); ok {
				r.StandsFor = append(r.StandsFor, o)
			}
		}
		if d.Refill != nil {
			r.Refill = c.refill(r, d.Refill)
		}
	}, &r.Amount.Body, &r.StandsFor, &r.Refill)
}

func (c *checker) conditionSignature(cd *ir.Condition, d *syntax.Condition) {
	on, ok := lookup[*ir.Record](c, d.On, diag.UnknownType, "record")
	if !ok {
		on = c.prog.AnyEntity
	}
	cd.On = on
	c.derived[cd] = d.Derived != nil
	cd.Self = c.add(cd.Frame, "self", c.recordType(on), d.On.Span)
	cd.Params = c.params(c.frame(), d.Params)
	for _, p := range cd.Params {
		p.Field = true
	}
	if d.Partner != nil {
		cd.Symmetric = d.With
		cd.Partner = made(c, ir.Local{Name: d.Partner.Name.Name, Type: c.paramType(d.Partner), Span: d.Partner.Name.Span})
	}
	on.Conditions = append(on.Conditions, cd)
}

func (c *checker) optionSignature(o *ir.Option, d *syntax.Option) {
	if o.Enum != nil {
		o.Default = c.reading(o, d.Default)
		for _, a := range d.Alternatives {
			o.Alternatives = append(o.Alternatives, c.reading(o, a))
		}
		return
	}
	o.Low, o.High = c.literal(d.Low), c.literal(d.High)
	o.Default = c.literal(d.Default)
	for _, a := range d.Alternatives {
		o.Alternatives = append(o.Alternatives, c.literal(a))
	}
	for i, v := range append([]int64{o.Default}, o.Alternatives...) {
		if v < o.Low || v > o.High {
			at := d.Default
			if i > 0 {
				at = d.Alternatives[i-1]
			}
			c.log.Errorf(diag.OutOfBounds, placeOf(at), "%d is outside %d..%d", v, o.Low, o.High)
		}
	}
}

func (c *checker) reading(o *ir.Option, e syntax.Expr) int64 {
	n, ok := e.(*syntax.Name)
	if ok {
		for i, m := range o.Enum.Members {
			if m == n.Name {
				return int64(i)
			}
		}
	}
	d := c.log.Errorf(diag.UnknownName, placeOf(e), "%q is no reading of %q", placeOf(e).Text(), o.Name)
	c.suggest(d, placeOf(e).Text(), o.Enum.Members)
	return 0
}

// literal reads a whole number that may have a minus sign.
func (c *checker) literal(e syntax.Expr) int64 {
	switch e := e.(type) {
	case *syntax.Int:
		return e.Value
	case *syntax.Unary:
		if i, ok := e.X.(*syntax.Int); ok && e.Op == "-" {
			return -i.Value
		}
	}
	if e != nil {
		c.log.Errorf(diag.WrongType, placeOf(e), "a whole number is expected here")
	}
	return 0
}

func (c *checker) spaceSignature(d *syntax.Space) {
	sp := made(c, ir.Space{Decl: head(&d.Head, len(c.prog.Spaces))})
	switch d.Name.Name {
	case "grid", "graph", "plane":
	default:
		c.unknown(diag.UnknownType, d.Name, "space", []string{"grid", "graph", "plane"})
	}
	if d.Name.Name == "graph" {
		sp.Place = c.placesOf(d.Unit)
	} else if u := c.unit(d.Unit.Name); u != nil {
		sp.Unit = u
		c.spaceDim = u.Dim
	} else {
		c.unknownUnit(d.Unit)
	}
	c.prog.Spaces = append(c.prog.Spaces, sp)
	c.wait(d.Span, func() {
		if d.When != nil {
			sp.When = c.expect(newScope(&ir.Frame{}), d.When, ir.BoolType)
		}
		for _, h := range d.Hooks {
			c.hook(sp, h)
		}
	}, &sp.When, &sp.Hooks)
}

// hook checks that a space asks a value of the right shape.
func (c *checker) hook(sp *ir.Space, h *syntax.Hook) {
	entity := &ir.Type{Kind: ir.RecordKind, Record: c.prog.AnyEntity}
	want := map[string][]*ir.Type{
		"edge": {entity, ir.IntType},
		"cost": {entity, ir.PlaceType, ir.PlaceType, c.lengthType()},
		"pass": {entity, ir.PlaceType, ir.BoolType},
		"stop": {entity, ir.PlaceType, ir.BoolType},
		"cut":  {entity, ir.PlaceType, ir.PlaceType, ir.BoolType},
	}[h.Name.Name]
	if h.Name.Name == "pass" && sp.Name == "plane" {
		want = []*ir.Type{entity, entity, ir.BoolType} // who passes through what
	}
	if want == nil {
		c.unknown(diag.UnknownMember, h.Name, "hook of a space", []string{"edge", "cost", "pass", "stop", "cut"})
		return
	}
	n, ok := h.Value.(*syntax.Name)
	if !ok {
		c.log.Errorf(diag.WrongType, placeOf(h.Value), "a hook is filled by the name of a value")
		return
	}
	v, ok := lookup[*ir.Value](c, syntax.Ident{Place: n.Place, Name: n.Name}, diag.UnknownName, "value")
	if !ok {
		return
	}
	good := len(v.Params) == len(want)-1 && v.Owner == nil && v.Type.Same(want[len(want)-1])
	for i := range v.Params {
		good = good && i < len(want)-1 && (v.Params[i].Type.Same(want[i]) || v.Params[i].Type.Entity() && want[i].Entity())
	}
	if !good {
		c.log.Errorf(diag.WrongType, placeOf(h.Value), "the hook %q asks a value of another shape", h.Name.Name).
			WithRelated(v.Span, "this one").WithHelp("it wants %s", shapeOf(want))
		return
	}
	sp.Hooks = append(sp.Hooks, ir.Hook{Name: h.Name.Name, Value: v, Span: h.Span})
}

func shapeOf(types []*ir.Type) string {
	var names []string
	for _, t := range types[:len(types)-1] {
		names = append(names, t.String())
	}
	return "(" + oxford(names) + "): " + types[len(types)-1].String()
}

// lengthType is the type of distances in the pack's space.
func (c *checker) lengthType() *ir.Type {
	if c.spaceDim == nil {
		return ir.IntType
	}
	return &ir.Type{Kind: ir.Quantity, Dim: c.spaceDim}
}
