package lint

import "testing"

func TestUntoldOption(t *testing.T) {
	try(t, untoldOptionRule, `
option grade: low | mid | high = low { gap "unsaid" }        //! untold_option
option wide: int in 1..4 = 2 alternatives 3 { gap "unsaid" } //! untold_option
value harm(): int = grade == mid ? 3 : wide
example "mid" { with grade == mid, wide == 2; then harm() == 3 }
`, `
option grade: low | mid | high = low { gap "unsaid" }
option wide: int in 1..4 = 2 alternatives 3 { gap "unsaid" }
value harm(): int = grade == mid ? 3 : wide
example "mid" { with grade == mid, wide == 3; then harm() == 3 }
example "high" { with grade == high; then harm() == 2 }
`)
}
