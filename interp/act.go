package interp

import (
	"slices"

	"rulec/lang/ir"
)

// action is what a linked event has more when it is an action.
type action struct {
	event    *event
	requires []require
	costs    []cost
	ways     []way
	params   []param
	attrs    map[*ir.Local]func(m *Machine, h int64) int64
	self     []entry // itself where it is offered by name, and what stands in for it
	price    []entry // itself by its prices
	tallies  []int64 // counters that count it
}

type require struct {
	ir    *ir.Require
	cond  truthFn
	after int // it can be judged once so many parameters are known
}

type cost struct {
	res    *ir.Resource
	amount numFn
	when   truthFn
}

type way struct {
	ir        *ir.Way
	when      truthFn
	answerers *answerers // of a reaction, or nil
	early     bool       // when speaks of no parameter
	cue       numFn
	trigger   *matcher
	fills     []fill
}

// fill takes an action's parameter from the event that is answered.
type fill struct {
	param int
	read  func(m *Machine, owner int64) int64
}

type param struct {
	ir   *ir.Local
	off  int
	from numFn // a list, or nil: all living, all members, both truths
	kind ir.Kind
	n    int64
	rec  int64
	def  numFn
	// Of `from paths(who, budget)`: any way the space allows may be given, not only
	// the one way to each place that is offered.
	pathWho, pathBudget numFn
}

// entry is one way to come to an action: at a price, in place of another, or as
// an answer.
type entry struct {
	action *action
	way    int
	via    int // index of the way of the action it stands in for, -1 else
	viaOf  *action
	cue    *cueMatch
	index  int
	fixed  []numFn // arguments of a deed that is offered as data
}

// cueMatch answers at a moment that somebody holds as data.
type cueMatch struct {
	moment *ir.Moment
	match  *matcher
	params []int
}

func (c *compiler) actions() {
	for _, e := range c.p.ir.Events {
		if e.Action {
			a := &action{event: c.p.events[e.Index], attrs: map[*ir.Local]func(*Machine, int64) int64{}}
			c.p.events[e.Index].action = a
		}
	}
	for _, ev := range c.p.events {
		if ev.action != nil {
			c.actionParts(ev.action)
		}
	}
	for _, ev := range c.p.events {
		a := ev.action
		if a == nil {
			continue
		}
		a.self = []entry{{action: a, way: -1, via: -1}}
		for i, w := range a.ways {
			if w.ir.Trigger == nil && w.ir.Cue == nil && w.ir.InPlaceOf == nil {
				a.price = append(a.price, entry{action: a, way: i, via: -1})
			}
		}
		for _, o := range c.p.events {
			if o.action == nil {
				continue
			}
			for i, w := range o.action.ways {
				if w.ir.InPlaceOf != ev.ir {
					continue
				}
				a.self = append(a.self, entry{action: o.action, way: i, via: -1})
				for j, own := range a.ways {
					if own.ir.Trigger == nil && own.ir.Cue == nil && own.ir.InPlaceOf == nil {
						a.price = append(a.price, entry{action: o.action, way: i, via: j, viaOf: a})
					}
				}
			}
		}
	}
	for k, off := range c.p.lay.tallies {
		c.p.events[k.event.Index].tallies = append(c.p.events[k.event.Index].tallies, int64(off))
		if a := c.p.events[k.action.Index].action; a != nil {
			a.tallies = append(a.tallies, int64(off))
		}
	}
	for _, ev := range c.p.events {
		slices.Sort(ev.tallies)
	}
}

func (c *compiler) actionParts(a *action) {
	e := a.event.ir
	for _, p := range e.Params {
		x := param{ir: p, off: c.off(p), kind: p.Type.Kind}
		switch {
		case p.From != nil:
			x.from = c.num(p.From)
			if f := p.From; f.Op == ir.NativeOp && f.Native == "paths" && c.p.space != "" {
				x.pathWho, x.pathBudget = c.num(f.Args[0]), c.num(f.Args[1])
			}
		case p.Type.Kind == ir.EnumKind:
			x.n = int64(len(p.Type.Enum.Members))
		case p.Type.Kind == ir.Bool:
			x.n = 2
		case p.Type.Entity():
			x.rec = int64(p.Type.Record.Index)
			if p.Type.Record.Any {
				x.rec = -1
			}
		}
		if p.Default != nil {
			x.def = c.num(p.Default)
		}
		a.params = append(a.params, x)
	}
	for _, r := range e.Requires {
		if r.Advise {
			continue
		}
		a.requires = append(a.requires, require{r, c.deciding(RequirePoint, r.Cond), c.needs(e, r.Cond)})
	}
	for _, k := range e.Costs {
		x := cost{res: k.Resource, amount: c.noting(CostPoint, k.Span, c.num(k.Amount))}
		if k.When != nil {
			x.when = c.deciding(WhenPoint, k.When)
		}
		a.costs = append(a.costs, x)
	}
	for _, w := range e.Ways {
		a.ways = append(a.ways, c.way(a, w))
	}
	for _, l := range c.p.ir.Attributes {
		a.attrs[l] = c.attributeFn(e, l)
	}
}

// needs counts the parameters a formula speaks of: the place of the last one.
func (c *compiler) needs(e *ir.Event, x *ir.Expr) int {
	n := 0
	x.Walk(func(y *ir.Expr) {
		if y.Op == ir.FrameOp {
			n = len(e.Params)
		}
		for i, p := range e.Params {
			if y.Local == p {
				n = max(n, i+1)
			}
		}
	})
	return n
}

func (c *compiler) way(a *action, w *ir.Way) way {
	out := way{ir: w, answerers: c.p.answerers[w]}
	if w.When != nil {
		out.when = c.deciding(WhenPoint, w.When)
		out.early = needsNone(w.When, a.event.ir.Params)
	}
	if w.Cue != nil {
		out.cue = c.num(w.Cue)
	}
	if p := w.Trigger; p != nil {
		// The pattern is matched in a frame of the action, so that it can speak of self.
		m := &matcher{kind: matchPlain, selfOff: -1, heldOff: -1, bindOff: -1, askOff: -1, role: roleNone}
		if p.Bind != nil {
			m.bindOff = c.off(p.Bind)
		}
		if p.Outcome != -1 {
			m.outcome = outcomeWord(p.Outcome)
		}
		for j, arg := range p.Args {
			if arg.Mode != ir.Fill {
				if t := c.argTest(arg); t != nil {
					m.test(t, &p.Args[j])
				}
				continue
			}
			for i, l := range a.event.ir.Params {
				if l == arg.Fill {
					out.fills = append(out.fills, fill{i, c.reader(arg)})
				}
			}
		}
		out.trigger = m
	}
	return out
}

// reader reads the part of an event that a pattern's argument names.
func (c *compiler) reader(a ir.PatArg) func(m *Machine, owner int64) int64 {
	switch {
	case a.Field != nil:
		off := int64(c.off(a.Field))
		return func(m *Machine, owner int64) int64 { return m.mem[owner+off] }
	case a.Value != nil:
		v := c.p.value(a.Value)
		return func(m *Machine, owner int64) int64 { return m.askOf(v, owner) }
	case a.Attr != nil:
		return c.attributeOf(a.Attr)
	case a.Builtin == "action":
		return func(m *Machine, owner int64) int64 { return m.mem[owner+hdrEvent] }
	}
	return func(m *Machine, owner int64) int64 { return m.mem[owner+hdrSize] }
}

// attributeFn reads an attribute of one action in a frame of it.
func (c *compiler) attributeFn(e *ir.Event, l *ir.Local) func(m *Machine, h int64) int64 {
	lower := func(x *ir.Expr) func(m *Machine, h int64) int64 {
		f := c.num(x)
		return func(m *Machine, h int64) int64 {
			fp := m.fp
			m.fp = int(h)
			v := f(m)
			m.fp = fp
			return v
		}
	}
	base := lower(attributeExpr(e, l))
	ways := map[int64]func(*Machine, int64) int64{}
	for i, w := range e.Ways {
		for _, x := range w.Attributes {
			if x.Local == l {
				ways[int64(i)+1] = lower(x.Value)
			}
		}
	}
	if len(ways) == 0 {
		return base
	}
	return func(m *Machine, h int64) int64 {
		if f := ways[m.mem[h+hdrWay]]; f != nil {
			return f(m, h)
		}
		return base(m, h)
	}
}

// attributeOf reads an attribute of whatever action runs at h.
func (c *compiler) attributeOf(l *ir.Local) func(m *Machine, h int64) int64 {
	p := c.p
	return func(m *Machine, h int64) int64 {
		return p.events[m.mem[h+hdrEvent]].action.attrs[l](m, h)
	}
}

func (c *compiler) attribute(e *ir.Expr) numFn {
	x := c.num(e.Args[0])
	if e.Str == "action" { // of an action by itself: only what needs no frame
		l := e.Local
		return func(m *Machine) int64 {
			a := m.p.events[x(m)].action
			f := m.alloc(a.event.size)
			v := a.attrs[l](m, int64(f))
			return v
		}
	}
	at := c.attributeOf(e.Local)
	return func(m *Machine) int64 { return at(m, x(m)) }
}

// priceIncludes tells whether the way of an act names a resource, as declared.
func (m *Machine) priceIncludes(h int64, res *ir.Resource) bool {
	a := m.p.events[m.mem[h+hdrEvent]].action
	w := m.mem[h+hdrWay]
	if a == nil || w == 0 {
		return false
	}
	prices := a.ways[w-1].ir.Prices
	if via := m.mem[h+hdrVia]; via > 0 {
		if o := a.ways[w-1].ir.InPlaceOf; o != nil {
			prices = o.Ways[via-1].Prices
		}
	}
	for _, p := range prices {
		if p.Resource == res {
			return true
		}
	}
	return false
}

// spend plans what is paid for: each unit from the resource itself while any is
// left, else from the first that stands in for it.
type spend struct {
	used [maxResources]int64
}

const maxResources = 32

// resource is a linked resource: what there is of it, and where what was spent lies.
type resource struct {
	amount *value
	fixed  int64 // the amount, where nothing can change it
	spent  int64
	alone  bool // the amount is fixed and nothing stands in for it
}

func (c *compiler) resources() {
	for _, r := range c.p.ir.Resources {
		x := resource{amount: c.p.value(r.Amount), fixed: None, spent: int64(c.off(r.Spent))}
		if c.canInline(r.Amount) {
			if k, ok := c.constant(r.Amount.Body); ok {
				x.fixed = k
			}
		}
		x.alone = x.fixed != None
		for _, o := range c.p.ir.Resources {
			x.alone = x.alone && !standsFor(o, r)
		}
		c.p.resources = append(c.p.resources, x)
	}
	if v := c.p.ir.AskOrder; v != nil {
		c.p.askOrder = c.p.value(v)
	}
}

// amount is what there is of a resource before anything is spent.
func (m *Machine) amount(r *ir.Resource, who int64) int64 {
	x := &m.p.resources[r.Index]
	if x.fixed != None {
		return x.fixed
	}
	return m.askOf(x.amount, who)
}

func (m *Machine) left(who int64, r *ir.Resource, s *spend) int64 {
	return m.amount(r, who) - m.mem[who+m.p.resources[r.Index].spent] - s.used[r.Index]
}

func (m *Machine) take(who int64, r *ir.Resource, n int64, s *spend) bool {
	for ; n > 0; n-- {
		if m.left(who, r, s) > 0 {
			s.used[r.Index]++
			continue
		}
		found := false
		for _, o := range m.p.ir.Resources {
			if o.On == r.On && standsFor(o, r) && m.left(who, o, s) > 0 {
				s.used[o.Index]++
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

func standsFor(o, r *ir.Resource) bool {
	for _, x := range o.StandsFor {
		if x == r {
			return true
		}
	}
	return false
}

// plan works out the payment of an act whose frame lies at h. It tells what
// cannot be paid, or nil.
func (m *Machine) plan(a *action, h int, s *spend) *ir.Resource {
	who := m.mem[h+hdrSize]
	if w := m.mem[h+hdrWay]; w > 0 {
		prices := a.ways[w-1].ir.Prices
		if via := m.mem[h+hdrVia]; via > 0 {
			if o := a.ways[w-1].ir.InPlaceOf; o != nil {
				prices = o.Ways[via-1].Prices
			}
		}
		for _, p := range prices {
			if !m.take(who, p.Resource, int64(p.Amount), s) {
				return p.Resource
			}
		}
	}
	for i := range a.costs {
		k := &a.costs[i]
		fp, top := m.fp, m.top
		m.fp = h
		n := int64(0)
		if k.when == nil || k.when(m) {
			n = k.amount(m)
		}
		m.fp, m.top = fp, top
		if n > 0 && !m.take(who, k.res, n, s) {
			return k.res
		}
	}
	return nil
}
