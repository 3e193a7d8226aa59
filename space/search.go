package space

import "slices"

// Search finds the cheapest ways from one anchor to all others within a budget.
// The zero Search is ready; it keeps its memory from run to run (16 bytes for
// each cell of the largest grid, and a list of what was touched), so that after
// the first run nothing is allocated, and a new run costs what it and the one
// before touch, not the size of the grid. It is not for several goroutines at once.
//
// A way is better than another if it costs less, or costs the same with fewer
// steps. Of two that are equal in both, the one whose last anchor but one lies
// nearer to the straight line from the start is taken (of equally near ones the
// smaller cell), and so on backwards. Hence one way is canonical for each
// destination, whatever the order in which it was found, and it looks as people
// would walk.
type Search struct {
	// Least may be set before Run to the least that any possible step costs, 0 if
	// that is not known. It changes no result; edge is asked about fewer steps:
	// with equal costs, about little more than one for each anchor reached.
	Least int64

	g     Grid
	from  Cell
	nodes []node // of cell x, y the one at y*W + x; unknown but for those touched

	// The queue. A way found over a step of cost c from the anchors in the order
	// in which they are settled is never better than the one before it over a step
	// of the same cost. So there is a plain first-in-first-out lane for each of the
	// first few costs, sorted without sorting, and a heap for what is left. When
	// every step costs the same this is a breadth-first search.
	lanes [lanes]lane
	used  int
	heap  []item

	touched []int32
	reached []Cell
	sorted  bool
}

const lanes = 4

// node is the best way known to a cell. That of a cell not reached is worse than
// every way, so that one comparison tells.
type node struct {
	cost  int64
	steps int32
	pred  int32
}

var unknown = node{1<<63 - 1, 1<<31 - 1, 1<<31 - 1}

type item struct {
	cost  int64
	steps int32
	cell  int32
}

type lane struct {
	step int64
	head int
	list []item
}

func (a item) less(b item) bool {
	return a.cost < b.cost || a.cost == b.cost && a.steps < b.steps
}

// Run searches anew, from an anchor of the grid, for all ways that cost at most
// budget. edge gives the cost of one step between neighbours of the grid, 0 or
// more, or a negative number if the step is not possible; it must not depend on
// the order in which it is asked, and must not use the same Search. It is not
// asked about every pair: a step that cannot better anything is left out. For a
// base of n x n the grid is g.Anchors(n).
func (s *Search) Run(g Grid, from Cell, budget int64, edge func(from, to Cell) int64) {
	s.reset(g, from)
	if !g.Contains(from) || budget < 0 {
		s.from = NoCell
		return
	}
	w, nodes := g.W, s.nodes
	var near [Directions]int
	var delta [Directions]Cell
	for d := range Directions {
		near[d] = dirY[d]*w + dirX[d]
		delta[d] = Cell(dirY[d])<<shift + Cell(dirX[d])
	}
	nodes[int(from>>shift)*w+int(from&mask)] = node{pred: -1}
	for it := (item{cell: int32(from)}); ; {
		cell := Cell(it.cell)
		x, y := int(cell&mask), int(cell>>shift)
		i := y*w + x
		if n := &nodes[i]; n.cost == it.cost && n.steps == it.steps && budget-it.cost >= s.Least {
			inside := x > 0 && y > 0 && x < w-1 && y < g.H-1
			left := budget - it.cost
			// What a step from here reaches at best.
			atBest, steps := it.cost+max(0, s.Least), it.steps+1
			for d := range Directions {
				if !inside && (uint(x+dirX[d]) >= uint(w) || uint(y+dirY[d]) >= uint(g.H)) {
					continue
				}
				t := &nodes[i+near[d]]
				if t.cost < atBest || t.cost == atBest && (t.steps < steps || t.steps == steps && !Straighter(from, cell, Cell(t.pred), cell+delta[d])) {
					continue
				}
				to := cell + delta[d]
				c := edge(cell, to)
				if c < 0 || c > left {
					continue
				}
				next := item{it.cost + c, steps, int32(to)}
				switch {
				case t.steps == unknown.steps:
					s.touched = append(s.touched, int32(to))
				case t.cost > next.cost || t.cost == next.cost && t.steps > steps:
				case t.cost == next.cost && t.steps == steps:
					if Straighter(from, cell, Cell(t.pred), to) {
						t.pred = it.cell
					}
					continue
				default:
					continue
				}
				*t = node{next.cost, steps, it.cell}
				s.push(c, next)
			}
		}
		var ok bool
		if it, ok = s.pop(); !ok {
			return
		}
	}
}

// Straighter tells whether a is a better last anchor but one than b on a way from
// from to to.
func Straighter(from, a, b, to Cell) bool {
	x, y := off(from, a, to), off(from, b, to)
	return x < y || x == y && a < b
}

// off is how far an anchor lies from the line of from and to, up to a factor that
// is the same for all anchors.
func off(from, at, to Cell) int {
	fx, fy := XY(from)
	ax, ay := XY(at)
	tx, ty := XY(to)
	d := (ax-fx)*(ty-fy) - (ay-fy)*(tx-fx)
	if d < 0 {
		return -d
	}
	return d
}

func (s *Search) reset(g Grid, from Cell) {
	// Make unknown again what the last run touched.
	if s.from >= 0 && len(s.nodes) > 0 {
		*s.node(s.from) = unknown
	}
	for _, c := range s.touched {
		*s.node(Cell(c)) = unknown
	}
	for n := max(0, g.W) * max(0, g.H); len(s.nodes) < n; {
		s.nodes = append(s.nodes, unknown)
	}
	s.g, s.from = g, from
	for i := range s.used {
		s.lanes[i].head, s.lanes[i].list = 0, s.lanes[i].list[:0]
	}
	s.used, s.heap, s.touched, s.sorted = 0, s.heap[:0], s.touched[:0], false
}

func (s *Search) push(step int64, it item) {
	for i := range s.used {
		if l := &s.lanes[i]; l.step == step {
			l.list = append(l.list, it)
			return
		}
	}
	if s.used < lanes {
		l := &s.lanes[s.used]
		s.used++
		l.step, l.head, l.list = step, 0, append(l.list[:0], it)
		return
	}
	h := append(s.heap, it)
	i := len(h) - 1
	for i > 0 && it.less(h[(i-1)/2]) {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = it
	s.heap = h
}

func (s *Search) pop() (item, bool) {
	if s.used == 1 { // every step cost the same so far
		if l := &s.lanes[0]; l.head < len(l.list) {
			l.head++
			return l.list[l.head-1], true
		}
		return item{}, false
	}
	var best *lane
	for i := range s.used {
		if l := &s.lanes[i]; l.head < len(l.list) && (best == nil || l.list[l.head].less(best.list[best.head])) {
			best = l
		}
	}
	if h := s.heap; len(h) > 0 && (best == nil || h[0].less(best.list[best.head])) {
		top, last := h[0], h[len(h)-1]
		h = h[:len(h)-1]
		s.heap = h
		if len(h) > 0 {
			i := 0
			for {
				k := 2*i + 1
				if k >= len(h) {
					break
				}
				if k+1 < len(h) && h[k+1].less(h[k]) {
					k++
				}
				if !h[k].less(last) {
					break
				}
				h[i] = h[k]
				i = k
			}
			h[i] = last
		}
		return top, true
	}
	if best == nil {
		return item{}, false
	}
	it := best.list[best.head]
	best.head++
	return it, true
}

// node is the node of a cell of the grid of the last run.
func (s *Search) node(c Cell) *node {
	return &s.nodes[int(c>>shift)*s.g.W+int(c&mask)]
}

// known is the node of a cell that the last run reached, or nil.
func (s *Search) known(c Cell) *node {
	if s.from < 0 || !s.g.Contains(c) {
		return nil
	}
	if n := s.node(c); n.steps != unknown.steps {
		return n
	}
	return nil
}

// Reached gives the anchors that the last run reached, without its origin,
// ascending. The list is the Search's own and valid until the next run.
func (s *Search) Reached() []Cell {
	if s.sorted {
		return s.reached
	}
	s.sorted = true
	out := s.reached[:0]
	x0, y0, x1, y1 := int32(mask), int32(mask), int32(-1), int32(-1)
	for _, c := range s.touched {
		x, y := c&mask, c>>shift
		x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
	}
	if n := len(s.touched); n > 0 && int(x1-x0+1)*int(y1-y0+1) <= 8*n {
		// Mostly filled: reading the rows is cheaper than sorting.
		for y := y0; y <= y1; y++ {
			row := s.nodes[int(y)*s.g.W : (int(y)+1)*s.g.W]
			for x := x0; x <= x1; x++ {
				if row[x].steps != unknown.steps {
					if c := Cell(y)<<shift | Cell(x); c != s.from {
						out = append(out, c)
					}
				}
			}
		}
	} else {
		for _, c := range s.touched {
			out = append(out, Cell(c))
		}
		slices.Sort(out)
	}
	s.reached = out
	return out
}

// Cost is what the cheapest way to c costs, 0 for the origin, or -1 if the last
// run did not reach c.
func (s *Search) Cost(c Cell) int64 {
	if n := s.known(c); n != nil {
		return n.cost
	}
	return -1
}

// Steps is the number of steps of the canonical way to c, 0 for the origin, or
// -1 if the last run did not reach c.
func (s *Search) Steps(c Cell) int {
	if n := s.known(c); n != nil {
		return int(n.steps)
	}
	return -1
}

// Path appends the canonical way to c, from the first step to c itself. It
// appends nothing for the origin and for what was not reached.
func (s *Search) Path(c Cell, buf []Cell) []Cell {
	n := s.known(c)
	if n == nil {
		return buf
	}
	at := len(buf) + int(n.steps)
	buf = slices.Grow(buf, int(n.steps))[:at]
	for n.steps > 0 {
		at--
		buf[at] = c
		c = Cell(n.pred)
		n = s.node(c)
	}
	return buf
}
