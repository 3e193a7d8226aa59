package interp

import "rulec/lang/ir"

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
		sortWords(ev.tallies)
	}
}

func sortWords(s []int64) {
	for i := range s {
		for j := i; j > 0 && s[j] < s[j-1]; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
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
		a.requires = append(a.requires, require{r, c.truth(r.Cond), c.needs(e, r.Cond)})
	}
	for _, k := range e.Costs {
		x := cost{res: k.Resource, amount: c.num(k.Amount)}
		if k.When != nil {
			x.when = c.truth(k.When)
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
		out.when = c.truth(w.When)
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
		for _, arg := range p.Args {
			if arg.Mode != ir.Fill {
				if t := c.argTest(arg); t != nil {
					m.args = append(m.args, t)
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

// forbidden collects the lines that forbid the event whose frame is running.
func (m *Machine) forbidden(ev *event) bool {
	m.refusals = m.refusals[:0]
	if !m.anyForbid(ev, m.fp, m.Listener != nil) {
		return false
	}
	m.mem[m.fp+hdrOutcome] = 1
	if m.Listener != nil {
		m.Listener.Prevented(m, m.fp, ev.ir, m.refusals)
	}
	return true
}

// anyForbid tells whether some line forbids the event at h; all lets it gather
// every one of them.
func (m *Machine) anyForbid(ev *event, h int, all bool) bool {
	found := false
	for _, f := range ev.forbids {
		top := m.top
		frame, _ := m.match(f, int64(h), 0, 0)
		if frame >= 0 {
			found = true
			if all {
				m.refusals = append(m.refusals, Refusal{Forbid: f.clause, Text: m.Say(f.clause.Reason, frame)})
			}
		}
		m.top = top
		if found && !all {
			return true
		}
	}
	return found
}

// legalNow judges an action whose frame is running: first with its price, then
// again after what happened in between.
func (m *Machine) legalNow(ev *event, first bool) bool {
	m.refusals = m.refusals[:0]
	all := m.Listener != nil
	if !first {
		m.count(ev.action, m.fp, -1) // judged without counting itself
	}
	ok := m.judge(ev.action, m.fp, all)
	if !first {
		m.count(ev.action, m.fp, 1)
	}
	if !ok {
		if all {
			m.Listener.Prevented(m, m.fp, ev.ir, m.refusals)
		}
		return false
	}
	if !first {
		return true
	}
	var s spend
	if r := m.plan(ev.action, m.fp, &s); r != nil {
		if all {
			m.refusals = append(m.refusals, Refusal{Price: r, Text: "cannot pay " + r.Printed})
			m.Listener.Prevented(m, m.fp, ev.ir, m.refusals)
		}
		return false
	}
	m.pay(ev.action, m.fp, &s)
	return true
}

func (m *Machine) pay(a *action, h int, s *spend) {
	who := m.mem[h+hdrSize]
	if who == None {
		return
	}
	for i, r := range m.p.ir.Resources {
		if s.used[i] > 0 {
			spent := m.p.resources[i].spent
			m.mem[who+spent] += s.used[i]
			if m.Listener != nil {
				left := m.amount(r, who) - m.mem[who+spent]
				m.Listener.Assigned(m, int(who), r.Spent, left+s.used[i], left, nil)
			}
		}
	}
	m.count(a, h, 1)
}

// count adds an act to the counters that count it.
func (m *Machine) count(a *action, h int, n int64) {
	who := m.mem[h+hdrSize]
	if who == None {
		return
	}
	for _, off := range a.tallies {
		m.mem[who+off] += n
	}
}

// judge tests the require and forbid lines of an act at h. all gathers every
// failing reason.
func (m *Machine) judge(a *action, h int, all bool) bool {
	ok := true
	fp := m.fp
	m.fp = h
	for i := range a.requires {
		r := &a.requires[i]
		top := m.top
		holds := r.cond(m)
		if !holds && all {
			m.refusals = append(m.refusals, Refusal{Require: r.ir, Text: m.Say(r.ir.Reason, h)})
		}
		m.top = top
		if !holds {
			ok = false
			if !all {
				break
			}
		}
	}
	m.fp = fp
	if !ok && !all {
		return false
	}
	return !m.anyForbid(a.event, h, all) && ok
}

// saveTallies lets the counters of an event begin anew; the enclosing run of the
// same event gets its own back when this one is over.
func (m *Machine) saveTallies(ev *event, h int) {
	n := len(ev.tallies)
	at := m.alloc(n * len(m.entities))
	m.mem[h+hdrTally] = int64(at)
	for i, e := range m.entities {
		if m.mem[e+entRecord] != int64(m.p.ir.Actor.Index) {
			continue
		}
		for j, off := range ev.tallies {
			m.mem[at+i*n+j] = m.mem[e+off]
			m.mem[e+off] = 0
		}
	}
}

func (m *Machine) restoreTallies(ev *event, h int) {
	n := len(ev.tallies)
	at := int(m.mem[h+hdrTally])
	if at == 0 {
		return
	}
	for i, e := range m.entities {
		if m.mem[e+entRecord] != int64(m.p.ir.Actor.Index) {
			continue
		}
		for j, off := range ev.tallies {
			m.mem[e+off] = m.mem[at+i*n+j]
		}
	}
}

// actNative lowers what asks about deeds.
func (c *compiler) actNative(e *ir.Expr) numFn {
	switch e.Native {
	case "tally":
		who := c.num(e.Args[0])
		off, ok := c.p.lay.tallies[tallyKey{e.Args[1].Event, e.Args[2].Event}]
		if !ok || e.Args[1].Op != ir.ActionOp || e.Args[2].Op != ir.EventOp {
			c.bug(e.Span, "`tally` wants the names of an action and an event")
			return func(*Machine) int64 { return 0 }
		}
		return func(m *Machine) int64 { return m.mem[who(m)+int64(off)] }
	case "stands_in":
		who, what := c.num(e.Args[0]), c.num(e.Args[1])
		return func(m *Machine) int64 { return m.standsIn(who(m), what(m)) }
	}
	deed, who := c.num(e.Args[0]), c.num(e.Args[1])
	switch e.Native {
	case "possible":
		return func(m *Machine) int64 { return b2i(m.possible(deed(m), who(m), false)) }
	case "affordable":
		return func(m *Machine) int64 { return b2i(m.affordable(deed(m), who(m))) }
	}
	return func(m *Machine) int64 {
		top := m.top
		// Somebody may be gathering reasons of whom this text is one.
		gathered := append([]Refusal(nil), m.refusals...)
		defer func() { m.refusals = append(m.refusals[:0], gathered...) }()
		m.refusals = m.refusals[:0]
		m.possible(deed(m), who(m), true)
		s := ""
		for i, r := range m.refusals {
			if i > 0 {
				s += "; "
			}
			s += r.Text
		}
		m.top = top
		return m.intern(s)
	}
}

// deedFrame lays a deed out as the frame of its action.
func (m *Machine) deedFrame(deed, who int64) (*action, int) {
	a := m.p.events[m.mem[deed]].action
	h := m.alloc(a.event.size)
	m.mem[h+hdrEvent] = int64(a.event.ir.Index)
	m.mem[h+hdrSize] = who
	for i := range a.params {
		m.mem[h+a.params[i].off] = m.mem[deed+2+int64(i)]
	}
	return a, h
}

func (m *Machine) possible(deed, who int64, all bool) bool {
	top := m.top
	a, h := m.deedFrame(deed, who)
	ok := m.judge(a, h, all)
	m.top = top
	return ok
}

// affordable tells whether a turn's means could pay for a deed by some way.
func (m *Machine) affordable(deed, who int64) bool {
	top := m.top
	a, h := m.deedFrame(deed, who)
	ok := false
	for _, en := range a.price {
		m.mem[h+hdrWay], m.mem[h+hdrVia] = int64(en.way)+1, int64(en.via)+1
		var s spend
		ok = ok || m.plan(a, h, &s) == nil
	}
	for i := range a.ways {
		if a.ways[i].ir.InPlaceOf != nil {
			m.mem[h+hdrWay], m.mem[h+hdrVia] = int64(i)+1, 0
			var s spend
			ok = ok || m.plan(a, h, &s) == nil
		}
	}
	m.top = top
	return ok
}

// standsIn lists the deeds that may stand in for an action.
func (m *Machine) standsIn(who, what int64) int64 {
	a := m.p.events[what].action
	m.deeds = m.deeds[:0]
	if a != nil {
		for i := range a.self {
			if a.self[i].action != a {
				m.enumerate(&a.self[i], who, 0, nil, (*Machine).collect)
			}
		}
	}
	at := m.alloc(len(m.deeds) + 1)
	m.mem[at] = int64(len(m.deeds))
	for i, d := range m.deeds {
		n := len(d.action.params)
		t := m.alloc(2 + n)
		m.mem[t], m.mem[t+1] = int64(d.Action.Index), -1
		copy(m.mem[t+2:t+2+n], d.Args[:n])
		m.mem[at+1+i] = int64(t)
	}
	return int64(at)
}

func (c *compiler) actionIndexes(keep func(*ir.Event) bool) []int64 {
	var out []int64
	for _, e := range c.p.ir.Events {
		if e.Action && keep(e) {
			out = append(out, int64(e.Index))
		}
	}
	return out
}

func (c *compiler) replaces(e *ir.Expr) numFn {
	x := c.num(e.Args[0])
	return func(m *Machine) int64 {
		a := m.p.events[x(m)].action
		at := m.alloc(len(a.ways) + 1)
		n := 0
		for i := range a.ways {
			if o := a.ways[i].ir.InPlaceOf; o != nil {
				n++
				m.mem[at+n] = int64(o.Index)
			}
		}
		m.mem[at] = int64(n)
		return int64(at)
	}
}
