package report

import (
	"fmt"
	"io"
	"strings"

	"rulec/fight"
	"rulec/interp"
)

// TextOptions say how a fight is written.
type TextOptions struct {
	Explain bool // unfold every number
	Color   bool
	Board   *Board // drawn at every event it noted, or nil
}

// RunText writes a fight for people: the lines the pack tells, each below what it
// happened in, and the conditions that came and went.
func RunText(w io.Writer, rec *interp.Recorder, res *fight.Result, opt TextOptions) error {
	p := &printer{w: w, opt: opt, rec: rec, level: map[int]int{-1: -1}}
	for _, e := range rec.Entries {
		p.entry(e)
	}
	fmt.Fprintf(w, "\n%s", p.bold("The end: "+strings.ReplaceAll(res.Outcome, "_", " ")))
	for _, m := range res.Measures {
		if m.Of == interp.None {
			fmt.Fprintf(w, ", %s %s", strings.ReplaceAll(m.Measure.Name, "_", " "), res.Machine.Show(m.Measure.Body.Type, m.Value))
		}
	}
	fmt.Fprintln(w)
	p.table(res)
	return nil
}

type printer struct {
	w     io.Writer
	opt   TextOptions
	rec   *interp.Recorder
	level map[int]int // depth of what was told, by seq
}

func (p *printer) bold(s string) string {
	if p.opt.Color {
		return "\x1b[1m" + s + "\x1b[0m"
	}
	return s
}

func (p *printer) dim(s string) string {
	if p.opt.Color {
		return "\x1b[2m" + s + "\x1b[0m"
	}
	return s
}

func (p *printer) entry(e *interp.Entry) {
	at := p.level[e.Parent]
	p.level[e.Seq] = at
	line := e.Tells
	switch {
	case e.Gained != nil:
		line = e.Bearer + ": " + e.Gained.Printed
	case e.Lost != nil:
		line = e.Bearer + ": no longer " + e.Lost.Printed
	case len(e.Reasons) > 0:
		line = e.Event.Printed + " does not happen: " + strings.Join(e.Reasons, "; ")
	}
	if line != "" {
		p.level[e.Seq] = at + 1
		indent := strings.Repeat("  ", max(0, at))
		switch at {
		case -1:
			fmt.Fprintf(p.w, "%s\n", p.bold(line))
		case 0:
			fmt.Fprintf(p.w, "\n%s\n", p.bold(line))
		default:
			fmt.Fprintf(p.w, "%s%s\n", indent, line)
		}
		if p.opt.Board != nil {
			p.opt.Board.Draw(p.w, e.Seq)
		}
	}
	if p.opt.Explain && e.Event != nil {
		p.explain(e, max(0, p.level[e.Seq]))
	}
}

// explain unfolds the numbers of an event.
func (p *printer) explain(e *interp.Entry, at int) {
	indent := strings.Repeat("  ", at+1)
	if e.Tells == "" && len(e.Because) > 0 && e.Outcome != "" {
		fmt.Fprintf(p.w, "%s%s\n", indent, p.dim(e.Event.Name))
	}
	for i := range e.Because {
		p.because(&e.Because[i], "", indent)
	}
	for i := range e.Changes {
		if c := &e.Changes[i]; len(c.Because.Parts) > 0 {
			p.because(&c.Because, c.Who+"'s ", indent)
		}
	}
}

func (p *printer) because(b *interp.Because, who, indent string) {
	parts := []string{}
	for _, x := range b.Parts {
		if x.Amount == 0 && !x.Beaten && len(b.Parts) > 1 {
			continue
		}
		s := fmt.Sprintf("%+d %s", x.Amount, x.What)
		if x.Beaten {
			s = fmt.Sprintf("(%+d %s does not count)", x.Amount, x.What)
		}
		if x.Span.File != nil {
			s += p.dim(fmt.Sprintf(" [%s:%d%s]", x.Span.File.Name, x.Span.Begin().Line, section(x.Section)))
		}
		parts = append(parts, s)
	}
	fmt.Fprintf(p.w, "%s  %s%s = %s", indent, who, b.Of, b.Shown)
	if len(parts) > 0 {
		fmt.Fprintf(p.w, ": %s", strings.Join(parts, ", "))
	}
	fmt.Fprintln(p.w)
}

func section(s string) string {
	if s == "" {
		return ""
	}
	return ", " + s
}

// table shows what is measured of each entity.
func (p *printer) table(res *fight.Result) {
	var names []string
	rows := map[int64][]string{}
	var order []int64
	for _, m := range res.Measures {
		if m.Of == interp.None {
			continue
		}
		if len(names) == 0 || names[len(names)-1] != m.Measure.Name {
			names = append(names, m.Measure.Name)
		}
		if _, ok := rows[m.Of]; !ok {
			order = append(order, m.Of)
		}
		rows[m.Of] = append(rows[m.Of], res.Machine.Show(m.Measure.Body.Type, m.Value))
	}
	if len(order) == 0 {
		return
	}
	width := 4
	for _, e := range order {
		width = max(width, len(res.Machine.Name(e)))
	}
	fmt.Fprintf(p.w, "\n  %-*s", width, "")
	for _, n := range names {
		fmt.Fprintf(p.w, "  %14s", strings.ReplaceAll(n, "_", " "))
	}
	fmt.Fprintln(p.w)
	for _, e := range order {
		fmt.Fprintf(p.w, "  %-*s", width, res.Machine.Name(e))
		for _, v := range rows[e] {
			fmt.Fprintf(p.w, "  %14s", v)
		}
		fmt.Fprintln(p.w)
	}
}
