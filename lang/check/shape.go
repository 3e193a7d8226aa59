package check

import (
	"maps"
	"slices"
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
		en := made(c, ir.Enum{Decl: head(&d.Head, len(p.Enums))})
		for _, m := range d.Members {
			c.addMember(en, m)
		}
		p.Enums = append(p.Enums, en)
		e.ir = en
	case *syntax.Record:
		r := made(c, ir.Record{Decl: head(&d.Head, len(p.Records)), Plural: d.Plural.Name, Self: c.frame()})
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
		c.add(r.Self, "self", c.recordType(r), d.Name.Span)
		if d.Plural.Name != "" {
			if c.supplied(d.Plural) {
			} else if old := c.names[d.Plural.Name]; old != nil {
				c.duplicate(&syntax.Head{Name: d.Plural}, d.Name.Span)
			} else {
				c.names[d.Plural.Name] = &entry{name: d.Plural.Name, decl: d, ir: plural{r}}
			}
		}
	case *syntax.Value:
		v := made(c, ir.Value{Decl: head(&d.Head, len(p.Values)), Frame: c.frame()})
		if d.Owner.Name == "" {
			p.Values = append(p.Values, v)
			e.ir = v
		}
	case *syntax.Table:
		v := made(c, ir.Value{Decl: head(&d.Head, len(p.Values)), Frame: c.frame(), Table: &ir.Table{}})
		p.Values = append(p.Values, v)
		e.ir = v
	case *syntax.Bonus:
		b := made(c, ir.Bonus{Decl: head(&d.Head, len(p.Bonuses)), Gains: "sum", Losses: "sum"})
		p.Bonuses = append(p.Bonuses, b)
		e.ir = b
	case *syntax.Resource:
		r := made(c, ir.Resource{Decl: head(&d.Head, len(p.Resources))})
		p.Resources = append(p.Resources, r)
		e.ir = r
	case *syntax.Event:
		ev := made(c, ir.Event{Decl: head(&d.Head, len(p.Events)), Frame: c.frame()})
		c.outcomes(ev, d.Outcomes)
		p.Events = append(p.Events, ev)
		e.ir = ev
	case *syntax.Action:
		ev := made(c, ir.Event{Decl: head(&d.Head, len(p.Events)), Frame: c.frame(), Action: true})
		c.outcomes(ev, d.Outcomes)
		p.Events = append(p.Events, ev)
		e.ir = ev
	case *syntax.Moment:
		m := made(c, ir.Moment{Decl: head(&d.Head, len(p.Moments)), Frame: c.frame()})
		p.Moments = append(p.Moments, m)
		e.ir = m
	case *syntax.Condition:
		cd := made(c, ir.Condition{Decl: head(&d.Head, len(p.Conditions)), Frame: c.frame()})
		p.Conditions = append(p.Conditions, cd)
		e.ir = cd
	case *syntax.Measure:
		m := made(c, ir.Measure{Decl: head(&d.Head, len(p.Measures)), Frame: c.frame()})
		p.Measures = append(p.Measures, m)
		e.ir = m
	case *syntax.Rule:
		r := made(c, ir.Rule{Decl: head(&d.Head, len(p.Rules))})
		p.Rules = append(p.Rules, r)
		e.ir = r
	case *syntax.Option:
		o := made(c, ir.Option{Decl: head(&d.Head, len(p.Options))})
		if len(d.Readings) > 0 {
			o.Enum = made(c, ir.Enum{Decl: head(&d.Head, len(p.Enums))})
			for _, m := range d.Readings {
				c.addMember(o.Enum, m)
			}
			p.Enums = append(p.Enums, o.Enum)
		}
		p.Options = append(p.Options, o)
		e.ir = o
	case *syntax.Tactic:
		t := made(c, ir.Tactic{Decl: head(&d.Head, len(p.Tactics))})
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
			dim = made(c, ir.Dimension{Name: d.Base.Name, Base: u})
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
			u.Dim, u.Factor = made(c, ir.Dimension{Name: "?", Base: u}), 1
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
	c.unknown(diag.UnknownUnit, id, "unit", slices.Sorted(maps.Keys(c.units)))
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
		c.wait(d.Span, func() { c.momentBody(m, d) }, defaults(m.Params, &m.Pattern)...)
	case *syntax.Condition:
		cd := e.ir.(*ir.Condition)
		c.wait(d.Span, func() { c.conditionBody(cd, d) },
			defaults(cd.Params, &cd.Block, &cd.Derived, &cd.Includes, &cd.While, &cd.Endless)...)
	case *syntax.Rule:
		r := e.ir.(*ir.Rule)
		c.wait(d.Span, func() { c.ruleBody(r, d) }, &r.Block)
	case *syntax.Measure:
		m := e.ir.(*ir.Measure)
		c.wait(d.Span, func() { c.measureBody(m, d) }, &m.For, &m.After, &m.Entry, &m.Body)
	case *syntax.Tactic:
		t := e.ir.(*ir.Tactic)
		c.wait(d.Span, func() { c.tacticBody(t, d) }, &t.On, &t.Lines)
	}
}

// bodies checks everything that waits for all shapes.
func (c *checker) bodies() {
	c.drain()
	for _, p := range c.proofs {
		c.work(waiting{at: p.Span, do: func() { c.proof(p) }, proof: p})
	}
}

// drain does what waits, and what comes to wait while it is done.
func (c *checker) drain() {
	for len(c.later) > 0 {
		todo := c.later
		c.later = nil
		for _, w := range todo {
			c.work(w)
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
			c.unknown(diag.UnknownName, syntax.Ident{Place: syntax.Place{Span: in.At}, Name: in.AskOrder}, "value of a record",
				slices.Sorted(maps.Keys(c.values)))
		}
	}
}
