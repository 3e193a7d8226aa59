package lint

import "testing"

func TestUnreadField(t *testing.T) {
	try(t, unreadFieldRule, `
event wound(who: creature) {
  depth: int = 0            //! unread_field
  depth = 3
}
`, `
event wound(who: creature) { depth: int = 0; depth = 3; who.hp -= depth }
`)
}
