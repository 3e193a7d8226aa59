package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/syntax"
)

func (c *checker) recordType(r *ir.Record) *ir.Type { return &ir.Type{Kind: ir.RecordKind, Record: r} }

func (c *checker) enumType(e *ir.Enum) *ir.Type { return &ir.Type{Kind: ir.EnumKind, Enum: e} }

// simple types by name; `length` and `time` are dimensions that units declare.
var simple = map[string]*ir.Type{
	"int": ir.IntType, "bool": ir.BoolType, "text": ir.TextType, "dice": ir.DiceType, "place": ir.PlaceType,
	"path": ir.PathType, "shape": ir.ShapeType, "action": ir.ActionType, "deed": ir.DeedType,
	"moment": ir.MomentType, "condition": ir.CondType, "event": ir.NameType,
}

// resolve finds the type that a type expression names. stored tells that the
// type is a field's, so that its lists need a capacity.
func (c *checker) resolve(t *syntax.Type, stored bool) *ir.Type {
	if t == nil {
		return ir.BadType
	}
	out := c.resolveBare(t, stored)
	if t.Optional {
		out = out.Maybe()
	}
	return out
}

func (c *checker) resolveBare(t *syntax.Type, stored bool) *ir.Type {
	switch {
	case t.List != nil, t.Set != nil:
		kind, elem := ir.List, t.List
		if t.Set != nil {
			kind, elem = ir.Set, t.Set
		}
		e := c.resolve(elem, false)
		out := &ir.Type{Kind: kind, Elem: e, Cap: t.UpTo, Mutual: t.Symmetric}
		if stored && out.Cap == 0 {
			switch {
			case e.Entity():
			case e.Kind == ir.PlaceKind:
				out.Cap = defaultPlaces
			case e.Kind == ir.EnumKind:
				out.Cap = len(e.Enum.Members)
			default:
				c.log.Errorf(diag.NoCapacity, t.Span, "a list of %s needs a capacity here", e).
					WithHelp("say how many at most: `%s up to 8`", t.Span.Text())
				out.Cap = 8
			}
		}
		return out
	case t.To != nil:
		en, ok := lookup[*ir.Enum](c, t.Key, diag.UnknownType, "enum")
		if !ok {
			return ir.BadType
		}
		return &ir.Type{Kind: ir.Map, Enum: en, Elem: c.resolve(t.To, false)}
	}
	return c.named(t.Name)
}

// defaultPlaces is the room of a stored set of places that names none.
const defaultPlaces = 96

func (c *checker) named(id syntax.Ident) *ir.Type {
	if t := simple[id.Name]; t != nil {
		return t
	}
	if d := c.dims[id.Name]; d != nil {
		return &ir.Type{Kind: ir.Quantity, Dim: d}
	}
	if e := c.names[id.Name]; e != nil {
		switch x := e.ir.(type) {
		case *ir.Enum:
			return c.enumType(x)
		case *ir.Record:
			return c.recordType(x)
		case *ir.Event:
			return &ir.Type{Kind: ir.EventKind, Event: x}
		}
		if e.ir != nil {
			c.log.Errorf(diag.UnknownType, id.Span, "%q is %s, not a type", id.Name, kindOf(e.ir))
			return ir.BadType
		}
	}
	names := c.known(func(e *entry) bool {
		switch e.ir.(type) {
		case *ir.Enum, *ir.Record, *ir.Event:
			return true
		}
		return false
	})
	for n := range simple {
		names = append(names, n)
	}
	for n := range c.dims {
		names = append(names, n)
	}
	c.unknown(diag.UnknownType, id, "type", names)
	return ir.BadType
}

// storage makes the type of a parameter or let fit for what lies elsewhere: a
// list that is passed on needs no room of its own.
func passed(t *ir.Type) *ir.Type {
	if t.Sequence() && t.Cap != 0 {
		n := *t
		n.Cap = 0
		return &n
	}
	return t
}
