package lint

var neverTrueRule = &Rule{
	Code: "L0101", Name: "never_true", Group: Faults, Level: Error,
	Title: "a condition that never holds",
	run:   neverTrue,
}

func neverTrue(c *Context) {
	for _, k := range c.settled() {
		if !k.always {
			c.report(k.at, "this never holds: %s", k.why).help("compare with something that can be, or take out what depends on it")
		}
	}
}
