package lint

import (
	"rulec/lang/ir"
)

var unreachableRule = &Rule{
	Code: "L0110", Name: "unreachable", Group: Faults, Level: Error,
	Title: "a statement behind an `end`",
	run:   unreachable,
}

func unreachable(c *Context) {
	var list func(body []*ir.Stmt)
	list = func(body []*ir.Stmt) {
		for i, s := range body {
			if s != nil && ends(s) && i+1 < len(body) && body[i+1] != nil {
				c.report(body[i+1].Span, "nothing comes to this: the event has ended").related(s.Span, "here").
					help("put it in front of the `end`, or take it out")
				return
			}
		}
	}
	for _, b := range c.bodies() {
		list(b)
	}
}

// ends tells whether a statement ends an event whatever happens, and with it the
// body it stands in.
func ends(s *ir.Stmt) bool {
	switch s.Kind {
	case ir.EndStmt:
		return true
	case ir.IfStmt:
		return len(s.Else) > 0 && endsAll(s.Body) && endsAll(s.Else)
	case ir.TogetherStmt:
		return endsAll(s.Body)
	}
	return false
}

func endsAll(list []*ir.Stmt) bool {
	for _, s := range list {
		if s != nil && ends(s) {
			return true
		}
	}
	return false
}
