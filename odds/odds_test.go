package odds

import (
	"math"
	"math/big"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

var battlemap = sync.OnceValue(func() *pack.Pack {
	var log diag.Log
	l := &pack.Loader{Log: &log, Extra: []string{filepath.Join("testdata", "proofs.rule")}}
	p := l.ByDir(filepath.Join("..", "rules", "battlemap"))
	if log.Errors() > 0 {
		panic(log.Sorted()[0])
	}
	return p
})

// asking guards the pack: it answers one question at a time.
var asking sync.Mutex

func files(flag string, lines ...string) []*source.File {
	var out []*source.File
	for _, l := range lines {
		out = append(out, source.New(flag, l))
	}
	return out
}

// answers answers a question that must have no fault.
func answers(t testing.TB, q *Question, l Limits) []*Result {
	t.Helper()
	asking.Lock()
	defer asking.Unlock()
	var log diag.Log
	out := q.Answer(l, &log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted()[0])
	}
	return out
}

// codes answers a question that must have faults.
func codes(t *testing.T, q *Question) []diag.Code {
	t.Helper()
	asking.Lock()
	defer asking.Unlock()
	var log diag.Log
	if out := q.Answer(Limits{States: 1000}, &log); out != nil {
		t.Errorf("%d results beside the faults", len(out))
	}
	var list []diag.Code
	for _, d := range log.Sorted() {
		list = append(list, d.Code)
	}
	return list
}

func example(t testing.TB, title string) *syntax.Proof {
	t.Helper()
	list := Match(Proofs(battlemap()), title)
	if len(list) != 1 {
		t.Fatalf("%d proofs are called %q", len(list), title)
	}
	return list[0]
}

// table is a distribution as it can be compared.
func table(r *Result) map[string]string {
	out := map[string]string{}
	for _, o := range r.Outcomes {
		out[o.Value.Text] = o.P.RatString()
	}
	return out
}

var plenty = Limits{States: 100_000}

func fire(amount string) *Question {
	return &Question{Pack: battlemap(),
		Given: files("--given", "t: creature { max_hp: 30, resistance: { fire: 5 }, sensitivity: { fire: { extra: d6 } } }"),
		Do:    files("--do", "damage(blow(t, [packet(fire, "+amount+")]))"),
		Show:  files("--show", "t.lost")}
}

func TestEightFire(t *testing.T) {
	r := answers(t, fire("8"), plenty)[0]
	want := map[string]string{"4": "1/6", "5": "1/6", "6": "1/6", "7": "1/6", "8": "1/6", "9": "1/6"}
	if d := cmp.Diff(want, table(r)); d != "" {
		t.Error(d)
	}
	if r.Mean().Cmp(big.NewRat(13, 2)) != 0 || r.Variance().Cmp(big.NewRat(35, 12)) != 0 || !r.Exact() {
		t.Errorf("mean %s, variance %s, exact %v", r.Mean(), r.Variance(), r.Exact())
	}
}

func shot(dr string) *Question {
	return &Question{Pack: battlemap(),
		Given: files("--given",
			"bow: weapon { form: missile, size: medium, dice: 2d6 + 3, increment: 60 ft }",
			"a: creature { side: heroes, skills: { stealth: 6 }, wields: [bow], at: A1 }\nt: creature { side: foes, max_hp: 100, dr: "+dr+", defenses: { agility: 18 }, at: C1 }"),
		Do:   files("--do", "do attack(a, t, bow)"),
		Show: files("--show", "t.lost", "attack.hits")}
}

// byHand enumerates an attack of +6 against 18 with 2d6+3 through some DR, by the
// rulebook: 20 always hits, adds d6 and ignores DR; 1 always misses.
func byHand(dr int64) map[int64]*big.Rat {
	out := map[int64]*big.Rat{}
	for face := int64(1); face <= 20; face++ {
		for dice := range int64(216) {
			x, y, z := 1+dice%6, 1+dice/6%6, 1+dice/36
			lost := int64(0)
			switch {
			case face == 20:
				lost = x + y + 3 + z
			case face > 1 && face+6 >= 18:
				lost = max(1, x+y+3-dr)
			}
			if out[lost] == nil {
				out[lost] = new(big.Rat)
			}
			out[lost].Add(out[lost], big.NewRat(1, 20*216))
		}
	}
	return out
}

func TestShotEqualsHand(t *testing.T) {
	for dr, text := range map[int64]string{0: "0", 5: "5", 9: "9"} {
		got := map[int64]string{}
		list := answers(t, shot(text), plenty)
		for _, o := range list[0].Outcomes {
			got[o.Value.Number] = o.P.RatString()
		}
		want := map[int64]string{}
		mean := new(big.Rat)
		for lost, p := range byHand(dr) {
			want[lost] = p.RatString()
			mean.Add(mean, new(big.Rat).Mul(p, big.NewRat(lost, 1)))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("DR %d (-want +got):\n%s", dr, d)
		}
		if list[0].Mean().Cmp(mean) != 0 {
			t.Errorf("DR %d: mean %s, by hand %s", dr, list[0].Mean(), mean)
		}
		if d := cmp.Diff(map[string]string{"yes": "9/20", "no": "11/20"}, table(list[1])); d != "" {
			t.Error(d)
		}
	}
}

// Whatever the budget, the bounds hold the exact probability between them.
func TestBudget(t *testing.T) {
	exact := answers(t, shot("5"), plenty)[0]
	last := new(big.Rat)
	for _, states := range []int{1, 2, 10, 40, 100, exact.States - 1, exact.States} {
		r := answers(t, shot("5"), Limits{States: states})[0]
		if r.Exact() != (states == exact.States) {
			t.Fatalf("%d states are exact: %v", states, r.Exact())
		}
		if r.Seen().Cmp(last) < 0 {
			t.Errorf("%d states see less than fewer did: %s", states, r.Seen())
		}
		last = r.Seen()
		for _, o := range exact.Outcomes {
			low := r.P(o.Value)
			if low.Cmp(o.P) > 0 || r.Upper(low).Cmp(o.P) < 0 {
				t.Errorf("%d states: %s is not within %s and %s for %d", states, o.P, low, r.Upper(low), o.Value.Number)
			}
		}
		if !r.Exact() && r.Mean() != nil {
			t.Errorf("%d states have a mean", states)
		}
		var log diag.Log
		if Beyond([]*Result{r}, &log); (log.Errors() == 0) != r.Exact() {
			t.Errorf("%d states: %v", states, log.Sorted())
		}
	}
}

// A budget that ends before the last step has seen no outcome at all.
func TestBudgetBeforeTheLastStep(t *testing.T) {
	q := fire("8")
	q.Do = append(q.Do, q.Do...)
	r := answers(t, q, Limits{States: 5})[0]
	if len(r.Outcomes) != 0 || r.Seen().Sign() != 0 {
		t.Errorf("seen %s: %v", r.Seen(), r.Outcomes)
	}
}

func TestSample(t *testing.T) {
	exact := answers(t, shot("5"), plenty)
	l := Limits{Sample: 4000, Seed: 7}
	got, again := answers(t, shot("5"), l), answers(t, shot("5"), l)
	if d := cmp.Diff(table(got[0]), table(again[0])); d != "" {
		t.Errorf("the same seed, other runs: %s", d)
	}
	if l.Seed = 8; cmp.Equal(table(got[0]), table(answers(t, shot("5"), l)[0])) {
		t.Error("another seed, the same runs")
	}
	mean, _ := got[0].Mean().Float64()
	want, _ := exact[0].Mean().Float64()
	if math.Abs(mean-want) > 5*exact[0].SD()/math.Sqrt(4000) {
		t.Errorf("mean %v, exactly %v", mean, want)
	}
	if got[0].Exact() || got[0].Open.Sign() != 0 {
		t.Error("a sample is exact, or lacks something")
	}
	for _, o := range got[1].Outcomes {
		lo, hi := got[1].Interval(o.P)
		p, _ := exact[1].P(o.Value).Float64()
		if share, _ := o.P.Float64(); lo >= share || share >= hi || p < lo-0.02 || p > hi+0.02 {
			t.Errorf("%s: %v..%v around %s, exactly %v", o.Value.Text, lo, hi, o.P, p)
		}
	}
}

// Dice that are too many to count can be thrown.
func TestSampleDice(t *testing.T) {
	q := &Question{Pack: battlemap(), Show: files("--show", "1000d1000", "d1 + 4")}
	r := answers(t, q, Limits{Sample: 300, Seed: 1})
	mean, _ := r[0].Mean().Float64()
	if deviation := math.Sqrt(1000 * (1e6 - 1) / 12); math.Abs(mean-500500) > 5*deviation/math.Sqrt(300) {
		t.Errorf("mean %v", mean)
	}
	if d := cmp.Diff(map[string]string{"5": "1"}, table(r[1])); d != "" {
		t.Error(d)
	}
}

// Whoever says what happens says what is chosen: a law for any choice becomes an example.
func TestChosen(t *testing.T) {
	q := &Question{Pack: battlemap(), Example: example(t, "whatever is chosen"), Do: files("--do", "heal(t, 2)")}
	if d := cmp.Diff(map[string]string{"30": "1"}, table(answers(t, q, plenty)[0])); d != "" {
		t.Error(d)
	}
}

// The interval of Wilson for 10 of 50, as textbooks have it.
func TestInterval(t *testing.T) {
	r := &Result{Samples: 50, Open: new(big.Rat)}
	if lo, hi := r.Interval(big.NewRat(10, 50)); math.Abs(lo-0.1124) > 5e-5 || math.Abs(hi-0.3304) > 5e-5 {
		t.Errorf("%v..%v", lo, hi)
	}
}

// Named dice are not sampled either.
func TestSampleNamedDice(t *testing.T) {
	q := shot("5")
	q.Do = append(q.Do, files("--do", "rolls d20_roll 1")...)
	if d := cmp.Diff(map[string]string{"0": "1"}, table(answers(t, q, Limits{Sample: 50})[0])); d != "" {
		t.Error(d)
	}
}

func numbers(pairs ...int64) *Result {
	r := &Result{Open: new(big.Rat)}
	for i := 0; i < len(pairs); i += 2 {
		r.Outcomes = append(r.Outcomes, Outcome{Value{Kind: Number, Number: pairs[i]}, big.NewRat(pairs[i+1], 100)})
	}
	return r
}

func TestPercentiles(t *testing.T) {
	half := numbers(1, 25, 3, 15)
	half.Outcomes = append([]Outcome{{Value{Kind: Absent}, big.NewRat(60, 100)}}, half.Outcomes...)
	for _, c := range []struct {
		name string
		r    *Result
		want []int64
	}{
		{"one value", numbers(7, 100), []int64{7, 7, 7, 7, 7}},
		{"borders belong to the lower value", numbers(1, 5, 2, 20, 3, 25, 4, 25, 5, 25), []int64{1, 2, 3, 4, 5}},
		{"just beyond", numbers(1, 4, 2, 20, 3, 25, 4, 25, 5, 26), []int64{2, 3, 4, 5, 5}},
		{"negative", numbers(-3, 50, 0, 50), []int64{-3, -3, -3, 0, 0}},
		{"of the numbers only", half, []int64{1, 1, 1, 3, 3}},
	} {
		var got []int64
		for _, p := range Percentiles {
			got = append(got, c.r.Percentile(p))
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
	if m := half.Mean(); m.Cmp(big.NewRat(25+45, 40)) != 0 {
		t.Errorf("the mean of what is there is %s", m)
	}
	most, least := half.AtMost(), half.AtLeast()
	if most[0] != nil || most[2].RatString() != "2/5" || least[1].RatString() != "2/5" || least[2].RatString() != "3/20" {
		t.Errorf("%v %v", most, least)
	}
}

// A thing keeps what is not said of it anew; steps are replaced, answers added.
func TestChanges(t *testing.T) {
	spared := example(t, "spared by a shield")
	base := &Question{Pack: battlemap(), Example: spared}
	for _, c := range []struct {
		name string
		q    *Question
		want map[string]string
	}{
		{"as it is", base, map[string]string{"4": "1"}},
		{"a field", base.Changed(files("", "t: creature { dr: 2 }"), nil, nil), map[string]string{"7": "1"}},
		{"a new thing, a fact", base.Changed(files("", "t is blind", "u: creature { max_hp: 3 }"), nil, nil), map[string]string{"4": "1"}},
		{"another step", base.Changed(nil, files("", "do damage(blow(t, [packet(physical, 11)]))"), nil), map[string]string{"6": "1"}},
		{"two steps", base.Changed(nil, files("", "damage(blow(t, [packet(physical, 11)]))\ndamage(blow(t, [packet(physical, 6)]))"), nil), map[string]string{"7": "1"}},
	} {
		if d := cmp.Diff(c.want, table(answers(t, c.q, plenty)[0])); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
	thrown := &Question{Pack: battlemap(), Example: example(t, "an open throw")}
	if n := len(answers(t, thrown, plenty)[0].Outcomes); n != 20 {
		t.Errorf("%d faces", n)
	}
	named := thrown.Changed(nil, files("", "rolls d20_roll 8"), nil)
	if d := cmp.Diff(map[string]string{"8": "1"}, table(answers(t, named, plenty)[0])); d != "" {
		t.Error(d)
	}
}

// An option that is asked for counts, though the example sets it too.
func TestOption(t *testing.T) {
	var capped *ir.Option
	for _, o := range battlemap().Program.Options {
		if o.Name == "recovery_cap" {
			capped = o
		}
	}
	q := &Question{Pack: battlemap(), Example: example(t, "beyond the maximum")}
	if d := cmp.Diff(map[string]string{"33": "1"}, table(answers(t, q, plenty)[0])); d != "" {
		t.Error(d)
	}
	for i, m := range capped.Enum.Members {
		if m == "maximum" {
			q = q.Changed(nil, nil, map[*ir.Option]int64{capped: int64(i)})
		}
	}
	if d := cmp.Diff(map[string]string{"30": "1"}, table(answers(t, q, plenty)[0])); d != "" {
		t.Error(d)
	}
}

// A law is answered case by case; what fixes its variables chooses the cases.
func TestCases(t *testing.T) {
	q := &Question{Pack: battlemap(), Example: example(t, "less by the reduction")}
	got := map[string]map[string]string{}
	for _, r := range answers(t, q, plenty) {
		got[r.Case] = table(r)
	}
	want := map[string]map[string]string{"n = 3, kind = fire": {"1": "1"}, "n = 3, kind = cold": {"1": "1"},
		"n = 7, kind = fire": {"3": "1"}, "n = 7, kind = cold": {"3": "1"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	q.Fixed = []string{"n = 7", "kind==cold"}
	if r := answers(t, q, plenty); len(r) != 1 || r[0].Case != "n = 7, kind = cold" {
		t.Errorf("%d results", len(r))
	}
}

// What can be asked for, beside numbers.
func TestShown(t *testing.T) {
	for show, want := range map[string]map[string]string{
		"attack.outcome":            {"hit": "9/20", "miss": "11/20"},
		"P(attack.hits)":            {"yes": "9/20", "no": "11/20"},
		"attack.hits":               {"yes": "9/20", "no": "11/20"},
		"attack":                    {"1": "1"},
		"attack(target: a)":         {"0": "1"},
		"suffer":                    {"0": "11/20", "1": "9/20"},
		"never suffer":              {"yes": "11/20", "no": "9/20"},
		"2 times suffer":            {"no": "1"},
		"attack.roll before suffer": {"no": "11/20", "yes": "9/20"},
		"t is prone":                {"no": "1"},
		"distance(a, t)":            {"2 squares": "1"},
		"t":                         {"t": "1"},
		"t.size":                    {"medium": "1"},
		"bow.dice is d4":            {"5": "1/36", "6": "1/18", "7": "1/12", "8": "1/9", "9": "5/36", "10": "1/6", "11": "5/36", "12": "1/9", "13": "1/12", "14": "1/18", "15": "1/36"},
		"d4 + 1":                    {"2": "1/4", "3": "1/4", "4": "1/4", "5": "1/4"},
		"suffer.amount > 20":        {"none": "11/20", "no": "1943/4320", "yes": "1/4320"},
		"check.total":               {"none": "1"},
	} {
		q := shot("5")
		q.Show = files("--show", show)
		if d := cmp.Diff(want, table(answers(t, q, plenty)[0])); d != "" {
			t.Errorf("%s (-want +got):\n%s", show, d)
		}
	}
}

func TestFaults(t *testing.T) {
	law := example(t, "less by the reduction")
	for _, c := range []struct {
		name string
		q    func() *Question
		want []diag.Code
	}{
		{"two wrong formulas", func() *Question {
			q := fire("8")
			q.Show = files("--show", "t.lots", "t.lost +")
			return q
		}, []diag.Code{"E0106", diag.UnknownMember}},
		{"a wrong given beside a wrong formula", func() *Question {
			q := fire("8")
			q.Given = append(q.Given, files("--given (2)", "t is proone")...)
			q.Show = files("--show", "t.lost +")
			return q
		}, []diag.Code{diag.UnknownCondition, "E0106"}},
		{"dice beyond counting", func() *Question {
			return &Question{Pack: battlemap(), Show: files("--show", "1000d1000")}
		}, []diag.Code{diag.ProofBroken}},
		{"a given that is none", func() *Question {
			q := fire("8")
			q.Given = files("--given", "t: creature { max_hp 3 }")
			return q
		}, []diag.Code{diag.SyntaxError}},
		{"another section", func() *Question {
			q := fire("8")
			q.Given = files("--given", "then t.lost == 4")
			return q
		}, []diag.Code{diag.SyntaxError}},
		{"no text", func() *Question {
			q := fire("8")
			q.Do = files("--do", " ")
			return q
		}, []diag.Code{diag.SyntaxError}},
		{"chances of chances", func() *Question {
			q := fire("8")
			q.Show = files("--show", "P(t.lost == 4) == 1/6")
			return q
		}, []diag.Code{diag.BadPlace}},
		{"a refusal", func() *Question {
			q := fire("8")
			q.Show = files("--show", "refuse t does standard_attack(t.body_weapon, t)")
			return q
		}, []diag.Code{diag.BadPlace}},
		{"no such case", func() *Question { return &Question{Pack: battlemap(), Example: law, Fixed: []string{"n = 4"}} },
			[]diag.Code{diag.BadCommand}},
		{"no such variable", func() *Question { return &Question{Pack: battlemap(), Example: law, Fixed: []string{"m = 3"}} },
			[]diag.Code{diag.BadCommand}},
		{"too many cases", func() *Question { return &Question{Pack: battlemap(), Example: example(t, "many cases")} },
			[]diag.Code{diag.ProofTooLarge}},
		{"any choice", func() *Question { return &Question{Pack: battlemap(), Example: example(t, "whatever is chosen")} },
			[]diag.Code{diag.OpenChoice}},
		{"what cannot be done", func() *Question {
			q := shot("5")
			q.Do = files("--do", "t does standard_attack(bow, t)")
			return q
		}, []diag.Code{diag.ProofBroken}},
	} {
		if d := cmp.Diff(c.want, codes(t, c.q())); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

func TestCompare(t *testing.T) {
	a := answers(t, shot("5"), plenty)
	b := answers(t, shot("5").Changed(files("", "t: creature { dr: 2 }"), nil, nil), plenty)
	var log diag.Log
	list := Compare(a, b, "less", &log)
	if len(list) != 2 || log.Errors() > 0 {
		t.Fatal(len(list), log.Sorted())
	}
	want := new(big.Rat)
	for lost, p := range byHand(2) {
		want.Add(want, new(big.Rat).Mul(p, big.NewRat(lost, 1)))
	}
	for lost, p := range byHand(5) {
		want.Sub(want, new(big.Rat).Mul(p, big.NewRat(lost, 1)))
	}
	if got := list[0].Mean(); got.Cmp(want) != 0 {
		t.Errorf("the mean changes by %s, by hand %s", got, want)
	}
	sum, last := new(big.Rat), int64(-1)
	for _, d := range list[0].Rows {
		sum.Add(sum, d.By)
		if d.Value.Number <= last {
			t.Errorf("%d stands behind %d", d.Value.Number, last)
		}
		last = d.Value.Number
		if d.By.Cmp(new(big.Rat).Sub(d.After, d.Before)) != 0 {
			t.Errorf("%d: %s", d.Value.Number, d.By)
		}
	}
	if sum.Sign() != 0 {
		t.Errorf("the differences add up to %s", sum)
	}
	if Compare(a, b[:1], "", &log); log.Errors() != 1 {
		t.Error("different questions are compared")
	}
}

// Quantities in different units are counted in one.
func TestCompareUnits(t *testing.T) {
	one := func(unit string, factor, n int64) *Result {
		return &Result{Unit: unit, factor: factor, Open: new(big.Rat), Outcomes: []Outcome{{Value{Number, n, ""}, big.NewRat(1, 1)}}}
	}
	var log diag.Log
	c := Compare([]*Result{one("square", 5, 2)}, []*Result{one("ft", 1, 12)}, "", &log)[0]
	if got := c.Mean(); got.Cmp(big.NewRat(2, 1)) != 0 || c.Before.Unit != "ft" || c.Rows[0].Value.Number != 10 {
		t.Errorf("%s %s, %v", got, c.Before.Unit, c.Rows)
	}
}

// A title is found in part and in letters of either case; a pack that is there
// twice has its proofs once; what is not found comes with what is near.
func TestFind(t *testing.T) {
	packs := []*pack.Pack{battlemap(), battlemap()}
	for title, want := range map[string]string{"SHIELD": "spared by a shield", "many cases": "many cases"} {
		if q, err := Find(packs, title); err != nil || q.Example.Title.Value != want {
			t.Errorf("%q: %v", title, err)
		}
	}
	for title, parts := range map[string][]string{
		"the":          {"2 examples have", `"beyond the maximum"`, "proofs.rule:", `"less by the reduction"`},
		"many caces":   {"no example", "near are", "\n  many cases"},
		"spred by dew": {"no example", "\n  spared by a shield"},
		"zzz":          {"no example", "such as"},
	} {
		_, err := Find(packs, title)
		for _, p := range parts {
			if err == nil || !strings.Contains(err.Error(), p) {
				t.Errorf("%q: %v lacks %q", title, err, p)
			}
		}
	}
}

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		num, den int64
		want     string
	}{{0, 1, "0 %"}, {1, 1, "100 %"}, {1, 6, "16.67 %"}, {1, 100_000, "<0.01 %"}, {99_999, 100_000, ">99.99 %"}, {1, 10_000, "0.01 %"}} {
		if got := Percent(big.NewRat(c.num, c.den)); got != c.want {
			t.Errorf("%d/%d is %s, not %s", c.num, c.den, got, c.want)
		}
	}
}
