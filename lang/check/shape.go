package check

import (
	"sort"
	"strings"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/syntax"
)

// shape gives every declaration its object, then its types and parameters, so
// that bodies may name anything wherever it stands.
func (c *checker) shape() {
	c.shapeUnits()
	if c.loose {
		c.someLength()
	}
	for _, e := range c.order {
		c.create(e)
	}
	c.collectMembers()
	for _, e := range c.order {
		c.signature(e)
	}
	for _, x := range c.exts {
		c.extend(x)
	}
	for _, e := range c.order {
		c.finishShape(e)
	}
	c.shapeRecords()
	c.mutual()
}

// create makes the object of a declaration, still without types.
func (c *checker) create(e *entry) {
	if e.decl == nil {
		return
	}
	p := c.prog
	switch d := e.decl.(type) {
	case *syntax.Enum:
		en := &ir.Enum{Decl: head(&d.Head, len(p.Enums))}
		for _, m := range d.Members {
			c.addMember(en, m)
		}
		p.Enums = append(p.Enums, en)
		e.ir = en
	case *syntax.Record:
		r := &ir.Record{Decl: head(&d.Head, len(p.Records)), Plural: d.Plural.Name, Self: &ir.Frame{}}
		switch d.Is.Name {
		case "":
		case "entity":
			r.Entity = true
		case "place":
			r.Place = true
		case "actor":
			r.Entity, r.Actor = true, true
			if p.Actor != nil {
				c.log.Errorf(diag.DuplicateName, d.Is.Span, "%q and %q both act", p.Actor.Name, r.Name).
					WithRelated(p.Actor.Span, "the other one")
			}
			if p.Actor == nil {
				p.Actor = r
			}
		default:
			c.unknown(diag.UnknownType, d.Is, "kind of record", []string{"entity", "place", "actor"})
		}
		p.Records = append(p.Records, r)
		e.ir = r
		r.Self.Add("self", c.recordType(r), d.Name.Span)
		if d.Plural.Name != "" {
			if c.supplied(d.Plural) {
			} else if old := c.names[d.Plural.Name]; old != nil {
				c.duplicate(&syntax.Head{Name: d.Plural}, d.Name.Span)
			} else {
				c.names[d.Plural.Name] = &entry{name: d.Plural.Name, decl: d, ir: plural{r}}
			}
		}
	case *syntax.Value:
		v := &ir.Value{Decl: head(&d.Head, len(p.Values)), Frame: &ir.Frame{}}
		if d.Owner.Name == "" {
			p.Values = append(p.Values, v)
			e.ir = v
		}
	case *syntax.Table:
		v := &ir.Value{Decl: head(&d.Head, len(p.Values)), Frame: &ir.Frame{}, Table: &ir.Table{}}
		p.Values = append(p.Values, v)
		e.ir = v
	case *syntax.Bonus:
		b := &ir.Bonus{Decl: head(&d.Head, len(p.Bonuses)), Gains: "sum", Losses: "sum"}
		p.Bonuses = append(p.Bonuses, b)
		e.ir = b
	case *syntax.Resource:
		r := &ir.Resource{Decl: head(&d.Head, len(p.Resources))}
		p.Resources = append(p.Resources, r)
		e.ir = r
	case *syntax.Event:
		ev := &ir.Event{Decl: head(&d.Head, len(p.Events)), Frame: &ir.Frame{}}
		c.outcomes(ev, d.Outcomes)
		p.Events = append(p.Events, ev)
		e.ir = ev
	case *syntax.Action:
		ev := &ir.Event{Decl: head(&d.Head, len(p.Events)), Frame: &ir.Frame{}, Action: true}
		c.outcomes(ev, d.Outcomes)
		p.Events = append(p.Events, ev)
		e.ir = ev
	case *syntax.Moment:
		m := &ir.Moment{Decl: head(&d.Head, len(p.Moments)), Frame: &ir.Frame{}}
		p.Moments = append(p.Moments, m)
		e.ir = m
	case *syntax.Condition:
		cd := &ir.Condition{Decl: head(&d.Head, len(p.Conditions)), Frame: &ir.Frame{}}
		p.Conditions = append(p.Conditions, cd)
		e.ir = cd
	case *syntax.Measure:
		m := &ir.Measure{Decl: head(&d.Head, len(p.Measures)), Frame: &ir.Frame{}}
		p.Measures = append(p.Measures, m)
		e.ir = m
	case *syntax.Rule:
		r := &ir.Rule{Decl: head(&d.Head, len(p.Rules))}
		p.Rules = append(p.Rules, r)
		e.ir = r
	case *syntax.Option:
		o := &ir.Option{Decl: head(&d.Head, len(p.Options))}
		if len(d.Readings) > 0 {
			o.Enum = &ir.Enum{Decl: head(&d.Head, len(p.Enums))}
			for _, m := range d.Readings {
				c.addMember(o.Enum, m)
			}
			p.Enums = append(p.Enums, o.Enum)
		}
		p.Options = append(p.Options, o)
		e.ir = o
	case *syntax.Tactic:
		t := &ir.Tactic{Decl: head(&d.Head, len(p.Tactics))}
		p.Tactics = append(p.Tactics, t)
		e.ir = t
	}
}

func (c *checker) addMember(en *ir.Enum, m syntax.Ident) {
	for i, o := range en.Members {
		if o == m.Name {
			c.log.Errorf(diag.DuplicateName, m.Span, "%q stands twice in %q", m.Name, en.Name).
				WithRelated(en.Spans[i], "first here")
			return
		}
	}
	en.Members = append(en.Members, m.Name)
	en.Spans = append(en.Spans, m.Span)
}

func (c *checker) collectMembers() {
	c.members = map[string][]*ir.Enum{}
	for _, en := range c.prog.Enums {
		for _, m := range en.Members {
			c.members[m] = append(c.members[m], en)
		}
	}
}

// shapeUnits resolves units, which may be defined by later ones.
func (c *checker) shapeUnits() {
	var pending []*syntax.Unit
	for _, e := range c.order {
		d, ok := e.decl.(*syntax.Unit)
		if !ok {
			continue
		}
		u := c.units[d.Name.Name]
		u.Decl = head(&d.Head, len(c.prog.Units))
		c.prog.Units = append(c.prog.Units, u)
		u.RoundDown, u.RoundUp = d.Rounded.Name == "down", d.Rounded.Name == "up"
		if d.Base.Name == "" {
			pending = append(pending, d)
			continue
		}
		dim := c.dims[d.Base.Name]
		if dim == nil {
			dim = &ir.Dimension{Name: d.Base.Name, Base: u}
			c.dims[d.Base.Name] = dim
			c.prog.Dimensions = append(c.prog.Dimensions, dim)
		} else {
			c.log.Errorf(diag.DuplicateName, d.Base.Span, "%q has a base unit already", dim.Name).
				WithRelated(dim.Base.Span, "this one").WithHelp("define %q by it: `unit %s = 10 %s`", u.Name, u.Name, dim.Base.Name)
		}
		u.Dim, u.Factor = dim, 1
	}
	for moved := true; moved; {
		moved = false
		for _, d := range pending {
			u := c.units[d.Name.Name]
			q, ok := d.Of.(*syntax.Int)
			if u.Dim != nil || !ok || q.Unit.Name == "" {
				continue
			}
			if of := c.unit(q.Unit.Name); of != nil && of.Dim != nil {
				u.Dim, u.Factor, moved = of.Dim, of.Factor*q.Value, true
				if q.Value <= 0 {
					c.log.Errorf(diag.OutOfBounds, q.Span, "a unit is a positive multiple of another")
					u.Factor = of.Factor
				}
			}
		}
	}
	c.undefinedUnits(pending)
}

// undefinedUnits reports the units that come down to no base unit: each ring once,
// and nothing about what is only built on a ring or on a faulty unit.
func (c *checker) undefinedUnits(pending []*syntax.Unit) {
	of := map[*ir.Unit]*ir.Unit{}
	for _, d := range pending {
		u := c.units[d.Name.Name]
		if u.Dim != nil {
			continue
		}
		q, ok := d.Of.(*syntax.Int)
		switch {
		case d.Of == nil:
		case !ok || q.Unit.Name == "":
			c.log.Errorf(diag.UnknownUnit, placeOf(d.Of), "a unit is defined by a quantity, such as `5 ft`")
		case c.unit(q.Unit.Name) == nil:
			c.unknownUnit(q.Unit)
		default:
			of[u] = c.unit(q.Unit.Name)
		}
	}
	told := map[*ir.Unit]bool{}
	sort.SliceStable(pending, func(i, j int) bool { return pending[i].Name.Span.Before(pending[j].Name.Span) })
	for _, d := range pending {
		u := c.units[d.Name.Name]
		ring := []string{u.Name}
		at := of[u]
		for ; at != nil && at != u && !told[at] && len(ring) <= len(pending); at = of[at] {
			ring = append(ring, at.Name)
		}
		if at == u && !told[u] {
			for n := u; !told[n]; n = of[n] {
				told[n] = true
			}
			if len(ring) == 1 {
				c.log.Errorf(diag.UnitCycle, d.Name.Span, "unit %q is defined by itself", u.Name)
			} else {
				c.log.Errorf(diag.UnitCycle, d.Name.Span, "units are defined by each other: %s", strings.Join(append(ring, u.Name), " -> "))
			}
		}
	}
	for _, d := range pending {
		if u := c.units[d.Name.Name]; u.Dim == nil {
			u.Dim, u.Factor = &ir.Dimension{Name: "?", Base: u}, 1
		}
	}
}

// unit finds a unit by its name or its name with an s.
func (c *checker) unit(name string) *ir.Unit {
	if u := c.units[name]; u != nil {
		return u
	}
	if n := len(name); n > 1 && name[n-1] == 's' {
		return c.units[name[:n-1]]
	}
	return nil
}

func (c *checker) unknownUnit(id syntax.Ident) {
	var names []string
	for n := range c.units {
		names = append(names, n)
	}
	sort.Strings(names)
	c.unknown(diag.UnknownUnit, id, "unit", names)
}

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
		l := f.Add(p.Name.Name, passed(t), p.Name.Span)
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
		c.later = append(c.later, func() { c.tableBody(v, d) })
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
		ev.Self = ev.Frame.Add("self", c.recordType(c.prog.Actor), d.Name.Span)
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
		c.later = append(c.later, func() { c.valueBody(v, d, nil) })
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
		c.later = append(c.later, func() {
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
	r.Spent = &ir.Local{Name: r.Name, Type: ir.IntType, Field: true, Span: d.Name.Span, Resource: r}
	r.Amount = &ir.Value{Decl: r.Decl, Frame: &ir.Frame{}, Type: ir.IntType, Owner: on, Amount: r}
	r.Amount.Self = r.Amount.Frame.Add("self", c.recordType(on), d.Name.Span)
	r.Amount.Decl.Index = len(c.prog.Values)
	c.prog.Values = append(c.prog.Values, r.Amount)
	c.later = append(c.later, func() {
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
	})
}

func (c *checker) conditionSignature(cd *ir.Condition, d *syntax.Condition) {
	on, ok := lookup[*ir.Record](c, d.On, diag.UnknownType, "record")
	if !ok {
		on = c.prog.AnyEntity
	}
	cd.On = on
	c.derived[cd] = d.Derived != nil
	cd.Self = cd.Frame.Add("self", c.recordType(on), d.On.Span)
	var seen ir.Frame
	cd.Params = c.params(&seen, d.Params)
	for _, p := range cd.Params {
		p.Field = true
	}
	if d.Partner != nil {
		cd.Symmetric = d.With
		cd.Partner = &ir.Local{Name: d.Partner.Name.Name, Type: c.paramType(d.Partner), Span: d.Partner.Name.Span}
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
	sp := &ir.Space{Decl: head(&d.Head, len(c.prog.Spaces))}
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
	c.later = append(c.later, func() {
		if d.When != nil {
			sp.When = c.expect(newScope(&ir.Frame{}), d.When, ir.BoolType)
		}
		for _, h := range d.Hooks {
			c.hook(sp, h)
		}
	})
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

// finishShape does what needs all records and events to have their members.
func (c *checker) finishShape(e *entry) {
	switch d := e.decl.(type) {
	case *syntax.Bonus:
		b := e.ir.(*ir.Bonus)
		for _, j := range []struct {
			id syntax.Ident
			to *string
		}{{d.Gains, &b.Gains}, {d.Losses, &b.Losses}} {
			switch j.id.Name {
			case "":
			case "sum", "highest", "lowest":
				*j.to = j.id.Name
			default:
				c.unknown(diag.UnknownName, j.id, "way of joining", []string{"sum", "highest", "lowest"})
			}
		}
		if d.AtMost != nil {
			n := c.literal(d.AtMost)
			b.AtMost = &n
		}
		if d.Within.Name != "" {
			if o, ok := lookup[*ir.Bonus](c, d.Within, diag.UnknownName, "bonus"); ok {
				b.Within = o
				for at := o; at != nil; at = at.Within {
					if at == b {
						c.log.Errorf(diag.ValueCycle, d.Within.Span, "bonus %q lies within itself", b.Name)
						b.Within = nil
						break
					}
				}
			}
		}
	case *syntax.Moment:
		m := e.ir.(*ir.Moment)
		c.later = append(c.later, func() { c.momentBody(m, d) })
	case *syntax.Condition:
		cd := e.ir.(*ir.Condition)
		c.later = append(c.later, func() { c.conditionBody(cd, d) })
	case *syntax.Rule:
		r := e.ir.(*ir.Rule)
		c.later = append(c.later, func() { c.ruleBody(r, d) })
	case *syntax.Measure:
		m := e.ir.(*ir.Measure)
		c.later = append(c.later, func() { c.measureBody(m, d) })
	case *syntax.Tactic:
		t := e.ir.(*ir.Tactic)
		c.later = append(c.later, func() { c.tacticBody(t, d) })
	}
}

// bodies checks everything that waits for all shapes.
func (c *checker) bodies() {
	c.drain()
	for _, p := range c.proofs {
		c.proof(p)
	}
	c.drain()
}

// drain does what waits, and what comes to wait while it is done.
func (c *checker) drain() {
	for len(c.later) > 0 {
		todo := c.later
		c.later = nil
		for _, f := range todo {
			f()
		}
	}
}

// entryPoint finds what pack.toml names.
func (c *checker) entryPoint(in Input) {
	if in.Entry != "" {
		ev, ok := find[*ir.Event](c, in.Entry)
		if !ok {
			c.unknown(diag.UnknownEvent, syntax.Ident{Place: syntax.Place{Span: in.At}, Name: in.Entry}, "event",
				c.known(func(e *entry) bool { _, ok := e.ir.(*ir.Event); return ok }))
		}
		c.prog.Entry = ev
	}
	if in.AskOrder != "" {
		if v := c.values[in.AskOrder]; v != nil {
			c.prog.AskOrder = v
		} else {
			var names []string
			for n := range c.values {
				names = append(names, n)
			}
			sort.Strings(names)
			c.unknown(diag.UnknownName, syntax.Ident{Place: syntax.Place{Span: in.At}, Name: in.AskOrder}, "value of a record", names)
		}
	}
}
