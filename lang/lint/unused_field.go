package lint

import (
	"rulec/lang/ir"
)

var unusedFieldRule = &Rule{
	Code: "L0207", Name: "unused_field", Group: Suspicious, Level: Warning,
	Title: "a field that nothing reads",
	run:   unusedField,
}

func unusedField(c *Context) {
	for _, r := range c.Program.Records {
		for _, f := range r.Fields {
			if c.judgeField(f) && !c.words[f.Name] {
				c.report(f.Span, "nothing reads the field %q of %q", f.Name, r.Name).help("read it, or take it out")
			}
		}
	}
	for _, e := range c.Program.Events {
		for _, f := range e.Fields {
			if c.judgeField(f) {
				c.report(f.Span, "nothing reads the field %q of %q", f.Name, e.Name).help("read it, or take it out")
			}
		}
	}
}

func (c *Context) judgeField(f *ir.Local) bool {
	return !c.library && f.Span.Valid() && f.Resource == nil && !f.Type.Mutual && len(c.index.uses[f]) == 0 && len(c.index.writes[f]) == 0
}
