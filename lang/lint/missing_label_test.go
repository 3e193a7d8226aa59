package lint

import "testing"

func TestMissingLabel(t *testing.T) {
	try(t, missingLabelRule, `
rule quick for c: creature { modify c.tie_break by 1 "" }     //! missing_label
`, `
rule quick for c: creature { modify c.tie_break by 1 "quick" }
`)
}
