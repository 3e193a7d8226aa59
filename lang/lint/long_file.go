package lint

var longFileRule = &Rule{
	Code: "L0302", Name: "long_file", Group: Style, Level: Warning, Trees: true,
	Title: "a file that is too long to know",
	run:   fileTooLong,
}

const longFile = 1000 // lines

func fileTooLong(c *Context) {
	for _, t := range c.Trees {
		if n := t.Source.Lines() - 1; n > longFile && len(t.Decls) > 0 {
			c.report(t.Decls[0].Header().Keyword.Span, "this file has %d lines", n).help("cut it where it speaks of something else; up to %d is fine", longFile)
		}
	}
}
