package tomltree

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// str reads a text of any of the four forms: "", ”, and three of either. It keeps
// where each byte of the content stands in the file.
func (p *parser) str() *Value {
	start := p.pos
	q := p.text[p.pos]
	width := 1
	if strings.HasPrefix(p.text[p.pos:], strings.Repeat(string(q), 3)) {
		width = 3
	}
	p.pos += width
	if width == 3 {
		p.pos += p.lineBreak() // right after the quotes it is no part of the content
	}
	b := content{p: p}
	for !p.closing(&b, q, width, start) {
		switch n := p.lineBreak(); {
		case p.pos == len(p.text) || n > 0 && width == 1:
			p.unclosed(start, q, width)
		case n > 0:
			b.put("\n", p.pos, p.pos+n)
			p.pos += n
		case p.peek() == '\\' && q == '"':
			p.escape(&b, width == 3)
		default:
			from := p.pos
			p.printable()
			b.copy(from, p.pos)
		}
	}
	v := &Value{Kind: KindString, Span: p.span(start, p.pos), Str: b.String(), runs: b.runs, lines: []int{0}}
	for i := 0; i < len(v.Str); i++ {
		if v.Str[i] == '\n' {
			v.lines = append(v.lines, i+1)
		}
	}
	return v
}

// closing steps over the quotes that end a text. Up to two more may stand right
// before the closing three; they belong to the content.
func (p *parser) closing(b *content, q byte, width, start int) bool {
	n := 0
	for p.pos+n < len(p.text) && p.text[p.pos+n] == q {
		n++
	}
	if n < width {
		b.copy(p.pos, p.pos+n)
		p.pos += n
		return false
	}
	if width == 1 {
		n = 1
	}
	if n > 5 {
		p.fault(p.span(p.pos, p.pos+n), "", "%d quotes in a row: the text ends after three", n)
	}
	b.copy(p.pos, p.pos+n-width)
	b.mark(p.pos+n-width, 0)
	p.pos += n
	return true
}

func (p *parser) unclosed(start int, q byte, width int) {
	marks := strings.Repeat(string(q), width)
	if width == 3 {
		p.fault(p.span(start, start+3), "close it with "+marks, "this text is never closed")
	}
	p.fault(p.span(start, p.pos), "close it with "+marks+"; a text of several lines stands between three quotes",
		"this text has no closing quote on its line")
}

// escape reads a backslash and what belongs to it.
func (p *parser) escape(b *content, lines bool) {
	start := p.pos
	p.pos++
	c := p.peek()
	if i := strings.IndexByte("btnfre\"\\", c); c != 0 && i >= 0 {
		p.pos++
		b.put("\b\t\n\f\r\x1b\"\\"[i:i+1], start, p.pos)
		return
	}
	if digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]; digits > 0 {
		end := min(p.pos+1+digits, len(p.text))
		n, err := strconv.ParseUint(p.text[p.pos+1:end], 16, 32)
		if err != nil || end != p.pos+1+digits || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
			p.fault(p.span(start, p.pos+1), "", `\%c wants the %d hexadecimal digits of a character`, c, digits)
		}
		p.pos = end
		b.put(string(rune(n)), start, p.pos)
		return
	}
	if lines { // a backslash at the end of a line swallows all space up to the next word
		p.blanks()
		if p.lineBreak() > 0 {
			for p.lineBreak() > 0 {
				p.pos += p.lineBreak()
				p.blanks()
			}
			return
		}
		p.pos = start + 1
	}
	_, n := utf8.DecodeRuneInString(p.text[p.pos:])
	p.fault(p.span(start, p.pos+n), `write \\ for a backslash, or put the text in single quotes`,
		"a backslash cannot stand before %s", p.shown())
}

// content gathers the content of a text and the places its bytes come from.
type content struct {
	p *parser
	strings.Builder
	runs []run
	next int // where the current run would go on
}

// copy takes over bytes as they stand in the file.
func (b *content) copy(from, to int) {
	if from == to {
		return
	}
	if len(b.runs) == 0 || b.next != from {
		b.mark(from, 0)
	}
	b.WriteString(b.p.text[from:to])
	b.next = to
}

// put adds what [from, to) of the file stands for.
func (b *content) put(s string, from, to int) {
	b.mark(from, to)
	b.WriteString(s)
	b.next = -1
}

func (b *content) mark(from, to int) {
	b.runs = append(b.runs, run{b.Len(), from, to})
}
