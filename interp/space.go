package interp

import (
	"slices"

	"rulec/lang/ir"
	"rulec/space"
)

// geometry is one kind of space. A program has one, picked by its `space` lines
// and options when it is linked; what a formula asks of it is lowered to closures
// of that kind, so that no run asks which it is.
//
// A place is a word: a cell of a grid, a record of a graph, a point of a plane.
// What the functions mean is the same in all; docs/spaces.md says it.
type geometry interface {
	// native lowers a function, or gives nil where this space has none such.
	native(c *compiler, e *ir.Expr) numFn
	// at lowers the question where an entity stands.
	at(c *compiler, who *ir.Expr) numFn
	// put moves an entity, or takes it away with None. It tells whether it fits.
	put(m *Machine, e, place int64) bool
	// walkable tells whether somebody can take a way within a budget.
	walkable(m *Machine, who, budget, way int64) bool
	// drawn is the place in a column and row of a drawing, or None.
	drawn(x, y int64) int64
	// begin lays out who stands where: nobody, on a map of so many squares.
	begin(m *Machine, w, h, nodes int)
	// settled is told when everything is loaded.
	settled(m *Machine) *Fault
	// show names a place for people, and mark identifies it in a digest.
	show(m *Machine, place int64) string
	mark(m *Machine, place int64) int64
}

// ground is what machines know of places beside their memory.
type ground struct {
	places []int64 // records of places, in the order of the scene
	things map[*ir.Thing]int64
	shapes []space.Shape // interned; the first is no shape at all
	ids    map[space.Shape]int64
	steps  []int64 // of a search, by place
	queue  []int64
	spots  []int64 // that are measured between just now
	points []space.Point
	cuts   []int64 // of a leg, and what is made of them
	inside []piece
	made   []int64
}

func (g *ground) clear() {
	g.places, g.shapes, g.ids = g.places[:0], append(g.shapes[:0], space.Shape{}), nil
}

// load begins a run with what an initial state knows.
func (g *ground) load(in *ground) {
	if !slices.Equal(g.places, in.places) || !slices.Equal(g.shapes, in.shapes) {
		g.places = append(g.places[:0], in.places...)
		g.shapes = append(g.shapes[:0], in.shapes...)
		g.ids = nil
	}
}

// copied is what stays of a scene that was set up.
func (g *ground) copied() ground {
	return ground{places: append([]int64(nil), g.places...), shapes: append([]space.Shape(nil), g.shapes...)}
}

// shape interns a shape, so that equal shapes are one word.
func (m *Machine) shape(s space.Shape) int64 {
	g := &m.ground
	if g.ids == nil {
		g.ids = map[space.Shape]int64{}
		for i, x := range g.shapes {
			g.ids[x] = int64(i)
		}
	}
	if id, ok := g.ids[s]; ok {
		return id
	}
	if !s.Fits() {
		m.fail("E0703", "a shape that reaches beyond the plane")
		return 0
	}
	id := int64(len(g.shapes))
	g.shapes = append(g.shapes, s)
	g.ids[s] = id
	return id
}

// addPlace takes room for a record of a place.
func (m *Machine) addPlace(r *ir.Record, name string) int64 {
	at := int64(m.alloc(m.p.lay.record[r]))
	m.mem[at] = int64(r.Index)
	m.recordNames[at] = name
	m.ground.places = append(m.ground.places, at)
	return at
}

// placesOf lists the places of a record.
func (c *compiler) placesOf(r *ir.Record) numFn {
	want := int64(r.Index)
	return func(m *Machine) int64 {
		at := m.alloc(len(m.ground.places) + 1)
		n := 0
		for _, p := range m.ground.places {
			if m.mem[p] == want {
				n++
				m.mem[at+n] = p
			}
		}
		m.mem[at] = int64(n)
		m.top = at + n + 1
		return int64(at)
	}
}

// thing lowers a thing of a scene, which is known when the scene is set up.
func (c *compiler) thing(t *ir.Thing) numFn {
	return func(m *Machine) int64 {
		if at, ok := m.ground.things[t]; ok {
			return at
		}
		return None
	}
}

// choose makes the space a program has.
func (c *compiler) geometry(s *ir.Space) geometry {
	if s == nil {
		return nowhere{}
	}
	switch s.Name {
	case "graph":
		return newGraph(c.p, s)
	case "plane":
		p := &plane{unit: c.p.stepLength}
		if s.Unit != nil {
			p.name = s.Unit.Name
		}
		p.find(c)
		return p
	}
	return squares{}
}

// spatial lowers a function that asks the space.
func (c *compiler) spatial(e *ir.Expr) numFn {
	if f := c.p.geo.native(c, e); f != nil {
		return f
	}
	kind, name := c.p.space, e.Native
	return func(m *Machine) int64 {
		m.failAt(e.Span, "E0312", "this fight is on a %s, which has no %q", kind, name)
		return emptyList
	}
}

// squares is the grid; its functions are in natives.go, who stands where in world.go.
type squares struct{}

func (squares) native(c *compiler, e *ir.Expr) numFn { return c.gridNative(e) }
func (squares) at(c *compiler, who *ir.Expr) numFn   { return c.kept(who) }
func (squares) drawn(x, y int64) int64               { return placeAt(x, y) }
func (squares) settled(*Machine) *Fault              { return nil }
func (squares) show(_ *Machine, place int64) string  { return PlaceName(place) }
func (squares) mark(_ *Machine, place int64) int64   { return place }
func (squares) put(m *Machine, e, place int64) bool {
	m.mem[e+entPlace] = place // without a map
	return true
}
func (squares) walkable(m *Machine, who, budget, way int64) bool {
	return m.walkable(who, budget, way)
}
func (squares) begin(m *Machine, w, h, nodes int) {
	if w > 0 && h > 0 {
		m.initWorld(w, h, nodes)
	}
}

// kept reads the place that an entity keeps at its head.
func (c *compiler) kept(who *ir.Expr) numFn {
	x := c.num(who)
	return func(m *Machine) int64 { return m.mem[x(m)+entPlace] }
}

// nowhere is the space of packs without one: everything is in one place.
type nowhere struct{ squares }

func (nowhere) native(c *compiler, e *ir.Expr) numFn { return c.spaceless(e) }
