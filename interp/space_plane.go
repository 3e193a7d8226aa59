package interp

import (
	"slices"
	"strconv"
	"strings"

	"rulec/lang/ir"
	"rulec/space"
)

// plane is a space of points in whole base units. What has a field of type shape
// covers that shape; everything else is where it stands.
type plane struct {
	unit   int64
	name   string  // of the unit
	shapes []int64 // by record: offset of the field that is an entity's shape, or 0
}

func (p *plane) at(c *compiler, who *ir.Expr) numFn { return c.kept(who) }

func (p *plane) put(m *Machine, e, place int64) bool {
	m.mem[e+entPlace] = place
	return true
}

func (p *plane) drawn(x, y int64) int64 {
	at, ok := space.PointAt(x*p.unit, y*p.unit)
	if !ok {
		return None
	}
	return at
}

func (p *plane) begin(*Machine, int, int, int) {}
func (p *plane) settled(*Machine) *Fault       { return nil }

// mark mixes both halves, so that it says where a point is and not how it is packed.
func (p *plane) mark(_ *Machine, at int64) int64 {
	x, y := space.PointXY(at)
	return x*1_000_003 + y
}

func (p *plane) show(m *Machine, at int64) string {
	x, y := space.PointXY(at)
	return "(" + p.decimal(m, x) + ", " + p.decimal(m, y) + ")"
}

// decimal writes a coordinate in the space's unit, with digits behind the point
// where that unit is a power of ten of base units.
func (p *plane) decimal(m *Machine, v int64) string {
	digits, k := 0, p.unit
	for k > 1 && k%10 == 0 {
		k /= 10
		digits++
	}
	if k != 1 || digits == 0 {
		return m.length(v)
	}
	sign := ""
	if v < 0 {
		sign, v = "-", -v
	}
	s := strconv.FormatInt(v/p.unit, 10)
	if rest := v % p.unit; rest != 0 {
		part := strconv.FormatInt(rest, 10)
		s += "." + strings.TrimRight(strings.Repeat("0", digits-len(part))+part, "0")
	}
	return sign + s + " " + p.name
}

// length writes a length of the space.
func (m *Machine) length(v int64) string {
	for _, s := range m.p.ir.Spaces {
		if s.Unit != nil {
			return m.quantity(s.Unit.Dim, v)
		}
	}
	return strconv.FormatInt(v, 10)
}

func (m *Machine) showShape(v int64) string {
	if v <= 0 || v >= int64(len(m.ground.shapes)) {
		return "nothing"
	}
	s := m.ground.shapes[v]
	var out []string
	name := "box"
	for _, k := range []int64{s.X, s.Y, s.X2, s.Y2} {
		out = append(out, m.length(k))
	}
	if s.R > 0 {
		name, out = "disc", append(out[:2], m.length(s.R))
	}
	return name + "(" + strings.Join(out, ", ") + ")"
}

// find tells which field of each record is its shape.
func (p *plane) find(c *compiler) {
	if p.shapes != nil {
		return
	}
	p.shapes = make([]int64, len(c.p.ir.Records))
	for _, r := range c.p.ir.Records {
		if f := c.shapeField(r); f != nil {
			p.shapes[r.Index] = int64(c.off(f))
		}
	}
}

// shapeField is the field of an entity that is its shape, or nil.
func (c *compiler) shapeField(r *ir.Record) *ir.Local {
	if !r.Entity {
		return nil
	}
	for _, f := range slices.Concat(r.Fields, c.p.ir.AnyEntity.Fields) {
		if f.Type.Kind == ir.ShapeKind {
			return f
		}
	}
	return nil
}

// region is the shape an entity has; Some is false if it has none.
func (p *plane) region(m *Machine, e int64) space.Shape {
	if off := p.shapes[m.mem[e+entRecord]]; off > 0 {
		if k := m.mem[e+off]; k > 0 {
			return m.ground.shapes[k]
		}
	}
	return space.Shape{}
}

// covers is all that an entity covers: its shape, else the point where it stands.
func (p *plane) covers(m *Machine, e int64) space.Shape {
	if e == None {
		return space.Shape{}
	}
	if s := p.region(m, e); s.Some {
		return s
	}
	if at := m.mem[e+entPlace]; at != None {
		return space.Spot(at)
	}
	return space.Shape{}
}

// covering is a formula that names what is covered: an entity where it stands or
// would stand, or a place, which is one shape; or a set of places.
type covering struct {
	one  func(m *Machine) space.Shape
	many numFn
}

// first is the shape, or that of the first place.
func (x *covering) first(m *Machine) space.Shape {
	if x.many == nil {
		return x.one(m)
	}
	if l := x.many(m); m.mem[l] > 0 {
		return space.Spot(m.mem[l+1])
	}
	return space.Shape{}
}

// from is how far it is from a shape.
func (x *covering) from(m *Machine, s space.Shape) int64 {
	d := int64(farAway)
	if x.many == nil {
		if t := x.one(m); s.Some && t.Some {
			d = min(d, space.Distance(s, t))
		}
		return d
	}
	l := x.many(m)
	for i := l + 1; i <= l+m.mem[l] && s.Some; i++ {
		d = min(d, space.Distance(s, space.Spot(m.mem[i])))
	}
	return d
}

func (p *plane) covered(c *compiler, e *ir.Expr) covering {
	p.find(c)
	if e.Op == ir.NativeOp && e.Native == "footprint" {
		return p.covered(c, e.Args[len(e.Args)-1])
	}
	x := c.num(e)
	switch {
	case e.Type.Entity():
		return covering{one: func(m *Machine) space.Shape { return p.covers(m, x(m)) }}
	case e.Type.Sequence():
		return covering{many: x}
	}
	return covering{one: func(m *Machine) space.Shape {
		if at := x(m); at != None {
			return space.Spot(at)
		}
		return space.Shape{}
	}}
}

// spot is a formula that names one point: where an entity stands, else the middle
// of what it covers; or a place.
func (p *plane) spot(c *compiler, e *ir.Expr) numFn {
	p.find(c)
	if e.Op == ir.NativeOp && e.Native == "footprint" {
		return p.spot(c, e.Args[len(e.Args)-1])
	}
	x := c.num(e)
	if !e.Type.Entity() {
		return x
	}
	return func(m *Machine) int64 {
		w := x(m)
		if w == None {
			return None
		}
		if at := m.mem[w+entPlace]; at != None {
			return at
		}
		if s := p.region(m, w); s.Some {
			return s.Centre()
		}
		return None
	}
}

func (p *plane) native(c *compiler, e *ir.Expr) numFn {
	p.find(c)
	arg := func(i int) numFn { return c.num(e.Args[i]) }
	switch e.Native {
	case "point":
		x, y := arg(0), arg(1)
		return func(m *Machine) int64 {
			at, ok := space.PointAt(x(m), y(m))
			if !ok {
				m.failAt(e.Span, "E0703", "a point beyond the plane")
			}
			return at
		}
	case "box":
		x, y, x2, y2 := arg(0), arg(1), arg(2), arg(3)
		return func(m *Machine) int64 { return m.shape(space.Box(x(m), y(m), x2(m), y2(m))) }
	case "disc":
		x, y, r := arg(0), arg(1), arg(2)
		return func(m *Machine) int64 { return m.shape(space.Disc(x(m), y(m), r(m))) }
	case "distance":
		x, y := p.covered(c, e.Args[0]), p.covered(c, e.Args[1])
		return func(m *Machine) int64 {
			top := m.top
			d := int64(farAway)
			if x.many == nil {
				d = y.from(m, x.one(m))
			} else {
				l := x.many(m)
				for i := l + 1; i <= l+m.mem[l]; i++ {
					d = min(d, y.from(m, space.Spot(m.mem[i])))
				}
			}
			m.top = top
			return d
		}
	case "footprint":
		x := p.spot(c, e)
		return func(m *Machine) int64 {
			at := x(m)
			if at == None {
				return emptyList
			}
			list := m.alloc(2)
			m.mem[list], m.mem[list+1] = 1, at
			return int64(list)
		}
	case "within":
		x, d := p.covered(c, e.Args[0]), arg(1)
		return func(m *Machine) int64 {
			from, most := x.first(m), d(m)
			if !from.Some {
				return emptyList
			}
			m.ground.points = p.marks(m, m.ground.points[:0])
			at := m.alloc(len(m.ground.points) + 1)
			n := 0
			for _, mark := range m.ground.points {
				if space.Distance(from, space.Spot(mark)) <= most {
					n++
					m.mem[at+n] = mark
				}
			}
			m.mem[at] = int64(n)
			m.top = at + n + 1
			return int64(at)
		}
	case "at_place":
		x := arg(0)
		return func(m *Machine) int64 {
			at := x(m)
			return m.those(func(e int64) bool { return at != None && p.covers(m, e).Holds(at) })
		}
	case "crossed":
		x, y := p.spot(c, e.Args[0]), p.spot(c, e.Args[1])
		return func(m *Machine) int64 {
			a, b := x(m), y(m)
			if a == None || b == None {
				return emptyList
			}
			return m.those(func(e int64) bool { return p.region(m, e).Enters(a, b) })
		}
	case "touched":
		from, run := p.spot(c, e.Args[0]), arg(1)
		return func(m *Machine) int64 {
			at := from(m)
			l := run(m)
			if at == None {
				return emptyList
			}
			return m.those(func(e int64) bool {
				s, here := p.region(m, e), at
				for i := l + 1; i <= l+m.mem[l]; i++ {
					if s.Enters(here, m.mem[i]) {
						return true
					}
					here = m.mem[i]
				}
				return false
			})
		}
	case "stretches":
		return p.stretches(c, e)
	case "paths", "ways_to":
		return p.ways(c, e)
	}
	return nil
}

// marks are the points of the plane that anything marks: where something stands,
// and the corners of shapes; each once, in the order of the things. They are appended.
func (p *plane) marks(m *Machine, out []space.Point) []space.Point {
	begin := len(out)
	for _, e := range m.entities {
		if m.mem[e+entAlive] == 0 {
			continue
		}
		n := len(out)
		if s := p.region(m, e); s.Some {
			out = s.Corners(out)
		} else if at := m.mem[e+entPlace]; at != None {
			out = append(out, at)
		}
		k := n
		for _, at := range out[n:] {
			if !slices.Contains(out[begin:k], at) {
				out[k] = at
				k++
			}
		}
		out = out[:k]
	}
	return out
}

// piece is what of a leg lies in a shape.
type piece struct {
	e        int64
	from, to int64
}

// stretches cuts a run where it enters or leaves a shape. A piece is long what
// lies between two cuts, each rounded down to whole base units from the start of
// its leg; so the pieces of a leg add up to it.
func (p *plane) stretches(c *compiler, e *ir.Expr) numFn {
	from, run := p.spot(c, e.Args[0]), c.num(e.Args[1])
	r := c.p.ir.Stretch
	size := c.p.lay.record[r]
	length, on, ends := int64(c.off(r.Fields[0])), int64(c.off(r.Fields[1])), int64(c.off(r.Fields[2]))
	room := int64(c.p.lay.capacity(r.Fields[1].Type))
	return func(m *Machine) int64 {
		here := from(m)
		l := run(m)
		if here == None {
			return emptyList
		}
		g := &m.ground // its rooms are free: nothing is asked on the way
		cuts, inside, made := g.cuts, g.inside, g.made[:0]
		for i := l + 1; i <= l+m.mem[l]; i++ {
			to := m.mem[i]
			cuts, inside = append(cuts[:0], 0, space.Length(here, to)), inside[:0]
			for _, e := range m.entities {
				if m.mem[e+entAlive] == 0 {
					continue
				}
				if a, b, ok := p.region(m, e).Piece(here, to); ok {
					inside = append(inside, piece{e, a, b})
					cuts = append(cuts, a, b)
				}
			}
			slices.Sort(cuts)
			for k := 1; k < len(cuts); k++ {
				a, b := cuts[k-1], cuts[k]
				if a == b {
					continue
				}
				at := int64(m.alloc(size))
				m.mem[at] = -1
				m.mem[at+length], m.mem[at+ends] = b-a, space.Along(here, to, b)
				n := int64(0)
				for _, x := range inside {
					if x.from <= a && b <= x.to && n < room {
						n++
						m.mem[at+on+n] = x.e
					}
				}
				m.mem[at+on] = n
				made = append(made, at)
			}
			here = to
		}
		g.cuts, g.inside, g.made = cuts, inside, made
		return m.wordList(made)
	}
}
