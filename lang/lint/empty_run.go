package lint

import (
	"rulec/lang/ir"
)

var emptyRunRule = &Rule{
	Code: "L0116", Name: "empty_run", Group: Faults, Level: Error,
	Title: "a loop that never runs",
	run:   emptyRun,
}

func emptyRun(c *Context) {
	c.Program.EachStmt(func(s *ir.Stmt) {
		b := bounds{x: c.index}
		switch s.Kind {
		case ir.RepeatStmt:
			for _, e := range []*ir.Expr{s.Times, s.Upto} {
				if e != nil && b.of(e).hi <= 0 {
					c.report(e.Span, "this runs %d times at most, so never", max(0, b.of(e).hi)).help("write how often, or take the loop out")
					return
				}
			}
		case ir.ForStmt:
			switch l := s.Expr; {
			case l.Op == ir.ListOp && len(l.Args) == 0:
				c.report(l.Span, "there is nothing in this list, so the loop never runs").help("name a list with something in it")
			case l.Op == ir.RangeOp && b.of(l.Args[0]).lo > b.of(l.Args[1]).hi:
				c.report(l.Span, "this range runs upwards and ends before it begins").help("put the lower number first")
			}
		}
	})
}
