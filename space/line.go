package space

import "slices"

// Corner is a point where grid lines meet, packed like a cell, with x and y from
// 0 to MaxCoord+1. The cell At(x, y) has the corners (x, y), (x+1, y), (x, y+1)
// and (x+1, y+1).
type Corner = int64

// CornerAt packs a corner; outside of 0..MaxCoord+1 it gives -1.
func CornerAt(x, y int) Corner {
	if uint(x) > MaxCoord+1 || uint(y) > MaxCoord+1 {
		return -1
	}
	return Corner(y)<<shift | Corner(x)
}

// Corners appends the corners on the outline of a base, ascending: 4 of a single
// cell, 4n of a base of n x n. The corners inside of a large base are not among them; see
// [Vertices].
func Corners(r Rect, buf []Corner) []Corner {
	for y := r.Y; y <= r.Y+r.N; y++ {
		for x := r.X; x <= r.X+r.N; x++ {
			buf = append(buf, CornerAt(x, y))
			if y > r.Y && y < r.Y+r.N && x < r.X+r.N {
				x = r.X + r.N - 1
			}
		}
	}
	return buf
}

// Vertices appends the corners of every cell of a base, ascending: those of the
// outline and those inside, (n+1) x (n+1) in all. Who may look out from any one
// cell of a base, and then from any corner of that cell, may use all of them; and
// one inside can have a clear line where none on the outline has.
func Vertices(r Rect, buf []Corner) []Corner {
	for y := r.Y; y <= r.Y+r.N; y++ {
		for x := r.X; x <= r.X+r.N; x++ {
			buf = append(buf, CornerAt(x, y))
		}
	}
	return buf
}

// CornersOf appends the corners of every cell of a set, ascending, each once. Of
// the cells of a base it gives its [Vertices].
func CornersOf(set []Cell, buf []Corner) []Corner {
	start := len(buf)
	for _, c := range set {
		if c >= 0 {
			buf = append(buf, c, c+1, c+1<<shift, c+1<<shift+1)
		}
	}
	slices.Sort(buf[start:])
	return buf[:start+len(slices.Compact(buf[start:]))]
}

// CrossedCells appends the cells whose inside the segment from p to q crosses,
// in the order in which it does. Touching is not crossing: a segment along a
// grid line crosses nothing. There are |dx| + |dy| - gcd(|dx|, |dy|) cells if
// neither is 0.
func CrossedCells(p, q Corner, buf []Cell) []Cell {
	w, ok := walkCorners(p, q)
	for ok {
		buf = append(buf, w.cell())
		ok = w.next()
	}
	return buf
}

// Crossed visits the cells of [CrossedCells] in that order until visit gives
// true, and says whether one did.
func Crossed(p, q Corner, visit func(Cell) bool) bool {
	w, ok := walkCorners(p, q)
	for ok {
		if visit(w.cell()) {
			return true
		}
		ok = w.next()
	}
	return false
}

// CrossedBetween appends the cells whose inside the segment from the centre of
// a to the centre of b crosses, in that order, those of a and of b included.
// Cells outside of 0..MaxCoord are left out. If the two centres are the same
// point, there are none.
func CrossedBetween(a, b Rect, buf []Cell) []Cell {
	if min(a.X, a.Y, b.X, b.Y) < 0 {
		return buf
	}
	// Twice the coordinates, so that every centre is a whole number.
	w, ok := walkFrom(2*a.X+a.N, 2*a.Y+a.N, 2*b.X+b.N, 2*b.Y+b.N, 2)
	for ok {
		if c := At(w.x, w.y); c >= 0 {
			buf = append(buf, c)
		}
		ok = w.next()
	}
	return buf
}

// walk goes along a segment from cell to cell. The segment leaves the present
// cell by a vertical line at the time ex, by a horizontal one at ey, whichever is
// first; time runs from 0 to end, in units that make all of them whole.
type walk struct {
	x, y         int
	sx, sy       int
	ex, ey       int64
	stepX, stepY int64
	end          int64
}

func (w *walk) cell() Cell { return Cell(w.y)<<shift | Cell(w.x) }

// next goes to the next cell, or says that there is none.
func (w *walk) next() bool {
	ex, ey := w.ex, w.ey
	if min(ex, ey) >= w.end {
		return false
	}
	if ex <= ey {
		w.x += w.sx
		w.ex += w.stepX
	}
	if ey <= ex {
		w.y += w.sy
		w.ey += w.stepY
	}
	return true
}

func walkCorners(p, q Corner) (walk, bool) {
	if p < 0 || q < 0 {
		return walk{}, false
	}
	return walkFrom(int(p&mask), int(p>>shift), int(q&mask), int(q>>shift), 1)
}

// walkFrom begins the walk from (px, py) to (qx, qy) over cells with sides of
// length s. It says false if the segment has no point inside of any cell: it is
// a point, or runs along a grid line.
func walkFrom(px, py, qx, qy, s int) (walk, bool) {
	var w walk
	nx, ny := 0, 0 // the way to the first grid line ahead on each axis, 1..s
	w.x, nx, w.sx = ahead(px, qx, s)
	w.y, ny, w.sy = ahead(py, qy, s)
	dx, dy := int64(qx-px)*int64(w.sx), int64(qy-py)*int64(w.sy)
	switch {
	case dx == 0 && dy == 0:
		return w, false
	case dx == 0: // straight up or down: vertical lines are never met
		w.end, w.ey, w.stepY, w.ex = dy, int64(ny), int64(s), dy
		return w, px%s != 0
	case dy == 0:
		w.end, w.ex, w.stepX, w.ey = dx, int64(nx), int64(s), dx
		return w, py%s != 0
	}
	w.end = dx * dy
	w.ex, w.stepX = int64(nx)*dy, int64(s)*dy
	w.ey, w.stepY = int64(ny)*dx, int64(s)*dx
	return w, true
}

// ahead gives, on one axis, the cell that a walk from p to q begins in, the way
// to the first grid line ahead, and the sign of the direction.
func ahead(p, q, s int) (cell, way, sign int) {
	cell, rest := p/s, p%s
	switch {
	case q > p:
		return cell, s - rest, 1
	case q == p:
		return cell, s, 0
	case rest == 0:
		return cell - 1, s, -1
	}
	return cell, rest, -1
}

// Cuts says whether two segments, p-q and a-b, cross in a single point that is
// an end of neither. It is for barriers thinner than a cell, which are segments
// between corners. Touching an end, or lying along each other, is not crossing;
// so a long one should be given as one segment, not as pieces that a line can
// slip between.
func Cuts(p, q, a, b Corner) bool {
	return side(p, q, a)*side(p, q, b) < 0 && side(a, b, p)*side(a, b, q) < 0
}

// side is 1, 0 or -1 as c lies to one side of the line through a and b, on it,
// or to the other.
func side(a, b, c Corner) int {
	ax, ay := a&mask, a>>shift
	s := (b&mask-ax)*(c>>shift-ay) - (b>>shift-ay)*(c&mask-ax)
	switch {
	case s > 0:
		return 1
	case s < 0:
		return -1
	}
	return 0
}

// Straight says whether a way that begins at from takes all of its steps in
// one of the 8 directions. A way without steps is straight.
func Straight(path []Cell, from Cell) bool {
	if len(path) == 0 {
		return true
	}
	d, at := DirectionOf(from, path[0]), path[0]
	if d < 0 {
		return false
	}
	for _, c := range path[1:] {
		if DirectionOf(at, c) != d {
			return false
		}
		at = c
	}
	return true
}

// Rays visits the straight ways from an anchor in the 8 directions, in their
// order, the short ones of a direction before the long ones: those of minSteps
// to maxSteps steps. A ray goes on while it is in the grid and pass allows the
// step; a nil pass allows every one. way is the steps from the first to the
// last; it lies in buf and is valid during the call only. visit gives true to
// stop, and Rays says whether one did. Nothing is allocated if buf has room for
// maxSteps cells.
func Rays(g Grid, from Cell, minSteps, maxSteps int, buf []Cell, pass func(from, to Cell) bool, visit func(way []Cell) bool) bool {
	for d := range Directions {
		way, at := buf[:0], from
		for n := 1; n <= maxSteps; n++ {
			to := Step(at, d)
			if !g.Contains(to) || pass != nil && !pass(at, to) {
				break
			}
			way, at = append(way, to), to
			if n >= minSteps && visit(way) {
				return true
			}
		}
		if cap(way) > cap(buf) {
			buf = way
		}
	}
	return false
}
