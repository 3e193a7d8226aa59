package lint

import "testing"

func TestShadowedName(t *testing.T) {
	try(t, shadowedNameRule, `
option base_goal: int in 5..30 = 15 alternatives 10
value passes(base_goal: int): bool = base_goal > 3      //! shadowed_name
`, `
option base_goal: int in 5..30 = 15 alternatives 10
enum colour { red, green }
value passes(goal: int, colour): bool = goal > base_goal and colour == red
`)
}
