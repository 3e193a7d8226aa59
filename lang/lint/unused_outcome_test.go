package lint

import "testing"

func TestUnusedOutcome(t *testing.T) {
	try(t, unusedOutcomeRule, `
action leap -> over |
  short {                          //! unused_outcome
  use after round
  end leap as over
}
`, `
event leap(who: creature) -> over | short { end leap as over }
rule stumbles { before leap as l { if l.who.hp < 3 { end leap as short } } }
`)
}
