package sim

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/tomltree"
)

func TestParseSweep(t *testing.T) {
	for text, want := range map[string]*Sweep{
		"a=1,2":               {"a", []string{"1", "2"}},
		"a.b = x , y,z":       {"a.b", []string{"x", "y", "z"}},
		`a=["A1","B2"],"c,d"`: {"a", []string{`["A1","B2"]`, `"c,d"`}},
		"a={x = 1, y = 2},2":  {"a", []string{"{x = 1, y = 2}", "2"}},
		"a=min(1,2),3":        {"a", []string{"min(1,2)", "3"}},
		"a=b=c,d":             {"a", []string{"b=c", "d"}},
		"a":                   nil,
		"=1,2":                nil,
		"a=":                  nil,
		"a=1":                 nil,
		"a=1,":                nil,
		"a=1,1":               nil,
	} {
		got, err := ParseSweep(text)
		if want == nil {
			if err == nil {
				t.Errorf("%s is read as %+v", text, got)
			}
			continue
		}
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%s: %v %s", text, err, d)
		}
	}
}

// Where a value is put: at its key, else into the table it belongs to.
func TestPatch(t *testing.T) {
	const scene = `pack = "x" # the game
spare.item = 4

[[creature]] # the first
name = "Ann"
defenses = { agility = 1 }
carries.gold = 3

[[creature]]
template = "wolf"
count = 2
[creature.bite]
reach = 1

[[creature]]
template = "wolf"
name = "Old grey"`
	first, second, third := "[[creature]] # the first\n", "[[creature]]\ntemplate = \"wolf\"\ncount", "[[creature]]\ntemplate = \"wolf\"\nname"
	into := func(header, line string) []string {
		return []string{header, strings.Replace(header, "\n", "\n"+line+"\n", 1)}
	}
	for _, x := range []struct {
		thing, path, value string
		changes            []string // old and new, by turns
	}{
		{"Ann", "name", "Eve", []string{`"Ann"`, `"Eve"`}},
		{"Ann", "hp", "7", into(first, "hp = 7")},
		{"Ann", "defenses.agility", "-2", []string{"agility = 1", "agility = -2"}},
		{"Ann", "defenses.fort", "2", []string{"{ agility", "{fort = 2,  agility"}},
		{"Ann", "defenses", "{ fort = 1 }", []string{"{ agility = 1 }", "{ fort = 1 }"}},
		{"Ann", "carries.a b", "true", into(first, `carries."a b" = true`)},
		{"wolf", "bite.reach", "2", append(into(third, "bite.reach = 2"), "reach = 1", "reach = 2")},
		{"wolf", "bite.dice", "2d6", append(into(third, `bite.dice = "2d6"`), into("[creature.bite]\n", `dice = "2d6"`)...)},
		{"wolf", "side", "foes", append(into(second, `side = "foes"`), into(third, `side = "foes"`)...)},
		{"Old grey", "count", "5", into(third, "count = 5")},
		{"", "spare.item", "9", []string{"item = 4", "item = 9"}},
		{"", "spare.torch", "9", []string{"pack =", "spare.torch = 9\npack ="}},
		{"", "options.fog", "thick", []string{"pack =", "options.fog = \"thick\"\npack ="}},
	} {
		c := change{thing: x.thing, path: strings.Split(x.path, ".")}
		got := c.patch(source.New("scene.toml", scene), x.value).Text
		want := scene
		for i := 0; i < len(x.changes); i += 2 {
			if strings.Count(want, x.changes[i]) != 1 {
				t.Fatalf("%q does not stand there once", x.changes[i])
			}
			want = strings.Replace(want, x.changes[i], x.changes[i+1], 1)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s.%s: %s", x.thing, x.path, d)
		}
		var log diag.Log
		if tomltree.Parse(source.New("scene.toml", got), &log); log.Errors() > 0 {
			t.Errorf("%s.%s: %v", x.thing, x.path, log.Sorted()[0])
		}
	}
}

// A variant of a sweep is what the encounter is when the value is written into it.
func TestSweepIsTheFile(t *testing.T) {
	head := Head{Seed: 4, Encounters: 200}
	file := toss(t, "trap")
	swept := sweep(t, file, "Bob.luck=1,3", head).all(t, Span{0, 200}, 2)
	for i, luck := range []string{"1", "3"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		written := filepath.Join(filepath.Dir(file), "luck.toml")
		if err := os.WriteFile(written, []byte(strings.Replace(string(text), "luck = 1", "luck = "+luck, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		alone := study(t, written, head, false).all(t, Span{0, 200}, 1)
		if d := cmp.Diff(results(alone.Shapes[0], alone.Tallies[0]).Outcomes, results(swept.Shapes[i], swept.Tallies[i]).Outcomes); d != "" {
			t.Errorf("luck %s: %s", luck, d)
		}
		if d := cmp.Diff(histFiles(alone.Tallies[0].Measures), histFiles(swept.Tallies[i].Measures)); d != "" {
			t.Errorf("luck %s: %s", luck, d)
		}
	}
	// Two more luck for Bob: two less margin in every single fight.
	d := swept.Summary().Differences[0]
	if m := d.Measures[0]; m.Name != "margin" || m.Diff != -2 || m.SD != 0 || m.Less != d.Encounters || m.More != 0 || m.P != 0 {
		t.Errorf("%+v", m)
	}
	// Of a fight that does not end the same way, one variant has the one outcome
	// and the other the other: together they are as many.
	only, not := uint64(0), uint64(0)
	for _, o := range d.Outcomes {
		only, not = only+o.Only, not+o.Not
	}
	if only != not || only == 0 {
		t.Errorf("%d and %d fights end in another way", only, not)
	}
}

// What is the same for both is no difference.
func TestNoDifference(t *testing.T) {
	p := sweep(t, toss(t, "harmless"), "player.lucky=0,2", Head{Seed: 4, Encounters: 200}).all(t, Span{0, 200}, 2)
	d := p.Summary().Differences[0]
	for _, o := range append(d.Outcomes, d.Values...) {
		if o.Diff != 0 || o.Only != 0 || o.Not != 0 || o.P != 1 {
			t.Errorf("%+v", o)
		}
	}
	for _, m := range d.Measures {
		if m.Diff != 0 || m.P != 1 || m.PSign != 1 {
			t.Errorf("%+v", m)
		}
	}
}
