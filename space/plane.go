package space

import "math/bits"

// Point is a point of a plane, packed: x in the upper half of the word, y in the
// lower, both signed, in whole base units. Coordinates go from -MaxPoint to
// MaxPoint, so that products of two differences, and the sum of two such
// products, fit a word.
type Point = int64

// MaxPoint is the greatest coordinate of a point.
const MaxPoint = 1 << 29

// PointAt packs a point; ok is false outside of the plane.
func PointAt(x, y int64) (p Point, ok bool) {
	if x > MaxPoint || x < -MaxPoint || y > MaxPoint || y < -MaxPoint {
		return 0, false
	}
	return x<<32 | y&0xffffffff, true
}

// PointXY unpacks a point.
func PointXY(p Point) (x, y int64) { return p >> 32, int64(int32(uint32(p & 0xffffffff))) }

// Shape is a region of the plane: all that is at most R away from a box, or
// nothing. A box has R 0; a disc is a box of one point; a point is a disc of 0.
type Shape struct {
	Some         bool
	X, Y, X2, Y2 int64
	R            int64
}

// Box is the box between two corners, whichever they are.
func Box(x, y, x2, y2 int64) Shape {
	return Shape{Some: true, X: min(x, x2), Y: min(y, y2), X2: max(x, x2), Y2: max(y, y2)}
}

// Disc is everything at most r from a point.
func Disc(x, y, r int64) Shape { return Shape{Some: true, X: x, Y: y, X2: x, Y2: y, R: max(0, r)} }

// Spot is one point as a shape.
func Spot(p Point) Shape {
	x, y := PointXY(p)
	return Disc(x, y, 0)
}

// Fits tells whether a shape lies in the plane.
func (s Shape) Fits() bool {
	return s.X-s.R >= -MaxPoint && s.Y-s.R >= -MaxPoint && s.X2+s.R <= MaxPoint && s.Y2+s.R <= MaxPoint
}

// Root is the square root of n, rounded down. n is not negative.
func Root(n int64) int64 {
	if n < 2 {
		return n
	}
	r := int64(1) << ((bits.Len64(uint64(n)) + 1) / 2)
	for {
		if s := (r + n/r) / 2; s < r {
			r = s
			continue
		}
		return r
	}
}

// Length is the length of a leg, rounded down.
func Length(p, q Point) int64 {
	x, y := PointXY(p)
	u, v := PointXY(q)
	return Root((u-x)*(u-x) + (v-y)*(v-y))
}

// Distance is how far apart two shapes are at their nearest points, rounded down;
// 0 if they touch.
func Distance(a, b Shape) int64 {
	dx := max(0, b.X-a.X2, a.X-b.X2)
	dy := max(0, b.Y-a.Y2, a.Y-b.Y2)
	return max(0, Root(dx*dx+dy*dy)-a.R-b.R)
}

// Holds tells whether a point lies in a shape or on its edge.
func (s Shape) Holds(p Point) bool {
	if !s.Some {
		return false
	}
	x, y := PointXY(p)
	dx := max(0, s.X-x, x-s.X2)
	dy := max(0, s.Y-y, y-s.Y2)
	return dx*dx+dy*dy <= s.R*s.R
}

// Centre is the middle of a shape, rounded down.
func (s Shape) Centre() Point {
	p, _ := PointAt((s.X+s.X2)>>1, (s.Y+s.Y2)>>1)
	return p
}

// Corners appends the corners of the smallest box around a shape.
func (s Shape) Corners(buf []Point) []Point {
	if !s.Some {
		return buf
	}
	for _, c := range [4][2]int64{{s.X - s.R, s.Y - s.R}, {s.X2 + s.R, s.Y - s.R}, {s.X - s.R, s.Y2 + s.R}, {s.X2 + s.R, s.Y2 + s.R}} {
		if p, ok := PointAt(c[0], c[1]); ok {
			buf = append(buf, p)
		}
	}
	return buf
}

// Enters tells whether a leg has a point strictly inside a shape. Touching an
// edge, or running along it, is not entering. A box without width is a wall: the
// leg enters it if it meets it anywhere but at its ends. One point has no inside.
func (s Shape) Enters(p, q Point) bool {
	if !s.Some {
		return false
	}
	px, py := PointXY(p)
	qx, qy := PointXY(q)
	switch {
	case s.R > 0:
		return s.entersDisc(px, py, qx, qy)
	case s.X < s.X2 && s.Y < s.Y2:
		return s.entersBox(px, py, qx, qy)
	case s.Y < s.Y2:
		return meetsWall(s.X, s.Y, s.Y2, px, py, qx, qy)
	case s.X < s.X2:
		return meetsWall(s.Y, s.X, s.X2, py, px, qy, qx)
	}
	return false
}

// entersBox looks for a line that keeps the leg and the inside of the box apart;
// such a line is along a side of the box or along the leg.
func (s Shape) entersBox(px, py, qx, qy int64) bool {
	if max(px, qx) <= s.X || min(px, qx) >= s.X2 || max(py, qy) <= s.Y || min(py, qy) >= s.Y2 {
		return false
	}
	dx, dy := qx-px, qy-py
	if dx == 0 && dy == 0 {
		return true
	}
	low, high := false, false
	for _, c := range [4][2]int64{{s.X, s.Y}, {s.X2, s.Y}, {s.X, s.Y2}, {s.X2, s.Y2}} {
		k := dx*(c[1]-py) - dy*(c[0]-px)
		low, high = low || k < 0, high || k > 0
	}
	return low && high
}

// meetsWall is of the wall at x = w from y = lo to hi, its ends left out.
func meetsWall(w, lo, hi, px, py, qx, qy int64) bool {
	if px == qx {
		return px == w && max(py, qy) > lo && min(py, qy) < hi
	}
	if px > qx {
		px, py, qx, qy = qx, qy, px, py
	}
	if w < px || w > qx {
		return false
	}
	dx, rise := qx-px, (qy-py)*(w-px)
	return (lo-py)*dx < rise && rise < (hi-py)*dx
}

func (s Shape) entersDisc(px, py, qx, qy int64) bool {
	dx, dy, fx, fy := qx-px, qy-py, s.X-px, s.Y-py
	r2, along, d2 := s.R*s.R, fx*dx+fy*dy, dx*dx+dy*dy
	switch {
	case along <= 0:
		return fx*fx+fy*fy < r2
	case along >= d2:
		return (qx-s.X)*(qx-s.X)+(qy-s.Y)*(qy-s.Y) < r2
	}
	k := dx*fy - dy*fx
	if k < 0 {
		k = -k
	}
	h1, l1 := bits.Mul64(uint64(k), uint64(k))
	h2, l2 := bits.Mul64(uint64(r2), uint64(d2))
	return h1 < h2 || h1 == h2 && l1 < l2
}

// Piece tells from where to where a leg lies inside a shape, as lengths from its
// beginning, rounded down. ok is false where it does not enter, or so shortly
// that nothing is left.
func (s Shape) Piece(p, q Point) (from, to int64, ok bool) {
	if !s.Enters(p, q) {
		return 0, 0, false
	}
	px, py := PointXY(p)
	qx, qy := PointXY(q)
	n := Length(p, q)
	from, to = 0, n
	if s.R > 0 {
		dx, dy, fx, fy := qx-px, qy-py, s.X-px, s.Y-py
		d2 := dx*dx + dy*dy
		if d2 == 0 {
			return 0, 0, false
		}
		k := dx*fy - dy*fx
		if k < 0 {
			k = -k
		}
		hi, lo := bits.Mul64(uint64(k), uint64(k))
		away2, _ := bits.Div64(hi, lo, uint64(d2)) // the square of how far the line passes the middle
		half := Root(max(0, s.R*s.R-int64(away2)))
		mid := scale(n, fx*dx+fy*dy, d2)
		from, to = max(from, mid-half), min(to, mid+half)
		return from, to, from < to
	}
	axis := func(d, lo, hi int64) {
		switch {
		case d > 0:
			from, to = max(from, n*lo/d), min(to, n*hi/d)
		case d < 0:
			from, to = max(from, n*-hi/-d), min(to, n*-lo/-d)
		}
	}
	axis(qx-px, s.X-px, s.X2-px)
	axis(qy-py, s.Y-py, s.Y2-py)
	return from, to, from < to
}

// scale is n * a / b towards zero; b is greater than 0.
func scale(n, a, b int64) int64 {
	neg := a < 0
	if neg {
		a = -a
	}
	hi, lo := bits.Mul64(uint64(n), uint64(a))
	v := int64(1) << 40 // farther than anything lies
	if hi < uint64(b) {
		w, _ := bits.Div64(hi, lo, uint64(b))
		v = int64(min(w, 1<<40))
	}
	if neg {
		return -v
	}
	return v
}

// Along is the point k base units from the beginning of a leg, rounded towards it.
func Along(p, q Point, k int64) Point {
	n := Length(p, q)
	if k >= n {
		return q
	}
	if k <= 0 {
		return p
	}
	px, py := PointXY(p)
	qx, qy := PointXY(q)
	r, _ := PointAt(px+(qx-px)*k/n, py+(qy-py)*k/n)
	return r
}

// NearLeg tells whether a point lies so near a leg that Along might give it, also
// along a leg that Along has shortened before.
func NearLeg(p, q, at Point) bool {
	const off = 3 // rounded twice, each time by less than 1
	px, py := PointXY(p)
	qx, qy := PointXY(q)
	x, y := PointXY(at)
	if x < min(px, qx)-off || x > max(px, qx)+off || y < min(py, qy)-off || y > max(py, qy)+off {
		return false
	}
	dx, dy := qx-px, qy-py
	away, most := dx*(y-py)-dy*(x-px), off*(max(dx, -dx)+max(dy, -dy))
	return -most <= away && away <= most
}
