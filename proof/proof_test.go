package proof

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
)

const laws = `
extend creature { score: int = 0 }
event fall(who: creature) {
  own "test"
  shown: int = 0
  stage throw { roll shown = d20 }
  stage take  { who.score -= shown }
}
event throw(what: dice) { own "test"; shown: int = 0; stage throw { roll shown = what } }
event perhaps(who: creature, n: int) {
  own "test"
  stage one { if n > 10 { choose k by who from [1, 2, 3] "a number"; who.score = k } }
}
law "holds for all" {
  for   n in 1..60
  given a: creature { score: n }
  when  do fall(a)
  then  a.score < n
}
law "fails from 37 on" {
  for   n in 1..60
  given a: creature { score: n }
  when  do fall(a)
  then  a.score <= 35
}
law "fails early and often" {
  for   n in 1..20, k in 1..5
  given a: creature { score: n }
  when  do fall(a)
  then  k != 3
}
law "two dice" {
  for   d in [d4, d4 + 1, d6, d6 + d4, d8, 2d8 + 1]
  when  do throw(d)
  then  throw.shown is d + 0
}
law "an answer that some cases ask for" {
  for   n in 1..14
  given a: creature { }
  when  do perhaps(a, n)
        a takes 2
  then  a.score == (n > 10 ? 2 : 0)
}
law "an answer that no case asks for" {
  for   n in 1..10
  given a: creature { }
  when  do perhaps(a, n)
        a takes 2
  then  a.score == 0
}
example "only one case" {
  given a: creature { score: 3 }
  when  do fall(a)
  then  P(a.score == 2) == 1/20
}
`

func load(t *testing.T, text string) *ir.Program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "laws.rule")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var log diag.Log
	p := (&pack.Loader{Log: &log}).Loose([]string{file})
	if log.Errors() > 0 {
		var b strings.Builder
		_ = diag.WriteText(&b, log.Sorted(), diag.TextOptions{})
		t.Fatal(b.String())
	}
	return p.Program
}

type came struct {
	Title, Case, Message string
	Status               Status
	Cases                int
}

func run(p *ir.Program, workers int) []came {
	var out []came
	for _, r := range Run(p, Options{Workers: workers}) {
		c := came{Title: r.Proof.Title, Status: r.Status, Cases: r.Cases}
		if r.Failure != nil {
			c.Case, c.Message = r.Failure.Case, r.Failure.Message
		}
		out = append(out, c)
	}
	return out
}

// The cases of a law are shared out, and nothing of it can be seen: the first case
// that fails is the one that is named, and as many are counted as one worker proves.
func TestWorkers(t *testing.T) {
	p := load(t, laws)
	alone := run(p, 1)
	want := []struct {
		status Status
		first  string
		cases  int
	}{{Pass, "", 60}, {Fail, "n = 37", 37}, {Fail, "n = 1, k = 3", 3}, {Pass, "", 6}, {Pass, "", 14}, {Err, "", 10}, {Pass, "", 1}}
	for i, w := range want {
		if c := alone[i]; c.Status != w.status || c.Case != w.first || c.Cases != w.cases {
			t.Errorf("%+v", c)
		}
	}
	for _, workers := range []int{2, 3, 8} {
		for range 5 {
			if d := cmp.Diff(alone, run(p, workers)); d != "" {
				t.Fatalf("%d workers (-alone +together):\n%s", workers, d)
			}
		}
	}
}
