package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/syntax"
)

// placesOf finds the record whose things are the places of a graph, and asks it
// for the list of what lies next to each.
func (c *checker) placesOf(id syntax.Ident) *ir.Record {
	r, ok := find[*ir.Record](c, id.Name)
	if !ok || !r.Place {
		var names []string
		for _, x := range c.prog.Records {
			if x.Place {
				names = append(names, x.Name)
			}
		}
		c.unknown(diag.UnknownType, id, "record of places", names)
		return nil
	}
	c.wait(id.Span, func() {
		if r.NextTo() == nil {
			c.log.Errorf(diag.WrongType, id.Span, "a %s does not say what lies next to it", r.Name).
				WithRelated(r.Span, "declared here").
				WithHelp("give it a list: `borders: list of %s up to 8 symmetric = []`", r.Name)
		}
	})
	return r
}

// mutual refuses `symmetric` where there are no two sides.
func (c *checker) mutual() {
	for _, r := range c.prog.Records {
		for _, f := range r.Fields {
			if f.Type.Mutual && (!r.Place || !f.Type.Sure().Same(ir.ListOf(c.recordType(r)))) {
				c.log.Errorf(diag.WrongType, f.Span, "only a list of a place's own kind is symmetric: what lies next to what")
			}
		}
	}
}

// run is of the run of somebody, or of one that begins at a place: `touched(who,
// run)`, `stretches(who, run)`.
func (c *checker) run(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 2, 2) {
		return bad(e.Span)
	}
	from := c.where(s, e.Args[0].Value)
	if from.Type.Sequence() {
		c.log.Errorf(diag.WrongType, from.Span, "a run begins at one place, and this is a set of places")
	}
	args := []*ir.Expr{from, c.expect(s, e.Args[1].Value, ir.PathType)}
	entities := ir.ListOf(c.recordType(c.prog.AnyEntity))
	if fnName(e) == "touched" {
		return native("touched", entities, e, args...)
	}
	return native("stretches", ir.ListOf(c.recordType(c.stretch())), e, args...)
}

// stretch is the record of a piece of a run.
func (c *checker) stretch() *ir.Record {
	c.note(func(c *checker) { c.stretch() })
	if c.prog.Stretch == nil {
		field := func(index int, name string, t *ir.Type) *ir.Local {
			return asked(c, stretchOf{index}, ir.Local{Name: name, Type: t, Field: true, Index: index})
		}
		c.prog.Stretch = asked(c, stretchOf{-1}, ir.Record{Decl: ir.Decl{Name: "stretch", Printed: "stretch", Index: -1}, Self: &ir.Frame{},
			Fields: []*ir.Local{field(0, "length", c.lengthType()), field(1, "on", ir.ListOf(c.recordType(c.prog.AnyEntity))),
				field(2, "finish", ir.PlaceType)}})
	}
	return c.prog.Stretch
}
