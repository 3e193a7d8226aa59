package interp

import (
	"slices"
	"strings"

	"rulec/lang/ir"
	"rulec/lang/source"
)

// Judgement is a truth taken apart: what it says, whether it holds, the two sides
// of a comparison, and the truths it rests on. It is asked of the machine, with
// the same closures that a run uses.
type Judgement struct {
	Text  string
	Span  source.Span
	Holds bool
	Known bool   // false if it cannot be asked here: something it speaks of is absent
	Item  string // what a closure's item is, in the judgement of one item
	Sides []Side
	Of    []Judgement
}

// Side is a value that a truth speaks of.
type Side struct {
	Text  string
	Shown string
}

// maxJudged bounds how far a truth is followed into values, maxItems how many
// items of a list are shown.
const (
	maxJudged = 12
	maxItems  = 4
)

// judgement takes a truth apart in the running frame. m.deep must be set.
func (m *Machine) judgement(e *ir.Expr) Judgement {
	top, fp, fault, depth := m.top, m.fp, m.fault, m.hooks.depth
	v := m.eval(e)
	j := Judgement{Text: source.OneLine(e.Span.Text()), Span: e.Span, Holds: v != 0, Known: m.fault == fault}
	m.fault = fault
	if j.Known && m.deep.level < maxJudged {
		m.deep.level++
		m.judged(e, &j)
		m.deep.level--
	}
	m.top, m.fp, m.fault, m.hooks.depth = top, fp, fault, depth
	return j
}

func (m *Machine) judged(e *ir.Expr, j *Judgement) {
	switch e.Op {
	case ir.AndOp:
		for _, x := range conjoined(e, ir.AndOp) {
			of := m.judgement(x)
			j.Of = append(j.Of, of)
			if !of.Holds {
				break // what follows may be guarded by it
			}
		}
	case ir.OrOp:
		for _, x := range conjoined(e, ir.OrOp) {
			of := m.judgement(x)
			j.Of = append(j.Of, of)
			if of.Holds {
				break
			}
		}
	case ir.NotOp:
		j.Of = append(j.Of, m.judgement(e.Args[0]))
	case ir.CondOp:
		of := m.judgement(e.Args[0])
		branch := e.Args[2]
		if of.Holds {
			branch = e.Args[1]
		}
		j.Of = append(j.Of, of, m.judgement(branch))
	case ir.EqOp, ir.NeOp, ir.LtOp, ir.LeOp, ir.GtOp, ir.GeOp, ir.InOp, ir.HasOp:
		j.Sides = m.sides(e.Args)
	case ir.IsOp:
		m.judgedIs(e, j)
	case ir.BindOp:
		m.judgedItems(e, j)
	case ir.ValueOp:
		m.judgedCall(e, j)
	case ir.FieldOp:
		j.Sides = m.sides(e.Args)
	}
}

func conjoined(e *ir.Expr, op ir.Op) []*ir.Expr {
	if e.Op != op {
		return []*ir.Expr{e}
	}
	return append(conjoined(e.Args[0], op), conjoined(e.Args[1], op)...)
}

// sides shows operands that are not written out.
func (m *Machine) sides(args []*ir.Expr) []Side {
	var out []Side
	for _, a := range args {
		if a == nil {
			continue
		}
		switch a.Op {
		case ir.Const, ir.TextConst, ir.DiceConst, ir.AbsentOp, ir.ActionOp, ir.EventOp, ir.CondValue, ir.RangeOp, ir.EnumOp, ir.FrameOp:
			continue
		}
		fault := m.fault
		v := m.eval(a)
		if m.fault != fault || a.Type.Kind == ir.EventKind && v != None {
			m.fault = fault
			continue
		}
		s := Side{source.OneLine(a.Span.Text()), m.Show(a.Type, v)}
		if s.Text != s.Shown && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// judgedIs says who it is, and by what it comes to wear a condition that others
// include.
func (m *Machine) judgedIs(e *ir.Expr, j *Judgement) {
	j.Sides = m.sides(e.Args[:1])
	who := m.eval(e.Args[0])
	if who == None || len(e.Args) > 1 {
		return
	}
	c := m.p.conds[e.Cond.Index]
	if !j.Holds {
		if c.ir.Derived != nil {
			j.Of = append(j.Of, m.derivedJudgement(c, who))
		}
		return
	}
	for _, by := range m.wornBy(c, who) {
		j.Sides = append(j.Sides, Side{"by", by})
	}
}

// wornBy lists the conditions by which somebody wears one that they include.
func (m *Machine) wornBy(c *condition, who int64) []string {
	var out []string
	for _, x := range m.p.conds {
		if x == c || !slices.Contains(x.closure, c) {
			continue
		}
		if m.heldOf(x.index, who, None) != None || x.ir.Derived != nil && m.derivedOn(x, who) {
			out = append(out, x.ir.Printed)
		}
	}
	return out
}

// derivedJudgement judges the formula of a derived condition for one entity.
func (m *Machine) derivedJudgement(c *condition, who int64) Judgement {
	if c.record >= 0 && m.mem[who+entRecord] != c.record {
		return Judgement{Text: "only a " + c.ir.On.Name + " can be " + c.ir.Name, Span: c.ir.Span, Known: true}
	}
	top, fp := m.top, m.fp
	m.fp = m.alloc(c.size)
	m.mem[m.fp+c.selfOff] = who
	j := m.judgement(c.ir.Derived)
	m.top, m.fp = top, fp
	return j
}

// judgedItems judges what decides about a list: the items that hold, or those
// that do not.
func (m *Machine) judgedItems(e *ir.Expr, j *Judgement) {
	if e.Type.Kind != ir.Bool || e.Var == nil || len(e.Args) < 2 {
		return
	}
	list := m.eval(e.Args[0])
	if list == None {
		return
	}
	items := append([]int64(nil), m.mem[list+1:list+1+m.mem[list]]...)
	if len(items) == 0 {
		j.Sides = []Side{{source.OneLine(e.Args[0].Span.Text()), "nothing"}}
		return
	}
	want := e.Fn == "any" && j.Holds || e.Fn == "none" && !j.Holds || e.Fn == "all" && j.Holds
	most := maxItems
	if e.Fn == "all" && !j.Holds || e.Fn != "all" && want {
		most = 1
	}
	for _, it := range items {
		of := m.ofItem(e, it)
		if of.Holds != want {
			continue
		}
		if len(j.Of) == most {
			if most > 1 {
				j.Of = append(j.Of, Judgement{Text: "and so on", Holds: want, Known: true})
			}
			return
		}
		j.Of = append(j.Of, of)
	}
}

// ofItem judges a closure's body for one item, which lies in a register meanwhile.
func (m *Machine) ofItem(e *ir.Expr, item int64) Judgement {
	d := m.deep
	if d.items == nil {
		d.items = map[*ir.Local]uint8{}
	}
	r, ok := d.items[e.Var]
	if !ok {
		r = uint8(itemRegister + len(d.items))
		if int(r) >= registers-8 {
			return Judgement{Text: source.OneLine(e.Args[1].Span.Text()), Span: e.Args[1].Span}
		}
		d.items[e.Var] = r
		defer delete(d.items, e.Var)
	}
	saved := m.regs[r]
	m.regs[r] = item
	j := m.judgement(e.Args[1])
	m.regs[r] = saved
	j.Item = e.Var.Name + " = " + m.Show(e.Var.Type, item)
	return j
}

// judgedCall goes into a truth that is a value: who it is asked about, and its
// formula.
func (m *Machine) judgedCall(e *ir.Expr, j *Judgement) {
	j.Sides = m.sides(e.Args)
	v := m.p.value(e.Value)
	if v.ir.Body == nil || len(v.mods) > 0 || m.p.supposed[v.ir] != nil || v.ir.Of != nil && v.ir.Of == m.deep.listed {
		return
	}
	top, fp := m.top, m.fp
	m.fp = m.callFrame(v, e.Args)
	of := m.judgement(v.ir.Body)
	m.top, m.fp = top, fp
	if of.Holds == j.Holds && strings.TrimSpace(of.Text) != j.Text {
		j.Of = append(j.Of, of)
	}
}
