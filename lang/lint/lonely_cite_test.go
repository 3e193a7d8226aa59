package lint

import "testing"

func TestLonelyCite(t *testing.T) {
	try(t, lonelyCiteRule, `
value a(): int = 1 cite "Cover"
value b(): int = 2 cite "Cover"
value d(): int = 3 cite "cover"     //! lonely_cite
`, `
value a(): int = 1 cite "Cover"
value b(): int = 2 cite "Cover"
value d(): int = 3 cite "Concealment"
`)
}
