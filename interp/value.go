package interp

import "rulec/lang/ir"

// value is a formula with a name and the modifiers that may touch it.
type value struct {
	ir    *ir.Value
	size  int
	args  []int // of a hook: where its arguments lie
	event bool  // its owner is a running event
	num   numFn
	truth truthFn // of truths
	rows  []row
	mods  []*modifier
	kinds int // modifiers with a bonus kind

	native func(k *Core, fp int64) int64 // generated code, or nil

	// Of a value of nothing but its owner: how to see that no modifier holds, and
	// its formula with the owner in a register.
	glances []glance
	reg     uint8
	bare    numFn
}

type row struct {
	patterns [][]truthFn
	result   numFn
}

// modifier is a linked modify clause.
type modifier struct {
	ir     *ir.Modify
	match  *matcher
	amount numFn
	dice   bool
	bonus  int // index + 1 among the bonuses, 0 for none
	how    ir.How
}

func (c *compiler) suppose(p *ir.Proof) {
	c.p.supposed = map[*ir.Value]*ir.Expr{}
	for _, s := range p.Supposes {
		c.p.supposed[s.Value] = s.To
	}
}

func (c *compiler) valueBody(v *value) {
	switch {
	case c.p.supposed[v.ir] != nil:
		v.num = c.inProofFrame(c.p.supposed[v.ir])
		return
	case v.ir.Table != nil:
		c.table(v)
	case v.ir.Body != nil:
		v.num = c.num(v.ir.Body)
		if v.ir.Type.Kind == ir.Bool {
			v.truth = c.truth(v.ir.Body)
		}
	default:
		c.bug(v.ir.Span, "value %q has no body", v.ir.Name)
		v.num = func(*Machine) int64 { return 0 }
	}
	v.num = c.noting(DeclPoint, v.ir.Span, v.num)
	defer c.glances(v)
	// Modifiers in the order in which they count.
	for _, how := range []ir.How{ir.To, ir.By, ir.AtLeast, ir.AtMost} {
		for _, mod := range v.ir.Mods {
			if mod.How == how {
				if x := c.modifier(mod); x != nil {
					v.mods = append(v.mods, x)
					if x.bonus > 0 {
						v.kinds++
					}
				}
			}
		}
	}
}

// inProofFrame evaluates in the frame of the proof, which lies at a fixed place.
func (c *compiler) inProofFrame(e *ir.Expr) numFn {
	f := c.num(e)
	return func(m *Machine) int64 {
		fp := m.fp
		m.fp = m.hooks.proof
		v := f(m)
		m.fp = fp
		return v
	}
}

func (c *compiler) table(v *value) {
	for _, r := range v.ir.Table.Rows {
		var out row
		for i, alt := range r.Patterns {
			param := v.ir.Params[i]
			var tests []truthFn
			for _, e := range alt {
				tests = append(tests, c.rowTest(param, e))
			}
			out.patterns = append(out.patterns, tests)
		}
		out.result = c.noting(RowPoint, r.Span, c.num(r.Result))
		v.rows = append(v.rows, out)
	}
	name, span := v.ir.Name, v.ir.Span
	v.num = func(m *Machine) int64 {
		for i := range v.rows {
			if v.rows[i].matches(m) {
				return v.rows[i].result(m)
			}
		}
		m.failAt(span, "E0704", "no row of the table %q matches", name)
		return 0
	}
}

func (r *row) matches(m *Machine) bool {
	for _, alt := range r.patterns {
		hit := false
		for _, t := range alt {
			if t(m) {
				hit = true
				break
			}
		}
		if !hit {
			return false
		}
	}
	return true
}

func (c *compiler) rowTest(p *ir.Local, e *ir.Expr) truthFn {
	off := c.off(p)
	if e.Op == ir.RangeOp {
		lo, hi := c.num(e.Args[0]), c.num(e.Args[1])
		return func(m *Machine) bool { v := m.mem[m.fp+off]; return v >= lo(m) && v <= hi(m) }
	}
	x := c.num(e)
	if deep(p.Type) {
		t := p.Type
		return func(m *Machine) bool { return m.same(t, m.mem[m.fp+off], x(m)) }
	}
	return func(m *Machine) bool { return m.mem[m.fp+off] == x(m) }
}

func (c *compiler) modifier(mod *ir.Modify) *modifier {
	x := &modifier{ir: mod, how: mod.How, dice: mod.Target.Type.Kind == ir.Dice}
	if mod.Bonus != nil {
		x.bonus = mod.Bonus.Index + 1
	}
	x.match = c.matcher(mod.Clause)
	if x.match == nil {
		return nil
	}
	x.amount = c.num(mod.Amount)
	return x
}

// valueCall lowers the asking of a value.
func (c *compiler) valueCall(e *ir.Expr) numFn {
	return c.callOf(c.p.value(e.Value), e.Args, e)
}

// plain results need nothing that lies on the stack.
func plain(t *ir.Type) bool {
	return !inline(t) && !deep(t) || t.Kind == ir.Dice
}

func (c *compiler) callOf(v *value, args []*ir.Expr, e *ir.Expr) numFn {
	all := v.ir.Params
	if v.ir.Self != nil {
		all = append([]*ir.Local{v.ir.Self}, all...)
	}
	type arg struct {
		off int
		fn  numFn
	}
	var given, defaults []arg
	for i, l := range all {
		var a *ir.Expr
		if i < len(args) {
			a = args[i]
		}
		switch {
		case a != nil:
			given = append(given, arg{c.off(l), c.num(a)})
		case l.Default != nil:
			defaults = append(defaults, arg{c.off(l), c.num(l.Default)})
		default:
			given = append(given, arg{c.off(l), func(*Machine) int64 { return None }})
		}
	}
	keep := !plain(v.ir.Type)
	size := v.size
	if len(v.ir.Mods) > 0 && v.ir.Self != nil && len(all) == 1 && len(given) == 1 && !keep {
		a := given[0].fn
		return func(m *Machine) int64 { return m.askOwned(v, a(m)) }
	}
	if len(given) == 1 && len(defaults) == 0 && !keep {
		a := given[0].fn
		off := given[0].off
		return func(m *Machine) int64 {
			base := m.alloc(size)
			m.mem[base+off] = a(m)
			fp := m.fp
			m.fp = base
			r := v.ask(m)
			m.fp, m.top = fp, base
			return r
		}
	}
	return func(m *Machine) int64 {
		base := m.alloc(size)
		for i := range given {
			x := given[i].fn(m)
			m.mem[base+given[i].off] = x
		}
		fp := m.fp
		m.fp = base
		for i := range defaults {
			x := defaults[i].fn(m)
			m.mem[base+defaults[i].off] = x
		}
		r := v.ask(m)
		m.fp = fp
		if !keep {
			m.top = base
		}
		return r
	}
}

// glance tells that a modifier does not hold: its site does not run, or who is in
// its role does not wear its condition.
type glance struct {
	site int64 // where the running ones are counted, or 0
	role int64 // offset in the owner, roleOwner for the owner itself
	cond *condition
}

// glances prepares a value for askOwned.
func (c *compiler) glances(v *value) {
	if v.ir.Self == nil || len(v.ir.Params) > 0 || v.ir.Body == nil || c.p.supposed[v.ir] != nil || len(v.mods) == 0 || c.p.cover != nil {
		return
	}
	ok := true
	v.ir.Body.Walk(func(x *ir.Expr) { ok = ok && x.Op != ir.FrameOp && x.Op != ir.BaseOp })
	var list []glance
	for _, mod := range v.mods {
		switch mt := mod.match; {
		case mt.kind == matchSite:
			list = append(list, glance{site: c.p.siteBase() + int64(mt.site)})
		case mt.kind == matchRole && mt.cond != nil:
			list = append(list, glance{role: int64(mt.role), cond: mt.cond})
		default:
			ok = false
		}
	}
	if ok {
		v.reg = c.reg(v.ir.Self)
		v.bare = c.num(v.ir.Body)
		c.dropReg(v.ir.Self)
		v.glances = list
	}
}

// askOwned asks a value of nothing but its owner; a frame is made only if some
// modifier may hold.
func (m *Machine) askOwned(v *value, owner int64) int64 {
	if v.bare == nil || owner == None {
		return m.askOf(v, owner)
	}
	for i := range v.glances {
		g := &v.glances[i]
		if g.site != 0 {
			if m.mem[g.site] != 0 {
				return m.askOf(v, owner)
			}
			continue
		}
		who := owner
		if g.role >= 0 {
			who = m.mem[owner+g.role]
		}
		if who != None && (m.mem[who+g.cond.word]&g.cond.bit != 0 || len(g.cond.derivedBy) > 0 && m.wears(g.cond, who)) {
			return m.askOf(v, owner)
		}
	}
	r := v.reg % registers
	saved, top := m.regs[r], m.top
	m.regs[r] = owner
	w := v.bare(m)
	m.regs[r], m.top = saved, top
	return w
}

// maxDepthValues bounds how deep values may ask each other.
const maxDepthValues = 400

// ask evaluates a value whose parameters lie at m.fp.
func (v *value) ask(m *Machine) int64 {
	if m.hooks.depth++; m.hooks.depth > maxDepthValues {
		m.fail("E0702", "%q asks itself without end", v.ir.Name)
		m.hooks.depth--
		return 0
	}
	var r int64
	if m.fast && v.native != nil {
		r = v.native((*Core)(m), int64(m.fp))
	} else if r = v.num(m); len(v.mods) > 0 {
		r = v.modified(m, r)
	}
	m.hooks.depth--
	return r
}

// join is what modifiers of one kind add up to so far.
type join struct {
	gain, loss         int64
	hasGain, hasLoss   bool
	gainBest, lossBest *modifier
}

// modified applies the modifiers in their order: `to`, `by`, `at least`, `at most`.
func (v *value) modified(m *Machine, base int64) int64 {
	if v.kinds == 0 {
		return v.adjusted(m, base)
	}
	r := base
	subject := int64(m.fp)
	var kinds [maxKinds]join
	used := false
	loose := int64(0)
	latest := int64(-1)
	for _, mod := range v.mods {
		if r == None && mod.how != ir.To {
			return None // only `to` makes a number of nothing
		}
		if mod.match.idle(m, subject, v) {
			continue
		}
		cur := 0
		for {
			top := m.top
			frame, next := m.match(mod.match, v.owner(m, subject), subject, cur)
			if frame < 0 {
				m.top = top
				break
			}
			cur = next
			m.came(mod.ir.Clause)
			fp := m.fp
			m.fp = frame
			saved := m.hooks.base
			m.hooks.base = base
			amount := mod.amount(m)
			m.hooks.base = saved
			m.fp = fp
			m.top = top
			switch mod.how {
			case ir.To:
				if began := m.began(mod.match); began >= latest {
					r, latest = amount, began
				}
			case ir.By:
				switch {
				case mod.dice:
					r = m.dicePlus(r, amount, 1)
				case mod.bonus == 0:
					loose += amount
				default:
					used = true
					kinds[mod.bonus-1].add(m.p.ir.Bonuses[mod.bonus-1], amount, mod)
				}
			case ir.AtLeast:
				r, loose, used = m.settle(&kinds, used, r, loose)
				r = max(r, amount)
			case ir.AtMost:
				r, loose, used = m.settle(&kinds, used, r, loose)
				r = min(r, amount)
			}
			if mod.match.single {
				break
			}
		}
	}
	if r == None {
		return None
	}
	r, _, _ = m.settle(&kinds, used, r, loose)
	return r
}

// adjusted is modified where no modifier has a kind: nothing stacks.
func (v *value) adjusted(m *Machine, base int64) int64 {
	r, loose, latest := base, int64(0), int64(-1)
	subject := int64(m.fp)
	for _, mod := range v.mods {
		if r == None && mod.how != ir.To {
			return None // only `to` makes a number of nothing
		}
		if mod.match.idle(m, subject, v) {
			continue
		}
		for cur := 0; ; {
			top := m.top
			frame, next := m.match(mod.match, v.owner(m, subject), subject, cur)
			if frame < 0 {
				m.top = top
				break
			}
			cur = next
			m.came(mod.ir.Clause)
			fp, saved := m.fp, m.hooks.base
			m.fp, m.hooks.base = frame, base
			amount := mod.amount(m)
			m.fp, m.hooks.base, m.top = fp, saved, top
			switch mod.how {
			case ir.To:
				if began := m.began(mod.match); began >= latest {
					r, latest = amount, began
				}
			case ir.By:
				if mod.dice {
					r = m.dicePlus(r, amount, 1)
				} else {
					loose += amount
				}
			case ir.AtLeast:
				r, loose = max(m.bounded(r+loose), amount), 0
			case ir.AtMost:
				r, loose = min(m.bounded(r+loose), amount), 0
			}
			if mod.match.single {
				break
			}
		}
	}
	if r == None {
		return None
	}
	return m.bounded(r + loose)
}

// owner is the running event or record a value belongs to.
func (v *value) owner(m *Machine, frame int64) int64 {
	if v.ir.Self == nil {
		return 0
	}
	return m.mem[frame]
}

const maxKinds = 24

func (j *join) add(b *ir.Bonus, amount int64, mod *modifier) {
	if amount >= 0 {
		switch {
		case !j.hasGain:
			j.gain, j.gainBest = amount, mod
		case b.Gains == "sum":
			j.gain += amount
		case b.Gains == "highest" && amount > j.gain, b.Gains == "lowest" && amount < j.gain:
			j.gain, j.gainBest = amount, mod
		}
		j.hasGain = true
		return
	}
	switch {
	case !j.hasLoss:
		j.loss, j.lossBest = amount, mod
	case b.Losses == "sum":
		j.loss += amount
	case b.Losses == "lowest" && amount < j.loss, b.Losses == "highest" && amount > j.loss:
		j.loss, j.lossBest = amount, mod
	}
	j.hasLoss = true
}

// settle joins the kinds, inner groups first, and adds them to a number.
func (m *Machine) settle(kinds *[maxKinds]join, used bool, r, loose int64) (int64, int64, bool) {
	if used {
		r += m.settleKinds(kinds)
		*kinds = [maxKinds]join{}
	}
	return m.bounded(r + loose), 0, false
}

func (m *Machine) settleKinds(kinds *[maxKinds]join) int64 {
	bonuses := m.p.ir.Bonuses
	var totals [maxKinds]int64
	sum := int64(0)
	// A group's members come before it: walk by depth, deepest first.
	for depth := 4; depth >= 0; depth-- {
		for i, b := range bonuses {
			if i >= maxKinds || bonusDepth(b) != depth {
				continue
			}
			t := kinds[i].gain + kinds[i].loss + totals[i]
			if b.AtMost != nil && t > *b.AtMost {
				t = *b.AtMost
			}
			if b.Within != nil {
				totals[b.Within.Index] += t
			} else {
				sum += t
			}
		}
	}
	return sum
}

func bonusDepth(b *ir.Bonus) int {
	n := 0
	for at := b.Within; at != nil && n < 4; at = at.Within {
		n++
	}
	return n
}
