package interp

import (
	"slices"

	"rulec/lang/ir"
	"rulec/lang/source"
)

// What never had its moment, what forbids, and who wears what when it is over.

// momentless explains ways into an action whose moment never came.
func (w *WhyNot) momentless(a *action, e *Entry) {
	for i := range a.ways {
		x := a.ways[i].ir
		if w.met[x] {
			continue
		}
		c := &Case{Kind: "action", At: e, Span: x.Span, Verdict: NoMoment}
		switch {
		case x.Trigger != nil:
			c.Kind = "answer"
			c.Reasons = []Reason{{Kind: "moment", Text: "its moment, " + source.OneLine(x.Trigger.Span.Text()) + ", did not come", Span: x.Trigger.Span,
				Of: w.causesOf(x.Trigger.Event, e)}}
		case x.Cue != nil:
			c.Kind = "answer"
			c.Reasons = []Reason{{Kind: "moment", Text: "no moment that somebody holds for it came", Span: x.Cue.Span}}
		case x.InPlaceOf != nil:
			c.Reasons = []Reason{{Kind: "moment", Text: x.InPlaceOf.Name + ", which it may stand in for, was not offered to anybody", Span: x.Span}}
		default:
			c.Reasons = []Reason{{Kind: "moment", Text: "nobody was offered to act in this event or right before it", Span: x.Span}}
		}
		w.add(c)
	}
	if len(a.ways) == 0 {
		w.add(&Case{Kind: "action", At: e, Span: a.event.ir.Span, Verdict: NoMoment, Reasons: []Reason{{Kind: "moment",
			Text: "only other rules start it", Of: w.causesOf(a.event.ir, e)}}})
	}
}

// causesOf explains why an event did not happen.
func (w *WhyNot) causesOf(ev *ir.Event, e *Entry) []Reason {
	var out []Reason
	for _, k := range w.causes {
		if k.of == ev {
			out = append(out, k.reason(e))
		}
	}
	return out
}

// eventless explains an event that is no action.
func (w *WhyNot) eventless(ev *ir.Event, e *Entry) {
	c := &Case{Kind: "event", At: e, Span: ev.Span, Verdict: NoMoment, Reasons: w.causesOf(ev, e)}
	for i := w.seq + 1; i < len(w.rec.Entries) && e != nil && w.rec.Entries[i].Depth > e.Depth; i++ {
		if w.rec.Entries[i].Event == ev {
			c.Verdict, c.At, c.Reasons = CameIn, w.rec.Entries[i], nil
			break
		}
	}
	if len(c.Reasons) == 0 && c.Verdict == NoMoment {
		c.Reasons = []Reason{{Kind: "moment", Text: "no statement starts it"}}
	}
	w.add(c)
}

// started judges the lines by which the rules that are asked about forbid an event.
func (w *WhyNot) started(m *Machine, e *Entry) {
	if len(w.rules) == 0 || !w.inside(m) {
		return
	}
	for _, f := range m.p.events[e.Event.Index].forbids {
		b := f.clause.Block
		if b.Rule == nil || !slices.Contains(w.rules, b.Rule) {
			continue
		}
		w.judging(m, func() {
			c := &Case{Kind: "rule", At: e, Moment: "when " + e.Event.Name + " began", Span: f.clause.Span, Verdict: CameIn}
			if reasons, frame := m.unmatched(f, int64(e.Frame), 0, f.clause.Pattern.When); frame < 0 {
				c.Verdict, c.Reasons = Refused, reasons
			}
			w.add(c)
		})
	}
}

// ruleless explains the handlers of a rule that had nothing to say.
func (w *WhyNot) ruleless(r *ir.Rule, e *Entry) {
	for _, k := range w.causes {
		if k.of != r {
			continue
		}
		c := &Case{Kind: "rule", At: e, Span: k.clause.Span, Verdict: Refused, Reasons: []Reason{k.reason(e)}}
		if k.held {
			c.Verdict, c.Reasons = CameIn, nil
		} else if !k.met {
			c.Verdict = NoMoment
		}
		w.add(c)
	}
	for _, k := range r.Block.Clauses {
		if k.Kind == ir.ForbidClause && !slices.ContainsFunc(w.Cases, func(c *Case) bool { return c.Span == k.Span }) {
			w.add(&Case{Kind: "rule", At: e, Span: k.Span, Verdict: NoMoment, Reasons: []Reason{{Kind: "moment",
				Text: "nothing that it forbids was begun: no " + k.Pattern.Event.Name, Span: k.Pattern.Span}}})
		}
	}
}

// worn judges, when the event ends, whoever it is about and does not wear the
// condition.
func (w *WhyNot) worn(m *Machine, e *Entry) {
	var about []int64
	see := func(l *ir.Local) {
		v := m.mem[e.Frame+m.p.lay.off[l]]
		if l.Type.Entity() && v != None && !slices.Contains(about, v) {
			about = append(about, v)
		}
	}
	if e.Event.Self != nil {
		see(e.Event.Self)
	}
	for _, l := range e.Event.Params {
		see(l)
	}
	if len(about) == 0 {
		about = append(about, m.living(int64(m.p.ir.Actor.Index))...)
	}
	for _, c := range w.conds {
		for _, who := range about {
			x := &Case{Kind: "condition", Who: m.Name(who), At: e, Moment: "when " + e.Event.Name + " ended", Span: c.ir.Span, Verdict: Refused}
			switch {
			case c.record >= 0 && m.mem[who+entRecord] != c.record:
				x.Reasons = []Reason{{Kind: "wears", Text: "only a " + c.ir.On.Name + " can wear it", Span: c.ir.Span}}
			case m.wears(c, who):
				x.Verdict = CameIn
			default:
				x.Reasons = w.unworn(m, c, who, e)
			}
			w.add(x)
		}
	}
}

// unworn lists what could make somebody wear a condition, and why it does not.
func (w *WhyNot) unworn(m *Machine, c *condition, who int64, e *Entry) []Reason {
	var out []Reason
	for _, x := range m.p.conds {
		if x.ir.Derived == nil || !slices.Contains(x.closure, c) {
			continue
		}
		j := m.derivedJudgement(x, who)
		text := x.ir.Printed + " is on exactly while " + source.OneLine(x.ir.Derived.Span.Text())
		if x != c {
			text = x.ir.Printed + ", which includes it, is on exactly while " + source.OneLine(x.ir.Derived.Span.Text())
		}
		out = append(out, Reason{Kind: "wears", Text: text, Span: x.ir.Span, Section: firstOf(x.ir.Cites), Why: &j})
	}
	for _, k := range w.causes {
		if k.of == c.ir {
			out = append(out, k.reason(e))
		}
	}
	if len(out) == 0 {
		out = append(out, Reason{Kind: "moment", Text: "no statement applies it: only data can"})
	}
	return out
}
