package lint

import (
	"rulec/lang/ir"
)

var unusedMemberRule = &Rule{
	Code: "L0204", Name: "unused_member", Group: Suspicious, Level: Warning,
	Title: "a member of an enum that nothing names",
	run:   unusedMember,
}

func unusedMember(c *Context) {
	for _, e := range c.Program.Enums {
		if c.library || c.index.whole[e] || c.isOption(e) || c.isData(e) {
			continue
		}
		for i, m := range e.Members {
			if len(c.index.uses[member{e, int64(i)}]) == 0 && !c.words[m] && i < len(e.Spans) {
				c.report(e.Spans[i], "nothing names the member %q of %q", m, e.Name).help("name it somewhere, or take it out")
			}
		}
	}
}

func (c *Context) isOption(e *ir.Enum) bool {
	for _, o := range c.Program.Options {
		if o.Enum == e {
			return true
		}
	}
	return false
}

// isData tells whether data files choose among the members: a field of something
// they describe has them.
func (c *Context) isData(e *ir.Enum) bool {
	for _, r := range c.Program.Records {
		for _, f := range r.Fields {
			t := f.Type
			for t != nil && t.Elem != nil {
				if t.Enum == e {
					return true
				}
				t = t.Elem
			}
			if t != nil && t.Kind == ir.EnumKind && t.Enum == e {
				return true
			}
		}
	}
	return false
}
