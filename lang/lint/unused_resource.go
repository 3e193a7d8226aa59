package lint

var unusedResourceRule = &Rule{
	Code: "L0210", Name: "unused_resource", Group: Suspicious, Level: Warning,
	Title: "a resource that nothing spends",
	run:   unusedResource,
}

func unusedResource(c *Context) {
	for _, r := range c.Program.Resources {
		if !c.library && !c.words[r.Name] && !c.index.used(r, &r.Decl) {
			c.report(r.Span, "nothing spends the resource %q", r.Name).help("name it in a `use for` or a `cost`, or take it out")
		}
	}
}
