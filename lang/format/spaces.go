package format

import "rulec/lang/syntax"

// setSpaces sets the blanks between tokens on one line. Items that share a line, in
// a block that has lines of its own, stand two blanks apart.
func setSpaces(tokens []token) {
	depth := 0 // of the brackets that were opened on this line
	for i := range tokens {
		t := &tokens[i]
		if t.breaks {
			depth = 0
		} else if i > 0 {
			t.gap = space(tokens, i)
			if tokens[i-1].op(";") && depth <= 0 {
				t.gap = 2
			}
		}
		if t.opens() {
			depth++
		} else if t.closes() {
			depth--
		}
	}
}

// space tells how many blanks belong in front of token i, behind token i-1 on the same line.
func space(tokens []token, i int) int {
	last, t := &tokens[i-1], &tokens[i]
	tight := false
	switch {
	case last.op("("), last.op("["), t.op(")"), t.op("]"), t.op(","), t.op(";"), last.op("."), t.op("."), last.sign:
		tight = true
	case t.op(".."):
		tight = !(last.word("in") || last.op("=") || last.op(",") || last.Kind == syntax.LabelToken)
	case last.op(".."):
		tight = !openEnded(tokens, i)
	case t.op("?"):
		tight = t.tight
	case t.op(":"):
		tight = !t.choice
	case t.op("("), t.op("["):
		tight = takesBracket(tokens, i-1)
	case t.op("/"):
		tight = fraction(tokens, i)
	case last.op("/"):
		tight = fraction(tokens, i-1)
	}
	if tight {
		return 0
	}
	return 1
}

// openEnded tells whether the `..` in front of token i has no upper end.
func openEnded(tokens []token, i int) bool {
	t := &tokens[i]
	switch t.Kind {
	case syntax.NumberToken:
		return false
	case syntax.WordToken:
		return isSource(tokens, i) || syntax.EndsFormula(t.Text) || syntax.IsOperator(t.Text)
	case syntax.OpToken:
		return !(t.sign || t.op("("))
	}
	return true
}

// takesBracket tells whether a bracket behind token i belongs to it, as in a call.
func takesBracket(tokens []token, i int) bool {
	t := &tokens[i]
	switch {
	case t.Kind == syntax.OpToken:
		return t.op(")") || t.op("]")
	case t.Kind != syntax.WordToken:
		return false
	case i > 0 && tokens[i-1].op("."):
		return true
	case syntax.EndsFormula(t.Text), syntax.IsOperator(t.Text):
		return false
	case t.first && (syntax.OpensLine(t.Text) || syntax.OpensSection(t.Text)):
		return false
	case i > 0 && tokens[i-1].word("cost") && tokens[i-1].first:
		return false
	}
	return !(t.Text == "always" && i > 0 && tokens[i-1].word("then"))
}

// fraction tells whether the `/` at i stands between the numbers of an exact
// chance, as in `P(attack.hits) == 13/20`.
func fraction(tokens []token, i int) bool {
	if i < 2 || i+1 >= len(tokens) || tokens[i-1].Kind != syntax.NumberToken || tokens[i+1].Kind != syntax.NumberToken {
		return false
	}
	before := &tokens[i-2]
	return before.op("==") || before.op("!=") || before.op("<") || before.op("<=") || before.op(">") || before.op(">=")
}

// isSource tells whether `cite`, `own` or `gap` with a text opens at token i.
func isSource(tokens []token, i int) bool {
	t := &tokens[i]
	return t.word("cite") || (t.word("own") || t.word("gap")) && i+1 < len(tokens) && tokens[i+1].Kind == syntax.TextToken
}
