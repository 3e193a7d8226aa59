package lint

import (
	"regexp"

	"rulec/lang/source"
)

var todoRule = &Rule{
	Code: "L0406", Name: "todo", Group: Documentation, Level: Warning, Trees: true,
	Title: "a note that something is missing",
	run:   todo,
}

var todoNote = regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)

func todo(c *Context) {
	for _, t := range c.Trees {
		for _, k := range t.Comments {
			if m := todoNote.FindStringIndex(k.Text); m != nil {
				at := source.Span{File: k.Span.File, Start: k.Span.Start + m[0], End: k.Span.Start + m[1]}
				c.report(at, "something is left to do here").help("do it, or say with `gap` what is open")
			}
		}
	}
}
