package conformance_test

import "testing"

// What the functions of space mean on a graph and on a plane: docs/spaces.md.
func TestSpaces(t *testing.T) {
	for name, least := range map[string]int{"rooms": 6, "meadow": 7} {
		if n := len(prove(t, load(t, "testdata/spaces", name))); n < least {
			t.Errorf("%s: only %d proofs", name, n)
		}
	}
}
