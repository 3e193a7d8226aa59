package lint

import "testing"

func TestEndlessUntil(t *testing.T) {
	try(t, endlessUntilRule, `
event dawn() { tells "It dawns" }
condition cursed on creature { }
event curse(who: creature) { apply cursed to who until after dawn }   //! endless_until
rule cursing { after round { for c in creatures { do curse(c) } } }
`, `
condition cursed on creature { until after turn(actor: self) }
`)
}
