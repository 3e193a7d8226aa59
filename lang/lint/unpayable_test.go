package lint

import "testing"

func TestUnpayable(t *testing.T) {
	try(t, unpayableRule, `
resource focus on creature = 3
action burst {
  use  after round
  cost focus 4             //! unpayable
}
`, `
resource move     on creature = 1 refill before round
resource standard on creature = 1 refill before round stands for move
extend creature { pool: int = 3 }
resource luck on creature = self.pool
action run  { use for move 2 }
resource gift on creature = 0
event give(who: creature) { who.gift += 3 }
action take { use for gift 2 }
action bend { use after round; cost luck 9 }
`)
}
