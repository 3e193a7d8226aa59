// Package sim plays an encounter many times and says what came of it: how often
// it ended how, what the pack's measures were, how often what came in.
//
// # Any encounter by itself
//
// Encounter i of a seed throws the dice of the generator that is seeded by the
// pair (seed, i), and by nothing else. So it does not matter who plays it, when,
// or after which other: a worker, a shard on another machine, a run that goes on
// where one was killed. `rulec run --seed S --run I` plays any one of them again.
//
// # Counted, not computed
//
// What is kept of the encounters (Tally, accumulate.go) are whole numbers: counts,
// exact sums and sums of squares, and of every measure how often each value came.
// Adding them up is exact and can be done in any order, and so the result has the
// same bytes at any number of workers and for any cut into shards. The first
// floating point number appears in the summary (summary.go, stats.go).
//
// # Going on
//
// A Part is a file: what was to be played, which encounters have been, and their
// tallies. It is a shard's result, and it is what a run writes every few seconds
// to go on from if it is killed. Workers take the next few indices from one
// counter and finish what they took; when they are asked to pause, all up to some
// index is done and nothing beyond it, so that a Part needs to name no more than
// the ends of a range (run.go). Parts of the same encounter, rules and seed join
// (part.go, join.go).
//
// # One thing changed
//
// A Study may hold several variants of one encounter (vary.go). Encounter i has the
// same dice in all of them, and they are compared pair by pair: what luck does to
// both is not taken for a difference. The tests for that are in stats.go.
package sim
