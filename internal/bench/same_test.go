package bench

import (
	"testing"

	"rulec/internal/bench/skirmish"
)

// TestSame holds that the pack and the Go beside it play the same fights.
func TestSame(t *testing.T) {
	p := load(t)
	compare := func(t *testing.T, s *skirmish.Scene, seed, fights uint64) {
		byHand, byRules := skirmish.New(s), newRunner(t, p, s)
		for n := range fights {
			if want, got := byHand.Run(seed, n), byRules.outcome(t, seed, n); got != want {
				t.Fatalf("fight %d\nby hand:  %+v\nby rules: %+v", n, want, got)
			}
		}
	}
	t.Run("standard", func(t *testing.T) { compare(t, skirmish.Standard(), 1, 2000) })
	t.Run("random", func(t *testing.T) {
		for n := range uint64(300) {
			compare(t, skirmish.Random(n), n, 5)
			if t.Failed() {
				t.Fatalf("in scene %d", n)
			}
		}
	})
}
