package lint

import "testing"

func TestUnusedMoment(t *testing.T) {
	try(t, unusedMomentRule, `
moment dusk() for self: creature = after round       //! unused_moment
`, `
moment dusk() for self: creature = after round
value cues_of(c: creature): list of moment = [dusk()]
`)
}
