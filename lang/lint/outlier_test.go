package lint

import "testing"

func TestOutlier(t *testing.T) {
	try(t, outlierRule, `
extend creature { value guard: int = 10 }
rule guards for c: creature {
  modify c.guard by 1  when c.hp > 1  "one"
  modify c.guard by 2  when c.hp > 2  "two"
  modify c.guard by -10 when c.hp > 3  "three"    //! outlier
  modify c.guard by 1  when c.hp > 4  "four"
  modify c.guard by 1  when c.hp > 5  "five"
}
`, `
extend creature { value guard: int = 10 }
rule guards for c: creature {
  modify c.guard by 1  when c.hp > 1  "one"
  modify c.guard by 2  when c.hp > 2  "two"
  modify c.guard by -9 when c.hp > 3  "three"
  modify c.guard by 1  when c.hp > 4  "four"
  modify c.guard by 1  when c.hp > 5  "five"
}
`)
}
