package lint

import "testing"

func TestHiddenRow(t *testing.T) {
	try(t, hiddenRowRule, `
enum grade { low, mid, high }
table steps(n: int, of: grade): int {
  1..5, low -> 1
  6..9, low -> 2
  2..8, low -> 3                 //! hidden_row
  else      -> 0
}
table full(of: grade): int {
  [low, mid] -> 1
  high       -> 2
  high       -> 3                //! hidden_row
}
`, `
table whole(of: grade): int { [low, mid] -> 1; high -> 2; else -> 3 }
enum grade { low, mid, high }
table steps(n: int, of: grade): int { 1..5, low -> 1; 6..9, low -> 2; 2..10, low -> 3; else -> 0 }
table full(of: grade): int { [low, mid] -> 1; else -> 3 }
`)
}
