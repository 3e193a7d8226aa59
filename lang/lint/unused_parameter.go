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
	look := func(d *ir.Decl, list []*ir.Local, skip func(*ir.Local) bool) {
		for _, l := range list {
			if !skip(l) && !c.index.used(l, nil) {
				c.report(l.Span, "nothing reads the parameter %q of the %s %q", l.Name, d.Keyword, d.Name).help("use it, or take it out")
			}
		}
	}
	never := func(*ir.Local) bool { return false }
	replaced := c.overrides()
	for _, v := range c.Program.Values {
		if v.Body != nil && !literal(v.Body) && !replaced[v.Span] {
			look(&v.Decl, v.Params, never)
		}
	}
	for _, e := range c.Program.Events {
		switch {
		case replaced[e.Span]:
		case e.Action:
			look(&e.Decl, e.Params, never)
		case hasBody(e) && !c.library:
			look(&e.Decl, e.Params, func(l *ir.Local) bool { return l.Type.Entity() }) // every report says whom it befell
		}
	}
	for _, cd := range c.Program.Conditions {
		if !replaced[cd.Span] && !c.library {
			look(&cd.Decl, cd.Params, never)
		}
	}
	for _, m := range c.Program.Moments {
		if !replaced[m.Span] {
			look(&m.Decl, m.Params, never)
		}
	}
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
