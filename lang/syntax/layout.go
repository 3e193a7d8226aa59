package syntax

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"rulec/lang/diag"
)

// layout decides which line ends are tokens, and keeps account of brackets.
type layout struct {
	open      []bracket
	newlineAt int          // offset of a line end not yet decided on, or -1
	proof     bool         // inside an example or law, where `when` opens a section
	stopped   bool         // a cap is broken
	mapEnded  bool         // the last brace closed a map
	suspect   *lexer.Token // a brace that was closed by one that stands too far left to be its own
	broken    []extent
}

// bracket is one that is open.
type bracket struct {
	token lexer.Token
	data  bool // the brace of a map: line ends mean nothing inside
}

// extent is a part of the file in which brackets do not fit. What the parser
// finds wrong there is a consequence, and not reported.
type extent struct{ from, to int }

// place is told of every token before it is kept: it puts a newline in front
// where one belongs, and follows the brackets.
func (s *scanner) place(t *lexer.Token) {
	var last *lexer.Token
	if len(s.tokens) > 0 {
		last = &s.tokens[len(s.tokens)-1]
	}
	if !s.flat && startsDecl(t) {
		s.closeAll(t.Pos.Offset)
		if !(last != nil && isWord(last, "override")) {
			s.proof = t.Value == "example" || t.Value == "law"
		}
	}
	if s.newlineAt >= 0 {
		if s.lineEnds(last, t) {
			nl := lexer.Token{Type: tokNewline, Value: "\n", Pos: lexer.Position{Offset: s.newlineAt, Line: t.Pos.Line, Column: 2}}
			s.tokens = append(s.tokens, nl)
		}
		s.newlineAt = -1
	}
	if t.Type == tokOp && len(t.Value) == 1 {
		s.bracket(t, last)
	}
}

// lineEnds decides on the line end between two tokens.
func (s *scanner) lineEnds(last, next *lexer.Token) bool {
	switch {
	case last == nil || s.flat:
		return false
	case startsDecl(next):
		return true
	}
	if n := len(s.open); n > 0 {
		if top := s.open[n-1]; top.data || top.token.Value != "{" {
			if !s.startsItem(next) {
				return false
			}
			s.giveUp(next.Pos.Offset)
		}
	}
	switch {
	case is(last, "{") || is(next, "}") || s.continues(last):
		return false
	case next.Type == tokString:
		return false
	case next.Type == tokElseIf || isWord(next, "else"):
		return !is(last, "}") || s.mapEnded
	case next.Type != tokName:
		return true
	}
	switch next.Value {
	case "as", "cite":
		return false
	case "gap", "own":
		return !s.textFollows(next)
	case "when":
		return s.proof
	}
	return true
}

// continues tells whether a line that ends in this token goes on in the next.
func (s *scanner) continues(last *lexer.Token) bool {
	switch last.Type {
	case tokLabel, tokForeign:
		return true
	case tokOp:
		switch last.Value {
		case "?", "..", ")", "]", "}", ";":
			return false
		}
		return true
	case tokName:
		n := len(s.tokens)
		return operatorWords[last.Value] && !(n > 1 && is(&s.tokens[n-2], "."))
	}
	return false
}

// itemWords begin a line of a body and are never the first word of a line
// inside brackets, when another word follows.
var itemWords = words(`stage value require advise use cost modify forbid until includes let roll do if
	for repeat apply remove end once may offer choose cite gap own destroy create together`)

// startsItem tells whether a line inside brackets begins what cannot stand
// there: then a bracket was forgotten, and only its line should suffer.
func (s *scanner) startsItem(t *lexer.Token) bool {
	if t.Type != tokName || !itemWords[t.Value] {
		return false
	}
	rest := strings.TrimLeft(s.text[end(t):s.end], " \t")
	if rest == "" || !isLetter(rest[0]) && rest[0] != '"' {
		return false
	}
	n := 0
	for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n])) {
		n++
	}
	return !reservedWords[rest[:n]]
}

// textFollows tells whether a text comes right behind a word.
func (s *scanner) textFollows(t *lexer.Token) bool {
	return strings.HasPrefix(strings.TrimLeft(s.text[end(t):s.end], " \t"), `"`)
}

func (s *scanner) bracket(t, last *lexer.Token) {
	switch t.Value {
	case "(", "[", "{":
		if len(s.open) >= maxNesting {
			s.log.Errorf(diag.TooLarge, s.span(t.Pos.Offset, end(t)), "more than %d brackets are open here", maxNesting).
				WithHelp("give the inner part a name: a value of its own")
			s.stopped = true
			return
		}
		s.open = append(s.open, bracket{*t, t.Value == "{" && (last == nil || opensMap(last))})
	case ")", "]", "}":
		s.close(t)
	}
}

// opensMap tells whether a `{` after this token is a map: where a value can stand.
func opensMap(last *lexer.Token) bool {
	switch last.Type {
	case tokLabel, tokForeign:
		return true
	case tokName:
		return operatorWords[last.Value]
	case tokOp:
		switch last.Value {
		case "?", "..", ")", "]", "}", "{", ";":
			return false
		}
		return true
	}
	return false
}

var closers = map[string]string{"(": ")", "[": "]", "{": "}"}

// close pairs a closing bracket with its opener, and says what does not fit.
func (s *scanner) close(t *lexer.Token) {
	at := len(s.open) - 1
	for at >= 0 && closers[s.open[at].token.Value] != t.Value {
		at--
	}
	switch {
	case len(s.open) == 0:
		s.log.Errorf(diag.UnclosedBracket, s.span(t.Pos.Offset, end(t)), "this `%s` closes nothing", t.Value)
		s.doubt(t.Pos.Offset, end(t))
	case at < 0: // another kind: taken for the closer of what is open
		top := s.open[len(s.open)-1].token
		if top.Value == "{" { // a block is not closed by a stray parenthesis
			s.log.Errorf(diag.UnclosedBracket, s.span(t.Pos.Offset, end(t)), "this `%s` closes nothing", t.Value)
			s.doubt(t.Pos.Offset, end(t))
			return
		}
		s.log.Errorf(diag.UnclosedBracket, s.span(t.Pos.Offset, end(t)), "`%s` is closed by `%s`", top.Value, t.Value).
			WithRelated(s.span(top.Pos.Offset, end(&top)), "opened here")
		s.doubt(top.Pos.Offset, end(t))
		s.open = s.open[:len(s.open)-1]
	default:
		if at+1 < len(s.open) {
			s.unclosed(s.open[at+1].token, t.Pos.Offset)
		}
		if o := s.open[at].token; o.Value == "{" && s.suspect == nil && s.indent(t) >= 0 && s.indent(t) < s.margin(&o) {
			s.suspect = &o
		}
		s.mapEnded = s.open[at].data
		s.open = s.open[:at]
	}
}

// giveUp drops the brackets of a formula that was not closed, up to the block
// around it, and reports the outermost.
func (s *scanner) giveUp(at int) {
	n := len(s.open)
	for n > 0 && (s.open[n-1].data || s.open[n-1].token.Value != "{") {
		n--
	}
	if n < len(s.open) {
		s.unclosed(s.open[n].token, at)
		s.open = s.open[:n]
	}
}

// closeAll ends a declaration: of what is still open, the formula's brackets are
// at fault, else the brace that the indents say was never closed, else the
// outermost.
func (s *scanner) closeAll(at int) {
	s.giveUp(at)
	if len(s.open) > 0 {
		missing := s.open[0].token
		if s.suspect != nil {
			missing = *s.suspect
		}
		s.unclosed(missing, -1)
	}
	s.open, s.suspect = s.open[:0], nil
}

// margin is how far the line of a token is indented.
func (s *scanner) margin(t *lexer.Token) int {
	from := strings.LastIndexByte(s.text[:t.Pos.Offset], '\n') + 1
	return len(s.text[from:]) - len(strings.TrimLeft(s.text[from:], " \t"))
}

// indent is how far a token is indented, or -1 if it is not the first of its line.
func (s *scanner) indent(t *lexer.Token) int {
	from := strings.LastIndexByte(s.text[:t.Pos.Offset], '\n') + 1
	if strings.TrimLeft(s.text[from:t.Pos.Offset], " \t") != "" {
		return -1
	}
	return t.Pos.Offset - from
}

// unclosed reports an opener without its closer; with a negative offset nothing behind it is doubtful.
func (s *scanner) unclosed(opener lexer.Token, to int) {
	s.log.Errorf(diag.UnclosedBracket, s.span(opener.Pos.Offset, end(&opener)), "this `%s` is never closed", opener.Value).
		WithHelp("add the `%s`", closers[opener.Value])
	s.doubt(opener.Pos.Offset, max(to, end(&opener)))
}

// maxBroken bounds the list of extents; a file with more faults in its brackets
// is doubtful from there on.
const maxBroken = 100

func (s *scanner) doubt(from, to int) {
	if len(s.broken) == maxBroken {
		s.broken[maxBroken-1] = extent{min(from, s.broken[maxBroken-1].from), len(s.text)}
		return
	}
	s.broken = append(s.broken, extent{from, to})
}
