package interp

import (
	"fmt"
	"strings"

	"rulec/lang/ir"
	"rulec/lang/source"
)

// Why a clause did not hold for an event or a value: who would have had to wear
// what, which argument of its pattern did not fit, and what its `when` says.

// mismatches lists what of a clause does not hold in a frame. It makes the tests
// of holds, each by itself.
func (m *Machine) mismatches(mt *matcher, f int, owner, subject int64, when *ir.Expr) []Reason {
	var out []Reason
	fp, top, fault := m.fp, m.top, m.fault
	defer func() { m.fp, m.top, m.fault = fp, top, fault }()
	if mt.outcome != 0 && m.mem[owner+hdrOutcome] != int64(mt.outcome) {
		e := m.p.ir.Events[m.mem[owner+hdrEvent]]
		out = append(out, Reason{Kind: "pattern", Text: fmt.Sprintf("%s ended as %s, not as %s", e.Name,
			outcomeName(e, int(m.mem[owner+hdrOutcome])-2), outcomeName(e, mt.outcome-2))})
	}
	m.fp = f
	if mt.bindOff >= 0 {
		m.mem[f+mt.bindOff] = owner
	}
	if mt.askOff >= 0 {
		m.mem[f+mt.askOff] = subject
	}
	if mt.while != nil && !mt.while(m) {
		b := mt.clause.Block
		out = append(out, Reason{Kind: "while", Text: "it holds only while " + source.OneLine(b.While.Span.Text()), Span: b.While.Span})
	}
	if mt.is != nil && mt.is(m) != owner {
		out = append(out, Reason{Kind: "pattern", Text: "it speaks of another event of this kind"})
	}
	of := owner
	if mt.askOff >= 0 {
		of = subject
	}
	for i, t := range mt.args {
		if !t(m, of, subject) {
			out = append(out, m.argument(mt.said[i], of))
		}
	}
	if len(out) > 0 || mt.when == nil {
		return out
	}
	if !mt.when(m) || m.fault != fault {
		m.fault = fault
		j := m.judgement(when)
		out = append(out, Reason{Kind: "when", Text: j.Text, Span: when.Span, Why: &j})
	}
	return out
}

// argument says how an argument of a pattern differs from what the event has.
func (m *Machine) argument(a *ir.PatArg, owner int64) Reason {
	if a == nil {
		return Reason{Kind: "pattern", Text: "it is about somebody else's number"}
	}
	r := Reason{Kind: "pattern", Span: a.Span}
	name, have, t := a.Builtin, "", (*ir.Type)(nil)
	top, fp := m.top, m.fp
	switch {
	case a.Field != nil:
		name, t = a.Field.Name, a.Field.Type
		w := m.mem[owner+int64(m.p.lay.off[a.Field])]
		if a.Field.Field && inline(t) {
			w = owner + int64(m.p.lay.off[a.Field])
		}
		have = m.Show(t, w)
	case a.Value != nil:
		name, t = a.Value.Name, a.Value.Type
		have = m.Show(t, m.askOf(m.p.value(a.Value), owner))
	case a.Attr != nil:
		name, t = a.Attr.Name, a.Attr.Type
		if act := m.p.events[m.mem[owner+hdrEvent]].action; act != nil {
			have = m.Show(t, act.attrs[a.Attr](m, owner))
		}
	case a.Builtin == "actor":
		have = m.Name(m.mem[owner+hdrSize])
	case a.Builtin == "action":
		have = m.p.ir.Events[m.mem[owner+hdrEvent]].Name
	case a.Builtin == "price":
		r.Text = "it is not paid with " + a.Resource.Printed
		return r
	}
	m.top, m.fp = top, fp
	want := ""
	if a.Expr != nil {
		want = source.OneLine(a.Expr.Span.Text())
		top := m.top
		shown := m.Show(a.Expr.Type, m.eval(a.Expr))
		m.top = top
		switch {
		case shown == want || a.Expr.Op == ir.Const:
		case a.Expr.Type.Sequence():
			want = shown
		default:
			want += ", which is " + shown
		}
	}
	if have == "[]" {
		have = "nothing"
	}
	word := map[ir.PatMode]string{ir.OneOf: "one of ", ir.Contains: "with ", ir.ContainsAny: "with one of "}[a.Mode]
	r.Text = fmt.Sprintf("%s is %s, not %s%s", name, have, word, want)
	return r
}

// unmatched says why no frame of a clause holds. It is empty if one does; held is
// that frame, left on the stack.
func (m *Machine) unmatched(mt *matcher, owner, subject int64, when *ir.Expr) (reasons []Reason, held int) {
	cur, any := 0, false
	for range 40 {
		top := m.top
		f, next := m.candidate(mt, owner, cur)
		if f < 0 {
			m.top = top
			break
		}
		any = true
		list := m.mismatches(mt, f, owner, subject, when)
		if len(list) == 0 {
			return nil, f
		}
		who := ""
		if mt.selfOff >= 0 && mt.kind != matchRole && m.mem[f+mt.selfOff] != None && mt.clause.Self.Type.Entity() {
			who = m.Name(m.mem[f+mt.selfOff]) + ": "
		}
		for _, r := range list {
			r.Text = who + r.Text
			reasons = append(reasons, r)
		}
		m.top = top
		if mt.single {
			break
		}
		cur = next
	}
	if !any {
		reasons = append(reasons, m.nobody(mt, owner))
	}
	if len(reasons) > maxReasons {
		reasons = reasons[:maxReasons]
	}
	return reasons, -1
}

// nobody says why a clause has no candidate at all.
func (m *Machine) nobody(mt *matcher, owner int64) Reason {
	switch mt.kind {
	case matchRole:
		who := owner
		if mt.role >= 0 {
			who = m.mem[owner+int64(mt.role)]
		}
		if who == None || mt.cond == nil {
			return Reason{Kind: "wears", Text: "nobody is in its role"}
		}
		return m.notWorn(mt.cond, who)
	case matchSite:
		s := m.p.sites[mt.site].stmt
		return Reason{Kind: "site", Text: "nothing runs that was started by " + firstLine(source.OneLine(s.Span.Text())), Span: s.Span}
	case matchOnce:
		return Reason{Kind: "moment", Text: "nothing waits for it"}
	case matchEach, matchHelds:
		if mt.cond != nil {
			return Reason{Kind: "wears", Text: "nobody is " + mt.cond.ir.Printed, Span: mt.cond.ir.Span}
		}
	}
	return Reason{Kind: "wears", Text: "there is nobody whom it is about"}
}

// notWorn says that somebody does not wear a condition, with the formula of one
// that is derived.
func (m *Machine) notWorn(c *condition, who int64) Reason {
	r := Reason{Kind: "wears", Text: m.Name(who) + " is not " + c.ir.Printed, Span: c.ir.Span, Section: firstOf(c.ir.Cites)}
	if c.ir.Derived != nil {
		j := m.derivedJudgement(c, who)
		r.Why = &j
	}
	return r
}

// asked looks at the clauses of a value that is being asked in the frame at m.fp.
func (w *WhyNot) asked(m *Machine, v *value, frame int) {
	if len(w.mods) == 0 {
		return
	}
	e := w.rec.deep.current
	if e == nil || e.Seq != w.seq {
		return
	}
	wanted := false
	for _, mod := range v.ir.Mods {
		wanted = wanted || w.mods[mod]
	}
	if !wanted {
		return
	}
	deep := m.deep
	level := deep.level
	deep.asked = nil
	var b Because
	v.unfold(m, &b, "")
	for _, mod := range v.ir.Mods {
		if w.mods[mod] {
			w.modifier(m, v, mod, &b, e, frame)
		}
	}
	deep.asked, deep.level = w.asked, level
}

// modifier judges one clause of a value.
func (w *WhyNot) modifier(m *Machine, v *value, mod *ir.Modify, b *Because, at *Entry, frame int) {
	c := &Case{Kind: "modifier", At: at, Moment: "in " + valueName(m, v, frame), Span: mod.Clause.Span, Verdict: Refused}
	defer w.add(c)
	var linked *modifier
	for _, x := range v.mods {
		if x.ir == mod {
			linked = x
		}
	}
	if linked == nil {
		c.Reasons = []Reason{{Kind: "option", Text: "the options of this run switch it off", Span: mod.When.Span}}
		return
	}
	counts := false
	var beaten []Part
	for _, p := range b.Parts {
		if p.Span == mod.Clause.Span {
			if p.Beaten {
				beaten = append(beaten, p)
			} else {
				counts = true
			}
		}
	}
	switch {
	case counts:
		c.Verdict = CameIn
	case len(beaten) > 0:
		c.Reasons = []Reason{beatenBy(&beaten[0], b, m)}
	default:
		level := m.deep.level
		m.deep.level = 0
		c.Reasons, _ = m.unmatched(linked.match, v.owner(m, int64(frame)), int64(frame), mod.When)
		m.deep.level = level
		for i := range c.Reasons {
			if r := &c.Reasons[i]; r.Section == "" {
				r.Section = blockSection(mod.Clause.Block)
			}
		}
	}
}

// valueName is a value with whom it is asked about.
func valueName(m *Machine, v *value, frame int) string {
	name := v.ir.Name
	if v.ir.Owner != nil && v.ir.Self != nil {
		name = m.Show(v.ir.Self.Type, m.mem[frame+m.p.lay.off[v.ir.Self]]) + "'s " + name
	}
	var args []string
	for _, p := range v.ir.Params {
		w := m.mem[frame+m.p.lay.off[p]]
		if w != None && p.Type.Kind != ir.EventKind {
			args = append(args, m.Show(p.Type, w))
		}
	}
	if len(args) > 0 {
		name += " (" + strings.Join(args, ", ") + ")"
	}
	return name
}

// beatenBy names what counts instead of a modifier that holds.
func beatenBy(p *Part, b *Because, m *Machine) Reason {
	r := Reason{Kind: "beaten", Text: "it holds, and does not count"}
	for _, o := range b.Parts {
		if o.Beaten || o.Kind != p.Kind || o.Bonus != p.Bonus || (o.Amount < 0) != (p.Amount < 0) && p.Kind == "by" {
			continue
		}
		r.Text = fmt.Sprintf("it holds with %d and does not count: %d %s does", p.Amount, o.Amount, o.What)
		r.Span, r.Section = o.Span, o.Section
		if p.Bonus != "" {
			r.Text += ", and of kind " + p.Bonus + " only one counts"
		}
		return r
	}
	for _, o := range b.Parts {
		if !o.Beaten && o.Kind == "to" {
			r.Text = fmt.Sprintf("%s sets the number to %d", o.What, o.Amount)
			r.Span, r.Section = o.Span, o.Section
		}
	}
	return r
}

// unasked says that nothing in the event asks what the clauses modify.
func (w *WhyNot) unasked(e *Entry) {
	var names []string
	seen := map[*ir.Value]bool{}
	for _, v := range w.p.ir.Values {
		for _, mod := range v.Mods {
			if w.mods[mod] && !seen[v] {
				seen[v] = true
				name := v.Name
				if v.Owner != nil {
					name = v.Owner.Name + "." + name
				} else if v.Of != nil {
					name = v.Of.Name + "." + name
				}
				names = append(names, name)
			}
		}
	}
	w.add(&Case{Kind: "modifier", At: e, Verdict: NoMoment, Reasons: []Reason{{Kind: "moment",
		Text: "no number of this event is worked out from " + strings.Join(names, " or ")}}})
}
