package lint

import "testing"

func TestCompareTrue(t *testing.T) {
	try(t, compareTrueRule, `
value down(c: creature): bool = c.standing == false           //! compare_true
value up(c: creature): bool = true != (c.hp > 3 and c.standing)  //! compare_true
`, `
value down(c: creature): bool = not c.standing
example "up" { given c: creature { }; then c.standing == true }
`)
}
