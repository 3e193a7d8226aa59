package lint

import (
	"rulec/lang/syntax"
)

var samePrintedRule = &Rule{
	Code: "L0408", Name: "same_printed", Group: Documentation, Level: Warning, Trees: true,
	Title: "two declarations that are called the same",
	run:   samePrinted,
}

func samePrinted(c *Context) {
	first := map[string]*syntax.Head{}
	for _, t := range c.Trees {
		for _, d := range t.Decls {
			h := d.Header()
			switch d.(type) {
			case *syntax.Action, *syntax.Condition, *syntax.Option, *syntax.Tactic:
			default:
				continue
			}
			if h.Printed == nil {
				continue
			}
			k := h.Keyword.Name + " " + h.Printed.Value
			if old := first[k]; old != nil && old.Name.Name != h.Name.Name {
				c.report(h.Printed.Span, "two of the kind %s are shown as %q", h.Keyword.Name, h.Printed.Value).related(old.Printed.Span, "the other one").
					help("give them names that a player can tell apart")
				continue
			}
			first[k] = h
		}
	}
}
