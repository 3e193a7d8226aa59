package format

import (
	"slices"

	"rulec/lang/syntax"
)

// The writer says where the lines of an item end; where those after the first begin
// is decided here: below the place where the formula or list began that they go on
// with.

// origin is what a line goes on with.
type origin struct {
	bracket int // the innermost that is open, or -1
	formula int // the first token of the formula that is not finished
	list    int // the first token of the list of formulas with commas between
}

// goOn indents all lines of an item but the first.
func (l *layout) goOn(x *item) {
	if len(x.lines) == 1 {
		return
	}
	origins := l.origins(x)
	l.alignChoices(x, origins)
	for n, i := range x.lines[1:] {
		at := l.indent(x, i, origins[n])
		if least := x.base + 2*indentStep; at > least && at+l.right(i) > maxWidth {
			at = least // it would become too long
		}
		l.tokens[i].gap = at
	}
}

// origins follows the brackets and formulas of an item, and tells for each of its
// lines but the first what it goes on with.
func (l *layout) origins(x *item) []origin {
	var out []origin
	stack := []origin{{-1, x.head, x.head}}
	if o := &stack[0]; l.opensFormula(x, x.head) {
		*o = origin{-1, x.head + 1, x.head + 1}
	}
	last := x.lines[len(x.lines)-1]
	for i := x.head; i <= last; i++ {
		t := &l.tokens[i]
		if i > x.head && t.breaks && len(out)+1 < len(x.lines) && x.lines[len(out)+1] == i {
			out = append(out, stack[len(stack)-1])
		}
		top := &stack[len(stack)-1]
		switch {
		case t.block && t.op("{"):
			i = t.pair - 1
		case t.block:
		case t.opens():
			stack = append(stack, origin{i, i + 1, i + 1})
		case t.closes():
			stack = stack[:max(1, len(stack)-1)]
		case t.op(",") || t.op("|"):
			top.formula = i + 1
		case i > x.head && l.opensFormula(x, i):
			top.formula = i + 1
			if top.bracket < 0 {
				top.list = i + 1
			}
		}
	}
	return out
}

// opensFormula tells whether a formula or list begins behind token i of an item.
func (l *layout) opensFormula(x *item, i int) bool {
	t := &l.tokens[i]
	switch t.Kind {
	case syntax.LabelToken:
		return true
	case syntax.PhraseToken:
		return true
	case syntax.WordToken:
		if i > 0 && l.tokens[i-1].op(".") {
			return false
		}
		if i == x.head {
			return clauses[x.word] || syntax.OpensLine(t.Text) || syntax.OpensSection(t.Text)
		}
		return syntax.EndsFormula(t.Text) && t.Text != "by" && t.Text != "with" || t.word("by") && x.word == "modify"
	}
	return t.op("=") || t.op("+=") || t.op("-=") || t.op("->")
}

// indent is where the line that begins with token i begins.
func (l *layout) indent(x *item, i int, from origin) int {
	t, last := &l.tokens[i], &l.tokens[i-1]
	if t.block && t.op("}") || t.isElse() {
		return x.base
	}
	inBracket := from.bracket >= 0
	switch {
	case inBracket && t.closes() && l.tokens[from.bracket+1].breaks:
		return l.lineColumn(x, from.bracket)
	case inBracket && l.tokens[from.bracket+1].breaks && (last.op(",") || last.opens()):
		return l.lineColumn(x, from.bracket) + indentStep
	case !inBracket && isSource(l.tokens, i):
		return x.base + indentStep
	case last.op(",") || last.op("|"):
		return l.column(from.list)
	case last.choice && last.op(":"):
		if l.chosenAgain(i) {
			return l.column(from.formula)
		}
		if at := l.column(last.pair + 1); at+l.right(i) <= maxWidth {
			return at
		}
		return l.column(from.formula) + indentStep
	case last.choice:
		return l.column(from.formula) + indentStep
	case unfinished(last) || inBracket || t.Kind == syntax.OpToken:
		if from.formula == i { // it begins here
			return x.base + indentStep
		}
		return l.column(from.formula)
	}
	return l.content(x)
}

// content is the column behind the first word of an item.
func (l *layout) content(x *item) int {
	switch next := x.head + 1; {
	case x.block.proof && syntax.OpensSection(l.tokens[x.head].Text):
		return x.base + sectionWidth
	case x.block.of != "" && clauses[x.word] && !l.tokens[next].breaks:
		return l.column(next)
	}
	return x.base + indentStep
}

// lineColumn is the column in which the line of a token of an item begins.
func (l *layout) lineColumn(x *item, at int) int { return l.tokens[x.lineOf(at)].gap }

// unfinished tells whether a formula cannot end behind a token.
func unfinished(t *token) bool {
	return t.Kind == syntax.OpToken && !t.closes() || t.Kind == syntax.WordToken && syntax.IsOperator(t.Text)
}

// chosenAgain tells whether the rest of a choice, from token i on, is a choice as well.
func (l *layout) chosenAgain(i int) bool {
	for ; i < len(l.tokens); i++ {
		switch t := &l.tokens[i]; {
		case t.choice:
			return t.op("?")
		case t.block, t.closes(), t.op(","), t.op(";"), t.first:
			return false
		case t.opens():
			i = t.pair
		}
	}
	return false
}

// maxChoice is the most blanks in front of a question mark.
const maxChoice = 60

// alignChoices puts the question marks of choices that follow each other, one a
// line, into a column.
func (l *layout) alignChoices(x *item, origins []origin) {
	var marks, widths []int
	flush := func() {
		for n, i := range marks {
			if most := slices.Max(widths); most-widths[n] < maxChoice {
				l.tokens[i].gap = most - widths[n] + 1
			}
		}
		marks, widths = marks[:0], widths[:0]
	}
	add := func(from, mark int) {
		w := 0
		for k := from; k < mark; k++ {
			w += l.tokens[k].width()
			if k > from {
				w += l.tokens[k].gap
			}
		}
		marks, widths = append(marks, mark), append(widths, w)
	}
	for n, i := range x.lines {
		chained := n > 0 && len(marks) > 0 && l.tokens[i-1].choice && l.tokens[i-1].op(":")
		if !chained {
			flush()
		}
		if n+1 < len(x.lines) {
			end := x.lines[n+1]
			last := &l.tokens[end-1]
			if last.choice && last.op(":") && last.pair >= i {
				switch from := origins[n].formula; {
				case chained:
					add(i, last.pair)
				case from >= i:
					add(from, last.pair)
				}
				continue
			}
		}
		if chained {
			if mark := l.question(i); mark >= 0 {
				add(i, mark)
			}
		}
		flush()
	}
	flush()
}

// question finds the `?` of a choice on the line that begins with token i, outside
// brackets, or -1.
func (l *layout) question(i int) int {
	for k := i; k < len(l.tokens) && (k == i || !l.tokens[k].breaks); k++ {
		switch t := &l.tokens[k]; {
		case t.choice && t.op("?"):
			return k
		case t.opens():
			k = t.pair
		case t.closes(), t.op(","):
			return -1
		}
	}
	return -1
}
