package lint

import (
	"slices"

	"rulec/lang/ir"
)

var unusedLetRule = &Rule{
	Code: "L0206", Name: "unused_let", Group: Suspicious, Level: Warning,
	Title: "a local name that nothing reads",
	run:   unusedLet,
}

func unusedLet(c *Context) {
	for _, body := range c.bodies() {
		for _, s := range body {
			if s == nil || s.Var == nil || s.Var.Field || c.index.used(s.Var, nil) || c.isField(s.Var) {
				continue
			}
			switch s.Kind {
			case ir.LetStmt:
				f := c.report(s.Span, "nothing reads %q", s.Var.Name).help("read it, or take the line out")
				if len(c.index.writes[s.Var]) == 1 {
					f.fix(cutLine(s.Span))
				}
			case ir.RollStmt:
				c.report(s.Span, "nothing reads what %q shows", s.Var.Name).help("read it, or do not throw")
			}
		}
	}
}

// isField tells whether a roll fills a field of an event, which others may read.
func (c *Context) isField(l *ir.Local) bool {
	for _, e := range c.Program.Events {
		if slices.Contains(e.Fields, l) {
			return true
		}
	}
	return false
}
