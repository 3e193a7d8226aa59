package lint

import "testing"

func TestWrongNumber(t *testing.T) {
	try(t, wrongNumberRule, `
extend creature { value guard: int = 10 }
condition dazed on creature { until removed; modify self.guard by 2 "+3 for luck" }   //! wrong_number
`, `
extend creature { value guard: int = 10 }
condition dazed on creature {
  until removed
  modify self.guard by 2 "+2 for luck"
  modify self.guard by 3 "natural 20, d6-based"
  modify self.guard by self.hp "+3 at times"
}
`)
}
