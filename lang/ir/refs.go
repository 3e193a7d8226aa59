package ir

// References says of every declaration which others it speaks of. A declaration
// is known by its pointer (*Value, *Event, *Condition, ...), a field or parameter
// by its *Local, a member of an enum by Member: so two things of one name are two.
type References map[any]map[any]bool

// Member is one name of an enum.
type Member struct {
	Enum  *Enum
	Index int64
}

// References goes through everything that was checked, proofs too.
func (p *Program) References() References {
	out := References{}
	of := func(d any) *referrer {
		if out[d] == nil {
			out[d] = map[any]bool{}
		}
		return &referrer{out[d]}
	}
	for _, v := range p.Values {
		r := of(v)
		r.locals(v.Params)
		r.typ(v.Type)
		r.expr(v.Body)
		if v.Table != nil {
			for _, row := range v.Table.Rows {
				for _, alt := range row.Patterns {
					r.exprs(alt)
				}
				r.expr(row.Result)
			}
		}
	}
	for _, x := range p.Records {
		r := of(x)
		r.locals(x.Fields)
		for _, d := range x.Fields {
			if o, ok := x.Defaults[d]; ok {
				r.expr(o)
			}
		}
		r.requires(x.Requires)
	}
	for _, x := range p.Resources {
		r := of(x)
		add(r, x.On)
		for _, o := range x.StandsFor {
			add(r, o)
		}
		if x.Amount != nil {
			r.expr(x.Amount.Body)
		}
		r.clause(x.Refill)
	}
	for _, e := range p.Events {
		of(e).event(e)
	}
	for _, m := range p.Moments {
		r := of(m)
		r.locals(m.Params)
		r.pattern(m.Pattern)
	}
	for _, c := range p.Conditions {
		r := of(c)
		add(r, c.On)
		r.locals(c.Params)
		r.expr(c.Derived)
		r.expr(c.While)
		for _, i := range c.Includes {
			add(r, i)
		}
		r.block(c.Block)
	}
	for _, x := range p.Rules {
		of(x).block(x.Block)
	}
	for _, m := range p.Measures {
		r := of(m)
		r.pattern(m.After)
		r.expr(m.Body)
	}
	for _, s := range p.Spaces {
		r := of(s)
		r.expr(s.When)
		for _, h := range s.Hooks {
			add(r, h.Value)
		}
	}
	for _, t := range p.Tactics {
		r := of(t)
		add(r, t.On)
		for _, l := range t.Lines {
			add(r, l.Action)
			r.exprs(l.Fixed)
			r.expr(l.When)
			r.expr(l.Best)
		}
	}
	for _, x := range p.Proofs {
		of(x).proof(x)
	}
	return out
}

// referrer collects what one declaration speaks of.
type referrer struct{ to map[any]bool }

// add notes that a declaration is spoken of, if there is one.
func add[T any](r *referrer, d *T) {
	if d != nil {
		r.to[d] = true
	}
}

func (r *referrer) typ(t *Type) {
	for ; t != nil; t = t.Elem {
		add(r, t.Record)
		add(r, t.Enum)
		add(r, t.Event)
	}
}

func (r *referrer) locals(list []*Local) {
	for _, l := range list {
		r.typ(l.Type)
		r.expr(l.Default)
		r.expr(l.From)
	}
}

func (r *referrer) exprs(list []*Expr) {
	for _, e := range list {
		r.expr(e)
	}
}

func (r *referrer) expr(e *Expr) {
	e.Walk(func(x *Expr) {
		add(r, x.Value)
		add(r, x.Record)
		add(r, x.Enum)
		add(r, x.Event)
		add(r, x.Cond)
		add(r, x.Moment)
		add(r, x.Option)
		add(r, x.Res)
		add(r, x.Local)
		if x.Op == Const && x.Type != nil && x.Type.Kind == EnumKind {
			r.to[x.Type.Enum] = true
			r.to[Member{x.Type.Enum, x.Int}] = true
		}
		if x.Op == MapOp && x.Type != nil && x.Type.Enum != nil {
			for _, k := range x.Keys {
				r.to[Member{x.Type.Enum, k}] = true
			}
		}
	})
}

func (r *referrer) message(m *Message) {
	if m != nil {
		for _, p := range m.Pieces {
			r.expr(p.Expr)
		}
	}
}

func (r *referrer) requires(list []*Require) {
	for _, q := range list {
		r.expr(q.Cond)
		r.message(q.Reason)
	}
}

func (r *referrer) event(e *Event) {
	r.locals(e.Params)
	r.locals(e.Fields)
	for _, s := range e.Stages {
		r.stmts(s.Body)
	}
	for _, l := range e.Asks {
		r.to[l] = true
	}
	r.expr(e.OrderBy)
	for _, t := range e.Tells {
		r.message(t.Text)
		r.expr(t.When)
	}
	for _, w := range e.Ways {
		for _, p := range w.Prices {
			add(r, p.Resource)
		}
		r.pattern(w.Trigger)
		add(r, w.InPlaceOf)
		r.expr(w.Cue)
		r.expr(w.When)
		r.attributes(w.Attributes)
	}
	for _, c := range e.Costs {
		add(r, c.Resource)
		r.expr(c.Amount)
		r.expr(c.When)
	}
	r.requires(e.Requires)
	r.attributes(e.Attributes)
}

func (r *referrer) attributes(list []*Attribute) {
	for _, a := range list {
		r.to[a.Local] = true
		r.expr(a.Value)
	}
}

func (r *referrer) pattern(p *Pattern) {
	if p == nil {
		return
	}
	add(r, p.Event)
	r.args(p.Args)
	r.expr(p.Is)
	r.expr(p.When)
}

func (r *referrer) args(list []PatArg) {
	for _, a := range list {
		add(r, a.Field)
		add(r, a.Attr)
		add(r, a.Value)
		add(r, a.Resource)
		r.expr(a.Expr)
	}
}

func (r *referrer) block(b *Block) {
	if b == nil {
		return
	}
	if b.For != nil {
		r.typ(b.For.Type)
	}
	r.expr(b.While)
	for _, k := range b.Clauses {
		r.clause(k)
	}
}

func (r *referrer) clause(k *Clause) {
	if k == nil {
		return
	}
	r.pattern(k.Pattern)
	r.message(k.Reason)
	add(r, k.Except)
	r.stmts(k.Body)
	if m := k.Modify; m != nil {
		add(r, m.Target)
		r.expr(m.Owner)
		r.args(m.Args)
		r.expr(m.Amount)
		r.expr(m.When)
		r.expr(m.Is)
		r.message(m.Label)
		add(r, m.Bonus)
	}
}

func (r *referrer) stmts(list []*Stmt) {
	EachStmt(list, func(s *Stmt) {
		for _, e := range []*Expr{s.Expr, s.Where, s.Times, s.While, s.Upto, s.By, s.To, s.Delay, s.Target} {
			r.expr(e)
		}
		r.exprs(s.Sorted)
		r.exprs(s.Args)
		r.exprs(s.CondArgs)
		add(r, s.Event)
		add(r, s.Condition)
		add(r, s.Record)
		r.message(s.Message)
		for _, f := range s.Fields {
			r.expr(f.Value)
			add(r, f.Field)
		}
		for _, o := range s.What {
			add(r, o.Action)
			r.exprs(o.Args)
			r.expr(o.Deed)
		}
		for _, k := range s.Until {
			r.clause(k)
		}
		if s.Block != nil {
			for _, k := range s.Block.Clauses {
				inner := *k
				inner.Body = nil // EachStmt visits it
				r.clause(&inner)
			}
		}
		if s.Clause != nil {
			inner := *s.Clause
			inner.Body = nil
			r.clause(&inner)
		}
	})
}

func (r *referrer) proof(p *Proof) {
	for _, o := range p.Options {
		r.to[o.Option] = true
		r.expr(o.Value)
	}
	for _, s := range p.Supposes {
		add(r, s.Value)
		r.expr(s.To)
	}
	for _, d := range p.Domains {
		r.expr(d.In)
	}
	for _, g := range p.Givens {
		add(r, g.Record)
		for _, f := range g.Fields {
			r.expr(f.Value)
			add(r, f.Field)
		}
		if g.Fact != nil {
			r.stmts([]*Stmt{g.Fact})
		}
		add(r, g.Tactic)
		r.expr(g.When)
	}
	for _, s := range p.Steps {
		if s.Stmt != nil {
			r.stmts([]*Stmt{s.Stmt})
		}
		r.deed(s.Deed)
		for _, a := range s.Answers {
			r.deed(a)
		}
		for _, d := range s.Dice {
			add(r, d.Event)
		}
	}
	for _, m := range p.Monitors {
		r.clause(m.Clause)
		r.expr(m.Expr)
	}
	for _, f := range p.Findings {
		r.expr(f.Cond)
		r.expr(f.Left)
		r.expr(f.Right)
		r.deed(f.Deed)
	}
}

func (r *referrer) deed(d *Deed) {
	if d == nil {
		return
	}
	add(r, d.Action)
	add(r, d.For)
	add(r, d.InPlaceOf)
	r.expr(d.Kind)
	r.expr(d.Value)
	r.exprs(d.Args)
}
