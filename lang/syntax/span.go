package syntax

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// formula is a run of tokens with balanced brackets, still unread. Where it ends
// is decided here, what it says in formula.go.
type formula struct{ tokens []lexer.Token }

// defaultFormula is the default of a field: there `in` ends it as well, for the bounds follow.
type defaultFormula struct{ formula }

func (f *formula) Parse(lex *lexer.PeekingLexer) error { return f.take(lex, false) }

func (f *defaultFormula) Parse(lex *lexer.PeekingLexer) error { return f.take(lex, true) }

// take reads up to the first token that cannot belong to the formula.
func (f *formula) take(lex *lexer.PeekingLexer, isDefault bool) error {
	start := lex.RawCursor()
	r := runner{operand: true}
	for !r.ends(lex, isDefault) {
		r.step(lex.Next())
	}
	f.tokens = lex.Range(start, lex.RawCursor())
	if len(f.tokens) == 0 {
		return participle.NextMatch
	}
	return nil
}

// runner follows a formula token by token.
type runner struct {
	open      []string // brackets
	operand   bool     // outside brackets, a value can stand here
	questions int      // `?` outside brackets whose `:` has not come
	dot       bool     // right behind a dot
	partner   partner
}

// partner follows `is NAME`, behind which `by` and `with` belong to the formula.
type partner int

const (
	noPartner partner = iota
	afterIs           // behind `is` or `is not`
	afterName         // behind the name and its arguments
	afterDot          // behind a dot behind the name
)

// next is the partner after one more token.
func (p partner) next(t *lexer.Token) partner {
	switch {
	case isWord(t, "is") && p != afterDot:
		return afterIs
	case p == noPartner:
		return noPartner
	case p == afterIs && isWord(t, "not"):
		return afterIs
	case (p == afterIs || p == afterDot) && t.Type == tokName:
		return afterName
	case p == afterName && is(t, "."):
		return afterDot
	case p == afterName && (is(t, ")") || is(t, "(")):
		return afterName
	}
	return noPartner
}

func (r *runner) ends(lex *lexer.PeekingLexer, isDefault bool) bool {
	t := lex.Peek()
	if t.EOF() || t.Type == tokNewline || startsDecl(t) || is(t, ";") {
		return true
	}
	if len(r.open) > 0 {
		return is(t, "}") && r.open[len(r.open)-1] != "{"
	}
	switch t.Type {
	case tokAtLeast, tokAtMost, tokInPlaceOf, tokElseIf, tokRow:
		return true
	case tokLabel:
		return r.questions == 0 // else a blank before the colon is missing
	case tokString:
		return !r.operand
	case tokOp:
		switch t.Value {
		case ",", "|", "->", "=", "+=", "-=", "}", ")", "]":
			return true
		case "{":
			return !r.operand
		}
	case tokName:
		switch {
		case r.dot:
			return false
		case (t.Value == "by" || t.Value == "with") && r.partner == afterName:
			return false
		case endWords[t.Value], isDefault && t.Value == "in":
			return true
		case t.Value == "gap" || t.Value == "own":
			return second(lex).Type == tokString
		}
	}
	return false
}

func (r *runner) step(t *lexer.Token) {
	if t.Type == tokOp {
		switch t.Value {
		case "(", "[", "{":
			if len(r.open) == 0 {
				r.partner = r.partner.next(t)
			}
			r.open = append(r.open, t.Value)
			return
		case ")", "]", "}":
			r.open = r.open[:len(r.open)-1]
			if len(r.open) == 0 {
				r.operand = false
			}
			return
		}
	}
	if len(r.open) > 0 {
		return
	}
	r.partner = r.partner.next(t)
	wasDot := r.dot
	r.dot = false
	switch t.Type {
	case tokOp:
		r.operand = t.Value != "."
		r.dot = t.Value == "."
		if t.Value == "?" {
			r.questions++
		} else if t.Value == ":" {
			r.questions--
		}
	case tokForeign:
		r.operand = t.Value != "#"
		r.dot = t.Value == "?."
	case tokName:
		between := operatorWords[t.Value] || t.Value == "by" || t.Value == "with" || infixForeign[t.Value] && !r.operand
		r.operand = !wasDot && between
	case tokLabel:
		r.operand = true
		r.questions--
	default:
		r.operand = false
	}
}

// boundForm is one end of the bounds of a number.
type boundForm struct{ minus, token lexer.Token }

func (b *boundForm) Parse(lex *lexer.PeekingLexer) error {
	t := lex.Peek()
	if is(t, "-") {
		if n := second(lex); n.Type != tokInt && n.Type != tokName {
			return participle.NextMatch
		}
		b.minus = *lex.Next()
		t = lex.Peek()
	}
	if t.Type != tokInt && (t.Type != tokName || endWords[t.Value] || startsSource(lex)) {
		return participle.NextMatch
	}
	b.token = *lex.Next()
	return nil
}
