package interp

import (
	"rulec/lang/ir"
)

// Fixed words at the bottom of memory.
const (
	wordSeq      = 1 // counts applications of conditions
	wordClock    = 2 // time that has passed, in base units
	wordHeldMark = 3 // applications in use lie below this slot
	wordHeap     = 4 // next free word of the heap
	wordNode     = 5 // first free node of the occupancy lists
	wordOnces    = 6 // how many things are waited for
	wordNoted    = 7 // counts what a proof notes
	// 8 is the empty list, see emptyList.
	wordSettling = 9 // how many losses run because a `while` failed
)

// Room for what lasts.
const (
	heldCap  = 256
	onceCap  = 64
	onceHdr  = 3 // site + 1, due time or None, number
	onceSize = onceHdr + 8
	heapSize = 8192
)

// Where what lasts lies: counters of running sites, things waited for,
// applications, the heap. The space and the entities follow.
func (p *Program) siteBase() int64    { return int64(len(p.low)) }
func (p *Program) onceBase() int64    { return p.siteBase() + int64(len(p.sites)) }
func (p *Program) heldBase() int64    { return p.onceBase() + onceCap*onceSize }
func (p *Program) heapBase() int64    { return p.heldBase() + int64(heldCap*p.lay.held) }
func (p *Program) worldBase() int64   { return p.heapBase() + heapSize }
func (p *Program) heldMark() int64    { return wordHeldMark }
func (p *Program) onceMark() int64    { return wordOnces }
func (p *Program) heldAt(i int) int64 { return p.heldBase() + int64(i*p.lay.held) }
func (p *Program) onceAt(i int) int64 { return p.onceBase() + int64(i*onceSize) }
func (m *Machine) heap(n int64) int64 {
	at := m.mem[wordHeap]
	if at+n > m.p.worldBase() {
		m.fail("E0703", "too many records are kept at once")
		return m.p.heapBase()
	}
	m.mem[wordHeap] = at + n
	clear(m.mem[at : at+n])
	return at
}

// lasting copies a value that lies on the stack to where it stays: records,
// lists, deeds, moments and conditions that are stored in something that lasts.
func (m *Machine) lasting(t *ir.Type, v int64) int64 {
	if v == None || v < int64(m.base0) {
		return v
	}
	switch t.Kind {
	case ir.RecordKind:
		if t.Record.Entity || t.Record.Name == m.p.ir.Held.Name {
			return v
		}
		at := m.heap(int64(m.p.lay.record[t.Record]))
		m.copyRecord(t.Record, at, v)
		return at
	case ir.List, ir.Set:
		n := m.mem[v] + 1
		at := m.heap(n)
		copy(m.mem[at:at+n], m.mem[v:v+n])
		for i := int64(1); i < n; i++ {
			m.mem[at+i] = m.lasting(t.Elem, m.mem[at+i])
		}
		return at
	case ir.DeedKind:
		return m.lastingTuple(v, m.p.ir.Events[m.mem[v]].Params)
	case ir.MomentKind:
		return m.lastingTuple(v, m.p.ir.Moments[m.mem[v]].Params)
	case ir.CondKind:
		return m.lastingTuple(v, m.p.ir.Conditions[m.mem[v]].Params)
	}
	return v
}

func (m *Machine) lastingTuple(v int64, params []*ir.Local) int64 {
	n := int64(2 + len(params))
	at := m.heap(n)
	copy(m.mem[at:at+n], m.mem[v:v+n])
	for i, p := range params {
		m.mem[at+2+int64(i)] = m.lasting(p.Type, m.mem[at+2+int64(i)])
	}
	return at
}

// lastingField makes what a stored field holds lasting too.
func (m *Machine) lastingField(f *ir.Local, at int64) {
	switch {
	case f.Type.Sequence():
		for i := int64(1); i <= m.mem[at]; i++ {
			m.mem[at+i] = m.lasting(f.Type.Elem, m.mem[at+i])
		}
	case f.Type.Kind == ir.Map:
		for i := range int64(len(f.Type.Enum.Members)) {
			m.mem[at+i] = m.lasting(f.Type.Elem, m.mem[at+i])
		}
	default:
		m.mem[at] = m.lasting(f.Type, m.mem[at])
	}
}

// tuple makes a deed or a moment: what it is, how, and its arguments.
func (c *compiler) tuple(what, how int64, params []*ir.Local, args []*ir.Expr) numFn {
	var fns []numFn
	for i, p := range params {
		switch {
		case i < len(args) && args[i] != nil:
			fns = append(fns, c.num(args[i]))
		case p.Default != nil && what >= 0:
			fns = append(fns, c.num(p.Default))
		default:
			fns = append(fns, func(*Machine) int64 { return None })
		}
	}
	return func(m *Machine) int64 {
		at := m.alloc(2 + len(fns))
		m.mem[at], m.mem[at+1] = what, how
		for i, f := range fns {
			v := f(m)
			m.mem[at+2+i] = v
		}
		return int64(at)
	}
}

func (c *compiler) condValue(e *ir.Expr) numFn {
	if len(e.Cond.Params) == 0 {
		at := c.p.condConsts[e.Cond.Index]
		return func(*Machine) int64 { return at }
	}
	for _, a := range e.Args {
		if a != nil {
			return c.tuple(int64(e.Cond.Index), 0, e.Cond.Params, e.Args)
		}
	}
	// Named without arguments: the condition by itself.
	at := c.p.condConsts[e.Cond.Index]
	return func(*Machine) int64 { return at }
}

// targets are the entities among the arguments of a deed.
func (m *Machine) targets(deed int64) int64 {
	params := m.p.ir.Events[m.mem[deed]].Params
	at := m.alloc(len(params) + 1)
	n := 0
	for i, p := range params {
		if v := m.mem[deed+2+int64(i)]; p.Type.Entity() && v != None {
			n++
			m.mem[at+n] = v
		}
	}
	m.mem[at] = int64(n)
	return int64(at)
}
