package interp

import (
	"strings"

	"rulec/lang/ir"
	"rulec/lang/source"
)

// Why somebody did not do an action: every test that a run makes when it lists
// what may be done, each asked by itself.

// maxTried bounds how many arguments are tried for one case, maxReasons how many
// reasons are kept.
const (
	maxTried   = 300
	maxReasons = 8
)

// weighing is one way into an action being judged for one actor.
type weighing struct {
	m       *Machine
	c       *Case
	en      *entry
	fixed   []numFn
	tried   int
	legal   []Deed
	seen    map[string]bool
	require map[*ir.Require]bool
}

// weigh judges one entry for one actor and fills the case in.
func (w *WhyNot) weigh(m *Machine, c *Case, en *entry, who, subject int64, fixed []numFn, among []entry) {
	x := &weighing{m: m, c: c, en: en, fixed: fixed, seen: map[string]bool{}, require: map[*ir.Require]bool{}}
	c.Verdict = Refused
	top, fp := m.top, m.fp
	defer func() { m.top, m.fp = top, fp }()
	h := m.deedAt(en)
	m.mem[h+hdrSize] = who
	a := en.action
	for i, f := range fixed {
		if f != nil {
			v := f(m)
			m.mem[h+a.params[i].off] = v
		}
	}
	if subject > 0 && m.mem[subject+hdrOutcome] >= pending {
		x.add(Reason{Kind: "moment", Text: "the event had been ended before anybody was asked"})
		return
	}
	if en.way >= 0 {
		x.way(h, subject)
	}
	if len(c.Reasons) > 0 {
		return // what it requires may speak of what the way only makes sure
	}
	m.fp = h
	x.pay(h)
	for i := range a.requires {
		if r := &a.requires[i]; r.after == 0 {
			x.judge(r, h)
		}
	}
	if len(c.Reasons) > 0 {
		return
	}
	x.fill(h, 0)
	if len(x.legal) == 0 {
		if len(c.Reasons) == 0 {
			x.add(Reason{Kind: "choice", Text: "there is nothing it could be done with"})
		}
		return
	}
	c.Verdict, c.Reasons = Declined, nil
	x.preferred(h, who, among)
}

// add keeps a reason, each once.
func (x *weighing) add(r Reason) {
	key := r.Kind + r.Text
	if x.seen[key] || len(x.c.Reasons) >= maxReasons {
		return
	}
	x.seen[key] = true
	x.c.Reasons = append(x.c.Reasons, r)
}

// way judges what the way itself asks: its moment and its `when`.
func (x *weighing) way(h int, subject int64) {
	m, w := x.m, &x.en.action.ways[x.en.way]
	switch {
	case x.en.cue != nil:
		if !m.cueFits(x.en, w, h, subject) {
			x.add(Reason{Kind: "pattern", Text: "the moment it holds is not this one", Span: w.ir.Cue.Span})
			return
		}
	case w.trigger != nil:
		for _, r := range m.mismatches(w.trigger, h, subject, 0, w.ir.Trigger.When) {
			x.add(r)
		}
		if len(x.c.Reasons) > 0 {
			return
		}
		for _, f := range w.fills {
			v := f.read(m, subject)
			m.mem[h+x.en.action.params[f.param].off] = v
		}
	}
	if w.when != nil && w.early {
		m.fp = h
		if j := m.judgement(w.ir.When); !j.Holds {
			x.add(Reason{Kind: "when", Text: j.Text, Span: w.ir.When.Span, Section: firstOf(x.en.action.event.ir.Cites), Why: &j})
		}
	}
}

func (x *weighing) pay(h int) {
	if len(x.en.action.costs) > 0 {
		return // what it costs may hang on its arguments
	}
	x.planned(h)
}

// planned tells whether the act can be paid.
func (x *weighing) planned(h int) bool {
	var s spend
	res := x.m.plan(x.en.action, h, &s)
	if res != nil {
		x.add(Reason{Kind: "price", Text: "nothing is left of " + res.Printed, Span: res.Span, Section: firstOf(res.Cites)})
	}
	return res == nil
}

// judge asks one `require` line.
func (x *weighing) judge(r *require, h int) bool {
	m := x.m
	fp, fault := m.fp, m.fault
	m.fp = h
	defer func() { m.fp, m.fault = fp, fault }()
	if m.inFrame(h, r.cond) && m.fault == fault {
		return true
	}
	m.fault = fault
	j := m.judgement(r.ir.Cond)
	x.add(Reason{Kind: "require", Text: m.Say(r.ir.Reason, h), Span: r.ir.Span, Section: firstOf(x.en.action.event.ir.Cites), Why: &j})
	return false
}

// fill tries the arguments from parameter i on, as a run does, and says what
// stops each.
func (x *weighing) fill(h, i int) {
	m, a := x.m, x.en.action
	if x.tried > maxTried {
		return
	}
	if i == len(a.params) {
		x.tried++
		x.leaf(h)
		return
	}
	p := &a.params[i]
	try := func(v int64) {
		top := m.top
		m.mem[h+p.off] = v
		ok := true
		for j := range a.requires {
			if a.requires[j].after == i+1 {
				ok = x.judge(&a.requires[j], h) && ok
			}
		}
		if ok {
			x.fill(h, i+1)
		} else {
			x.tried++
		}
		m.top = top
	}
	if v := m.mem[h+p.off]; v != None {
		if p.from != nil && !m.allowed(p, h, v) {
			x.add(Reason{Kind: "choice", Text: m.Show(p.ir.Type, v) + " is not among " + source.OneLine(p.ir.From.Span.Text()), Span: p.ir.From.Span})
			return
		}
		try(v)
		return
	}
	values, known := x.values(p, h)
	if known && len(values) == 0 {
		text := "there is nothing that could be its " + p.ir.Name
		r := Reason{Kind: "choice", Text: text, Span: p.ir.Span}
		if p.ir.From != nil {
			r.Text += ": " + source.OneLine(p.ir.From.Span.Text()) + " is empty"
			r.Span = p.ir.From.Span
		}
		x.add(r)
	}
	if !known {
		x.fill(h, i+1)
	}
	for _, v := range values {
		try(v)
	}
	m.mem[h+p.off] = None
}

// values lists what a parameter may be; known false says that it stays open.
func (x *weighing) values(p *param, h int) (list []int64, known bool) {
	m := x.m
	switch {
	case p.from != nil:
		fp := m.fp
		m.fp = h
		l := p.from(m)
		m.fp = fp
		return append([]int64(nil), m.mem[l+1:l+1+m.mem[l]]...), true
	case p.n > 0:
		for v := range p.n {
			list = append(list, v)
		}
		return list, true
	case p.ir.Type.Entity():
		for _, e := range m.entities {
			if m.mem[e+entAlive] != 0 && (p.rec < 0 || m.mem[e+entRecord] == p.rec) {
				list = append(list, e)
			}
		}
		return list, true
	case p.def != nil:
		fp := m.fp
		m.fp = h
		v := p.def(m)
		m.fp = fp
		return []int64{v}, true
	}
	return nil, !p.ir.Type.Opt
}

// leaf judges what can be judged only when all arguments are known.
func (x *weighing) leaf(h int) {
	m, a := x.m, x.en.action
	ok := true
	if x.en.way >= 0 {
		if w := &a.ways[x.en.way]; w.when != nil && !w.early && !m.inFrame(h, w.when) {
			fp := m.fp
			m.fp = h
			j := m.judgement(w.ir.When)
			m.fp = fp
			x.add(Reason{Kind: "when", Text: j.Text, Span: w.ir.When.Span, Section: firstOf(a.event.ir.Cites), Why: &j})
			ok = false
		}
	}
	for j := range a.requires {
		if a.requires[j].after > len(a.params) {
			ok = x.judge(&a.requires[j], h) && ok
		}
	}
	if len(a.costs) > 0 {
		ok = x.planned(h) && ok
	}
	m.refusals = m.refusals[:0]
	if m.anyForbid(a.event, h, true) {
		ok = false
		for _, r := range m.refusals {
			why := Reason{Kind: "forbid", Text: r.Text, Span: r.Forbid.Span, Section: blockSection(r.Forbid.Block)}
			who := m.mem[h+hdrSize]
			if b := r.Forbid.Block; b.Condition != nil && who != None {
				for _, by := range m.wornBy(m.p.conds[b.Condition.Index], who) {
					why.Of = append(why.Of, Reason{Kind: "wears", Text: m.Name(who) + " is " + b.Condition.Printed + " by being " + by})
				}
			}
			x.add(why)
		}
	}
	if ok {
		x.legal = append(x.legal, m.deedOf(x.en, h))
	}
}

func blockSection(b *ir.Block) string {
	switch {
	case b == nil:
		return ""
	case b.Rule != nil:
		return firstOf(b.Rule.Cites)
	case b.Condition != nil:
		return firstOf(b.Condition.Cites)
	}
	return ""
}

// preferred says why somebody who could have done it did not: its tactic wanted
// something else, or nobody plays it.
func (x *weighing) preferred(h int, who int64, among []entry) {
	m := x.m
	t := m.tacticOf(who)
	if t == nil {
		x.add(Reason{Kind: "declined", Text: "it was offered, and nobody who plays it took it"})
		return
	}
	if !t.names(x.en.action) {
		x.add(Reason{Kind: "tactic", Text: "its tactic " + t.ir.Name + " does not speak of it", Span: t.ir.Span})
		return
	}
	for i := range t.lines {
		l := &t.lines[i]
		if l.action != x.en.action || l.when == nil {
			continue
		}
		var no *Judgement
		for _, d := range x.legal {
			for j := range l.action.params {
				m.mem[h+l.action.params[j].off] = d.Args[j]
			}
			if m.inFrame(h, l.when) {
				no = nil
				break
			}
			if no == nil {
				fp := m.fp
				m.fp = h
				j := m.judgement(l.ir.When)
				m.fp = fp
				no = &j
			}
		}
		if no != nil {
			x.add(Reason{Kind: "tactic", Text: "its tactic " + t.ir.Name + " does it only when " + source.OneLine(l.ir.When.Span.Text()), Span: l.ir.Span, Why: no})
		}
	}
	if len(x.c.Reasons) == 0 {
		x.add(Reason{Kind: "tactic", Text: "its tactic " + t.ir.Name + " chose " + x.chosen(t, who, among), Span: t.ir.Span})
	}
}

// chosen names what a tactic does among what is offered.
func (x *weighing) chosen(t *tactic, who int64, among []entry) string {
	m := x.m
	subject := int64(0)
	if x.c.Kind == "answer" && x.c.At != nil {
		subject = int64(x.c.At.Frame)
	}
	if !m.byTactic(t, who, subject, among, 0, nil) {
		return "nothing"
	}
	d := m.best.deed
	s := d.Action.Printed
	var args []string
	for i, p := range d.Action.Params {
		if p.Type.Entity() && d.Args[i] != None {
			args = append(args, m.Show(p.Type, d.Args[i]))
		}
	}
	if len(args) > 0 {
		s += " (" + strings.Join(args, ", ") + ")"
	}
	return s
}
