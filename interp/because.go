package interp

import (
	"rulec/lang/ir"
	"rulec/lang/source"
)

// Part is one reason of a number: the base, a term of it, a modifier, an
// assignment. Amounts of the parts that applied add up to the number.
type Part struct {
	What    string // the formula, label or statement
	Amount  int64
	Span    source.Span
	Section string // the heading of the source it rests on
	Kind    string // base, by, to, at least, at most, cap, start, set
	Bonus   string
	Beaten  bool // a modifier that holds and does not count

	// Of a part that is taken further apart (unfold.go).
	Parts []Part    // what it is in turn: those that count add up to Amount
	Uses  []Because // numbers that it is worked out from, where that is no sum
	Event *Entry    // the event whose number it is, or that changed it
}

// Because is a number with its reasons.
type Because struct {
	Of    string
	Value int64
	Shown string
	Type  *ir.Type
	Parts []Part
	Why   *Judgement // of a truth that is taken apart
}

// Sum adds the parts that count.
func (b *Because) Sum() int64 {
	s := int64(0)
	for _, p := range b.Parts {
		if !p.Beaten {
			s += p.Amount
		}
	}
	return s
}

// BecauseOf unfolds a value of a running event or record, asked without arguments.
func (m *Machine) BecauseOf(v *ir.Value, owner int64) Because {
	top, fp := m.top, m.fp
	defer func() { m.top, m.fp = top, fp }()
	x := m.p.value(v)
	frame := m.alloc(x.size)
	if v.Self != nil {
		m.mem[frame] = owner
	}
	m.fp = frame
	for _, p := range v.Params {
		m.mem[frame+m.p.lay.off[p]] = None
	}
	out := Because{Of: v.Name, Type: v.Type}
	section := firstOf(v.Cites)
	if section == "" && v.Of != nil {
		section = firstOf(v.Of.Cites)
	}
	out.Value = x.unfold(m, &out, section)
	out.Shown = m.Show(v.Type, out.Value)
	if m.deep != nil && v.Type.Kind == ir.Bool && v.Body != nil {
		m.deep.listed = v.Of
		j := m.judgement(v.Body)
		m.deep.listed = nil
		out.Why = &j
	}
	return out
}

func firstOf(list []string) string {
	if len(list) > 0 {
		return list[0]
	}
	return ""
}

func numeric(t *ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Quantity }

// unfold evaluates like modified, and writes down why. It must say the same; a
// test holds the two together.
func (v *value) unfold(m *Machine, out *Because, section string) int64 {
	base := v.num(m)
	if v.ir.Body != nil && v.ir.Table == nil && numeric(v.ir.Type) {
		m.terms(v.ir.Body, 1, section, out)
	} else {
		out.Parts = append(out.Parts, m.whole(v, base, section))
	}
	if m.deep != nil {
		m.deep.heard(m, v, m.fp)
	}
	if len(v.mods) == 0 {
		return base
	}
	r := base
	subject := int64(m.fp)
	var kinds [maxKinds]join
	var held []int // positions of parts that belong to kinds
	loose := int64(0)
	latest := int64(-1)
	flush := func() {
		sum := m.settleKinds(&kinds)
		m.beaten(out, held, &kinds, sum)
		r = m.bounded(r + sum + loose)
		loose, held = 0, nil
		kinds = [maxKinds]join{}
	}
	for _, mod := range v.mods {
		if r == None && mod.how != ir.To {
			break
		}
		cur := 0
		for {
			top := m.top
			frame, next := m.match(mod.match, v.owner(m, subject), subject, cur)
			if frame < 0 {
				m.top = top
				break
			}
			cur = next
			fp := m.fp
			m.fp = frame
			saved := m.hooks.base
			m.hooks.base = base
			amount := mod.amount(m)
			m.hooks.base = saved
			part := m.modPart(mod, amount, frame)
			m.amountParts(mod, &part)
			m.fp, m.top = fp, top
			switch mod.how {
			case ir.To:
				if began := m.hooks.began; began >= latest {
					latest = began
					for i := range out.Parts {
						out.Parts[i].Beaten = true
					}
					r = amount
				} else {
					part.Beaten = true
				}
			case ir.By:
				if mod.dice {
					r = m.dicePlus(r, amount, 1)
				} else if mod.bonus == 0 {
					loose += amount
				} else {
					kinds[mod.bonus-1].add(m.p.ir.Bonuses[mod.bonus-1], amount, mod)
					held = append(held, len(out.Parts))
				}
			case ir.AtLeast, ir.AtMost:
				flush()
				limit := max(r, amount)
				if mod.how == ir.AtMost {
					limit = min(r, amount)
				}
				part.limited(limit-r, v.ir.Type)
				r = limit
			}
			out.Parts = append(out.Parts, part)
			if mod.match.single {
				break
			}
		}
	}
	if r != None {
		flush()
	}
	return r
}

func (m *Machine) modPart(mod *modifier, amount int64, frame int) Part {
	k := mod.ir.Clause
	p := Part{Amount: amount, Span: k.Span, Kind: []string{"to", "by", "at least", "at most"}[mod.how]}
	if mod.ir.Bonus != nil {
		p.Bonus = mod.ir.Bonus.Name
	}
	p.What = m.Say(mod.ir.Label, frame)
	b := k.Block
	var d *ir.Decl
	switch {
	case b.Rule != nil:
		d = &b.Rule.Decl
	case b.Condition != nil:
		d = &b.Condition.Decl
	}
	if d != nil {
		p.Section = firstOf(d.Cites)
		if p.What == "" {
			p.What = d.Printed
		}
	}
	if p.What == "" {
		p.What = b.Name()
	}
	return p
}

// beaten marks the parts of bonus kinds that stacking leaves out, and adds what a
// group's cap takes away.
func (m *Machine) beaten(out *Because, held []int, kinds *[maxKinds]join, sum int64) {
	used := map[string]bool{}
	counted := int64(0)
	for _, i := range held {
		p := &out.Parts[i]
		for j, b := range m.p.ir.Bonuses {
			if b.Name != p.Bonus {
				continue
			}
			k := &kinds[j]
			how, best := b.Gains, k.gain
			key := b.Name + "+"
			if p.Amount < 0 {
				how, best, key = b.Losses, k.loss, b.Name+"-"
			}
			if how == "sum" || p.Amount == best && !used[key] {
				used[key] = true
				counted += p.Amount
			} else {
				p.Beaten = true
			}
		}
	}
	if counted != sum {
		out.Parts = append(out.Parts, Part{What: "the most that these may add together", Amount: sum - counted, Kind: "cap"})
	}
}

// terms takes a sum apart: each term is a part.
func (m *Machine) terms(e *ir.Expr, sign int64, section string, out *Because) {
	switch e.Op {
	case ir.AddOp:
		m.terms(e.Args[0], sign, section, out)
		m.terms(e.Args[1], sign, section, out)
		return
	case ir.SubOp:
		if numeric(e.Args[0].Type) {
			m.terms(e.Args[0], sign, section, out)
			m.terms(e.Args[1], -sign, section, out)
			return
		}
	case ir.NegOp:
		m.terms(e.Args[0], -sign, section, out)
		return
	case ir.CondOp:
		if m.eval(e.Args[0]) != 0 {
			m.terms(e.Args[1], sign, section, out)
		} else {
			m.terms(e.Args[2], sign, section, out)
		}
		return
	case ir.NativeOp:
		if (e.Native == "max" || e.Native == "min") && len(e.Args) == 2 {
			a, b := m.eval(e.Args[0]), m.eval(e.Args[1])
			first := a >= b
			if e.Native == "min" {
				first = a <= b
			}
			win, lose, losing := e.Args[0], e.Args[1], b
			if !first {
				win, lose, losing = e.Args[1], e.Args[0], a
			}
			m.terms(win, sign, section, out)
			out.Parts = append(out.Parts, Part{What: source.OneLine(lose.Span.Text()), Amount: sign * losing, Span: lose.Span, Section: section, Kind: "base", Beaten: true})
			return
		}
	case ir.ValueOp:
		if m.deep == nil && m.unfoldCall(e, sign, out) {
			return
		}
	}
	v := m.eval(e)
	part := Part{What: source.OneLine(e.Span.Text()), Amount: sign * v, Span: e.Span, Section: section, Kind: "base"}
	if m.deep != nil {
		m.deepen(e, sign, v, &part)
	}
	out.Parts = append(out.Parts, part)
}

// unfoldCall takes the value that a term asks apart in turn, if anything modifies
// it; else the term stands for itself.
func (m *Machine) unfoldCall(e *ir.Expr, sign int64, out *Because) bool {
	v := m.p.value(e.Value)
	if !numeric(e.Type) || v.ir.Table != nil || v.ir.Body == nil || m.hooks.depth > 20 {
		return false
	}
	if len(v.mods) == 0 && v.ir.Body.Op != ir.ValueOp && v.ir.Body.Op != ir.AddOp && v.ir.Body.Op != ir.CondOp && v.ir.Body.Op != ir.NativeOp {
		return false
	}
	top, fp := m.top, m.fp
	defer func() { m.top, m.fp = top, fp }()
	m.fp = m.callFrame(v, e.Args)
	m.hooks.depth++
	inner := Because{}
	section := firstOf(v.ir.Cites)
	v.unfold(m, &inner, section)
	m.hooks.depth--
	for _, p := range inner.Parts {
		p.Amount *= sign
		out.Parts = append(out.Parts, p)
	}
	return true
}

// callFrame lays out the frame in which a value is asked with arguments that are
// evaluated in the running frame.
func (m *Machine) callFrame(v *value, args []*ir.Expr) int {
	frame, fp := m.alloc(v.size), m.fp
	if v.ir.Self != nil {
		w := m.eval(args[0])
		m.mem[frame] = w
		args = args[1:]
	}
	for i, p := range v.ir.Params {
		w := int64(None)
		m.deep.drop(frame + m.p.lay.off[p])
		if i < len(args) && args[i] != nil {
			w = m.eval(args[i])
			m.deep.given(frame+m.p.lay.off[p], args[i], fp)
		} else if p.Default != nil {
			m.fp = frame
			w = m.eval(p.Default)
			m.fp = fp
		}
		m.mem[frame+m.p.lay.off[p]] = w
	}
	return frame
}

// eval lowers and evaluates an expression in the running frame. Explanations are
// asked for rarely, so their closures are made when they are first needed.
func (m *Machine) eval(e *ir.Expr) int64 {
	if m.lowered == nil {
		m.lowered = map[*ir.Expr]numFn{}
	}
	f := m.lowered[e]
	inside := m.deep != nil && len(m.deep.items) > 0 // of a closure: where its item lies differs
	if f == nil || inside {
		c := lateCompiler(m)
		if inside {
			m.deep.lend(c)
		}
		f = c.num(e)
		if !inside {
			m.lowered[e] = f
		}
	}
	top := m.top
	v := f(m)
	if plain(e.Type) {
		m.top = top
	}
	return v
}
