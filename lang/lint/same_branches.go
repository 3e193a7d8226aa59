package lint

import (
	"rulec/lang/syntax"
)

var sameBranchesRule = &Rule{
	Code: "L0216", Name: "same_branches", Group: Suspicious, Level: Warning, Trees: true,
	Title: "two branches that do the same",
	run:   sameBranches,
}

func sameBranches(c *Context) {
	c.each(func(_ *syntax.File, n syntax.Node) {
		switch b := n.(type) {
		case *syntax.Cond:
			if b.Then != nil && b.Else != nil && squeeze(b.Then.At().Text()) == squeeze(b.Else.At().Text()) {
				c.report(b.Span, "both arms are `%s`", squeeze(b.Then.At().Text())).help("leave the question out, or change one of them")
			}
		case *syntax.If:
			if e, ok := b.Else.(*syntax.Block); ok && b.Then != nil && len(e.Stmts) > 0 && squeeze(e.At().Text()) == squeeze(b.Then.At().Text()) {
				c.report(b.Then.Span, "both branches do the same").related(e.Span, "the other one").help("leave the question out, or change one of them")
			}
		}
	})
}
