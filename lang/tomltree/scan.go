package tomltree

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"rulec/lang/source"
)

// peek is the byte at the cursor, or 0 at the end: no byte of the text is 0.
func (p *parser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

// blanks skips spaces and tabs.
func (p *parser) blanks() {
	for p.pos < len(p.text) && (p.text[p.pos] == ' ' || p.text[p.pos] == '\t') {
		p.pos++
	}
}

// lineEnd skips a comment and the end of the line, and tells whether that is all there was.
func (p *parser) lineEnd() bool {
	if p.peek() == '#' {
		for p.pos < len(p.text) && p.lineBreak() == 0 {
			p.printable()
		}
	}
	n := p.lineBreak()
	p.pos += n
	return n > 0 || p.pos == len(p.text)
}

// space skips blanks, comments and line ends: what may stand between the parts of a
// list or an inline table.
func (p *parser) space() {
	for {
		p.blanks()
		if p.peek() != '#' && p.lineBreak() == 0 {
			return
		}
		p.lineEnd()
	}
}

// lineBreak is the length of the line end at the cursor, 0 if there is none.
func (p *parser) lineBreak() int {
	switch {
	case p.peek() == '\n':
		return 1
	case strings.HasPrefix(p.text[p.pos:], "\r\n"):
		return 2
	}
	return 0
}

// printable steps over one character that may stand in a comment or text.
func (p *parser) printable() {
	c := p.text[p.pos]
	if c < ' ' && c != '\t' || c == 0x7f {
		p.fault(p.span(p.pos, p.pos+1), "in a text in double quotes write it as "+fmt.Sprintf(`\u%04x`, c),
			"a control character, 0x%02x, cannot stand in a TOML file", c)
	}
	_, n := utf8.DecodeRuneInString(p.text[p.pos:])
	p.pos += n
}

// word is the place of whatever stands at the cursor: up to a blank, bracket, comma
// or the like, at least one character; at the end of a line, the empty place there.
func (p *parser) word() source.Span {
	rest := p.text[p.pos:]
	if rest == "" || p.lineBreak() > 0 {
		return p.span(p.pos, p.pos)
	}
	n := strings.IndexFunc(rest, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`[]{},="'#`, r)
	})
	if n < 0 {
		n = len(rest)
	} else if n == 0 {
		_, n = utf8.DecodeRuneInString(rest)
	}
	return p.span(p.pos, p.pos+n)
}

// shown puts the word at the cursor into a message.
func (p *parser) shown() string {
	w := p.word().Text()
	switch {
	case w != "":
		return quote(w)
	case p.pos == len(p.text):
		return "the end of the file"
	}
	return "the end of the line"
}

// quote shows a word of the file in a message, cut where it is long.
func quote(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) > most {
		s = s[:runeOffset(s, most)] + "..."
	}
	return `"` + s + `"`
}

// isBare tells whether a byte may stand in a key without quotes.
func isBare(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// part is one name of a dotted key.
type part struct {
	name string
	span source.Span
}

// path reads a key: names with dots between them, up to something else.
func (p *parser) path() []part {
	var parts []part
	for {
		p.blanks()
		parts = append(parts, p.part())
		if len(parts) > MaxNesting {
			p.tooLarge(parts[0].span.To(parts[len(parts)-1].span), "a key of more than %d parts", MaxNesting)
		}
		p.blanks()
		if p.peek() != '.' {
			return parts
		}
		p.pos++
	}
}

// part reads one name, bare or in quotes.
func (p *parser) part() part {
	start := p.pos
	switch c := p.peek(); {
	case c == '"' || c == '\'':
		if strings.HasPrefix(p.text[p.pos:], strings.Repeat(string(c), 3)) {
			p.fault(p.span(start, start+3), "write it in single quote marks", "a key cannot be a text of several lines")
		}
		name := p.str()
		return part{name.Str, name.Span}
	case isBare(c):
		for isBare(p.peek()) {
			p.pos++
		}
	}
	if r, _ := utf8.DecodeRuneInString(p.text[p.pos:]); unicode.IsLetter(r) {
		p.pos = start
		p.fault(p.word(), "write "+quote(p.word().Text()), "a key with other letters than a to z needs quotes")
	}
	if start == p.pos {
		p.fault(p.word(), "", "a key should stand here, not %s", p.shown())
	}
	return part{p.text[start:p.pos], p.span(start, p.pos)}
}
