package interp

import (
	"fmt"

	"rulec/lang/ir"
)

// Assignments, and what they let go of.

// assign writes an assignment, and what it lets go of.
func (g *generator) assign(s *ir.Stmt, b *body) {
	t := s.Target
	if t.Op == ir.SpendOp {
		g.refuse("a resource that is set")
	}
	var f *ir.Local // the field whose readers are told
	var owner, at string
	value := g.cleanup("int64", func() string {
		v := g.num(s.Expr, b.scope)
		return v
	})
	switch t.Op {
	case ir.LocalOp:
		f = t.Local
		if inline(f.Type) || f.Type.Kind == ir.Map || plainRecord(f.Type) || deep(f.Type) && f.Type.Kind != ir.Dice {
			g.refuse("an assignment of what lies elsewhere")
		}
		if v, ok := b.vars[f]; ok {
			g.f("%s = %s", v, g.bounds(f, s, v, value))
			return
		}
		if b.fp == "" {
			g.refuse("a cell that lies nowhere: %s", f.Name)
		}
		at = fmt.Sprintf("%s+%d", b.fp, g.c.off(f))
		g.f("k.Set(%s, %s)", at, g.bounds(f, s, "k.At("+at+")", value))
		return
	case ir.FieldOp:
		f = t.Local
		if inline(f.Type) || f.Type.Kind == ir.Map || plainRecord(f.Type) || deep(f.Type) && f.Type.Kind != ir.Dice {
			g.refuse("an assignment of what lies elsewhere")
		}
		value = g.hold(value)
		if a := t.Args[0]; a.Op == ir.FrameOp {
			if v, ok := b.vars[f]; ok {
				g.f("%s = %s", v, g.bounds(f, s, v, value))
				return
			}
		}
		owner = g.hold(g.num(t.Args[0], b.scope))
		at = fmt.Sprintf("%s+%d", owner, g.c.off(f))
	case ir.IndexOp:
		a := t.Args[0]
		if a.Op != ir.FieldOp || deep(t.Type) && t.Type.Kind != ir.Dice || plainRecord(t.Type) {
			g.refuse("an assignment into what is no field")
		}
		f = a.Local
		owner = g.hold(g.num(a.Args[0], b.scope))
		at = g.hold(fmt.Sprintf("%s+%d+%s", owner, g.c.off(f), g.num(t.Args[1], b.scope)))
		old := "k.At(" + at + ")"
		if s.Op != "=" {
			old = "interp.Known(" + old + ")"
		}
		g.tell(f, owner, func() { g.f("k.Set(%s, %s)", at, applied(s.Op, old, value)) })
		return
	default:
		g.refuse("assignment to %d", t.Op)
	}
	g.tell(f, owner, func() { g.f("k.Set(%s, %s)", at, g.bounds(f, s, "k.At("+at+")", value)) })
}

// tell writes an assignment to a field, and lets go of the kept answers that read it.
func (g *generator) tell(f *ir.Local, owner string, write func()) {
	class := g.p.keep.fields[f]
	if class == nil {
		write()
		return
	}
	var was []string
	for _, t := range class.truths {
		v := g.truths[t]
		if v == nil { // of a formula that is modified: let go without looking
			was = append(was, "")
			continue
		}
		u := unit{valueUnit, g.valueIndex(v)}
		if !g.use(u) {
			g.refuse("a truth that has no native form")
		}
		x := g.temp()
		g.f("%s := %s(k, %s)", x, u, owner)
		was = append(was, x)
	}
	write()
	for i, t := range class.truths {
		if was[i] == "" {
			g.f("k.Wrote(%d)", t.class.id)
			continue
		}
		u := unit{valueUnit, g.valueIndex(g.truths[t])}
		g.f("if %s(k, %s) != %s { k.Wrote(%d) }", u, owner, was[i], t.class.id)
	}
	if len(class.groups) > 0 {
		g.f("k.Wrote(%d)", class.id)
	}
}

func applied(op, old, v string) string {
	switch op {
	case "+=":
		return fmt.Sprintf("k.Sum(%s + %s)", old, v)
	case "-=":
		return fmt.Sprintf("k.Sum(%s - %s)", old, v)
	}
	return v
}

// bounds writes the new value of a field, which must lie within its bounds.
func (g *generator) bounds(f *ir.Local, s *ir.Stmt, old, v string) string {
	x := applied(s.Op, old, v)
	if f.Low == nil && f.High == nil {
		return x
	}
	low, high := "interp.Absent", "int64(1<<62)"
	if f.Low != nil {
		low = number(*f.Low)
	}
	if f.High != nil {
		high = number(*f.High)
	}
	return fmt.Sprintf("k.Within(%s, %s, %s)", x, low, high)
}
