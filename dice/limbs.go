package dice

import (
	"math/big"
	"math/bits"
)

// Weights of a distribution are whole numbers, less than or equal to its total. They
// are kept as k words of 64 bits each, the lowest first, k being what the total needs;
// so there is no size that could overflow, and the common small ones cost
// little. The functions here work on one such number.

// limbs is the number of words that a total needs.
func limbs(total *big.Int) int { return max(1, (total.BitLen()+63)/64) }

// put writes x, which must fit, into dst.
func put(dst []uint64, x *big.Int) {
	clear(dst)
	if x.IsUint64() {
		dst[0] = x.Uint64()
		return
	}
	var y, m big.Int
	y.Set(x)
	m.SetUint64(1<<64 - 1)
	for i := 0; y.Sign() != 0; i++ {
		var low big.Int
		dst[i] = low.And(&y, &m).Uint64()
		y.Rsh(&y, 64)
	}
}

// get is the number in src.
func get(src []uint64) *big.Int {
	x := new(big.Int)
	for i := len(src) - 1; i >= 0; i-- {
		if x.Sign() == 0 {
			x.SetUint64(src[i])
			continue
		}
		var low big.Int
		x.Lsh(x, 64)
		x.Or(x, low.SetUint64(src[i]))
	}
	return x
}

func isZero(a []uint64) bool {
	for _, x := range a {
		if x != 0 {
			return false
		}
	}
	return true
}

func addTo(dst, a []uint64) {
	var c uint64
	for i, x := range a {
		dst[i], c = bits.Add64(dst[i], x, c)
	}
}

func subFrom(dst, a []uint64) {
	var c uint64
	for i, x := range a {
		dst[i], c = bits.Sub64(dst[i], x, c)
	}
}

// mulAdd adds a times b to dst. The result must fit into dst.
func mulAdd(dst, a, b []uint64) {
	if len(dst) == 1 {
		dst[0] += a[0] * b[0]
		return
	}
	for i, x := range a {
		if x == 0 || i >= len(dst) {
			continue
		}
		var carry uint64
		d := dst[i:]
		for j := range d {
			var hi, lo, c uint64
			if j < len(b) {
				hi, lo = bits.Mul64(x, b[j])
			} else if carry == 0 {
				break
			}
			lo, c = bits.Add64(lo, carry, 0)
			hi += c
			d[j], c = bits.Add64(d[j], lo, 0)
			carry = hi + c
		}
	}
}
