package syntax

import (
	"github.com/alecthomas/participle/v2/lexer"

	"rulec/lang/diag"
)

func (c *checker) opens(t *lexer.Token, f *frame) {
	kind := t.Value[0]
	last := c.i - 1
	switch {
	case f.operand && kind == '(':
		c.roles[c.i] = groupToken
	case f.operand:
	case kind == '(' && c.tokens[last].Type == tokName && c.roles[last] == plainToken:
		kind = 'c'
	case kind == '[':
		kind = 'i'
	default:
		c.value(f)
	}
	f.operand = false
	inner := &frame{kind: kind, open: c.i}
	c.frames = append(c.frames, inner)
	c.begin(inner, c.i+1)
}

// begin starts an argument, element or entry.
func (c *checker) begin(f *frame, at int) {
	f.start, f.operand, f.questions, f.partner = at, true, nil, noPartner
	if f.kind == 'c' {
		c.calls[f.open] = append(c.calls[f.open], argument{at, -1})
	}
}

func (c *checker) closes(t *lexer.Token) {
	f := c.top()
	if len(c.frames) == 1 || closers[c.text(f.open)] != t.Value {
		c.failed = true // reported by the lexer
		return
	}
	if c.i == f.open+1 && (f.kind == 'c' || f.kind == '[' || f.kind == '{') {
		c.calls[f.open] = nil
	} else {
		c.complete(f, c.i)
	}
	if f.kind == '(' {
		c.roles[c.i] = groupToken
	}
	c.match[f.open], c.match[c.i] = c.i, f.open
	c.frames = c.frames[:len(c.frames)-1]
	c.top().operand = false
	c.top().dot = false
}

// complete checks that what began at f.start may end before token i.
func (c *checker) complete(f *frame, i int) {
	if f.kind == '{' && f.start < i && c.roles[f.start] != keyToken && !(f.start+1 < i && is(&c.tokens[f.start+1], ":")) {
		c.fail(diag.BadFormula, f.start, f.start, "an entry of a map begins with its key").WithHelp("write { fire: 5, cold: 3 }")
		return
	}
	if len(f.questions) > 0 {
		q := f.questions[len(f.questions)-1]
		c.fail(diag.BadFormula, q, q, "this `?` has no `:`").WithHelp("a choice is written condition ? a : b")
		return
	}
	if f.dot {
		f.dot = false
		c.fail(diag.BadFormula, i-1, i-1, "a name is missing behind this dot")
		return
	}
	if !f.operand {
		return
	}
	last := max(0, i-1)
	switch {
	case i == 0 || i == f.open+1 && f.kind != 0:
		c.fail(diag.BadFormula, last, last, "a value is missing here")
	default:
		c.fail(diag.BadFormula, last, last, "a value is missing behind %s", c.name(last))
	}
}
