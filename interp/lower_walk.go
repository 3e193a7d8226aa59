package interp

import (
	"rulec/lang/ir"
	"rulec/space"
)

// What runs over lists: tests, counts, filters, the least, sorting. The closure's
// item lies in a register, and no list is made that only this one asks for.

// walker is a list that is walked and not made: filters become tests, and what is
// kept or living is read where it lies.
type walker struct {
	list   numFn
	living int64 // index of a record, or -1
	kept   *kept // asked of list
	place  bool  // list is a place, the items who is there: of a record, or all (-1)
	of     int64
	base   baseFn // the items are the squares of a base
	around bool   // list is a square, the items those around it
	near   *near  // the first test
	tests  []truthFn
	reg    uint8 // where the item lies
}

// walk lowers what a closure runs over; item is the closure's own cell. The
// register is the caller's to drop.
func (c *compiler) walk(e *ir.Expr, item *ir.Local) *walker {
	w := &walker{living: -1, of: -1}
	switch {
	case e.Op == ir.BindOp && e.Fn == "filter":
		if s := c.walkStanding(e, item); s != nil {
			return s
		}
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
	case e.Op == ir.NativeOp && e.Native == "footprint" && c.p.space == "grid":
		w.base = c.base(e)
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
	case w.base != nil:
		return m.onBase(w.base)
	case w.place && w.of >= 0:
		return m.standing(w.of, w.list(m))
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
