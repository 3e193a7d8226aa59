package lint

import "testing"

func TestDeadOutcome(t *testing.T) {
	try(t, deadOutcomeRule, `
event leap(who: creature) -> over | short { end leap as over }
event run(who: creature) {
  do leap(who) {
    on short { who.hp -= 1 }    //! dead_outcome
  }
}
event look(who: creature) -> seen | missed {
  end look as seen
  tells "nothing" when look.outcome == missed    //! dead_outcome
}
`, `
event leap(who: creature) -> over | short { if who.hp > 1 { end leap as over } else { end leap as short } }
event run(who: creature) { do leap(who) { on short { who.hp -= 1 }; on none { who.hp -= 2 } } }
`)
}
