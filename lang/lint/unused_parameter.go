package lint

import (
	"rulec/lang/ir"
	"rulec/lang/source"
)

var unusedParameterRule = &Rule{
	Code: "L0205", Name: "unused_parameter", Group: Suspicious, Level: Warning,
	Title: "a parameter that nothing reads",
	run:   unusedParameter,
}

func unusedParameter(c *Context) {
	look := func(what string, name string, list []*ir.Local, override bool) {
		for _, l := range list {
			if !override && !c.index.used(l, nil) {
				c.report(l.Span, "nothing reads the parameter %q of the %s %q", l.Name, what, name).help("use it, or take it out")
			}
		}
	}
	replaced := c.overrides()
	for _, v := range c.Program.Values {
		if v.Table == nil {
			look("value", v.Name, v.Params, replaced[v.Span])
		}
	}
	for _, e := range c.Program.Events {
		if e.Action || hasBody(e) {
			look(wordFor(e), e.Name, e.Params, replaced[e.Span])
		}
	}
	for _, cd := range c.Program.Conditions {
		look("condition", cd.Name, cd.Params, replaced[cd.Span])
	}
	for _, m := range c.Program.Moments {
		look("moment", m.Name, m.Params, replaced[m.Span])
	}
}

func wordFor(e *ir.Event) string {
	if e.Action {
		return "action"
	}
	return "event"
}

// hasBody tells whether an event does something itself. One that does not is there
// for others to listen to, and its parameters are for them.
func hasBody(e *ir.Event) bool {
	for _, s := range e.Stages {
		if len(s.Body) > 0 {
			return true
		}
	}
	return false
}

// overrides are the names of what replaces something, which has the parameters of
// what it replaces, and of what is replaced in its turn.
func (c *Context) overrides() map[source.Span]bool {
	out := map[source.Span]bool{}
	for _, t := range c.Pack.Trees {
		for _, d := range t.Decls {
			if h := d.Header(); h.Override {
				out[h.Name.Span] = true
			}
		}
	}
	return out
}
