package format

import (
	"strings"
	"unicode/utf8"

	"rulec/lang/source"
	"rulec/lang/syntax"
)

// token is one token of the text, with what the layout decides about it.
type token struct {
	syntax.Token
	breaks bool   // a line begins here
	blank  bool   // a blank line comes before
	first  bool   // it may begin an item
	gap    int    // blanks in front of it, on its line
	note   string // the comment behind it, up to the end of the line
	above  []note // the comments before it that have lines of their own

	pair   int  // of a bracket its partner, of the `:` of a choice its `?`
	block  bool // the brace of a block, which holds items
	sign   bool // a minus in front of one operand
	tight  bool // the `?` of a type that may be absent
	choice bool // the `?` or `:` of a choice between two formulas
}

// note is a comment with a line of its own.
type note struct {
	text  string
	blank bool // a blank line comes before
}

func (t *token) width() int { return utf8.RuneCountInString(t.Text) }

// op tells whether a token is this operator or bracket.
func (t *token) op(text string) bool { return t.Kind == syntax.OpToken && t.Text == text }

// word tells whether a token is this word.
func (t *token) word(text string) bool { return t.Kind == syntax.WordToken && t.Text == text }

func (t *token) opens() bool  { return t.op("(") || t.op("[") || t.op("{") }
func (t *token) closes() bool { return t.op(")") || t.op("]") || t.op("}") }

// isElse tells whether a token is `else` or `else if`.
func (t *token) isElse() bool {
	return t.word("else") || t.Kind == syntax.PhraseToken && strings.HasPrefix(t.Text, "else")
}

// tokensOf cuts a file without faults into tokens, hangs the comments on them and
// marks where its writer ended lines. The last token is empty: the end of the file.
func tokensOf(f *source.File, tree *syntax.File) []token {
	raw := syntax.Tokens(f)
	out := make([]token, 0, len(raw)+1)
	notes := tree.Comments
	line := 0 // of the last token or comment
	hang := func(before int) (above []note) {
		for len(notes) > 0 && notes[0].Span.Start < before {
			c := notes[0]
			notes = notes[1:]
			at := c.Span.Begin().Line
			if at == line {
				out[len(out)-1].note = c.Text
				continue
			}
			above = append(above, note{c.Text, line > 0 && at > line+1})
			line = at
		}
		return above
	}
	first := true
	for _, t := range raw {
		if t.Kind == syntax.LineEnd {
			first = true
			continue
		}
		x := token{Token: t, first: first, above: hang(t.Offset)}
		x.breaks, x.blank = t.Line > line, line > 0 && t.Line > line+1
		line = t.Line
		first = x.op(";")
		out = append(out, x)
	}
	end := token{Token: syntax.Token{Kind: syntax.LineEnd, Offset: len(f.Text)}, breaks: true}
	end.above = hang(len(f.Text) + 1)
	out = dropSeparators(append(out, end))
	pairBrackets(out)
	return out
}

// dropSeparators takes out each `;` that separates nothing, or stands where a line
// begins or ends as well. The comment behind one goes to the token before it; where
// that has its own, the `;` stays.
func dropSeparators(in []token) []token {
	out := in[:0]
	for i := range in {
		t := in[i]
		if !t.op(";") {
			out = append(out, t)
			continue
		}
		next := &in[i+1]
		needless := t.breaks || next.breaks || next.op("}") || next.op(";")
		if next.Kind == syntax.TextToken || isSource(in, i+1) {
			needless = false // without it, they would go on with what stands before
		}
		if len(out) > 0 {
			last := &out[len(out)-1]
			needless = needless || last.op("{")
			if needless && t.note != "" && last.note == "" && !t.breaks {
				last.note, t.note = t.note, ""
			}
		}
		if !needless || t.note != "" {
			out = append(out, t)
			continue
		}
		if t.breaks {
			apart := t.blank || len(t.above) > 0 // a comment must not move closer to what follows
			switch {
			case len(next.above) > 0:
				next.above[0].blank = next.above[0].blank || apart
			case next.breaks:
				next.blank = next.blank || apart
			default:
				next.blank = t.blank
			}
			next.above = append(t.above, next.above...)
			next.breaks, next.first = true, true
		}
	}
	return out
}

// pairBrackets finds the partner of each bracket and tells blocks from data.
func pairBrackets(tokens []token) {
	var open []int
	proof := false
	for i := range tokens {
		t := &tokens[i]
		if len(open) == 0 && t.first {
			proof = t.word("example") || t.word("law")
		}
		switch {
		case t.opens():
			t.block = t.op("{") && !t.Map && !(proof && len(open) > 0) && !(i > 1 && tokens[i-2].word("create"))
			if t.block {
				tokens[i+1].first = true
			}
			open = append(open, i)
		case t.closes() && len(open) > 0:
			at := open[len(open)-1]
			open = open[:len(open)-1]
			t.pair, tokens[at].pair = at, i
			t.block = tokens[at].block
		case t.isElse() && i > 0 && tokens[i-1].op("}"):
			t.first = true
		}
	}
}
