package syntax

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// The kinds of token. The names in symbols are those the grammar uses.
const (
	tokName lexer.TokenType = iota + 1
	tokLabel
	tokInt
	tokDie
	tokRow
	tokString
	tokAtLeast
	tokAtMost
	tokInPlaceOf
	tokElseIf // `else if`: one token, so that a long chain needs no recursion
	tokNewline
	tokOp
	tokForeign // an operator of other languages; the parser explains it
	tokUnknown // a character of no token; the lexer has reported it
)

var symbols = map[string]lexer.TokenType{
	"EOF":       lexer.EOF,
	"Name":      tokName,
	"Label":     tokLabel,
	"Int":       tokInt,
	"Die":       tokDie,
	"Row":       tokRow,
	"String":    tokString,
	"AtLeast":   tokAtLeast,
	"AtMost":    tokAtMost,
	"InPlaceOf": tokInPlaceOf,
	"ElseIf":    tokElseIf,
	"Newline":   tokNewline,
	"Op":        tokOp,
	"Foreign":   tokForeign,
	"Unknown":   tokUnknown,
}

// endWords end a formula where they stand outside brackets and not after a dot.
var endWords = words(`when where while as by with to from for until upto times best sorted before
	after except refill stands alternatives cite`)

// operatorWords are operators of formulas that are written as words.
var operatorWords = words(`and or not in is`)

// reservedWords can name nothing, for a formula could not mention it.
var reservedWords = union(endWords, operatorWords, words(`true false none self`))

// sourceWords open the clauses that say where a declaration comes from. `gap`
// and `own` are ordinary names unless a text follows.
var sourceWords = words(`cite gap own`)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

func union(sets ...map[string]bool) map[string]bool {
	all := map[string]bool{}
	for _, s := range sets {
		for w := range s {
			all[w] = true
		}
	}
	return all
}

// is tells whether a token is this operator or bracket.
func is(t *lexer.Token, op string) bool { return t.Type == tokOp && t.Value == op }

// isWord tells whether a token is this name.
func isWord(t *lexer.Token, word string) bool { return t.Type == tokName && t.Value == word }

// isSep tells whether a token separates two items of a body.
func isSep(t *lexer.Token) bool { return t.Type == tokNewline || is(t, ";") }

// startsDecl tells whether a token begins a declaration: a name in the first column.
func startsDecl(t *lexer.Token) bool { return t.Type == tokName && t.Pos.Column == 1 }

// end is the offset right after a token.
func end(t *lexer.Token) int { return t.Pos.Offset + len(t.Value) }

// startsSource tells whether `cite`, or `gap` or `own` with a text behind it, comes next.
func startsSource(lex *lexer.PeekingLexer) bool {
	t := lex.Peek()
	if t.Type != tokName || !sourceWords[t.Value] || startsDecl(t) {
		return false
	}
	return t.Value == "cite" || second(lex).Type == tokString
}

// previous is the token before the next, or nil.
func previous(lex *lexer.PeekingLexer) *lexer.Token {
	if at := lex.RawCursor(); at > 0 {
		return &lex.Range(at-1, at)[0]
	}
	return nil
}

// second is the token after the next.
func second(lex *lexer.PeekingLexer) *lexer.Token {
	here := lex.MakeCheckpoint()
	lex.Next()
	t := lex.Peek()
	lex.LoadCheckpoint(here)
	return t
}
