package interp

import (
	"fmt"
	"strings"

	"rulec/lang/ir"
)

// withoutForm are the statements that instructions carry out.
var withoutForm = map[ir.StmtKind]string{
	ir.DoDeedStmt: "a deed held as data", ir.CreateStmt: "something that is made", ir.OfferStmt: "an offer",
	ir.ChooseStmt: "a choice", ir.OnceStmt: "something that is waited for",
}

// body is where statements stand: in an event, or in what answers one.
type body struct {
	*scope
	ev        *event // whose own `end` leaves, or nil
	lean      bool   // it has no entry on the control stack
	frameless bool   // and its outcome is a variable
	h         string // its frame in memory, or ""
	leave     string // the statement that leaves it from here
}

// stmts writes statements, and tells whether the last leaves the body, so that
// nothing comes after it.
func (g *generator) stmts(list []*ir.Stmt, b *body) (left bool) {
	for _, s := range list {
		g.stmt(s, b)
		if g.leaves(s, b) {
			return true
		}
	}
	return false
}

// leaves tells whether a statement always leaves the body it stands in.
func (g *generator) leaves(s *ir.Stmt, b *body) bool {
	last := func(list []*ir.Stmt) bool {
		for _, x := range list {
			if g.leaves(x, b) {
				return true
			}
		}
		return false
	}
	switch s.Kind {
	case ir.EndStmt:
		return s.Where2 == nil && !s.Outer
	case ir.IfStmt:
		if k, ok := g.c.constant(s.Expr); ok {
			if k != 0 {
				return last(s.Body)
			}
			return last(s.Else)
		}
		return last(s.Body) && last(s.Else)
	case ir.TogetherStmt:
		return last(s.Body)
	}
	return false
}

// set writes into a cell of the running frame.
func (g *generator) set(l *ir.Local, x string, b *body) {
	if v, ok := b.vars[l]; ok {
		g.f("%s = %s", v, x)
		return
	}
	if b.fp == "" {
		g.refuse("a cell that lies nowhere: %s", l.Name)
	}
	g.f("k.Set(%s+%d, %s)", b.fp, g.c.off(l), x)
}

// checked leaves after a fault, and when the event has been ended meanwhile.
func (g *generator) checked(b *body) {
	switch {
	case b.frameless:
		g.f("if %s != 0 || k.Failed() { %s }", b.outcome, b.leave)
	case b.ev != nil && !b.lean:
		g.f("if k.Ended(%s) || k.Failed() { %s }", b.h, b.leave)
	default:
		g.f("if k.Failed() { %s }", b.leave)
	}
}

func (g *generator) stmt(s *ir.Stmt, b *body) {
	switch s.Kind {
	case ir.LetStmt, ir.IfStmt, ir.EndStmt, ir.ForStmt, ir.RepeatStmt, ir.TogetherStmt:
	default:
		defer g.changed()
	}
	switch s.Kind {
	case ir.LetStmt:
		if !plain(s.Expr.Type) {
			g.set(s.Var, g.num(s.Expr, b.scope), b)
			g.spills = g.spills || g.alloc
			g.alloc = false
			return
		}
		g.set(s.Var, g.cleanup("int64", func() string { return g.num(s.Expr, b.scope) }), b)
	case ir.RollStmt:
		g.roll(s, b)
	case ir.IfStmt:
		if k, ok := g.c.constant(s.Expr); ok {
			if k != 0 {
				g.stmts(s.Body, b)
			} else {
				g.stmts(s.Else, b)
			}
			return
		}
		g.f("if %s {", g.cleanup("bool", func() string { return g.test(s.Expr, b.scope) }))
		g.stmts(s.Body, b)
		if len(s.Else) > 0 {
			g.f("} else {")
			g.stmts(s.Else, b)
		}
		g.f("}")
	case ir.ForStmt:
		g.forStmt(s, b)
	case ir.RepeatStmt:
		g.repeat(s, b)
	case ir.DoStmt:
		g.do(s, b)
	case ir.TogetherStmt:
		g.f("k.Together(1)")
		inner := *b
		inner.leave = "k.Together(-1)\n" + b.leave
		if g.stmts(s.Body, &inner) {
			return
		}
		if g.p.whiles {
			g.f("k.SettleTogether()")
			g.changed()
		}
		g.f("k.Together(-1)")
	case ir.ApplyStmt:
		g.apply(s, b)
	case ir.RemoveStmt:
		g.remove(s, b)
	case ir.EndStmt:
		g.endStmt(s, b)
	case ir.AssignStmt:
		g.assign(s, b)
	case ir.CallStmt:
		g.callStmt(s, b)
	case ir.DestroyStmt:
		g.f("k.Destroy(%s)", g.num(s.Expr, b.scope))
	default:
		g.refuse("%s", withoutForm[s.Kind])
	}
}

func (g *generator) roll(s *ir.Stmt, b *body) {
	x := ""
	if s.Expr.Op == ir.DiceConst {
		if d := simpleOf(g.p.pools[g.p.pool(s.Expr.Str)]); d.sides > 0 {
			x = fmt.Sprintf("k.Throw(%d, %d)", d.n, d.sides)
			if d.plus != 0 {
				x += fmt.Sprintf(" + %d", d.plus)
			}
		}
	}
	if x == "" {
		x = "k.Roll(" + g.num(s.Expr, b.scope) + ")"
	}
	g.set(s.Var, x, b)
}

// do starts an event: a lean one is a call, one that has no native form is run by
// its instructions.
func (g *generator) do(s *ir.Stmt, b *body) {
	if s.Block != nil {
		g.refuse("clauses for the length of an event")
	}
	ev := g.p.events[s.Event.Index]
	if ev.lean && ev.idle && len(s.Arms) == 0 && s.Var == nil {
		g.f("k.Fuel() // %s does nothing", ev.ir.Name)
		return
	}
	callee := newScope()
	var args []string
	around := g.scratch
	if s.Var != nil {
		// What it was stays readable, and so its frame stays on the stack.
		around = func(write func()) {
			write()
			g.alloc, g.spills = false, true
		}
	}
	around(func() {
		if ev.action != nil {
			who := "interp.Absent"
			if s.By != nil {
				who = g.num(s.By, b.scope)
			}
			args = append(args, g.hold(who))
			if ev.ir.Self != nil {
				callee.vars[ev.ir.Self] = args[0]
			}
		}
		for i, p := range ev.ir.Params {
			a := g.hold(g.argument(s.Args, i, p, b.scope, callee))
			callee.vars[p] = a
			args = append(args, a)
		}
		g.start(s, ev, args, b)
	})
	g.checked(b)
}

func (g *generator) start(s *ir.Stmt, ev *event, args []string, b *body) {
	all := strings.Join(append([]string{"k"}, args...), ", ")
	lean, frameless, heavy := unit{leanUnit, ev.ir.Index}, unit{framelessUnit, ev.ir.Index}, unit{eventUnit, ev.ir.Index}
	switch {
	case s.Var != nil:
		if !g.use(heavy) {
			g.refuse("an event that is known by name and has no native form")
		}
		h := g.temp()
		g.f("%s := %s(%s)", h, heavy, all)
		g.set(s.Var, h, b)
		if s.Bind != nil && len(s.Arms) > 0 {
			g.set(s.Bind, h, b)
		}
		g.arms(s, h, b)
		g.f("%send(k, %s)", heavy, h)
		g.f("k.SetTop(int(%s) + %d)", h, ev.size)
	case !ev.lean && len(s.Arms) == 0 && g.canBeFrameless(ev) && g.use(frameless):
		g.f("%s(%s)", frameless, all)
	case ev.lean && len(s.Arms) == 0 && g.use(lean):
		g.f("%s(%s)", lean, all)
	case g.use(heavy):
		h := g.temp()
		g.f("%s := %s(%s)", h, heavy, all)
		if s.Bind != nil && len(s.Arms) > 0 {
			g.set(s.Bind, h, b)
		}
		g.arms(s, h, b)
		g.f("%send(k, %s)", heavy, h)
	case len(s.Arms) == 0:
		g.f("k.Call(%s)", strings.Join(append([]string{fmt.Sprint(ev.ir.Index)}, args...), ", "))
	default:
		g.refuse("arms of an event without a native form")
	}
}

// arms writes what follows from an outcome. An `end` in an arm leaves the arm;
// the event that has come to its end is left before the one that is ended.
func (g *generator) arms(s *ir.Stmt, h string, b *body) {
	if len(s.Arms) == 0 {
		return
	}
	label := "arm" + g.temp()
	inner := *b
	inner.leave = "break " + label
	text := g.aside(func() {
		for _, a := range s.Arms {
			g.f("case %d:", outcomeWord(a.Outcome))
			g.stmts(a.Body, &inner)
		}
	})
	if strings.Contains(text, "break "+label) {
		if b.frameless && g.windowOf(s.Event, nil, true) != nil {
			g.refuse("an event that is ended while others answer the one it started")
		}
		g.f("%s:", label)
	}
	g.f("switch k.At(%s+%d) {", h, hdrOutcome)
	g.w.WriteString(text)
	g.f("}")
}

func (g *generator) endStmt(s *ir.Stmt, b *body) {
	event, outcome := s.Event.Index, outcomeWord(s.Outcome)
	switch {
	case s.Where2 != nil && b.events[s.Where2] != nil:
		in := b.events[s.Where2]
		g.f("if %s == 0 { %s = %d }", in.outcome, in.outcome, outcome)
	case s.Where2 != nil:
		g.f("k.End(%d, %s, %d)", event, g.cell(s.Where2, b.scope), outcome)
		if b.ev != nil && !b.lean {
			g.f("if k.Ended(%s) { %s }", b.h, b.leave)
		}
	case s.Outer:
		g.f("k.End(%d, k.Running(%d), %d)", event, event, outcome)
		if b.ev != nil && !b.lean {
			g.f("if k.Ended(%s) { %s }", b.h, b.leave)
		}
	case b.ev == nil || b.ev.ir != s.Event:
		g.refuse("the end of another event")
	case b.frameless:
		g.f("%s = %d", b.outcome, outcome)
		g.f("%s", b.leave)
	case b.lean:
		g.f("%s", b.leave)
	case b.leave == "return":
		// Nothing happens until its outcome is decided.
		g.f("k.Set(%s+%d, %d)", b.h, hdrOutcome, outcome)
		g.f("return")
	default:
		g.f("k.End(%d, %s, %d)", event, b.h, outcome)
		g.f("%s", b.leave)
	}
}

func (g *generator) apply(s *ir.Stmt, b *body) {
	if s.Var != nil || len(s.Until) > 0 && (len(g.c.captures(s.Until[0])) > 0 && b.h == "") {
		g.refuse("an application that is known by name or takes something along")
	}
	g.scratch(func() {
		cv := g.condition(s, b)
		who, by := g.hold(g.num(s.To, b.scope)), "interp.Absent"
		if s.By != nil {
			by = g.hold(g.num(s.By, b.scope))
		}
		outer := "0"
		if b.h != "" {
			outer = b.h
		}
		call := "PutOn"
		if g.p.gainHeard {
			call = "Gain"
		}
		g.f("k.%s(%d, %s, %s, %s, %s)", call, g.sites[s].index, cv, who, by, outer)
	})
	g.checked(b)
}

// condition writes the condition a statement speaks of, as a value.
func (g *generator) condition(s *ir.Stmt, b *body) string {
	switch {
	case s.Condition == nil:
		if s.Expr.Type.Kind == ir.RecordKind {
			return ""
		}
		return g.hold(g.num(s.Expr, b.scope))
	case len(s.CondArgs) == 0:
		return number(g.p.condConsts[s.Condition.Index])
	}
	some := false
	var args []string
	for i, p := range s.Condition.Params {
		switch {
		case i < len(s.CondArgs) && s.CondArgs[i] != nil:
			some = true
			args = append(args, g.num(s.CondArgs[i], b.scope))
		case p.Default != nil:
			args = append(args, g.num(p.Default, b.scope))
		default:
			args = append(args, "interp.Absent")
		}
	}
	if !some {
		return number(g.p.condConsts[s.Condition.Index])
	}
	g.alloc = true
	return fmt.Sprintf("k.Tuple(%s)", strings.Join(append([]string{fmt.Sprint(s.Condition.Index), "0"}, args...), ", "))
}

func (g *generator) remove(s *ir.Stmt, b *body) {
	held := g.temp()
	if s.Condition == nil && s.Expr != nil && s.Expr.Type.Kind == ir.RecordKind {
		g.f("if %s := %s; %s != interp.Absent && k.At(%s) != 0 { k.TakeOff(%s) }", held,
			g.cleanup("int64", func() string { return g.num(s.Expr, b.scope) }), held, held, held)
		g.checked(b)
		return
	}
	g.scratch(func() {
		cv := g.condition(s, b)
		by := "interp.Absent"
		if s.By != nil {
			by = g.hold(g.num(s.By, b.scope))
		}
		list, i := g.temp(), g.temp()
		g.f("%s := k.Worn(k.At(%s), %s, %s)", list, cv, g.num(s.To, b.scope), by)
		g.alloc = true
		ended := ""
		if b.ev != nil && !b.lean {
			ended = fmt.Sprintf(" && !k.Ended(%s)", b.h)
		}
		g.f("for %s := int64(1); %s <= k.At(%s) && !k.Failed()%s; %s++ {", i, i, list, ended, i)
		g.f("k.TakeOff(k.At(%s + %s))", list, i)
		g.f("}")
	})
	if b.ev != nil && !b.lean {
		g.f("if k.Ended(%s) { %s }", b.h, b.leave)
	}
	g.checked(b)
}

func (g *generator) callStmt(s *ir.Stmt, b *body) {
	e := s.Expr
	switch e.Native {
	case "put":
		x := g.hold(g.num(e.Args[0], b.scope))
		put := "Put"
		if g.single() {
			put = "PutPoint"
		}
		g.f("k.%s(%s, %s)", put, x, g.num(e.Args[1], b.scope))
		g.checked(b)
	case "pass":
		g.f("k.Pass(%s)", g.num(e.Args[0], b.scope))
		for i, w := range g.p.windows {
			if w.timed {
				g.f("k.Window(%d, 0)", i)
				g.checked(b)
			}
		}
	default:
		g.refuse("the statement %s", e.Native)
	}
}
