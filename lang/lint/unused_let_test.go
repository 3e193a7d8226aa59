package lint

import "testing"

func TestUnusedLet(t *testing.T) {
	try(t, unusedLetRule, `
event wound(who: creature) {
  let spare = who.hp - 1       //! unused_let
  roll luck = d6               //! unused_let
  if who.hp > 3 {
    let more = 3               //! unused_let
  }
}
`, `
event wound(who: creature) {
  shown: int = 0
  let spare = who.hp - 1
  roll shown = d6
  roll luck = d6
  who.hp -= spare + luck
}
`)
}
