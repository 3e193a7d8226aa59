package interp

import "rulec/lang/ir"

// condition is a linked condition. Whether somebody wears it is a bit of the
// entity, kept by counting reasons: each application of it, or of a condition
// that includes it. Derived conditions, and what they include, are asked live.
type condition struct {
	ir        *ir.Condition
	index     int
	word      int64 // offset of its bits in an entity
	bit       int64
	closure   []*condition // itself and all it includes
	derivedBy []*condition // derived conditions that are it or include it
	derived   truthFn
	kept      *kept // derived, if its answers are kept
	selfOff   int
	size      int
	while     truthFn
	whileHeld int
	init      []func(m *Machine, at int64)
	record    int64 // of its wearers, -1 for any
}

func (c *compiler) conditions() {
	p := c.p
	for i, cd := range p.ir.Conditions {
		rec := int64(cd.On.Index)
		if cd.On.Any {
			rec = -1
		}
		p.conds = append(p.conds, &condition{ir: cd, index: i, word: int64(entSize + i/64), bit: 1 << (i % 64),
			size: p.lay.size[cd.Frame], selfOff: c.off(cd.Self), record: rec})
	}
	for _, x := range p.conds {
		seen := map[*ir.Condition]bool{}
		var add func(cd *ir.Condition)
		add = func(cd *ir.Condition) {
			if seen[cd] {
				return
			}
			seen[cd] = true
			x.closure = append(x.closure, p.conds[cd.Index])
			for _, o := range cd.Includes {
				add(o)
			}
		}
		add(x.ir)
	}
	for _, x := range p.conds {
		if x.ir.Derived != nil {
			for _, o := range x.closure {
				o.derivedBy = append(o.derivedBy, x)
			}
		}
	}
}

// conditionBodies lowers what conditions ask, once values exist.
func (c *compiler) conditionBodies() {
	for _, x := range c.p.conds {
		if x.ir.Derived != nil {
			x.derived = c.derivedTruth(x)
		}
		if x.ir.While != nil {
			x.while = c.deciding(WhilePoint, x.ir.While)
			x.whileHeld = c.off(x.ir.Frame.Locals[1])
			c.p.whiles = true
		}
		for _, f := range x.ir.Params {
			x.init = append(x.init, c.fieldInit(f, f.Default))
		}
		if worn := c.noteWorn(x); worn != nil {
			x.init = append(x.init, func(m *Machine, _ int64) { worn(m) })
		}
	}
}

// derivedTruth lowers what a derived condition asks.
func (c *compiler) derivedTruth(x *condition) truthFn {
	on, worn := c.deciding(WhilePoint, x.ir.Derived), c.noteWorn(x)
	if worn == nil {
		return on
	}
	return func(m *Machine) bool {
		if !on(m) {
			return false
		}
		worn(m)
		return true
	}
}

// wears tells whether an entity wears a condition now.
func (m *Machine) wears(c *condition, e int64) bool {
	if m.mem[e+c.word]&c.bit != 0 {
		return true
	}
	for _, d := range c.derivedBy {
		if m.derivedOn(d, e) {
			return true
		}
	}
	return false
}

func (m *Machine) derivedOn(d *condition, e int64) bool {
	if d.record >= 0 && m.mem[e+entRecord] != d.record {
		return false
	}
	if d.kept != nil {
		return m.ask(d.kept, e).word != 0
	}
	if m.hooks.depth++; m.hooks.depth > maxDepthValues {
		m.fail("E0702", "whether something is %q depends on itself", d.ir.Name)
		m.hooks.depth--
		return false
	}
	top, fp := m.top, m.fp
	m.fp = m.alloc(d.size)
	m.mem[m.fp+d.selfOff] = e
	on := d.derived(m)
	m.fp, m.top = fp, top
	m.hooks.depth--
	return on
}

func (c *compiler) is(e *ir.Expr) truthFn {
	x, cd := c.num(e.Args[0]), c.p.conds[e.Cond.Index]
	if len(e.Args) > 1 {
		by := c.num(e.Args[1])
		return func(m *Machine) bool {
			who := x(m)
			src := by(m)
			return m.heldOf(cd.index, who, src) != None
		}
	}
	if len(cd.derivedBy) == 0 {
		word, bit := cd.word, cd.bit
		return func(m *Machine) bool { return m.mem[x(m)+word]&bit != 0 }
	}
	return func(m *Machine) bool { return m.wears(cd, x(m)) }
}

// heldOf finds the application of a condition on an entity, from a source if one
// is given; of several the latest.
func (m *Machine) heldOf(cond int, bearer, source int64) int64 {
	found, seq := int64(None), int64(-1)
	if bearer == None {
		return None
	}
	for i := 0; i < int(m.mem[m.p.heldMark()]); i++ {
		h := m.p.heldAt(i)
		if m.mem[h] == int64(cond)+1 && m.mem[h+heldBearer] == bearer &&
			(source == None || m.mem[h+heldSource] == source) && m.mem[h+heldSeq] > seq {
			found, seq = h, m.mem[h+heldSeq]
		}
	}
	return found
}

func (m *Machine) latestSeq(c *condition, e int64) int64 {
	if h := m.heldOf(c.index, e, None); h != None {
		return m.mem[h+heldSeq]
	}
	return 0
}

// join is a parameter over all applications of its condition on an entity.
func (c *compiler) join(e *ir.Expr) numFn {
	x, k, off, how := c.num(e.Args[0]), int64(e.Cond.Index)+1, int64(c.off(e.Local)), e.Local.Join
	return func(m *Machine) int64 {
		who := x(m)
		acc, seq, some := int64(0), int64(-1), false
		for i := 0; i < int(m.mem[m.p.heldMark()]); i++ {
			h := m.p.heldAt(i)
			if m.mem[h] != k || m.mem[h+heldBearer] != who {
				continue
			}
			v := m.mem[h+off]
			switch {
			case how == "sum":
				acc = m.bounded(acc + v)
			case !some, how == "highest" && v > acc, how == "lowest" && v < acc, how == "latest" && m.mem[h+heldSeq] > seq:
				acc, seq = v, m.mem[h+heldSeq]
			}
			some = true
		}
		return acc
	}
}

func (m *Machine) listHelds() int64 {
	n := int(m.mem[m.p.heldMark()])
	at := m.alloc(n + 1)
	k := 0
	for i := range n {
		if h := m.p.heldAt(i); m.mem[h] != 0 {
			k++
			m.mem[at+k] = int64(h)
		}
	}
	m.mem[at] = int64(k)
	return int64(at)
}

// wear makes an application. The same source replaces its own, unless a
// parameter is summed.
func (m *Machine) wear(c *condition, bearer, source int64) int64 {
	summed := false
	for _, p := range c.ir.Params {
		summed = summed || p.Join == "sum"
	}
	if !summed {
		for i := 0; i < int(m.mem[m.p.heldMark()]); i++ {
			h := m.p.heldAt(i)
			if m.mem[h] == int64(c.index)+1 && m.mem[h+heldBearer] == bearer && m.mem[h+heldSource] == source {
				m.mem[h+heldSeq] = m.nextSeq()
				m.mem[h+heldUntil] = 0
				return h
			}
		}
	}
	// The first free slot below the mark, else the one at the mark.
	slot, mark := 0, int(m.mem[m.p.heldMark()])
	for slot < mark && m.mem[m.p.heldAt(slot)] != 0 {
		slot++
	}
	if slot >= heldCap {
		m.fail("E0703", "more than %d conditions are worn at once", heldCap)
		slot = 0
	}
	h := m.p.heldAt(slot)
	clear(m.mem[h : h+int64(m.p.lay.held)])
	m.mem[h] = int64(c.index) + 1
	m.mem[h+heldBearer] = bearer
	m.mem[h+heldValue] = m.p.condConsts[c.index]
	m.mem[h+heldSource] = source
	m.mem[h+heldSeq] = m.nextSeq()
	if mark := m.p.heldMark(); int64(slot) >= m.mem[mark] {
		m.mem[mark] = int64(slot) + 1
	}
	m.p.records[m.p.ir.Held].run(m, h, nil)
	for _, f := range c.init {
		f(m, h)
	}
	for _, o := range c.closure {
		at := bearer + int64(entSize+m.p.lay.condWords+o.index)
		m.mem[at]++
		m.mem[bearer+o.word] |= o.bit
		m.wrote(m.p.keep.worn[o.index])
	}
	if c.ir.Symmetric && source != None {
		if m.heldOf(c.index, source, bearer) == None {
			m.wear(c, source, bearer)
		}
	}
	return h
}

// unwear ends an application.
func (m *Machine) unwear(h int64) {
	if m.mem[h] == 0 {
		return
	}
	c := m.p.conds[m.mem[h]-1]
	bearer, source := m.mem[h+heldBearer], m.mem[h+heldSource]
	m.mem[h] = 0
	for _, o := range c.closure {
		m.wrote(m.p.keep.worn[o.index])
		at := bearer + int64(entSize+m.p.lay.condWords+o.index)
		if m.mem[at]--; m.mem[at] == 0 {
			m.mem[bearer+o.word] &^= o.bit
		}
	}
	for mark := m.p.heldMark(); m.mem[mark] > 0 && m.mem[m.p.heldAt(int(m.mem[mark])-1)] == 0; {
		m.mem[mark]--
	}
	if m.Listener != nil {
		m.Listener.Removed(m, int(h), c.ir, bearer)
	}
	if c.ir.Symmetric && source != None {
		if o := m.heldOf(c.index, source, bearer); o != None {
			m.unwear(o)
		}
	}
}

func (m *Machine) nextSeq() int64 {
	m.mem[wordSeq]++
	return m.mem[wordSeq]
}

// lapsed finds an application whose `while` fails now, but for those that were
// tried already, or None. When there is none, all have been settled.
func (m *Machine) lapsed() int64 {
	tried := false
	for i := 0; i < int(m.mem[m.p.heldMark()]); i++ {
		h := m.p.heldAt(i)
		if m.mem[h] == 0 {
			continue
		}
		c := m.p.conds[m.mem[h]-1]
		if c.while == nil {
			continue
		}
		if m.mem[h+heldTried] != 0 {
			tried = true
			continue
		}
		top, fp := m.top, m.fp
		m.fp = m.alloc(c.size)
		m.mem[m.fp+c.selfOff] = m.mem[h+heldBearer]
		m.mem[m.fp+c.whileHeld] = h
		ok := c.while(m)
		m.fp, m.top = fp, top
		if !ok {
			return h
		}
	}
	if tried && m.mem[wordSettling] == 0 {
		for i := range int(m.mem[wordHeldMark]) {
			m.mem[m.p.heldAt(i)+heldTried] = 0
		}
	}
	return None
}
