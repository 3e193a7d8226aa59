package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/syntax"
)

// natives are the functions Go supplies. None of them knows a game.
var natives map[string]func(*checker, *scope, *syntax.Call) *ir.Expr

func init() {
	natives = map[string]func(*checker, *scope, *syntax.Call) *ir.Expr{
		"min": (*checker).least, "max": (*checker).least,
		"floor": (*checker).rounding, "ceil": (*checker).rounding, "nearest": (*checker).rounding,
		"abs":   (*checker).abs,
		"count": (*checker).listFunc, "sum": (*checker).listFunc, "first": (*checker).listFunc, "last": (*checker).listFunc,
		"dice": (*checker).diceFunc, "most": (*checker).diceBound, "least": (*checker).diceBound,

		"distance": (*checker).distance, "neighbours": (*checker).neighbours, "within": (*checker).withinOf,
		"at_place": (*checker).fixed, "footprint": (*checker).footprint, "ring_steps": (*checker).ringSteps,
		"corners": (*checker).cornersOf, "crossed": (*checker).crossed, "paths": (*checker).fixed,
		"paths_away": (*checker).fixed, "rays": (*checker).fixed, "straight": (*checker).fixed, "ways_to": (*checker).fixed,
		"point": (*checker).fixed, "box": (*checker).fixed, "disc": (*checker).fixed,
		"touched": (*checker).run, "stretches": (*checker).run,

		"possible": (*checker).fixed, "why": (*checker).fixed, "affordable": (*checker).fixed,
		"stands_in": (*checker).fixed, "tally": (*checker).fixed,
		"put": (*checker).mutating, "pass": (*checker).mutating,
	}
}

func native(name string, t *ir.Type, e *syntax.Call, args ...*ir.Expr) *ir.Expr {
	return &ir.Expr{Op: ir.NativeOp, Native: name, Type: t, Span: e.Span, Args: args}
}

func fnName(e *syntax.Call) string { return e.Fn.(*syntax.Name).Name }

// arity checks the number of arguments and that none has a label.
func (c *checker) arity(e *syntax.Call, low, high int) bool {
	for _, a := range e.Args {
		if a.Label.Name != "" {
			c.log.Errorf(diag.UnknownParam, a.Label.Span, "the arguments of %q have no names", fnName(e))
			return false
		}
	}
	if n := len(e.Args); n < low || n > high {
		d := c.log.Errorf(diag.WrongArguments, e.Span, "%q takes %s", fnName(e), count(low, "argument"))
		if high > low {
			d.Message = d.Message + " or more"
		}
		return false
	}
	return true
}

func (c *checker) least(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 2, 16) {
		return bad(e.Span)
	}
	var t *ir.Type
	var args []*ir.Expr
	for _, a := range e.Args {
		x := c.sure(s, a.Value, c.expr(s, a.Value, t))
		if t == nil {
			t = x.Type
		} else if !x.Type.Fits(t) {
			c.mismatch(x, t)
			return bad(e.Span)
		}
		args = append(args, x)
	}
	if !t.Ordered() && t.Kind != ir.Invalid {
		c.log.Errorf(diag.WrongType, e.Span, "%s is of numbers, and this is %s", fnName(e), an(t))
		return bad(e.Span)
	}
	return native(fnName(e), t, e, args...)
}

// rounding is the only place where a division may stand.
func (c *checker) rounding(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 1, 1) {
		return bad(e.Span)
	}
	b, ok := e.Args[0].Value.(*syntax.Binary)
	if !ok || b.Op != "/" {
		c.expr(s, e.Args[0].Value, nil)
		c.log.Errorf(diag.Division, e.Args[0].Span, "there is no division to round here").WithHelp("all numbers are whole; write `%s(a / b)`", fnName(e))
		return bad(e.Span)
	}
	x := c.sure(s, b.X, c.expr(s, b.X, nil))
	y := c.sure(s, b.Y, c.expr(s, b.Y, nil))
	op := map[string]ir.Op{"floor": ir.FloorOp, "ceil": ir.CeilOp, "nearest": ir.NearestOp}[fnName(e)]
	out := &ir.Expr{Op: op, Span: e.Span, Args: []*ir.Expr{x, y}}
	a, d := x.Type, y.Type
	switch {
	case a.Kind == ir.Invalid || d.Kind == ir.Invalid:
		return bad(e.Span)
	case a.Kind == ir.Int && d.Kind == ir.Int:
		out.Type = ir.IntType
	case a.Kind == ir.Quantity && d.Kind == ir.Quantity && a.Dim == d.Dim:
		out.Type = ir.IntType
	case a.Kind == ir.Quantity && d.Kind == ir.Int:
		out.Type = a
	default:
		c.log.Errorf(diag.WrongType, b.Span, "%s cannot be divided by %s", an(a), an(d))
		return bad(e.Span)
	}
	if n, ok := y.Constant(); ok && n == 0 {
		c.log.Errorf(diag.OutOfBounds, placeOf(b.Y), "nothing can be divided by zero")
	}
	return out
}

func (c *checker) abs(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 1, 1) {
		return bad(e.Span)
	}
	x := c.sure(s, e.Args[0].Value, c.expr(s, e.Args[0].Value, nil))
	if x.Type.Kind != ir.Int && x.Type.Kind != ir.Quantity && x.Type.Kind != ir.Invalid {
		c.log.Errorf(diag.WrongType, e.Span, "abs is of a number, and this is %s", an(x.Type))
	}
	return native("abs", x.Type, e, x)
}

func (c *checker) listFunc(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 1, 1) {
		return bad(e.Span)
	}
	x := c.sure(s, e.Args[0].Value, c.expr(s, e.Args[0].Value, nil))
	if !x.Type.Sequence() {
		if x.Type.Kind != ir.Invalid {
			c.log.Errorf(diag.WrongType, e.Span, "%s is of a list, and this is %s", fnName(e), an(x.Type))
		}
		return bad(e.Span)
	}
	switch fnName(e) {
	case "count":
		return &ir.Expr{Op: ir.SeqOp, Type: ir.IntType, Span: e.Span, Args: []*ir.Expr{x}}
	case "sum":
		if k := x.Type.Elem.Kind; k != ir.Int && k != ir.Quantity {
			c.log.Errorf(diag.WrongType, e.Span, "a sum is of numbers, and this is %s", an(x.Type))
		}
		return native("sum", x.Type.Elem, e, x)
	}
	t := x.Type.Elem.Maybe()
	if x.Type.Path {
		t = x.Type.Elem // a way has at least one step
	}
	return native(fnName(e), t, e, x)
}

func (c *checker) diceFunc(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 2, 2) {
		return bad(e.Span)
	}
	return &ir.Expr{Op: ir.DiceOfOp, Type: ir.DiceType, Span: e.Span,
		Args: []*ir.Expr{c.expect(s, e.Args[0].Value, ir.IntType), c.expect(s, e.Args[1].Value, ir.IntType)}}
}

// diceBound is the greatest or the least number that dice can show.
func (c *checker) diceBound(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 1, 1) {
		return bad(e.Span)
	}
	return native(fnName(e), ir.IntType, e, c.expect(s, e.Args[0].Value, ir.DiceType))
}

// where is something that has a distance: an entity, a place, or a set of places.
func (c *checker) where(s *scope, e syntax.Expr) *ir.Expr {
	x := c.sure(s, e, c.expr(s, e, nil))
	t := x.Type
	if t.Entity() || t.Kind == ir.PlaceKind || t.Sequence() && (t.Elem.Kind == ir.PlaceKind || t.Elem.Kind == ir.RecordKind && t.Elem.Record.Place) || t.Kind == ir.Invalid || t.Kind == ir.RecordKind && t.Record.Place {
		return x
	}
	c.log.Errorf(diag.WrongType, x.Span, "an entity, a place or a set of places is expected, and this is %s", an(t))
	return bad(x.Span)
}

func (c *checker) distance(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 2, 2) {
		return bad(e.Span)
	}
	return native("distance", c.lengthType(), e, c.where(s, e.Args[0].Value), c.where(s, e.Args[1].Value))
}

func (c *checker) footprint(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 1, 2) {
		return bad(e.Span)
	}
	args := []*ir.Expr{c.expect(s, e.Args[0].Value, c.recordType(c.prog.AnyEntity))}
	if len(e.Args) == 2 {
		args = append(args, c.expect(s, e.Args[1].Value, ir.PlaceType))
	}
	return native("footprint", ir.SetOf(ir.PlaceType), e, args...)
}

// withinOf lists the places within a distance of an entity, a place or a set of places.
func (c *checker) withinOf(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 2, 2) {
		return bad(e.Span)
	}
	return native("within", ir.ListOf(ir.PlaceType), e, c.where(s, e.Args[0].Value), c.expect(s, e.Args[1].Value, c.lengthType()))
}

func (c *checker) cornersOf(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 1, 1) {
		return bad(e.Span)
	}
	return native("corners", ir.ListOf(ir.PlaceType), e, c.where(s, e.Args[0].Value))
}

// ringSteps is of three bases: an entity where it stands, a place, or an entity
// where it would stand, `footprint(who, there)`.
func (c *checker) ringSteps(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 3, 3) {
		return bad(e.Span)
	}
	var args []*ir.Expr
	for _, a := range e.Args {
		x := c.where(s, a.Value)
		if x.Type.Sequence() && !(x.Op == ir.NativeOp && x.Native == "footprint") {
			c.log.Errorf(diag.WrongType, x.Span, "a base is expected, and this is a set of places").
				WithHelp("name the entity, a place, or `footprint(who, there)`")
		}
		args = append(args, x)
	}
	return native("ring_steps", ir.IntType, e, args...)
}

// neighbours are the places next to a place, or the steps open to an entity's base.
func (c *checker) neighbours(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 1, 1) {
		return bad(e.Span)
	}
	return native("neighbours", ir.ListOf(ir.PlaceType), e, c.where(s, e.Args[0].Value))
}

func (c *checker) crossed(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 2, 2) {
		return bad(e.Span)
	}
	return native("crossed", ir.ListOf(c.recordType(c.prog.AnyEntity)), e, c.where(s, e.Args[0].Value), c.where(s, e.Args[1].Value))
}

func (c *checker) mutating(s *scope, e *syntax.Call) *ir.Expr {
	c.log.Errorf(diag.NotPure, e.Span, "%q changes the world, so it is a statement of its own, not part of a formula", fnName(e))
	return bad(e.Span)
}

// fixed checks natives whose parameters have one type each.
func (c *checker) fixed(s *scope, e *syntax.Call) *ir.Expr {
	entity := c.recordType(c.prog.AnyEntity)
	length := c.lengthType()
	path := ir.PathType
	type sig struct {
		params []*ir.Type
		result *ir.Type
	}
	sigs := map[string]sig{
		"at_place":   {[]*ir.Type{ir.PlaceType}, ir.ListOf(entity)},
		"paths":      {[]*ir.Type{entity, length}, ir.ListOf(path)},
		"paths_away": {[]*ir.Type{entity, entity, length}, ir.ListOf(path)},
		"ways_to":    {[]*ir.Type{entity, entity, length}, ir.ListOf(path)},
		"rays":       {[]*ir.Type{entity, length, length}, ir.ListOf(path)},
		"straight":   {[]*ir.Type{path}, ir.BoolType},
		"point":      {[]*ir.Type{length, length}, ir.PlaceType},
		"box":        {[]*ir.Type{length, length, length, length}, ir.ShapeType},
		"disc":       {[]*ir.Type{length, length, length}, ir.ShapeType},
		"possible":   {[]*ir.Type{ir.DeedType}, ir.BoolType},
		"why":        {[]*ir.Type{ir.DeedType}, ir.TextType},
		"affordable": {[]*ir.Type{ir.DeedType}, ir.BoolType},
		"stands_in":  {[]*ir.Type{entity, ir.ActionType}, ir.ListOf(ir.DeedType)},
		"tally":      {[]*ir.Type{entity, ir.ActionType, ir.NameType}, ir.IntType},
	}
	g := sigs[fnName(e)]
	if !c.arity(e, len(g.params), len(g.params)) {
		return bad(e.Span)
	}
	out := native(fnName(e), g.result, e)
	for i, a := range e.Args {
		out.Args = append(out.Args, c.expect(s, a.Value, g.params[i]))
	}
	// What a deed may do is asked of whoever speaks.
	switch fnName(e) {
	case "possible", "why", "affordable":
		if s.self == nil {
			c.log.Errorf(diag.NoSelf, e.Span, "nobody speaks here who could do it")
			return out
		}
		out.Args = append(out.Args, s.self(e.Span))
	}
	return out
}
