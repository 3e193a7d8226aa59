package session

import (
	"strings"
	"testing"

	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// more is put behind little: bodies that share frames, facts and lists with bodies of
// other declarations.
const more = `
record creature_gear { edge: int = 0 }

extend creature {
  gear: creature_gear? = none
}

extend fight {
  stage between after start {
    for c in creatures where c.hp > 3 {
      let spare = c.hp
      c.hp = spare - 1
    }
  }
}

action sharpen() {
  use for turn when self.gear != none
  stage grind { self.hp += self.gear.edge }
}

extend sharpen {
  stage polish after grind { self.hp += self.gear.edge }
}

rule tired for c: creature {
  modify c.might by -1 when c.hp < 5 "tired"
}

condition marked on creature {
  modify self.might by 1
}

event marking(who: creature) {
  apply marked to who
}

action oil() {
  use for turn
  require self.hp > 0 and self.gear != none "what?"
  stage pour { self.hp += 1 }
}

extend oil {
  stage wipe after pour { self.hp += self.gear.edge }
}

value spot(n: length): place = point(n, n)

value outcome_of(x: int): int = x
`

// session of little and more, and a file that uses a value of theirs.
func littleSession(t *testing.T, text string) *Session {
	t.Helper()
	in := check.Input{Pack: "little", Entry: "fight"}
	for i, x := range []string{"value other: int = outcome_of(3)\n", text} {
		in.Files = append(in.Files, syntax.Parse(source.New([]string{"a.rule", "b.rule"}[i], x), &diag.Log{}))
	}
	return New(in)
}

// TestKept says of changes what is done again, and holds each against a check from scratch.
func TestKept(t *testing.T) {
	const all = 1 << 20
	for _, c := range []struct {
		what, old, new string
		parsed         int // declarations at most
		checked        int // bodies at most
		kept           int // bodies at least
	}{
		{"nothing", "", "", 0, 0, 10},
		{"a comment above everything", "unit square", "// first\nunit square", 1, 0, 10},
		{"a body", "target.hp -= 1", "target.hp -= 2", 1, 4, 10},
		{"a body that gets more cells, in front of another one in the same frame", "roll luck = d6", "roll luck = d6; let more = any(c in creatures, c.hp > 1)", 1, 2, 10},
		{"a body that loses cells", "let spare = c.hp\n      c.hp = spare - 1", "c.hp = 1", 1, 1, 10},
		{"what is applied without an end, told again after a change elsewhere", "by -1 \"weak\"", "by -2 \"weak\"", 1, 1, 10},
		{"a modifier in front of another one", "by -1 when c.hp < 5", "by -2 when c.hp < 5", 1, 1, 10},
		{"what a way into an action lets its bodies know", "use for turn when self.gear != none\n", "use for turn when self.hp > 1\n", 1, all, 0},
		{"what an action requires", "self.hp > 0 and self.gear != none", "self.hp > 0", 1, all, 0},
		{"a reason", "nobody hits themselves", "nobody can", 1, 4, 10},
		{"a signature", "outcome_of(x: int): int", "outcome_of(x: int, y: int = 0): int", 1, all, 0},
		{"a name", "value outcome_of", "value outcome_for", 1, all, 0},
		{"an override that was none", "value outcome_of", "override value outcome_of", 1, all, 0},
		{"another name for a default", "gear: creature_gear? = none", "gear: creature_gear? = none\n  hp = 12", 1, all, 0},
		{"a proof", "b.hp == 9", "b.hp == 10", 1, 1, 10},
		{"a proof more", "example \"one blow\"", "example \"no blow\" {\n  then\n    1 == 1\n}\nexample \"one blow\"", 2, 2, 10},
		{"a fault in a body", "target.hp -= 1", "target.hp -= nobody", 1, 4, 10},
		{"a fault of writing in a body", "target.hp -= 1", "target.hp -= (1", 1, all, 0},
		{"a declaration that is not closed", "event marking(who: creature) {", "event marking(who: creature) {{", 2, all, 0},
		{"a word that is no declaration", "rule tired", "rul tired", 1, all, 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			good := little + more
			s := littleSession(t, good)
			if got := s.Last().Log.Sorted(); len(got) != 2 || got[0].Code != diag.NoEnd || got[1].Code != diag.NoSuchSpace {
				t.Fatalf("the program has %v, and should have an apply without an end and a function of another space", got)
			}
			text := strings.Replace(good, c.old, c.new, 1)
			if text == good && c.old != "" {
				t.Fatal("there is nothing to change")
			}
			res, err := s.Update("b.rule", text)
			if err != nil {
				t.Fatal(err)
			}
			w := res.Work
			if w.Parsed > c.parsed || w.Checked > c.checked || w.SameBodies < c.kept {
				t.Errorf("%+v, and at most %d were to be parsed, %d checked, %d kept", w, c.parsed, c.checked, c.kept)
			}
			agrees(t, s)
			if _, err := s.Update("b.rule", good); err != nil {
				t.Fatal(err)
			}
			agrees(t, s)
			if _, err := s.Update("a.rule", "value other: int = outcome_of(4)\n"); err != nil {
				t.Fatal(err)
			}
			agrees(t, s)
		})
	}
}

// What a result said stays as it was said, whatever comes after.
func TestDiagnosticsStay(t *testing.T) {
	s := littleSession(t, little+more)
	first := s.Last().Log
	before := said(first)
	if _, err := s.Update("b.rule", "// a line more\n"+little+more); err != nil {
		t.Fatal(err)
	}
	if got := said(first); got != before {
		t.Errorf("it was\n%sand is\n%s", before, got)
	}
	if said(s.Last().Log) == before {
		t.Error("the place of a fault did not move")
	}
}
