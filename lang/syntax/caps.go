package syntax

import (
	"strings"
	"unicode/utf8"

	"rulec/lang/diag"
)

// The caps that every text must keep before anything else reads it.
const (
	maxFile    = 1 << 20 // bytes of a file
	maxLine    = 1000    // bytes of a line
	maxNesting = 64      // brackets open at once
)

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
