package interp

import (
	"rulec/lang/ir"
	"rulec/lang/source"
)

// Numbers taken apart to the end. A plain trace gives the terms of each number; a
// deep one follows each term that is itself a value, a field or an argument to
// what it is made of, down to dice and data. What a part is made of adds up to
// it, or is left out: a formula that was worked out in a state that is gone may
// give another number now, and then nothing is claimed.

// unfolding is what following a number needs to remember.
type unfolding struct {
	rec     *Recorder
	origins map[int]origin         // of arguments of values that are being asked, by word
	changes map[fieldOf]change     // the last change of a field of an entity
	things  map[int64]*ir.Thing    // of a scene, by entity
	lets    map[*ir.Local]*ir.Stmt // where a cell of a body is given its value
	items   map[*ir.Local]uint8    // registers of closures' items while their bodies are judged
	asked   func(m *Machine, v *value, frame int)
	listed  *ir.Event // whose values are all being listed: one need not go into another
	current *Entry    // whose numbers are being taken apart
	level   int
}

type origin struct {
	expr *ir.Expr
	fp   int
}

type fieldOf struct {
	owner int64
	field *ir.Local
}

type change struct {
	entry *Entry
	parts []Part
}

// maxUnfold bounds how far a number is followed.
const maxUnfold = 14

// NewDeepRecorder makes a trace whose numbers are taken apart to the end. It is
// for one fight and somebody who asks: it costs many times what a plain one does.
func NewDeepRecorder() *Recorder {
	r := NewRecorder()
	r.deep = &unfolding{rec: r, origins: map[int]origin{}, changes: map[fieldOf]change{}}
	return r
}

// attach lets the machine take the numbers of an event apart until m.deep is
// cleared again.
func (r *Recorder) attach(m *Machine, e *Entry) {
	m.deep = r.deep
	if m.deep != nil {
		clear(m.deep.origins)
		m.deep.current = e
	}
}

// lend gives a compiler the registers in which items of closures lie.
func (d *unfolding) lend(c *compiler) {
	if len(d.items) == 0 {
		return
	}
	c.depth = itemRegister + len(d.items)
	c.regs = map[*ir.Local]uint8{}
	for l, r := range d.items {
		c.regs[l] = r
	}
}

// itemRegister is the first register for items of closures that are judged one by
// one; formulas that are asked meanwhile use those below it.
const itemRegister = 44

// heard tells whoever wants to know that a value is asked in the frame at m.fp.
func (d *unfolding) heard(m *Machine, v *value, frame int) {
	if d.asked != nil {
		d.asked(m, v, frame)
	}
}

// given remembers where an argument came from.
func (d *unfolding) given(word int, e *ir.Expr, fp int) {
	if d != nil && numeric(e.Type) {
		d.origins[word] = origin{e, fp}
	}
}

// drop forgets what lay at a word in a frame that is gone.
func (d *unfolding) drop(word int) {
	if d != nil {
		delete(d.origins, word)
	}
}

// begin follows the arguments of an event that starts, in the frame of whoever
// starts it.
func (d *unfolding) begin(m *Machine, x *Entry) {
	k := &m.ctl[len(m.ctl)-1]
	if k.kind != ctlEvent || k.a == 0 {
		return
	}
	st := m.p.sites[k.a-1]
	d.rec.attach(m, x)
	fp := m.fp
	m.fp = k.fp
	for i, p := range x.Event.Params {
		if !numeric(p.Type) || i >= len(st.stmt.Args) || st.stmt.Args[i] == nil || st.stmt.Kind != ir.DoStmt {
			continue
		}
		e, v := st.stmt.Args[i], m.mem[x.Frame+m.p.lay.off[p]]
		part := Part{What: source.OneLine(e.Span.Text()), Amount: v, Span: e.Span, Kind: "base"}
		part.Parts = m.sumOf(e, 1, v)
		if x.args == nil {
			x.args = map[*ir.Local]Part{}
		}
		x.args[p] = part
	}
	m.fp = fp
	m.deep = nil
}

// changed remembers the last change of a field of an entity.
func (d *unfolding) changed(e *Entry, owner int, f *ir.Local, parts []Part) {
	d.changes[fieldOf{int64(owner), f}] = change{e, parts}
}

// sumOf takes a formula apart in the running frame. It is empty if the formula
// does not give the number that is to be explained, or is a number as it stands.
func (m *Machine) sumOf(e *ir.Expr, sign, want int64) []Part {
	if want == None || m.deep.level >= maxUnfold || !numeric(e.Type) {
		return nil
	}
	if _, ok := e.Constant(); ok {
		return nil
	}
	var b Because
	m.deep.level++
	fault, depth := m.fault, m.hooks.depth
	m.terms(e, sign, "", &b)
	m.deep.level--
	broken := m.fault != fault
	m.fault, m.hooks.depth = fault, depth
	if broken || b.Sum() != want {
		return nil
	}
	return alone(e, b.Parts)
}

// alone leaves out the single term that only repeats the formula it explains.
func alone(e *ir.Expr, parts []Part) []Part {
	if len(parts) == 1 && parts[0].Span == e.Span && parts[0].Kind == "base" {
		return parts[0].Parts
	}
	return parts
}

// deepen says of one term what it is made of.
func (m *Machine) deepen(e *ir.Expr, sign, v int64, part *Part) {
	d := m.deep
	if d.level >= maxUnfold || v == None || !numeric(e.Type) {
		return
	}
	d.level++
	defer func() { d.level-- }()
	switch e.Op {
	case ir.ValueOp:
		part.Parts = m.callParts(e, v)
	case ir.FieldOp:
		fault := m.fault
		owner := m.eval(e.Args[0])
		if m.fault == fault && owner != None {
			m.fieldParts(e.Local, e.Args[0].Type, owner, v, part)
		}
	case ir.LocalOp:
		m.cellParts(e.Local, v, part)
	case ir.IndexOp:
		if x := e.Args[0]; x.Op == ir.FieldOp && x.Args[0].Type.Entity() {
			m.mapParts(x, m.eval(e.Args[1]), v, part)
		}
	case ir.Const:
	default:
		part.Uses = m.uses(e)
	}
	for i := range part.Parts {
		part.Parts[i] = signed(part.Parts[i], sign)
	}
}

// signed turns a part and what it is made of round where it is taken away.
func signed(p Part, sign int64) Part {
	if sign == 1 {
		return p
	}
	p.Amount = -p.Amount
	inner := make([]Part, len(p.Parts))
	for i, x := range p.Parts {
		inner[i] = signed(x, sign)
	}
	p.Parts = inner
	return p
}

// callParts unfolds a value that a term asks.
func (m *Machine) callParts(e *ir.Expr, want int64) []Part {
	v := m.p.value(e.Value)
	if v.ir.Body == nil && v.ir.Table == nil || m.hooks.depth > maxDepthValues/2 {
		return nil
	}
	top, fp, fault := m.top, m.fp, m.fault
	m.fp = m.callFrame(v, e.Args)
	inner := Because{}
	m.hooks.depth++
	v.unfold(m, &inner, valueSection(v.ir))
	m.hooks.depth--
	broken := m.fault != fault
	m.top, m.fp, m.fault = top, fp, fault
	if broken || inner.Sum() != want {
		return nil
	}
	return inner.Parts
}

func valueSection(v *ir.Value) string {
	if s := firstOf(v.Cites); s != "" || v.Of == nil {
		return s
	}
	return firstOf(v.Of.Cites)
}

// whole is the part of a value that is no sum: a table's row, or the formula.
func (m *Machine) whole(v *value, base int64, section string) Part {
	p := Part{What: v.ir.Name, Amount: base, Span: v.ir.Span, Section: section, Kind: "base"}
	if m.deep == nil || v.ir.Table == nil {
		return p
	}
	for i := range v.rows {
		if v.rows[i].matches(m) {
			row := v.ir.Table.Rows[i]
			p.What, p.Span = source.OneLine(row.Span.Text()), row.Span
			break
		}
	}
	for _, l := range v.ir.Params {
		if numeric(l.Type) {
			w := m.mem[m.fp+m.p.lay.off[l]]
			u := Because{Of: l.Name, Value: w, Shown: m.Show(l.Type, w), Type: l.Type}
			var arg Part
			m.cellParts(l, w, &arg)
			u.Parts = arg.Parts
			p.Uses = append(p.Uses, u)
		}
	}
	return p
}

// amountParts says what a modifier's amount is made of.
func (m *Machine) amountParts(mod *modifier, part *Part) {
	if m.deep == nil || mod.dice {
		return
	}
	part.Parts = m.sumOf(mod.ir.Amount, 1, part.Amount)
}

// limited makes a part of a floor or ceiling: what it moved the number by, and
// the limit itself.
func (p *Part) limited(moved int64, t *ir.Type) {
	if len(p.Parts) > 0 {
		p.Uses = []Because{{Of: "the limit", Value: p.Amount, Type: t, Parts: p.Parts}}
		p.Parts = nil
	}
	p.Amount = moved
}

// uses lists the numbers that a formula which is no sum is worked out from.
func (m *Machine) uses(e *ir.Expr) []Because {
	var out []Because
	seen := map[string]bool{}
	var walk func(x *ir.Expr)
	walk = func(x *ir.Expr) {
		if x == nil || x.Op == ir.BindOp {
			return
		}
		switch x.Op {
		case ir.AndOp, ir.OrOp, ir.NotOp:
			return
		case ir.CondOp: // the other branch may not be asked
			if m.eval(x.Args[0]) != 0 {
				walk(x.Args[1])
			} else {
				walk(x.Args[2])
			}
			return
		case ir.ValueOp, ir.FieldOp, ir.LocalOp, ir.IndexOp, ir.SpendOp:
			text := source.OneLine(x.Span.Text())
			if x == e || !numeric(x.Type) || seen[text] {
				break
			}
			seen[text] = true
			fault := m.fault
			v := m.eval(x)
			if m.fault != fault {
				m.fault = fault
				return
			}
			part := Part{}
			m.deepen(x, 1, v, &part)
			out = append(out, Because{Of: text, Value: v, Shown: m.Show(x.Type, v), Type: x.Type, Parts: part.Parts})
			return
		}
		for _, a := range x.Args {
			walk(a)
		}
	}
	walk(e)
	return out
}

// assignedParts says where what a statement assigned came from, in the state in
// which it was worked out.
func (m *Machine) assignedParts(e *Entry, owner int, f *ir.Local, before, after int64, by *ir.Stmt) []Part {
	if by.Kind == ir.RollStmt {
		if e == nil || len(e.draws) == 0 {
			return nil
		}
		d := e.draws[len(e.draws)-1]
		return m.instead([]Part{{What: d.pool, Amount: d.shows, Span: by.Span, Kind: "dice", Event: e}}, before, after)
	}
	if by.Kind != ir.AssignStmt || by.Target.Op != ir.FieldOp && by.Target.Op != ir.LocalOp || after == None {
		return nil
	}
	word := owner + m.p.lay.off[f]
	if m.mem[word] != after {
		return nil
	}
	m.unsettle()
	m.mem[word] = before
	defer func() {
		m.mem[word] = after
		m.settleAgain()
	}()
	switch by.Op {
	case "+=":
		return m.sumOf(by.Expr, 1, after-present(before))
	case "-=":
		return m.sumOf(by.Expr, -1, after-present(before))
	}
	return m.instead(m.sumOf(by.Expr, 1, after), before, after)
}

// instead adds what a new number replaces, so that parts add up to the change.
func (m *Machine) instead(parts []Part, before, after int64) []Part {
	sum := int64(0)
	for _, p := range parts {
		if !p.Beaten {
			sum += p.Amount
		}
	}
	if len(parts) == 0 || sum != after {
		return nil
	}
	if before = present(before); before != 0 {
		parts = append(parts, Part{What: "instead of what it was", Amount: -before, Kind: "replaced"})
	}
	return parts
}
