package lint

import (
	"rulec/lang/syntax"
)

var repeatedConditionRule = &Rule{
	Code: "L0217", Name: "repeated_condition", Group: Suspicious, Level: Warning, Trees: true,
	Title: "a question that was asked already",
	run:   repeatedCondition,
}

func repeatedCondition(c *Context) {
	c.each(func(_ *syntax.File, n syntax.Node) {
		switch b := n.(type) {
		case *syntax.If:
			e, ok := b.Else.(*syntax.If)
			for ; ok && e != nil; e, ok = e.Else.(*syntax.If) {
				if b.Cond != nil && e.Cond != nil && squeeze(b.Cond.At().Text()) == squeeze(e.Cond.At().Text()) {
					c.report(e.Cond.At(), "this was asked before, so its branch is never taken").related(b.Cond.At(), "first here").
						help("ask something else, or take the branch out")
				}
			}
		case *syntax.Cond:
			e, ok := b.Else.(*syntax.Cond)
			for ; ok && e != nil; e, ok = e.Else.(*syntax.Cond) {
				if b.If != nil && e.If != nil && squeeze(b.If.At().Text()) == squeeze(e.If.At().Text()) {
					c.report(e.If.At(), "this was asked before, so its arm is never taken").related(b.If.At(), "first here").
						help("ask something else, or take the arm out")
				}
			}
		}
	})
}
