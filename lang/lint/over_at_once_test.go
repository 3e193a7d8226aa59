package lint

import "testing"

func TestOverAtOnce(t *testing.T) {
	try(t, overAtOnceRule, `
-- main.rule --
condition asleep on creature { until removed; modify self.standing to false "asleep" }
-- fight.toml --
pack = "test"
[[creature]]       #! over_at_once
name = "Brom"
side = "heroes"
max_hp = 9
[[creature]]
name = "Ansa"
side = "foes"
max_hp = 9
hp = 0
`, `
-- main.rule --
condition asleep on creature { until removed; modify self.standing to false "asleep" }
condition fallen on creature = self.hp <= 0 { modify self.tie_break by 1 "fallen" }
-- fight.toml --
pack = "test"
[[creature]]
name = "Brom"
side = "heroes"
max_hp = 9
[[creature]]
name = "Ansa"
side = "foes"
max_hp = 9
[[creature]]
name = "Olaf"
side = "foes"
hp = 0
-- dream.toml --
pack = "test"
[[creature]]
name = "Brom"
side = "heroes"
wears = ["asleep"]
[[creature]]
name = "Ansa"
side = "heroes"
max_hp = 9
`)
}
