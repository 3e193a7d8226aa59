package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rulec/lang/diag"
)

// letterHere tells whether a letter of another alphabet comes next; word says that it cannot stand in a name.
func (s *scanner) letterHere() bool {
	r, _ := utf8.DecodeRuneInString(s.text[s.pos:s.end])
	return unicode.IsLetter(r)
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
	}
	s.emit(tokUnknown, n)
}
