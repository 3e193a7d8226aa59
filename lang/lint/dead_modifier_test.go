package lint

import "testing"

func TestDeadModifier(t *testing.T) {
	try(t, deadModifierRule, `
bonus none_such { gains sum; at most 0 }
extend creature { value guard: int = 10 }
rule nothing for c: creature {
  modify c.guard by 0 "nothing"                 //! dead_modifier
  modify c.guard by 2 as none_such "capped"     //! dead_modifier
}
`, `
bonus cover { gains highest; losses sum }
bonus sums  { gains sum; losses sum }
extend creature { value guard: int = 10 }
rule some for c: creature {
  modify c.guard by 1 "one"
  modify c.guard by 2 as sums "two"
  modify c.guard by 1 as sums "two"
  modify c.guard by -3 as cover "three"
  modify c.guard by -2 as cover "four"
}
`)
}
