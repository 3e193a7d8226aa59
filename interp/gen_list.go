package interp

import (
	"rulec/lang/ir"
)

// What is made of the items of a loop: numbers, lists, the least.

// bindNum writes count, filter, map, sum, min, max, first, last, sort.
func (g *generator) bindNum(e *ir.Expr, s *scope) string {
	item := g.temp()
	in := s.with(e.Var, item)
	switch e.Fn {
	case "any", "all", "none":
		return "interp.Word(" + g.bindTest(e, s) + ")"
	case "count", "first", "last":
		if deep(e.Type) && e.Fn != "count" {
			g.refuse("%s of what lies elsewhere", e.Fn)
		}
		return g.cleanup("int64", func() string {
			out := g.temp()
			if e.Fn == "count" {
				g.f("%s := int64(0)", out)
			} else {
				g.f("%s := int64(interp.Absent)", out)
			}
			g.walk(e.Args[0], item, s, nil, func() {
				g.skip(e.Args[1], in)
				switch e.Fn {
				case "count":
					g.f("%s++", out)
				default:
					g.f("%s = %s", out, item)
				}
				if e.Fn == "first" {
					g.f("break")
				}
			})
			return out
		})
	case "sum", "min", "max":
		return g.cleanup("int64", func() string {
			acc, some := g.temp(), g.temp()
			g.f("%s := int64(0)", acc)
			if e.Fn != "sum" {
				g.f("%s := false", some)
			}
			g.walk(e.Args[0], item, s, nil, func() {
				v := g.hold(g.num(e.Args[1], in))
				switch e.Fn {
				case "sum":
					g.f("%s = k.Sum(%s + %s)", acc, acc, v)
				case "min":
					g.f("if !%s || %s < %s { %s, %s = %s, true }", some, v, acc, acc, some, v)
				case "max":
					g.f("if !%s || %s > %s { %s, %s = %s, true }", some, v, acc, acc, some, v)
				}
			})
			return acc
		})
	case "filter", "map", "sort":
		return g.listed(e, item, s, in)
	}
	g.refuse("%s", e.Fn)
	return ""
}

// listed makes a list on the stack.
func (g *generator) listed(e *ir.Expr, item string, s, in *scope) string {
	if e.Fn == "map" && deep(e.Type.Elem) {
		g.refuse("a list of what lies elsewhere")
	}
	list, room := g.temp(), g.temp()
	g.walk(e.Args[0], item, s, func(n string) {
		g.f("%s := %s", room, n)
		beside := 0
		if e.Fn == "sort" {
			beside = 1
		}
		g.f("%s := k.Room(%s, %d)", list, room, beside)
	}, func() {
		switch e.Fn {
		case "filter":
			g.skip(e.Args[1], in)
			g.f("k.Append(%s, %s)", list, item)
		case "map":
			g.f("k.Append(%s, %s)", list, g.num(e.Args[1], in))
		case "sort":
			g.insert(list, room, item, g.num(e.Args[1], in))
		}
	})
	if e.Fn != "map" {
		g.f("k.Close(%s)", list)
	}
	g.alloc = true
	return list
}

// insert adds an item to a list that is sorted by its keys.
func (g *generator) insert(list, room, item, key string) {
	key = g.hold(key)
	g.f("if !k.Last(%s, %s, %s, %s) { k.Insert(%s, %s, %s, %s) }", list, room, item, key, list, room, item, key)
}

// least is first(sort(...)): the item with the least key, the first of equals.
func (g *generator) least(b *ir.Expr, s *scope) string {
	return g.cleanup("int64", func() string {
		item, best, found := g.temp(), g.temp(), g.temp()
		g.f("%s, %s := int64(0), int64(interp.Absent)", best, found)
		in := s.with(b.Var, item)
		g.worse = func() {
			// What cannot be the least need not pass a test that cannot fail.
			if g.certain(b.Args[1]) {
				g.f("if %s != interp.Absent && %s >= %s { continue }", found, g.num(b.Args[1], in), best)
			}
		}
		g.walk(b.Args[0], item, s, nil, func() {
			v := g.hold(g.num(b.Args[1], in))
			g.f("if %s == interp.Absent || %s < %s { %s, %s = %s, %s }", found, v, best, best, found, v, item)
		})
		return found
	})
}

// end is the first or last item of a list.
func (g *generator) end(e *ir.Expr, s *scope) string {
	if deep(e.Type) {
		g.refuse("%s of what lies elsewhere", e.Native)
	}
	return g.cleanup("int64", func() string {
		item, out := g.temp(), g.temp()
		g.f("%s := int64(interp.Absent)", out)
		g.walk(e.Args[0], item, s, nil, func() {
			g.f("%s = %s", out, item)
			if e.Native == "first" {
				g.f("break")
			}
		})
		return out
	})
}
