package session

import (
	"testing"

	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

const little = `unit square: length
space grid of square { edge width; }

/// Who fights.
record creature is actor plural creatures {
  hp: int = 10 in 0..20
  value might: int = self.hp + 1
}

value width(who: entity): int = 1

condition weak on creature {
  until removed
  modify self.might by -1 "weak"
}

event fight(who: creature) -> won | lost {
  stage start { roll luck = d6; if luck > 3 { end fight as won } }
  stage finish { end fight as lost }
}

resource turn on creature = 1

action hit(target: creature) {
  use for turn when target.hp > 0
  require target != self "nobody hits themselves"
  target.hp -= 1
  apply weak to target
}

example "one blow" {
  given
    a: creature {}
    b: creature {}
  when
    a does hit(b)
  then
    b.hp == 9
}
`

// FuzzUpdate gives a session any text, and the first one again, and holds both results
// against a check from scratch.
func FuzzUpdate(f *testing.F) {
	f.Add(little)
	f.Add(little + "\nvalue more: int = 3\n")
	f.Add(little[20:])
	f.Add("override\n" + little)
	f.Add("value x: int = (\n" + little)
	f.Add("about me\nexample \"\" {\n" + little + "}")
	f.Fuzz(func(t *testing.T, text string) {
		in := check.Input{Pack: "little", Entry: "fight"}
		for _, x := range []string{"value other: int = might_of(3)\nvalue might_of(n: int): int = n\n", little} {
			in.Files = append(in.Files, syntax.Parse(source.New([]string{"a.rule", "b.rule"}[len(in.Files)], x), &diag.Log{}))
		}
		s := New(in)
		if n := s.Last().Log.Errors(); n > 0 {
			t.Fatal(said(s.Last().Log))
		}
		for _, x := range []string{text, little, text + "\n", little + text} {
			if _, err := s.Update("b.rule", x); err != nil {
				t.Fatal(err)
			}
			if !agrees(t, s) {
				t.Fatalf("after %q", x)
			}
		}
	})
}
