package lint

import "testing"

func TestUnusedResource(t *testing.T) {
	try(t, unusedResourceRule, `
resource luck on creature = 3      //! unused_resource
`, `
resource luck on creature = 3
value lucky(c: creature): bool = c.luck > 0
`)
}
