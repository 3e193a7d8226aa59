package bench

import (
	"fmt"
	"strings"
	"testing"

	"rulec/internal/bench/skirmish"
	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/source"
)

// load reads and checks the pack, with further rule files.
func load(t testing.TB, extra ...string) *pack.Pack {
	t.Helper()
	log := &diag.Log{}
	l := pack.Loader{Log: log, Extra: extra}
	p := l.ByDir("pack")
	if log.Errors() > 0 {
		var b strings.Builder
		diag.WriteText(&b, log.Sorted(), diag.TextOptions{})
		t.Fatal(b.String())
	}
	return p
}

// sceneOf says the same scene in the words of the pack.
func sceneOf(t testing.TB, p *pack.Pack, s *skirmish.Scene) *ir.Scene {
	t.Helper()
	return sceneWith(t, p, skirmish.Size, s.Creatures[:], s.Rocks)
}

// sceneWith says a scene of any size in the words of the pack.
func sceneWith(t testing.TB, p *pack.Pack, size int, creatures []skirmish.Creature, rocks []skirmish.Square) *ir.Scene {
	t.Helper()
	out := &ir.Scene{Name: "skirmish", Width: size, Height: size}
	record := func(name string) *ir.Record {
		for _, r := range p.Program.Records {
			if r.Name == name {
				return r
			}
		}
		t.Fatalf("no record %q", name)
		return nil
	}
	creature, rock := record("creature"), record("rock")
	log := &diag.Log{}
	set := func(th *ir.Thing, name, formula string) {
		for _, f := range creature.Fields {
			if f.Name == name {
				x := p.Env.Formula(formula, source.Span{}, f.Type, log)
				if x == nil {
					t.Fatalf("%s: %s: %s", name, formula, log.Sorted()[0].Message)
				}
				th.Fields = append(th.Fields, ir.FieldInit{Field: f, Value: x})
				return
			}
		}
		t.Fatalf("no field %q", name)
	}
	sides, kinds := []string{"heroes", "foes"}, []string{"steel", "fire"}
	for i := range creatures {
		c := &creatures[i]
		th := &ir.Thing{Name: fmt.Sprintf("fighter %d", i), Record: creature, X: c.X, Y: c.Y, Placed: true, Tactic: p.Program.Tactics[0]}
		set(th, "side", sides[c.Side])
		set(th, "max_hp", fmt.Sprint(c.HP))
		set(th, "hp", fmt.Sprint(c.HP))
		set(th, "initiative_bonus", fmt.Sprint(c.Initiative))
		set(th, "attack_bonus", fmt.Sprint(c.Attack))
		set(th, "defense", fmt.Sprint(c.Defense))
		set(th, "pace", fmt.Sprintf("%d squares", c.Pace))
		set(th, "reach", fmt.Sprintf("%d squares", c.Reach))
		set(th, "harm", fmt.Sprintf("%dd%d + %d", c.Dice, c.Sides, c.Plus))
		set(th, "harm_type", kinds[c.Kind])
		set(th, "dr", fmt.Sprint(c.Reduction))
		var resistance, weakness []string
		for k, name := range kinds {
			resistance = append(resistance, fmt.Sprintf("%s: %d", name, c.Resistance[k]))
			if c.Weak[k] {
				weakness = append(weakness, name+": d6")
			}
		}
		set(th, "resistance", "{ "+strings.Join(resistance, ", ")+" }")
		if len(weakness) > 0 {
			set(th, "weakness", "{ "+strings.Join(weakness, ", ")+" }")
		}
		out.Things = append(out.Things, th)
	}
	for i, r := range rocks {
		out.Things = append(out.Things, &ir.Thing{Name: fmt.Sprintf("rock %d", i), Record: rock, X: r.X, Y: r.Y, Placed: true})
	}
	return out
}

// runner plays fights of one scene with the pack.
type runner struct {
	pack  *pack.Pack
	start *interp.Initial
	m     *interp.Machine
	dice  *interp.Seeded
}

func newRunner(t testing.TB, p *pack.Pack, s *skirmish.Scene) *runner {
	t.Helper()
	return newCompiledRunner(t, p, s, nil)
}

// room is for how many entities the generated code is made.
const room = skirmish.Fighters + 64

// newCompiledRunner plays with generated code, if there is any.
func newCompiledRunner(t testing.TB, p *pack.Pack, s *skirmish.Scene, code *interp.Native) *runner {
	t.Helper()
	scene := sceneOf(t, p, s)
	linked := interp.Link(p.Program, nil, room, nil)
	for _, f := range linked.Faults {
		t.Fatalf("%s: %s", f.Span.Text(), f.Message)
	}
	if code != nil {
		if err := linked.Attach(code); err != nil {
			t.Fatal(err)
		}
	}
	start, faults := interp.Build(linked, scene)
	for _, f := range faults {
		t.Fatal(f.Text)
	}
	r := &runner{pack: p, start: start, m: interp.NewMachine(linked), dice: &interp.Seeded{}}
	r.m.Dice = r.dice
	return r
}

// run plays fight n of a seed to its end.
func (r *runner) run(t testing.TB, seed, n uint64) {
	r.dice.Rand.Seed(seed, n)
	r.m.Load(r.start)
	r.m.Begin(r.pack.Program.Entry)
	if r.m.Run() != interp.Done {
		f := r.m.Fault()
		if f == nil {
			t.Fatalf("fight %d waits for something", n)
		}
		t.Fatalf("fight %d: %s %s %s %v", n, f.Code, f.Message, f.Span.Text(), f.Loop)
	}
}

// outcome plays a fight and reads its measures.
func (r *runner) outcome(t testing.TB, seed, n uint64) skirmish.Outcome {
	end := &atEnd{of: r.pack.Program.Entry}
	r.m.Listener = end
	r.run(t, seed, n)
	r.m.Listener = nil
	return end.outcome()
}

func (l *atEnd) outcome() skirmish.Outcome {
	out := skirmish.Outcome{}
	i := 0
	for _, v := range l.measures {
		switch v.Measure.Name {
		case "rounds":
			out.Rounds = int(v.Value)
		case "won_by":
			out.Winner = int(v.Value)
		case "hit_points":
			out.HP[i] = int(v.Value)
			i++
		}
	}
	return out
}
