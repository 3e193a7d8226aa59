package lint

var unusedOptionRule = &Rule{
	Code: "L0212", Name: "unused_option", Group: Suspicious, Level: Warning,
	Title: "an option that changes nothing",
	run:   unusedOption,
}

func unusedOption(c *Context) {
	for _, o := range c.Program.Options {
		used := false
		for _, u := range c.index.uses[o] {
			used = used || !u.proof
		}
		if !c.library && !used {
			c.report(o.Span, "no rule asks for the option %q", o.Name).help("ask for its reading where it matters, or take it out")
		}
	}
}
