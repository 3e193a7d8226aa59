package interp

import (
	"rulec/lang/ir"
	"rulec/lang/source"
)

// Where a number of a cell or a field comes from: an argument, an assignment, the
// last change, a line of a data file.

// cellParts follows a cell of the running frame: an argument, a field of the
// running event, or what a `let` gave it.
func (m *Machine) cellParts(l *ir.Local, v int64, part *Part) {
	word := m.fp + m.p.lay.off[l]
	if o, ok := m.deep.origins[word]; ok {
		fp := m.fp
		m.fp = o.fp
		part.Parts = m.sumOf(o.expr, 1, v)
		if part.Parts == nil && m.deep.level < maxUnfold {
			part.Parts = []Part{{What: source.OneLine(o.expr.Span.Text()), Amount: v, Span: o.expr.Span, Kind: "base"}}
		}
		m.fp = fp
		return
	}
	if e := m.deep.rec.running(m.fp); e != nil && (l.Field || l.Param) && e.has(l) {
		m.eventParts(e, l, v, part)
		return
	}
	if s := m.deep.let(m, l); s != nil {
		part.Parts = m.sumOf(s.Expr, 1, v)
	}
}

// let finds the statement that gives a cell its value.
func (d *unfolding) let(m *Machine, l *ir.Local) *ir.Stmt {
	if d.lets == nil {
		d.lets = map[*ir.Local]*ir.Stmt{}
		m.p.ir.EachStmt(func(s *ir.Stmt) {
			if s.Kind == ir.LetStmt && s.Var != nil {
				d.lets[s.Var] = s
			}
		})
	}
	return d.lets[l]
}

// running finds the latest entry whose event has, or had, its frame at h.
func (r *Recorder) running(h int) *Entry {
	for i := len(r.open) - 1; i >= 0; i-- {
		if r.open[i].Frame == h {
			return r.open[i]
		}
	}
	for i := len(r.Entries) - 1; i >= 0 && i > len(r.Entries)-200; i-- {
		if e := r.Entries[i]; e.Event != nil && e.Frame == h {
			return e
		}
	}
	return nil
}

func (e *Entry) has(l *ir.Local) bool {
	for _, list := range [][]*ir.Local{e.Event.Params, e.Event.Fields} {
		for _, x := range list {
			if x == l {
				return true
			}
		}
	}
	return false
}

// eventParts says how a field or parameter of an event came to its number.
func (m *Machine) eventParts(e *Entry, l *ir.Local, v int64, part *Part) {
	if arg, ok := e.args[l]; ok && arg.Amount == v {
		arg.Event = e
		part.Parts = []Part{arg}
		return
	}
	b := m.deep.rec.fieldBecause(m, e, l, v)
	if b.Sum() != v {
		return
	}
	part.Parts = b.Parts
	for i := range part.Parts {
		part.Parts[i].Event = e
	}
	if len(part.Parts) == 1 && part.Parts[0].Kind == "start" && l.Default != nil {
		fp := m.fp
		m.fp = e.Frame
		part.Parts[0].Parts = m.sumOf(l.Default, 1, v)
		m.fp = fp
	}
}

// fieldParts follows a field: of an event to how it was set, of a thing to what
// changed it last, or to the data it comes from.
func (m *Machine) fieldParts(f *ir.Local, of *ir.Type, owner, v int64, part *Part) {
	d := m.deep
	if of.Kind == ir.EventKind {
		if e := d.rec.running(int(owner)); e != nil && e.has(f) {
			m.eventParts(e, f, v, part)
		}
		return
	}
	if !of.Entity() {
		return
	}
	if c, ok := d.changes[fieldOf{owner, f}]; ok {
		sum := int64(0)
		out := append([]Part(nil), c.parts...)
		for i := range out {
			sum += out[i].Amount
			out[i].Event = c.entry
		}
		if sum == v {
			part.Parts = out
		}
		return
	}
	who := m.Name(owner) + "'s " + f.Name
	if t := d.thing(m, owner); t != nil {
		for _, x := range t.Fields {
			if x.Field == f {
				part.Parts = []Part{{What: who, Amount: v, Span: x.Value.Span, Kind: "given"}}
				return
			}
		}
	}
	if f.Default != nil {
		part.Parts = []Part{{What: who + ", by default", Amount: v, Span: f.Span, Kind: "default"}}
	}
}

// mapParts follows one number of a map that a thing was given.
func (m *Machine) mapParts(field *ir.Expr, key, v int64, part *Part) {
	owner := m.eval(field.Args[0])
	t := m.deep.thing(m, owner)
	if t == nil {
		return
	}
	for _, x := range t.Fields {
		if x.Field != field.Local || x.Value.Op != ir.MapOp {
			continue
		}
		for i, k := range x.Value.Keys {
			if k == key {
				part.Parts = []Part{{What: m.Name(owner) + "'s " + field.Local.Name + ", " + x.Value.Type.Enum.Members[k], Amount: v,
					Span: x.Value.Args[i].Span, Kind: "given"}}
			}
		}
	}
}

// thing is the thing of the scene that became an entity.
func (d *unfolding) thing(m *Machine, e int64) *ir.Thing {
	if d.things == nil && m.loaded != nil {
		d.things = map[int64]*ir.Thing{}
		for t, at := range m.loaded.things {
			d.things[at] = t
		}
	}
	return d.things[e]
}
