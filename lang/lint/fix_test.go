package lint

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/lang/diag"
	"rulec/lang/source"
)

func replaceName(text, name string) string { return strings.ReplaceAll(text, "NAME", name) }

// What is put right is put right: nothing with a fix is found again, the text still
// checks, and a second fix changes nothing.
func TestFix(t *testing.T) {
	const wrong = `
/// Nothing but this.
event wound(who: creature) {
  let spare = who.hp - 1
  let more = 2                       // a comment goes with it
  who.hp = who.hp; who.taken += 1
  if not (who.hp > 3) and not (not who.standing) { who.hp += 0 }
  if who.standing == false or true == (who.hp > 1 and who.hp < 9) { who.hp -= 1 }
}
rule late { own "late"
  after wound { pass(1 s) }
  after wound { pass(1 s) }
}
value half_of(n: int): int = floor(n / 2)  //@ lint todo "nothing to do"
`
	const right = `
/// Nothing but this.
event wound(who: creature) {
  who.taken += 1
  if who.hp <= 3 and who.standing { }
  if not who.standing or (who.hp > 1 and who.hp < 9) { who.hp -= 1 }
}
rule late { own "late"
  after wound { pass(1 s) }
}
value half_of(n: int): int = floor(n / 2)
`
	in, log := load(t, wrong)
	list := Run(in, log)
	fixed := Fix(list)
	if len(fixed) != 1 || len(log.Sorted()) > 0 {
		t.Fatal(fixed, log.Sorted())
	}
	text := fixed[0].Text
	if diff := cmp.Diff(right, text); diff != "" {
		t.Error(diff)
	}
	in, log = load(t, text)
	if !in.Sound {
		t.Error(log.Sorted())
	}
	if again := Fix(Run(in, log)); len(again) > 0 {
		t.Error(again[0].Diff())
	}
	diff := fixed[0].Diff()
	for _, want := range []string{"@@ -4,5 +4,3 @@\n-  let spare = who.hp - 1\n", "+  who.taken += 1\n", "-  after wound { pass(1 s) }\n"} {
		if !strings.Contains(diff, want) {
			t.Errorf("no %q in\n%s", want, diff)
		}
	}
}

func TestBaseline(t *testing.T) {
	in, log := load(t, "value a(c: creature): bool = not (c.hp > 1)\nvalue b(c: creature): bool = not (c.hp > 2)\n")
	in.Rules = []*Rule{doubleNegationRule}
	list := Run(in, log)
	b, err := ReadBaseline(NewBaseline(list[:1]).Text())
	if err != nil {
		t.Fatal(err)
	}
	if fresh, known := b.New(list); known != 1 || len(fresh) != 1 || fresh[0] != list[1] {
		t.Error(known, places(fresh))
	}
	// It knows the text of a line, wherever the line goes, and how often it stands there.
	f := source.New(list[0].Span.File.Name, "\n\n"+list[0].Span.File.Text)
	moved := *list[0]
	moved.Diagnostic = &diag.Diagnostic{Code: list[0].Code, Span: source.Span{File: f, Start: list[0].Span.Start + 2, End: list[0].Span.End + 2}}
	if fresh, known := b.New([]*Finding{&moved, &moved}); known != 1 || len(fresh) != 1 {
		t.Error(known, places(fresh))
	}
	for _, wrong := range []string{"", "{", `{"version": 2, "findings": []}`, `{"version": 1, "findngs": []}`, "[]"} {
		if _, err := ReadBaseline([]byte(wrong)); err == nil {
			t.Errorf("%q is taken for a baseline", wrong)
		}
	}
}

func FuzzBaseline(f *testing.F) {
	f.Add(NewBaseline(nil).Text())
	f.Add([]byte(`{"version":1,"findings":[{"code":"L0101","file":"a","text":"b","count":-3}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if b, err := ReadBaseline(text); err == nil {
			b.New(nil)
		}
	})
}
