package bench

import (
	"testing"

	"rulec/internal/bench/skirmish"
)

// TestSame holds that the pack and the Go beside it play the same fights.
func TestSame(t *testing.T) {
	p := load(t)
	compare(t, func(s *skirmish.Scene) func(seed, n uint64) skirmish.Outcome {
		r := newRunner(t, p, s)
		return func(seed, n uint64) skirmish.Outcome { return r.outcome(t, seed, n) }
	})
}

// compare plays fights of the scene of the benchmarks, and of many drawn by number,
// by hand and otherwise.
func compare(t *testing.T, other func(*skirmish.Scene) func(seed, n uint64) skirmish.Outcome) {
	play := func(t *testing.T, s *skirmish.Scene, seed, fights uint64) {
		byHand, otherwise := skirmish.New(s), other(s)
		for n := range fights {
			if want, got := byHand.Run(seed, n), otherwise(seed, n); got != want {
				t.Fatalf("fight %d\nby hand:   %+v\notherwise: %+v", n, want, got)
			}
		}
	}
	t.Run("standard", func(t *testing.T) { play(t, skirmish.Standard(), 1, 2000) })
	t.Run("random", func(t *testing.T) {
		for n := range uint64(300) {
			play(t, skirmish.Random(n), n, 5)
			if t.Failed() {
				t.Fatalf("in scene %d", n)
			}
		}
	})
}
