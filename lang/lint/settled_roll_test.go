package lint

import "testing"

func TestSettledRoll(t *testing.T) {
	try(t, settledRollRule, `
-- main.rule --
extend creature { nerve: int = 0; wall: int = 10 }
event dare(who: creature, at_whom: creature) -> done_so | lost {
  shown: int = 0
  value total: int = shown + who.nerve
  stage throw { roll shown = d20 }
  stage judge { if total >= at_whom.wall { end dare as done_so } else { end dare as lost } }
}
-- fight.toml --
pack = "test"
[[creature]]
name  = "Brom"
side  = "heroes"
nerve = 3
[[creature]]          #! settled_roll
name  = "Gate"
side  = "foes"
wall  = 210
`, `
-- main.rule --
extend creature { nerve: int = 0; wall: int = 10 }
event dare(who: creature, at_whom: creature) -> done_so | lost {
  shown: int = 0
  value total: int = shown + who.nerve
  stage throw { roll shown = d20 }
  stage judge { if total >= at_whom.wall { end dare as done_so } else { end dare as lost } }
}
event climb(who: creature) {
  stage go { who.wall -= 1 }
}
-- fight.toml --
pack = "test"
[[creature]]
name  = "Brom"
side  = "heroes"
nerve = 3
[[creature]]
name  = "Gate"
side  = "foes"
wall  = 210
`)
}
