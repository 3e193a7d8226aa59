package lint

import "testing"

func TestMissingDoc(t *testing.T) {
	try(t, missingDocRule, `
rule quick for c: creature { modify c.tie_break by 1 "quick" }     //! missing_doc
`, `
rule quick "Quick" for c: creature { modify c.tie_break by 1 "quick" }
event rest() { own "a night"; pass(8 h) }
condition bound on creature { cite "Bonds"; until removed }
value plain(): int = 3
`)
}
