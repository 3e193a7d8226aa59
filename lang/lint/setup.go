package lint

import "rulec/lang/ir"

// set is something a formula comes to when a scene is set up and nothing has
// happened: a number, truth or member (n), a thing, a list, or nothing.
type set struct {
	n     int64
	thing *ir.Thing
	list  []set
	kind  setKind
}

type setKind uint8

const (
	number setKind = iota
	thing
	list
	absent
)

func truthOf(b bool) set { return set{n: flag(b)} }

func (a set) equals(b set) bool {
	return a.kind == b.kind && a.kind != list && a.n == b.n && a.thing == b.thing
}

// setup works formulas out by what a scene gives. It knows the few operations that
// conditions are mostly made of; whatever else comes in makes a formula unknown.
type setup struct {
	scene *ir.Scene
	cells map[*ir.Local]set
	depth int
}

// of a formula, if it can be told.
func (s setup) of(e *ir.Expr) (set, bool) {
	s.depth++
	if e == nil || s.depth > 100 {
		return set{}, false
	}
	switch e.Op {
	case ir.Const:
		return set{n: e.Int}, true
	case ir.AbsentOp:
		return set{kind: absent}, true
	case ir.OptionOp:
		if n, ok := s.scene.Options[e.Option]; ok {
			return set{n: n}, true
		}
		return set{n: e.Option.Default}, true
	case ir.LocalOp:
		v, ok := s.cells[e.Local]
		return v, ok
	case ir.FieldOp:
		return s.field(e)
	case ir.ValueOp:
		return s.value(e)
	case ir.IsOp:
		return s.wears(e)
	case ir.EnumOp:
		out := set{kind: list}
		for i := range e.Enum.Members {
			out.list = append(out.list, set{n: int64(i)})
		}
		return out, true
	case ir.LivingOp:
		out := set{kind: list}
		for _, t := range s.scene.Things {
			if t.Record == e.Record {
				out.list = append(out.list, set{kind: thing, thing: t})
			}
		}
		return out, true
	case ir.BindOp:
		return s.bind(e)
	case ir.CondOp:
		if c, ok := s.of(e.Args[0]); ok {
			return s.of(e.Args[2-c.n])
		}
		return set{}, false
	case ir.AndOp, ir.OrOp:
		return s.junction(e)
	}
	var args []set
	for _, a := range e.Args {
		x, ok := s.of(a)
		if !ok {
			return set{}, false
		}
		args = append(args, x)
	}
	return combine(e.Op, args)
}

// combine is of operations on what is known.
func combine(op ir.Op, args []set) (set, bool) {
	if op == ir.ListOp {
		return set{kind: list, list: args}, true
	}
	switch len(args) {
	case 1:
		switch op {
		case ir.NotOp:
			return truthOf(args[0].n == 0), true
		case ir.NegOp:
			return set{n: -args[0].n}, true
		case ir.SeqOp:
			return set{n: int64(len(args[0].list))}, args[0].kind == list
		}
	case 2:
		a, b := args[0], args[1]
		switch op {
		case ir.EqOp:
			return truthOf(a.equals(b)), a.kind != list && b.kind != list
		case ir.NeOp:
			return truthOf(!a.equals(b)), a.kind != list && b.kind != list
		case ir.InOp:
			found := false
			for _, x := range b.list {
				found = found || x.equals(a)
			}
			return truthOf(found), b.kind == list
		}
		if a.kind != number || b.kind != number {
			return set{}, false
		}
		switch op {
		case ir.LtOp:
			return truthOf(a.n < b.n), true
		case ir.LeOp:
			return truthOf(a.n <= b.n), true
		case ir.GtOp:
			return truthOf(a.n > b.n), true
		case ir.GeOp:
			return truthOf(a.n >= b.n), true
		case ir.AddOp:
			return set{n: clamp(a.n + b.n)}, true
		case ir.SubOp:
			return set{n: clamp(a.n - b.n)}, true
		}
	}
	return set{}, false
}

// junction is known as soon as one part decides it.
func (s setup) junction(e *ir.Expr) (set, bool) {
	decided := flag(e.Op == ir.OrOp)
	all := true
	for _, a := range e.Args {
		x, ok := s.of(a)
		if ok && x.n == decided {
			return set{n: decided}, true
		}
		all = all && ok
	}
	return set{n: 1 - decided}, all
}

// with binds one more cell.
func (s setup) with(l *ir.Local, v set) setup {
	cells := map[*ir.Local]set{l: v}
	for k, x := range s.cells {
		if k != l {
			cells[k] = x
		}
	}
	s.cells = cells
	return s
}

func (s setup) bind(e *ir.Expr) (set, bool) {
	in, ok := s.of(e.Args[0])
	if !ok || in.kind != list {
		return set{}, false
	}
	hits := set{kind: list}
	for _, x := range in.list {
		b, ok := s.with(e.Var, x).of(e.Args[1])
		if !ok {
			return set{}, false
		}
		if b.n != 0 {
			hits.list = append(hits.list, x)
		}
	}
	switch n := len(hits.list); e.Fn {
	case "any":
		return truthOf(n > 0), true
	case "all":
		return truthOf(n == len(in.list)), true
	case "none":
		return truthOf(n == 0), true
	case "count":
		return set{n: int64(n)}, true
	case "filter":
		return hits, true
	}
	return set{}, false
}

// field is what a thing's file gives, else the default.
func (s setup) field(e *ir.Expr) (set, bool) {
	x, ok := s.of(e.Args[0])
	if !ok || x.kind != thing {
		return set{}, false
	}
	for _, f := range x.thing.Fields {
		if f.Field == e.Local {
			return s.of(f.Value)
		}
	}
	d := x.thing.Record.Defaults[e.Local]
	if d == nil {
		d = e.Local.Default
	}
	return s.withSelf(x.thing.Record, x).of(d)
}

func (s setup) withSelf(r *ir.Record, v set) setup {
	if len(r.Self.Locals) > 0 {
		s = s.with(r.Self.Locals[0], v)
	}
	return s
}

// value is worked out where nothing can modify it yet.
func (s setup) value(e *ir.Expr) (set, bool) {
	v := e.Value
	if v == nil || v.Body == nil {
		return set{}, false
	}
	for _, m := range v.Mods {
		if b := m.Clause.Block; b.Condition == nil || b.Condition.Derived != nil || s.wornAtAll(b.Condition) {
			return set{}, false
		}
	}
	in, args := s, e.Args
	if (v.Owner != nil || v.Of != nil) && len(args) > 0 {
		x, ok := s.of(args[0])
		if !ok {
			return set{}, false
		}
		in, args = in.with(v.Self, x), args[1:]
	}
	for i, p := range v.Params {
		if i >= len(args) || args[i] == nil {
			return set{}, false
		}
		x, ok := s.of(args[i])
		if !ok {
			return set{}, false
		}
		in = in.with(p, x)
	}
	return in.of(v.Body)
}

// wornAtAll tells whether somebody may wear a condition from the start.
func (s setup) wornAtAll(c *ir.Condition) bool {
	for _, t := range s.scene.Things {
		if puts(t, c) {
			return true
		}
	}
	return false
}

// puts tells whether a thing begins with a condition, or with one that may bring it.
func puts(t *ir.Thing, c *ir.Condition) bool {
	for _, w := range t.Wears {
		if w.Cond == c || w.Cond != nil && len(w.Cond.Includes) > 0 {
			return true
		}
	}
	return false
}

func (s setup) wears(e *ir.Expr) (set, bool) {
	x, ok := s.of(e.Args[0])
	switch {
	case !ok || x.kind != thing || len(e.Args) > 1:
		return set{}, false
	case e.Cond.Derived != nil:
		return s.with(e.Cond.Self, x).of(e.Cond.Derived)
	}
	for _, w := range x.thing.Wears {
		if w.Cond == e.Cond {
			return truthOf(true), true
		}
	}
	return truthOf(false), !puts(x.thing, e.Cond)
}
