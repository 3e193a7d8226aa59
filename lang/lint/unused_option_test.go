package lint

import "testing"

func TestUnusedOption(t *testing.T) {
	try(t, unusedOptionRule, `
option wide: int in 1..3 = 1 alternatives 2    //! unused_option
`, `
option wide: int in 1..3 = 1 alternatives 2
value width(): int = wide
`)
}
