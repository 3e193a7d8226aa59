package lint

var deadOutcomeRule = &Rule{
	Code: "L0114", Name: "dead_outcome", Group: Faults, Level: Error,
	Title: "an answer to an outcome that never comes",
	run:   deadOutcome,
}

func deadOutcome(c *Context) {
	for _, e := range c.Program.Events {
		if !e.Declared || e.Builtin || c.library && !c.mine(e.Span) {
			continue
		}
		for i, o := range e.Outcomes {
			l := member{e, int64(i)}
			if len(c.index.uses[ended(l)]) > 0 {
				continue
			}
			for _, u := range c.index.uses[l] {
				if !u.proof {
					c.report(u.at, "this never comes: nothing ends %q as %s", e.Name, o).related(e.Span, "declared here").
						help("end it so somewhere, or ask for an outcome that it has")
				}
			}
		}
	}
}
