package lint

import "testing"

func TestSameTitle(t *testing.T) {
	try(t, sameTitleRule, `
value harm(): int = 3
law "harm" { for n in 1..3; then harm() > 3 - n }
example "harm" { then harm() == 3 }                //! same_title
`, `
value harm(): int = 3
example "harm" { then harm() == 3 }
`)
}
