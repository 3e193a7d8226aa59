package interp

import (
	"rulec/dice"
	"rulec/lang/ir"
)

// measure is a linked measure.
type measure struct {
	ir    *ir.Measure
	body  numFn
	size  int
	forIt int
	entry int
}

func (c *compiler) measuresOf() {
	for _, m := range c.p.ir.Measures {
		x := &measure{ir: m, body: c.num(m.Body), size: c.p.lay.size[m.Frame], forIt: -1, entry: -1}
		if m.For != nil {
			x.forIt = c.off(m.For)
		}
		if m.Entry != nil {
			x.entry = c.off(m.Entry)
		}
		c.p.measures = append(c.p.measures, x)
	}
	for _, r := range c.p.ir.Records {
		for _, q := range r.Requires {
			c.p.recordRequires = append(c.p.recordRequires, recordRequire{r, q, c.truth(q.Cond)})
		}
	}
	c.sayings()
}

type recordRequire struct {
	record *ir.Record
	ir     *ir.Require
	cond   truthFn
}

// Initial is a state from which runs begin: a scene set up once, copied for each run.
type Initial struct {
	p       *Program
	mem     []int64
	top     int
	base0   int
	grid    *world
	names   []string
	ents    []int64
	tactics []*tactic
	records map[int64]string
	texts   []string
	pools   []dice.Pool
	ground  ground
	edgeOff int64
	Scene   *ir.Scene
	things  map[*ir.Thing]int64
}

// builder is what is lowered from a scene's constants, before any machine copies
// the program's dice and texts.
type builder struct {
	sets  map[*ir.Thing][]func(m *Machine, at int64)
	given map[*ir.Thing]map[*ir.Local]bool
	wears map[*ir.Thing][]numFn
	at    map[*ir.Thing]numFn
}

func newBuilder(p *Program, s *ir.Scene) *builder {
	c := &compiler{p: p, listen: &listening{}}
	b := &builder{map[*ir.Thing][]func(*Machine, int64){}, map[*ir.Thing]map[*ir.Local]bool{}, map[*ir.Thing][]numFn{}, map[*ir.Thing]numFn{}}
	for _, t := range s.Things {
		b.given[t] = map[*ir.Local]bool{}
		for _, f := range t.Fields {
			if f.Field != nil {
				b.given[t][f.Field] = true
				b.sets[t] = append(b.sets[t], c.fieldInit(f.Field, f.Value))
			}
		}
		if t.At != nil {
			b.at[t] = c.num(t.At)
		}
		for _, w := range t.Wears {
			b.wears[t] = append(b.wears[t], c.num(w))
		}
	}
	return b
}

// NewMachine makes a machine with empty memory.
func NewMachine(p *Program) *Machine {
	m := &Machine{p: p, mem: make([]int64, 1<<14), Dice: Ask{}, Chooser: First{}, fuel: DefaultFuel, deepest: maxDepth, drawnDie: -1, horizon: never,
		poolIDs: map[string]int64{}, sums: map[[3]int64]int64{}, recordNames: map[int64]string{}, noted: newReach(p.cover)}
	m.pools = append(m.pools, p.pools...)
	for k, v := range p.poolIDs {
		m.poolIDs[k] = v
	}
	m.texts = append(m.texts, p.texts...)
	m.forget()
	return m
}

// room lays out what lasts, up to the space.
func (m *Machine) room() {
	p := m.p
	m.restored = true
	m.unsettle() // until a run begins
	m.top = 0
	m.ctl = m.ctl[:0]
	m.alloc(int(p.worldBase()))
	copy(m.mem, p.low)
	m.mem[wordHeap] = p.heapBase()
	m.entities, m.names, m.tactics = m.entities[:0], m.names[:0], m.tactics[:0]
	clear(m.recordNames)
	m.ground.clear()
	m.fault, m.ended, m.together, m.answered = nil, 0, 0, false
	m.hooks = hookState{edge: m.hooks.edge}
}

// addEntity takes room for an entity, not yet alive.
func (m *Machine) addEntity(r *ir.Record, name string) int64 {
	e := int64(m.alloc(m.p.lay.record[r]))
	m.mem[e+entRecord], m.mem[e+entIndex], m.mem[e+entPlace] = int64(r.Index), int64(len(m.entities)), None
	m.entities = append(m.entities, e)
	m.names = append(m.names, name)
	m.tactics = append(m.tactics, nil)
	return e
}

// SceneRoom counts the entities a scene has room for.
func SceneRoom(s *ir.Scene) int {
	n := 0
	for _, t := range s.Things {
		if t.Record.Entity {
			n++
		}
	}
	for _, k := range s.Spare {
		n += k
	}
	return max(n, 1)
}

// Build sets a scene up. Faults of its data (a base off the map, a require line
// that refuses) are returned in order.
func Build(p *Program, s *ir.Scene) (*Initial, []SceneFault) {
	b := newBuilder(p, s)
	m := NewMachine(p)
	m.room()
	in := &Initial{p: p, Scene: s, things: map[*ir.Thing]int64{}}
	// Squares that somebody stands on: one each, or as many as a wide base has.
	nodes, each := 64, 1
	if p.hooks.edge != nil {
		each = 40
	}
	for _, t := range s.Things {
		if t.Record.Entity {
			nodes += each
		}
	}
	for _, n := range s.Spare {
		nodes += n * each
	}
	p.geo.begin(m, s.Width, s.Height, nodes)
	m.base0 = 1 << 30 // nothing is on the stack yet: all of it lasts
	var faults []SceneFault
	for _, t := range s.Things {
		switch {
		case t.Record.Entity:
			in.things[t] = m.addEntity(t.Record, t.Name)
		case t.Record.Place:
			in.things[t] = m.addPlace(t.Record, t.Name)
		}
	}
	m.ground.things = in.things
	for _, t := range s.Things {
		if t.Record.Place {
			b.fields(m, t, in.things[t])
			p.records[t.Record].run(m, in.things[t], b.given[t])
		}
	}
	for _, t := range s.Things {
		if t.Record.Entity {
			e := in.things[t]
			m.mem[e+entAlive] = 1
			b.fields(m, t, e)
			p.records[t.Record].run(m, e, b.given[t])
			if t.Tactic != nil {
				m.tactics[m.mem[e+entIndex]] = p.tactics[t.Tactic]
			}
		}
	}
	for _, r := range p.ir.Records {
		for range s.Spare[r] {
			m.addEntity(r, r.Name)
		}
	}
	for _, t := range s.Things {
		e, ok := in.things[t]
		if !ok || !t.Record.Entity {
			continue
		}
		if t.Placed {
			if !m.put(e, p.geo.drawn(int64(t.X), int64(t.Y))) {
				faults = append(faults, SceneFault{Code: "E0506", Thing: t, Text: t.Name + " does not fit on the map there"})
			}
		}
		if at := b.at[t]; at != nil {
			m.put(e, at(m))
		}
		for _, w := range b.wears[t] {
			cv := w(m)
			h := m.wear(p.conds[m.mem[cv]], e, None)
			for i, q := range p.conds[m.mem[cv]].ir.Params {
				if m.mem[cv+1] == 0 && cv != p.condConsts[m.mem[cv]] {
					m.mem[h+int64(p.lay.off[q])] = m.mem[cv+2+int64(i)]
				}
			}
		}
	}
	if f := p.geo.settled(m); f != nil && len(s.Things) > 0 {
		faults = append(faults, SceneFault{Code: f.Code, Thing: s.Things[0], Text: f.Message})
	}
	m.base0 = m.top
	in.edgeOff = p.plainEdge()
	m.hooks.edgeOff = in.edgeOff
	faults = append(faults, m.requires(in)...)
	in.take(m)
	return in, faults
}

// take keeps the state of a machine as the one runs begin with.
func (in *Initial) take(m *Machine) {
	in.top, in.base0, in.grid = m.top, m.top, m.grid
	in.mem = append([]int64(nil), m.mem[:m.top]...)
	in.names = append([]string(nil), m.names...)
	in.ents = append([]int64(nil), m.entities...)
	in.tactics = append([]*tactic(nil), m.tactics...)
	in.records = map[int64]string{}
	for k, v := range m.recordNames {
		in.records[k] = v
	}
	in.ground = m.ground.copied()
	in.texts = append([]string(nil), m.texts...)
	in.pools = append([]dice.Pool(nil), m.pools...)
}

// SceneFault is something wrong with a scene that only its own rules can tell.
type SceneFault struct {
	Code   string
	Advice bool
	Thing  *ir.Thing
	Line   *ir.Require
	Text   string
}

// requires tests the require and advise lines of records.
func (m *Machine) requires(in *Initial) []SceneFault {
	var out []SceneFault
	for _, t := range in.Scene.Things {
		e, ok := in.things[t]
		if !ok {
			continue
		}
		m.eachRecord(t.Record, e, func(r *ir.Record, at int64) {
			for _, q := range m.p.recordRequires {
				if q.record != r && !(q.record.Any && r.Entity) {
					continue
				}
				top, fp := m.top, m.fp
				m.fp = m.alloc(m.p.lay.size[q.record.Self] + 1)
				m.mem[m.fp] = at
				if !q.cond(m) {
					code := "E0511"
					if q.ir.Advise {
						code = "W0501"
					}
					out = append(out, SceneFault{Code: code, Advice: q.ir.Advise, Thing: t, Line: q.ir, Text: m.Say(q.ir.Reason, m.fp)})
				}
				m.top, m.fp = top, fp
			}
		})
	}
	return out
}

// eachRecord visits a record and the plain records that its fields hold.
func (m *Machine) eachRecord(r *ir.Record, at int64, visit func(*ir.Record, int64)) {
	visit(r, at)
	fields := r.Fields
	if r.Entity && !r.Any {
		fields = append(append([]*ir.Local(nil), m.p.ir.AnyEntity.Fields...), fields...)
	}
	see := func(t *ir.Type, v int64) {
		if plainRecord(t) && v != None {
			m.eachRecord(t.Record, v, visit)
		}
	}
	for _, f := range fields {
		w := at + int64(m.p.lay.off[f])
		switch t := f.Type; {
		case t.Sequence():
			for i := int64(1); i <= m.mem[w]; i++ {
				see(t.Elem, m.mem[w+i])
			}
		case t.Kind == ir.Map:
			for i := range int64(len(t.Enum.Members)) {
				see(t.Elem, m.mem[w+i])
			}
		default:
			see(t, m.mem[w])
		}
	}
}

// plainEdge finds the field that says how wide a base is, if the hook is no more
// than that field and nothing modifies it.
func (p *Program) plainEdge() int64 {
	h := p.hooks.edge
	if h == nil || len(h.mods) > 0 || h.ir.Body == nil || h.ir.Body.Op != ir.FieldOp {
		return 0
	}
	if x := h.ir.Body.Args[0]; x.Op != ir.LocalOp {
		return 0
	}
	return int64(p.lay.off[h.ir.Body.Local])
}

// fields stores the data of a thing.
func (b *builder) fields(m *Machine, t *ir.Thing, at int64) {
	for _, set := range b.sets[t] {
		set(m, at)
	}
}

// Load makes a machine ready for a run from an initial state.
func (m *Machine) Load(in *Initial) {
	if len(in.mem)+4096 > len(m.mem) {
		m.mem = make([]int64, len(in.mem)+1<<14)
	}
	if used := m.mem[wordHeap]; m.loaded == in && !m.restored && used >= in.mem[wordHeap] {
		// Slots that are not in use are cleared by whoever takes them, and what the
		// last run did not use of the heap is as it was.
		p := m.p
		waiting, helds := p.heldBase(), p.heldBase()+in.mem[wordHeldMark]*int64(p.lay.held)
		if m.mem[wordOnces] == 0 && in.mem[wordOnces] == 0 {
			waiting = p.onceBase()
		}
		copy(m.mem[:waiting], in.mem[:waiting])
		copy(m.mem[p.heldBase():helds], in.mem[p.heldBase():helds])
		copy(m.mem[p.heapBase():used], in.mem[p.heapBase():used])
		copy(m.mem[p.worldBase():], in.mem[p.worldBase():])
	} else {
		copy(m.mem, in.mem)
	}
	m.restored = false
	m.top, m.base0, m.grid = in.top, in.base0, in.grid
	m.ctl = m.ctl[:0]
	m.fp, m.pc, m.ended, m.together = in.base0, 0, 0, 0
	m.fault, m.answered, m.fuel = nil, false, DefaultFuel
	m.ground.load(&in.ground)
	if m.loaded != in {
		m.loaded = in
		m.names, m.tactics, m.recordNames = in.names, in.tactics, in.records
		m.entities = in.ents
		m.texts = append(m.texts[:0], in.texts...)
		m.pools = append(m.pools[:0], in.pools...)
		clear(m.lowered) // with constants of the state before
		clear(m.poolIDs)
		clear(m.sums)
		for i, p := range m.pools {
			if _, ok := m.poolIDs[p.String()]; !ok {
				m.poolIDs[p.String()] = int64(i)
			}
		}
		m.hooks.edgeOff = in.edgeOff
	}
	m.hooks.depth, m.unsettled = 0, 0
	m.forget()
}

// SetFuel bounds the work of the run that was loaded.
func (m *Machine) SetFuel(n int64) { m.fuel = n }

// Entities lists the entities in order of making.
func (m *Machine) Entities() []int64 { return m.entities }

// Entity finds the entity of a thing, or its record if it is a place.
func (in *Initial) Entity(t *ir.Thing) int64 { return in.things[t] }

// MeasureValue is a measure that was read.
type MeasureValue struct {
	Measure *ir.Measure
	Of      int64 // entity, or None
	Value   int64
}

// Measures reads the pack's measures; entry is the frame of the event a fight is.
func (m *Machine) Measures(entry int) []MeasureValue { return m.AppendMeasures(nil, entry) }

// AppendMeasures is Measures for those who read them many times: it appends to a
// slice. Of one initial state they are always as many, in the same order.
func (m *Machine) AppendMeasures(out []MeasureValue, entry int) []MeasureValue {
	return m.appendMeasures(out, entry, func(*ir.Measure) bool { return true })
}

func (m *Machine) appendMeasures(out []MeasureValue, entry int, asked func(*ir.Measure) bool) []MeasureValue {
	for _, x := range m.p.measures {
		if !asked(x.ir) {
			continue
		}
		read := func(of int64) {
			top, fp := m.top, m.fp
			m.fp = m.alloc(x.size)
			if x.forIt >= 0 {
				m.mem[m.fp+x.forIt] = of
			}
			if x.entry >= 0 {
				m.mem[m.fp+x.entry] = int64(entry)
			}
			v := x.body(m)
			m.top, m.fp = top, fp
			out = append(out, MeasureValue{x.ir, of, v})
		}
		if x.ir.For == nil {
			read(None)
			continue
		}
		for _, e := range m.entities {
			if r := x.ir.For.Type.Record; m.mem[e+entRecord] == int64(r.Index) || r.Any {
				read(e)
			}
		}
	}
	return out
}
