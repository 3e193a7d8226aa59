package lint

import "testing"

func TestUnreachable(t *testing.T) {
	try(t, unreachableRule, `
event fall(who: creature) {
  end fall
  who.hp -= 1     //! unreachable
  who.hp -= 2
}
event trip(who: creature) { do fall(who) { on done { end trip; who.hp -= 1 } } }   //! unreachable
`, `
event fall(who: creature) { if who.hp > 3 { end fall }; who.hp -= 1 }
`)
}
