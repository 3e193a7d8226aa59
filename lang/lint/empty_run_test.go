package lint

import "testing"

func TestEmptyRun(t *testing.T) {
	try(t, emptyRunRule, `
event march(who: creature) {
  repeat 0 times upto 5 { who.hp -= 1 }     //! empty_run
  repeat 3 times upto 0 { who.hp -= 1 }     //! empty_run
}
`, `
event march(who: creature, n: int) { repeat n times upto 5 { who.hp -= 1 }; for i in 1..n { who.hp -= i } }
`)
}
