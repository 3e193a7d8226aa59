package syntax

import (
	"fmt"

	"github.com/alecthomas/participle/v2/lexer"

	"rulec/lang/diag"
)

// frame is one level of brackets while a formula is checked.
type frame struct {
	kind      byte // 0 outside brackets, ( group, c call, [ list, i index, { map
	open      int  // token that opened it
	start     int  // first token of the current argument, element or entry
	operand   bool // a value must come next
	dot       bool // a name must come next, behind a dot
	partner   partner
	questions []int // `?` whose `:` has not come
}

// checker walks over the tokens of a formula.
type checker struct {
	*reader
	frames []*frame
	i      int
}

func (r *reader) check() {
	c := &checker{reader: r, frames: []*frame{{operand: true}}}
	for c.i = 0; c.i < len(r.tokens); c.i++ {
		c.token(&r.tokens[c.i])
	}
	if len(c.frames) > 1 {
		r.failed = true // a bracket is not closed: reported by the lexer
		return
	}
	c.complete(c.top(), len(r.tokens))
}

func (c *checker) top() *frame { return c.frames[len(c.frames)-1] }

// token checks one token; some take the next one with them.
func (c *checker) token(t *lexer.Token) {
	f := c.top()
	if f.dot && t.Type != tokName && t.Type != tokUnknown {
		f.dot = false
		c.fail(diag.BadFormula, c.i-1, c.i-1, "a name is missing behind this dot")
		f.operand = t.Type != tokOp
	}
	was := f.partner
	if t.Type != tokOp || t.Value != "(" && t.Value != ")" {
		f.partner = f.partner.next(t)
	}
	switch t.Type {
	case tokName:
		c.word(t, f, was)
	case tokLabel:
		c.label(t, f)
	case tokInt:
		c.int(t, f)
	case tokDie, tokString:
		c.value(f)
		if t.Type == tokString && (len(t.Value) < 2 || t.Value[len(t.Value)-1] != '"') {
			c.failed = true // not closed: reported by the lexer
		}
	case tokOp:
		c.op(t, f)
	case tokForeign:
		c.foreign(t, f)
	case tokUnknown:
		c.failed = true
		f.operand = false
	case tokAtLeast, tokAtMost:
		c.fail(diag.BadFormula, c.i, c.i, "`%s` cannot stand in a formula", t.Value).WithHelp("write >= or <=")
		f.operand = true
	default:
		c.fail(diag.BadFormula, c.i, c.i, "`%s` cannot stand in a formula", shown(t))
		f.operand = false
	}
}

// value notes a value, and complains where an operator is missing before it.
func (c *checker) value(f *frame) {
	if t := &c.tokens[c.i]; !f.operand && c.tokens[c.i-1].Type != tokUnknown {
		d := c.fail(diag.BadFormula, c.i, c.i, "`%s` cannot stand right behind `%s`: an operator is missing", shown(t), shown(&c.tokens[c.i-1]))
		c.suggest(d)
	}
	f.operand = false
}

// suggest looks for a misspelt word here and right before.
func (c *checker) suggest(d *diag.Diagnostic) {
	for _, i := range []int{c.i, c.i - 1} {
		if i < 0 || c.tokens[i].Type != tokName || len(c.text(i)) < 2 {
			continue
		}
		if s := diag.Suggest(c.text(i), append(sorted(endWords), sorted(operatorWords)...)); s != "" && !endWords[c.text(i)] {
			d.WithHelp("did you mean `%s` instead of `%s`?", s, c.text(i))
			return
		}
	}
}

// infix notes an operator between two values.
func (c *checker) infix(f *frame) {
	if f.operand {
		c.fail(diag.BadFormula, c.i, c.i, "a value is missing before `%s`", c.text(c.i))
	}
	f.operand = true
	c.roles[c.i] = operatorToken
}

func (c *checker) word(t *lexer.Token, f *frame, was partner) {
	if f.dot {
		f.dot = false
		f.operand = false
		return
	}
	switch t.Value {
	case "and", "or", "in":
		c.infix(f)
		return
	case "is":
		c.infix(f)
		if c.nextIs("not") {
			c.roles[c.i] = isNotToken
			c.i++
			c.roles[c.i] = blankToken
		}
		return
	case "not":
		switch {
		case f.operand:
			c.roles[c.i] = operatorToken
		case c.nextIs("in"):
			c.roles[c.i] = notInToken
			c.i++
			c.roles[c.i] = operatorToken
			f.operand = true
		default:
			c.fail(diag.BadFormula, c.i, c.i, "`not` cannot stand behind a value").WithHelp("write `not (a == b)`, `a is not b` or `a not in b`")
			f.operand = true
		}
		return
	case "by", "with":
		if was == afterName && !f.operand {
			c.roles[c.i] = partnerToken
			f.operand = true
			return
		}
	}
	if endWords[t.Value] {
		d := c.fail(diag.BadFormula, c.i, c.i, "`%s` cannot stand in a formula", t.Value)
		if t.Value == "by" || t.Value == "with" {
			d.WithHelp("`%s` stands right behind `is NAME`", t.Value)
		}
		f.operand = true
		return
	}
	if advice := foreignWords[t.Value]; advice != "" && f.operand != infixForeign[t.Value] {
		c.fail(diag.FormulaForbidden, c.i, c.i, "formulas have no `%s`", t.Value).WithHelp("%s", advice)
		f.operand = true
		return
	}
	c.value(f)
}

// nextIs tells whether a word follows.
func (c *checker) nextIs(word string) bool {
	return c.i+1 < len(c.tokens) && isWord(&c.tokens[c.i+1], word)
}

// label checks `name:`: the label of an argument, the key of a map, or a choice
// that lacks a blank before its colon.
func (c *checker) label(t *lexer.Token, f *frame) {
	first := c.i == f.start
	switch {
	case f.kind == 'c' && first:
		c.roles[c.i] = blankToken
		f.start = c.i + 1
		args := c.calls[f.open]
		args[len(args)-1] = argument{c.i + 1, c.i}
	case f.kind == '{' && first:
		c.roles[c.i] = keyToken
	case len(f.questions) > 0:
		name := t.Value[:len(t.Value)-1]
		c.fail(diag.BadFormula, c.i, c.i, "`%s` is a label here", t.Value).
			WithHelp("put a blank before the colon: `%s :`", name)
		f.questions = f.questions[:len(f.questions)-1]
		f.operand = true
	default:
		c.fail(diag.BadFormula, c.i, c.i, "the label `%s` cannot stand here", t.Value).
			WithHelp("labels stand before the arguments of a call and before the entries of a map")
		f.operand = true
	}
}

func (c *checker) int(t *lexer.Token, f *frame) {
	c.value(f)
	if _, ok := number(t.Value); !ok {
		c.fail(diag.BadNumber, c.i, c.i, "the number %s is too large", shown(t))
	}
	if c.i+2 < len(c.tokens) && is(&c.tokens[c.i+1], ".") && c.tokens[c.i+2].Type == tokInt {
		c.fail(diag.FormulaForbidden, c.i, c.i+2, "formulas have whole numbers only").WithHelp("write a fraction inside a rounding: floor(3 * x / 2)")
		c.i += 2
		return
	}
	if c.i+1 >= len(c.tokens) || c.tokens[c.i+1].Type != tokName {
		return
	}
	next := &c.tokens[c.i+1]
	if endWords[next.Value] || operatorWords[next.Value] || infixForeign[next.Value] {
		return
	}
	if adjacent := next.Pos.Offset == end(t); adjacent && (next.Value[0] == '_' || len(next.Value) > 1 && isDigit(next.Value[1])) {
		c.fail(diag.BadNumber, c.i, c.i+1, "`%s%s` is no number", t.Value, shown(next)).WithHelp("write plain decimal digits")
	}
	c.roles[c.i] = unitToken
	c.i++
	c.roles[c.i] = blankToken
}

func (c *checker) foreign(t *lexer.Token, f *frame) {
	c.fail(diag.FormulaForbidden, c.i, c.i, "formulas have no `%s`", t.Value).WithHelp("%s", foreignAdvice[t.Value])
	switch t.Value {
	case "#":
		f.operand = false
		if c.i+1 < len(c.tokens) && c.tokens[c.i+1].Type == tokName && c.tokens[c.i+1].Pos.Offset == end(t) {
			c.i++
		}
	case "?.":
		f.dot = true
	default:
		f.operand = true
	}
}

func (c *checker) op(t *lexer.Token, f *frame) {
	switch t.Value {
	case "(", "[", "{":
		c.opens(t, f)
	case ")", "]", "}":
		c.closes(t)
	case ",":
		c.complete(f, c.i)
		if f.kind != 'c' && f.kind != '[' && f.kind != '{' {
			c.fail(diag.BadFormula, c.i, c.i, "a comma cannot stand here").WithHelp("a list is written [a, b]")
		}
		c.begin(f, c.i+1)
	case "?":
		c.infix(f)
		f.questions = append(f.questions, c.i)
	case ":":
		c.colon(f)
	case ".":
		if f.operand {
			c.dotWithout(f)
			return
		}
		f.dot = true
	case "-":
		if !f.operand {
			c.infix(f)
		}
		c.roles[c.i] = operatorToken
	case "+":
		if f.operand {
			c.fail(diag.BadFormula, c.i, c.i, "a value is missing before `+`").WithHelp("a number needs no plus sign in front")
		}
		f.operand = true
		c.roles[c.i] = operatorToken
	case "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "..":
		c.infix(f)
	case "=":
		c.fail(diag.BadFormula, c.i, c.i, "= sets a value and cannot stand in a formula").WithHelp("to compare, write ==")
		f.operand = true
	case "|", ";":
		c.fail(diag.FormulaForbidden, c.i, c.i, "formulas have no `%s`", t.Value).WithHelp("%s", foreignAdvice[t.Value])
		f.operand = true
	default:
		c.fail(diag.BadFormula, c.i, c.i, "`%s` cannot stand in a formula", t.Value)
		f.operand = true
	}
}

// dotWithout reports a dot with nothing before it.
func (c *checker) dotWithout(f *frame) {
	if c.i+1 < len(c.tokens) && c.tokens[c.i+1].Type == tokInt {
		c.fail(diag.FormulaForbidden, c.i, c.i+1, "formulas have whole numbers only").WithHelp("write a fraction inside a rounding: floor(x / 2)")
		c.i++
		f.operand = false
		return
	}
	c.fail(diag.BadFormula, c.i, c.i, "a value is missing before this dot").WithHelp("name it: self.hp, attack.total")
	f.dot = true
}

func (c *checker) colon(f *frame) {
	switch {
	case len(f.questions) > 0:
		if f.operand {
			c.fail(diag.BadFormula, c.i, c.i, "a value is missing before `:`")
		}
		f.questions = f.questions[:len(f.questions)-1]
		c.roles[c.i] = operatorToken
	case f.kind == 'i':
		c.fail(diag.FormulaForbidden, c.i, c.i, "parts of lists cannot be cut out").WithHelp("use filter, first or last")
	case (f.kind == '{' || f.kind == 'c') && c.i == f.start+1:
		c.fail(diag.BadFormula, c.i, c.i, "a label has its colon right behind it").WithHelp("write `%s:`", c.text(c.i-1))
	default:
		c.fail(diag.BadFormula, c.i, c.i, "this `:` has no `?`").WithHelp("a choice is written condition ? a : b")
	}
	f.operand = true
}

func (c *checker) name(i int) string { return fmt.Sprintf("`%s`", shown(&c.tokens[i])) }
