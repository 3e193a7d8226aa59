package tomltree

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"rulec/lang/source"
)

// value reads whatever may stand behind `=` or in a list. What names it in messages;
// depth is that of the table or list it stands in.
func (p *parser) value(what string, depth int) *Value {
	p.count(p.word())
	switch p.peek() {
	case '"', '\'':
		return p.str()
	case '[':
		return p.list(depth + 1)
	case '{':
		return p.braces(depth + 1)
	case 0, '\n', '\r', '#', ',', ']', '}', '=':
		p.fault(p.word(), "", "%s has no value: %s comes instead", what, p.shown())
	}
	return p.scalar()
}

// list reads `[a, b, c]`, over as many lines as it likes.
func (p *parser) list(depth int) *Value {
	start := p.pos
	v := &Value{Kind: KindArray}
	p.nest(p.span(start, start+1), depth)
	p.open++
	for p.pos++; ; {
		if p.space(); p.peek() == ']' {
			break
		}
		p.unfinished(start, "list", "]")
		v.Items = append(v.Items, p.value("this place of the list", depth))
		if p.space(); p.peek() == ']' {
			break
		}
		p.unfinished(start, "list", "]")
		p.comma("the list goes on with a comma or ends with ]")
	}
	p.pos++
	p.open--
	v.Span = p.span(start, p.pos)
	return v
}

// braces reads `{ a = 1, b.c = 2 }`.
func (p *parser) braces(depth int) *Value {
	start := p.pos
	t := newTable(p.span(start, start+1), inline, depth)
	p.nest(t.Span, depth)
	p.open++
	for p.pos++; ; {
		if p.space(); p.peek() == '}' {
			break
		}
		p.unfinished(start, "table", "}")
		p.pair(t)
		if p.space(); p.peek() == '}' {
			break
		}
		p.unfinished(start, "table", "}")
		p.comma("the table goes on with a comma or ends with }")
	}
	p.pos++
	p.open--
	t.Span = p.span(start, p.pos)
	return &Value{Kind: KindTable, Span: t.Span, Table: t}
}

func (p *parser) unfinished(start int, what, closer string) {
	if p.pos == len(p.text) {
		p.fault(p.span(start, start+1), "close it with "+closer, "this %s is never closed", what)
	}
}

// comma wants one. Where another key follows in a line of its own, the closer was
// forgotten in the line before, and that is the line to look at.
func (p *parser) comma(wanted string) {
	if p.peek() != ',' {
		at := p.word()
		if end := len(strings.TrimRight(p.text[:p.pos], " \t\r\n")); nextKey.MatchString(p.text[p.pos:]) && strings.Contains(p.text[end:p.pos], "\n") {
			at = p.span(end-1, end)
		}
		p.fault(at, "", "%s, but %s stands here", wanted, p.shown())
	}
	p.pos++
}

var nextKey = regexp.MustCompile(`^[A-Za-z0-9_-]+ *=|^\[\[?[A-Za-z_][A-Za-z0-9_.-]*\]`)

var (
	reInt   = regexp.MustCompile(`^[+-]?(0|[1-9](_?[0-9])*)$`)
	reBased = regexp.MustCompile(`^0(x[0-9A-Fa-f](_?[0-9A-Fa-f])*|o[0-7](_?[0-7])*|b[01](_?[01])*)$`)
	reFloat = regexp.MustCompile(`^[+-]?((0|[1-9](_?[0-9])*)(\.[0-9](_?[0-9])*)?([eE][+-]?[0-9](_?[0-9])*)?|inf|nan)$`)
	reDate  = regexp.MustCompile(`^([0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?([Zz]|[+-][0-9]{2}:[0-9]{2})?)?|[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?)$`)
	reDay   = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:`)
	reDice  = regexp.MustCompile(`^[0-9]*d([0-9]+|%)`)
)

// scalar reads a number, truth or date, or says why a bare word is none of them.
func (p *parser) scalar() *Value {
	at := p.word()
	if reDay.MatchString(p.text[p.pos:]) { // a date and a time with a space between them
		p.pos += len("2006-01-02 ")
		at = at.To(p.word())
	}
	p.pos = at.End
	text := at.Text()
	v := &Value{Span: at, Str: text}
	switch {
	case text == "true" || text == "false":
		v.Kind, v.Bool, v.Str = KindBool, text == "true", ""
	case reInt.MatchString(text) || reBased.MatchString(text):
		n, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 0, 64)
		if err != nil {
			p.fault(at, "", "the number %s is too large", quote(text))
		}
		v.Kind, v.Int, v.Str = KindInt, n, ""
	case reFloat.MatchString(text):
		if _, err := float(text); errors.Is(err, strconv.ErrRange) {
			p.fault(at, "", "the number %s is too large", quote(text))
		}
		v.Kind = KindFloat
	case reDate.MatchString(text):
		if !onCalendar(text) {
			p.fault(at, "", "no calendar or clock has %s", quote(text))
		}
		v.Kind = KindDatetime
	default:
		p.pos = at.Start
		p.noValue(at, text)
	}
	return v
}

func float(text string) (float64, error) {
	return strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
}

var layouts = []string{
	"2006-01-02", "15:04", "15:04:05",
	"2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05Z07:00",
}

var reFarZone = regexp.MustCompile(`[+-](2[4-9]|[3-9][0-9]):[0-9]{2}$|[+-][0-9]{2}:[6-9][0-9]$`) // time.Parse is lax here

func onCalendar(text string) bool {
	if reFarZone.MatchString(text) {
		return false
	}
	text = strings.NewReplacer("t", "T", " ", "T", "z", "Z").Replace(text)
	for _, l := range layouts {
		if _, err := time.Parse(l, text); err == nil {
			return true
		}
	}
	return false
}

// noValue explains a bare word that is no value.
func (p *parser) noValue(at source.Span, text string) {
	lower := strings.ToLower(text)
	digits := strings.TrimLeft(text, "+-")
	first, _ := utf8.DecodeRuneInString(text)
	switch {
	case lower == "true" || lower == "false" || lower == "inf" || lower == "nan":
		p.fault(at, "write "+lower, "%s is written in small letters", lower)
	case reDice.MatchString(text):
		p.fault(at, "write "+quote(text), "dice are a text and need quotes")
	case reInt.MatchString(strings.TrimLeft(digits, "0")) && strings.HasPrefix(digits, "0"):
		p.fault(at, "write "+text[:len(text)-len(digits)]+strings.TrimLeft(digits, "0"), "a number does not begin with 0")
	case strings.HasPrefix(digits, ".") || strings.HasSuffix(digits, ".") && len(digits) > 1 && digits[0] <= '9':
		p.fault(at, "", "a fraction has digits on both sides of its point")
	case unicode.IsLetter(first):
		p.fault(at, "if it is a text, write it in quotes: "+quote(text), "%s is no value", quote(text))
	case unicode.IsDigit(first) || first == '+' || first == '-':
		p.fault(at, "if it is a text, write it in quotes: "+quote(text), "%s is no number", quote(text))
	}
	p.fault(at, "", "%s cannot begin a value", quote(text))
}
