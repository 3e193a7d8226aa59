package lint

import (
	"fmt"

	"rulec/lang/ir"
	"rulec/lang/source"
)

// known is a condition whose truth is known before anything happens.
type known struct {
	at     source.Span
	always bool
	why    string
}

// settled lists the conditions of the rules that bounds alone decide, the largest
// part of a formula that is so. Proofs are left out: they state what is known.
func (c *Context) settled() []known {
	var out []known
	b := bounds{x: c.index}
	for _, f := range c.index.formulas {
		if f.proof || f.role == tacticRole || !c.mine(f.expr.Span) {
			continue
		}
		if n, literal := f.expr.Constant(); literal && f.expr.Type.Kind == ir.Bool {
			if f.role == whenRole || f.role == whileRole || f.role == ifRole || f.role == requireRole {
				out = append(out, known{f.expr.Span, n != 0, fmt.Sprintf("it is `%s`", f.expr.Span.Text())})
			}
			continue
		}
		var look func(e *ir.Expr)
		look = func(e *ir.Expr) {
			if e == nil {
				return
			}
			if e.Type != nil && e.Type.Kind == ir.Bool && decides(e.Op) {
				if r := b.of(e); r.lo == r.hi {
					out = append(out, known{e.Span, r.lo == 1, reason(b, e)})
					return
				}
			}
			for _, a := range e.Args {
				look(a)
			}
		}
		look(f.expr)
	}
	return out
}

func decides(op ir.Op) bool {
	switch op {
	case ir.EqOp, ir.NeOp, ir.LtOp, ir.LeOp, ir.GtOp, ir.GeOp, ir.InOp, ir.AndOp, ir.OrOp, ir.NotOp:
		return true
	}
	return false
}

// reason says what decides a condition.
func reason(b bounds, e *ir.Expr) string {
	switch e.Op {
	case ir.AndOp, ir.OrOp, ir.NotOp:
		return "its parts exclude or complete each other"
	}
	x := e.Args[0]
	r := b.of(x)
	name := squeeze(x.Span.Text())
	switch {
	case x.Type != nil && x.Type.Kind == ir.EnumKind && r.lo == r.hi && x.Op != ir.Const:
		return fmt.Sprintf("`%s` is %s", name, x.Type.Enum.Members[r.lo])
	case x.Type != nil && x.Type.Kind == ir.EnumKind:
		return fmt.Sprintf("`%s` is one of %d members", name, len(x.Type.Enum.Members))
	case r.lo == r.hi:
		return fmt.Sprintf("`%s` is %d", name, r.lo)
	case r.known():
		return fmt.Sprintf("`%s` lies in %d..%d", name, r.lo, r.hi)
	case r.lo > lowest:
		return fmt.Sprintf("`%s` is at least %d", name, r.lo)
	case r.hi < highest:
		return fmt.Sprintf("`%s` is at most %d", name, r.hi)
	}
	return fmt.Sprintf("`%s` is compared with nothing it could be", name)
}
