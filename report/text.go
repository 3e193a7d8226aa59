package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/ir"
)

// TextOptions say how a fight is written.
type TextOptions struct {
	Explain bool // unfold every number
	Numbers bool // put its number before every event
	Color   bool
	Board   *Board // drawn at the start of every heading and at the end, or nil
}

// RunText writes a fight for people: the lines the pack tells, each below what it
// happened in, the conditions that came and went, and what did not happen and why.
//
// The trace is first cut down to a tree of what is told (story.go). What happens
// right in the root and has more told inside it is a heading, a round for example,
// with a blank line before it. Nothing here knows what a round is.
func RunText(w io.Writer, rec *interp.Recorder, res *fight.Result, opt TextOptions) error {
	p := &printer{w: w, opt: opt, m: res.Machine}
	root := p.story(rec)
	if root.text != "" {
		p.line(0, p.seq(root)+root.text)
	}
	if opt.Board != nil && !hasHeading(root.kids) {
		p.board(opt.Board.begin)
	}
	p.top(root.kids)
	if opt.Board != nil {
		p.board(opt.Board.end)
	}
	if res.Fault != nil {
		p.line(0, "")
		p.line(0, p.bold("The run stops here."))
		return p.err
	}
	end := p.bold("The end: " + words(res.Outcome))
	for _, m := range res.Measures {
		if m.Of == interp.None {
			end += ", " + words(m.Measure.Name) + " " + p.show(m.Measure.Body.Type, m.Value)
		}
	}
	p.line(0, "")
	p.line(0, end)
	p.table(res)
	return p.err
}

// words writes a name of the pack as people write it.
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

type printer struct {
	w   io.Writer
	opt TextOptions
	m   *interp.Machine
	err error // the first of writing
}

func (p *printer) paint(style, s string) string {
	if !p.opt.Color || s == "" {
		return s
	}
	return "\x1b[" + style + "m" + s + "\x1b[0m"
}

func (p *printer) bold(s string) string { return p.paint("1", s) }

func (p *printer) dim(s string) string { return p.paint("2", s) }

func (p *printer) show(t *ir.Type, v int64) string { return p.m.Show(t, v) }

// line writes one line, indented by levels.
func (p *printer) line(level int, s string) {
	if s != "" {
		s = strings.Repeat("  ", level) + s
	}
	if _, err := fmt.Fprintln(p.w, s); err != nil && p.err == nil {
		p.err = err
	}
}

// board draws the board as it is outside any heading.
func (p *printer) board(s *shot) {
	if s != nil && !s.same(p.opt.Board.drawn) {
		p.line(0, "")
		p.opt.Board.draw(p, s)
	}
}

// top writes what happened right in the root.
func (p *printer) top(list []*told) {
	loose := true // lines since the last heading stand by themselves
	for i, n := range list {
		if n.heading() {
			p.line(0, "")
			p.line(0, p.seq(n)+p.bold(n.text))
			loose = false
			if b := p.opt.Board; b != nil && b.shots[n.entry] != nil && !b.shots[n.entry].same(b.drawn) {
				b.draw(p, b.shots[n.entry])
			}
			p.notes(n, 1)
			p.all(n.kids, 1)
			continue
		}
		if !loose || i == 0 {
			p.line(0, "")
			loose = true
		}
		p.one(n, 0)
	}
}

func (p *printer) all(list []*told, level int) {
	for _, n := range list {
		p.one(n, level)
	}
}

func (p *printer) one(n *told, level int) {
	if n.after && len(n.kids) > 0 {
		p.all(n.kids, level)
		p.line(level, p.seq(n)+n.text)
		return
	}
	if n.text != "" {
		p.line(level, p.seq(n)+n.text)
	}
	p.notes(n, level+1)
	p.all(n.kids, level+1)
}

// seq is the number by which `rulec why` knows an event.
func (p *printer) seq(n *told) string {
	if !p.opt.Numbers || n.entry == nil {
		return ""
	}
	return p.dim(fmt.Sprintf("#%d ", n.entry.Seq))
}

// notes writes the numbers of an event below its line.
func (p *printer) notes(n *told, level int) {
	for i, s := range n.notes {
		if i == 0 && n.text == "" { // its name
			p.line(level-1, s)
			continue
		}
		p.line(level, p.dim("| ")+s)
	}
}

// table shows what is measured of each entity.
func (p *printer) table(res *fight.Result) {
	var heads []string
	rows := map[int64][]string{}
	var order []int64
	for _, m := range res.Measures {
		if m.Of == interp.None {
			continue
		}
		if len(heads) == 0 || heads[len(heads)-1] != words(m.Measure.Name) {
			heads = append(heads, words(m.Measure.Name))
		}
		if _, ok := rows[m.Of]; !ok {
			order = append(order, m.Of)
		}
		rows[m.Of] = append(rows[m.Of], p.show(m.Measure.Body.Type, m.Value))
	}
	if len(order) == 0 {
		return
	}
	widths := make([]int, len(heads))
	names := 0
	for i, h := range heads {
		widths[i] = utf8.RuneCountInString(h)
	}
	for _, e := range order {
		names = max(names, utf8.RuneCountInString(p.m.Name(e)))
		for i, v := range rows[e] {
			if i < len(widths) {
				widths[i] = max(widths[i], utf8.RuneCountInString(v))
			}
		}
	}
	row := func(name string, cells []string) {
		s := name + strings.Repeat(" ", names-utf8.RuneCountInString(name))
		for i, c := range cells {
			if i < len(widths) {
				s += strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c)+2) + c
			}
		}
		p.line(1, s)
	}
	p.line(0, "")
	row("", heads)
	for _, e := range order {
		row(p.m.Name(e), rows[e])
	}
}
