package lint

import (
	"rulec/lang/ir"
)

var rivalToRule = &Rule{
	Code: "L0106", Name: "rival_to", Group: Faults, Level: Error,
	Title: "two `to` on one value that disagree",
	run:   rivalTo,
}

func rivalTo(c *Context) {
	for _, v := range c.Program.Values {
		for i, m := range v.Mods {
			if m.How != ir.To {
				continue
			}
			for _, o := range v.Mods[:i] {
				if o.How != ir.To || !alongside(o.Clause.Block, m.Clause.Block) || headText(o) != headText(m) || !sameText(o.When, m.When) ||
					sameText(o.Amount, m.Amount) {
					continue
				}
				c.report(m.Clause.Span, "two lines say what %q is, and they disagree", v.Name).
					related(o.Clause.Span, "the other one").help("let `when` say which of them holds when, or keep one")
				break
			}
		}
	}
}

// alongside tells whether two blocks hold at the same time, whatever happens.
func alongside(a, b *ir.Block) bool {
	always := func(x *ir.Block) bool { return x.Rule != nil && x.While == nil }
	return a == b || always(a) && always(b)
}
