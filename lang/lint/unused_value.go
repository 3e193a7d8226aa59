package lint

import (
	"rulec/lang/ir"
)

var unusedValueRule = &Rule{
	Code: "L0201", Name: "unused_value", Group: Suspicious, Level: Warning,
	Title: "a value that nobody asks",
	run:   unusedValue,
}

func unusedValue(c *Context) {
	for _, v := range c.Program.Values {
		if c.library || v.Span.File == nil || c.isAmount(v) || c.index.used(v, &v.Decl) || c.words[v.Name] {
			continue
		}
		c.report(v.Span, "nothing asks for the value %q", valueName(v)).help("ask for it, or take it out")
	}
}

func (c *Context) isAmount(v *ir.Value) bool { return v.Amount != nil }

func valueName(v *ir.Value) string {
	switch {
	case v.Owner != nil:
		return v.Owner.Name + "." + v.Name
	case v.Of != nil:
		return v.Of.Name + "." + v.Name
	}
	return v.Name
}
