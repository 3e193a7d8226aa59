package mutate

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/lang/syntax"
	"rulec/proof"
)

var update = flag.Bool("update", false, "write the golden files anew")

// load checks a rule file as a pack of its own.
func load(t testing.TB, file string) *pack.Pack {
	t.Helper()
	var log diag.Log
	p := (&pack.Loader{Log: &log}).Loose([]string{file})
	for _, d := range log.Sorted() {
		t.Fatal(d)
	}
	return p
}

// text loads a text as a pack of its own.
func text(t testing.TB, rules string) *pack.Pack {
	t.Helper()
	file := filepath.Join(t.TempDir(), "test.rule")
	if err := os.WriteFile(file, []byte(rules), 0o666); err != nil {
		t.Fatal(err)
	}
	return load(t, file)
}

// changed is what a mutant makes of a line, or of what it replaces.
func changed(m *Mutant) string {
	var lines []string
	for l := range strings.Lines(m.Diff()) {
		if l[0] != ' ' && l[0] != '@' && !strings.HasPrefix(l, "---") && !strings.HasPrefix(l, "+++") {
			lines = append(lines, "    "+l)
		}
	}
	return fmt.Sprintf("%d: %s\n%s", m.Line(), m.Operator, strings.Join(lines, ""))
}

// Every change of a file that has something for every operator, as a designer sees it.
func TestOperators(t *testing.T) {
	p := load(t, "testdata/operators.rule")
	var log diag.Log
	out := Run(p, Options{List: true}, &log)
	var got strings.Builder
	used := map[string]bool{}
	for _, m := range out.Mutants {
		got.WriteString(changed(m))
		used[m.Operator] = true
	}
	for _, o := range Operators {
		if !used[o.Name] {
			t.Errorf("no mutant of %s", o.Name)
		}
	}
	const golden = "testdata/operators.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got.String()); d != "" {
		t.Errorf("run with -update if this is right (-want +got):\n%s", d)
	}
}

// What no proof can see is never proposed, whether or not it would check.
func TestNothingUnseen(t *testing.T) {
	p := load(t, "testdata/operators.rule")
	for _, f := range p.OwnTrees() {
		for _, m := range Propose(f, p.Trees) {
			line := strings.TrimSpace(f.Source.Line(m.Line()))
			first, _, _ := strings.Cut(line, " ")
			if slices.Contains([]string{"tells", "measure", "example", "given", "then", "own", "///"}, first) ||
				first == "require" && strings.Contains(line, "99") {
				t.Errorf("%s changes %q", m.Operator, line)
			}
		}
	}
}

// fate is what became of a mutant, as a value that can be compared.
type fate struct {
	Line     int
	Operator string
	With     string
	Status   Status
	By       string
}

func fates(r *Report) []fate {
	var out []fate
	for _, m := range r.Mutants {
		f := fate{Line: m.Line(), Operator: m.Operator, With: m.With, Status: m.Status}
		if m.By != nil {
			f.By = m.By.Title
		}
		out = append(out, f)
	}
	return out
}

func TestRun(t *testing.T) {
	var log diag.Log
	got := fates(Run(load(t, "testdata/small.rule"), Options{}, &log))
	for _, d := range log.Sorted() {
		t.Error(d)
	}
	const two, heals = "a fall costs two a yard", "no fall heals"
	want := []fate{
		{4, "number+1", "3", Killed, two},
		{4, "number-1", "1", Killed, two},
		{5, "number+1", "1", Survived, ""},
		{5, "boundary", ">=", Waived, ""},
		{5, "negate", "<=", Killed, two},
		{5, "sign", "+=", Killed, two},
		{5, "times", "+", Killed, two},
		{5, "always", "true", Killed, heals},
		{5, "never", "false", Killed, two},
		{5, "drop-statement", "", Killed, two},
		{9, "number+1", "4", Survived, ""},
		{9, "number+1", "2", Survived, ""},
		{9, "number+1", "1", Survived, ""},
		{9, "number-1", "2", Survived, ""},
		{9, "number-1", "0", Survived, ""},
		{9, "boundary", ">=", Survived, ""},
		{9, "negate", "<=", Survived, ""},
		{9, "always", "true", Survived, ""},
		{9, "never", "false", Survived, ""},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Workers, and asking proofs that cannot notice, change nothing; nor does a limit
// that all mutants fit under.
func TestSameForAnyWorkers(t *testing.T) {
	p := load(t, "testdata/small.rule")
	var log diag.Log
	want := fates(Run(p, Options{Workers: 1}, &log))
	for _, opt := range []Options{{Workers: 3}, {Every: true}, {Limit: 1000, Seed: 7}} {
		if d := cmp.Diff(want, fates(Run(p, opt, &log))); d != "" {
			t.Errorf("%+v (-want +got):\n%s", opt, d)
		}
	}
	some := fates(Run(p, Options{Limit: 9, Seed: 5, Workers: 1}, &log))
	if d := cmp.Diff(some, fates(Run(p, Options{Limit: 9, Seed: 5, Workers: 3}, &log))); d != "" {
		t.Errorf("a limit (-one worker +three):\n%s", d)
	}
	operators := map[string]int{}
	for _, f := range some {
		operators[f.Operator]++
	}
	if len(some) != 9 || len(operators) != 9 {
		t.Errorf("9 of 10 operators should have one mutant each: %v", operators)
	}
}

func TestOnly(t *testing.T) {
	p := load(t, "testdata/small.rule")
	var log diag.Log
	for _, c := range []struct {
		only []string
		want int
	}{
		{[]string{"boundary"}, 2},
		{[]string{"boundary", "times"}, 3},
		{[]string{"small.rule", "times"}, 1},
		{[]string{"other.rule"}, 0},
	} {
		if got := len(Run(p, Options{Only: c.only}, &log).Mutants); got != c.want {
			t.Errorf("only %v: %d mutants, not %d", c.only, got, c.want)
		}
	}
	if log.Errors() > 0 {
		t.Error("a waiver counts as unused for what was not tried")
	}
}

func TestWaiverFaults(t *testing.T) {
	const proven = "value kept(n: int): int = n > 0 ? n : 0%s\nexample \"kept\" {\n  then kept(2) == 2\n       kept(0) == 0\n}\n"
	for _, c := range []struct {
		name, waiver string
		want         []diag.Code
	}{
		{"used", ` //@ equivalent boundary "0 either way"`, nil},
		{"several", ` //@ equivalent boundary, number+1 "0 either way"`, nil},
		{"one of several", ` //@ equivalent boundary, never "0 either way"`, []diag.Code{diag.UnusedWaiver}},
		{"no reason", ` //@ equivalent boundary`, []diag.Code{diag.BadWaiver}},
		{"another word", ` //@ ignore boundary "x"`, []diag.Code{diag.BadWaiver}},
		{"no such operator", ` //@ equivalent boundry "x"`, []diag.Code{diag.BadWaiver}},
		{"noticed", ` //@ equivalent never "x"`, []diag.Code{diag.UnusedWaiver}},
		{"nothing to change", ` //@ equivalent times "x"`, []diag.Code{diag.UnusedWaiver}},
		{"a plain comment", ` // equivalent boundary`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var log diag.Log
			Run(text(t, fmt.Sprintf(proven, c.waiver)), Options{}, &log)
			var got []diag.Code
			for _, d := range log.Sorted() {
				got = append(got, d.Code)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// Waivers on lines of their own speak of the next line that is none.
func TestWaiverAbove(t *testing.T) {
	var log diag.Log
	p := text(t, "value kept(n: int): int =\n  //@ equivalent boundary \"0 either way\"\n  //@ equivalent number+1 \"so too\"\n  n > 0 ? n : 0\n"+
		"example \"kept\" { then kept(2) == 2; then kept(0) == 0 }\n")
	waived := 0
	for _, m := range Run(p, Options{}, &log).Mutants {
		if m.Status == Waived {
			waived++
		}
	}
	if log.Errors() > 0 || waived < 2 {
		t.Errorf("%d waived, %v", waived, log.Sorted())
	}
}

// A proof that fails without any change stops everything.
func TestFailingProof(t *testing.T) {
	var log diag.Log
	out := Run(text(t, "value one(): int = 1\nexample \"wrong\" { then one() == 2 }\n"), Options{}, &log)
	if len(out.Mutants) > 0 || log.Errors() != 1 || log.Sorted()[0].Code != diag.ProofFails {
		t.Errorf("%d mutants, %v", len(out.Mutants), log.Sorted())
	}
}

// A change that makes a proof go on for ever is killed.
func TestEndless(t *testing.T) {
	var log diag.Log
	p := text(t, "event again(n: int) { if n < 9 { do again(n + 1) } }\nexample \"it ends\" { when do again(0); then 10 times again }\n")
	if log.Errors() > 0 {
		t.Fatal(log.Sorted())
	}
	killed := map[string]Status{}
	for _, m := range Run(p, Options{}, &log).Mutants {
		killed[m.Operator] = m.Status
	}
	if killed["always"] != Killed || killed["sign"] != Killed || log.Errors() > 0 {
		t.Errorf("%v %v", killed, log.Sorted())
	}
}

// Of two rows the proofs of one hold whatever the rule says.
func TestStrict(t *testing.T) {
	p := text(t, `event fall(who: creature, depth: int) { who.hp -= 2 * depth }
example "a fall hurts" {
  covers T-1
  given c: creature { max_hp: 9 }
  when  do fall(c, 3)
  then  c.hp == 3
}
example "a fall of no depth hurts nobody" {
  covers T-2
  given c: creature { max_hp: 9 }
  when  do fall(c, 0)
  then  c.hp <= 9
}
`)
	l := &proof.Ledger{Pack: p.Name, Rows: []*proof.Row{{ID: "T-1"}, {ID: "T-2"}, {ID: "T-3", Excuse: "a picture"}}}
	cover := interp.NewCoverage(p.Program)
	results := proof.Run(p.Program, proof.Options{Cover: cover})
	l.Count(results, nil)
	for _, workers := range []int{1, 3} {
		var log diag.Log
		got := Strict(p, l, cover, results, Options{Workers: workers}, &log)
		if got.Proven != 2 || len(got.Blind) != 1 || got.Blind[0].ID != "T-2" {
			t.Errorf("%d workers: %+v", workers, got)
		}
		if log.Errors() != 1 || log.Sorted()[0].Code != diag.BlindRow {
			t.Errorf("%d workers: %v", workers, log.Sorted())
		}
	}
}

// Whatever parses can be changed: each change is another text, and its diff leads
// from the one to the other.
func FuzzPropose(f *testing.F) {
	for _, name := range []string{"testdata/operators.rule", "testdata/small.rule"} {
		seed, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(seed))
	}
	f.Add("value a(): int = -(2 - 1) // x\n//@ equivalent boundary \"b\"\n")
	f.Fuzz(func(t *testing.T, rules string) {
		var log diag.Log
		file := syntax.Parse(source.New("fuzz.rule", rules), &log)
		if log.Errors() > 0 || len(rules) > 10_000 {
			return
		}
		waivers(file, &log)
		for _, m := range Propose(file, []*syntax.File{file}) {
			if m.Text() == file.Source.Text {
				t.Fatalf("%s changes nothing", m.Operator)
			}
			if d := m.Diff(); m.Line() < 1 || !strings.Contains(d, "\n-") && !strings.Contains(d, "\n+") {
				t.Fatalf("%s in line %d: %s", m.Operator, m.Line(), d)
			}
		}
	})
}
