package lint

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/lang/diag"
)

// A waiver lets its rule pass on its line and no other, and one that lets nothing
// pass is found; of a rule that is off nothing is said.
func TestWaivers(t *testing.T) {
	in, log := load(t, `
-- pack.toml --
`+testPack+`
[lint]
todo = "off"
-- main.rule --
value a(c: creature): bool = not (c.hp > 1)  //@ lint double_negation "so printed"
//@ lint double_negation "so printed, too"
value b(c: creature): bool = not (c.hp > 2)
value d(c: creature): bool = not (c.hp > 3)
value e(c: creature): bool = c.hp > 4        //@ lint double_negation "was so printed"
value f(c: creature): bool = c.hp > 5        //@ lint todo "off anyway"
value g(c: creature): bool = c.hp > 6        //@ lint todoo "no such rule"
-- a.toml --
# nothing
`)
	in.Rules = []*Rule{doubleNegationRule, todoRule, unusedWaiver}
	got := places(Run(in, log))
	if diff := cmp.Diff([]string{"main.rule:4 double_negation", "main.rule:5 unused_waiver"}, got); diff != "" {
		t.Error(diff)
	}
	list := log.Sorted()
	if len(list) != 1 || list[0].Code != diag.UnknownRule || list[0].Span.Begin().Line != 7 || list[0].Help != `write "todo"` {
		t.Error(list)
	}
}

// In data files a waiver is a comment of theirs.
func TestWaiversInData(t *testing.T) {
	in, log := load(t, `
-- main.rule --
unit ft: length
unit yard = 3 ft
space grid of ft { own "a floor" }
extend creature { stride: length = 1 yard; nerve: int = 0 }
event dare(who: creature) { shown: int = 0; roll shown = d20; if shown + who.nerve > -5 { pass(1 s) } }
-- some.toml --
[creature.a]
stride = "2 yards"
[creature.b]
stride = "3 yards"
[creature.c]
stride = "2 yards"
[creature.d]
stride = "4 yards"
[creature.e]
#@ lint odd_unit "so it is printed"
stride = "2 ft"
-- fight.toml --
pack = "test"
[[creature]]  #@ lint settled_roll "too brave to fail"
name  = "Brom"
side  = "heroes"
nerve = 50
[[creature]]
name  = "Ansa"
side  = "heroes"
`)
	in.Rules = []*Rule{oddUnitRule, settledRollRule, unusedWaiver}
	if got := places(Run(in, log)); len(got) != 1 || got[0] != "fight.toml:6 settled_roll" || log.Errors() > 0 {
		t.Error(got, log.Sorted())
	}
	in.Scenes = nil // an encounter outside of any pack comes by itself
	in.Rules = []*Rule{oddUnitRule, unusedWaiver}
	if got := places(Run(in, log)); len(got) != 0 {
		t.Error(got)
	}
}

func TestLevels(t *testing.T) {
	in, log := load(t, `
-- pack.toml --
`+testPack+`
[lint]
double_negation = "error"
same_operands = "off"
todoo = "off"
todo = "eror"
snake_case = 3
-- main.rule --
value a(c: creature): bool = not (c.hp > 1)
value b(c: creature): bool = c.hp > c.hp
value d(c: creature): bool = c.standing == true
`)
	in.Rules = []*Rule{doubleNegationRule, sameOperandsRule, compareTrueRule}
	type row struct {
		Name     string
		Severity diag.Severity
	}
	var got []row
	for _, f := range Run(in, log) {
		got = append(got, row{f.Rule.Name, f.Severity})
	}
	if diff := cmp.Diff([]row{{"double_negation", diag.Error}, {"compare_true", diag.Warning}}, got); diff != "" {
		t.Error(diff)
	}
	var codes []diag.Code
	for _, d := range log.Sorted() {
		codes = append(codes, d.Code)
	}
	if diff := cmp.Diff([]diag.Code{diag.UnknownRule, diag.WrongValue, diag.WrongValue}, codes); diff != "" {
		t.Error(diff)
	}
}

// What a fault of the checker may have spoilt is not judged; rules that read trees
// judge the files that are whole.
func TestBrokenFile(t *testing.T) {
	in, log := load(t, `
-- broken.rule --
value a(c: creature): bool = not (c.hpp > 1)
-- whole.rule --
value b(c: creature): bool = not (c.hp > 1)
`)
	if in.Sound || log.Errors() != 1 {
		t.Fatal(log.Sorted())
	}
	if diff := cmp.Diff([]string{"whole.rule:1 double_negation"}, places(Run(in, log))); diff != "" {
		t.Error(diff)
	}
}

func TestAcross(t *testing.T) {
	const text = `
-- pack.toml --
name    = "NAME"
version = "1.0"
extends = "areas"
-- main.rule --
override value bows(c: creature): list of weapon = [] own "no bows"
`
	pack := func(name string) Input {
		in, log := load(t, replaceName(text, name)+"-- own.rule --\n")
		for _, d := range log.Sorted() {
			t.Error(d)
		}
		return in
	}
	frost, storm := pack("frost"), pack("storm")
	if got := places(Across([]Input{frost, storm})); !cmp.Equal(got, []string{"main.rule:1 rival_overrides"}) {
		t.Error(got)
	}
	if got := Across([]Input{frost, frost}); len(got) != 0 {
		t.Error(places(got))
	}
}
