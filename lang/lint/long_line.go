package lint

import (
	"strings"
	"unicode/utf8"

	"rulec/lang/source"
)

var longLineRule = &Rule{
	Code: "L0303", Name: "long_line", Group: Style, Level: Warning, Trees: true,
	Title: "a line that does not fit a page",
	run:   lineTooLong,
}

const longLine = 160 // characters

func lineTooLong(c *Context) {
	for _, t := range c.Trees {
		offset := 0
		for n := 1; n <= t.Source.Lines(); n++ {
			line := t.Source.Line(n)
			if chars := utf8.RuneCountInString(line); chars > longLine {
				from := strings.Index(t.Source.Text[offset:], line) + offset
				c.report(source.Span{File: t.Source, Start: from, End: from + len(line)}, "this line has %d characters", chars).
					help("a line goes on after an operator, a comma or an open bracket; up to %d is fine", longLine)
			}
			offset += len(line) + 1
			for offset < len(t.Source.Text) && offset > 0 && t.Source.Text[offset-1] != '\n' {
				offset++
			}
		}
	}
}
