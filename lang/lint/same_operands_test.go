package lint

import "testing"

func TestSameOperands(t *testing.T) {
	try(t, sameOperandsRule, `
value both(a: creature): bool = a.hp > 3 and a.hp > 3     //! same_operands
value none_left(a: creature): int = a.hp - a . hp         //! same_operands
value top(a: creature): int = max(a.hp, 3, a.hp)          //! same_operands
`, `
value twice(a: creature): int = a.hp + a.hp
value more(a: creature, b: creature): int = max(a.hp, b.hp)
`)
}
