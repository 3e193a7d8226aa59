package lint

import (
	"rulec/lang/syntax"
)

var unexplainedOptionRule = &Rule{
	Code: "L0410", Name: "unexplained_option", Group: Documentation, Level: Warning, Trees: true,
	Title: "an option that does not say what is open",
	run:   unexplainedOption,
}

func unexplainedOption(c *Context) {
	for _, t := range c.Trees {
		for _, d := range t.Decls {
			o, ok := d.(*syntax.Option)
			if ok && len(o.Gaps) == 0 && o.Doc == "" && o.Own == nil && o.Printed == nil {
				c.report(o.Name.Span, "nothing says why there is an option %q", o.Name.Name).help("say with `gap` what the source leaves open")
			}
		}
	}
}
