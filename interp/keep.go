package interp

import "rulec/lang/ir"

// Formulas about the world and not about what is happening (who is whose foe, who
// stands between two others) are asked much more often than their answers change.
// Such a formula about one entity, or about none, is kept: each entity has an answer, good as long
// as nothing was written that the formula reads.
//
// What can be read is divided into classes: each field of an entity, where things
// stand, who is there at all, which conditions are worn. Linking finds the classes
// a formula reads, through everything it asks; formulas that read the same are a
// group, and a write to a class counts up the version of each group that reads it.
// An answer remembers the version under which it was found. A truth about nothing
// but fields of one entity (whether it stands) is a class of its own: a write to a
// field counts only if it changes the truth.
//
// Answers lie outside of the state. Whatever replaces the state (Load, Restore,
// Begin) lets all of them go.

// class is something that is written and read.
type class struct {
	id     int
	groups []int   // what is counted up with a write
	truths []*kept // what may change with a write, and are classes themselves
}

// kept is a formula whose answers are remembered.
type kept struct {
	index int
	group int
	list  *walker // of entities, or
	num   numFn   // anything that is one word
	reg   uint8   // where the entity lies
	truth truthFn // of a class of its own
	class *class

	of    *ir.Value     // whose formula it is, or
	cond  *ir.Condition // the derived condition it asks, or
	who   *answerers    // the actors it lists, or
	order *ir.Stmt      // the loop whose list it sorts

	nativeWord func(k *Core, e int64) int64 // generated code, or nil
	nativeList func(k *Core, e int64, to []int64) []int64
}

// answer is what a kept formula said of one entity.
type answer struct {
	version uint64
	word    int64
	list    []int64
}

// keeping is what linking knows about kept formulas.
type keeping struct {
	all       []*class
	fields    map[*ir.Local]*class
	place     *class
	alive     *class
	worn      []*class            // by condition
	truths    map[*ir.Value]*kept // classes of their own
	bases     map[*ir.Value]*kept // the same of formulas that are modified
	values    map[*ir.Value]*kept
	orders    map[*ir.Stmt]*kept // sorted lists of loops
	conds     map[*ir.Condition]*kept
	groupIDs  map[string]int
	readsOf   map[*ir.Value]*reads
	condReads map[*ir.Condition]*reads
}

// reads is the set of classes a formula reads, or nothing if that is not known.
type reads struct {
	classes map[*class]bool
	ok      bool
	heavy   bool // runs over a list or searches the map
}

func (c *compiler) keeping() {
	p := c.p
	p.keep = keeping{fields: map[*ir.Local]*class{}, truths: map[*ir.Value]*kept{}, bases: map[*ir.Value]*kept{}, values: map[*ir.Value]*kept{},
		conds: map[*ir.Condition]*kept{}, groupIDs: map[string]int{}, readsOf: map[*ir.Value]*reads{}, condReads: map[*ir.Condition]*reads{}}
	k := &p.keep
	k.place, k.alive = k.class(), k.class()
	for range p.ir.Conditions {
		k.worn = append(k.worn, k.class())
	}
	for _, r := range append([]*ir.Record{p.ir.AnyEntity}, p.ir.Records...) {
		for _, f := range r.Fields {
			if !r.Place && r != p.ir.Held && k.fields[f] == nil {
				k.fields[f] = k.class()
			}
		}
	}
	p.aliveGroup = c.group(map[*class]bool{k.alive: true})
	for _, v := range p.ir.Values {
		switch {
		case !c.ownTruth(v):
		case c.plainFormula(v):
			k.truths[v] = &kept{class: k.class()}
		default:
			k.bases[v] = &kept{class: k.class()}
		}
	}
	var found []*ir.Value
	for _, v := range p.ir.Values {
		if k.truths[v] == nil && keepable(v) && c.plainFormula(v) {
			if r := c.readsOf(v); r.ok && r.heavy {
				found = append(found, v)
			}
		}
	}
	for _, v := range found {
		k.values[v] = p.keepMore(&kept{of: v, group: c.group(c.readsOf(v).classes)})
	}
	for _, cd := range p.ir.Conditions {
		if cd.Derived == nil {
			continue
		}
		if r := c.condReads(cd); r.ok {
			k.conds[cd] = p.keepMore(&kept{cond: cd, group: c.group(r.classes)})
		}
	}
}

// keepMore numbers a formula that is kept.
func (p *Program) keepMore(k *kept) *kept {
	k.index = p.kept
	p.kept++
	p.keptAll = append(p.keptAll, k)
	return k
}

// keptOrders finds the loops that sort a list of the world by what is known of its
// items: the order of a round is the same until somebody's place in it changes.
func (c *compiler) keptOrders() {
	k := &c.p.keep
	k.orders = map[*ir.Stmt]*kept{}
	c.eachStmt(func(s *ir.Stmt) {
		if s.Kind != ir.ForStmt || len(s.Sorted) == 0 || s.Where != nil || !s.Var.Type.Entity() {
			return
		}
		r := &reads{classes: map[*class]bool{}, ok: true}
		c.read(r, s.Expr, map[*ir.Local]bool{})
		for _, x := range s.Sorted {
			c.read(r, x, map[*ir.Local]bool{s.Var: true})
		}
		if r.ok {
			k.orders[s] = c.p.keepMore(&kept{order: s, group: c.group(r.classes)})
		}
	})
}

func (k *keeping) class() *class {
	x := &class{id: len(k.all)}
	k.all = append(k.all, x)
	return x
}

// keptBodies lowers the formulas, once everything they ask can be lowered.
func (c *compiler) keptBodies() {
	k := &c.p.keep
	for _, v := range c.p.ir.Values {
		param := v.Self
		if param == nil && len(v.Params) > 0 {
			param = v.Params[0]
		}
		if param == nil {
			param = &ir.Local{Name: "nobody", Type: ir.IntType}
		}
		x := k.truths[v]
		if x == nil {
			x = k.bases[v]
		}
		if x != nil {
			x.reg = c.reg(param)
			x.truth = c.truth(v.Body)
			c.dropReg(param)
			if len(x.class.groups) > 0 {
				v.Body.Walk(func(e *ir.Expr) {
					if e.Op == ir.FieldOp {
						k.fields[e.Local].addTruth(x)
					}
				})
			}
		}
		if x := k.values[v]; x != nil {
			x.reg = c.reg(param)
			if v.Type.Sequence() {
				item := &ir.Local{Name: "item", Type: v.Type.Elem}
				x.list = c.walk(v.Body, item)
				c.dropReg(item)
			} else {
				x.num = c.num(v.Body)
			}
			c.dropReg(param)
		}
	}
	for _, cd := range c.p.ir.Conditions {
		if x := k.conds[cd]; x != nil {
			x.reg = c.reg(cd.Self)
			x.num = c.truthNumber(c.derivedTruth(c.p.conds[cd.Index]))
			c.dropReg(cd.Self)
			c.p.conds[cd.Index].kept = x
		}
	}
}

func (c *class) addTruth(x *kept) {
	for _, t := range c.truths {
		if t == x {
			return
		}
	}
	c.truths = append(c.truths, x)
}

// keepable values are about one entity or the world, and lists or one word.
func keepable(v *ir.Value) bool {
	params := v.Params
	if v.Self != nil {
		params = append([]*ir.Local{v.Self}, params...)
		if v.Owner == nil {
			return false
		}
	}
	if len(params) > 1 {
		return false
	}
	for _, p := range params {
		if !p.Type.Entity() || p.Type.Opt || p.Default != nil {
			return false
		}
	}
	if v.Type.Sequence() {
		return v.Type.Kind == ir.List && (v.Type.Elem.Entity() || v.Type.Elem.Kind == ir.EnumKind)
	}
	return plain(v.Type) && v.Type.Kind != ir.Dice && v.Type.Kind != ir.EventKind
}

// plainFormula tells whether asking a value is no more than its formula.
func (c *compiler) plainFormula(v *ir.Value) bool {
	return len(v.Mods) == 0 && v.Table == nil && v.Body != nil && c.p.supposed[v] == nil
}

// ownTruth tells whether a value is a truth about fields of its owner alone.
func (c *compiler) ownTruth(v *ir.Value) bool {
	if v.Owner == nil || !v.Owner.Entity || v.Self == nil || len(v.Params) > 0 || v.Type.Kind != ir.Bool || v.Table != nil || v.Body == nil || c.p.supposed[v] != nil {
		return false
	}
	ok, fields := true, false
	v.Body.Walk(func(e *ir.Expr) {
		switch e.Op {
		case ir.Const, ir.OptionOp, ir.NotOp, ir.AndOp, ir.OrOp, ir.EqOp, ir.NeOp, ir.LtOp, ir.LeOp, ir.GtOp, ir.GeOp, ir.AddOp, ir.SubOp:
			ok = ok && (e.Type == nil || !deep(e.Type))
		case ir.LocalOp:
			ok = ok && e.Local == v.Self
		case ir.FieldOp:
			fields = true
			ok = ok && !inline(e.Local.Type) && !deep(e.Local.Type) && e.Args[0].Op == ir.LocalOp && c.p.keep.fields[e.Local] != nil
		default:
			ok = false
		}
	})
	return ok && fields
}

// group numbers a set of classes.
func (c *compiler) group(set map[*class]bool) int {
	k := &c.p.keep
	key := make([]byte, len(k.all))
	for i, x := range k.all {
		if set[x] {
			key[i] = 1
		}
	}
	id, ok := k.groupIDs[string(key)]
	if !ok {
		id = c.p.groups
		c.p.groups++
		k.groupIDs[string(key)] = id
		for x := range set {
			x.groups = append(x.groups, id)
		}
	}
	return id
}

func (c *compiler) readsOf(v *ir.Value) *reads {
	k := &c.p.keep
	if r, ok := k.readsOf[v]; ok {
		return r
	}
	k.readsOf[v] = &reads{} // one that asks itself is not kept
	r := &reads{classes: map[*class]bool{}, ok: true}
	known := map[*ir.Local]bool{}
	if v.Self != nil {
		known[v.Self] = v.Of == nil
	}
	for _, p := range v.Params {
		known[p] = true
		if p.Default != nil {
			c.read(r, p.Default, known)
		}
	}
	switch base := k.bases[v]; {
	case c.p.supposed[v] != nil || v.Body == nil && v.Table == nil:
		r.ok = false
	case base != nil:
		r.classes[base.class] = true
	default:
		c.read(r, v.Body, known)
	}
	if v.Table != nil {
		for _, row := range v.Table.Rows {
			for _, alt := range row.Patterns {
				for _, e := range alt {
					c.read(r, e, known)
				}
			}
			c.read(r, row.Result, known)
		}
	}
	for _, mod := range v.Mods {
		c.readModify(r, mod)
	}
	k.readsOf[v] = r
	return r
}

// readModify adds what decides whether a modifier holds, and what it adds.
func (c *compiler) readModify(r *reads, mod *ir.Modify) {
	k := mod.Clause
	b := k.Block
	if b == nil || b.Site != nil || mod.Is != nil || b.For != nil && !b.For.Type.Entity() {
		r.ok = false // it hangs on what happens
		return
	}
	known := map[*ir.Local]bool{}
	if k.Self != nil {
		known[k.Self] = true
	}
	for _, p := range mod.Target.Params { // spoken of by the name of the value
		known[p] = true
	}
	if cd := b.Condition; cd != nil {
		c.readWorn(r, cd)
	}
	if b.For != nil {
		known[b.For] = true
		r.classes[c.p.keep.alive] = true
	}
	c.read(r, b.While, known)
	c.read(r, mod.Owner, known)
	for _, a := range mod.Args {
		r.ok = r.ok && a.Value == nil && a.Attr == nil && a.Builtin == ""
		c.read(r, a.Expr, known)
	}
	c.read(r, mod.When, known)
	c.read(r, mod.Amount, known)
}

// readWorn adds what decides who wears a condition.
func (c *compiler) readWorn(r *reads, cd *ir.Condition) {
	r.classes[c.p.keep.worn[cd.Index]] = true
	for _, d := range c.p.conds[cd.Index].derivedBy {
		r.add(c.condReads(d.ir))
	}
}

func (c *compiler) condReads(cd *ir.Condition) *reads {
	k := &c.p.keep
	if r, ok := k.condReads[cd]; ok {
		return r
	}
	k.condReads[cd] = &reads{}
	r := &reads{classes: map[*class]bool{}, ok: true}
	c.read(r, cd.Derived, map[*ir.Local]bool{cd.Self: true})
	k.condReads[cd] = r
	return r
}

func (r *reads) add(o *reads) {
	r.ok, r.heavy = r.ok && o.ok, r.heavy || o.heavy
	for x := range o.classes {
		r.classes[x] = true
	}
}

// read adds what a formula reads; known are the cells whose values do not change
// while the formula is asked.
func (c *compiler) read(r *reads, e *ir.Expr, known map[*ir.Local]bool) {
	if e == nil || !r.ok {
		return
	}
	k := &c.p.keep
	switch e.Op {
	case ir.LocalOp:
		r.ok = known[e.Local]
	case ir.FieldOp:
		if a := e.Args[0]; a.Op == ir.LocalOp && known[e.Local] {
			return // an argument of the value that is asked
		}
		if c.p.ofStretch(e.Local) {
			break // nobody writes to it
		}
		x := k.fields[e.Local]
		if x == nil || !stays(e.Local.Type) {
			r.ok = false
			return
		}
		r.classes[x] = true
	case ir.EqOp, ir.NeOp:
		if f := c.absence(e); f != nil {
			r.classes[k.fields[f.Local]] = true
			c.read(r, f.Args[0], known)
			return
		}
	case ir.AtOp:
		c.readSpace(r)
	case ir.LivingOp:
		r.ok = e.Record.Entity
		r.classes[k.alive] = true
	case ir.IsOp:
		c.readWorn(r, e.Cond)
	case ir.BindOp:
		r.heavy = true
		c.read(r, e.Args[0], known)
		was := known[e.Var]
		known[e.Var] = true
		c.read(r, e.Args[1], known)
		known[e.Var] = was
		return
	case ir.BaseOp:
	case ir.ValueOp:
		if t := k.truths[e.Value]; t != nil {
			r.classes[t.class] = true
		} else {
			r.add(c.readsOf(e.Value))
		}
	case ir.NativeOp:
		switch e.Native {
		case "min", "max", "abs", "sum", "first", "last", "point":
		case "at_place", "crossed":
			r.heavy = true
			r.classes[k.alive] = true
			c.readSpace(r)
		case "distance", "neighbours", "within", "footprint", "ring_steps", "corners", "straight":
			c.readSpace(r)
		case "touched", "stretches": // of a plane
			r.heavy = true
			c.readSpace(r)
		default:
			r.ok = false
		}
	default:
		r.ok = readsNothing(e.Op)
	}
	for _, a := range e.Args {
		c.read(r, a, known)
	}
}

// absence is the field of which a comparison asks only whether there is anything in
// it, which is its one word whatever that leads to; or nil.
func (c *compiler) absence(e *ir.Expr) *ir.Expr {
	a, b := e.Args[0], e.Args[1]
	if a.Op == ir.AbsentOp {
		a, b = b, a
	}
	if b.Op != ir.AbsentOp || a.Op != ir.FieldOp || c.p.keep.fields[a.Local] == nil || inline(a.Local.Type) {
		return nil
	}
	return a
}

// readsNothing tells whether an operator depends on its operands alone.
func readsNothing(op ir.Op) bool {
	switch op {
	case ir.Const, ir.TextConst, ir.DiceConst, ir.OptionOp, ir.AbsentOp, ir.EnumOp, ir.ActionOp, ir.EventOp, ir.PlaceOp,
		ir.NotOp, ir.NegOp, ir.AddOp, ir.SubOp, ir.MulOp, ir.FloorOp, ir.CeilOp, ir.NearestOp, ir.ModOp,
		ir.EqOp, ir.NeOp, ir.LtOp, ir.LeOp, ir.GtOp, ir.GeOp, ir.AndOp, ir.OrOp, ir.CondOp, ir.InOp, ir.HasOp, ir.IndexOp,
		ir.ListOp, ir.RangeOp, ir.ConcatOp, ir.WithoutOp, ir.SeqOp:
		return true
	}
	return false
}

// stays tells whether what a field holds changes only when it is assigned. Records lie
// in the field they are in, and a record's own fields are classes too.
func stays(t *ir.Type) bool { return !deep(t) || inline(t) || plainRecord(t) }

// readSpace adds what measuring reads: where things stand, and how wide they are or
// which shape they have. On a graph it reads the fields of places, which are no
// classes: nothing is kept there.
func (c *compiler) readSpace(r *reads) {
	switch c.p.space {
	case "grid":
	case "plane":
		c.readShapes(r)
	default:
		r.ok = false
	}
	r.classes[c.p.keep.place] = true
	if v := c.p.hooks.edge; v != nil {
		r.add(c.readsOf(v.ir))
	}
}

// wrote counts up what reads a class.
func (m *Machine) wrote(x *class) {
	for _, g := range x.groups {
		m.versions[g]++
	}
}

// unsettle keeps nothing until settleAgain: somebody writes what is not counted.
func (m *Machine) unsettle() {
	m.unsettled++
	m.forget()
}

func (m *Machine) settleAgain() {
	m.unsettled--
	m.forget()
}

// forget lets all answers go.
func (m *Machine) forget() {
	for len(m.versions) < m.p.groups {
		m.versions = append(m.versions, 0)
	}
	for i := range m.versions {
		m.versions[i]++
	}
	if n := max(1, len(m.entities), m.p.lay.entities); n > m.stride {
		m.spread(n)
	}
	for len(m.livings) < len(m.p.ir.Records) {
		m.livings = append(m.livings, answer{})
	}
}

// ask finds what a kept formula says of an entity, or of the world (0).
func (m *Machine) ask(k *kept, e int64) *answer {
	i := 0
	if e != 0 {
		i = int(m.mem[e+entIndex])
	}
	if i < m.stride {
		if a := &m.answers[k.index*m.stride+i]; a.version == m.versions[k.group] {
			return a
		}
	}
	return m.askAnew(k, e, i)
}

// spread makes room for the answers about n entities.
func (m *Machine) spread(n int) {
	m.stride = n
	m.answers = make([]answer, m.p.kept*n)
}

func (m *Machine) askAnew(k *kept, e int64, i int) *answer {
	if i >= m.stride { // while a scene is set up
		m.spread(max(i+1, len(m.entities)))
	}
	if m.Anew != nil && k.of != nil {
		m.Anew(k.of)
	}
	a := &m.answers[k.index*m.stride+i]
	a.version = 0
	r := k.reg % registers
	saved, top := m.regs[r], m.top
	m.regs[r] = e
	if m.fast && k.nativeList != nil {
		a.list = k.nativeList((*Core)(m), e, a.list[:0])
	} else if m.fast && k.nativeWord != nil {
		a.word = k.nativeWord((*Core)(m), e)
	} else if k.list != nil {
		w := k.list
		a.list = a.list[:0]
		inner := m.regs[w.reg%registers]
		list := a.list
		items := w.begin(m)
		var from, bound int64
		if w.near != nil && len(items) > 0 {
			from, bound = w.near.begin(m)
		}
	next:
		for _, v := range items {
			if w.near != nil && !w.near.holds(m, v, from, bound) {
				continue
			}
			m.regs[w.reg%registers] = v
			for _, t := range w.tests {
				if !t(m) {
					continue next
				}
			}
			list = append(list, v)
		}
		m.regs[w.reg%registers], a.list = inner, list
	} else {
		a.word = k.num(m)
	}
	m.regs[r], m.top = saved, top
	if m.fault == nil && m.unsettled == 0 && !m.forgetful {
		a.version = m.versions[k.group]
	}
	return a
}

// living lists the living of a record.
func (m *Machine) living(record int64) []int64 {
	a := &m.livings[record]
	if v := m.versions[m.p.aliveGroup]; a.version != v || m.unsettled > 0 {
		a.version = v
		a.list = a.list[:0]
		for _, e := range m.entities {
			if m.mem[e+entRecord] == record && m.mem[e+entAlive] != 0 {
				a.list = append(a.list, e)
			}
		}
	}
	return a.list
}

// keptCall lowers the asking of a kept value, or returns nil.
func (c *compiler) keptCall(e *ir.Expr) (*kept, numFn) {
	k := c.p.keep.values[e.Value]
	switch {
	case k == nil:
		return nil, nil
	case e.Value.Self == nil && len(e.Value.Params) == 0:
		return k, c.noting(DeclPoint, e.Value.Span, func(*Machine) int64 { return 0 })
	case len(e.Args) == 0 || e.Args[0] == nil:
		return nil, nil
	}
	return k, c.noting(DeclPoint, e.Value.Span, c.num(e.Args[0]))
}

// written wraps an assignment to a field of an entity, if anything kept reads it.
func (c *compiler) written(f *ir.Local, owner numFn, run func(m *Machine)) func(m *Machine) {
	x := c.p.keep.fields[f]
	if x == nil {
		return run
	}
	// What is kept is known, but which truths it changes may still be added.
	return func(m *Machine) {
		if len(x.truths) > 0 {
			m.writeTruths(x, owner(m), run)
		} else {
			run(m)
		}
		if len(x.groups) > 0 {
			m.wrote(x)
		}
	}
}

// writeTruths assigns, and counts up the truths that this changes.
func (m *Machine) writeTruths(x *class, e int64, run func(m *Machine)) {
	was := 0
	for i, t := range x.truths {
		if m.holdsOf(t, e) {
			was |= 1 << i
		}
	}
	run(m)
	for i, t := range x.truths {
		if m.holdsOf(t, e) != (was&(1<<i) != 0) {
			m.wrote(t.class)
		}
	}
}

func (m *Machine) holdsOf(t *kept, e int64) bool {
	r := t.reg % registers
	saved := m.regs[r]
	m.regs[r] = e
	ok := t.truth(m)
	m.regs[r] = saved
	return ok
}
