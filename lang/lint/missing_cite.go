package lint

import (
	"slices"

	"rulec/lang/syntax"
)

var missingCiteRule = &Rule{
	Code: "L0404", Name: "missing_cite", Group: Documentation, Level: Warning, Trees: true,
	Title: "a declaration of a pack with sources that cites none",
	run:   missingCite,
}

func missingCite(c *Context) {
	if len(c.Pack.Sources) == 0 || c.Pack.Cites {
		return // no source, or E0413 asks for it
	}
	for _, t := range c.Trees {
		if !slices.Contains(c.Pack.Files, t.Source) {
			continue
		}
		for _, d := range t.Decls {
			h := d.Header()
			switch d.(type) {
			case *syntax.Proof, *syntax.Extend: // proofs name rows, and what an extension adds may cite for itself
				continue
			}
			if len(h.Cites) > 0 || h.Own != nil || h.Name.Name == "" {
				continue
			}
			c.report(h.Name.Span, "nothing says where the %s %q comes from", h.Keyword.Name, h.Name.Name).
				help("add `cite \"Section\"`, or `own \"why\"` if it is yours")
		}
	}
}
