package bench

import (
	"fmt"
	"testing"
	"time"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"

	"rulec/internal/bench/skirmish"
	"rulec/interp"
	"rulec/lang/ir"
)

// fighter is a creature as expr sees it: a struct, whose fields it reads fastest.
type fighter struct {
	X, Y, HP, Reach int
}

// asked is a formula of the pack in both languages. testdata/formulas.rule has it for
// rulec, in an event of this name. What expr reads of one creature are variables, of
// which it has the cheapest map it knows; lists are made before, and so are the
// numbers boxed: only the formula itself is paid for.
type asked struct {
	name, expr string
	event      string  // how often a fight asks: as often as this begins,
	times      int     // so many times,
	value      string  // or as often as the answers of this value are worked out
	closures   float64 // ns
	machine    float64 // ns
	perFight   float64
	program    *vm.Program
}

func formulas() []*asked {
	const far = "max(abs(#.X - x), abs(#.Y - y))"
	return []*asked{
		{name: "hits", expr: "natural == 20 or natural != 1 and natural + attack_bonus >= foe_defense ? 1 : 0", event: "attack", times: 2},
		{name: "critical", expr: "natural == 20 ? 1 : 0", event: "damage", times: 2},
		{name: "resistance", expr: "max(0, left - resistance[harm_type])", event: "damage", times: 1},
		{name: "reduction", expr: "left > 0 ? max(1, left - foe_dr) : left", event: "damage", times: 1},
		{name: "foes", expr: "count(enemies, #.HP > 0)", value: "foes"},
		{name: "in_reach", expr: "count(foes, " + far + " <= reach)", value: "in_reach"},
		{name: "engaged", expr: "any(foes, " + far + " <= reach) ? 1 : 0", value: "engaged"},
		{name: "besetting", expr: "count(foes, " + far + " <= #.Reach)", value: "besetting"},
		{name: "nearest_foe", expr: "min(map(foes, " + far + "))", value: "nearest_foe"},
		{name: "weakest", expr: "len(within) > 0 ? min(map(within, #.HP)) : 0", event: "strike", times: 1},
	}
}

// moment is a state that formulas are asked in: who strikes whom, and with what.
type moment struct{ who, foe, natural, left int }

var moments = []moment{{1, 6, 11, 7}, {0, 7, 20, 2}, {6, 2, 1, 0}, {7, 3, 16, 12}}

// environment says a moment to expr.
func environment(s *skirmish.Scene, at moment) map[string]any {
	who, foe := s.Creatures[at.who], s.Creatures[at.foe]
	kinds := []string{"steel", "fire"}
	var foes, within []*fighter
	for _, c := range s.Creatures {
		if c.Side == who.Side {
			continue
		}
		f := &fighter{c.X, c.Y, c.HP, c.Reach}
		foes = append(foes, f)
		if max(max(c.X-who.X, who.X-c.X), max(c.Y-who.Y, who.Y-c.Y)) <= who.Reach {
			within = append(within, f)
		}
	}
	return map[string]any{"natural": at.natural, "left": at.left, "attack_bonus": who.Attack, "foe_defense": foe.Defense, "foe_dr": foe.Reduction,
		"resistance": map[string]int{kinds[0]: foe.Resistance[0], kinds[1]: foe.Resistance[1]}, "harm_type": kinds[who.Kind],
		"x": who.X, "y": who.Y, "reach": who.Reach, "enemies": foes, "foes": foes, "within": within}
}

// asks counts what begins in a fight, and what is worked out.
type asks struct {
	deaf
	n map[string]int
}

func (l *asks) Started(_ *interp.Machine, _ int, e *ir.Event) { l.n[e.Name]++ }

// BenchmarkExpr prices formulas of the pack by our closures and by expr's machine,
// which must say the same, and what a fight would cost if it asked the machine.
// Answers that are kept are kept for both. What expr has no words for (squares about
// somebody, rings, who wears what) stays as it is.
func BenchmarkExpr(b *testing.B) {
	s := skirmish.Standard()
	for i := range s.Creatures { // all of them stand together
		s.Creatures[i].X, s.Creatures[i].Y = 8+i%4, 9+i/4
	}
	s.Rocks = nil
	p := load(b, "testdata/formulas.rule")
	r := newRunner(b, p, s)
	events := map[string]*ir.Event{}
	for _, e := range p.Program.Events {
		events[e.Name] = e
	}
	rulec := func(event *ir.Event, at moment, n int) (said int64, took time.Duration) {
		entity := func(i int) int64 { return r.start.Entity(r.start.Scene.Things[i]) }
		r.m.Load(r.start)
		r.m.SetFuel(1 << 62)
		r.m.Begin(event, entity(at.who), entity(at.foe), int64(at.natural), int64(at.left), int64(n))
		end := &atEnd{of: event}
		if n == 1 {
			r.m.Listener = end
		}
		start := cpuTime()
		if r.m.Run() != interp.Done {
			b.Fatal(r.m.Fault())
		}
		took = cpuTime() - start
		r.m.Listener = nil
		for _, x := range end.measures {
			if x.Measure.Name == "said" && x.Of == entity(at.who) {
				said = x.Value
			}
		}
		return said, took
	}
	var machine vm.VM
	run := func(p *vm.Program, env map[string]any) any {
		v, err := machine.Run(p, env)
		if err != nil {
			b.Fatal(err)
		}
		return v
	}
	all := formulas()
	counted := countAsks(b, all)
	for _, f := range all {
		b.Run(f.name, func(b *testing.B) {
			var closures, boxed, loops time.Duration
			for _, at := range moments {
				env := environment(s, at)
				program, err := expr.Compile(f.expr, expr.Env(env))
				if err != nil {
					b.Fatal(err)
				}
				said, _ := rulec(events["ask_"+f.name], at, 1)
				if v := run(program, env); v != int(said) {
					b.Fatalf("%s of %v: expr says %v, rulec %d", f.name, at, v, said)
				}
				_, t := rulec(events["ask_nothing"], at, b.N)
				loops += t
				_, t = rulec(events["ask_"+f.name], at, b.N)
				closures += t
				start := cpuTime()
				for range b.N {
					run(program, env)
				}
				boxed += cpuTime() - start
			}
			n := float64(b.N * len(moments))
			f.closures = max(1, float64((closures-loops).Nanoseconds())/n)
			f.machine = float64(boxed.Nanoseconds()) / n
			b.ReportAllocs()
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(f.closures, "closures-cpu-ns")
			b.ReportMetric(f.machine, "expr-cpu-ns")
			b.ReportMetric(f.machine/f.closures, "ratio")
			b.ReportMetric(f.perFight, "asked/fight")
		})
	}
	b.Run("fight", func(b *testing.B) {
		whole := newRunner(b, load(b), skirmish.Standard())
		whole.run(b, 1, 0)
		b.ReportAllocs()
		b.ResetTimer()
		start := cpuTime()
		for i := range b.N {
			whole.run(b, 1, uint64(i%counted))
		}
		fight := float64((cpuTime() - start).Nanoseconds()) / float64(b.N)
		more := 0.0
		for _, f := range all {
			more += f.perFight * (f.machine - f.closures)
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(fight, "closures-cpu-ns")
		b.ReportMetric((fight+more)/fight, "fight-ratio")
	})
}

// countAsks finds how often a fight asks each formula: the mean of as many fights as
// it says.
func countAsks(b *testing.B, all []*asked) int {
	const fights = 200
	r := newRunner(b, load(b), skirmish.Standard())
	l := &asks{n: map[string]int{}}
	r.m.Listener = l
	r.m.Anew = func(v *ir.Value) { l.n["value "+v.Name]++ }
	for i := range uint64(fights) {
		r.run(b, 1, i)
	}
	for _, f := range all {
		n := l.n[f.event] * f.times
		if f.value != "" {
			n = l.n["value "+f.value]
		}
		if n == 0 {
			b.Fatal(fmt.Sprintf("no fight asks %s", f.name))
		}
		f.perFight = float64(n) / fights
	}
	return fights
}
