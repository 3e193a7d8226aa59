package conformance_test

import (
	"strings"
	"testing"

	"rulec/lang/pack"
	"rulec/lang/syntax"
)

// Rules are read by people: no declaration is longer than a screen, no line wider,
// and each says where it comes from.
func TestRulesAreReadable(t *testing.T) {
	const longest, widest = 50, 140
	for _, name := range pack.Embedded() {
		for _, tree := range load(t, "..", name).Trees {
			for i, l := range strings.Split(tree.Source.Text, "\n") {
				if n := len([]rune(l)); n > widest {
					t.Errorf("%s:%d: %d characters", tree.Source.Name, i+1, n)
				}
			}
			for _, d := range tree.Decls {
				h := d.Header()
				at := h.Span.Begin().Line
				if n := h.Span.Finish().Line - at + 1; n > longest {
					t.Errorf("%s:%d: %s %s has %d lines", tree.Source.Name, at, h.Keyword.Name, h.Name.Name, n)
				}
				switch d.(type) {
				case *syntax.Proof, *syntax.Extend:
					continue
				}
				if len(h.Cites) == 0 && h.Own == nil {
					t.Errorf("%s:%d: %s %s has neither cite nor own", tree.Source.Name, at, h.Keyword.Name, h.Name.Name)
				}
			}
		}
	}
}
