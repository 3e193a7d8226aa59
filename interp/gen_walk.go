package interp

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"rulec/lang/ir"
)

// What runs over lists becomes a loop; filters become tests in it, and no list is
// made that only the loop asks for.

// walk writes a loop over a list, with body for each item that passes. The body
// may leave the loop with break.
func (g *generator) walk(e *ir.Expr, item string, s *scope, ready func(room string), body func()) {
	worse := g.worse
	g.worse = nil
	var tests []func()
	for {
		if list := s.lists[sourceOf(e, s)]; list != "" {
			break
		}
		switch {
		case e.Op == ir.BindOp && e.Fn == "filter" && e.Args[0].Op == ir.LivingOp && e.Args[0].Record.Entity && g.c.coveredBy(e.Args[1], e.Var) != nil:
		case e.Op == ir.BindOp && e.Fn == "filter":
			b, in := e, s.with(e.Var, item)
			tests = append([]func(){func() {
				for _, x := range conjoined(g.c.cheapFirst(b.Args[1], b.Var), ir.AndOp) {
					if worse != nil && g.loops(x) > 0 && g.certain(x) {
						worse()
						worse = nil
					}
					g.skip(x, in)
				}
			}}, tests...)
			e = b.Args[0]
			continue
		case e.Op == ir.ValueOp && g.canOpen(e.Value):
			s = g.opened(e, s)
			e = e.Value.Body
			continue
		}
		break
	}
	head, room := g.items(e, item, s)
	if ready != nil {
		ready(room)
	}
	was := g.alloc
	g.alloc = false
	loop := &loopCode{item: item, mark: g.temps, known: map[string]string{}}
	g.nest = append(g.nest, loop)
	text := g.aside(func() {
		loop.body = g.w
		for _, t := range tests {
			t()
		}
		body()
	})
	g.nest = g.nest[:len(g.nest)-1]
	g.w.Write(loop.before.Bytes())
	if g.alloc {
		// What an item took from the stack is given back before the next.
		after := g.temp()
		g.f("%s := k.Top()", after)
		head += fmt.Sprintf("\nk.SetTop(%s)", after)
		defer g.f("k.SetTop(%s)", after)
	}
	g.f("%s", head)
	g.w.WriteString(text)
	g.f("}")
	g.alloc = was
}

// loopCode is a loop that is being written. What does not change with its item is
// read before it.
type loopCode struct {
	item   string
	mark   int // variables with greater numbers are made within it
	before bytes.Buffer
	known  map[string]string // what has been read already
	body   *bytes.Buffer
}

// fixed tells whether a variable is the same in every turn of a loop.
func (l *loopCode) fixed(name string) bool {
	if name == l.item {
		return false
	}
	n, err := strconv.Atoi(strings.TrimPrefix(name, "t"))
	return !strings.HasPrefix(name, "t") || err == nil && n <= l.mark
}

// once takes a reading that speaks only of certain cells out of the loops in which
// these do not change.
func (g *generator) once(x string, s *scope, cells ...*ir.Expr) string {
	at := len(g.nest)
	for at > 0 {
		ok := true
		for _, c := range cells {
			v, known := s.vars[c.Local]
			ok = ok && c.Op == ir.LocalOp && known && !c.Type.Opt && !strings.ContainsAny(v, "(+ ") && g.nest[at-1].fixed(v)
		}
		if !ok {
			break
		}
		at--
	}
	if at == len(g.nest) {
		if at > 0 && g.w == g.nest[at-1].body && strings.HasPrefix(x, "interp.") {
			// In every turn anyhow, and perhaps again.
			l := g.nest[at-1]
			if l.known[x] == "" {
				l.known[x] = g.hold(x)
			}
			return l.known[x]
		}
		return x
	}
	l := g.nest[at]
	if t := l.known[x]; t != "" {
		return t
	}
	t := g.temp()
	l.known[x] = t
	fmt.Fprintf(&l.before, "%s := %s\n", t, strings.ReplaceAll(x, "k.At(", "k.Peek("))
	return t
}

// certain tells whether a formula cannot meet a fault, so that it makes no
// difference whether it is asked.
func (g *generator) certain(e *ir.Expr) bool {
	ok := true
	e.Walk(func(x *ir.Expr) {
		switch x.Op {
		case ir.Const, ir.OptionOp, ir.AbsentOp, ir.LocalOp, ir.FieldOp, ir.NotOp, ir.AndOp, ir.OrOp, ir.CondOp,
			ir.EqOp, ir.NeOp, ir.LtOp, ir.LeOp, ir.GtOp, ir.GeOp, ir.LivingOp, ir.EnumOp, ir.BindOp:
		case ir.ValueOp:
			ok = ok && g.c.plainFormula(x.Value) && g.bad[unit{valueUnit, g.valueIndex(x.Value)}] == "" && g.certain(x.Value.Body)
		case ir.NativeOp:
			switch x.Native {
			case "distance", "at_place", "neighbours", "ring_steps", "min", "max":
			default:
				ok = false
			}
		default:
			ok = false
		}
	})
	return ok
}

// skip goes on to the next item unless a test holds.
func (g *generator) skip(e *ir.Expr, s *scope) {
	if e.Op == ir.AndOp {
		g.skip(e.Args[0], s)
		g.skip(e.Args[1], s)
		return
	}
	if k, ok := g.c.constant(e); ok && k != 0 {
		return
	}
	g.f("if !%s { continue }", g.test(e, s))
}

// canOpen tells whether asking a value is no more than its formula.
func (g *generator) canOpen(v *ir.Value) bool {
	k := g.p.keep.values[v]
	return g.c.plainFormula(v) && (k == nil || g.direct(k)) && g.bad[unit{valueUnit, g.valueIndex(v)}] != "it asks itself"
}

// opened is the scope of a value's formula, with its arguments in variables.
func (g *generator) opened(e *ir.Expr, s *scope) *scope {
	in := newScope()
	in.lists = s.lists
	for i, p := range paramsOf(e.Value) {
		in.vars[p] = g.hold(g.argument(e.Args, i, p, s, in))
		g.f("_ = %s", in.vars[p])
	}
	return in
}

func paramsOf(v *ir.Value) []*ir.Local {
	if v.Self == nil {
		return v.Params
	}
	return append([]*ir.Local{v.Self}, v.Params...)
}

// argument writes argument i, or what stands for it; defaults speak of the
// parameters before them.
func (g *generator) argument(args []*ir.Expr, i int, p *ir.Local, s, callee *scope) string {
	switch {
	case i < len(args) && args[i] != nil:
		return g.num(args[i], s)
	case p.Default != nil:
		return g.num(p.Default, callee)
	}
	return "interp.Absent"
}

// items writes the head of a loop over a list.
func (g *generator) items(e *ir.Expr, item string, s *scope) (head, room string) {
	if e.Op == ir.BindOp && e.Fn == "filter" && e.Args[0].Op == ir.LivingOp {
		// Who stands on a square is read from the lists of the grid.
		p := g.c.coveredBy(e.Args[1], e.Var)
		g.alloc = true
		list := g.temp()
		g.f("%s := k.Standing(%d, %s)", list, e.Args[0].Record.Index, g.num(p, s))
		return fmt.Sprintf("for _, %s := range %s {", item, list), "int64(len(" + list + "))"
	}
	slice := func(x string) (string, string) {
		list := g.temp()
		g.f("%s := %s", list, x)
		return fmt.Sprintf("for _, %s := range %s {", item, list), "int64(len(" + list + "))"
	}
	if list := s.lists[sourceOf(e, s)]; list != "" {
		i := g.temp()
		return fmt.Sprintf("for %s := int64(1); %s <= k.At(%s); %s++ {\n%s := k.At(%s+%s)", i, i, list, i, item, list, i), "k.At(" + list + ")"
	}
	switch {
	case e.Op == ir.ValueOp && g.p.keep.values[e.Value] != nil && !g.direct(g.p.keep.values[e.Value]):
		return slice(g.keptList(g.p.keep.values[e.Value], g.keptOf(e, s)))
	case e.Op == ir.LivingOp && e.Record.Entity:
		return slice(fmt.Sprintf("k.Living(%d)", e.Record.Index))
	case e.Op == ir.NativeOp && e.Native == "neighbours" && g.single(e.Args...):
		return slice(fmt.Sprintf("k.Beside(%s)", g.place(e.Args[0], s)))
	case e.Op == ir.NativeOp && e.Native == "at_place" && g.p.space == "grid":
		n := g.temp()
		return fmt.Sprintf("for %s := k.FirstAt(%s); %s >= 0; %s = k.NextAt(%s) {\n%s := k.WhoAt(%s)\nif %s == interp.Absent { continue }",
			n, g.num(e.Args[0], s), n, n, n, item, n, item), number(int64(g.p.lay.entities))
	case e.Op == ir.NativeOp && e.Native == "footprint" && g.p.space == "grid":
		g.alloc = true
		return slice(fmt.Sprintf("k.OnBase(%s)", g.base(e, s)))
	case e.Op == ir.EnumOp:
		n := len(e.Enum.Members)
		return fmt.Sprintf("for %s := int64(0); %s < %d; %s++ {", item, item, n, item), number(int64(n))
	case e.Op == ir.RangeOp:
		lo, hi := g.hold(g.num(e.Args[0], s)), g.hold(g.num(e.Args[1], s))
		return fmt.Sprintf("for %s := %s; %s <= min(%s, %s+65535); %s++ {", item, lo, item, hi, lo, item), fmt.Sprintf("max(int64(0), min(%s-%s+1, 65536))", hi, lo)
	}
	list, i := g.temp(), g.temp()
	g.f("%s := %s", list, g.num(e, s))
	return fmt.Sprintf("for %s := int64(1); %s <= k.At(%s); %s++ {\n%s := k.At(%s+%s)", i, i, list, i, item, list, i), "k.At(" + list + ")"
}

// keptOf writes the entity a kept formula is asked of.
func (g *generator) keptOf(e *ir.Expr, s *scope) string {
	if e.Value.Self == nil && len(e.Value.Params) == 0 {
		return "0"
	}
	if len(e.Args) == 0 || e.Args[0] == nil {
		g.refuse("a kept value without its argument")
	}
	return g.num(e.Args[0], s)
}

// sourceOf identifies the list a value gives, if it is asked of cells; else it is "".
func sourceOf(e *ir.Expr, s *scope) string {
	if e.Op != ir.ValueOp {
		return ""
	}
	key := fmt.Sprintf("%p", e.Value)
	for _, a := range e.Args {
		if a == nil || a.Op != ir.LocalOp || s.vars[a.Local] == "" {
			return ""
		}
		key += " " + s.vars[a.Local]
	}
	return key
}

// again tells whether a formula walks the same list in its loop once more.
func again(e *ir.Expr) bool {
	l := e.Args[0]
	if l.Op != ir.ValueOp {
		return false
	}
	found := false
	e.Args[1].Walk(func(x *ir.Expr) {
		if x.Op != ir.BindOp || x.Args[0].Op != ir.ValueOp || x.Args[0].Value != l.Value || len(x.Args[0].Args) != len(l.Args) {
			return
		}
		same := true
		for i, a := range x.Args[0].Args {
			b := l.Args[i]
			same = same && a != nil && b != nil && a.Op == ir.LocalOp && b.Op == ir.LocalOp && a.Local == b.Local
		}
		found = found || same
	})
	return found
}

// bindTest writes any, all, none. A list that is walked in itself is made first.
func (g *generator) bindTest(e *ir.Expr, s *scope) string {
	return g.cleanup("bool", func() string {
		if key := sourceOf(e.Args[0], s); key != "" && s.lists[key] == "" && again(e) && len(g.nest) == 0 && g.canOpen(e.Args[0].Value) {
			item := &ir.Local{Name: "item", Type: e.Args[0].Type.Elem}
			yes := &ir.Expr{Op: ir.Const, Int: 1, Type: ir.BoolType}
			all := &ir.Expr{Op: ir.BindOp, Fn: "filter", Var: item, Type: e.Args[0].Type, Args: []*ir.Expr{e.Args[0], yes}}
			s = s.having(key, g.num(all, s))
		}
		found, item := g.temp(), g.temp()
		g.f("%s := false", found)
		g.walk(e.Args[0], item, s, nil, func() {
			in := s.with(e.Var, item)
			if e.Fn == "all" {
				g.f("if !%s { %s = true; break }", g.test(e.Args[1], in), found)
				return
			}
			g.skip(e.Args[1], in)
			g.f("%s = true", found)
			g.f("break")
		})
		if e.Fn == "any" {
			return found
		}
		return "!" + found
	})
}
