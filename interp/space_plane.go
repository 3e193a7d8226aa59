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
		if !r.Entity {
			continue
		}
		for _, f := range slices.Concat(r.Fields, c.p.ir.AnyEntity.Fields) {
			if f.Type.Kind == ir.ShapeKind {
				p.shapes[r.Index] = int64(c.off(f))
				break
			}
		}
	}
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

// covered is a formula that names what is covered: an entity where it stands or
// would stand, a place, a set of places.
func (p *plane) covered(c *compiler, e *ir.Expr) func(m *Machine, buf []space.Shape) []space.Shape {
	p.find(c)
	if e.Op == ir.NativeOp && e.Native == "footprint" {
		return p.covered(c, e.Args[len(e.Args)-1])
	}
	x := c.num(e)
	switch {
	case e.Type.Entity():
		return func(m *Machine, buf []space.Shape) []space.Shape {
			if s := p.covers(m, x(m)); s.Some {
				buf = append(buf, s)
			}
			return buf
		}
	case e.Type.Sequence():
		return func(m *Machine, buf []space.Shape) []space.Shape {
			l := x(m)
			for i := l + 1; i <= l+m.mem[l]; i++ {
				buf = append(buf, space.Spot(m.mem[i]))
			}
			return buf
		}
	}
	return func(m *Machine, buf []space.Shape) []space.Shape {
		if at := x(m); at != None {
			buf = append(buf, space.Spot(at))
		}
		return buf
	}
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
			var a, b [4]space.Shape
			d := int64(farAway)
			to := y(m, b[:0])
			for _, s := range x(m, a[:0]) {
				for _, t := range to {
					d = min(d, space.Distance(s, t))
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
			return m.wordList([]int64{at})
		}
	case "within":
		x, d := p.covered(c, e.Args[0]), arg(1)
		return func(m *Machine) int64 {
			var a [1]space.Shape
			from, most := x(m, a[:0]), d(m)
			if len(from) == 0 {
				return emptyList
			}
			var out []int64
			for _, at := range p.marks(m) {
				if space.Distance(from[0], space.Spot(at)) <= most {
					out = append(out, at)
				}
			}
			return m.wordList(out)
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
// and the corners of shapes; each once, in the order of the things.
func (p *plane) marks(m *Machine) []space.Point {
	out := m.ground.points[:0]
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
			if !slices.Contains(out[:k], at) {
				out[k] = at
				k++
			}
		}
		out = out[:k]
	}
	m.ground.points = out
	return out
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
	type piece struct {
		e        int64
		from, to int64
	}
	return func(m *Machine) int64 {
		here := from(m)
		l := run(m)
		if here == None {
			return emptyList
		}
		var made []int64
		for i := l + 1; i <= l+m.mem[l]; i++ {
			to := m.mem[i]
			cuts := []int64{0, space.Length(here, to)}
			var inside []piece
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
		return m.wordList(made)
	}
}

// web is a search for the cheapest run: its corners are the marks that legs may
// turn at.
type web struct {
	at   []space.Point
	cost []int64
	from []int
	done []bool
}

// leg is what the leg between two points costs, or -1 where something bars it.
func (p *plane) leg(m *Machine, who int64, bars []space.Shape, a, b space.Point) int64 {
	for i := range bars {
		if bars[i].Enters(a, b) {
			return -1
		}
	}
	if v := m.p.hooks.cost; v != nil {
		return max(0, m.askHook(v, who, a, b))
	}
	return space.Length(a, b)
}

// bars are the shapes that somebody may not pass through.
func (p *plane) bars(m *Machine, who int64) []space.Shape {
	v := m.p.hooks.pass
	if v == nil {
		return nil
	}
	var out []space.Shape
	for _, e := range m.entities {
		if e == who || m.mem[e+entAlive] == 0 {
			continue
		}
		if s := p.region(m, e); s.Some && m.askHook(v, who, e) == 0 {
			out = append(out, s)
		}
	}
	return out
}

// next settles the cheapest open corner, the first of several, or gives -1.
func (w *web) next() int {
	best := -1
	for i := range w.at {
		if !w.done[i] && w.cost[i] >= 0 && (best < 0 || w.cost[i] < w.cost[best]) {
			best = i
		}
	}
	if best >= 0 {
		w.done[best] = true
	}
	return best
}

// search finds the cheapest runs from a point to the marks, up to goal if it is
// one of them. What costs more than most is left out.
func (p *plane) search(m *Machine, who int64, bars []space.Shape, start space.Point, goal int, marks []space.Point, most int64) *web {
	n := len(marks) + 1
	w := &web{at: append([]space.Point{start}, marks...), cost: make([]int64, n), from: make([]int, n), done: make([]bool, n)}
	for i := range w.cost {
		w.cost[i] = -1
	}
	w.cost[0] = 0
	if goal > 0 {
		// Straight ahead over ground that costs what it is long: nothing is cheaper.
		if k := p.leg(m, who, bars, start, w.at[goal]); k >= 0 && k == space.Length(start, w.at[goal]) {
			w.cost[goal] = k
			return w
		}
	}
	for {
		i := w.next()
		if i < 0 || i == goal && goal > 0 {
			return w
		}
		for j := range w.at {
			if w.done[j] {
				continue
			}
			k := p.leg(m, who, bars, w.at[i], w.at[j])
			if k < 0 || w.cost[i]+k > most {
				continue
			}
			if w.cost[j] < 0 || w.cost[i]+k < w.cost[j] {
				w.cost[j], w.from[j] = w.cost[i]+k, i
			}
		}
	}
}

// run is the way to a corner of the web, without its beginning.
func (w *web) run(i int) []space.Point {
	var out []space.Point
	for ; i != 0; i = w.from[i] {
		out = append(out, w.at[i])
	}
	slices.Reverse(out)
	return out
}

func (p *plane) walkable(m *Machine, who, budget, way int64) bool {
	here := m.mem[who+entPlace]
	if here == None || m.mem[way] == 0 {
		return false
	}
	bars := p.bars(m, who)
	for i := way + 1; i <= way+m.mem[way]; i++ {
		k := p.leg(m, who, bars, here, m.mem[i])
		if budget -= k; k < 0 || budget < 0 {
			return false
		}
		here = m.mem[i]
	}
	stop := m.p.hooks.stop
	return stop == nil || m.askHook(stop, who, here) != 0
}

// ways lists runs: `paths` one towards each mark, `ways_to` one towards somebody,
// each as far as the budget goes.
func (p *plane) ways(c *compiler, e *ir.Expr) numFn {
	who, budget := c.num(e.Args[0]), c.num(e.Args[len(e.Args)-1])
	if e.Native == "paths" {
		return func(m *Machine) int64 {
			w, most := who(m), budget(m)
			start := m.mem[w+entPlace]
			if start == None {
				return emptyList
			}
			bars := p.bars(m, w)
			x := p.search(m, w, bars, start, 0, slices.Clone(p.marks(m)), farAway)
			var out []int64
			var ends []space.Point
			for i := 1; i < len(x.at); i++ {
				if x.cost[i] < 0 || x.at[i] == start {
					continue
				}
				run := p.cut(m, w, bars, start, x.run(i), most)
				if len(run) == 0 || slices.Contains(ends, run[len(run)-1]) {
					continue
				}
				ends = append(ends, run[len(run)-1])
				out = append(out, m.wordList(run))
			}
			return m.wordList(out)
		}
	}
	other := p.covered(c, e.Args[1])
	return func(m *Machine) int64 {
		w, most := who(m), budget(m)
		start := m.mem[w+entPlace]
		var buf [1]space.Shape
		to := other(m, buf[:0])
		if start == None || len(to) == 0 || space.Distance(to[0], space.Spot(start)) == 0 {
			return emptyList
		}
		x, y := space.PointXY(start)
		goal, _ := space.PointAt(min(max(x, to[0].X), to[0].X2), min(max(y, to[0].Y), to[0].Y2))
		marks := append([]space.Point{goal}, p.marks(m)...)
		bars := p.bars(m, w)
		web := p.search(m, w, bars, start, 1, marks, farAway)
		if web.cost[1] < 0 {
			return emptyList
		}
		run := p.cut(m, w, bars, start, web.run(1), most)
		if len(run) == 0 {
			return emptyList
		}
		return m.wordList([]int64{m.wordList(run)})
	}
}

// cut shortens a run to what a budget pays, and then to where the mover may stop.
func (p *plane) cut(m *Machine, who int64, bars []space.Shape, start space.Point, run []space.Point, most int64) []space.Point {
	here := start
	for i, next := range run {
		k := p.leg(m, who, bars, here, next)
		if k <= most {
			most -= k
			here = next
			continue
		}
		lo, hi := int64(0), space.Length(here, next)
		for lo+1 < hi {
			mid := (lo + hi) / 2
			if c := p.leg(m, who, bars, here, space.Along(here, next, mid)); c >= 0 && c <= most {
				lo = mid
			} else {
				hi = mid
			}
		}
		run = append(slices.Clone(run[:i]), space.Along(here, next, lo))
		break
	}
	stop := m.p.hooks.stop
	for len(run) > 0 {
		last := len(run) - 1
		from := start
		if last > 0 {
			from = run[last-1]
		}
		end := run[last]
		for k := space.Length(from, end); k > 0; k-- {
			at := space.Along(from, end, k)
			if stop != nil && m.askHook(stop, who, at) == 0 {
				continue
			}
			return append(slices.Clone(run[:last]), at)
		}
		run = run[:last]
	}
	return nil
}
