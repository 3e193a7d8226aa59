package lint

import (
	"strings"

	"rulec/lang/ir"
	"rulec/lang/syntax"
)

// squeeze is a text with its blanks and comments made even: two formulas with one
// squeezed text say the same.
func squeeze(text string) string {
	var b strings.Builder
	quoted, gap, last := false, false, byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quoted:
			b.WriteByte(c)
			if c == '\\' && i+1 < len(text) {
				i++
				b.WriteByte(text[i])
			} else if c == '"' {
				quoted = false
			}
			continue
		case c == '/' && i+1 < len(text) && text[i+1] == '/':
			for i < len(text) && text[i] != '\n' {
				i++
			}
			gap = true
			continue
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			gap = true
			continue
		}
		if gap && last != 0 && !tight(last) && !tight(c) && c != ',' {
			b.WriteByte(' ')
		}
		gap = c == ',' // a comma is followed by a blank, whether it was or not
		quoted = c == '"'
		last = c
		b.WriteByte(c)
	}
	return b.String()
}

// tight tells whether blanks beside a character mean nothing to the eye.
func tight(c byte) bool { return c == '.' || c == '(' || c == ')' || c == '[' || c == ']' }

// written is a formula as it is written, with the parentheses around it, if any.
func written(e syntax.Expr) string {
	at := e.At()
	text := at.File.Text
	from, to := at.Start, at.End
	for from > 0 && strings.IndexByte(" \t\n", text[from-1]) >= 0 {
		from--
	}
	for to < len(text) && strings.IndexByte(" \t\n", text[to]) >= 0 {
		to++
	}
	if from > 0 && to < len(text) && text[from-1] == '(' && text[to] == ')' {
		return text[from-1 : to+1]
	}
	return at.Text()
}

// sameText tells whether two formulas are written alike; both may be absent.
func sameText(a, b *ir.Expr) bool {
	if a == nil || b == nil {
		return a == b
	}
	return squeeze(a.Span.Text()) == squeeze(b.Span.Text())
}

// headText is what a modifier is about, with what it fixes.
func headText(m *ir.Modify) string {
	s := argsText(m.Args)
	if m.Owner != nil {
		s += " of " + squeeze(m.Owner.Span.Text())
	}
	if m.Is != nil {
		s += " in " + squeeze(m.Is.Span.Text())
	}
	return s
}

func argsText(list []ir.PatArg) string {
	s := ""
	for _, a := range list {
		s += squeeze(a.Span.Text()) + ";"
	}
	return s
}

// nodes is a list of one kind of node as a list of nodes.
func nodes[T syntax.Node](list []T) []syntax.Node {
	var out []syntax.Node
	for _, x := range list {
		out = append(out, x)
	}
	return out
}

// article puts `a` or `an` in front of a word.
func article(word string) string {
	if word != "" && strings.IndexByte("aeiou", word[0]) >= 0 {
		return "an " + word
	}
	return "a " + word
}

// bodies lists every list of statements of the program, in order, the inner ones
// after those they stand in.
func (c *Context) bodies() [][]*ir.Stmt {
	var out [][]*ir.Stmt
	var take func(list []*ir.Stmt)
	clauses := func(list []*ir.Clause) {
		for _, k := range list {
			take(k.Body)
		}
	}
	take = func(list []*ir.Stmt) {
		if len(list) == 0 {
			return
		}
		out = append(out, list)
		for _, s := range list {
			if s == nil {
				continue
			}
			if s.Block != nil {
				clauses(s.Block.Clauses)
			}
			if s.Clause != nil {
				take(s.Clause.Body)
			}
			for _, a := range s.Arms {
				take(a.Body)
			}
			take(s.Body)
			take(s.Else)
		}
	}
	for _, e := range c.Program.Events {
		for _, s := range e.Stages {
			take(s.Body)
		}
	}
	for _, b := range c.Program.Blocks {
		if b.Site == nil {
			clauses(b.Clauses)
		}
	}
	return out
}
