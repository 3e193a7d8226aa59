package interp

import (
	"slices"

	"rulec/lang/ir"
)

// Lists, maps and records; what runs over them is in lower_walk.go. A list is the
// offset of its length; its items follow. What a formula makes lies on the stack
// and is given back by the statement that asked.

// same compares two values of a type by what they hold.
func (m *Machine) same(t *ir.Type, a, b int64) bool {
	if a == b {
		return true
	}
	if a == None || b == None {
		return false
	}
	switch t.Kind {
	case ir.Set:
		return m.within(t.Elem, a, b) && m.within(t.Elem, b, a)
	case ir.Map:
		for i := range int64(len(t.Enum.Members)) {
			if !m.same(t.Elem, m.mem[a+i], m.mem[b+i]) {
				return false
			}
		}
		return true
	case ir.List:
		if m.mem[a] != m.mem[b] {
			return false
		}
		for i := int64(1); i <= m.mem[a]; i++ {
			if !m.same(t.Elem, m.mem[a+i], m.mem[b+i]) {
				return false
			}
		}
		return true
	case ir.CondKind:
		return m.mem[a] == m.mem[b]
	case ir.DeedKind:
		return m.sameTuple(a, b, m.p.ir.Events[m.mem[a]].Params)
	case ir.MomentKind:
		return m.sameTuple(a, b, m.p.ir.Moments[m.mem[a]].Params)
	case ir.Dice:
		return m.pools[a].Equal(m.pools[b])
	case ir.RecordKind:
		if t.Record.Entity || t.Record.Place || t.Record.Name == "held" {
			return false
		}
		for _, f := range t.Record.Fields {
			off := int64(m.p.lay.off[f])
			if inline(f.Type) {
				if !m.same(f.Type, a+off, b+off) {
					return false
				}
			} else if !m.same(f.Type, m.mem[a+off], m.mem[b+off]) {
				return false
			}
		}
		return true
	}
	return false
}

// within tells whether a list has all that another has.
func (m *Machine) within(elem *ir.Type, a, list int64) bool {
	for i := int64(1); i <= m.mem[a]; i++ {
		if !m.contains(elem, list, m.mem[a+i]) {
			return false
		}
	}
	return true
}

func (m *Machine) sameTuple(a, b int64, params []*ir.Local) bool {
	if m.mem[a] != m.mem[b] {
		return false
	}
	for i, p := range params {
		if !m.same(p.Type, m.mem[a+2+int64(i)], m.mem[b+2+int64(i)]) {
			return false
		}
	}
	return true
}

func (c *compiler) listLit(e *ir.Expr) numFn {
	var items []numFn
	for _, a := range e.Args {
		items = append(items, c.num(a))
	}
	n := len(items)
	if n == 0 {
		return func(*Machine) int64 { return emptyList }
	}
	return func(m *Machine) int64 {
		at := m.alloc(n + 1)
		m.mem[at] = int64(n)
		for i, f := range items {
			v := f(m)
			m.mem[at+1+i] = v
		}
		return int64(at)
	}
}

// listOf is a list of constants.
func (c *compiler) listOf(items []int64) numFn {
	return func(m *Machine) int64 {
		at := m.alloc(len(items) + 1)
		m.mem[at] = int64(len(items))
		copy(m.mem[at+1:], items)
		return int64(at)
	}
}

func (c *compiler) mapLit(e *ir.Expr) numFn {
	var items []numFn
	for _, a := range e.Args {
		items = append(items, c.num(a))
	}
	n, keys := len(e.Type.Enum.Members), e.Keys
	return func(m *Machine) int64 {
		at := m.alloc(n)
		for i := range n {
			m.mem[at+i] = None
		}
		for i, f := range items {
			v := f(m)
			m.mem[at+int(keys[i])] = v
		}
		return int64(at)
	}
}

func (c *compiler) living(r *ir.Record) numFn {
	want := int64(r.Index)
	if r.Place {
		return c.placesOf(r)
	}
	if r == c.p.ir.Held {
		return func(m *Machine) int64 { return m.listHelds() }
	}
	return func(m *Machine) int64 { return m.listOf(m.living(want)) }
}

// listOf makes a list on the stack.
func (m *Machine) listOf(items []int64) int64 {
	at := m.alloc(len(items) + 1)
	m.mem[at] = int64(len(items))
	copy(m.mem[at+1:], items)
	return int64(at)
}

// newRecord makes a plain record on the stack.
func (c *compiler) newRecord(e *ir.Expr) numFn {
	r := e.Record
	var set, defaults []func(m *Machine, at int64)
	for i, f := range r.Fields {
		if x := e.Args[i]; x != nil {
			set = append(set, c.fieldInit(f, x))
		}
	}
	for _, f := range c.p.ir.DefaultAsks(r).Order(r.Fields) {
		if e.Args[slices.Index(r.Fields, f)] != nil {
			continue
		}
		init := c.fieldInit(f, f.Default)
		if f.Default == nil || f.Default.Op == ir.Const {
			set = append(set, init)
			continue
		}
		defaults = append(defaults, init)
	}
	frame := c.p.lay.size[r.Self]
	size, index, name := c.p.lay.record[r], int64(r.Index), e.Str
	return func(m *Machine) int64 {
		at := int64(m.alloc(size))
		m.mem[at] = index
		if name != "" { // a template of a data file, made while the scene is set up
			m.recordNames[at] = name
		}
		for _, f := range set {
			f(m, at)
		}
		if len(defaults) > 0 {
			fp := m.fp
			m.fp = m.alloc(frame)
			m.mem[m.fp] = at
			for _, f := range defaults {
				f(m, at)
			}
			m.fp = fp
		}
		return at
	}
}

// fieldInit stores the first value of a field; x may be nil.
func (c *compiler) fieldInit(f *ir.Local, x *ir.Expr) func(m *Machine, at int64) {
	off := int64(c.off(f))
	t := f.Type
	switch {
	case t.Kind == ir.Map:
		n := int64(len(t.Enum.Members))
		if x != nil && x.Type.Kind == ir.Map {
			v := c.num(x)
			return func(m *Machine, at int64) { m.store(f, t, at+off, v(m)) }
		}
		if x == nil {
			return func(m *Machine, at int64) {
				for i := range n {
					m.mem[at+off+i] = None
				}
			}
		}
		v := c.num(x)
		return func(m *Machine, at int64) {
			k := v(m)
			for i := range n {
				m.mem[at+off+i] = k
			}
		}
	case t.Sequence():
		if x == nil {
			return func(m *Machine, at int64) { m.mem[at+off] = 0 }
		}
		v := c.num(x)
		return func(m *Machine, at int64) { m.store(f, t, at+off, v(m)) }
	case x == nil && plainRecord(t) && !t.Opt:
		// Nobody said what it is: a plain record of nothing but defaults.
		v := c.newRecord(&ir.Expr{Op: ir.NewOp, Record: t.Record, Type: t, Args: make([]*ir.Expr, len(t.Record.Fields))})
		return func(m *Machine, at int64) { m.store(f, t, at+off, v(m)) }
	case x == nil:
		k := zero(t)
		if t.Kind == ir.Dice {
			k = c.pool("0")
		}
		return func(m *Machine, at int64) { m.mem[at+off] = k }
	}
	v := c.num(x)
	if plainRecord(t) {
		return func(m *Machine, at int64) { m.store(f, t, at+off, v(m)) }
	}
	return func(m *Machine, at int64) {
		k := v(m)
		m.mem[at+off] = k
	}
}

// store keeps a value in a field: plain records, alone or in lists and maps, are
// copied into the field.
func (m *Machine) store(f *ir.Local, t *ir.Type, at, v int64) {
	switch {
	case t.Sequence():
		m.storeList(f, at, v, int64(m.p.lay.capacity(t)))
	case t.Kind == ir.Map:
		n := int64(len(t.Enum.Members))
		if at == v {
			return
		}
		size := int64(m.p.lay.inside(t.Elem))
		for i := range n {
			x := m.mem[v+i]
			if size > 0 && x != None {
				area := at + n + i*size
				m.copyRecord(t.Elem.Record, area, x)
				x = area
			}
			m.mem[at+i] = x
		}
	case plainRecord(t):
		if v == None {
			m.mem[at] = None
			return
		}
		m.copyRecord(t.Record, at+1, v)
		m.mem[at] = at + 1
	default:
		m.mem[at] = v
	}
}

// copyRecord copies a plain record and what its fields hold.
func (m *Machine) copyRecord(r *ir.Record, to, from int64) {
	if to == from {
		return
	}
	m.mem[to] = m.mem[from]
	for _, f := range r.Fields {
		off := int64(m.p.lay.off[f])
		v := from + off
		if !inline(f.Type) {
			v = m.mem[v]
		}
		m.store(f, f.Type, to+off, v)
	}
	if n, ok := m.recordNames[from]; ok && to < int64(m.base0) {
		m.recordNames[to] = n
	}
}

// zero is what a field holds that nobody gave a value.
func zero(t *ir.Type) int64 {
	switch {
	case t.Opt, t.Kind == ir.PlaceKind, t.Kind == ir.RecordKind, t.Kind == ir.EventKind:
		return None
	}
	return 0
}

// storeList copies a list to where it is kept; a set is kept in ascending order
// without repeats.
func (m *Machine) storeList(f *ir.Local, to, from, room int64) {
	if to == from {
		return
	}
	n := m.mem[from]
	if f.Type.Kind == ir.Set {
		m.mem[to] = 0
		for i := int64(1); i <= n; i++ {
			m.insert(f, to, m.mem[from+i], room)
		}
		return
	}
	if n > room {
		m.fail("E0703", "%q has room for %d, and %d are put into it", f.Name, room, n)
		n = room
	}
	if !plainRecord(f.Type.Elem) {
		m.mem[to] = n
		copy(m.mem[to+1:to+1+n], m.mem[from+1:from+1+n])
		return
	}
	// The items may lie in this very field: they are set aside first.
	r := f.Type.Elem.Record
	size := int64(m.p.lay.record[r])
	top := m.top
	aside := int64(m.alloc(int(n * size)))
	for i := range n {
		m.copyRecord(r, aside+i*size, m.mem[from+1+i])
	}
	m.mem[to] = n
	for i := range n {
		area := to + 1 + room + i*size
		m.copyRecord(r, area, aside+i*size)
		if name, ok := m.recordNames[m.mem[from+1+i]]; ok {
			m.recordNames[area] = name
		}
		m.mem[to+1+i] = area
	}
	m.top = top
}

// insert adds an item to a stored set.
func (m *Machine) insert(f *ir.Local, set, v, room int64) {
	n := m.mem[set]
	i := n
	for i > 0 && m.mem[set+i] > v {
		i--
	}
	if i > 0 && m.mem[set+i] == v {
		return
	}
	if n >= room {
		m.fail("E0703", "%q has room for %d places", f.Name, room)
		return
	}
	copy(m.mem[set+i+2:set+n+2], m.mem[set+i+1:set+n+1])
	m.mem[set+i+1] = v
	m.mem[set] = n + 1
}

func (c *compiler) concat(e *ir.Expr) numFn {
	x, y, t, op := c.num(e.Args[0]), c.num(e.Args[1]), e.Type, e.Op
	return func(m *Machine) int64 {
		a := x(m)
		b := y(m)
		at := m.alloc(int(m.mem[a]+m.mem[b]) + 1)
		n := 0
		for i := int64(1); i <= m.mem[a]; i++ {
			v := m.mem[a+i]
			if op == ir.WithoutOp && m.contains(t.Elem, b, v) {
				continue
			}
			n++
			m.mem[at+n] = v
		}
		if op == ir.ConcatOp {
			for i := int64(1); i <= m.mem[b]; i++ {
				v := m.mem[b+i]
				if t.Kind == ir.Set && m.contains(t.Elem, a, v) {
					continue
				}
				n++
				m.mem[at+n] = v
			}
		}
		m.mem[at] = int64(n)
		m.top = at + n + 1
		return int64(at)
	}
}

func (m *Machine) contains(t *ir.Type, list, v int64) bool {
	for i := int64(1); i <= m.mem[list]; i++ {
		if m.same(t, m.mem[list+i], v) {
			return true
		}
	}
	return false
}
