package bench

import (
	"testing"

	"rulec/internal/bench/skirmish"
	"rulec/interp"
	"rulec/lang/pack"
)

//go:generate go run ./generate -room 72 -name skirmishCode -o skirmish_native_test.go
//go:generate go run ./generate -room 72 -name listenCode -with testdata/listens.rule -o listens_native_test.go

// TestNative holds that the generated code plays the fights of the Go beside it.
func TestNative(t *testing.T) {
	for _, x := range []struct {
		name  string
		extra []string
		code  *interp.Native
	}{
		{"alone", nil, skirmishCode},
		{"with listeners", []string{"testdata/listens.rule"}, listenCode},
	} {
		t.Run(x.name, func(t *testing.T) { native(t, load(t, x.extra...), x.code) })
	}
}

func native(t *testing.T, p *pack.Pack, code *interp.Native) {
	compare(t, func(s *skirmish.Scene) func(seed, n uint64) skirmish.Outcome {
		r := newCompiledRunner(t, p, s, code)
		return func(seed, n uint64) skirmish.Outcome { return r.compiled(t, seed, n) }
	})
}

// compiled plays a fight by generated code and reads its measures.
func (r *runner) compiled(t testing.TB, seed, n uint64) skirmish.Outcome {
	r.run(t, seed, n)
	end := &atEnd{measures: r.m.Measures(r.m.Root())}
	return end.outcome()
}

// TestAttach holds that code is refused that was made for another size of scene or
// for other rules.
func TestAttach(t *testing.T) {
	p, heard := load(t), load(t, "testdata/listens.rule")
	for _, x := range []struct {
		name string
		prog *interp.Program
		want bool
	}{
		{"its own", interp.Link(p.Program, nil, room, nil), true},
		{"another size", interp.Link(p.Program, nil, room+1, nil), false},
		{"other rules", interp.Link(heard.Program, nil, room, nil), false},
	} {
		if err := x.prog.Attach(skirmishCode); (err == nil) != x.want {
			t.Errorf("%s: %v", x.name, err)
		}
	}
}

// TestStricter holds that compiled code stops wherever closures do for want of
// fuel: such a fight is then played again by closures, which say what it was.
func TestStricter(t *testing.T) {
	p := load(t)
	s := skirmish.Standard()
	byCode, byRules := newCompiledRunner(t, p, s, skirmishCode), newRunner(t, p, s)
	stopped := 0
	for fuel := int64(1); fuel < 4000; fuel += 7 {
		play := func(r *runner) interp.Status {
			r.dice.Rand.Seed(1, 1)
			r.m.Load(r.start)
			r.m.SetFuel(fuel)
			r.m.Begin(p.Program.Entry)
			return r.m.Run()
		}
		want, got := play(byRules), play(byCode)
		if want == interp.Faulted {
			stopped++
			if got != interp.Faulted {
				t.Fatalf("with %d units of fuel closures stop and compiled code does not", fuel)
			}
		}
	}
	if stopped == 0 {
		t.Error("nothing was ever stopped")
	}
	if !byCode.m.WasNative() || byRules.m.WasNative() {
		t.Error("the wrong machine ran compiled code")
	}
}
