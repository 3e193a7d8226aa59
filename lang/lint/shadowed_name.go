package lint

import (
	"rulec/lang/ir"
)

var shadowedNameRule = &Rule{
	Code: "L0219", Name: "shadowed_name", Group: Suspicious, Level: Warning,
	Title: "a local name that hides a declaration",
	run:   shadowedName,
}

func shadowedName(c *Context) {
	options, values := map[string]*ir.Decl{}, map[string]*ir.Decl{}
	for _, v := range c.Program.Values {
		if v.Owner == nil && v.Of == nil && v.Amount == nil {
			values[v.Name] = &v.Decl
		}
	}
	for _, o := range c.Program.Options {
		options[o.Name] = &o.Decl
	}
	look := func(l *ir.Local, tables ...map[string]*ir.Decl) {
		for _, t := range tables {
			if d := t[l.Name]; d != nil && d.Span.File != nil {
				c.report(l.Span, "%q is also the name of %s", l.Name, article(d.Keyword)).related(d.Span, "declared here").
					help("choose another name: here it means this one")
			}
		}
	}
	for _, v := range c.Program.Values {
		for _, l := range v.Params {
			look(l, options)
		}
	}
	for _, e := range c.Program.Events {
		for _, l := range e.Params {
			look(l, options)
		}
	}
	for _, body := range c.bodies() {
		for _, s := range body {
			if s != nil && s.Var != nil && (s.Kind == ir.LetStmt || s.Kind == ir.ForStmt || s.Kind == ir.ChooseStmt) {
				look(s.Var, options, values)
			}
		}
	}
}
