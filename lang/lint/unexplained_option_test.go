package lint

import "testing"

func TestUnexplainedOption(t *testing.T) {
	try(t, unexplainedOptionRule, `
option wide: int in 1..4 = 2 alternatives 3     //! unexplained_option
`, `
option wide "How wide?": int in 1..4 = 2 alternatives 3
`)
}
