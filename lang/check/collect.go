package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// builtins declares what Go supplies: `entity`, `held`, and the events act, gain, lose.
func (c *checker) builtins() {
	p := c.prog
	p.AnyEntity = made(c, ir.Record{Decl: ir.Decl{Name: "entity", Printed: "entity"}, Entity: true, Any: true, Self: c.frame()})
	p.Held = made(c, ir.Record{Decl: ir.Decl{Name: "held", Printed: "held"}, Self: c.frame()})
	c.member(p.Held, "bearer", &ir.Type{Kind: ir.RecordKind, Record: p.AnyEntity})
	c.member(p.Held, "condition", ir.CondType)
	c.member(p.Held, "source", (&ir.Type{Kind: ir.RecordKind, Record: p.AnyEntity}).Maybe())
	c.add(p.Held.Self, "self", c.recordType(p.Held), source.Span{})
	c.add(p.AnyEntity.Self, "self", c.recordType(p.AnyEntity), source.Span{})
	p.Records = append(p.Records, p.AnyEntity, p.Held)
	c.names["entity"] = &entry{name: "entity", ir: p.AnyEntity}
	c.names["held"] = &entry{name: "held", ir: p.Held}

	p.Act = c.builtinEvent("act")
	p.Act.Act = true
	p.Gain = c.builtinEvent("gain")
	p.Lose = c.builtinEvent("lose")
	for _, e := range []*ir.Event{p.Gain, p.Lose} {
		for _, f := range p.Held.Fields {
			l := c.add(e.Frame, f.Name, f.Type, source.Span{})
			l.Param = true
			e.Params = append(e.Params, l)
		}
	}
}

func (c *checker) member(r *ir.Record, name string, t *ir.Type) *ir.Local {
	l := made(c, ir.Local{Name: name, Type: t, Field: true, Index: len(r.Fields)})
	r.Fields = append(r.Fields, l)
	return l
}

func (c *checker) builtinEvent(name string) *ir.Event {
	e := made(c, ir.Event{Decl: ir.Decl{Name: name, Printed: name, Index: len(c.prog.Events)}, Frame: c.frame(), Builtin: true,
		Outcomes: []string{"done"}})
	c.prog.Events = append(c.prog.Events, e)
	c.names[name] = &entry{name: name, ir: e}
	return e
}

// collect enters every declaration under its name: what overrides comes after all
// it could override, so that the order of declarations does not matter.
func (c *checker) collect(files []*syntax.File) {
	c.owned, c.outside = map[string]*syntax.Value{}, map[string]bool{}
	for _, override := range []bool{false, true} {
		for _, f := range files {
			for _, d := range f.Decls {
				if d.Header().Override == override {
					c.collectOne(d)
				}
			}
		}
	}
	kept := c.order[:0]
	for _, e := range c.order {
		if c.names[e.name] == e || e.name == "" {
			kept = append(kept, e)
		}
	}
	c.order = kept
}

func (c *checker) collectOne(d syntax.Decl) {
	h := d.Header()
	switch d := d.(type) {
	case *syntax.Extend:
		c.exts = append(c.exts, d)
		return
	case *syntax.Proof:
		c.proofs = append(c.proofs, d)
		return
	case *syntax.Space:
		c.order = append(c.order, &entry{decl: d})
		return
	case *syntax.Unit:
		if old := c.units[h.Name.Name]; old != nil && !h.Override {
			c.duplicate(h, old.Span)
			return
		}
		c.units[h.Name.Name] = made(c, ir.Unit{Decl: head(h, 0)})
		c.order = append(c.order, &entry{decl: d})
		return
	case *syntax.Value:
		if d.Owner.Name != "" {
			c.ownedValue(d)
			return
		}
	}
	name := h.Name.Name
	if name == "" {
		return
	}
	if c.supplied(h.Name) {
		return
	}
	old := c.names[name]
	e := &entry{name: name, decl: d}
	switch {
	case h.Override && old == nil:
		dg := c.log.Errorf(diag.NothingToChange, h.Name.Span, "there is no %s %q to override", h.Keyword.Name, name)
		c.suggest(dg, name, c.known(func(e *entry) bool { return e.decl != nil && e.decl.Header().Keyword.Name == h.Keyword.Name }))
	case h.Override && old.decl == nil:
		c.log.Errorf(diag.NothingToChange, h.Name.Span, "%q is supplied by the language and cannot be overridden", name)
		return
	case h.Override && old.decl.Header().Keyword.Name != h.Keyword.Name:
		c.log.Errorf(diag.NothingToChange, h.Name.Span, "%q is %s and cannot be overridden by %s", name,
			article(old.decl.Header().Keyword.Name), article(h.Keyword.Name)).
			WithRelated(old.decl.Header().Name.Span, "declared here")
		return
	case h.Override:
		c.twoOverrides(h, old.decl.Header())
		// Takes the old one's place in the order, so that overriding changes no sequence.
		for i, o := range c.order {
			if o == old {
				c.order[i] = e
			}
		}
		c.names[name] = e
		return
	case old != nil && old.decl == nil:
		c.log.Errorf(diag.DuplicateName, h.Name.Span, "%q is supplied by the language", name).
			WithHelp("choose another name, or `extend %s`", name)
		return
	case old != nil:
		c.duplicate(h, old.decl.Header().Name.Span)
		return
	}
	c.names[name] = e
	c.order = append(c.order, e)
}

// ownedValue keeps `value record.name`, which adds to a record or, with
// override, replaces what the record says.
func (c *checker) ownedValue(d *syntax.Value) {
	key := d.Owner.Name + "." + d.Name.Name
	if old := c.owned[key]; old != nil && !d.Override {
		c.duplicate(&d.Head, old.Name.Span)
		return
	}
	if old := c.owned[key]; old != nil {
		c.twoOverrides(&d.Head, &old.Head)
	}
	if !d.Override {
		c.outside[key] = true
	}
	c.owned[key] = d
	c.order = append(c.order, &entry{decl: d})
}

// twoOverrides refuses overrides of one thing of which neither builds on the other.
func (c *checker) twoOverrides(h, old *syntax.Head) {
	if old.Override {
		c.overriddenTwice(h.Name.Name, h.Name.Span, old.Name.Span)
	}
}

// overriddenTwice judges two overrides of one thing by where they come from.
func (c *checker) overriddenTwice(name string, at, before source.Span) {
	a, ok1 := c.origins[before.File]
	b, ok2 := c.origins[at.File]
	switch {
	case !ok1 || !ok2:
	case a.Name == b.Name:
		c.log.Errorf(diag.DuplicateName, at, "%q is overridden twice", name).
			WithRelated(before, "here for the first time").WithHelp("keep one of the two")
	case a.rival(b):
		c.log.Errorf(diag.Conflict, at, "both %s and %s override %q", a.Name, b.Name, name).
			WithRelated(before, "the other override").
			WithHelp("leave one of them out, or let one extend the other: then it has the last word")
	}
}

// rivalDefaults refuses new defaults of one field by packs of which neither builds on
// the other.
func (c *checker) rivalDefaults(name string, at, before source.Span) {
	if a, b := c.origins[before.File], c.origins[at.File]; a.rival(b) {
		c.log.Errorf(diag.Conflict, at, "both %s and %s give %q another default", a.Name, b.Name, name).
			WithRelated(before, "the other default").
			WithHelp("leave one of them out, or let one extend the other: then it has the last word")
	}
}

// supplied refuses the name of a function or type that the language has.
func (c *checker) supplied(id syntax.Ident) bool {
	switch {
	case natives[id.Name] != nil:
		c.log.Errorf(diag.DuplicateName, id.Span, "%q is a function of the language", id.Name).WithHelp("choose another name")
	case simple[id.Name] != nil:
		c.log.Errorf(diag.DuplicateName, id.Span, "%q is a type of the language", id.Name).WithHelp("choose another name")
	default:
		return false
	}
	return true
}

func (c *checker) duplicate(h *syntax.Head, first source.Span) {
	if a, b := c.origins[first.File], c.origins[h.Name.Span.File]; a.rival(b) {
		c.log.Errorf(diag.DuplicateName, h.Name.Span, "both %s and %s declare %q", a.Name, b.Name, h.Name.Name).
			WithRelated(first, "the other one").
			WithHelp("rename one of them, or leave one of the packs out")
		return
	}
	c.log.Errorf(diag.DuplicateName, h.Name.Span, "%q is declared twice", h.Name.Name).
		WithRelated(first, "first declared here").
		WithHelp("rename one of them, or write `override` in front if it is to replace the other")
}
