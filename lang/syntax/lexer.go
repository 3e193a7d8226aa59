package syntax

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"rulec/lang/diag"
	"rulec/lang/source"
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
	indented bool // no line stands in the first column

	tokens   []lexer.Token
	comments []Comment
	layout
}

// scan cuts a whole file into tokens. The last token is always EOF.
func scan(f *source.File, log *diag.Log) *scanner { return scanInto(nil, f, log) }

// scanInto is scan into a list that nobody needs any more.
func scanInto(tokens []lexer.Token, f *source.File, log *diag.Log) *scanner {
	s := &scanner{file: f, log: log, text: f.Text, end: len(f.Text), line: 1}
	s.newlineAt = -1
	if s.acceptable() {
		s.tokens = tokens[:0]
		if tokens == nil {
			s.tokens = make([]lexer.Token, 0, len(f.Text)/5+8)
		}
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

func (s *scanner) span(from, to int) source.Span {
	return source.Span{File: s.file, Start: from, End: min(to, len(s.text))}
}

func (s *scanner) position(at int) lexer.Position {
	column := at - s.lineHead + 1
	if s.indented {
		column++
	}
	return lexer.Position{Offset: at, Line: s.line, Column: column}
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
		case isLetter(c) || c >= utf8.RuneSelf && s.letterHere():
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
	text := strings.TrimRight(s.text[s.pos:s.pos+n], " \t\r")
	s.comments = append(s.comments, Comment{
		Place: Place{s.span(s.pos, s.pos+len(text))},
		Text:  text,
		Doc:   strings.HasPrefix(text, "///"),
	})
	s.pos += n
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

// signs lists what begins with each byte in the order in which it is looked for.
var signs = func() (by [utf8.RuneSelf][]sign) {
	for _, op := range foreign {
		by[op[0]] = append(by[op[0]], sign{op, tokForeign})
	}
	for _, op := range operators {
		by[op[0]] = append(by[op[0]], sign{op, tokOp})
	}
	return by
}()

type sign struct {
	text string
	kind lexer.TokenType
}

func (s *scanner) operator() {
	rest := s.text[s.pos:s.end]
	if rest[0] < utf8.RuneSelf {
		for _, op := range signs[rest[0]] {
			if strings.HasPrefix(rest, op.text) && !(op.text == "!" && strings.HasPrefix(rest, "!=")) &&
				!(op.text == "?." && strings.HasPrefix(rest, "?..")) {
				s.emit(op.kind, len(op.text))
				return
			}
		}
	}
	s.unknown()
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}
func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool   { return c >= '0' && c <= '9' }
