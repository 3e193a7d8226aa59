package lint

import (
	"rulec/lang/ir"
)

var deadModifierRule = &Rule{
	Code: "L0105", Name: "dead_modifier", Group: Faults, Level: Error,
	Title: "a modifier that never counts",
	run:   deadModifier,
}

func deadModifier(c *Context) {
	for _, v := range c.Program.Values {
		for i, m := range v.Mods {
			n, known := m.Amount.Constant()
			switch {
			case known && m.How == ir.By && n == 0 && m.Amount.Type.Kind != ir.Bool:
				c.report(m.Clause.Span, "this adds nothing to %q", v.Name).help("write an amount, or take it out")
			case known && m.How == ir.By && n > 0 && m.Bonus != nil && m.Bonus.AtMost != nil && *m.Bonus.AtMost <= 0:
				c.report(m.Clause.Span, "bonuses of the kind %q come to %d at most, so this never counts", m.Bonus.Name, *m.Bonus.AtMost).
					related(m.Bonus.Span, "declared here")
			case known && m.How == ir.By:
				if o := beatenBy(v.Mods, i, n); o != nil {
					c.report(m.Clause.Span, "this never counts: of one kind the %s holds, and another line gives more", m.Bonus.Gains).
						related(o.Clause.Span, "whenever that holds, this does").help("give one of them another kind, or take it out")
				}
			}
		}
	}
}

// beatenBy finds a modifier of the same kind, block and condition that makes the
// i-th, by n, count for nothing.
func beatenBy(list []*ir.Modify, i int, n int64) *ir.Modify {
	m := list[i]
	if m.Bonus == nil || m.Bonus.Gains != "highest" || n <= 0 || m.Bonus.AtMost != nil {
		return nil
	}
	for j, o := range list {
		k, known := o.Amount.Constant()
		if o == m || !known || o.How != ir.By || o.Bonus != m.Bonus || o.Clause.Block != m.Clause.Block || k < n || k == n && j > i {
			continue
		}
		if sameText(o.When, m.When) && headText(o) == headText(m) || o.When == nil && headText(o) == headText(m) {
			return o
		}
	}
	return nil
}
