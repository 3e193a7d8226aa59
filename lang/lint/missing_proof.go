package lint

import (
	"rulec/lang/ir"
)

var missingProofRule = &Rule{
	Code: "L0405", Name: "missing_proof", Group: Documentation, Level: Warning,
	Title: "a declaration that no proof comes to",
	run:   missingProof,
}

func missingProof(c *Context) {
	if c.library || len(c.Program.Proofs) == 0 {
		return
	}
	look := func(d *ir.Decl) {
		if d.Span.File == nil || c.reached[d] {
			return
		}
		c.report(d.Span, "no proof comes to the %s %q", d.Keyword, d.Name).help("write an example that names it, or something it answers to")
	}
	for _, e := range c.Program.Events {
		look(&e.Decl)
	}
	for _, cd := range c.Program.Conditions {
		look(&cd.Decl)
	}
	for _, r := range c.Program.Rules {
		look(&r.Decl)
	}
	for _, v := range c.Program.Values {
		if v.Amount == nil {
			look(&v.Decl)
		}
	}
	for _, o := range c.Program.Options {
		look(&o.Decl)
	}
}
