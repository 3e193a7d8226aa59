package lint

import "testing"

func TestMissingRow(t *testing.T) {
	try(t, missingRowRule, `
table steps(n: int): int {      //! missing_row
  1..5 -> 1
  7..9 -> 2
}
`, `
table steps(n: int): int { 1..5 -> 1; else -> 2 }
table wet(a: bool): int { true -> 1; false -> 2 }
`)
}
