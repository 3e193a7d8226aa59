package interp

import (
	"rulec/lang/ir"
	"rulec/space"
)

// native lowers the functions Go supplies.
func (c *compiler) native(e *ir.Expr) numFn {
	arg := func(i int) numFn { return c.num(e.Args[i]) }
	switch e.Native {
	case "min", "max":
		return c.least(e)
	case "abs":
		x := arg(0)
		return func(m *Machine) int64 {
			if v := x(m); v < 0 {
				return -v
			} else {
				return v
			}
		}
	case "sum":
		x := arg(0)
		return func(m *Machine) int64 {
			top := m.top
			l, s := x(m), int64(0)
			for i := l + 1; i <= l+m.mem[l]; i++ {
				s = m.bounded(s + m.mem[i])
			}
			m.top = top
			return s
		}
	case "first", "last":
		if e.Native == "first" {
			if x, lets, done := c.hoisted(e); done != nil {
				defer done()
				if f := c.leastOf(x); f != nil {
					return withLets(lets, f)
				}
			}
			if f := c.leastOf(e); f != nil {
				return f
			}
		}
		x, last := arg(0), e.Native == "last"
		return func(m *Machine) int64 {
			l := x(m)
			switch {
			case m.mem[l] == 0:
				return None
			case last:
				return m.mem[l+m.mem[l]]
			}
			return m.mem[l+1]
		}
	case "most", "least":
		x, most := arg(0), e.Native == "most"
		return func(m *Machine) int64 {
			lo, hi := m.pools[x(m)].Bounds()
			if most {
				return hi
			}
			return lo
		}
	case "put":
		x, y := arg(0), arg(1)
		return func(m *Machine) int64 {
			if !m.put(x(m), y(m)) {
				m.failAt(e.Span, "E0704", "there is no such place on the map")
			}
			return 0
		}
	case "pass":
		x := arg(0)
		return func(m *Machine) int64 { m.mem[wordClock] += max(0, x(m)); return 0 }
	case "possible", "affordable", "why", "stands_in", "tally":
		return c.actNative(e)
	}
	return c.spatial(e)
}

func (c *compiler) least(e *ir.Expr) numFn {
	var fns []numFn
	for _, a := range e.Args {
		fns = append(fns, c.num(a))
	}
	if len(fns) == 2 {
		x, y := fns[0], fns[1]
		if k, ok := c.constant(e.Args[0]); ok {
			x, y = y, func(*Machine) int64 { return k }
		}
		if e.Native == "min" {
			return func(m *Machine) int64 { return min(x(m), y(m)) }
		}
		return func(m *Machine) int64 { return max(x(m), y(m)) }
	}
	isMin := e.Native == "min"
	return func(m *Machine) int64 {
		v := fns[0](m)
		for _, f := range fns[1:] {
			if w := f(m); isMin == (w < v) && w != v {
				v = w
			}
		}
		return v
	}
}

// spaceless serves packs whose space is not the grid: distances are 0 in one
// place and far otherwise.
func (c *compiler) spaceless(e *ir.Expr) numFn {
	var fns []numFn
	for _, a := range e.Args {
		fns = append(fns, c.num(a))
	}
	switch e.Native {
	case "distance":
		return func(m *Machine) int64 {
			for _, f := range fns {
				f(m)
			}
			return 0
		}
	}
	return func(*Machine) int64 { return emptyList }
}

func (c *compiler) gridNative(e *ir.Expr) numFn {
	unit := c.p.stepLength
	arg := func(i int) numFn { return c.num(e.Args[i]) }
	switch e.Native {
	case "distance":
		if f := c.pointDistance(e); f != nil {
			return f
		}
		x, y := c.base(e.Args[0]), c.base(e.Args[1])
		return func(m *Machine) int64 {
			top := m.top
			a, la, ok1 := x(m)
			b, lb, ok2 := y(m)
			d := int64(farAway)
			if ok1 && ok2 {
				d = m.gap(a, b, la, lb)
			}
			m.top = top
			return d * unit
		}
	case "footprint":
		x := c.base(e)
		return func(m *Machine) int64 {
			r, _, ok := x(m)
			if !ok {
				return emptyList
			}
			m.cells = space.Footprint(r, m.cells[:0])
			return m.placeList(m.cells)
		}
	case "neighbours":
		x := arg(0)
		entity := e.Args[0].Type.Entity()
		return func(m *Machine) int64 {
			at, n := x(m), 1
			if entity {
				n = m.edge(at)
				at = m.mem[at+entPlace]
			}
			if at == None || m.grid == nil {
				return emptyList
			}
			list := m.alloc(space.Directions + 1)
			k := len(space.Neighbours(m.grid.grid.Anchors(n), space.Cell(at), m.mem[list+1:list+1]))
			m.mem[list] = int64(k)
			m.top = list + 1 + k
			return int64(list)
		}
	case "within":
		x, d := c.base(e.Args[0]), arg(1)
		return func(m *Machine) int64 {
			r, _, ok := x(m)
			if !ok || m.grid == nil {
				return emptyList
			}
			m.cells = space.Within(m.grid.grid, r, int(d(m)/unit), m.cells[:0])
			return m.placeList(m.cells)
		}
	case "at_place":
		x := arg(0)
		return func(m *Machine) int64 {
			p := x(m)
			at := m.alloc(1)
			n := 0
			m.eachAt(space.Cell(p), func(e int64) bool {
				m.alloc(1)
				n++
				m.mem[at+n] = e
				return true
			})
			m.mem[at] = int64(n)
			return int64(at)
		}
	case "ring_steps":
		if f := c.pointRing(e); f != nil {
			return f
		}
		x, y, z := c.base(e.Args[0]), c.base(e.Args[1]), c.base(e.Args[2])
		return func(m *Machine) int64 {
			of, _, ok1 := x(m)
			a, _, ok2 := y(m)
			b, _, ok3 := z(m)
			if !ok1 || !ok2 || !ok3 {
				return 0
			}
			return int64(space.RingSteps(of, a, b))
		}
	case "corners":
		x := c.base(e.Args[0])
		return func(m *Machine) int64 {
			r, l, ok := x(m)
			if !ok {
				return emptyList
			}
			m.cells = m.cells[:0]
			if l == 0 {
				m.cells = space.Vertices(r, m.cells)
			} else {
				m.cells2 = m.cells2[:0]
				for i := l + 1; i <= l+m.mem[l]; i++ {
					m.cells2 = append(m.cells2, space.Cell(m.mem[i]))
				}
				m.cells = space.CornersOf(m.cells2, m.cells)
			}
			return m.placeList(m.cells)
		}
	case "crossed":
		return c.crossed(e)
	case "paths", "paths_away", "ways_to":
		return c.ways(e)
	case "rays":
		return c.rays(e)
	case "straight":
		x := arg(0)
		return func(m *Machine) int64 {
			l := x(m)
			m.cells = m.cells[:0]
			for i := l + 2; i <= l+m.mem[l]; i++ {
				m.cells = append(m.cells, space.Cell(m.mem[i]))
			}
			return b2i(m.mem[l] == 0 || space.Straight(m.cells, space.Cell(m.mem[l+1])))
		}
	}
	return nil
}

// crossed lists who stands in the cells a line crosses, each once, in the order
// in which the line meets them.
func (c *compiler) crossed(e *ir.Expr) numFn {
	entities := e.Args[0].Type.Entity()
	x, y := c.base(e.Args[0]), c.base(e.Args[1])
	p, q := c.num(e.Args[0]), c.num(e.Args[1])
	return func(m *Machine) int64 {
		if entities {
			a, _, ok1 := x(m)
			b, _, ok2 := y(m)
			if !ok1 || !ok2 {
				return emptyList
			}
			m.cells = space.CrossedBetween(a, b, m.cells[:0])
		} else {
			m.cells = space.CrossedCells(space.Corner(p(m)), space.Corner(q(m)), m.cells[:0])
		}
		at := m.alloc(1)
		n := 0
		for _, cell := range m.cells {
			m.eachAt(cell, func(e int64) bool {
				for i := 1; i <= n; i++ {
					if m.mem[at+i] == e {
						return true
					}
				}
				m.alloc(1)
				n++
				m.mem[at+n] = e
				return true
			})
		}
		m.mem[at] = int64(n)
		return int64(at)
	}
}

// hookState is what the machine keeps at hand while natives and values call back.
type hookState struct {
	base    int64 // what a `to` replaces
	proof   int   // frame of the proof
	depth   int   // of values asking values
	began   int64 // when the clause just matched began
	held    int64 // the application just matched
	mover   int64
	edgeOff int64 // of the field that is the edge hook, if it is one
	edge    func(from, to space.Cell) int64
}

// askHook asks a value that the space was given.
func (m *Machine) askHook(v *value, args ...int64) int64 {
	base := m.alloc(v.size)
	for i, a := range args {
		m.mem[base+v.args[i]] = a
	}
	fp := m.fp
	m.fp = base
	r := v.ask(m)
	m.fp, m.top = fp, base
	return r
}

// askStep asks the hooks what one step of the mover costs, or says -1.
func (m *Machine) askStep(from, to space.Cell) int64 {
	if v := m.p.hooks.pass; v != nil && m.askHook(v, m.hooks.mover, int64(to)) == 0 {
		return -1
	}
	if v := m.p.hooks.cut; v != nil {
		if _, _, diagonal := space.Beside(from, to); diagonal && m.askHook(v, m.hooks.mover, int64(from), int64(to)) == 0 {
			return -1
		}
	}
	if v := m.p.hooks.cost; v != nil {
		return m.askHook(v, m.hooks.mover, int64(from), int64(to))
	}
	return m.p.stepLength
}

// ways lists one cheapest way to each place where the mover may stop.
func (c *compiler) ways(e *ir.Expr) numFn {
	who, budget := c.num(e.Args[0]), c.num(e.Args[len(e.Args)-1])
	var other baseFn
	if len(e.Args) == 3 {
		other = c.base(e.Args[1])
	}
	kind := e.Native
	return func(m *Machine) int64 {
		w := who(m)
		if !m.reach(w, budget(m)) {
			return emptyList
		}
		n := m.edge(w)
		from := space.RectAt(space.Cell(m.mem[w+entPlace]), n)
		var foe space.Rect
		if other != nil {
			foe, _, _ = other(m)
		}
		reached := m.search.Reached()
		list := m.alloc(len(reached) + 1)
		k := 0
		best := int64(farAway)
		for _, to := range reached {
			if !m.mayStop(w, to) {
				continue
			}
			if other != nil {
				d := int64(space.Gap(space.RectAt(to, n), foe))
				was := int64(space.Gap(from, foe))
				if kind == "paths_away" && d <= was {
					continue
				}
				if kind == "ways_to" {
					// Only the nearest counts, and of those the cheapest, then the first.
					if d >= was || d > best {
						continue
					}
					if d == best && m.search.Cost(to) >= m.hooks.held {
						continue
					}
					best, m.hooks.held, k = d, m.search.Cost(to), 0
				}
			}
			m.cells = m.search.Path(to, m.cells[:0])
			p := m.placeList(m.cells)
			k++
			m.mem[list+k] = p
		}
		m.mem[list] = int64(k)
		return int64(list)
	}
}

// rays lists straight ways.
func (c *compiler) rays(e *ir.Expr) numFn {
	who, least, most, unit := c.num(e.Args[0]), c.num(e.Args[1]), c.num(e.Args[2]), c.p.stepLength
	return func(m *Machine) int64 {
		w := who(m)
		lo, hi := int(least(m)/unit), int(most(m)/unit)
		at := m.mem[w+entPlace]
		if at == None || m.grid == nil {
			return emptyList
		}
		m.moves(w)
		list := m.alloc(8*max(0, hi-lo+1) + 1)
		k := 0
		space.Rays(m.grid.grid.Anchors(m.edge(w)), space.Cell(at), lo, hi, m.ray[:0],
			func(from, to space.Cell) bool { return m.stepCost(from, to) >= 0 },
			func(way []space.Cell) bool {
				if m.mayStop(w, way[len(way)-1]) {
					p := m.placeList(way)
					k++
					m.mem[list+k] = p
				}
				return false
			})
		m.mem[list] = int64(k)
		return int64(list)
	}
}
