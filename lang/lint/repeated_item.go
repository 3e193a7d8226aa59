package lint

import (
	"rulec/lang/ir"
)

var repeatedItemRule = &Rule{
	Code: "L0218", Name: "repeated_item", Group: Suspicious, Level: Warning,
	Title: "an item that stands twice in a list",
	run:   repeatedItem,
}

func repeatedItem(c *Context) {
	for _, f := range c.index.formulas {
		if f.proof {
			continue
		}
		f.expr.Walk(func(l *ir.Expr) {
			if l.Op != ir.ListOp {
				return
			}
			for i, x := range l.Args {
				for _, o := range l.Args[:i] {
					if sameName(x, o) {
						c.report(x.Span, "%q stands twice in this list", squeeze(x.Span.Text())).related(o.Span, "first here").
							help("name another one, or take it out")
					}
				}
			}
		})
	}
}

// sameName tells whether two formulas name the same member, condition or action.
// Numbers and things may well stand twice in a list.
func sameName(a, b *ir.Expr) bool {
	if a == nil || b == nil || a.Op != b.Op || len(a.Args) > 0 || len(b.Args) > 0 {
		return false
	}
	switch a.Op {
	case ir.Const:
		return a.Type.Kind == ir.EnumKind && a.Int == b.Int
	case ir.CondValue:
		return a.Cond == b.Cond
	case ir.ActionOp:
		return a.Event == b.Event
	}
	return false
}
