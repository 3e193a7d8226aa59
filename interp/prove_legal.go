package interp

import "rulec/lang/ir"

// What a line of a proof may do, and why it may not.

// legal lists the deeds that fit a line of the proof, or why there are none.
func (v *Prover) legal(d *ir.Deed) ([]Deed, []Refusal, *ProofFailure) {
	m := v.m
	r := v.deeds[d]
	a := (*action)(nil)
	if d.Action != nil {
		a = v.p.events[d.Action.Index].action
	} else if r.kind != nil {
		a = v.p.events[v.num(r.kind)].action
	}
	if a == nil || r.who == nil {
		return nil, nil, v.fail(d.Span, "who does what is not said")
	}
	who := v.num(r.who)
	var entries []entry
	for _, en := range a.price {
		if en.action == a {
			entries = append(entries, en)
		}
	}
	if d.InPlaceOf != nil {
		entries = nil
		for _, en := range v.p.events[d.InPlaceOf.Index].action.self {
			if en.action == a && en.way >= 0 {
				entries = append(entries, en)
			}
		}
	}
	var fixed []numFn
	for _, f := range r.args {
		if f == nil {
			fixed = append(fixed, nil)
			continue
		}
		k := v.num(f)
		fixed = append(fixed, func(*Machine) int64 { return k })
	}
	m.deeds = m.deeds[:0]
	for i := range entries {
		if entries[i].action != a || d.For != nil && !paysWith(entries[i], d.For) {
			continue
		}
		m.enumerate(&entries[i], who, 0, fixed, nil, (*Machine).collect)
	}
	if len(m.deeds) > 0 {
		return m.deeds, nil, nil
	}
	// Why not: lay the deed out with what is given and judge it.
	top := m.top
	h := m.alloc(a.event.size)
	m.mem[h+hdrEvent], m.mem[h+hdrSize] = int64(a.event.ir.Index), who
	for i := range a.params {
		m.mem[h+a.params[i].off] = None
		if i < len(fixed) && fixed[i] != nil {
			m.mem[h+a.params[i].off] = fixed[i](m)
		} else {
			m.firstValue(a, i, h)
		}
	}
	m.refusals = m.refusals[:0]
	if len(entries) > 0 {
		en := entries[0]
		for _, x := range entries {
			if d.For != nil && paysWith(x, d.For) {
				en = x
				break
			}
		}
		m.mem[h+hdrWay], m.mem[h+hdrVia] = int64(en.way)+1, int64(en.via)+1
	}
	for i := range a.params {
		if p := &a.params[i]; m.mem[h+p.off] == None && !p.ir.Type.Opt {
			// Nothing can be put there, so no line can be judged.
			m.top, m.fault = top, nil
			return nil, []Refusal{{Text: "there is nothing that could be its " + p.ir.Name}}, nil
		}
	}
	if a.answers() && len(entries) == 0 {
		m.judgeAlone(a, h)
	} else {
		m.judge(a, h, true)
	}
	if len(entries) == 0 {
		m.refusals = append(m.refusals, Refusal{Text: "it cannot be started by itself"})
	} else {
		var s spend
		if res := m.plan(a, h, &s); res != nil {
			m.refusals = append(m.refusals, Refusal{Price: res, Text: "nothing is left of " + res.Printed})
		}
	}
	out := append([]Refusal(nil), m.refusals...)
	m.top, m.fault = top, nil
	return nil, out, nil
}

// judgeAlone tests the require lines of a reaction that speak of no event, for
// there is none.
func (m *Machine) judgeAlone(a *action, h int) {
	for i := range a.requires {
		r := &a.requires[i]
		alone := true
		r.ir.Cond.Walk(func(x *ir.Expr) {
			alone = alone && (x.Local == nil || x.Op != ir.LocalOp || x.Type.Kind != ir.EventKind)
		})
		if alone && !m.inFrame(h, r.cond) {
			m.refusals = append(m.refusals, Refusal{Require: r.ir, Text: m.Say(r.ir.Reason, h)})
		}
	}
}

// answers tells whether some way into an action answers an event.
func (a *action) answers() bool {
	for i := range a.ways {
		if a.ways[i].ir.Trigger != nil {
			return true
		}
	}
	return false
}

// firstValue gives a parameter that is open some value, so that the lines that
// refuse can be named.
func (m *Machine) firstValue(a *action, i, h int) {
	p := &a.params[i]
	switch {
	case p.def != nil:
		fp := m.fp
		m.fp = h
		v := p.def(m)
		m.mem[h+p.off], m.fp = v, fp
	case p.from != nil:
		fp := m.fp
		m.fp = h
		if l := p.from(m); m.mem[l] > 0 {
			m.mem[h+p.off] = m.mem[l+1]
		}
		m.fp = fp
	case p.n > 0:
		m.mem[h+p.off] = 0
	case p.ir.Type.Entity():
		for _, e := range m.entities {
			if m.mem[e+entAlive] != 0 && (p.rec < 0 || m.mem[e+entRecord] == p.rec) {
				m.mem[h+p.off] = e
				return
			}
		}
	}
}

func paysWith(en entry, r *ir.Resource) bool {
	if en.way < 0 {
		return false
	}
	w := en.action.ways[en.way].ir
	prices := w.Prices
	if en.via >= 0 && en.viaOf != nil {
		prices = en.viaOf.ways[en.via].ir.Prices
	}
	for _, p := range prices {
		if p.Resource == r {
			return true
		}
	}
	return false
}
