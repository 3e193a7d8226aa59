package lint

import "testing"

func TestSameBranches(t *testing.T) {
	try(t, sameBranchesRule, `
event fall(who: creature) {
  if who.hp > 3 { who.hp -= 1 } else { who.hp  -=  1 }   //! same_branches
}
`, `
event fall(who: creature) { if who.hp > 3 { who.hp -= 1 } else { who.hp -= 2 } }
`)
}
