package report

import (
	"fmt"
	"strings"

	"rulec/interp"
	"rulec/lang/ir"
	"rulec/lang/source"
)

// numbers unfolds the numbers of an event, one line a number and one more for each
// modifier in it. Fields that never moved and truths that nothing modified are
// left out. Named puts the event's name first, for what the pack does not tell.
func (p *printer) numbers(e *interp.Entry, named bool) []string {
	var out []string
	for i := range e.Because {
		out = append(out, p.number("", &e.Because[i])...)
	}
	for i := range e.Changes {
		if c := &e.Changes[i]; len(c.Because.Parts) > 0 {
			out = append(out, p.number(c.Who+"'s ", &c.Because)...)
		}
	}
	if named && len(out) > 0 {
		head := title(e)
		if p.opt.Numbers {
			head = fmt.Sprintf("#%d %s", e.Seq, head)
		}
		out = append([]string{p.dim(head)}, out...)
	}
	return out
}

// title is what an event is called and whom it is about.
func title(e *interp.Entry) string {
	var about []string
	for _, f := range e.Fields[:min(len(e.Fields), len(e.Event.Params)+1)] {
		if f.Type.Entity() && f.Word != interp.None {
			about = append(about, f.Shown)
		}
	}
	s := words(e.Event.Printed)
	if len(about) > 0 {
		s += ": " + strings.Join(about, ", ")
	}
	return s
}

func (p *printer) number(who string, b *interp.Because) []string {
	if b.Type.Kind == ir.Bool && !modified(b) || unmoved(b) {
		return nil
	}
	name := who + words(b.Of) + " " + b.Shown
	parts := shorten(b.Parts)
	sum, not := "", ""
	var first *part // of those that count
	for i := range parts {
		x := &parts[i]
		switch {
		case x.Beaten && not == "":
			not = "; not " + p.term(b, x, true, false)
		case x.Beaten:
			not += ", " + p.term(b, x, true, false)
		default:
			sum += p.term(b, x, first == nil, len(parts) == 1)
			if first == nil {
				first = x
			}
		}
	}
	if first == nil {
		first = &parts[0]
	}
	out := []string{name + " = " + sum + not + p.where(first.Span, first.Section)}
	for i := range parts {
		x := &parts[i]
		if x == first || !modifies(x.Kind) {
			continue
		}
		amount := p.amount(b.Type, x.Amount)
		if x.Amount >= 0 && x.Kind == "by" {
			amount = "+" + amount
		}
		out = append(out, "  "+x.Kind+" "+amount+" "+x.What+bonus(x)+p.where(x.Span, x.Section))
	}
	return out
}

// part is a reason, and how often it comes in a row.
type part struct {
	interp.Part
	times int
}

func modifies(kind string) bool { return kind != "base" && kind != "start" && kind != "set" }

func modified(b *interp.Because) bool {
	for _, x := range b.Parts {
		if modifies(x.Kind) {
			return true
		}
	}
	return false
}

// unmoved is a field that is what it began as.
func unmoved(b *interp.Because) bool {
	return len(b.Parts) == 0 || len(b.Parts) == 1 && b.Parts[0].Kind == "start"
}

// shorten drops what adds nothing and counts what repeats.
func shorten(list []interp.Part) []part {
	var out []part
	for _, x := range list {
		if x.Amount == 0 && !x.Beaten && (x.Kind == "base" || x.Kind == "by" || x.Kind == "cap") {
			continue
		}
		if n := len(out); n > 0 && alike(&out[n-1].Part, &x) {
			out[n-1].times++
			continue
		}
		out = append(out, part{x, 1})
	}
	if len(out) == 0 {
		out = append(out, part{list[0], 1})
	}
	return out
}

// alike tells whether two reasons say the same.
func alike(a, b *interp.Part) bool {
	return a.What == b.What && a.Amount == b.Amount && a.Span == b.Span && a.Section == b.Section && a.Kind == b.Kind &&
		a.Bonus == b.Bonus && a.Beaten == b.Beaten && a.Event == b.Event
}

// term writes one reason as a term of a sum.
func (p *printer) term(b *interp.Because, x *part, first, alone bool) string {
	sign, amount := " + ", x.Amount*int64(x.times)
	if amount < 0 {
		sign, amount = " - ", -amount
	}
	if first {
		sign = strings.TrimPrefix(strings.TrimSuffix(sign, " "), " ")
		if sign == "+" {
			sign = ""
		}
	}
	what := x.What
	if x.Kind == "set" {
		left, right, ok := strings.Cut(strings.TrimPrefix(what, "roll "), " = ")
		if ok && (left == b.Of || alone && strings.HasSuffix(left, "."+b.Of)) {
			what = right
		}
	}
	if alone && x.Kind != "by" && x.times == 1 {
		return what
	}
	if x.times > 1 {
		what += fmt.Sprintf(", %d times", x.times)
	}
	return sign + p.amount(b.Type, amount) + " (" + what + ")"
}

// amount writes a number with its unit, if it has one.
func (p *printer) amount(t *ir.Type, n int64) string {
	if t.Kind == ir.Quantity && n >= 0 {
		return p.show(t, n)
	}
	return fmt.Sprint(n)
}

func bonus(x *part) string {
	s := ""
	if x.Bonus != "" && x.Bonus != x.What {
		s = ", a bonus of kind " + x.Bonus
	}
	if x.Beaten {
		s += ", does not count"
	}
	return s
}

// where is the place a reason comes from, with the heading of its source.
func (p *printer) where(s source.Span, heading string) string {
	if s.File == nil {
		return ""
	}
	at := place(s)
	if heading != "" {
		at += fmt.Sprintf(", %q", heading)
	}
	return "  " + p.dim("["+at+"]")
}
