package lint

import "testing"

func TestUnusedEvent(t *testing.T) {
	try(t, unusedEventRule, `
action hop { self.hp -= 1 }      //! unused_event
`, `
resource move on creature = 1
action hop { use for move; self.hp -= 1 }
event dawn() { for c in creatures { c.hp += 1 } }
example "dawn" { given c: creature { max_hp: 3 }; when do dawn(); then c.hp == 4 }
`)
}
