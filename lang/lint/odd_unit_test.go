package lint

import "testing"

func TestOddUnit(t *testing.T) {
	try(t, oddUnitRule, `
-- main.rule --
unit ft: length
unit yard = 3 ft
space grid of ft { own "a floor" }
extend creature { stride: length = 1 yard; seen: length = 2 ft }
-- some.toml --
[creature.a]
stride = "2 yards"
seen = "9 ft"
[creature.b]
stride = "1 yard"      #! odd_unit
[creature.c]
stride = "2 yards"
[creature.d]
stride = "4 yards"
[creature.e]
stride = "2 yards"
`, `
-- main.rule --
unit ft: length
unit yard = 3 ft
space grid of ft { own "a floor" }
extend creature { stride: length = 1 yard; seen: length = 2 ft }
-- some.toml --
[creature.a]
stride = "2 yards"
seen = "9 ft"
[creature.b]
stride = "1 ft"
[creature.c]
stride = "2 yards"
`)
}
