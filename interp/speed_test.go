package interp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/pack"
)

// What is done for speed changes nothing: a fight ends alike whether answers are
// kept or not, and whether somebody listens or not.
func TestSpeedChangesNothing(t *testing.T) {
	scenes, _ := filepath.Glob("../rules/*/encounters/*.toml")
	more, _ := filepath.Glob("../homebrew/*/encounters/*.toml")
	if len(scenes) == 0 || len(more) == 0 {
		t.Fatal("there are no encounters")
	}
	for _, file := range append(scenes, more...) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			sameAllWays(t, toPlay(t, file), 2)
		})
	}
}

// On the map of testdata/upheaval creatures change side, width, pace, friends and
// conditions while others walk, ground comes and goes, and whatever stands in it is
// walled; after each step everybody counts its ways. Whatever is kept of a search
// has to be let go for that to come out the same.
func TestKeptWaysAreLetGo(t *testing.T) {
	for _, x := range []struct{ name, kept, old, new, more string }{
		{name: "as it is", kept: "steps, stops, search"},
		{name: "uphill, where a step begins counts too", kept: "steps, by origin, stops, search", more: `
			rule uphill { own "hills"; modify step_cost by height_at(step_cost.there) > height_at(step_cost.here) ? 1 square : 0 squares }
			value height_at(p: place): int = max(g in at_place(p), g.height)  own "hills"`},
		{name: "by who is near, wherever it stands", kept: "steps, by mover, stops, search", more: `
			condition pressed on creature = any(o in enemies(self), distance(self, o) <= 1 square) {
			  own "it has to be careful"
			  modify step_cost(who: self) by 1 square
			}`},
		{name: "by what it wears", kept: "steps, by mover, stops, search", more: `
			condition mired on creature = self is bogged { own "slow"; modify step_cost(who: self) by 1 square }
			condition aloft on creature {
			  own    "fast"
			  until  removed
			  modify step_cost(who: self) to 1 square
			}
			rule wings { own "fast"; before turn { if turn.actor is winged { apply aloft to turn.actor } else { remove aloft from turn.actor } } }`},
		{name: "by who it is", kept: "steps, by mover, stops, search", more: `
			rule pets { own "the first of them"; modify step_cost by step_cost.who == first(creatures) ? 1 square : 0 squares }`},
		{name: "with corners that are not cut", kept: "stops, search", old: "pass may_pass;", new: "pass may_pass; cut may_cut;", more: `
			value may_cut(who: creature, here: place, there: place): bool =
			  all(p in neighbours(here), p not in neighbours(there) or none(g in at_place(p), g is walled))
			  own "round corners"`},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			r := changed(t, "upheaval", x.old, x.new, x.more)
			if got := interp.KeptWays(r.Program); got != x.kept {
				t.Fatalf("kept are %q, and not %q", got, x.kept)
			}
			sameAllWays(t, r, 4)
		})
	}
}

// The same on the plane of testdata/adrift, where shapes change too.
func TestKeptRunsAreLetGo(t *testing.T) {
	for _, x := range []struct{ name, kept, old, new, more string }{
		{name: "as it is", kept: "steps, by origin, stops, search"},
		{name: "by who is near, wherever it stands", kept: "steps, by origin, by mover, stops, search", more: `
			condition pressed on creature = any(o in enemies(self), distance(self, o) <= 1 m) {
			  own "it has to be careful"
			  modify leg_cost(who: self) by 1 m
			}`},
		{name: "by what it wears", kept: "steps, by origin, by mover, stops, search", more: `
			condition mired on creature = self is bogged { own "slow"; modify leg_cost(who: self) by 1 m }`},
		{name: "by whose ground it is", kept: "steps, by origin, by mover, stops, search",
			old: "count(g in things, g.heavy > 0)", new: "count(g in things, g.heavy > 0) + count(g in things, g.keeper != none)",
			more: `
			rule keepers { own "its own"; modify leg_cost by any(g in grounds, g.keeper == leg_cost.who) ? 1 m : 0 m }`},
		{name: "by what lies at its end", kept: "steps, by origin, stops, search", more: `
			rule ends { own "soft"; modify leg_cost by count(e in at_place(leg_cost.there), e.heavy > 0) * 1 m }`},
		{name: "by what it would touch", kept: "steps, by origin, by mover, stops, search",
			old: "thing is not walled or", new: "distance(who, thing) > 1 m and none(t in touched(who, [point(4 m, 2 m)]), t.heavy == 2) or thing is not walled or"},
		{name: "by whom it would run into", kept: "steps, by origin, stops, search",
			old: "thing is not walled or", new: "thing is not walled and none(c in creatures, c == thing) or"},
		{name: "with legs that are free", kept: "steps, stops, search", old: "cost leg_cost; ", new: ""},
		{name: "by what is not followed", kept: "stops", more: `
			rule lists { own "long"; modify leg_cost by count(paths(leg_cost.who, 0 m)) * 1 m when false }`},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			r := changed(t, "adrift", x.old, x.new, x.more)
			if got := interp.KeptWays(r.Program); got != x.kept {
				t.Fatalf("kept are %q, and not %q", got, x.kept)
			}
			sameAllWays(t, r, 2)
		})
	}
}

// A tactic that names the ways it wants does what it does when all ways are tried.
func TestWantedWays(t *testing.T) {
	const wants = "way in ways_to(c, quarry(c), c.pace)"
	named := changed(t, "adrift", "", "", "")
	tried := changed(t, "adrift", wants, "any(w in ways_to(c, quarry(c), c.pace), w == way)", "")
	if n, k := interp.WantedWays(named.Program), interp.WantedWays(tried.Program); n != 1 || k != 0 {
		t.Fatalf("%d lines name ways, and %d when it is said otherwise", n, k)
	}
	a, b := interp.NewMachine(named.Program), interp.NewMachine(tried.Program)
	for seed := range uint64(8) {
		want, got := outcome(t, tried, b, seed, nil), outcome(t, named, a, seed, nil)
		if got != want {
			t.Fatalf("seed %d, with ways named\n%s\nwith all tried\n%s", seed, got, want)
		}
	}
}

// changed reads the encounter of a pack of testdata, with some of its text replaced
// and some added.
func changed(t *testing.T, name, old, to, more string) *fight.Ready {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/"+name)); err != nil {
		t.Fatal(err)
	}
	rules := filepath.Join(dir, "ways.rule")
	text, err := os.ReadFile(rules)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		t.Fatalf("%s does not say %q", rules, old)
	}
	if err := os.WriteFile(rules, []byte(strings.Replace(string(text), old, to, 1)+more), 0o600); err != nil {
		t.Fatal(err)
	}
	return toPlay(t, filepath.Join(dir, name+".toml"))
}

// outcome says how a fight ends.
func outcome(t *testing.T, r *fight.Ready, m *interp.Machine, seed uint64, l interp.Listener) string {
	t.Helper()
	res := r.Run(m, seed, 0, interp.First{}, l)
	if res.Fault != nil {
		t.Fatalf("seed %d: %v", seed, res.Fault)
	}
	out := res.Outcome
	for _, v := range res.Measures {
		out += fmt.Sprint(" ", v.Measure.Name, " ", v.Value)
	}
	return out
}

// toPlay reads an encounter.
func toPlay(t *testing.T, file string) *fight.Ready {
	t.Helper()
	var log diag.Log
	s, p := data.LoadScene(file, &pack.Loader{Log: &log}, &log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted()[0])
	}
	r := fight.Prepare(p.Program, s, nil, &log)
	if r == nil {
		t.Fatal(log.Sorted()[0])
	}
	return r
}

// sameAllWays plays some fights with and without what is done for speed.
func sameAllWays(t *testing.T, r *fight.Ready, seeds uint64) {
	t.Helper()
	kept, asked := interp.NewMachine(r.Program), interp.NewMachine(r.Program)
	asked.KeepNothing()
	for seed := range seeds {
		say := func(m *interp.Machine, l interp.Listener) string { return outcome(t, r, m, seed, l) }
		want := say(asked, nil)
		if got := say(kept, nil); got != want {
			t.Fatalf("seed %d, with answers kept\n%s\nwithout\n%s", seed, got, want)
		}
		rec, plain := interp.NewRecorder(), interp.NewRecorder()
		rec.Light, plain.Light = true, true
		if got := say(kept, rec); got != want {
			t.Fatalf("seed %d, heard\n%s\nunheard\n%s", seed, got, want)
		}
		if say(asked, plain); rec.Digest() != plain.Digest() {
			t.Fatalf("seed %d: the digests differ", seed)
		}
	}
}
