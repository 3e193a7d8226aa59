package lint

import (
	"rulec/lang/ir"
)

var endlessUntilRule = &Rule{
	Code: "L0107", Name: "endless_until", Group: Faults, Level: Error,
	Title: "an `until` that never comes",
	run:   endlessUntil,
}

func endlessUntil(c *Context) {
	for _, k := range c.index.clauses {
		if k.Kind != ir.UntilClause || k.Pattern == nil || !c.neverStarted(k.Pattern.Event) {
			continue
		}
		c.report(k.Pattern.Span, "this end never comes: nothing starts %q", k.Pattern.Event.Name).
			related(k.Pattern.Event.Span, "declared here").help("name an event that happens, or start this one with `do`")
	}
}
