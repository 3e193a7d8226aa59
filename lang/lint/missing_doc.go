package lint

import (
	"rulec/lang/syntax"
)

var missingDocRule = &Rule{
	Code: "L0403", Name: "missing_doc", Group: Documentation, Level: Warning, Trees: true,
	Title: "a declaration that nothing explains",
	run:   missingDoc,
}

func missingDoc(c *Context) {
	for _, t := range c.Trees {
		for _, d := range t.Decls {
			h := d.Header()
			switch d.(type) {
			case *syntax.Event, *syntax.Action, *syntax.Condition, *syntax.Rule, *syntax.Record, *syntax.Resource:
			default:
				continue
			}
			if h.Override || h.Doc != "" || h.Printed != nil || h.Own != nil || len(h.Cites) > 0 || len(h.Gaps) > 0 {
				continue
			}
			c.report(h.Name.Span, "nothing says what the %s %q is for", h.Keyword.Name, h.Name.Name).
				help("write a line of `///` above it, `cite` the source, or say `own \"why\"`")
		}
	}
}
