package interp

import (
	"rulec/lang/ir"
	"rulec/space"
)

// The square grid: who stands where. The lists of who occupies a cell lie in
// memory like everything else, so that a copied state has its own.
type world struct {
	grid  space.Grid
	cells int64 // where the first node of each cell is kept
	nodes int64 // where nodes lie: entity, next
	count int64 // of nodes
	w, h  int64 // squares
}

func placeAt(x, y int64) int64 { return int64(space.At(int(x), int(y))) }

// words is the room the lists of a grid take.
func gridWords(w, h int, nodes int) int { return w*h + 2*nodes }

// initWorld lays the lists out behind what lasts.
func (m *Machine) initWorld(w, h, nodes int) {
	at := int64(m.alloc(gridWords(w, h, nodes)))
	m.grid = &world{grid: space.Grid{W: w, H: h}, cells: at, nodes: at + int64(w*h), count: int64(nodes), w: int64(w), h: int64(h)}
	for i := range int64(w * h) {
		m.mem[at+i] = -1
	}
	for i := range int64(nodes) {
		m.mem[m.grid.nodes+2*i+1] = i + 1
	}
	m.mem[m.grid.nodes+2*int64(nodes)-1] = -1
	m.mem[wordNode] = 0
}

func (m *Machine) cellIndex(c space.Cell) int64 {
	x, y := space.XY(c)
	return m.grid.cells + int64(y*m.grid.grid.W+x)
}

// edge is how many cells wide the base of an entity is.
func (m *Machine) edge(e int64) int {
	h := m.p.hooks.edge
	if h == nil {
		return 1
	}
	if m.hooks.edgeOff > 0 {
		return int(m.mem[e+m.hooks.edgeOff])
	}
	base := m.alloc(h.size)
	m.mem[base+m.p.lay.off[h.ir.Params[0]]] = e
	fp := m.fp
	m.fp = base
	n := h.ask(m)
	m.fp, m.top = fp, base
	return int(max(1, min(n, 64)))
}

func (m *Machine) rect(e int64) (space.Rect, bool) {
	at := m.mem[e+entPlace]
	if at == None {
		return space.Rect{}, false
	}
	return space.RectAt(space.Cell(at), m.edge(e)), true
}

// put places an entity, or takes it off the map with None. It tells whether the
// base fits the map.
func (m *Machine) put(e, place int64) bool {
	m.wrote(m.p.keep.place)
	if m.grid == nil {
		return m.p.geo.put(m, e, place)
	}
	if m.p.hooks.edge == nil {
		return m.putPoint(e, place)
	}
	if place != None {
		r := space.RectAt(space.Cell(place), m.edge(e))
		if place < 0 || !m.grid.grid.Holds(r) {
			return false
		}
	}
	if r, ok := m.rect(e); ok {
		m.cells2 = space.Footprint(r, m.cells2[:0])
		for _, c := range m.cells2 {
			m.unlinkCell(c, e)
		}
	}
	m.mem[e+entPlace] = place
	if r, ok := m.rect(e); ok {
		m.cells2 = space.Footprint(r, m.cells2[:0])
		for _, c := range m.cells2 {
			m.linkCell(c, e)
		}
	}
	return true
}

// putPoint is put where everything stands on one square.
func (m *Machine) putPoint(e, place int64) bool {
	if place != None && !m.grid.grid.Contains(place) {
		return false
	}
	w, mem := m.grid, m.mem
	if was := mem[e+entPlace]; was != None {
		at := w.cells + was>>16*w.w + was&0xFFFF
		m.crowded(at)
		if n := mem[at]; n >= 0 && mem[w.nodes+2*n] == e { // it stands there alone, or first
			mem[at] = mem[w.nodes+2*n+1]
			mem[w.nodes+2*n+1], mem[wordNode] = mem[wordNode], n
		} else {
			m.unlinkCell(was, e)
		}
	}
	if mem[e+entPlace] = place; place != None {
		m.linkCell(place, e)
	}
	return true
}

func (m *Machine) linkCell(c space.Cell, e int64) {
	n := m.mem[wordNode]
	if n < 0 {
		m.fail("E0703", "too many things stand on the map")
		return
	}
	node := m.grid.nodes + 2*n
	m.mem[wordNode] = m.mem[node+1]
	m.mem[node] = e
	// Ascending by entity, so that the order says nothing about who came first.
	at := m.cellIndex(c)
	m.crowded(at)
	for m.mem[at] >= 0 && m.mem[m.grid.nodes+2*m.mem[at]] < e {
		at = m.grid.nodes + 2*m.mem[at] + 1
	}
	m.mem[node+1] = m.mem[at]
	m.mem[at] = n
}

func (m *Machine) unlinkCell(c space.Cell, e int64) {
	at := m.cellIndex(c)
	m.crowded(at)
	for m.mem[at] >= 0 {
		n := m.mem[at]
		node := m.grid.nodes + 2*n
		if m.mem[node] == e {
			m.mem[at] = m.mem[node+1]
			m.mem[node+1] = m.mem[wordNode]
			m.mem[wordNode] = n
			return
		}
		at = node + 1
	}
}

// eachAt visits the living entities of a cell in order.
func (m *Machine) eachAt(c space.Cell, visit func(e int64) bool) {
	if m.grid == nil || !m.grid.grid.Contains(c) {
		return
	}
	for n := m.mem[m.cellIndex(c)]; n >= 0; n = m.mem[m.grid.nodes+2*n+1] {
		if e := m.mem[m.grid.nodes+2*n]; m.mem[e+entAlive] != 0 && !visit(e) {
			return
		}
	}
}

// placeList pushes cells as a list of places.
func (m *Machine) placeList(cells []space.Cell) int64 {
	at := m.alloc(len(cells) + 1)
	m.mem[at] = int64(len(cells))
	for i, c := range cells {
		m.mem[at+1+i] = int64(c)
	}
	return int64(at)
}

// base is a formula that names a base: an entity where it stands, an entity
// where it would stand, a place; else a set of places.
type baseFn func(m *Machine) (r space.Rect, list int64, ok bool)

func (c *compiler) base(e *ir.Expr) baseFn {
	if e.Op == ir.NativeOp && e.Native == "footprint" {
		who := c.num(e.Args[0])
		if len(e.Args) == 1 {
			return func(m *Machine) (space.Rect, int64, bool) { r, ok := m.rect(who(m)); return r, 0, ok }
		}
		at := c.num(e.Args[1])
		return func(m *Machine) (space.Rect, int64, bool) {
			w, p := who(m), at(m)
			if p == None {
				return space.Rect{}, 0, false
			}
			return space.RectAt(space.Cell(p), m.edge(w)), 0, true
		}
	}
	x := c.num(e)
	switch {
	case e.Type.Entity():
		return func(m *Machine) (space.Rect, int64, bool) { r, ok := m.rect(x(m)); return r, 0, ok }
	case e.Type.Sequence():
		return func(m *Machine) (space.Rect, int64, bool) {
			l := x(m)
			return space.Rect{}, l, m.mem[l] > 0
		}
	}
	return func(m *Machine) (space.Rect, int64, bool) {
		p := x(m)
		if p == None {
			return space.Rect{}, 0, false
		}
		return space.RectAt(space.Cell(p), 1), 0, true
	}
}

// farAway is the distance to what stands nowhere.
const farAway = 1 << 30

func (m *Machine) gap(a, b space.Rect, la, lb int64) int64 {
	if la == 0 && lb == 0 {
		return int64(space.Gap(a, b))
	}
	if la == 0 {
		a, b, la, lb = b, a, lb, la
	}
	best := int64(farAway)
	for i := la + 1; i <= la+m.mem[la]; i++ {
		r := space.RectAt(space.Cell(m.mem[i]), 1)
		if lb == 0 {
			best = min(best, int64(space.Gap(r, b)))
			continue
		}
		for j := lb + 1; j <= lb+m.mem[lb]; j++ {
			best = min(best, int64(space.Gap(r, space.RectAt(space.Cell(m.mem[j]), 1))))
		}
	}
	return best
}
