package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/syntax"
)

var arithmetic = map[string]ir.Op{"+": ir.AddOp, "-": ir.SubOp, "*": ir.MulOp, "%": ir.ModOp}

var comparison = map[string]ir.Op{"==": ir.EqOp, "!=": ir.NeOp, "<": ir.LtOp, "<=": ir.LeOp, ">": ir.GtOp, ">=": ir.GeOp}

func (c *checker) binary(s *scope, e *syntax.Binary, want *ir.Type) *ir.Expr {
	make2 := func(op ir.Op, t *ir.Type, x, y *ir.Expr) *ir.Expr {
		return &ir.Expr{Op: op, Type: t, Span: e.Span, Args: []*ir.Expr{x, y}}
	}
	switch e.Op {
	case "and", "or":
		x := c.expect(s, e.X, ir.BoolType)
		y := c.expect(s.given(e.X, e.Op == "and"), e.Y, ir.BoolType)
		op := ir.AndOp
		if e.Op == "or" {
			op = ir.OrOp
		}
		return make2(op, ir.BoolType, x, y)
	case "in", "not in":
		x := c.in(s, e)
		if e.Op == "not in" {
			return &ir.Expr{Op: ir.NotOp, Type: ir.BoolType, Span: e.Span, Args: []*ir.Expr{x}}
		}
		return x
	case "..":
		x, y := c.expect(s, e.X, ir.IntType), c.expect(s, e.Y, ir.IntType)
		return make2(ir.RangeOp, ir.ListOf(ir.IntType), x, y)
	case "/":
		if a, b, ok := fraction(e); ok && s.proof != nil && s.proof.inThen {
			return &ir.Expr{Op: ir.FractionOp, Type: ir.IntType, Span: e.Span, Keys: []int64{a, b}}
		}
		c.expr(s, e.X, nil)
		c.expr(s, e.Y, nil)
		c.log.Errorf(diag.Division, e.Span, "a division must say how it is rounded").
			WithHelp("write `floor(%s)`, `ceil(%s)` or `nearest(%s)`", e.Span.Text(), e.Span.Text(), e.Span.Text())
		return bad(e.Span)
	}
	if op, ok := comparison[e.Op]; ok {
		return c.compare(s, e, op)
	}
	op, ok := arithmetic[e.Op]
	if !ok {
		c.log.Errorf(diag.FormulaForbidden, e.Span, "the operator %q is not part of the language", e.Op)
		return bad(e.Span)
	}
	if want != nil && want.Kind == ir.Dice {
		want = nil
	}
	x := c.sure(s, e.X, c.expr(s, e.X, want))
	var hint *ir.Type
	if op != ir.MulOp {
		hint = x.Type
	}
	y := c.sure(s, e.Y, c.expr(s, e.Y, hint))
	return c.arith(e, op, x, y)
}

func (c *checker) arith(e *syntax.Binary, op ir.Op, x, y *ir.Expr) *ir.Expr {
	a, b := x.Type, y.Type
	out := &ir.Expr{Op: op, Span: e.Span, Args: []*ir.Expr{x, y}}
	switch {
	case a.Kind == ir.Invalid || b.Kind == ir.Invalid:
		return bad(e.Span)
	case a.Kind == ir.Int && b.Kind == ir.Int:
		out.Type = ir.IntType
		return fold(out)
	case a.Kind == ir.Quantity && b.Kind == ir.Quantity && a.Dim == b.Dim && (op == ir.AddOp || op == ir.SubOp):
		out.Type = a
		return fold(out)
	case a.Kind == ir.Quantity && b.Kind == ir.Int && op == ir.MulOp, a.Kind == ir.Int && b.Kind == ir.Quantity && op == ir.MulOp:
		out.Type = a
		if b.Kind == ir.Quantity {
			out.Type = b
		}
		return fold(out)
	case a.Kind == ir.EnumKind && b.Kind == ir.EnumKind && a.Enum == b.Enum && op == ir.SubOp:
		out.Type = ir.IntType
		return out
	case (a.Kind == ir.Dice || b.Kind == ir.Dice) && (op == ir.AddOp || op == ir.SubOp):
		if (a.Kind == ir.Dice || a.Kind == ir.Int) && (b.Kind == ir.Dice || b.Kind == ir.Int) {
			out.Op, out.Type, out.Int = ir.DiceAddOp, ir.DiceType, 1
			if op == ir.SubOp {
				out.Int = -1
			}
			out.Args = []*ir.Expr{c.asDice(x), y}
			return out
		}
	case a.Sequence() && b.Sequence() && (op == ir.AddOp || op == ir.SubOp):
		t := a
		if a.Elem.Kind == ir.Invalid {
			t = b
		}
		if b.Elem.Kind != ir.Invalid && !b.Elem.Fits(t.Elem) {
			if !t.Elem.Fits(b.Elem) {
				break
			}
			t = b
		}
		out.Op, out.Type = ir.ConcatOp, passed(t)
		if op == ir.SubOp {
			out.Op = ir.WithoutOp
		}
		return out
	case a.Kind == ir.Quantity && b.Kind == ir.Int:
		c.mismatch(y, a)
		return bad(e.Span)
	case a.Kind == ir.Int && b.Kind == ir.Quantity:
		c.mismatch(x, b)
		return bad(e.Span)
	}
	c.log.Errorf(diag.WrongType, e.Span, "%q does not go between %s and %s", e.Op, an(a), an(b))
	return bad(e.Span)
}

// fraction reads a/b of two whole numbers, as proofs compare chances with.
func fraction(e *syntax.Binary) (a, b int64, ok bool) {
	x, ok1 := e.X.(*syntax.Int)
	y, ok2 := e.Y.(*syntax.Int)
	if !ok1 || !ok2 || x.Unit.Name != "" || y.Unit.Name != "" || y.Value <= 0 {
		return 0, 0, false
	}
	return x.Value, y.Value, true
}

// fold computes what is known now, so that links see constants.
func fold(e *ir.Expr) *ir.Expr {
	a, ok1 := e.Args[0].Constant()
	b, ok2 := e.Args[1].Constant()
	if !ok1 || !ok2 || a > 1<<40 || b > 1<<20 || a < -(1<<40) || b < -(1<<20) {
		return e
	}
	switch e.Op {
	case ir.AddOp:
		return &ir.Expr{Op: ir.Const, Int: a + b, Type: e.Type, Span: e.Span}
	case ir.SubOp:
		return &ir.Expr{Op: ir.Const, Int: a - b, Type: e.Type, Span: e.Span}
	case ir.MulOp:
		return &ir.Expr{Op: ir.Const, Int: a * b, Type: e.Type, Span: e.Span}
	}
	return e
}

// compare checks == != < <= > >=. A side that is a bare enum member gets its
// enum from the other side.
func (c *checker) compare(s *scope, e *syntax.Binary, op ir.Op) *ir.Expr {
	first, second := e.X, e.Y
	swapped := false
	if n, ok := first.(*syntax.Name); ok && c.onlyMember(s, n.Name) {
		first, second, swapped = second, first, true
	}
	x := c.expr(s, first, nil)
	y := c.expr(s, second, x.Type)
	if swapped {
		x, y = y, x
	}
	a, b := x.Type, y.Type
	out := &ir.Expr{Op: op, Type: ir.BoolType, Span: e.Span, Args: []*ir.Expr{x, y}}
	if a.Kind == ir.Invalid || b.Kind == ir.Invalid {
		return out
	}
	if op == ir.EqOp || op == ir.NeOp {
		if a.Fits(b.Maybe()) || b.Fits(a.Maybe()) || a.Entity() && b.Entity() {
			return out
		}
	} else {
		x, y = c.sure(s, first, x), c.sure(s, second, y)
		a, b = a.Sure(), b.Sure()
		if a.Ordered() && a.Same(b) {
			return out
		}
	}
	switch {
	case a.Kind == ir.Quantity && b.Kind == ir.Int:
		c.mismatch(y, a)
	case b.Kind == ir.Quantity && a.Kind == ir.Int:
		c.mismatch(x, b)
	default:
		c.log.Errorf(diag.WrongType, e.Span, "%s and %s cannot be compared with %q", an(a), an(b), e.Op)
	}
	return out
}

// onlyMember tells whether a name can be nothing but an enum's member.
func (c *checker) onlyMember(s *scope, name string) bool {
	if s.local(name) != nil || c.names[name] != nil || name == "none" || name == "self" || name == "base" {
		return false
	}
	if s.event != nil && (c.eventField(s.event, name) != nil || c.eventValue(s.event, name) != nil) {
		return false
	}
	return len(c.members[name]) > 0
}

func (c *checker) in(s *scope, e *syntax.Binary) *ir.Expr {
	out := &ir.Expr{Op: ir.InOp, Type: ir.BoolType, Span: e.Span}
	if l, ok := e.Y.(*syntax.ListLit); ok {
		x := c.expr(s, e.X, nil)
		out.Args = []*ir.Expr{x, c.expect(s, l, ir.ListOf(x.Type.Sure()))}
		return out
	}
	// The right side first: it says which enum a bare member on the left is of.
	y := c.sure(s, e.Y, c.expr(s, e.Y, nil))
	switch {
	case y.Type.Kind == ir.Map:
		out.Op = ir.HasOp
		out.Args = []*ir.Expr{c.expect(s, e.X, c.enumType(y.Type.Enum)), y}
		return out
	case y.Type.Sequence():
		x := c.expr(s, e.X, y.Type.Elem)
		if !x.Type.Sure().Fits(y.Type.Elem) && !y.Type.Elem.Fits(x.Type.Maybe()) && !(x.Type.Entity() && y.Type.Elem.Entity()) {
			c.log.Errorf(diag.WrongType, e.Span, "%s is never in %s", an(x.Type), an(y.Type))
		}
		out.Args = []*ir.Expr{x, y}
		return out
	case y.Type.Kind == ir.Invalid:
		c.expr(s, e.X, nil)
		return bad(e.Span)
	}
	c.log.Errorf(diag.WrongType, placeOf(e.Y), "`in` wants a list, a set or a map, and this is %s", an(y.Type))
	return bad(e.Span)
}

// bind checks any(x in L, F) and its like.
func (c *checker) bind(s *scope, e *syntax.Bind, want *ir.Type) *ir.Expr {
	l := c.sure(s, e.In, c.expr(s, e.In, nil))
	out := &ir.Expr{Op: ir.BindOp, Fn: e.Fn.Name, Span: e.Span}
	elem := ir.BadType
	switch {
	case l.Type.Sequence():
		elem = l.Type.Elem
	case l.Type.Kind != ir.Invalid:
		c.log.Errorf(diag.WrongType, placeOf(e.In), "%q runs over a list, and this is %s", e.Fn.Name, an(l.Type))
	}
	in := s.child()
	v := c.add(s.frame, e.Var.Name, elem, e.Var.Span)
	c.declare(in, e.Var, v)
	out.Var = v
	truth := map[string]bool{"any": true, "all": true, "none": true, "count": true, "filter": true, "first": true, "last": true}
	var body *ir.Expr
	if truth[e.Fn.Name] {
		body = c.expect(in, e.Body, ir.BoolType)
	} else {
		var hint *ir.Type
		if e.Fn.Name == "map" && want != nil && want.Sequence() {
			hint = want.Elem
		} else if e.Fn.Name != "sort" && e.Fn.Name != "map" {
			hint = want
		}
		body = c.expr(in, e.Body, hint)
		if e.Fn.Name != "map" {
			body = c.sure(in, e.Body, body)
		}
	}
	out.Args = []*ir.Expr{l, body}
	switch e.Fn.Name {
	case "any", "all", "none":
		out.Type = ir.BoolType
	case "count":
		out.Type = ir.IntType
	case "filter":
		out.Type = passed(l.Type)
	case "map":
		out.Type = ir.ListOf(body.Type)
	case "sum":
		out.Type = body.Type
		if body.Type.Kind != ir.Int && body.Type.Kind != ir.Quantity && body.Type.Kind != ir.Invalid {
			c.log.Errorf(diag.WrongType, placeOf(e.Body), "a sum is of numbers, and this is %s", an(body.Type))
			out.Type = ir.BadType
		}
	case "min", "max":
		out.Type = body.Type
		if !body.Type.Ordered() && body.Type.Kind != ir.Invalid {
			c.log.Errorf(diag.WrongType, placeOf(e.Body), "%s is of numbers, and this is %s", e.Fn.Name, an(body.Type))
			out.Type = ir.BadType
		}
	case "first", "last":
		out.Type = elem.Maybe()
	case "sort":
		out.Type = passed(l.Type)
		if l.Type.Kind == ir.Set {
			out.Type = ir.ListOf(elem)
		}
		if !body.Type.Ordered() && body.Type.Kind != ir.Invalid {
			c.log.Errorf(diag.WrongType, placeOf(e.Body), "things are sorted by a number, and this is %s", an(body.Type))
		}
	default:
		c.log.Errorf(diag.UnknownName, e.Fn.Span, "%q does not run over a list", e.Fn.Name)
		return bad(e.Span)
	}
	return out
}
