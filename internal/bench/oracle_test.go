package bench

import (
	"errors"
	"fmt"
	"testing"

	"github.com/expr-lang/expr"

	"rulec/dice"
	"rulec/interp"
	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// The virtual machine of expr is the oracle of lowered formulas. FuzzFormula
// makes a formula out of bytes, in two spellings: as a rule says it, and as expr
// does. They are the same text but where the languages differ: a division is
// rounded down exactly and by nothing is a fault, a remainder has the sign of the
// divisor, a closure names its item. Both must give the same value for the same
// arguments, or both must fault. rulec alone may fault where a number grows
// beyond its bounds, which expr lets pass.

// maker makes formulas from bytes; when they run out, the simplest.
type maker struct {
	data  []byte
	loose bool // parentheses are left out where both languages read the same
	items []string
	names int
}

func (g *maker) pick(n int) int {
	if len(g.data) == 0 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return int(b) % n
}

// both is a formula in the spellings of rulec and expr.
type both struct{ rule, expr string }

func same(s string) both { return both{s, s} }

// join puts parts into a text with %s for each.
func join(format string, parts ...both) both {
	a, b := make([]any, len(parts)), make([]any, len(parts))
	for i, p := range parts {
		a[i], b[i] = p.rule, p.expr
	}
	return both{fmt.Sprintf(format, a...), fmt.Sprintf(format, b...)}
}

// apart is a format for each language.
func apart(rule, expr string, parts ...both) both {
	return both{join(rule, parts...).rule, join(expr, parts...).expr}
}

func (g *maker) group(x both) both {
	if g.loose && g.pick(2) == 1 {
		return x
	}
	return join("(%s)", x)
}

func (g *maker) number(depth int) both {
	if depth <= 0 || len(g.data) == 0 {
		switch k := g.pick(8); {
		case k < 3:
			return same([]string{"a", "b", "c"}[k])
		case k == 3 && len(g.items) > 0:
			return same(g.items[g.pick(len(g.items))])
		default:
			return same(fmt.Sprint(g.pick(13)))
		}
	}
	d := depth - 1
	switch g.pick(16) {
	case 0, 1:
		return g.group(join("%s + %s", g.number(d), g.number(d)))
	case 2, 3:
		return g.group(join("%s - %s", g.number(d), g.number(d)))
	case 4:
		return g.group(join("%s * %s", g.number(d), g.number(d)))
	case 5:
		return join("(-%s)", g.atom(d))
	case 6:
		return apart("floor((%s) / (%s))", "down(%s, %s)", g.number(d), g.number(d))
	case 7:
		return apart("ceil((%s) / (%s))", "up(%s, %s)", g.number(d), g.number(d))
	case 8:
		return apart("((%s) %% (%s))", "rest(%s, %s)", g.number(d), g.number(d))
	case 9:
		return join([]string{"min(%s, %s)", "max(%s, %s)"}[g.pick(2)], g.number(d), g.number(d))
	case 10:
		return join("abs(%s)", g.number(d))
	case 11, 12:
		return g.group(join("%s ? %s : %s", g.truth(d), g.number(d), g.number(d)))
	case 13:
		return g.over("count(%s in %s, %s)", "count(%[2]s, {let %[1]s = #; %[3]s})", d, g.truth)
	case 14:
		return g.over("sum(%s in %s, %s)", "sum(map(%[2]s, {let %[1]s = #; %[3]s}))", d, g.number)
	default:
		fn := []string{"min", "max"}[g.pick(2)]
		return g.over(fn+"(%s in %s, %s)", fn+"(map(%[2]s, {let %[1]s = #; %[3]s}))", d, g.number)
	}
}

// atom is a number that a sign may stand before.
func (g *maker) atom(depth int) both {
	if depth > 0 {
		return join("(%s)", g.number(depth))
	}
	return same([]string{"a", "b", "c", "7"}[g.pick(4)])
}

// over is a closure over a list that is not empty.
func (g *maker) over(rule, oracle string, depth int, body func(int) both) both {
	list := g.list(depth)
	g.names++
	name := fmt.Sprintf("item_%d", g.names)
	g.items = append(g.items, name)
	inside := body(depth)
	g.items = g.items[:len(g.items)-1]
	return apart(rule, oracle, same(name), list, inside)
}

func (g *maker) list(depth int) both {
	if g.pick(3) == 0 {
		low := g.pick(5)
		return same(fmt.Sprintf("%d..%d", low, low+g.pick(6)))
	}
	out := g.number(depth - 1)
	for range g.pick(4) {
		out = join("%s, %s", out, g.number(depth-1))
	}
	return join("[%s]", out)
}

func (g *maker) truth(depth int) both {
	if depth <= 0 || len(g.data) == 0 {
		if k := g.pick(6); k >= 2 {
			return g.compare(0)
		} else {
			return same([]string{"p", "q"}[k])
		}
	}
	d := depth - 1
	switch g.pick(12) {
	case 0, 1:
		return g.group(join("%s and %s", g.truth(d), g.truth(d)))
	case 2, 3:
		return g.group(join("%s or %s", g.truth(d), g.truth(d)))
	case 4:
		return join("(not (%s))", g.truth(d))
	case 5:
		return g.group(join("%s ? %s : %s", g.truth(d), g.truth(d), g.truth(d)))
	case 6:
		return join([]string{"((%s) == (%s))", "((%s) != (%s))"}[g.pick(2)], g.truth(d), g.truth(d))
	case 7:
		// Plain items: rulec stops at the first that is equal, and may so miss a fault.
		return join([]string{"((%s) in %s)", "((%s) not in %s)"}[g.pick(2)], g.number(d), g.list(0))
	case 8:
		fn := []string{"any", "all", "none"}[g.pick(3)]
		return g.over(fn+"(%s in %s, %s)", fn+"(%[2]s, {let %[1]s = #; %[3]s})", d, g.truth)
	default:
		return g.compare(d)
	}
}

func (g *maker) compare(depth int) both {
	op := []string{"<", "<=", "==", "!=", ">=", ">"}[g.pick(6)]
	return g.group(join("%s "+op+" %s", g.number(depth), g.number(depth)))
}

var errNothing = errors.New("by nothing")

func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func byDivision(f func(a, b int) int) func(...any) (any, error) {
	return func(in ...any) (any, error) {
		a, b := in[0].(int), in[1].(int)
		if b == 0 {
			return nil, errNothing
		}
		return f(a, b), nil
	}
}

var oracleOptions = []expr.Option{
	expr.Env(map[string]any{"a": 0, "b": 0, "c": 0, "p": false, "q": false}),
	expr.Function("down", byDivision(floorDiv), new(func(int, int) int)),
	expr.Function("up", byDivision(func(a, b int) int { return -floorDiv(-a, b) }), new(func(int, int) int)),
	expr.Function("rest", byDivision(func(a, b int) int { return a - b*floorDiv(a, b) }), new(func(int, int) int)),
}

// ask runs a formula as the only line of a small pack.
func ask(f string, args [3]int, p, q bool) (value int64, refused *diag.Log, fault *interp.Fault) {
	text := "event probe(a: int, b: int, c: int, p: bool, q: bool) { result: int = 0; stage all { result = " + f + " } }\n" +
		"measure result = probe.result\n"
	log := &diag.Log{}
	tree := syntax.Parse(source.New("probe.rule", text), log)
	prog := check.Check(check.Input{Pack: "probe", Files: []*syntax.File{tree}, Entry: "probe"}, log)
	if log.Errors() > 0 {
		return 0, log, nil
	}
	linked := interp.Link(prog, nil, 1, nil)
	if len(linked.Faults) > 0 {
		return 0, nil, linked.Faults[0]
	}
	in, _ := interp.Build(linked, &ir.Scene{})
	m := interp.NewMachine(linked)
	m.Dice = &interp.Seeded{Rand: dice.Seeded(1, 1)}
	word := func(t bool) int64 {
		if t {
			return 1
		}
		return 0
	}
	m.Load(in)
	m.Begin(prog.Entry, int64(args[0]), int64(args[1]), int64(args[2]), word(p), word(q))
	end := &atEnd{of: prog.Entry}
	m.Listener = end
	if m.Run() != interp.Done {
		return 0, nil, m.Fault()
	}
	return end.measures[0].Value, nil, nil
}

func judge(t *testing.T, f both, isTruth bool, args [3]int, p, q, loose bool) {
	env := map[string]any{"a": args[0], "b": args[1], "c": args[2], "p": p, "q": q}
	rule := f.rule
	if isTruth {
		rule = "(" + rule + ") ? 1 : 0"
	}
	got, refused, fault := ask(rule, args, p, q)
	if refused != nil {
		if !loose && refused.Sorted()[0].Code != diag.OutOfBounds { // a division by a plain 0
			t.Fatalf("rulec refuses %s: %v", f.rule, refused.Sorted()[0].Message)
		}
		t.Skip("not well typed without its parentheses")
	}
	if fault != nil && fault.Code != "E0703" {
		t.Fatalf("%s: fault %s %s", f.rule, fault.Code, fault.Message)
	}
	program, err := expr.Compile(f.expr, oracleOptions...)
	if err != nil {
		t.Fatalf("expr refuses %s: %v", f.expr, err)
	}
	out, err := expr.Run(program, env)
	switch {
	case err != nil && !errors.Is(err, errNothing):
		t.Fatalf("expr fails on %s: %v", f.expr, err)
	case err != nil && fault == nil:
		t.Fatalf("%s with %v: rulec says %d, and expr divides by nothing", f.rule, env, got)
	case err == nil && fault != nil:
		if fault.Message != tooLarge {
			t.Fatalf("%s with %v: rulec faults with %q, and expr says %v", f.rule, env, fault.Message, out)
		}
		t.Skip("too large")
	case err != nil:
		return // both
	}
	want := int64(0)
	switch v := out.(type) {
	case bool:
		if v {
			want = 1
		}
	case int:
		want = int64(v)
	default:
		t.Fatalf("%s is a %T for expr", f.expr, out)
	}
	if got != want {
		t.Fatalf("with %v\nrulec: %s = %d\nexpr:  %s = %d", env, f.rule, got, f.expr, want)
	}
}

// tooLarge is what a fault says of numbers out of bounds.
const tooLarge = "a number grew beyond all bounds"

func FuzzFormula(f *testing.F) {
	f.Add([]byte{}, int8(1), int8(2), int8(3), true, false)
	f.Add([]byte{0, 1, 4, 6, 7, 8, 9, 10, 11, 13, 14, 15, 2, 3, 5, 7, 9, 1, 4, 6, 2}, int8(-7), int8(2), int8(0), false, true)
	r := dice.Seeded(20, 26)
	for range 300 {
		data := make([]byte, 8+r.Below(120))
		for i := range data {
			data[i] = byte(r.Uint64())
		}
		f.Add(data, int8(r.Uint64()), int8(r.Uint64()), int8(r.Below(5)), r.Below(2) == 0, r.Below(2) == 0)
	}
	f.Fuzz(func(t *testing.T, data []byte, a, b, c int8, p, q bool) {
		if len(data) > 300 {
			t.Skip()
		}
		g := &maker{data: data}
		g.loose = g.pick(2) == 1
		truth := g.pick(2) == 1
		depth := 1 + g.pick(5)
		var formula both
		if truth {
			formula = g.truth(depth)
		} else {
			formula = g.number(depth)
		}
		judge(t, formula, truth, [3]int{int(a), int(b), int(c)}, p, q, g.loose)
	})
}
