package diag

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"rulec/lang/source"
)

// TextOptions says how diagnostics are written for people.
type TextOptions struct {
	Color bool // with the colours of a terminal
}

// WriteText writes diagnostics for people: code and sentence, place, the line with
// a mark under the exact span, related places in the same way, and what to do.
//
//	error[E0203]: no condition is called "distractd"
//	  --> homebrew/spells.rule:14:9
//	   |
//	14 |   apply distractd to target
//	   |         ^^^^^^^^^ did you mean "distracted"?
//	   |
//	   = help: declare it, or import the file that does
//	   = source: "Spells"
func WriteText(w io.Writer, list []*Diagnostic, opt TextOptions) error {
	p := &textPrinter{color: opt.Color}
	for i, d := range list {
		if i > 0 {
			p.out.WriteByte('\n')
		}
		p.diagnostic(d)
	}
	_, err := w.Write(p.out.Bytes())
	return err
}

// Styles of a terminal.
const (
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	blue   = "\x1b[1;34m"
	bold   = "\x1b[1m"
	plain  = "\x1b[0m"
)

type textPrinter struct {
	out    bytes.Buffer
	color  bool
	gutter int // columns of the line numbers
}

func (p *textPrinter) paint(style, s string) string {
	if !p.color || s == "" {
		return s
	}
	return style + s + plain
}

func (p *textPrinter) diagnostic(d *Diagnostic) {
	style := red
	if d.Severity == Warning {
		style = yellow
	}
	fmt.Fprintf(&p.out, "%s%s\n", p.paint(style, fmt.Sprintf("%v[%s]", d.Severity, printable(string(d.Code)))), p.paint(bold, ": "+printable(d.Message)))
	p.gutter = max(2, digits(d.Span))
	for _, r := range d.Related {
		p.gutter = max(p.gutter, digits(r.Span))
	}
	shown := p.place("-->", d.Span, d.Label, '^', style)
	var notes []string
	if !shown && d.Label != "" {
		notes = append(notes, "note: "+printable(d.Label))
	}
	for _, r := range d.Related {
		if p.place(":::", r.Span, r.Message, '-', blue) {
			shown = true
		} else {
			notes = append(notes, "note: "+printable(r.Message))
		}
	}
	if d.Help != "" {
		lines := strings.Split(d.Help, "\n")
		for i := range lines {
			lines[i] = printable(lines[i])
		}
		notes = append(notes, "help: "+strings.Join(lines, "\n"+strings.Repeat(" ", p.gutter+len(" = help: "))))
	}
	if d.Section != "" {
		notes = append(notes, `source: "`+printable(d.Section)+`"`)
	}
	if shown && len(notes) > 0 {
		p.line("", "")
	}
	for _, n := range notes {
		head, rest, _ := strings.Cut(n, ":")
		fmt.Fprintf(&p.out, "%*s %s %s:%s\n", p.gutter, "", p.paint(blue, "="), p.paint(bold, head), rest)
	}
}

// digits is the length of the number of the line a span begins in.
func digits(s source.Span) int { return len(strconv.Itoa(s.Begin().Line)) }

// line writes one line beside the gutter.
func (p *textPrinter) line(number, text string) {
	edge := fmt.Sprintf("%-*s |", p.gutter, number)
	p.out.WriteString(p.paint(blue, edge))
	if text != "" {
		p.out.WriteString(" " + text)
	}
	p.out.WriteByte('\n')
}

// place writes a file, a position, and the line with its mark. It tells whether
// there was a line to show.
func (p *textPrinter) place(arrow string, s source.Span, label string, mark rune, style string) bool {
	if !s.Valid() {
		return false
	}
	at := s.Begin()
	fmt.Fprintf(&p.out, "%*s%s %s:%d:%d\n", p.gutter, "", p.paint(blue, arrow), printable(s.File.Name), at.Line, at.Column)
	if s.File.Text == "" {
		return false
	}
	line, start, end, more := onLine(s)
	text, column, width := cut(line, start, end)
	label = strings.TrimRight(printable(label), " ")
	switch {
	case more != "" && label != "":
		label += " (" + more + ")"
	case more != "":
		label = more
	}
	marks := strings.Repeat(string(mark), width)
	if label != "" {
		marks += " " + label
	}
	p.line("", "")
	p.line(strconv.Itoa(at.Line), strings.TrimRight(text, " "))
	p.line("", strings.Repeat(" ", column)+p.paint(style, marks))
	return true
}

// onLine is the first line of a span, what of it lies in the span, and where the
// span ends if that is in another line.
func onLine(s source.Span) (line string, start, end int, more string) {
	text := s.File.Text
	first := max(0, min(s.Start, len(text)))
	last := max(first, min(s.End, len(text)))
	for last > first && (text[last-1] == '\n' || text[last-1] == '\r') {
		last-- // a line end at the end is not worth a mark
	}
	line = s.File.Line(s.Begin().Line)
	begin := strings.LastIndexByte(text[:first], '\n') + 1
	start = min(first-begin, len(line))
	end = min(last-begin, len(line))
	if strings.Contains(text[first:last], "\n") {
		to := s.File.Position(last)
		more = fmt.Sprintf("ends at line %d, column %d", to.Line, max(1, to.Column-1))
	}
	return line, start, end, more
}

// Bounds of a shown line, in columns: of the whole, and of what is left in front of
// the mark where the line is cut.
const (
	lineWidth = 100
	lineLead  = 24
	ellipsis  = "..."
)

// cut shows a line, or the part of a long one around its mark: the text, the column
// where the mark begins and its width.
func cut(line string, start, end int) (text string, column, width int) {
	from, to := max(0, start-4*lineWidth), min(len(line), start+8*lineWidth)
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	all := cells(line, from, to)
	markFrom, markTo := len(all), len(all)
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].end > start {
			markFrom = i
		}
		if all[i].at >= end {
			markTo = i
		}
	}
	markTo = max(markFrom, markTo)
	first, last := 0, len(all)
	if from > 0 || to < len(line) || columns(all) > lineWidth {
		if from > 0 || columns(all[:markTo]) > lineWidth {
			for first = markFrom; first > 0 && columns(all[first-1:markFrom]) <= lineLead; first-- {
			}
		}
		for last = first; last < len(all) && columns(all[first:last+1]) <= lineWidth; last++ {
		}
	}
	var b strings.Builder
	if first > 0 || from > 0 {
		b.WriteString(ellipsis)
		column = len(ellipsis)
	}
	for _, c := range all[first:last] {
		b.WriteString(c.show)
	}
	if last < len(all) || to < len(line) {
		b.WriteString(ellipsis)
	}
	column += columns(all[first:min(markFrom, last)])
	width = max(1, columns(all[min(markFrom, last):min(markTo, last)]))
	return b.String(), column, width
}

func columns(list []cell) int {
	n := 0
	for _, c := range list {
		n += c.width
	}
	return n
}
