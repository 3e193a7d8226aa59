package lint

import "testing"

func TestEmptyBlock(t *testing.T) {
	try(t, emptyBlockRule, `
rule idle { own "later" }                          //! empty_block
rule deaf { after round { } }                      //! empty_block
event fall(who: creature) {
  for c in creatures { }                           //! empty_block
}
`, `
event fall(who: creature) -> far | near { stage begin { }; stage last { end fall as far } }
event more(who: creature) { do fall(who) { on far { }; on near { who.hp -= 1 } } }
`)
}
