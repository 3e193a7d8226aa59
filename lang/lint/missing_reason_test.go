package lint

import "testing"

func TestMissingReason(t *testing.T) {
	try(t, missingReasonRule, `
action hop { use after round; require self.hp > 1 " " }     //! missing_reason
`, `
action hop { use after round; require self.hp > 1 "{self} is weary" }
`)
}
