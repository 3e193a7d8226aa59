package interp

import (
	"fmt"
	"strings"

	"rulec/lang/ir"
)

// Loops of statements.

func (g *generator) forStmt(s *ir.Stmt, b *body) {
	if deep(s.Var.Type) && s.Var.Type.Kind != ir.RecordKind {
		g.refuse("a loop over what lies elsewhere")
	}
	top, list, item, room := g.temp(), g.temp(), g.temp(), g.temp()
	g.f("%s := k.Top()", top)
	g.f("var %s int64", list)
	order := g.p.keep.orders[s]
	if order != nil {
		a := g.temp()
		g.f("%s := k.World(%d)", a, order.index*g.p.lay.entities)
		g.f("if k.Stale(%s, %d) {", a, order.group)
		g.sorted(s, b, item, list, room)
		g.f("k.KeepList(%s, %d, k.Copy(%s, %s.Again()))", a, order.group, list, a)
		g.f("} else {")
		g.f("%s = k.List(%s.List()...)", list, a)
		g.f("}")
	} else {
		g.sorted(s, b, item, list, room)
	}
	after, i := g.temp(), g.temp()
	g.f("%s := k.Top()", after)
	g.f("for %s := int64(1); %s <= k.At(%s); %s++ {", i, i, list, i)
	g.f("k.SetTop(%s)", after)
	g.set(s.Var, fmt.Sprintf("k.At(%s+%s)", list, i), b)
	g.f("k.Fuel()")
	g.f("if k.Failed() { %s }", b.leave)
	g.stmts(s.Body, b)
	g.f("}")
	g.f("k.SetTop(%s)", top)
}

// sorted makes the list a loop runs over.
func (g *generator) sorted(s *ir.Stmt, b *body, item, list, room string) {
	in := b.scope.with(s.Var, item)
	was := g.alloc
	g.walk(s.Expr, item, b.scope, func(n string) {
		g.f("%s := %s", room, n)
		g.f("%s = k.Room(%s, %d)", list, room, len(s.Sorted))
	}, func() {
		if s.Where != nil {
			g.skip(s.Where, in)
		}
		switch len(s.Sorted) {
		case 0:
			g.f("k.Append(%s, %s)", list, item)
		case 1:
			g.insert(list, room, item, g.num(s.Sorted[0], in))
		default:
			var keys []string
			for _, x := range s.Sorted {
				keys = append(keys, g.num(x, in))
			}
			g.f("k.InsertBy(%s, %s, %s, %s)", list, room, item, strings.Join(keys, ", "))
		}
	})
	g.alloc = was
	g.f("k.Close(%s)", list)
}

func (g *generator) repeat(s *ir.Stmt, b *body) {
	limit, n := g.temp(), g.temp()
	g.f("%s := %s", limit, g.cleanup("int64", func() string { return g.num(s.Upto, b.scope) }))
	if s.Times != nil {
		g.f("%s = min(%s, %s)", limit, limit, g.cleanup("int64", func() string { return g.num(s.Times, b.scope) }))
	}
	top := g.temp()
	was := g.spills
	g.spills = false
	text := g.aside(func() {
		if s.While != nil {
			g.f("if !%s { break }", g.cleanup("bool", func() string { return g.test(s.While, b.scope) }))
		}
		g.f("k.Fuel()")
		g.f("if k.Failed() { %s }", b.leave)
		g.stmts(s.Body, b)
	})
	if g.spills {
		g.f("%s := k.Top()", top)
	}
	g.f("for %s := int64(0); %s < %s; %s++ {", n, n, limit, n)
	if g.spills {
		g.f("k.SetTop(%s)", top)
	}
	g.w.WriteString(text)
	g.f("}")
	if g.spills {
		g.f("k.SetTop(%s)", top)
	}
	g.spills = was || g.spills
}
