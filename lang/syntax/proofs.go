package syntax

import (
	"github.com/alecthomas/participle/v2/lexer"

	"rulec/lang/diag"
)

// A proof's body is lines under headings: the heading's word opens the line and
// holds until the next one. Each line is an item of its own, and so spoils no other.

// sectionWords open a section where they begin a line.
var sectionWords = words(`covers map for with suppose given when then`)

// lineNames says what a line of a section is.
var lineNames = map[string]string{
	"covers":  "a row such as A-DR-01",
	"map":     "a text in quotes, or a size such as `20 by 12`",
	"for":     "`NAME in LIST`",
	"with":    "a formula",
	"suppose": "a formula",
	"given":   "`NAME: RECORD { ... }`, `NAME plays TACTIC` or a formula",
	"when":    "a deed such as `hero does strike(orc)`",
	"then":    "a formula or an event",
}

// opening is the heading of a section; the lines that follow belong to it.
type opening struct{ word lexer.Token }

// sectionLine is a line of a section.
type sectionLine struct {
	opens *opening // the heading in front of it, if it is the first
	form  any      // nil where the heading stands alone
}

// parseProofItem reads one line of a proof.
func parseProofItem(lex *lexer.PeekingLexer, section *string) item {
	t := *lex.Peek()
	if startsSource(lex) {
		return parseWith(lex, parseSource, "")
	}
	line := &sectionLine{}
	if t.Type == tokName && sectionWords[t.Value] {
		lex.Next()
		*section = t.Value
		line.opens = &opening{t}
		if endsItem(lex) {
			return item{form: line}
		}
	}
	parse := proofLine(lex, *section)
	if parse == nil || line.opens == nil && misspelt(lex) {
		return item{fault: unknownSection(&t)}
	}
	it := parseWith(lex, parse, lineNames[*section])
	if it.form != nil {
		line.form = it.form
	} else if line.opens == nil {
		return it
	}
	return item{form: line, fault: it.fault}
}

// lineWords begin lines of when and then, verbs stand second.
var (
	lineWords = words(`do rolls before after never always refuse any`)
	verbs     = words(`does takes tries plays`)
)

// misspelt tells whether a line begins with two names that make no sense together.
func misspelt(lex *lexer.PeekingLexer) bool {
	t, next := lex.Peek(), second(lex)
	return t.Type == tokName && !lineWords[t.Value] && t.Value != "not" && next.Type == tokName &&
		!verbs[next.Value] && !operatorWords[next.Value] && !endWords[next.Value]
}

// proofLine chooses how the next line of a section is read.
func proofLine(lex *lexer.PeekingLexer, section string) production {
	t := lex.Peek()
	switch section {
	case "covers":
		return parseCovers
	case "map":
		if t.Type == tokInt {
			return parseMapSize
		}
		return parseMap
	case "for":
		if isWord(t, "any") && isWord(second(lex), "choice") {
			return parseAnyChoice
		}
		return parseDomains
	case "with", "suppose":
		return parseFacts
	case "given":
		if t.Type == tokName && isWord(second(lex), "plays") {
			return parsePlays
		}
		if t.Type == tokInt && isWord(second(lex), "spare") {
			return parseSpare
		}
		return parseGiven
	case "when":
		switch {
		case isWord(t, "do"):
			return parseHappenDo
		case isWord(t, "rolls"):
			return parseRolls
		case isWord(t, "before") || isWord(t, "after"):
			return parsePattern
		}
		return parseDeed
	case "then":
		switch {
		case isWord(t, "never"):
			return parseNever
		case isWord(t, "always"):
			return parseAlways
		case isWord(t, "refuse"):
			return parseRefuse
		case t.Type == tokInt && isWord(second(lex), "times"):
			return parseTimes
		}
		return parseFinding
	}
	return nil
}

func unknownSection(t *lexer.Token) *fault {
	f := faultAt(t, diag.SyntaxError, "`%s` begins no line of an example or law", shown(t))
	if s := diag.Suggest(t.Value, sorted(union(sectionWords, lineWords))); s != "" && t.Type == tokName {
		f.help = "did you mean `" + s + "`?"
	} else {
		f.help = "the sections are covers, map, for, with, suppose, given, when and then"
	}
	return f
}
