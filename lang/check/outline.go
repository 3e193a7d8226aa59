package check

import (
	"sort"
	"strings"

	"rulec/lang/source"
	"rulec/lang/syntax"
)

// Outline is what a declaration shows to others, and the order of what it consists of:
// its text without the formulas and statements that only its own bodies consist of.
// Two programs whose declarations have the same outlines in the same order, proofs
// left out, have the same shapes. What cannot be read stands in the outline as it is.
func Outline(d syntax.Decl) string {
	if _, proof := d.(*syntax.Proof); proof {
		return ""
	}
	o := outliner{of: d.Header().Span}
	switch d := d.(type) {
	case *syntax.Value:
		o.value(d)
	case *syntax.Table:
		o.params(d.Params)
		for _, r := range d.Rows {
			o.cut(r)
		}
	case *syntax.Record:
		for _, m := range d.Members {
			if q, ok := m.(*syntax.Require); ok {
				o.cut(q.Cond)
			}
			o.member(m)
		}
	case *syntax.Extend:
		for _, m := range d.Members {
			o.member(m)
		}
	case *syntax.Event:
		o.params(d.Params)
		o.happening(d.Members)
	case *syntax.Action:
		o.params(d.Params)
		o.happening(d.Members)
	case *syntax.Resource:
		o.cut(d.Amount)
	case *syntax.Moment:
		o.params(d.Params)
		if d.Pattern != nil {
			o.cut(d.Pattern)
		}
	case *syntax.Condition:
		o.params(d.Params)
		o.cut(d.Derived)
		o.clauses(d.Clauses)
	case *syntax.Rule:
		o.cut(d.While)
		o.clauses(d.Clauses)
	case *syntax.Measure:
		o.cut(d.Body)
	case *syntax.Tactic:
		for _, l := range d.Lines {
			o.cut(l)
		}
	}
	return o.text()
}

// outliner collects what is cut out of the text of a declaration.
type outliner struct {
	of  source.Span
	out []source.Span
}

// cut leaves a part out, if there is one.
func (o *outliner) cut(n syntax.Node) {
	if at := placeOf(n); at.Valid() && at.File == o.of.File && at.Start >= o.of.Start && at.End <= o.of.End {
		o.out = append(o.out, at)
	}
}

func (o *outliner) value(d *syntax.Value) {
	o.params(d.Params)
	o.cut(d.Body)
}

func (o *outliner) params(list []*syntax.Param) {
	for _, p := range list {
		o.cut(p.From)
		o.cut(p.Default)
	}
}

func (o *outliner) clauses(list []syntax.Clause) {
	for _, c := range list {
		o.cut(c)
	}
}

// happening leaves the statements of an event out, and what other members it has.
func (o *outliner) happening(list []syntax.Member) {
	for _, m := range list {
		if s, loose := m.(*syntax.LooseStmt); loose {
			o.cut(s)
		}
		o.member(m)
	}
}

// member leaves the bodies of a member out. What an action requires, and when a way
// into it is open, is known in all its bodies and in those of others.
func (o *outliner) member(m syntax.Member) {
	switch m := m.(type) {
	case *syntax.Field:
		o.cut(m.Default)
	case *syntax.Value:
		o.value(m)
	case *syntax.Require:
		o.cut(m.Reason)
	case *syntax.Stage:
		if m.Body != nil && !m.Removed {
			o.cut(m.Body)
		}
	case *syntax.Tells:
		o.cut(m.Text)
		o.cut(m.When)
	case *syntax.Order:
		o.cut(m.By)
	case *syntax.Cost:
		o.cut(m.Amount)
		o.cut(m.When)
	case *syntax.Attribute:
		o.cut(m.Value)
	case *syntax.Use:
		o.cut(m.Cue)
		for _, a := range m.Attributes {
			o.cut(a.Value)
		}
	}
}

// hole stands for what was cut out: for any number of parts with nothing between.
const hole = "\x00"

func (o *outliner) text() string {
	sort.Slice(o.out, func(i, j int) bool { return o.out[i].Start < o.out[j].Start })
	text := o.of.File.Text
	var b strings.Builder
	at, after := o.of.Start, false
	for _, s := range o.out {
		if s.Start < at {
			continue // inside of what is cut out already
		}
		between := text[at:s.Start]
		if !after || strings.Trim(between, " \t\r\n;") != "" {
			b.WriteString(between)
			b.WriteString(hole)
		}
		at, after = s.End, true
	}
	b.WriteString(text[at:o.of.End])
	return b.String()
}
