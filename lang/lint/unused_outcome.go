package lint

import (
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

var unusedOutcomeRule = &Rule{
	Code: "L0213", Name: "unused_outcome", Group: Suspicious, Level: Warning,
	Title: "an outcome that an event never has",
	run:   unusedOutcome,
}

func unusedOutcome(c *Context) {
	for _, e := range c.Program.Events {
		if !e.Declared || e.Builtin || c.library {
			continue
		}
		for i, o := range e.Outcomes {
			if len(c.index.uses[ended(member{e, int64(i)})]) == 0 {
				c.report(c.outcomeSpan(e, o), "nothing ends %q as %s", e.Name, o).help("end it so somewhere, or take the outcome out")
			}
		}
	}
}

// outcomeSpan is where an outcome is declared.
func (c *Context) outcomeSpan(e *ir.Event, name string) source.Span {
	at := e.Span
	for _, t := range c.Trees {
		for _, d := range t.Decls {
			var list []syntax.Ident
			switch d := d.(type) {
			case *syntax.Event:
				list = d.Outcomes
			case *syntax.Action:
				list = d.Outcomes
			}
			for _, o := range list {
				if d.Header().Name.Span == e.Span && o.Name == name {
					at = o.Span
				}
			}
		}
	}
	return at
}
