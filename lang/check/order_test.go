package check_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// Five mistakes in one file are five faults, each where it is, each with a reason,
// and where a name is misspelt with the right one.
func TestFiveMistakes(t *testing.T) {
	text := strings.Join([]string{
		`unit m: length`,
		`record fighter is entity plural fighters { hp: int = 10; guard: fighter? }`,
		`condition distracted on fighter { until removed }`,
		`event strike(target: fighter) -> hit | miss {`,
		`  apply distractd to target`,
		`  if target.hps > 0 { end strike as hitt } else { end strike as miss }`,
		`}`,
		`value reach: length = 3`,
		`value cover(f: fighter): int = f.guard.hp`,
	}, "\n")
	want := []struct {
		code         diag.Code
		line, column int
		suggestion   string
	}{
		{diag.UnknownCondition, 5, 9, "distracted"},
		{diag.UnknownMember, 6, 13, "hp"},
		{diag.UnknownOutcome, 6, 37, "hit"},
		{diag.WrongUnit, 8, 23, ""},
		{diag.MaybeAbsent, 9, 32, ""},
	}
	got := checked(source.New("five.rule", text)).Sorted()
	if len(got) != len(want) {
		t.Errorf("%d faults, want %d: %v", len(got), len(want), got)
	}
	for i, d := range got {
		if i >= len(want) {
			break
		}
		w, p := want[i], d.Span.Begin()
		if d.Code != w.code || p.Line != w.line || p.Column != w.column || d.Message == "" || d.Help == "" {
			t.Errorf("%d: %v, want %s at %d:%d", i, d, w.code, w.line, w.column)
		}
		if w.suggestion != "" && !strings.Contains(d.Label, fmt.Sprintf("did you mean %q?", w.suggestion)) {
			t.Errorf("%v: suggests %q, want %q", d, d.Label, w.suggestion)
		}
	}
}

// The same faults come in the same order, in whatever order the files are given.
func TestFaultsDoNotDependOnFileOrder(t *testing.T) {
	texts := map[string]string{
		"a.rule": "record fighter is actor plural fighters { hp: int = 10 }\nresource breath on fighter = 1\n",
		"b.rule": "value b1(f: fighter): int = f.hps\nvalue b2: int = b3\nvalue b3: int = e4\n",
		"c.rule": "event c1(f: fighter) { apply plain to f; self.hp = 3 }\ncondition plain on fighter { }\nunit u3 = 2 u1\ncondition a5 on fighter { until removed; includes e5 }\n",
		"d.rule": "condition d1 on fighter { until removed; includes d2 }\ncondition d2 on fighter { until removed; includes d1 }\n",
		"e.rule": "event e1() -> won | lost { if b1() { end e1 as won } }\nevent e2() { end c1 }\nunit u1 = 2 u2\nunit u2 = 3 u3\nvalue e4: int = b2\n" +
			"condition e5 on fighter { until removed; includes a5 }\n",
	}
	names := []string{"a.rule", "b.rule", "c.rule", "d.rule", "e.rule"}
	var first string
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		if seed > 0 {
			r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		}
		var files []*source.File
		for _, n := range names {
			files = append(files, source.New(n, texts[n]))
		}
		var b strings.Builder
		for _, d := range checked(files...).Sorted() {
			fmt.Fprintf(&b, "%v | %s | %s\n", d, d.Label, d.Help)
		}
		if seed == 0 {
			first = b.String()
		} else if b.String() != first {
			t.Fatalf("seed %d, order %v:\n%s\nwant:\n%s", seed, names, b.String(), first)
		}
	}
	if n := strings.Count(first, "\n"); n < 6 {
		t.Errorf("only %d faults:\n%s", n, first)
	}
}

// The order of files and of the declarations in them changes neither what is found
// nor what anything is.
func TestOrderOfDeclarations(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	packs, _ := filepath.Glob(filepath.Join(root, "rules", "*", "pack.toml"))
	if len(packs) == 0 {
		t.Fatal("no packs")
	}
	for _, at := range packs {
		name := filepath.Base(filepath.Dir(at))
		var log diag.Log
		p := (&pack.Loader{Log: &log}).ByDir(filepath.Join(root, "rules", name))
		if p == nil || log.Errors() > 0 {
			t.Fatalf("%s has faults: %v", name, log.Sorted())
		}
		in := check.Input{Pack: name, Entry: p.Program.Entry.Name}
		if v := p.Program.AskOrder; v != nil {
			in.AskOrder = v.Owner.Name + "." + v.Name
		}
		want := summary(p.Program)
		seeds := uint64(12)
		if testing.Short() {
			seeds = 3
		}
		for seed := range seeds {
			r := rand.New(rand.NewPCG(seed, 2))
			in.Files = nil
			for _, f := range p.Trees {
				n := *f
				n.Decls = slices.Clone(f.Decls)
				r.Shuffle(len(n.Decls), func(i, j int) { n.Decls[i], n.Decls[j] = n.Decls[j], n.Decls[i] })
				in.Files = append(in.Files, &n)
			}
			r.Shuffle(len(in.Files), func(i, j int) { in.Files[i], in.Files[j] = in.Files[j], in.Files[i] })
			// What the pack overrides of its imports comes behind them, as the loader has it.
			slices.SortStableFunc(in.Files, func(a, b *syntax.File) int { return layer(a) - layer(b) })
			var log diag.Log
			prog := check.Check(in, &log)
			for _, d := range log.Sorted() {
				t.Errorf("%s, seed %d: %v", name, seed, d)
			}
			got := summary(prog)
			for i := range max(len(got), len(want)) {
				switch {
				case i >= len(got):
					t.Errorf("%s, seed %d: missing %s", name, seed, want[i])
				case i >= len(want):
					t.Errorf("%s, seed %d: too much: %s", name, seed, got[i])
				case got[i] != want[i]:
					t.Errorf("%s, seed %d:\n got %s\nwant %s", name, seed, got[i], want[i])
				}
				if t.Failed() {
					return
				}
			}
		}
	}
}

func layer(f *syntax.File) int {
	if strings.Contains(f.Source.Name, "stdlib/") {
		return 0
	}
	return 1
}

// summary lists what a program declares, by name, without anything that speaks of order.
func summary(p *ir.Program) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	set := func(list []string) string { slices.Sort(list); return strings.Join(list, " ") }
	at := func(s source.Span) string {
		if s.File == nil {
			return "-"
		}
		return fmt.Sprintf("%s:%d", s.File.Name, s.Start)
	}
	local := func(l *ir.Local) string {
		s := l.Name + ":" + l.Type.String()
		if l.Default != nil {
			s += "=" + l.Default.Type.String() + "@" + at(l.Default.Span)
		}
		if l.Low != nil {
			s += fmt.Sprint(">=", *l.Low)
		}
		if l.High != nil {
			s += fmt.Sprint("<=", *l.High)
		}
		return s
	}
	locals := func(list []*ir.Local) []string {
		var s []string
		for _, l := range list {
			s = append(s, local(l))
		}
		return s
	}
	for _, e := range p.Enums {
		say("enum %s %v", e.Name, e.Members)
	}
	for _, u := range p.Units {
		say("unit %s %s %d", u.Name, u.Dim.Name, u.Factor)
	}
	for _, r := range p.Records {
		var values, resources, conditions, defaults []string
		for _, v := range r.Values {
			values = append(values, v.Name)
		}
		for _, v := range r.Resources {
			resources = append(resources, v.Name)
		}
		for _, v := range r.Conditions {
			conditions = append(conditions, v.Name)
		}
		for l, e := range r.Defaults {
			defaults = append(defaults, l.Name+"="+at(e.Span))
		}
		say("record %s %v %v %v %s fields %s values %s resources %s conditions %s defaults %s requires %d", r.Name, r.Entity, r.Place, r.Actor,
			r.Plural, set(locals(r.Fields)), set(values), set(resources), set(conditions), set(defaults), len(r.Requires))
	}
	for _, v := range p.Values {
		owner := ""
		switch {
		case v.Owner != nil:
			owner = v.Owner.Name + "."
		case v.Of != nil:
			owner = v.Of.Name + "."
		}
		var mods []string
		for _, m := range v.Mods {
			mods = append(mods, at(m.Clause.Span))
		}
		body := ""
		if v.Body != nil {
			body = v.Body.Type.String() + "@" + at(v.Body.Span)
		}
		say("value %s%s(%s): %s = %s mods %s", owner, v.Name, strings.Join(locals(v.Params), ", "), v.Type, body, set(mods))
	}
	for _, b := range p.Bonuses {
		say("bonus %s %s %s %v", b.Name, b.Gains, b.Losses, b.Within != nil)
	}
	for _, r := range p.Resources {
		say("resource %s on %s %v", r.Name, r.On.Name, r.Refill != nil)
	}
	for _, e := range p.Events {
		var stages, values, ways, fields []string
		for _, s := range e.Stages {
			stages = append(stages, fmt.Sprintf("%s(%d)", s.Name, len(s.Body)))
		}
		for _, v := range e.Values {
			values = append(values, v.Name)
		}
		for _, w := range e.Ways {
			s := at(w.Span)
			if w.Trigger != nil && w.Trigger.Bind != nil {
				s += "/" + w.Trigger.Event.Name + "/" + w.Trigger.Bind.Name + fmt.Sprint(w.Trigger.Outcome)
			}
			ways = append(ways, s)
		}
		fields = locals(e.Fields)
		say("event %s(%s) %v %v fields %s values %s stages %s ways %s requires %d", e.Name, strings.Join(locals(e.Params), ", "), e.Outcomes, e.Action,
			set(fields), set(values), set(stages), set(ways), len(e.Requires))
	}
	for _, c := range p.Conditions {
		var includes []string
		for _, i := range c.Includes {
			includes = append(includes, i.Name)
		}
		say("condition %s(%s) on %s %v %v %v clauses %d includes %s", c.Name, strings.Join(locals(c.Params), ", "), c.On.Name, c.Derived != nil, c.While != nil,
			c.Endless, len(c.Block.Clauses), set(includes))
	}
	for _, r := range p.Rules {
		say("rule %s %d", r.Name, len(r.Block.Clauses))
	}
	for _, m := range p.Measures {
		say("measure %s %s", m.Name, m.Body.Type)
	}
	for _, m := range p.Moments {
		say("moment %s %s", m.Name, m.Pattern.Event.Name)
	}
	for _, o := range p.Options {
		say("option %s %d %v", o.Name, o.Default, o.Alternatives)
	}
	for _, t := range p.Tactics {
		say("tactic %s on %s %d", t.Name, t.On.Name, len(t.Lines))
	}
	for _, s := range p.Spaces {
		say("space %s %d", s.Name, len(s.Hooks))
	}
	for _, s := range p.Proofs {
		say("proof %s %d %d", s.Title, len(s.Findings), len(s.Steps))
	}
	say("attributes %s", set(locals(p.Attributes)))
	slices.Sort(out)
	return out
}

// Of two packs that override one thing and know nothing of each other, none wins.
func TestOverrides(t *testing.T) {
	base := source.New("base.rule", "record fighter is entity plural fighters { hp: int = 10; value might: int = 1 }\n"+
		"value reach: int = 1\nvalue fighter.speed: int = 6\n")
	grim := source.New("grim.rule", "override value reach: int = 2\noverride value fighter.might: int = 2\noverride value fighter.speed: int = 3\n")
	gritty := source.New("gritty.rule", "override value reach: int = 3\n\noverride value fighter.might: int = 3\n")
	twice := source.New("twice.rule", "override value reach: int = 4\noverride value reach: int = 5\n")
	rank := func(a, b int) map[*source.File]check.Origin {
		return map[*source.File]check.Origin{base: {Name: "base"}, grim: {Name: "grim", Rank: a}, gritty: {Name: "gritty", Rank: b}, twice: {Name: "twice", Rank: 9}}
	}
	for _, c := range []struct {
		files   []*source.File
		origins map[*source.File]check.Origin
		want    string
	}{
		{[]*source.File{base, grim}, rank(1, 1), ""},
		{[]*source.File{base, grim, gritty}, rank(1, 2), ""},
		{[]*source.File{base, grim, gritty}, rank(1, 1), `gritty.rule:1:16: E0409: both grim and gritty override "reach"; ` +
			`gritty.rule:3:24: E0409: both grim and gritty override "might"; `},
		{[]*source.File{base, twice}, rank(1, 1), `twice.rule:2:16: E0205: "reach" is overridden twice; `},
	} {
		var log diag.Log
		in := check.Input{Pack: "test", Origins: c.origins}
		for _, f := range c.files {
			in.Files = append(in.Files, syntax.Parse(f, &log))
		}
		prog := check.Check(in, &log)
		got := ""
		for _, d := range log.Sorted() {
			got += d.Error() + "; "
		}
		if got != c.want {
			t.Errorf("got %s\nwant %s", got, c.want)
		}
		for _, v := range prog.Values {
			if n, _ := v.Body.Constant(); v.Name == "speed" && c.want == "" && n != 3 {
				t.Errorf("speed is %d, its override says 3", n)
			}
		}
	}
}

// Formulas of data files and command lines are checked like those of rules, and
// their faults stand where the text does.
func TestFormula(t *testing.T) {
	var log diag.Log
	base := source.New("base.rule", "unit m: length\nrecord fighter is entity plural fighters { hp: int = 10 }\nvalue reach: length = 3 m\n")
	_, env := check.CheckEnv(check.Input{Pack: "test", Files: []*syntax.File{syntax.Parse(base, &log)}}, &log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted())
	}
	data := source.New("data.toml", `harm = "4d6kh5"`)
	at := source.Span{File: data, Start: 8, End: 14}
	for _, c := range []struct {
		text string
		want *ir.Type
		code diag.Code
	}{
		{"4d6kh3 + 2", ir.DiceType, ""}, {"count(fighters) + 1", ir.IntType, ""}, {"reach", nil, ""},
		{"4d6kh5", ir.DiceType, diag.BadDice}, {"2d6", ir.IntType, diag.NotDice}, {"rech", nil, diag.UnknownName},
		{"1 +", nil, diag.BadFormula}, {"self.hp", nil, diag.NoSelf},
	} {
		var log diag.Log
		x := env.Formula(c.text, at, c.want, &log)
		got := log.Sorted()
		switch {
		case c.code == "" && (x == nil || len(got) > 0):
			t.Errorf("%s: %v", c.text, got)
		case c.code != "" && (x != nil || len(got) == 0 || got[0].Code != c.code || got[0].Span != at):
			t.Errorf("%s: want %s at %v, got %v", c.text, c.code, at.Begin(), got)
		}
	}
}
