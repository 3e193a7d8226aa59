package interp

import (
	"rulec/lang/ir"
	"rulec/space"
)

// Lists, maps, records and what runs over them. A list is the offset of its
// length; its items follow. What a formula makes lies on the stack and is given
// back by the statement that asked.

// same compares two values of a type by what they hold.
func (m *Machine) same(t *ir.Type, a, b int64) bool {
	if a == b {
		return true
	}
	if a == None || b == None {
		return false
	}
	switch t.Kind {
	case ir.List, ir.Set:
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
				if f.Type.Kind != ir.Map && !m.same(f.Type, a+off, b+off) {
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
	var set []func(m *Machine, at int64)
	for i, f := range r.Fields {
		x := e.Args[i]
		if x == nil {
			x = f.Default
		}
		set = append(set, c.fieldInit(f, x))
	}
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
			k = c.p.pool("0")
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

// walker is a list that is walked and not made: filters become tests, and what is
// kept or living is read where it lies.
type walker struct {
	list   numFn
	living int64 // index of a record, or -1
	kept   *kept // asked of list
	place  bool  // list is a place, the items who is there
	around bool  // list is a square, the items those around it
	near   *near // the first test
	tests  []truthFn
	reg    uint8 // where the item lies
}

// walk lowers what a closure runs over; item is the closure's own cell. The
// register is the caller's to drop.
func (c *compiler) walk(e *ir.Expr, item *ir.Local) *walker {
	w := &walker{living: -1}
	switch {
	case e.Op == ir.BindOp && e.Fn == "filter":
		w = c.walk(e.Args[0], item)
		c.regs[e.Var] = w.reg
		c.test(w, c.cheapFirst(e.Args[1], e.Var), e.Var)
		delete(c.regs, e.Var)
		return w
	case e.Op == ir.ValueOp && c.p.keep.values[e.Value] != nil:
		w.kept, w.list = c.keptCall(e)
	case e.Op == ir.ValueOp:
		if body, lets, done := c.inlined(e); body != nil {
			done()
			if len(lets) == 0 {
				return c.walk(body, item)
			}
		}
		w.list = c.num(e)
	case e.Op == ir.LivingOp && e.Record.Entity:
		w.living = int64(e.Record.Index)
	case e.Op == ir.NativeOp && e.Native == "at_place" && c.p.space == "grid":
		w.place, w.list = true, c.num(e.Args[0])
	case e.Op == ir.NativeOp && e.Native == "neighbours" && c.p.space == "grid" && c.p.hooks.edge == nil:
		w.around, w.list = true, c.place(e.Args[0]).fn
	default:
		w.list = c.num(e)
	}
	w.reg = c.reg(item)
	return w
}

// cheapFirst orders tests that all must hold. A test may go before one that runs
// over a list if both speak of nothing in common but the item, so that none can
// be what makes the other safe to ask.
func (c *compiler) cheapFirst(e *ir.Expr, item *ir.Local) *ir.Expr {
	if e.Op != ir.AndOp {
		return e
	}
	first, then := c.cheapFirst(e.Args[0], item), c.cheapFirst(e.Args[1], item)
	if item.Type.Opt || !c.runsOver(first) || c.runsOver(then) {
		return e
	}
	cells := map[*ir.Local]bool{}
	first.Walk(func(x *ir.Expr) {
		if x.Op == ir.LocalOp && x.Local != item {
			cells[x.Local] = true
		}
	})
	if speaksOf(then, cells) {
		return e
	}
	out := *e
	out.Args = []*ir.Expr{then, first}
	return &out
}

// runsOver tells whether a formula runs over a list or asks what may.
func (c *compiler) runsOver(e *ir.Expr) bool {
	found := false
	e.Walk(func(x *ir.Expr) { found = found || x.Op == ir.BindOp || x.Op == ir.ValueOp })
	return found
}

// conjuncts adds the parts of a test that all must hold.
func (c *compiler) conjuncts(tests []truthFn, e *ir.Expr) []truthFn {
	if e.Op == ir.AndOp {
		return c.conjuncts(c.conjuncts(tests, e.Args[0]), e.Args[1])
	}
	if k, ok := c.constant(e); ok && k != 0 {
		return tests
	}
	return append(tests, c.truth(e))
}

// begin finds the items before the tests.
func (w *walker) begin(m *Machine) []int64 {
	switch {
	case w.living >= 0:
		return m.living(w.living)
	case w.kept != nil:
		return m.ask(w.kept, w.list(m)).list
	case w.place:
		return m.whoAt(w.list(m))
	case w.around:
		return m.around8(w.list(m))
	}
	l := w.list(m)
	return m.mem[l+1 : l+1+m.mem[l]]
}

// around8 lists the squares around one. They are found once for each square.
func (m *Machine) around8(place int64) []int64 {
	if place == None || m.grid == nil {
		return nil
	}
	g := m.grid.grid
	if m.nearIn != g {
		m.nearIn, m.near = g, make([][]int64, g.W*g.H)
	}
	if !g.Contains(place) {
		return space.Neighbours(g, place, nil)
	}
	list := &m.near[m.cellIndex(place)-m.grid.cells]
	if *list == nil {
		*list = space.Neighbours(g, place, make([]int64, 0, space.Directions))
	}
	return *list
}

// nobodyAt tells at a glance that a place is empty.
func (m *Machine) nobodyAt(place int64) bool {
	return m.grid != nil && m.grid.grid.Contains(place) && m.mem[m.cellIndex(place)] < 0
}

// whoAt lists who is at a place, on the stack.
func (m *Machine) whoAt(place int64) []int64 {
	if m.grid == nil || !m.grid.grid.Contains(place) {
		return nil
	}
	n := m.mem[m.cellIndex(place)]
	if n < 0 {
		return nil
	}
	at := m.top
	for ; n >= 0; n = m.mem[m.grid.nodes+2*n+1] {
		if e := m.mem[m.grid.nodes+2*n]; m.mem[e+entAlive] != 0 {
			m.mem[m.alloc(1)] = e
		}
	}
	return m.mem[at:m.top]
}

// pass puts an item into the register and tests it.
func (w *walker) pass(m *Machine, v int64) bool {
	m.regs[w.reg%registers] = v
	if w.near != nil {
		if from, bound := w.near.begin(m); !w.near.holds(m, v, from, bound) {
			return false
		}
	}
	for _, t := range w.tests {
		top := m.top
		if !t(m) {
			m.top = top
			return false
		}
	}
	return true
}

// bindTruth lowers any, all, none.
func (c *compiler) bindTruth(e *ir.Expr) truthFn {
	if x, lets, done := c.hoisted(e); done != nil {
		defer done()
		f := withLets(lets, c.truthNumber(c.bindTruth(x)))
		return func(m *Machine) bool { return f(m) != 0 }
	}
	w := c.walk(e.Args[0], e.Var)
	defer c.dropReg(e.Var)
	stopAt, result := true, true
	switch e.Fn {
	case "all":
		stopAt, result = false, false
	case "none":
		result = false
	}
	var body truthFn
	if stopAt {
		c.test(w, e.Args[1], e.Var)
	} else {
		body = c.truth(e.Args[1])
	}
	if w.place {
		at := w.list
		return func(m *Machine) bool {
			if p := at(m); m.nobodyAt(p) {
				return !result
			}
			top, saved := m.top, m.regs[w.reg%registers]
			found := false
			for _, v := range w.begin(m) {
				if w.pass(m, v) && (stopAt || !body(m)) {
					found = true
					break
				}
			}
			m.top, m.regs[w.reg%registers] = top, saved
			return found == result
		}
	}
	r, near, tests := w.reg%registers, w.near, w.tests
	return func(m *Machine) bool {
		top, saved := m.top, m.regs[r]
		found := false
		items := w.begin(m)
		after := m.top
		var from, bound int64
		if near != nil && len(items) > 0 {
			from, bound = near.begin(m)
		}
	next:
		for _, v := range items {
			if near != nil && !near.holds(m, v, from, bound) {
				continue
			}
			m.regs[r] = v
			for _, t := range tests {
				if !t(m) {
					m.top = after
					continue next
				}
			}
			if stopAt || !body(m) {
				found = true
				break
			}
		}
		m.top, m.regs[r] = top, saved
		return found == result
	}
}

// bindNum lowers count, filter, map, sum, min, max, first, last, sort.
func (c *compiler) bindNum(e *ir.Expr) numFn {
	if x, lets, done := c.hoisted(e); done != nil {
		defer done()
		return withLets(lets, c.bindNum(x))
	}
	switch e.Fn {
	case "count", "first", "last":
		return c.bindTest(e)
	case "filter":
		return c.bindFilter(e)
	case "sort":
		return c.bindSort(e)
	}
	w := c.walk(e.Args[0], e.Var)
	defer c.dropReg(e.Var)
	body := c.num(e.Args[1])
	if e.Fn == "map" {
		return func(m *Machine) int64 {
			saved := m.regs[w.reg%registers]
			items := w.begin(m)
			at := m.alloc(len(items) + 1)
			n := 0
			for _, item := range items {
				if w.pass(m, item) {
					v := body(m) // what it makes must stay
					n++
					m.mem[at+n] = v
				}
			}
			m.mem[at] = int64(n)
			m.regs[w.reg%registers] = saved
			return int64(at)
		}
	}
	fn := e.Fn
	return func(m *Machine) int64 {
		top, saved := m.top, m.regs[w.reg%registers]
		items := w.begin(m)
		after := m.top
		acc, some := int64(0), false
		for _, item := range items {
			if !w.pass(m, item) {
				continue
			}
			v := body(m)
			m.top = after
			switch {
			case fn == "sum":
				acc = m.bounded(acc + v)
			case !some, fn == "min" && v < acc, fn == "max" && v > acc:
				acc, some = v, true
			}
		}
		m.top, m.regs[w.reg%registers] = top, saved
		return acc
	}
}

// bindFilter makes the list of what passes.
func (c *compiler) bindFilter(e *ir.Expr) numFn {
	item := *e.Var
	w := c.walk(e, &item)
	defer c.dropReg(&item)
	return func(m *Machine) int64 {
		saved := m.regs[w.reg%registers]
		items := w.begin(m)
		at := m.alloc(len(items) + 1)
		n := 0
		for _, v := range items {
			if w.pass(m, v) {
				n++
				m.mem[at+n] = v
			}
		}
		m.mem[at] = int64(n)
		m.top = at + n + 1
		m.regs[w.reg%registers] = saved
		return int64(at)
	}
}

// bindTest lowers what counts or finds items.
func (c *compiler) bindTest(e *ir.Expr) numFn {
	w := c.walk(e.Args[0], e.Var)
	defer c.dropReg(e.Var)
	c.test(w, e.Args[1], e.Var)
	keep := deep(e.Type) && e.Fn != "count"
	fn := e.Fn
	return func(m *Machine) int64 {
		top, saved := m.top, m.regs[w.reg%registers]
		n, found := int64(0), int64(None)
		for _, v := range w.begin(m) {
			if w.pass(m, v) {
				n++
				found = v
				if fn == "first" {
					break
				}
			}
		}
		if !keep {
			m.top = top
		}
		m.regs[w.reg%registers] = saved
		if fn == "count" {
			return n
		}
		return found
	}
}

// leastOf is first(sort(...)): the item with the least key, the first of equals;
// nothing is sorted.
func (c *compiler) leastOf(e *ir.Expr) numFn {
	b := e.Args[0]
	if b.Op != ir.BindOp || b.Fn != "sort" || deep(e.Type) {
		return nil
	}
	w := c.walk(b.Args[0], b.Var)
	defer c.dropReg(b.Var)
	key := c.num(b.Args[1])
	r, near, tests := w.reg%registers, w.near, w.tests
	return func(m *Machine) int64 {
		top, saved := m.top, m.regs[r]
		items := w.begin(m)
		after := m.top
		best, found := int64(0), int64(None)
		var from, bound int64
		if near != nil && len(items) > 0 {
			from, bound = near.begin(m)
		}
	next:
		for _, item := range items {
			if near != nil && !near.holds(m, item, from, bound) {
				continue
			}
			m.regs[r] = item
			for _, t := range tests {
				if !t(m) {
					m.top = after
					continue next
				}
			}
			if v := key(m); found == None || v < best {
				best, found = v, item
			}
			m.top = after
		}
		m.top, m.regs[r] = top, saved
		return found
	}
}

// bindSort sorts by insertion, so that equal keys keep their order and nothing is
// allocated.
func (c *compiler) bindSort(e *ir.Expr) numFn {
	w := c.walk(e.Args[0], e.Var)
	defer c.dropReg(e.Var)
	body := c.num(e.Args[1])
	return func(m *Machine) int64 {
		saved := m.regs[w.reg%registers]
		items := w.begin(m)
		room := len(items)
		at := m.alloc(2*room + 1)
		keys := at + room
		after := m.top
		n := 0
		for _, item := range items {
			if !w.pass(m, item) {
				continue
			}
			v := body(m)
			m.top = after
			i := n
			n++
			for i > 0 && m.mem[keys+i] > v {
				m.mem[at+i+1], m.mem[keys+i+1] = m.mem[at+i], m.mem[keys+i]
				i--
			}
			m.mem[at+i+1], m.mem[keys+i+1] = item, v
		}
		m.mem[at] = int64(n)
		m.top = at + n + 1
		m.regs[w.reg%registers] = saved
		return int64(at)
	}
}
