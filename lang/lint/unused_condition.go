package lint

var unusedConditionRule = &Rule{
	Code: "L0203", Name: "unused_condition", Group: Suspicious, Level: Warning,
	Title: "a condition that nobody comes to wear",
	run:   unusedCondition,
}

func unusedCondition(c *Context) {
	for _, cd := range c.Program.Conditions {
		if c.library || cd.Derived != nil || c.words[cd.Name] || len(cd.Gaps) > 0 || c.index.used(cd, &cd.Decl) {
			continue
		}
		c.report(cd.Span, "nothing puts on the condition %q, and no data file does", cd.Name).help("`apply` it somewhere, or take it out")
	}
}
