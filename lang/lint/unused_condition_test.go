package lint

import "testing"

func TestUnusedCondition(t *testing.T) {
	try(t, unusedConditionRule, `
condition dizzy on creature { until after turn(actor: self) }   //! unused_condition
`, `
condition dizzy on creature { until after turn(actor: self) }
condition spinning on creature = self.hp > 3 { includes dizzy }
`)
}
