package space

// The ring around a base of n x n is the closed row of 4n + 4 cells that touch
// it from outside, its four corners included. Its cells are numbered clockwise
// (on a page, with y downwards) from 0, the corner up and left of the anchor.
//
// What does not stand on the ring is projected on it: each coordinate is
// brought to the nearest one that the square formed by the ring still has.
// That is the cell of the ring a straight walker would reach first, and there
// is exactly one.
//
// A base that covers several cells of the ring counts with any of them, and of
// two such bases the two cells that are farthest apart count. The reason: to
// stand on opposite sides it is enough that some cell of the one lies opposite
// some cell of the other; a large base must not lose by its size.

// RingLen is the number of cells on the ring around a base: 4n + 4.
func RingLen(of Rect) int { return 4*of.N + 4 }

// RingCell is the i-th cell of the ring, 0 <= i < RingLen, or NoCell if it
// lies outside of 0..MaxCoord.
func RingCell(of Rect, i int) Cell {
	m := of.N + 1
	l, t, r, b := of.X-1, of.Y-1, of.X+of.N, of.Y+of.N
	switch {
	case i < 0 || i >= 4*m:
		return NoCell
	case i < m:
		return At(l+i, t)
	case i < 2*m:
		return At(r, t+i-m)
	case i < 3*m:
		return At(r-(i-2*m), b)
	}
	return At(l, b-(i-3*m))
}

// Ring appends the cells of the ring that lie in the grid, clockwise.
func Ring(g Grid, of Rect, buf []Cell) []Cell {
	for i := range RingLen(of) {
		if c := RingCell(of, i); g.Contains(c) {
			buf = append(buf, c)
		}
	}
	return buf
}

// RingIndex is the number of c on the ring around a base. A cell farther out is
// projected; on says whether c itself is on the ring. A cell of the base has no
// place on the ring: -1, false.
func RingIndex(of Rect, c Cell) (i int, on bool) {
	if c < 0 {
		return -1, false
	}
	x, y := XY(c)
	lo, _, ok := arc(of, Rect{x, y, 1})
	if !ok {
		return -1, false
	}
	return lo % RingLen(of), Gap(of, Rect{x, y, 1}) == 1
}

// RingSteps is how far two bases stand apart on the ring around a third, in
// steps on the ring, the shorter way round: 0..2n + 2. Where a base covers
// several cells of the ring, the pair that is farthest apart counts. A base that
// lies wholly inside of the third has no place on the ring, and the result is 0.
func RingSteps(of, a, b Rect) int {
	a0, a1, ok := arc(of, a)
	b0, b1, too := arc(of, b)
	if !ok || !too {
		return ringOverlap(of, a, b)
	}
	// Every whole number from lo to hi is the difference of a pair.
	n := RingLen(of)
	lo, hi := b0-a1, b1-a0
	if peak := lo + mod(n/2-lo, n); peak <= hi {
		return n / 2
	}
	return max(round(lo, n), round(hi, n))
}

// round is the length of the shorter way over a difference d on a ring of n.
func round(d, n int) int {
	d = mod(d, n)
	return min(d, n-d)
}

func mod(a, n int) int {
	if a %= n; a < 0 {
		a += n
	}
	return a
}

// arc is the row of numbers lo..hi that a base has on the ring, after
// projection. A base that shares no cell with of is beside it on some axis, so
// that its image lies on one side of the ring. hi can be the length of the ring,
// which means 0. ok is false if the two overlap.
func arc(of, a Rect) (lo, hi int, ok bool) {
	l, t, r, b := of.X-1, of.Y-1, of.X+of.N, of.Y+of.N
	x0, x1 := min(max(a.X, l), r), min(max(a.X+a.N-1, l), r)
	y0, y1 := min(max(a.Y, t), b), min(max(a.Y+a.N-1, t), b)
	m := of.N + 1
	switch {
	case y1 == t:
		return x0 - l, x1 - l, true
	case x0 == r:
		return m + y0 - t, m + y1 - t, true
	case y0 == b:
		return 2*m + r - x1, 2*m + r - x0, true
	case x1 == l:
		return 3*m + b - y1, 3*m + b - y0, true
	}
	return 0, 0, false
}

// ringOverlap is the rare case of a base that shares cells with the one in the
// middle: those cells do not count, the others do, pair by pair.
func ringOverlap(of, a, b Rect) int {
	n, best := RingLen(of), 0
	for i := range n {
		if !onRing(of, a, i) {
			continue
		}
		for j := range n {
			if d := round(j-i, n); d > best && onRing(of, b, j) {
				best = d
			}
		}
	}
	return best
}

// onRing says whether the i-th cell of the ring is the image of a cell of a.
func onRing(of, a Rect, i int) bool {
	if lo, hi, ok := arc(of, a); ok {
		n := RingLen(of)
		return i >= lo && i <= hi || i+n >= lo && i+n <= hi
	}
	m := of.N + 1
	x, y := of.X-1, of.Y-1
	switch i / m {
	case 0:
		x += i
	case 1:
		x, y = x+m, y+i-m
	case 2:
		x, y = x+m-(i-2*m), y+m
	default:
		y += m - (i - 3*m)
	}
	return x >= a.X && x < a.X+a.N && y >= a.Y && y < a.Y+a.N
}
