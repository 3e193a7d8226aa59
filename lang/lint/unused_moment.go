package lint

var unusedMomentRule = &Rule{
	Code: "L0209", Name: "unused_moment", Group: Suspicious, Level: Warning,
	Title: "a moment that nothing names",
	run:   unusedMoment,
}

func unusedMoment(c *Context) {
	for _, m := range c.Program.Moments {
		if !c.library && !c.words[m.Name] && !c.index.used(m, &m.Decl) {
			c.report(m.Span, "nothing names the moment %q", m.Name).help("offer it as a cue, or take it out")
		}
	}
}
