package syntax

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// TokenKind is what a token is to those who lay out a text.
type TokenKind int

// The kinds of token.
const (
	WordToken   TokenKind = iota // a name or a word of the language
	LabelToken                   // a name with a colon: `foe:`
	NumberToken                  // 5
	DieToken                     // d20
	RowToken                     // a row of a ledger
	TextToken                    // a text with its quotes
	PhraseToken                  // several words that are one: `at least`
	OpToken                      // an operator or bracket
	LineEnd                      // a line end that ends an item; Text is empty
)

// Token is a token of a file for those who lay out a text. A phrase is written
// with one blank between its words.
type Token struct {
	Kind   TokenKind
	Text   string
	Offset int
	Line   int  // from 1
	Map    bool // a `{` that opens a map, in which line ends mean nothing
}

var exportedKinds = map[lexer.TokenType]TokenKind{
	tokName: WordToken, tokLabel: LabelToken, tokInt: NumberToken, tokDie: DieToken, tokRow: RowToken,
	tokString: TextToken, tokAtLeast: PhraseToken, tokAtMost: PhraseToken, tokInPlaceOf: PhraseToken,
	tokElseIf: PhraseToken, tokNewline: LineEnd,
}

// Tokens cuts a file into its tokens, in order, those at the end of a file left
// out. It is meant for files in which Parse finds no faults.
func Tokens(f *source.File) []Token {
	raw := scan(f, &diag.Log{}).tokens
	out := make([]Token, 0, len(raw))
	for i := range raw {
		t := &raw[i]
		if t.EOF() {
			break
		}
		kind, known := exportedKinds[t.Type]
		if !known {
			kind = OpToken
		}
		x := Token{Kind: kind, Text: t.Value, Offset: t.Pos.Offset, Line: t.Pos.Line}
		switch {
		case kind == LineEnd:
			x.Text = ""
		case kind == PhraseToken:
			x.Text = strings.Join(strings.Fields(t.Value), " ")
		case is(t, "{"):
			x.Map = i == 0 || opensMap(&raw[i-1])
		}
		out = append(out, x)
	}
	return out
}

// EndsFormula tells whether a word ends a formula where it stands outside brackets
// and not behind a dot.
func EndsFormula(word string) bool { return endWords[word] }

// IsOperator tells whether a word is an operator of formulas.
func IsOperator(word string) bool { return operatorWords[word] }

// OpensSection tells whether a word opens a section of an example or law.
func OpensSection(word string) bool { return sectionWords[word] }

// OpensLine tells whether a word opens a declaration or a line of a body.
func OpensLine(word string) bool { return shapes[word] != "" }
