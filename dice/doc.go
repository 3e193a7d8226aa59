// Package dice holds pools of dice: what they are, how likely each of their
// results is, and how to throw them. It knows numbers and no game.
//
// # Pools
//
// A [Pool] is a sum of [Term]s and a constant: 2d6+d4-1. A term throws N equal
// dice and makes one number of them. It can
//
//	r2    throw a die that shows 2 or less once more, and take the second throw
//	x     throw another die for each that shows its highest face, and add it
//	kh3   keep the highest 3 of its dice (kl: the lowest)
//	c5    count the throws that show 5 or more, instead of adding faces
//
// in this order: 4d6r1kh3. [Parse] reads this form and String writes it; the
// written form is canonical: equal pools are written alike, whatever they were
// built from. dh1 and dl1, which drop the highest or lowest, are read, and written
// as what they keep. d% is d100.
//
// A die explodes a limited number of times, [DefaultExplode] unless the term says
// otherwise (x3), so that its results are finite in number and exact odds exist.
// The extra dice are thrown like the first: reroll and count apply to each, and a
// kept die is kept with all of its extra dice. A die with one side that explodes is
// refused, for it would always do so.
//
// # Odds
//
// [Pool.Dist] is the exact distribution: whole weights, whole total, in lowest
// terms, no rounding anywhere. It is found by counting (convolution; for kept dice
// by how many show at least each face), not by going through all throws, and kept
// by the pool's written form. A pool too large to count in reasonable time is
// refused with [ErrTooLarge].
//
// # Throwing
//
// [Rand] is a generator that is a plain value: a copy is a snapshot. It is seeded
// by two numbers (a seed, and the number of the run), and its sequence is fixed
// for ever by this package, on every machine. [Rand.Die] is exactly uniform.
// Sampling allocates nothing.
package dice
