package lint

var alwaysTrueRule = &Rule{
	Code: "L0102", Name: "always_true", Group: Faults, Level: Error,
	Title: "a condition that always holds",
	run:   alwaysTrue,
}

func alwaysTrue(c *Context) {
	for _, k := range c.settled() {
		if k.always {
			c.report(k.at, "this always holds: %s", k.why).help("leave it out, or compare with something that can fail")
		}
	}
}
