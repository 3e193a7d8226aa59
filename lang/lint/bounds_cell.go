package lint

import (
	"rulec/dice"
	"rulec/lang/ir"
)

// What fields, lets and values may hold.

// cell is what a field or local may hold.
func (b bounds) cell(e *ir.Expr) between {
	l := e.Local
	if l == nil {
		return anything
	}
	if r, ok := b.w.cells[l]; ok && e.Op == ir.LocalOp {
		return r
	}
	declared := between{lowest, highest}
	if l.Low != nil {
		declared.lo = *l.Low
	}
	if l.High != nil {
		declared.hi = *l.High
	}
	b.depth++
	if b.depth > maxDepth {
		return declared
	}
	got := anything
	switch {
	case e.Op == ir.FieldOp && e.Args[0].Type.Kind == ir.RecordKind:
		got = b.field(e)
	case l.Param, l.Loop:
	default:
		got = b.written(l)
	}
	return between{max(declared.lo, got.lo), min(declared.hi, got.hi)}
}

// written is what a field of an event, or a let, comes to hold by all that writes it.
func (b bounds) written(l *ir.Local) between {
	if l.Type.Kind != ir.Int && l.Type.Kind != ir.Quantity {
		return anything
	}
	list := b.x.writes[l]
	if len(list) == 0 && l.Default == nil {
		return anything
	}
	out, first := anything, true
	add := func(r between) {
		if first {
			out, first = r, false
		} else {
			out = out.hull(r)
		}
	}
	if l.Default != nil {
		add(b.of(l.Default))
	}
	for _, w := range list {
		switch {
		case w.proof && w.stmt == nil:
		case w.stmt != nil && w.stmt.Kind == ir.RollStmt:
			add(b.dice(w.value))
		case w.stmt != nil && w.stmt.Kind == ir.AssignStmt && w.stmt.Op != "=":
			return anything
		default:
			add(b.of(w.value))
		}
	}
	return out
}

// dice is what a pool can show.
func (b bounds) dice(e *ir.Expr) between {
	switch {
	case e == nil:
	case e.Op == ir.DiceConst:
		if p, err := dice.Parse(e.Str); err == nil {
			lo, hi := p.Bounds()
			return between{lo, hi}
		}
	case e.Op == ir.DiceAddOp:
		x, y := b.dice(e.Args[0]), b.dice(e.Args[1])
		if e.Int < 0 {
			return between{clamp(x.lo - y.hi), clamp(x.hi - y.lo)}
		}
		return between{clamp(x.lo + y.lo), clamp(x.hi + y.hi)}
	case e.Type != nil && e.Type.Kind == ir.Int:
		return b.of(e)
	}
	return anything
}

// field is a field of a record, where it is known what things there are.
func (b bounds) field(e *ir.Expr) between {
	l := e.Local
	for _, w := range b.x.writes[l] {
		if w.stmt != nil && !w.proof {
			return anything // it changes during a fight
		}
	}
	if owner := e.Args[0]; owner.Op == ir.LocalOp && b.w.things[owner.Local] != nil {
		return b.given(b.w.things[owner.Local], l)
	}
	if b.w.scenes == nil || !e.Args[0].Type.Entity() {
		return anything
	}
	out, first := anything, true
	for _, s := range b.w.scenes {
		for _, t := range s.Things {
			if t.Record != e.Args[0].Type.Record && !e.Args[0].Type.Record.Any {
				continue
			}
			r := b.given(t, l)
			if first {
				out, first = r, false
			} else {
				out = out.hull(r)
			}
		}
	}
	return out
}

// given is what a thing has in a field: what its file says, else the default.
func (b bounds) given(t *ir.Thing, l *ir.Local) between {
	for _, f := range t.Fields {
		if f.Field == l {
			return b.constant(f.Value)
		}
	}
	d := t.Record.Defaults[l]
	if d == nil {
		d = l.Default
	}
	if d == nil {
		return anything
	}
	if n, ok := d.Constant(); ok {
		return between{n, n}
	}
	return anything
}

func (b bounds) constant(e *ir.Expr) between {
	if e.Op != ir.MapOp {
		return b.of(e)
	}
	if len(e.Args) == 0 {
		return anything
	}
	out := b.of(e.Args[0])
	for _, a := range e.Args[1:] {
		out = out.hull(b.of(a))
	}
	return out
}

// value is what a value comes to with all that may modify it; only where things
// are known, for else too much is open.
func (b bounds) value(e *ir.Expr) between {
	v := e.Value
	if b.w.scenes == nil || v == nil {
		return anything
	}
	b.depth++
	if b.depth > maxDepth {
		return anything
	}
	in := b
	in.w.things, in.w.cells = map[*ir.Local]*ir.Thing{}, map[*ir.Local]between{}
	args := e.Args
	if (v.Owner != nil || v.Of != nil) && len(args) > 0 {
		if o := args[0]; v.Self != nil && o.Op == ir.LocalOp {
			in.w.things[v.Self] = b.w.things[o.Local]
		}
		if v.Of != nil { // the same running event
			for l, t := range b.w.things {
				in.w.things[l] = t
			}
		}
		args = args[1:]
	}
	for i, p := range v.Params {
		if i < len(args) && args[i] != nil {
			if args[i].Op == ir.LocalOp && b.w.things[args[i].Local] != nil {
				in.w.things[p] = b.w.things[args[i].Local]
			}
			in.w.cells[p] = b.of(args[i])
		}
	}
	out := anything
	switch {
	case v.Table != nil:
		for i, r := range v.Table.Rows {
			if x := in.of(r.Result); i == 0 {
				out = x
			} else {
				out = out.hull(x)
			}
		}
	case v.Body != nil:
		out = in.of(v.Body)
	}
	if b.w.bare {
		return out
	}
	return in.modified(out, v)
}

// modified widens a number by all that may modify it.
func (b bounds) modified(out between, v *ir.Value) between {
	loose := b
	loose.w.things, loose.w.cells = nil, nil
	for _, m := range v.Mods {
		x := loose.of(m.Amount)
		switch m.How {
		case ir.To:
			out = out.hull(x)
		case ir.By:
			out = between{clamp(out.lo + min(0, x.lo)), clamp(out.hi + max(0, x.hi))}
		case ir.AtLeast:
			out.hi = max(out.hi, x.hi)
		case ir.AtMost:
			out.lo = min(out.lo, x.lo)
		}
	}
	return out
}
