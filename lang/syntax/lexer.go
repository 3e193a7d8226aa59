package syntax

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// The caps that every text must keep before anything else reads it.
const (
	maxFile    = 1 << 20 // bytes of a file
	maxLine    = 1000    // bytes of a line
	maxNesting = 64      // brackets open at once
)

// definition is the lexer as the grammar sees it.
type definition struct{}

func (definition) Symbols() map[string]lexer.TokenType { return symbols }

func (d definition) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(name, string(text))
}

func (definition) LexString(name, text string) (lexer.Lexer, error) {
	s := scan(source.New(name, text), &diag.Log{})
	return &tokenList{tokens: s.tokens}, nil
}

// tokenList hands out tokens that are there already; they end with EOF.
type tokenList struct {
	tokens []lexer.Token
	at     int
}

func (l *tokenList) Next() (lexer.Token, error) {
	t := l.tokens[min(l.at, len(l.tokens)-1)]
	l.at++
	return t, nil
}

// peeking makes the parser's reader of a list of tokens that ends with EOF.
func peeking(tokens []lexer.Token) *lexer.PeekingLexer {
	lex, _ := lexer.Upgrade(&tokenList{tokens: tokens}) // a tokenList never fails
	return lex
}

// scanner cuts a text into tokens. What it finds wrong goes into the log; it
// goes on after everything but a broken cap.
type scanner struct {
	file     *source.File
	log      *diag.Log
	text     string
	pos, end int
	line     int // from 1
	lineHead int // offset of the line's first byte
	flat     bool

	tokens   []lexer.Token
	comments []Comment
	layout
}

// scan cuts a whole file into tokens. The last token is always EOF.
func scan(f *source.File, log *diag.Log) *scanner {
	s := &scanner{file: f, log: log, text: f.Text, end: len(f.Text), line: 1}
	s.newlineAt = -1
	if s.acceptable() {
		s.tokens = make([]lexer.Token, 0, len(f.Text)/5+8)
		s.run()
	}
	s.tokens = append(s.tokens, lexer.EOFToken(s.position(s.end)))
	return s
}

// scanFormula cuts the part [from, to) of a file, in which line ends mean nothing.
func scanFormula(f *source.File, from, to int, log *diag.Log) *scanner {
	p := f.Position(from)
	s := &scanner{file: f, log: log, text: f.Text, pos: from, end: to, line: p.Line, flat: true}
	s.lineHead = strings.LastIndexByte(f.Text[:from], '\n') + 1
	s.newlineAt = -1
	s.run()
	s.tokens = append(s.tokens, lexer.EOFToken(s.position(s.end)))
	return s
}

// acceptable checks the caps, and that the text is text at all.
func (s *scanner) acceptable() bool {
	if len(s.text) > maxFile {
		s.log.Errorf(diag.TooLarge, s.span(0, 0), "the file has %d bytes; %d are allowed", len(s.text), maxFile).
			WithHelp("split the file")
		return false
	}
	if !utf8.ValidString(s.text) || strings.IndexByte(s.text, 0) >= 0 {
		at := 0
		for at < len(s.text) {
			r, n := utf8.DecodeRuneInString(s.text[at:])
			if r == 0 || r == utf8.RuneError && n == 1 {
				break
			}
			at += n
		}
		s.log.Errorf(diag.NotText, s.span(at, at+1), "the file is not UTF-8 text").
			WithHelp("save it as plain text in UTF-8")
		return false
	}
	for head := 0; head < len(s.text); {
		n := strings.IndexByte(s.text[head:], '\n')
		if n < 0 {
			n = len(s.text) - head
		}
		if n > maxLine {
			s.log.Errorf(diag.TooLarge, s.span(head, head+1), "the line has %d bytes; %d are allowed", n, maxLine).
				WithHelp("break the line after a comma or an operator")
			return false
		}
		head += n + 1
	}
	return true
}

func (s *scanner) span(from, to int) source.Span {
	return source.Span{File: s.file, Start: from, End: min(to, len(s.text))}
}

func (s *scanner) position(at int) lexer.Position {
	return lexer.Position{Offset: at, Line: s.line, Column: at - s.lineHead + 1}
}

// peek is the byte n places on, or 0.
func (s *scanner) peek(n int) byte {
	if s.pos+n < s.end {
		return s.text[s.pos+n]
	}
	return 0
}

// run reads tokens up to the end, or to the first broken cap.
func (s *scanner) run() {
	for s.pos < s.end && !s.stopped {
		switch c := s.text[s.pos]; {
		case c == ' ' || c == '\t' || c == '\r':
			s.pos++
		case c == '\n':
			if s.newlineAt < 0 {
				s.newlineAt = s.pos
			}
			s.pos++
			s.line++
			s.lineHead = s.pos
		case c == '/' && s.peek(1) == '/':
			s.comment()
		case isLetter(c):
			s.word()
		case isDigit(c):
			s.number()
		case c == '"':
			s.literal()
		default:
			s.operator()
		}
	}
	if !s.stopped {
		s.closeAll(s.pos)
	}
}

// emit makes a token of the next n bytes.
func (s *scanner) emit(kind lexer.TokenType, n int) {
	t := lexer.Token{Type: kind, Value: s.text[s.pos : s.pos+n], Pos: s.position(s.pos)}
	if s.flat {
		t.Pos.Column++ // no declaration begins in a formula
	}
	s.place(&t)
	if s.stopped {
		s.tokens = nil
		return
	}
	s.tokens = append(s.tokens, t)
	s.pos += n
}

func (s *scanner) comment() {
	n := strings.IndexByte(s.text[s.pos:s.end], '\n')
	if n < 0 {
		n = s.end - s.pos
	}
	text := strings.TrimRight(s.text[s.pos:s.pos+n], "\r")
	s.comments = append(s.comments, Comment{
		Place: Place{s.span(s.pos, s.pos+len(text))},
		Text:  text,
		Doc:   strings.HasPrefix(text, "///"),
	})
	s.pos += n
}

// word reads a name and what begins like one: a label, a die, a row, a phrase.
func (s *scanner) word() {
	n := 0
	for s.pos+n < s.end {
		if c := s.text[s.pos+n]; isLetter(c) || isDigit(c) {
			n++
			continue
		}
		r, size := utf8.DecodeRuneInString(s.text[s.pos+n : s.end])
		if r < utf8.RuneSelf || !unicode.IsLetter(r) {
			break
		}
		s.log.Errorf(diag.UnknownCharacter, s.span(s.pos+n, s.pos+n+size), "a name cannot contain %q", r).
			WithHelp("names are made of the letters a to z, digits and _")
		n += size
	}
	text := s.text[s.pos : s.pos+n]
	if m := s.rowLength(); m > 0 {
		s.emit(tokRow, m)
		return
	}
	if text == "d" && s.peek(1) == '%' {
		s.emit(tokDie, 2+s.alphanumeric(2))
		return
	}
	if isDie(text) {
		s.emit(tokDie, n)
		return
	}
	switch text {
	case "at":
		if m := s.phrase(n, "least"); m > 0 {
			s.emit(tokAtLeast, m)
			return
		}
		if m := s.phrase(n, "most"); m > 0 {
			s.emit(tokAtMost, m)
			return
		}
	case "in":
		if m := s.phrase(n, "place"); m > 0 {
			if m = s.phrase(m, "of"); m > 0 {
				s.emit(tokInPlaceOf, m)
				return
			}
		}
	case "else":
		if m := s.phrase(n, "if"); m > 0 {
			s.emit(tokElseIf, m)
			return
		}
	}
	if s.peek(n) == ':' && s.peek(n+1) != ':' {
		s.emit(tokLabel, n+1)
		return
	}
	s.emit(tokName, n)
}

// phrase tells how long the phrase is if word follows the n bytes read so far, else 0.
func (s *scanner) phrase(n int, word string) int {
	m := n
	for s.peek(m) == ' ' || s.peek(m) == '\t' {
		m++
	}
	if m == n || !strings.HasPrefix(s.text[s.pos+m:s.end], word) {
		return 0
	}
	m += len(word)
	if c := s.peek(m); isLetter(c) || isDigit(c) || c == ':' {
		return 0
	}
	return m
}

// rowLength measures a row of a ledger: capitals and digits with a hyphen between.
func (s *scanner) rowLength() int {
	n := 0
	for isCapital(s.peek(n)) || n > 0 && isDigit(s.peek(n)) {
		n++
	}
	if n == 0 || s.peek(n) != '-' || !isCapital(s.peek(n+1)) && !isDigit(s.peek(n+1)) {
		return 0
	}
	for c := s.peek(n); isCapital(c) || isDigit(c) || c == '-'; c = s.peek(n) {
		n++
	}
	if isLetter(s.peek(n)) {
		return 0
	}
	return n
}

// isDie tells dice from names: d20 and d6kh1 are dice, d20_roll and damage are names.
func isDie(word string) bool {
	return len(word) > 1 && word[0] == 'd' && isDigit(word[1]) && !strings.Contains(word, "_")
}

// alphanumeric counts the letters and digits n bytes on.
func (s *scanner) alphanumeric(n int) int {
	m := 0
	for c := s.peek(n); (isLetter(c) || isDigit(c)) && c != '_'; c = s.peek(n + m) {
		m++
	}
	return m
}

func (s *scanner) number() {
	n := 0
	for isDigit(s.peek(n)) {
		n++
	}
	if s.peek(n) == 'd' && (isDigit(s.peek(n+1)) || s.peek(n+1) == '%') {
		s.emit(tokDie, n+2+s.alphanumeric(n+2))
		return
	}
	s.emit(tokInt, n)
}

// literal reads a text. One that is not closed ends with its line.
func (s *scanner) literal() {
	n := 1
	for {
		switch c := s.peek(n); {
		case s.pos+n >= s.end || c == '\n' || c == '\r':
			s.log.Errorf(diag.UnclosedText, s.span(s.pos, s.pos+n), "this text is not closed").
				WithHelp("a text ends with \" on the line it begins on")
			s.emit(tokString, n)
			return
		case c == '\\':
			e := s.peek(n + 1)
			if strings.IndexByte("\"\\{}", e) < 0 || e == 0 {
				s.log.Errorf(diag.UnknownCharacter, s.span(s.pos+n, s.pos+n+1), "a backslash means nothing here").
					WithHelp(`in a text, write \" for a quote, \{ for a brace and \\ for a backslash`)
				n++
				continue
			}
			n += 2
		case c == '"':
			s.emit(tokString, n+1)
			return
		default:
			n++
		}
	}
}

// operators, longest first; and those of other languages.
var (
	operators = []string{"->", "+=", "-=", "==", "!=", "<=", ">=", "..",
		"+", "-", "*", "/", "%", "<", ">", "?", ":", ".", "(", ")", "[", "]", "{", "}", ",", ";", "|", "="}
	foreign = []string{"...", "??", "?.", "||", "&&", "**", "::", ":=", "=>", "#", "!", "^", "&"}
)

func (s *scanner) operator() {
	rest := s.text[s.pos:s.end]
	for _, op := range foreign {
		if strings.HasPrefix(rest, op) && !(op == "!" && strings.HasPrefix(rest, "!=")) &&
			!(op == "?." && strings.HasPrefix(rest, "?..")) {
			s.emit(tokForeign, len(op))
			return
		}
	}
	for _, op := range operators {
		if strings.HasPrefix(rest, op) {
			s.emit(tokOp, len(op))
			return
		}
	}
	s.unknown()
}

// unknown reports a character that begins no token.
func (s *scanner) unknown() {
	r, n := utf8.DecodeRuneInString(s.text[s.pos:s.end])
	d := s.log.Errorf(diag.UnknownCharacter, s.span(s.pos, s.pos+n), "%q means nothing here", r)
	switch {
	case strings.ContainsRune("'`“”„‘’«»", r):
		d.WithHelp(`a text stands between two "`)
	case strings.ContainsRune("–—−", r):
		d.WithHelp("write - for minus")
	case r == '×' || r == '·':
		d.WithHelp("write * for times")
	case r == '÷':
		d.WithHelp("write / and say how to round: floor(a / b)")
	case r == '≥':
		d.WithHelp("write >=")
	case r == '≤':
		d.WithHelp("write <=")
	case r == '≠':
		d.WithHelp("write !=")
	case r == '→':
		d.WithHelp("write ->")
	case unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff':
		d.WithHelp("this is a blank of another kind: write a plain one")
		s.pos += n
		return
	case unicode.IsLetter(r):
		d.WithHelp("names are made of the letters a to z, digits and _")
	}
	s.emit(tokUnknown, n)
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}
func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool   { return c >= '0' && c <= '9' }
