package dice

import "math/bits"

// Rand is a random generator: PCG with 128 bits of state and the DXSM output of
// 64 bits. It is a plain value; a copy is a snapshot that goes on alike. The
// sequence for a pair of seeds will never change, and is the same on every
// machine:
//
//	state  <- state * 0x2360ED051FC65DA44385DF649FCCF645 + 0x5851F42D4C957F2D14057B7EF767814F (mod 2^128)
//	output <- DXSM of the high and low half of the new state, cheap multiplier 0xDA942042E4DD58B5
//
// This is the generator PCG of math/rand/v2; only the seeding, by [Rand.Seed], is
// this package's own. The zero Rand is ready, but a seeded one is meant.
type Rand struct{ hi, lo uint64 }

// Seed starts the sequence of the pair (seed, n), say the seed of a batch and the
// number of a run in it. Different pairs start at different states:
//
//	hi = mix(seed), lo = mix(n + hi), mix being the finalizer of SplitMix64
//	after adding 0x9E3779B97F4A7C15
func (r *Rand) Seed(seed, n uint64) {
	r.hi = mix(seed)
	r.lo = mix(n + r.hi)
}

// Seeded is a Rand after Seed.
func Seeded(seed, n uint64) Rand {
	var r Rand
	r.Seed(seed, n)
	return r
}

func mix(z uint64) uint64 {
	z += 0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Uint64 is the next 64 bits.
func (r *Rand) Uint64() uint64 {
	const (
		mulHi, mulLo = 0x2360ED051FC65DA4, 0x4385DF649FCCF645
		incHi, incLo = 0x5851F42D4C957F2D, 0x14057B7EF767814F
		cheap        = 0xDA942042E4DD58B5
	)
	hi, lo := bits.Mul64(r.lo, mulLo)
	hi += r.hi*mulLo + r.lo*mulHi
	lo, carry := bits.Add64(lo, incLo, 0)
	hi += incHi + carry
	r.hi, r.lo = hi, lo

	hi ^= hi >> 32
	hi *= cheap
	hi ^= hi >> 48
	return hi * (lo | 1)
}

// Below is a number from 0 to n-1, each exactly as likely as every other; n must
// not be 0. It takes 64 bits, multiplies by n and uses the high half; draws whose
// low half falls in the uneven rest are thrown again, which is as good as never.
func (r *Rand) Below(n uint64) uint64 {
	hi, lo := bits.Mul64(r.Uint64(), n)
	if lo < n {
		for rest := -n % n; lo < rest; {
			hi, lo = bits.Mul64(r.Uint64(), n)
		}
	}
	return hi
}

// Die throws a die: 1..sides, exactly uniform. A die with one side, or less,
// shows 1 and uses up no randomness.
func (r *Rand) Die(sides int) int {
	if sides <= 1 {
		return 1
	}
	return int(r.Below(uint64(sides))) + 1
}
