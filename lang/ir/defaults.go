package ir

import "slices"

// Asks says of each field which others its default asks of the same thing: by name,
// and through values of it. What changes such a value counts only for the order, and
// not for a ring, since it may be absent when a thing is made.
type Asks map[*Local]map[*Local]bool // true if the default cannot do without

// AsksOf reads the defaults of fields. A default speaks of its own thing as one of
// selves, and an event's also as the frame it stands in.
func AsksOf(fields []*Local, selves []*Local, of func(*Local) *Expr) Asks {
	out := Asks{}
	for _, f := range fields {
		r := asker{fields: fields, found: map[*Local]bool{}, seen: map[*Value]bool{}}
		r.expr(of(f), selves, true)
		out[f] = r.found
	}
	return out
}

// Order lists fields so that what a default asks is there first; otherwise they keep
// their order.
func (a Asks) Order(fields []*Local) []*Local {
	var out []*Local
	seen := map[*Local]bool{}
	var visit func(f *Local)
	visit = func(f *Local) {
		if seen[f] {
			return
		}
		seen[f] = true
		for _, needed := range []bool{true, false} { // what is sure wins where both make a ring
			for _, o := range fields {
				if n, ok := a[f][o]; ok && n == needed {
					visit(o)
				}
			}
		}
		out = append(out, f)
	}
	for _, f := range fields {
		visit(f)
	}
	return out
}

// Ring finds fields of which each cannot do without the next, or nil.
func (a Asks) Ring(fields []*Local) []*Local {
	done := map[*Local]bool{}
	var path, ring []*Local
	var visit func(f *Local)
	visit = func(f *Local) {
		if i := slices.Index(path, f); i >= 0 {
			ring = slices.Clone(path[i:])
		}
		if done[f] || ring != nil {
			return
		}
		path = append(path, f)
		for _, o := range fields {
			if a[f][o] {
				visit(o)
			}
		}
		path = path[:len(path)-1]
		done[f] = true
	}
	for _, f := range fields {
		visit(f)
	}
	return ring
}

// DefaultFields lists the fields a thing of this record has, those of every entity
// first, and tells their defaults.
func (p *Program) DefaultFields(r *Record) ([]*Local, func(*Local) *Expr) {
	fields := r.Fields
	if r.Entity && !r.Any {
		fields = slices.Concat(p.AnyEntity.Fields, fields)
	}
	return fields, func(f *Local) *Expr {
		if o, ok := r.Defaults[f]; ok {
			return o
		}
		return f.Default
	}
}

// DefaultAsks reads the defaults of a record.
func (p *Program) DefaultAsks(r *Record) Asks {
	fields, of := p.DefaultFields(r)
	selves := slices.Clone(r.Self.Locals)
	if r.Entity {
		selves = append(selves, p.AnyEntity.Self.Locals...)
	}
	return AsksOf(fields, selves, of)
}

// DefaultAsks reads the defaults of an event's fields.
func (e *Event) DefaultAsks() Asks {
	return AsksOf(e.Fields, nil, func(f *Local) *Expr { return f.Default })
}

// asker follows one default.
type asker struct {
	fields []*Local
	found  map[*Local]bool
	seen   map[*Value]bool
}

func (r *asker) expr(e *Expr, selves []*Local, sure bool) {
	own := func(x *Expr) bool {
		return x != nil && (x.Op == FrameOp || x.Op == LocalOp && slices.Contains(selves, x.Local))
	}
	e.Walk(func(x *Expr) {
		switch {
		case x.Op == LocalOp && slices.Contains(r.fields, x.Local),
			x.Op == FieldOp && len(x.Args) > 0 && own(x.Args[0]) && slices.Contains(r.fields, x.Local):
			r.found[x.Local] = r.found[x.Local] || sure
		case x.Op == ValueOp && len(x.Args) > 0 && x.Value != nil && x.Value.Self != nil && own(x.Args[0]):
			r.value(x.Value, sure)
		}
	})
}

// value follows a value of the same thing.
func (r *asker) value(v *Value, sure bool) {
	if was, ok := r.seen[v]; ok && (was || !sure) {
		return
	}
	r.seen[v] = sure
	self := []*Local{v.Self}
	r.expr(v.Body, self, sure)
	if v.Table != nil {
		for _, row := range v.Table.Rows {
			r.expr(row.Result, self, sure)
			for _, alt := range row.Patterns {
				for _, x := range alt {
					r.expr(x, self, sure)
				}
			}
		}
	}
	for _, m := range v.Mods {
		k := m.Clause
		who := []*Local{k.Self}
		r.expr(m.Amount, who, false)
		r.expr(m.When, who, false)
		if k.Block != nil && k.Block.For != nil {
			r.expr(k.Block.While, []*Local{k.Block.For}, false)
		}
	}
}
