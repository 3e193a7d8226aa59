package lint

import (
	"strings"
	"testing"
)

func TestMissingCite(t *testing.T) {
	const manifest = `
-- pack.toml --
name    = "test"
version = "1.0"
sources = ["book.txt"]
imports = ["stdlib/creatures.rule", "stdlib/hit_points.rule"]
`
	const rules = `
-- main.rule --
extend creature { mood: int = 0 }
value loose(): int = 3                       //! missing_cite
value hale(): int = 3 own "mine"
condition bound on creature { cite "Bonds"; until removed }
condition tied on creature { until removed } //! missing_cite
example "hale" { then hale() == 3 }
`
	cited := strings.ReplaceAll(strings.ReplaceAll(rules, "3                       ", `3 cite "Loose"`), "tied on creature {", `tied on creature { own "mine";`)
	try(t, missingCiteRule, manifest+rules, strings.ReplaceAll(manifest+cited, "//! missing_cite", ""))
}
