package lint

import "testing"

func TestOrderMatters(t *testing.T) {
	try(t, orderMattersRule, `
event hunt(who: creature) { prey: int = 0; stage take { who.hp += prey } }
rule both {
  before hunt { hunt.prey = 3 }
  before hunt { hunt.prey = 2 }       //! order_matters
}
`, `
event hunt(who: creature) { prey: int = 0; stage take { who.hp += prey } }
rule both { before hunt { hunt.prey += 3 }; before hunt { hunt.prey += 2 }; after hunt { hunt.prey = 0 } }
`)
}
