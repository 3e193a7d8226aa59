package lint

import (
	"rulec/lang/ir"
)

var deadListenerRule = &Rule{
	Code: "L0108", Name: "dead_listener", Group: Faults, Level: Error,
	Title: "a clause about an event that nothing starts",
	run:   deadListener,
}

func deadListener(c *Context) {
	for _, k := range c.index.clauses {
		var e *ir.Event
		at := k.Span
		switch {
		case k.Kind == ir.HandlerClause || k.Kind == ir.ForbidClause || k.Kind == ir.RefillClause:
			if k.Pattern == nil {
				continue
			}
			e, at = k.Pattern.Event, k.Pattern.Span
		case k.Kind == ir.ModifyClause && k.Modify != nil && k.Modify.Target != nil:
			e = k.Modify.Target.Of
		}
		if c.neverStarted(e) {
			c.report(at, "this never comes in: nothing starts %q", e.Name).related(e.Span, "declared here").
				help("start it with `do`, or name the event that is meant")
		}
	}
}

// neverStarted tells whether nothing makes an event happen, in the rules or in
// proofs. Of what the standard library has on offer nobody can tell, and what has a `gap` may be started by what
// the source leaves out.
func (c *Context) neverStarted(e *ir.Event) bool {
	return e != nil && !e.Builtin && !c.library && c.packs[e.Span.File] && len(e.Gaps) == 0 && len(e.Ways) == 0 && len(c.index.started[e]) == 0 && !c.words[e.Name]
}
