package syntax

import (
	"strings"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// Piece is a part of a text: words as they are, or a formula whose value is printed.
type Piece struct {
	Place
	Text string // words, escapes undone; "" where Expr is set
	Expr Expr   // a formula, or nil
}

// Pieces splits a text such as "{foe} is out of reach of {weapon}" at its braces.
// `\{` is a brace. A formula that is wrong is reported and left out.
func Pieces(t *Text, log *diag.Log) []Piece {
	f := t.Span.File
	if f == nil || t.Span.End-t.Span.Start < 2 {
		return nil
	}
	var out []Piece
	var words strings.Builder
	at, to := t.Span.Start+1, t.Span.End
	if f.Text[to-1] == '"' {
		to--
	}
	begin := at
	flush := func() {
		if words.Len() > 0 {
			out = append(out, Piece{Place: Place{source.Span{File: f, Start: begin, End: at}}, Text: words.String()})
			words.Reset()
		}
	}
	for at < to {
		switch c := f.Text[at]; {
		case c == '\\' && at+1 < to:
			words.WriteByte(f.Text[at+1])
			at += 2
		case c == '{':
			flush()
			end := closing(f.Text, at, to)
			if end < 0 {
				log.Errorf(diag.UnclosedBracket, source.Span{File: f, Start: at, End: at + 1}, "this `{` is never closed").
					WithHelp(`in a text a brace opens a formula; write \{ for a brace`)
				return out
			}
			if e := formulaIn(f, at+1, end, log); e != nil {
				out = append(out, Piece{Place: Place{source.Span{File: f, Start: at, End: end + 1}}, Expr: e})
			}
			at = end + 1
			begin = at
		default:
			words.WriteByte(c)
			at++
		}
	}
	flush()
	return out
}

// closing finds the brace that closes the one at an offset, or -1.
func closing(text string, at, to int) int {
	depth := 0
	for ; at < to; at++ {
		switch text[at] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return at
			}
		}
	}
	return -1
}

// unquote takes the quotes off a literal and undoes its escapes.
func unquote(literal string) string {
	s := strings.TrimPrefix(literal, `"`)
	if len(literal) > 1 {
		s = strings.TrimSuffix(s, `"`)
	}
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		out.WriteByte(s[i])
	}
	return out.String()
}
