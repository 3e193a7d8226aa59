package format

import (
	"strings"
	"unicode/utf8"
)

// noteColumn is where comments behind a line stand, if the line is not longer.
const noteColumn = 49

// write puts the text together.
func (l *layout) write() string {
	var out strings.Builder
	width := 0
	begun := true // nothing but the brace of a block comes before: no blank line
	for i := range l.tokens {
		t := &l.tokens[i]
		end := i == len(l.tokens)-1
		closer := t.block && t.op("}")
		if t.breaks && i > 0 {
			out.WriteByte('\n')
			width = 0
		}
		indent := t.gap
		if closer {
			indent += indentStep
		}
		for _, n := range t.above {
			if n.blank && !begun {
				out.WriteByte('\n')
			}
			begun = false
			out.WriteString(strings.Repeat(" ", indent) + n.text + "\n")
		}
		if end {
			break
		}
		if t.blank && t.breaks && !closer && !begun {
			out.WriteByte('\n')
		}
		begun = t.block && t.op("{")
		out.WriteString(strings.Repeat(" ", t.gap) + t.Text)
		width += t.gap + t.width()
		if t.note != "" {
			gap := max(2, noteColumn-width)
			if width+gap+utf8.RuneCountInString(t.note) > maxWidth {
				gap = 2
			}
			out.WriteString(strings.Repeat(" ", gap) + t.note)
		}
	}
	return out.String()
}
