package lint

import (
	"rulec/lang/ir"
)

var unusedEventRule = &Rule{
	Code: "L0202", Name: "unused_event", Group: Suspicious, Level: Warning,
	Title: "an event or action that nothing starts or names",
	run:   unusedEvent,
}

func unusedEvent(c *Context) {
	for _, e := range c.Program.Events {
		if c.library || e.Builtin || len(e.Ways) > 0 || len(e.Gaps) > 0 || c.index.used(e, &e.Decl) || c.words[e.Name] || c.startedElsewhere(e) {
			continue
		}
		what := "event"
		if e.Action {
			what = "action"
		}
		f := c.report(e.Span, "nothing starts the %s %q", what, e.Name)
		if e.Action {
			f.help("add a `use` line, or `do` it somewhere")
		} else {
			f.help("`do` it somewhere, or take it out")
		}
	}
}

// startedElsewhere tells whether something other than the event itself starts it.
func (c *Context) startedElsewhere(e *ir.Event) bool {
	for _, u := range c.index.started[e] {
		if u.owner != &e.Decl {
			return true
		}
	}
	return false
}
