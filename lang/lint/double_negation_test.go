package lint

import "testing"

func TestDoubleNegation(t *testing.T) {
	try(t, doubleNegationRule, `
condition dizzy on creature { until removed }
value clear(c: creature): bool = not (c is dizzy)             //! double_negation
value hale(c: creature): bool  = not (not c.standing)         //! double_negation
`, `
condition dizzy on creature { until removed }
value clear(c: creature): bool = c is not dizzy
value hale(c: creature): bool  = not (c.standing and c.hp > 3)
`)
}
