package lint

import "testing"

func TestUnusedField(t *testing.T) {
	try(t, unusedFieldRule, `
event wound(who: creature) {
  depth: int = 0            //! unused_field
  who.hp -= 1
}
`, `
event wound(who: creature) { depth: int = 0; depth = 3; who.hp -= 1 }
`)
}
