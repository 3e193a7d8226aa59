package lint

import "testing"

func TestUnusedBonus(t *testing.T) {
	try(t, unusedBonusRule, `
bonus luck { gains sum; losses sum }     //! unused_bonus
`, `
bonus all { gains sum; at most 4 }
bonus luck { gains sum; losses sum; within all }
rule lucky for c: creature { modify c.tie_break by 1 as luck "luck" }
`)
}
