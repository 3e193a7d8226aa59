package lint

import (
	"rulec/lang/ir"
	"rulec/lang/source"
)

// member is one member of an enum, or one outcome of an event.
type member struct {
	of any // *ir.Enum or *ir.Event
	i  int64
}

// use is one place where something is mentioned.
type use struct {
	at    source.Span
	owner *ir.Decl // the declaration it stands in
	proof bool
}

// role tells what a formula is for.
type role uint8

const (
	plainRole    role = iota
	whenRole          // of a handler, modifier, forbid, way, cost, tell
	whileRole         // of a condition, rule or loop
	ifRole            //
	requireRole       // of data or a deed; advice too
	tacticRole        // of a tactic's line, which a player's wishes fill
	findingRole       // of a proof
	approvedRole      // set by a proof: a given, an option
)

// formula is a whole formula with the declaration it stands in.
type formula struct {
	expr  *ir.Expr
	role  role
	owner *ir.Decl
	proof bool
}

// write is a place where a field or local comes by a value.
type write struct {
	stmt  *ir.Stmt // the assignment or roll, or nil where something is made with it
	value *ir.Expr
	at    source.Span
	owner *ir.Decl
	proof bool
}

// index knows who mentions what in a program.
//
// Things are known by their pointers: *ir.Value, *ir.Event, *ir.Condition,
// *ir.Moment, *ir.Resource, *ir.Bonus, *ir.Option, *ir.Tactic, *ir.Record,
// *ir.Local (fields, parameters and lets), and by member.
type index struct {
	uses     map[any][]use
	writes   map[*ir.Local][]write
	granted  map[*ir.Resource]bool // some line gives more of it than its amount
	started  map[*ir.Event][]use   // do, offer, deeds: what makes it happen
	formulas []formula
	clauses  []*ir.Clause
	owners   map[*ir.Clause]*ir.Decl
	whole    map[*ir.Enum]bool      // all members are meant at once: it is listed, ordered or counted with
	outcomes map[*ir.Enum]*ir.Event // whose outcomes an enum is

	owner *ir.Decl // while it is made
	proof bool
}

func newIndex(p *ir.Program) *index {
	x := &index{uses: map[any][]use{}, writes: map[*ir.Local][]write{}, started: map[*ir.Event][]use{}, granted: map[*ir.Resource]bool{},
		owners: map[*ir.Clause]*ir.Decl{}, whole: map[*ir.Enum]bool{}, outcomes: map[*ir.Enum]*ir.Event{}}
	for _, e := range p.Events {
		if e.OutcomeEnum != nil {
			x.outcomes[e.OutcomeEnum] = e
		}
	}
	for _, r := range p.Records {
		x.in(&r.Decl)
		for _, f := range r.Fields {
			x.formula(f.Default, plainRole)
		}
		x.requires(r.Requires)
		for _, f := range append(append([]*ir.Local(nil), p.AnyEntity.Fields...), r.Fields...) {
			x.formula(r.Defaults[f], plainRole)
		}
	}
	for _, v := range p.Values {
		x.value(v, &v.Decl)
	}
	for _, b := range p.Bonuses {
		x.in(&b.Decl)
		mentions(x, b.Within, b.Span)
	}
	for _, r := range p.Resources {
		if r.Amount != nil {
			x.value(r.Amount, &r.Decl)
		}
		x.in(&r.Decl)
		x.clause(r.Refill)
		for _, o := range r.StandsFor {
			x.use(o, r.Span)
		}
	}
	for _, l := range p.Attributes {
		x.in(nil)
		x.formula(l.Default, plainRole)
	}
	for _, e := range p.Events {
		x.event(e)
	}
	for _, m := range p.Moments {
		x.in(&m.Decl)
		x.pattern(m.Pattern)
	}
	for _, c := range p.Conditions {
		x.in(&c.Decl)
		x.formula(c.Derived, plainRole)
		x.formula(c.While, whileRole)
		for _, o := range c.Includes {
			x.use(o, c.Span)
		}
		for _, l := range c.Params {
			x.formula(l.Default, plainRole)
		}
		x.block(c.Block)
	}
	for _, m := range p.Measures {
		x.in(&m.Decl)
		x.pattern(m.After)
		x.formula(m.Body, plainRole)
	}
	for _, r := range p.Rules {
		x.in(&r.Decl)
		x.block(r.Block)
	}
	for _, s := range p.Spaces {
		x.in(&s.Decl)
		x.formula(s.When, whenRole)
		for _, h := range s.Hooks {
			if h.Value != nil {
				x.use(h.Value, h.Span)
				for _, l := range h.Value.Params {
					x.use(l, h.Span) // the space says what it hands over
				}
			}
		}
	}
	for _, t := range p.Tactics {
		x.in(&t.Decl)
		for _, l := range t.Lines {
			mentions(x, l.Action, l.Span)
			for _, e := range l.Fixed {
				x.formula(e, plainRole)
			}
			x.formula(l.When, tacticRole)
			x.formula(l.Best, plainRole)
		}
	}
	x.in(nil)
	if p.Entry != nil {
		x.start(p.Entry, source.Span{})
	}
	if p.AskOrder != nil {
		x.use(p.AskOrder, source.Span{})
	}
	x.proof = true
	for _, pr := range p.Proofs {
		x.proofOf(pr)
	}
	return x
}

func (x *index) in(d *ir.Decl) { x.owner = d }

func (x *index) use(what any, at source.Span) {
	x.uses[what] = append(x.uses[what], use{at, x.owner, x.proof})
}

// mentions notes that a thing is spoken of, if there is one.
func mentions[T any](x *index, what *T, at source.Span) {
	if what != nil {
		x.use(what, at)
	}
}

func (x *index) start(e *ir.Event, at source.Span) {
	if e != nil {
		x.use(e, at)
		x.started[e] = append(x.started[e], use{at, x.owner, x.proof})
	}
}

// used tells whether anything mentions a thing, from outside its own declaration.
func (x *index) used(what any, own *ir.Decl) bool {
	for _, u := range x.uses[what] {
		if own == nil || u.owner != own {
			return true
		}
	}
	return false
}

func (x *index) value(v *ir.Value, owner *ir.Decl) {
	x.in(owner)
	for _, l := range v.Params {
		x.formula(l.Default, plainRole)
	}
	x.formula(v.Body, plainRole)
	if v.Table != nil {
		for _, r := range v.Table.Rows {
			for _, alts := range r.Patterns {
				for _, e := range alts {
					x.formula(e, plainRole)
				}
			}
			x.formula(r.Result, plainRole)
		}
	}
}

func (x *index) event(e *ir.Event) {
	x.in(&e.Decl)
	for _, l := range e.Params {
		x.formula(l.Default, plainRole)
		x.formula(l.From, plainRole)
	}
	for _, l := range e.Fields {
		x.formula(l.Default, plainRole)
	}
	for _, l := range e.Asks {
		x.use(l, l.Span)
	}
	x.formula(e.OrderBy, plainRole)
	for _, t := range e.Tells {
		x.message(t.Text)
		x.formula(t.When, whenRole)
	}
	for _, w := range e.Ways {
		for _, p := range w.Prices {
			mentions(x, p.Resource, w.Span)
		}
		x.pattern(w.Trigger)
		mentions(x, w.InPlaceOf, w.Span)
		x.formula(w.Cue, plainRole)
		x.formula(w.When, whenRole)
		x.attributes(w.Attributes)
	}
	for _, k := range e.Costs {
		mentions(x, k.Resource, k.Span)
		x.formula(k.Amount, plainRole)
		x.formula(k.When, whenRole)
	}
	x.requires(e.Requires)
	x.attributes(e.Attributes)
	for _, s := range e.Stages {
		x.stmts(s.Body)
	}
}

func (x *index) attributes(list []*ir.Attribute) {
	for _, a := range list {
		x.formula(a.Value, plainRole)
	}
}

func (x *index) requires(list []*ir.Require) {
	for _, r := range list {
		x.formula(r.Cond, requireRole)
		x.message(r.Reason)
	}
}

func (x *index) block(b *ir.Block) {
	if b == nil {
		return
	}
	if b.Rule != nil {
		x.formula(b.While, whileRole)
	}
	for _, k := range b.Clauses {
		x.clause(k)
	}
}

func (x *index) clause(k *ir.Clause) {
	if k == nil {
		return
	}
	x.clauses = append(x.clauses, k)
	x.owners[k] = x.owner
	x.pattern(k.Pattern)
	if m := k.Modify; m != nil {
		mentions(x, m.Target, k.Span)
		x.formula(m.Owner, plainRole)
		x.args(m.Args)
		x.formula(m.Amount, plainRole)
		mentions(x, m.Bonus, k.Span)
		x.formula(m.When, whenRole)
		x.message(m.Label)
		x.formula(m.Is, plainRole)
	}
	x.message(k.Reason)
	mentions(x, k.Except, k.Span)
	for _, c := range k.Captures {
		x.use(c.Outer, k.Span)
	}
	mentions(x, k.Resource, k.Span)
	x.stmts(k.Body)
}

func (x *index) pattern(p *ir.Pattern) {
	if p == nil {
		return
	}
	if p.Event != nil {
		x.use(p.Event, p.Span)
		if p.Outcome >= 0 {
			x.use(member{p.Event, int64(p.Outcome)}, p.Span)
		}
	}
	x.args(p.Args)
	x.formula(p.Is, plainRole)
	x.formula(p.When, whenRole)
}

func (x *index) args(list []ir.PatArg) {
	for _, a := range list {
		mentions(x, a.Field, a.Span)
		mentions(x, a.Value, a.Span)
		mentions(x, a.Attr, a.Span)
		mentions(x, a.Fill, a.Span)
		mentions(x, a.Resource, a.Span)
		x.formula(a.Expr, plainRole)
	}
}

func (x *index) message(m *ir.Message) {
	if m == nil {
		return
	}
	for _, p := range m.Pieces {
		x.formula(p.Expr, plainRole)
	}
}
