package lint

import "testing"

func TestNearNames(t *testing.T) {
	try(t, nearNamesRule, `
extend creature { armoured: int = 0; amroured: int = 1 }     //! near_names
`, `
extend creature { effect: int = 0; effects: int = 1; level_1: int = 0; level_2: int = 0; near: int = 0; nera: int = 0 }
`)
}
