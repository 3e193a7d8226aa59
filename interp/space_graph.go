package interp

import (
	"slices"

	"rulec/lang/ir"
)

// graph is a space of places that are named one by one and lie next to each other
// or do not. A place is a record; who stands where is a field of that record type
// in each entity, so that rules may set it like any other.
type graph struct {
	record *ir.Record
	next   int64   // offset of a place's list of neighbours
	field  []int64 // by record: offset of the field that is an entity's place, or 0
	step   int64   // what a step measures
}

func newGraph(p *Program, s *ir.Space) *graph {
	g := &graph{record: s.Place, field: make([]int64, len(p.ir.Records)), step: 1}
	if s.Place == nil {
		return g
	}
	if f := s.Place.NextTo(); f != nil {
		g.next = int64(p.lay.off[f])
	}
	for _, r := range p.ir.Records {
		if !r.Entity {
			continue
		}
		for _, f := range slices.Concat(r.Fields, p.ir.AnyEntity.Fields) {
			if f.Type.Kind == ir.RecordKind && f.Type.Record == s.Place {
				g.field[r.Index] = int64(p.lay.off[f])
				break
			}
		}
	}
	return g
}

// where reads the place of an entity.
func (g *graph) where(m *Machine, e int64) int64 {
	if e == None {
		return None
	}
	if off := g.field[m.mem[e+entRecord]]; off > 0 {
		return m.mem[e+off]
	}
	return None
}

func (g *graph) at(c *compiler, who *ir.Expr) numFn {
	x := c.num(who)
	return func(m *Machine) int64 { return g.where(m, x(m)) }
}

func (g *graph) put(m *Machine, e, place int64) bool {
	off := g.field[m.mem[e+entRecord]]
	if off == 0 {
		return place == None
	}
	m.mem[e+off] = place
	return true
}

func (g *graph) drawn(int64, int64) int64         { return None }
func (g *graph) begin(*Machine, int, int, int)    {}
func (g *graph) show(m *Machine, at int64) string { return m.placeText(at) }
func (g *graph) mark(m *Machine, place int64) int64 {
	return int64(slices.Index(m.ground.places, place))
}

func (m *Machine) placeText(at int64) string {
	if n, ok := m.recordNames[at]; ok {
		return n
	}
	return "nowhere"
}

// settled lets what lies next to something have it lie next to itself.
func (g *graph) settled(m *Machine) *Fault {
	for _, r := range m.p.ir.Records {
		if !r.Place {
			continue
		}
		for _, f := range r.Fields {
			if f.Type.Mutual {
				m.bothSides(r, f)
			}
		}
	}
	return m.fault
}

func (m *Machine) bothSides(r *ir.Record, f *ir.Local) {
	off, room := int64(m.p.lay.off[f]), int64(m.p.lay.capacity(f.Type))
	for _, a := range m.ground.places {
		for i := int64(1); m.mem[a] == int64(r.Index) && i <= m.mem[a+off]; i++ {
			b := m.mem[a+off+i]
			l := b + off
			if b == a || m.listed(l, a) {
				continue
			}
			if m.mem[l] >= room {
				m.fail("E0703", "%q of %s has room for %d, and %s is one more", f.Name, m.placeText(b), room, m.placeText(a))
				return
			}
			m.mem[l]++
			m.mem[l+m.mem[l]] = a
		}
	}
}

// oneSided keeps both sides alike after a rule has changed the list of one.
func (m *Machine) oneSided(owner int64, f *ir.Local) {
	off, room := int64(m.p.lay.off[f]), int64(m.p.lay.capacity(f.Type))
	for _, b := range m.ground.places {
		l := b + off
		if b == owner || m.mem[b] != m.mem[owner] {
			continue
		}
		here, there := m.listed(owner+off, b), m.listed(l, owner)
		switch {
		case here && !there && m.mem[l] >= room:
			m.fail("E0703", "%q of %s has room for %d, and %s is one more", f.Name, m.placeText(b), room, m.placeText(owner))
		case here && !there:
			m.mem[l]++
			m.mem[l+m.mem[l]] = owner
		case there && !here:
			n := int64(0)
			for i := int64(1); i <= m.mem[l]; i++ {
				if x := m.mem[l+i]; x != owner {
					n++
					m.mem[l+n] = x
				}
			}
			m.mem[l] = n
		}
	}
}

func (m *Machine) listed(list, v int64) bool {
	return slices.Contains(m.mem[list+1:list+1+m.mem[list]], v)
}

// flood counts the steps from a set of places to every other; -1 where no way leads.
func (g *graph) flood(m *Machine, from []int64) []int64 {
	places := m.ground.places
	steps := append(m.ground.steps[:0], make([]int64, len(places))...)
	queue := m.ground.queue[:0]
	for i, p := range places {
		steps[i] = -1
		if slices.Contains(from, p) {
			steps[i] = 0
			queue = append(queue, int64(i))
		}
	}
	for k := 0; k < len(queue); k++ {
		i := queue[k]
		l := places[i] + g.next
		for j := int64(1); j <= m.mem[l]; j++ {
			if n := slices.Index(places, m.mem[l+j]); n >= 0 && steps[n] < 0 {
				steps[n] = steps[i] + 1
				queue = append(queue, int64(n))
			}
		}
	}
	m.ground.steps, m.ground.queue = steps, queue[:0]
	return steps
}

// spots is a formula that names places: where an entity stands or would stand, a
// place, or a set of places.
func (g *graph) spots(c *compiler, e *ir.Expr) func(m *Machine, buf []int64) []int64 {
	if e.Op == ir.NativeOp && e.Native == "footprint" {
		if len(e.Args) == 1 {
			return g.spots(c, e.Args[0])
		}
		return g.spots(c, e.Args[1])
	}
	x := c.num(e)
	switch {
	case e.Type.Entity():
		return func(m *Machine, buf []int64) []int64 {
			if p := g.where(m, x(m)); p != None {
				buf = append(buf, p)
			}
			return buf
		}
	case e.Type.Sequence():
		return func(m *Machine, buf []int64) []int64 {
			l := x(m)
			return append(buf, m.mem[l+1:l+1+m.mem[l]]...)
		}
	}
	return func(m *Machine, buf []int64) []int64 {
		if p := x(m); p != None {
			buf = append(buf, p)
		}
		return buf
	}
}

// far is the distance between two sets of places.
func (g *graph) far(m *Machine, a, b []int64) int64 {
	if len(a) == 0 || len(b) == 0 {
		return farAway
	}
	for _, p := range a {
		if slices.Contains(b, p) {
			return 0
		}
	}
	best := int64(farAway)
	steps := g.flood(m, a)
	for _, p := range b {
		if i := slices.Index(m.ground.places, p); i >= 0 && steps[i] >= 0 {
			best = min(best, steps[i]*g.step)
		}
	}
	return best
}

func (m *Machine) wordList(words []int64) int64 {
	at := m.alloc(len(words) + 1)
	m.mem[at] = int64(len(words))
	copy(m.mem[at+1:], words)
	return int64(at)
}

func (g *graph) native(c *compiler, e *ir.Expr) numFn {
	switch e.Native {
	case "distance":
		x, y := g.spots(c, e.Args[0]), g.spots(c, e.Args[1])
		return func(m *Machine) int64 {
			top, gr := m.top, &m.ground
			// A stack: what is asked for a may measure too.
			n := len(gr.spots)
			gr.spots = x(m, gr.spots)
			k := len(gr.spots)
			gr.spots = y(m, gr.spots)
			d := g.far(m, gr.spots[n:k], gr.spots[k:])
			gr.spots, m.top = gr.spots[:n], top
			return d
		}
	case "footprint":
		x := g.spots(c, e)
		return func(m *Machine) int64 {
			var a [1]int64
			return m.wordList(x(m, a[:0]))
		}
	case "neighbours":
		x := g.spots(c, e.Args[0])
		return func(m *Machine) int64 {
			var a [1]int64
			at := x(m, a[:0])
			if len(at) == 0 {
				return emptyList
			}
			l := at[0] + g.next
			return m.wordList(m.mem[l+1 : l+1+m.mem[l]])
		}
	case "within":
		x, d := g.spots(c, e.Args[0]), c.num(e.Args[1])
		return func(m *Machine) int64 {
			var a [8]int64
			from, most := x(m, a[:0]), d(m)
			steps := g.flood(m, from)
			at := m.alloc(len(steps) + 1)
			n := 0
			for i, k := range steps {
				if k >= 0 && k*g.step <= most {
					n++
					m.mem[at+n] = m.ground.places[i]
				}
			}
			m.mem[at] = int64(n)
			return int64(at)
		}
	case "at_place":
		x := c.num(e.Args[0])
		return func(m *Machine) int64 {
			p := x(m)
			return m.those(func(e int64) bool { return g.where(m, e) == p && p != None })
		}
	case "crossed":
		x, y := g.spots(c, e.Args[0]), g.spots(c, e.Args[1])
		return func(m *Machine) int64 {
			var a, b [1]int64
			return g.between(m, x(m, a[:0]), y(m, b[:0]))
		}
	case "paths", "paths_away", "ways_to":
		return g.ways(c, e)
	}
	return nil
}

// those lists the living entities that pass a test, in order.
func (m *Machine) those(test func(e int64) bool) int64 {
	at := m.alloc(len(m.entities) + 1)
	n := 0
	for _, e := range m.entities {
		if m.mem[e+entAlive] != 0 && test(e) {
			n++
			m.mem[at+n] = e
		}
	}
	m.mem[at] = int64(n)
	m.top = at + n + 1
	return int64(at)
}

// between lists who stands in the places that lie on every shortest way from one
// place to another, the two ends left out: the nearest first.
func (g *graph) between(m *Machine, a, b []int64) int64 {
	if len(a) == 0 || len(b) == 0 {
		return emptyList
	}
	from := slices.Clone(g.flood(m, a))
	to := g.flood(m, b)
	whole := int64(-1)
	for i, p := range m.ground.places {
		if slices.Contains(b, p) {
			whole = from[i]
		}
	}
	at := m.alloc(1)
	n := 0
	for k := int64(1); k < whole; k++ {
		only, many := -1, false
		for i := range from {
			if from[i] == k && to[i] == whole-k {
				many = only >= 0
				only = i
				if many {
					break
				}
			}
		}
		if many || only < 0 {
			continue
		}
		for _, e := range m.entities {
			if m.mem[e+entAlive] != 0 && g.where(m, e) == m.ground.places[only] {
				m.alloc(1)
				n++
				m.mem[at+n] = e
			}
		}
	}
	m.mem[at] = int64(n)
	return int64(at)
}

func (g *graph) walkable(m *Machine, who, budget, way int64) bool {
	here := g.where(m, who)
	if here == None || m.mem[way] == 0 {
		return false
	}
	h := &m.p.hooks
	for i := way + 1; i <= way+m.mem[way]; i++ {
		to := m.mem[i]
		if !m.listed(here+g.next, to) || h.pass != nil && m.askHook(h.pass, who, to) == 0 {
			return false
		}
		k := g.step
		if h.cost != nil {
			k = m.askHook(h.cost, who, here, to)
		}
		if budget -= k; k < 0 || budget < 0 {
			return false
		}
		here = to
	}
	return h.stop == nil || m.askHook(h.stop, who, here) != 0
}

// ways lists one cheapest way to each place where the mover may stop, places in
// order of cost, then of the scene.
func (g *graph) ways(c *compiler, e *ir.Expr) numFn {
	who, budget := c.num(e.Args[0]), c.num(e.Args[len(e.Args)-1])
	var other func(m *Machine, buf []int64) []int64
	if len(e.Args) == 3 {
		other = g.spots(c, e.Args[1])
	}
	kind := e.Native
	return func(m *Machine) int64 {
		w, most := who(m), budget(m)
		start := g.where(m, w)
		if start == None {
			return emptyList
		}
		places := m.ground.places
		var far []int64 // steps to the other
		if other != nil {
			var b [1]int64
			far = slices.Clone(g.flood(m, other(m, b[:0])))
		}
		cost := make([]int64, len(places))
		from := make([]int, len(places))
		done := make([]bool, len(places))
		for i := range places {
			cost[i], from[i] = -1, -1
			if places[i] == start {
				cost[i] = 0
			}
		}
		pass, dear, stop := m.p.hooks.pass, m.p.hooks.cost, m.p.hooks.stop
		var order []int
		for {
			next := -1
			for i := range places {
				if !done[i] && cost[i] >= 0 && (next < 0 || cost[i] < cost[next]) {
					next = i
				}
			}
			if next < 0 {
				break
			}
			done[next] = true
			order = append(order, next)
			l := places[next] + g.next
			for j := int64(1); j <= m.mem[l]; j++ {
				to := m.mem[l+j]
				n := slices.Index(places, to)
				if n < 0 || done[n] || pass != nil && m.askHook(pass, w, to) == 0 {
					continue
				}
				k := cost[next] + g.step
				if dear != nil {
					k = cost[next] + m.askHook(dear, w, places[next], to)
				}
				if k <= most && (cost[n] < 0 || k < cost[n]) {
					cost[n], from[n] = k, next
				}
			}
		}
		begin := slices.Index(places, start)
		list := m.alloc(len(order) + 1)
		n := 0
		best := int64(farAway)
		for _, i := range order {
			if i == begin || stop != nil && m.askHook(stop, w, places[i]) == 0 {
				continue
			}
			if kind != "paths" {
				was, now := far[begin], far[i]
				if was < 0 {
					was = farAway
				}
				if now < 0 {
					now = farAway
				}
				if kind == "paths_away" && now <= was {
					continue
				}
				if kind == "ways_to" {
					if now >= was || now >= best {
						continue
					}
					best, n = now, 0
				}
			}
			var way []int64
			for k := i; k != begin; k = from[k] {
				way = append(way, places[k])
			}
			slices.Reverse(way)
			p := m.wordList(way)
			n++
			m.mem[list+n] = p
		}
		m.mem[list] = int64(n)
		return int64(list)
	}
}
