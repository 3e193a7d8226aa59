package lint

import (
	"rulec/lang/syntax"
)

var selfAssignmentRule = &Rule{
	Code: "L0111", Name: "self_assignment", Group: Faults, Level: Error, Trees: true,
	Title: "an assignment of something to itself",
	run:   selfAssignment,
}

func selfAssignment(c *Context) {
	c.each(func(_ *syntax.File, n syntax.Node) {
		s, ok := n.(*syntax.Assign)
		if !ok || s.Value == nil || s.Target == nil {
			return
		}
		number, isInt := s.Value.(*syntax.Int)
		switch {
		case s.Op == "=" && squeeze(s.Target.At().Text()) == squeeze(s.Value.At().Text()):
			c.report(s.Span, "this changes nothing").help("assign something else, or take it out").fix(cutLine(s.Span))
		case s.Op != "=" && isInt && number.Value == 0:
			c.report(s.Span, "this changes nothing: it adds nothing").help("write an amount, or take it out").fix(cutLine(s.Span))
		}
	})
}
