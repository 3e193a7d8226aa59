package lint

import "testing"

func TestRepeatedCondition(t *testing.T) {
	try(t, repeatedConditionRule, `
event fall(who: creature) {
  if who.hp > 3 { who.hp -= 1 }
  else if who.hp < 1 { who.hp -= 2 }
  else if who.hp  > 3 { who.hp -= 3 }    //! repeated_condition
}
`, `
event fall(who: creature) { if who.hp > 3 { who.hp -= 1 } else if who.hp > 2 { who.hp -= 3 } }
`)
}
