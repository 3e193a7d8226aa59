package check

import (
	"sort"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// spaceCall is a function used that asks the space.
type spaceCall struct {
	name string
	at   source.Span
}

// offers tells which kinds of space have a function.
var offers = map[string][]string{
	"distance": {"grid", "graph", "plane"}, "within": {"grid", "graph", "plane"}, "footprint": {"grid", "graph", "plane"},
	"at_place": {"grid", "graph", "plane"}, "crossed": {"grid", "graph", "plane"}, "point": {"plane"}, "neighbours": {"grid", "graph"},
	"paths": {"grid", "graph", "plane"}, "ring_steps": {"grid"}, "corners": {"grid"}, "paths_away": {"grid", "graph"},
	"ways_to": {"grid", "graph", "plane"}, "touched": {"plane"}, "stretches": {"plane"}, "box": {"plane"}, "disc": {"plane"},
	"rays": {"grid"}, "straight": {"grid"},
}

// spaces refuses functions that none of the pack's spaces has. What an imported
// file could do with another space is its own affair until somebody calls it.
func (c *checker) spaces() {
	for _, call := range c.spaceCalls {
		if c.imported[call.at.File] {
			continue
		}
		kinds := offers[call.name]
		if len(kinds) == 0 {
			continue
		}
		has := false
		var here []string
		for _, sp := range c.prog.Spaces {
			here = append(here, sp.Name)
			for _, k := range kinds {
				has = has || k == sp.Name
			}
		}
		switch {
		case has:
		case len(here) == 0:
			c.log.Errorf(diag.NoSuchSpace, call.at, "%q asks where things are, and this pack has no space", call.name).
				WithHelp("declare one: %s", example(kinds[0]))
		default:
			what := "a " + here[0] + " has no"
			if len(here) > 1 {
				what = "neither " + either(here, "nor") + " has"
			}
			c.log.Errorf(diag.NoSuchSpace, call.at, "%s %q", what, call.name).
				WithRelated(c.prog.Spaces[0].Span, "the space of this pack").
				WithHelp("%q is for %s", call.name, either(kinds, "or"))
		}
	}
}

func example(kind string) string {
	if kind == "graph" {
		return "`space graph of area { }`"
	}
	return "`space " + kind + " of UNIT { }`, with the unit that places are apart"
}

func either(kinds []string, or string) string {
	s := ""
	for i, k := range kinds {
		switch {
		case i == 0:
		case i == len(kinds)-1:
			s += " " + or + " "
		default:
			s += ", "
		}
		s += article(k)
	}
	return s
}

// cited refuses declarations that do not say where they come from. Values inside
// records and events, and fields, have their owner's source; proofs name rows.
func (c *checker) cited(files []*syntax.File) {
	var missing []*syntax.Head
	for _, f := range files {
		for _, d := range f.Decls {
			h := d.Header()
			if _, proof := d.(*syntax.Proof); proof || len(h.Cites) > 0 || h.Own != nil {
				continue
			}
			missing = append(missing, h)
		}
	}
	sort.SliceStable(missing, func(i, j int) bool { return missing[i].Span.Before(missing[j].Span) })
	for _, h := range missing {
		at := h.Name.Span
		if h.Name.Name == "" {
			at = h.Keyword.Span
		}
		what := h.Keyword.Name
		if what == "extend" {
			what = "extension of"
		}
		c.log.Errorf(diag.NoCite, at, "nothing says where the %s %q comes from", what, h.Name.Name).
			WithHelp("add `cite \"Section\"` with a heading of the rulebook, or `own \"why\"` if it is yours")
	}
}

// someLength lets loose files be checked over a standard library that speaks of
// lengths, though it is a pack that says in what they are measured.
func (c *checker) someLength() {
	for _, e := range c.order {
		if _, space := e.decl.(*syntax.Space); space {
			return
		}
	}
	const length = "length"
	if c.dims[length] == nil {
		u := made(c, ir.Unit{Decl: ir.Decl{Name: "unit of length", Printed: "unit of length"}, Factor: 1})
		u.Dim = made(c, ir.Dimension{Name: length, Base: u})
		c.dims[length] = u.Dim
	}
	c.spaceDim = c.dims[length]
}
