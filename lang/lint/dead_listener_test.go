package lint

import "testing"

func TestDeadListener(t *testing.T) {
	try(t, deadListenerRule, `
event dawn() { warmth: int = 0; value bright: int = 3 }
rule hotter  { modify dawn.bright by 1 "summer" }    //! dead_listener
rule eclipse { forbid dawn "the sun is dark" }       //! dead_listener
`, `
event dawn() { warmth: int = 0; value bright: int = 3 }
rule hotter { modify dawn.bright by 1 "summer" }
rule watch  { after wave { pass(0 s) } }
action wave { use after round }
example "a proof starts it" { when do dawn(); then dawn.bright == 4 }
`)
}
