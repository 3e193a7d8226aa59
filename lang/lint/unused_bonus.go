package lint

var unusedBonusRule = &Rule{
	Code: "L0211", Name: "unused_bonus", Group: Suspicious, Level: Warning,
	Title: "a kind of bonus that no modifier has",
	run:   unusedBonus,
}

func unusedBonus(c *Context) {
	for _, b := range c.Program.Bonuses {
		if !c.library && !c.index.used(b, &b.Decl) {
			c.report(b.Span, "no modifier has the kind %q", b.Name).help("write `as %s` behind an amount, or take it out", b.Name)
		}
	}
}
