package lint

import "testing"

func TestRivalTo(t *testing.T) {
	try(t, rivalToRule, `
extend creature { value guard: int = 10 }
rule one { modify creature.guard to 3 "one" }
rule two { modify creature.guard to 4 "two" }   //! rival_to
`, `
extend creature { value guard: int = 10 }
condition one on creature { until removed; modify self.guard to 3 "one" }
condition two on creature { until removed; modify self.guard to 4 "two"; modify self.guard to base + 1 when self.hp > 2 "two" }
`)
}
