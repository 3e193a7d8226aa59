package lint

import (
	"rulec/lang/ir"
)

var unreadFieldRule = &Rule{
	Code: "L0208", Name: "unread_field", Group: Suspicious, Level: Warning,
	Title: "a field that is written and never read",
	run:   unreadField,
}

func unreadField(c *Context) {
	look := func(owner string, list []*ir.Local) {
		for _, f := range list {
			if c.library || !f.Span.Valid() || f.Resource != nil || len(c.index.uses[f]) > 0 {
				continue
			}
			for _, w := range c.index.writes[f] {
				if w.stmt != nil && !w.proof {
					c.report(f.Span, "the field %q of %q is written, and nothing reads it", f.Name, owner).related(w.at, "written here").
						help("read it, or take both out")
					break
				}
			}
		}
	}
	for _, r := range c.Program.Records {
		look(r.Name, r.Fields)
	}
	for _, e := range c.Program.Events {
		look(e.Name, e.Fields)
	}
}
