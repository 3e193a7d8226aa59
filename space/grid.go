package space

// Cell is one square of the grid, packed: y in the bits from 16 on, x in the
// 16 bits below. It is never negative, except [NoCell].
type Cell = int64

// NoCell is the cell that is none.
const NoCell Cell = -1

// MaxCoord is the greatest x or y of a cell.
const MaxCoord = 1<<15 - 1

const (
	shift = 16
	mask  = 1<<shift - 1
)

// At packs a cell. Outside of 0..32767 on either axis it gives NoCell.
func At(x, y int) Cell {
	if uint(x) > MaxCoord || uint(y) > MaxCoord {
		return NoCell
	}
	return Cell(y)<<shift | Cell(x)
}

// XY unpacks a cell. Of NoCell it gives -1, -1.
func XY(c Cell) (x, y int) {
	if c < 0 {
		return -1, -1
	}
	return int(c & mask), int(c >> shift)
}

// Grid is a rectangle of W x H cells whose first is At(0, 0).
type Grid struct{ W, H int }

// Contains says whether c is a cell of the grid.
func (g Grid) Contains(c Cell) bool {
	return c >= 0 && int(c&mask) < g.W && int(c>>shift) < g.H
}

// Holds says whether all of a base lies in the grid.
func (g Grid) Holds(r Rect) bool {
	return r.X >= 0 && r.Y >= 0 && r.X+r.N <= g.W && r.Y+r.N <= g.H
}

// Anchors is the grid of the anchors at which a base of n x n fits into g. It
// is empty if there are none.
func (g Grid) Anchors(n int) Grid {
	return Grid{max(0, g.W-n+1), max(0, g.H-n+1)}
}

// Rect is a base of N x N cells, N >= 1, whose anchor (smallest x and y) is X, Y.
type Rect struct{ X, Y, N int }

// RectAt is the base of n x n cells with that anchor.
func RectAt(anchor Cell, n int) Rect {
	x, y := XY(anchor)
	return Rect{x, y, n}
}

// Anchor is the cell with the smallest x and y of the base.
func (r Rect) Anchor() Cell { return At(r.X, r.Y) }

// Covers says whether c is a cell of the base.
func (r Rect) Covers(c Cell) bool {
	x, y := XY(c)
	return c >= 0 && x >= r.X && x < r.X+r.N && y >= r.Y && y < r.Y+r.N
}

// Gap is the distance of two bases in cells: the fewest steps, diagonal ones
// counting one, from a cell of a to a cell of b. 0 if they share a cell, 1 if
// they touch, be it at a corner.
func Gap(a, b Rect) int {
	return max(apart(a.X, a.N, b.X, b.N), apart(a.Y, a.N, b.Y, b.N), 0)
}

// apart is the distance of two intervals on one axis, at most 0 if they overlap.
func apart(a, an, b, bn int) int {
	return max(b-(a+an-1), a-(b+bn-1))
}

// Footprint appends the cells of a base, ascending; those outside of
// 0..MaxCoord are left out.
func Footprint(r Rect, buf []Cell) []Cell {
	return box(r.X, r.Y, r.X+r.N-1, r.Y+r.N-1, buf)
}

// Within appends the cells of the grid whose gap to a base is at most d,
// ascending. The cells of the base are among them.
func Within(g Grid, r Rect, d int, buf []Cell) []Cell {
	if d < 0 {
		return buf
	}
	return box(max(0, r.X-d), max(0, r.Y-d), min(g.W, r.X+r.N+d)-1, min(g.H, r.Y+r.N+d)-1, buf)
}

func box(x0, y0, x1, y1 int, buf []Cell) []Cell {
	x0, y0 = max(x0, 0), max(y0, 0)
	x1, y1 = min(x1, MaxCoord), min(y1, MaxCoord)
	for y := y0; y <= y1; y++ {
		for c, last := Cell(y)<<shift|Cell(x0), Cell(y)<<shift|Cell(x1); c <= last; c++ {
			buf = append(buf, c)
		}
	}
	return buf
}

// Directions is the number of directions a step can take. Direction d is the
// d-th neighbour in ascending order: 0 is up and left, 1 up, ..., 7 down and right.
const Directions = 8

var dirX = [Directions]int{-1, 0, 1, -1, 1, -1, 0, 1}
var dirY = [Directions]int{-1, -1, -1, 0, 0, 1, 1, 1}

// Step is the cell one step from c in a direction 0..7, or NoCell if there is
// none in 0..MaxCoord.
func Step(c Cell, dir int) Cell {
	if c < 0 {
		return NoCell
	}
	x, y := XY(c)
	return At(x+dirX[dir], y+dirY[dir])
}

// DirectionOf is the direction 0..7 of the step between two cells that touch,
// or -1 if they do not or are the same.
func DirectionOf(from, to Cell) int {
	if from < 0 || to < 0 || from == to {
		return -1
	}
	x, y := XY(from)
	u, v := XY(to)
	dx, dy := u-x+1, v-y+1
	if uint(dx) > 2 || uint(dy) > 2 {
		return -1
	}
	d := dy*3 + dx
	if d > 4 {
		d--
	}
	return d
}

// Neighbours appends the cells that a step from c can reach inside of the grid,
// at most 8, ascending. For a base of n x n pass g.Anchors(n) and its anchor.
func Neighbours(g Grid, c Cell, buf []Cell) []Cell {
	for d := range Directions {
		if t := Step(c, d); g.Contains(t) {
			buf = append(buf, t)
		}
	}
	return buf
}

// LeadsAway says whether a base of n x n that steps from one anchor to another
// gets farther from the base of.
func LeadsAway(from, to Cell, n int, of Rect) bool {
	return Gap(RectAt(to, n), of) > Gap(RectAt(from, n), of)
}

// StepsAway appends the anchors to which r can step inside of the grid so that
// its gap to of grows, ascending.
func StepsAway(g Grid, r, of Rect, buf []Cell) []Cell {
	now, anchors, c := Gap(r, of), g.Anchors(r.N), r.Anchor()
	for d := range Directions {
		if t := Step(c, d); anchors.Contains(t) && Gap(RectAt(t, r.N), of) > now {
			buf = append(buf, t)
		}
	}
	return buf
}

// Beside is for rules about corners: of a diagonal step it gives the two cells
// that touch both ends with an edge, the lesser first. ok is false if the step
// is not diagonal.
func Beside(from, to Cell) (a, b Cell, ok bool) {
	switch DirectionOf(from, to) {
	case 0, 2, 5, 7:
	default:
		return NoCell, NoCell, false
	}
	x, y := XY(from)
	u, v := XY(to)
	a, b = At(u, y), At(x, v)
	return min(a, b), max(a, b), true
}
