package lint

import (
	"rulec/lang/syntax"
)

var sameOperandsRule = &Rule{
	Code: "L0215", Name: "same_operands", Group: Suspicious, Level: Warning, Trees: true,
	Title: "an operation on something and itself",
	run:   sameOperands,
}

func sameOperands(c *Context) {
	c.each(func(_ *syntax.File, n syntax.Node) {
		switch b := n.(type) {
		case *syntax.Binary:
			if b.Op == "+" || b.Op == "*" || b.Op == ".." || b.X == nil || b.Y == nil || hasDice(b.X) {
				return
			}
			if squeeze(b.X.At().Text()) == squeeze(b.Y.At().Text()) {
				c.report(b.Span, "both sides of `%s` are the same", b.Op).help("compare with something else")
			}
		case *syntax.Call:
			name, ok := b.Fn.(*syntax.Name)
			if !ok || name.Name != "min" && name.Name != "max" {
				return
			}
			for i, a := range b.Args {
				for _, o := range b.Args[:i] {
					if a.Value != nil && o.Value != nil && squeeze(a.Value.At().Text()) == squeeze(o.Value.At().Text()) {
						c.report(a.Span, "`%s` has this argument twice", name.Name).related(o.Span, "first here").help("name something else")
					}
				}
			}
		}
	})
}

func hasDice(e syntax.Expr) bool {
	found := false
	Walk(e, func(n syntax.Node) {
		if _, ok := n.(*syntax.Dice); ok {
			found = true
		}
	})
	return found
}
