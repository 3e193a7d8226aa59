package interp

import (
	"slices"

	"rulec/lang/ir"
)

// A matcher finds, for an event or a value that is asked, the frames in which a
// clause holds: whose condition it is, which application, which running site. It
// is the same for modifiers, prohibitions, handlers, ends, refills and the notes
// of a proof; they differ in what is done with the frame.
type matcher struct {
	clause *ir.Clause
	kind   matchKind
	single bool // at most one frame

	cond    *condition
	perHeld bool
	while   truthFn // of a rule
	record  int64   // kind each: of which record

	size                              int
	selfOff, heldOff, bindOff, askOff int
	role                              int // offset of the entity in its role, roleOwner or roleNone
	site                              int
	captures                          []capture
	base                              func(m *Machine) int // where the captures of a monitor lie

	is      numFn
	args    []argTest
	said    []*ir.PatArg // what each of args tests, nil for the owner of a value
	when    truthFn
	outcome int // hdrOutcome an event must have, or 0

	// Of a clause of nobody that tests nothing but `when`: the same with the event
	// in a register, so that no frame is needed to ask.
	glance  truthFn
	glanced uint8
}

// untested tells whether every frame holds.
func (mt *matcher) untested() bool {
	return mt.cond == nil && mt.while == nil && mt.is == nil && len(mt.args) == 0 && mt.when == nil && mt.outcome == 0
}

type matchKind uint8

const (
	matchPlain matchKind = iota // once
	matchRole                   // for the entity in a role of the event
	matchEach                   // for each entity of a record
	matchHelds                  // for each application
	matchSite                   // for each running site
	matchOnce                   // for each thing waited for
	matchUntil                  // for each application that was given this end
)

const (
	roleNone  = -1
	roleOwner = -2 // the owner of the value itself
)

type capture struct{ outer, inner int }

// argTest compares one part of the event with what the pattern says. owner is
// the running event, subject the frame of the value that is asked.
type argTest func(m *Machine, owner, subject int64) bool

// matcher links a clause. It returns nil if options decide that it never holds.
func (c *compiler) matcher(k *ir.Clause) *matcher {
	mt := &matcher{clause: k, selfOff: -1, heldOff: -1, bindOff: -1, askOff: -1, role: roleNone, size: c.p.lay.size[k.Frame]}
	var args []ir.PatArg
	var is, when *ir.Expr
	var bind *ir.Local
	if mod := k.Modify; mod != nil {
		args, is, when, bind = mod.Args, mod.Is, mod.When, mod.Bind
		if mod.Asking != nil {
			mt.askOff = c.off(mod.Asking)
		}
		if mod.Owner != nil {
			if mod.Owner.Op == ir.LocalOp && mod.Owner.Local == k.Self {
				mt.role = roleOwner
			} else {
				x := c.num(mod.Owner)
				mt.test(func(m *Machine, owner, _ int64) bool { return x(m) == owner }, nil)
			}
		}
	} else if p := k.Pattern; p != nil {
		args, is, when, bind = p.Args, p.Is, p.When, p.Bind
		if p.Outcome != -1 {
			mt.outcome = outcomeWord(p.Outcome)
		}
	}
	if bind != nil {
		mt.bindOff = c.off(bind)
	}
	if k.HeldVar != nil {
		mt.heldOff = c.off(k.HeldVar)
	}
	if k.Self != nil {
		mt.selfOff = c.off(k.Self)
	}
	if is != nil {
		mt.is = c.num(is)
	}
	for i, a := range args {
		ofValue := k.Modify != nil && slices.Contains(k.Modify.Target.Params, a.Field) // lies in its frame, not in an owner
		if mt.role == roleNone && k.Self != nil && !ofValue && a.Mode == ir.Equal && a.Expr != nil && a.Expr.Op == ir.LocalOp && a.Expr.Local == k.Self {
			if off, ok := c.roleOffset(a); ok {
				mt.role = off
				continue
			}
		}
		if t := c.argTest(a); t != nil {
			mt.test(t, &args[i])
		}
	}
	if when != nil {
		if v, ok := c.constant(when); ok && c.p.cover == nil {
			if v == 0 {
				return nil
			}
		} else {
			mt.when = c.deciding(WhenPoint, when)
		}
	}
	if mt = c.matchKindOf(mt, k); mt == nil {
		return nil
	}
	if c.p.cover != nil {
		c.noteMatch(mt, k)
		return mt
	}
	if mt.kind == matchPlain && when != nil && bind != nil && mt.is == nil && mt.while == nil && len(mt.args) == 0 {
		only := true
		when.Walk(func(x *ir.Expr) {
			only = only && x.Op != ir.FrameOp && x.Op != ir.BaseOp && x.Op != ir.MonitorOp
		})
		if only && onlySpeaksOf(when, bind) {
			mt.glanced = c.reg(bind)
			mt.glance = c.truth(when)
			c.dropReg(bind)
		}
	}
	return mt
}

// test adds a test and what it tests.
func (mt *matcher) test(t argTest, a *ir.PatArg) {
	mt.args, mt.said = append(mt.args, t), append(mt.said, a)
}

// onlySpeaksOf tells whether a formula reads one cell, and items of its closures.
func onlySpeaksOf(e *ir.Expr, l *ir.Local) bool {
	return subst(e, map[*ir.Local]*ir.Expr{l: {Op: ir.LocalOp, Local: l, Type: l.Type}}) != nil
}

func outcomeWord(outcome int) int {
	if outcome == ir.NoneOutcome {
		return 1
	}
	return outcome + 2
}

func (c *compiler) matchKindOf(mt *matcher, k *ir.Clause) *matcher {
	b := k.Block
	switch {
	case b == nil:
		mt.kind = matchPlain // refills, monitors, onces set their own
		if k.Kind == ir.RefillClause {
			mt.kind, mt.record = matchEach, int64(k.Resource.On.Index)
			if mt.role != roleNone {
				mt.kind = matchRole
			}
		}
	case b.Site != nil:
		mt.kind, mt.site = matchSite, c.siteIndex(b.Site)
	case b.Condition != nil:
		mt.cond = c.p.conds[b.Condition.Index]
		mt.perHeld = k.PerHeld || k.Kind == ir.UntilClause
		switch {
		case mt.role != roleNone:
			mt.kind = matchRole
		case mt.perHeld:
			mt.kind = matchHelds
		default:
			mt.kind, mt.record = matchEach, int64(b.Condition.On.Index)
			if b.Condition.On.Any {
				mt.record = -1
			}
		}
		if b.Condition.Derived != nil {
			mt.perHeld = false
		}
	default:
		if b.While != nil {
			if v, ok := c.constant(b.While); ok && c.p.cover == nil {
				if v == 0 {
					return nil
				}
			} else {
				mt.while = c.whileOf(b)
			}
		}
		switch {
		case b.For == nil:
			mt.kind = matchPlain
		case b.For.Type.Record == c.p.ir.Held:
			mt.kind = matchHelds
		case mt.role != roleNone:
			mt.kind = matchRole
		default:
			mt.kind, mt.record = matchEach, int64(b.For.Type.Record.Index)
			if b.For.Type.Record.Any {
				mt.record = -1
			}
		}
	}
	mt.single = mt.kind == matchPlain || mt.kind == matchRole && !mt.perHeld
	return mt
}

// whileOf evaluates a rule's `while` for the entity in the clause's first cell.
func (c *compiler) whileOf(b *ir.Block) truthFn {
	t := c.deciding(WhilePoint, b.While)
	size := c.p.lay.size[b.Frame]
	if b.For == nil {
		return func(m *Machine) bool {
			top, fp := m.top, m.fp
			m.fp = m.alloc(size)
			ok := t(m)
			m.fp, m.top = fp, top
			return ok
		}
	}
	off := c.off(b.For)
	return func(m *Machine) bool {
		top, fp := m.top, m.fp
		self := m.mem[fp] // a clause's `for` is its first cell
		m.fp = m.alloc(size)
		m.mem[m.fp+off] = self
		ok := t(m)
		m.fp, m.top = fp, top
		return ok
	}
}

// roleOffset finds where the event keeps the part that must be the wearer.
func (c *compiler) roleOffset(a ir.PatArg) (int, bool) {
	switch {
	case a.Field != nil && !inline(a.Field.Type):
		return c.off(a.Field), true
	case a.Builtin == "actor":
		return hdrSize, true
	}
	return 0, false
}

func (c *compiler) argTest(a ir.PatArg) argTest {
	var read func(m *Machine, owner, subject int64) int64
	var t *ir.Type
	switch {
	case a.Field != nil:
		off := int64(c.off(a.Field))
		t = a.Field.Type
		if a.Field.Field && inline(t) {
			read = func(_ *Machine, owner, _ int64) int64 { return owner + off }
		} else {
			read = func(m *Machine, owner, subject int64) int64 { return m.mem[owner+off] }
		}
	case a.Value != nil:
		v := c.p.value(a.Value)
		t = a.Value.Type
		read = func(m *Machine, owner, _ int64) int64 { return m.askOf(v, owner) }
	case a.Attr != nil:
		at := c.attributeOf(a.Attr)
		t = a.Attr.Type
		read = func(m *Machine, owner, _ int64) int64 { return at(m, owner) }
	case a.Builtin == "actor":
		t = &ir.Type{Kind: ir.RecordKind, Record: c.p.ir.Actor}
		read = func(m *Machine, owner, _ int64) int64 { return m.mem[owner+hdrSize] }
	case a.Builtin == "action":
		t = ir.ActionType
		read = func(m *Machine, owner, _ int64) int64 { return m.mem[owner+hdrEvent] }
	case a.Builtin == "price":
		res := a.Resource
		return func(m *Machine, owner, _ int64) bool { return m.priceIncludes(owner, res) }
	default:
		return nil
	}
	x := c.num(a.Expr)
	isDeep := deep(t)
	switch a.Mode {
	case ir.OneOf:
		elem := t
		return func(m *Machine, owner, subject int64) bool {
			top := m.top
			l := x(m)
			ok := m.contains(elem, l, read(m, owner, subject))
			m.top = top
			return ok
		}
	case ir.ContainsAny:
		return func(m *Machine, owner, subject int64) bool {
			top := m.top
			l := x(m)
			have := read(m, owner, subject)
			ok := false
			for i := int64(1); i <= m.mem[l] && !ok; i++ {
				ok = m.contains(t.Elem, have, m.mem[l+i])
			}
			m.top = top
			return ok
		}
	case ir.Contains:
		return func(m *Machine, owner, subject int64) bool {
			top := m.top
			v := x(m)
			ok := m.contains(t.Elem, read(m, owner, subject), v)
			m.top = top
			return ok
		}
	}
	return func(m *Machine, owner, subject int64) bool {
		top := m.top
		a, b := read(m, owner, subject), x(m)
		ok := a == b || isDeep && m.same(t, a, b)
		m.top = top
		return ok
	}
}

// askOf asks a value of an event or record without further arguments.
func (m *Machine) askOf(v *value, owner int64) int64 {
	base := m.alloc(v.size)
	if v.ir.Self != nil {
		m.mem[base] = owner
	}
	fp := m.fp
	m.fp = base
	r := v.ask(m)
	m.fp = fp
	if plain(v.ir.Type) {
		m.top = base
	}
	return r
}

// idle tells at a glance that a modifier cannot hold: nobody in its role wears
// the condition, no such site runs.
func (mt *matcher) idle(m *Machine, subject int64, v *value) bool {
	switch mt.kind {
	case matchSite:
		return m.mem[m.p.siteBase()+int64(mt.site)] == 0
	case matchRole:
		if mt.cond == nil {
			return false
		}
		who := m.mem[subject]
		if mt.role >= 0 {
			who = m.mem[who+int64(mt.role)]
		}
		return who == None || !m.wears(mt.cond, who)
	}
	return false
}

// match finds the next frame at or after a cursor in which the clause holds for
// an event (owner) or value (subject). It returns the frame, left on the stack,
// and the cursor behind it; a negative frame says that there is none. Nothing of
// the clause is left on the stack then.
func (m *Machine) match(mt *matcher, owner, subject int64, cur int) (frame, next int) {
	for {
		top := m.top
		f, n := m.candidate(mt, owner, cur)
		if f < 0 {
			m.top = top
			return -1, 0
		}
		if m.holds(mt, f, owner, subject) {
			return f, n
		}
		m.top = top
		if m.fault != nil {
			return -1, 0
		}
		cur = n
	}
}

// holds fills in what the clause binds and tests the rest.
func (m *Machine) holds(mt *matcher, f int, owner, subject int64) bool {
	if mt.outcome != 0 && m.mem[owner+hdrOutcome] != int64(mt.outcome) {
		return false
	}
	fp := m.fp
	m.fp = f
	if mt.bindOff >= 0 {
		m.mem[f+mt.bindOff] = owner
	}
	if mt.askOff >= 0 {
		m.mem[f+mt.askOff] = subject
	}
	ok := (mt.while == nil || mt.while(m)) && (mt.is == nil || mt.is(m) == owner)
	if ok {
		of := owner
		if mt.askOff >= 0 {
			of = subject
		}
		for _, t := range mt.args {
			if !t(m, of, subject) {
				ok = false
				break
			}
		}
	}
	ok = ok && (mt.when == nil || mt.when(m))
	m.fp = fp
	return ok
}

func (m *Machine) newFrame(mt *matcher, self, held int64) int {
	f := m.alloc(mt.size)
	if mt.selfOff >= 0 {
		m.mem[f+mt.selfOff] = self
	}
	if mt.heldOff >= 0 {
		m.mem[f+mt.heldOff] = held
	}
	return f
}

// candidate makes the next frame that could do.
func (m *Machine) candidate(mt *matcher, owner int64, cur int) (frame, next int) {
	switch mt.kind {
	case matchPlain:
		if cur > 0 {
			return -1, 0
		}
		m.hooks.began = 0 // it holds from the beginning
		f := m.alloc(mt.size)
		if len(mt.captures) > 0 && mt.base != nil {
			m.captured(mt, f, mt.base(m))
		}
		return f, 1
	case matchRole:
		return m.roleCandidate(mt, owner, cur)
	case matchEach:
		for i := cur; i < len(m.entities); i++ {
			e := m.entities[i]
			if m.mem[e+entAlive] == 0 || mt.record >= 0 && m.mem[e+entRecord] != mt.record {
				continue
			}
			if mt.cond != nil && !m.wears(mt.cond, e) {
				continue
			}
			m.hooks.began = 0
			return m.newFrame(mt, e, None), i + 1
		}
	case matchHelds:
		for i := cur; i < int(m.mem[m.p.heldMark()]); i++ {
			h := m.p.heldAt(i)
			if m.mem[h] == 0 || mt.cond != nil && m.mem[h] != int64(mt.cond.index)+1 {
				continue
			}
			m.hooks.began = m.mem[h+heldSeq]
			if mt.cond == nil {
				return m.newFrame(mt, h, h), i + 1 // rule for h: held
			}
			return m.newFrame(mt, m.mem[h+heldBearer], h), i + 1
		}
	case matchSite:
		for i := cur; i < len(m.ctl); i++ {
			// Innermost last: the cursor counts from the bottom.
			if k := &m.ctl[i]; k.kind == ctlEvent && k.a == mt.site+1 {
				m.hooks.began = 1<<40 + int64(i)
				return k.fp, i + 1
			}
		}
	case matchUntil:
		for i := cur; i < int(m.mem[m.p.heldMark()]); i++ {
			h := m.p.heldAt(i)
			if m.mem[h] == 0 || m.mem[h+heldUntil] != int64(mt.site)+1 {
				continue
			}
			f := m.alloc(mt.size)
			for j, c := range mt.captures {
				m.mem[f+c.inner] = m.mem[h+heldAux+int64(j)]
			}
			m.hooks.held = h
			return f, i + 1
		}
	case matchOnce:
		for i := cur; i < onceCap; i++ {
			o := m.p.onceAt(i)
			if m.mem[o] != int64(mt.site)+1 {
				continue
			}
			f := m.alloc(mt.size)
			for j, c := range mt.captures {
				m.mem[f+c.inner] = m.mem[o+onceHdr+int64(j)]
			}
			m.hooks.held = o
			return f, i + 1
		}
	}
	return -1, 0
}

func (m *Machine) captured(mt *matcher, f, from int) {
	for _, c := range mt.captures {
		m.mem[f+c.inner] = m.mem[from+c.outer]
	}
}

func (m *Machine) roleCandidate(mt *matcher, owner int64, cur int) (frame, next int) {
	who := owner
	if mt.role >= 0 {
		who = m.mem[owner+int64(mt.role)]
	}
	if who == None {
		return -1, 0
	}
	if !mt.perHeld {
		if cur > 0 || mt.cond != nil && !m.wears(mt.cond, who) {
			return -1, 0
		}
		m.hooks.began = 0
		if mt.cond != nil {
			m.hooks.began = m.latestSeq(mt.cond, who)
		}
		return m.newFrame(mt, who, None), 1
	}
	for i := cur; i < int(m.mem[m.p.heldMark()]); i++ {
		h := m.p.heldAt(i)
		if m.mem[h] == int64(mt.cond.index)+1 && m.mem[h+heldBearer] == who {
			m.hooks.began = m.mem[h+heldSeq]
			return m.newFrame(mt, who, h), i + 1
		}
	}
	return -1, 0
}

func (m *Machine) began(*matcher) int64 { return m.hooks.began }
