package interp

import "rulec/lang/ir"

// EachExpr visits the root of every expression of a program, in order of
// declaration.
func EachExpr(p *ir.Program, visit func(*ir.Expr)) {
	eachPart(p, visit, func(*ir.Local) {})
}

// eachPart also visits the cells that patterns and captures read.
func eachPart(p *ir.Program, visit func(*ir.Expr), reads func(*ir.Local)) {
	see := func(e *ir.Expr) {
		if e != nil {
			visit(e)
		}
	}
	message := func(m *ir.Message) {
		if m != nil {
			for _, x := range m.Pieces {
				see(x.Expr)
			}
		}
	}
	var clause func(k *ir.Clause)
	var stmts func(list []*ir.Stmt)
	pattern := func(q *ir.Pattern) {
		if q == nil {
			return
		}
		see(q.Is)
		see(q.When)
		for _, a := range q.Args {
			see(a.Expr)
			reads(a.Field)
		}
	}
	stmts = func(list []*ir.Stmt) {
		for _, s := range list {
			eachExprOf(s, see)
			for _, a := range s.Arms {
				stmts(a.Body)
			}
			for _, k := range s.Until {
				clause(k)
			}
			if s.Clause != nil {
				clause(s.Clause)
			}
			message(s.Message)
			stmts(s.Body)
			stmts(s.Else)
		}
	}
	clause = func(k *ir.Clause) {
		for _, x := range k.Captures {
			reads(x.Outer)
		}
		pattern(k.Pattern)
		message(k.Reason)
		if m := k.Modify; m != nil {
			see(m.Owner)
			see(m.Is)
			see(m.Amount)
			see(m.When)
			for _, a := range m.Args {
				see(a.Expr)
				reads(a.Field)
			}
			message(m.Label)
		}
		stmts(k.Body)
	}
	requires := func(list []*ir.Require) {
		for _, r := range list {
			see(r.Cond)
			message(r.Reason)
		}
	}
	locals := func(list []*ir.Local) {
		for _, l := range list {
			see(l.Default)
			see(l.From)
		}
	}
	for _, r := range p.Records {
		locals(r.Fields)
		requires(r.Requires)
	}
	for _, v := range p.Values {
		see(v.Body)
		locals(v.Params)
		if v.Table != nil {
			for _, row := range v.Table.Rows {
				see(row.Result)
				for _, alt := range row.Patterns {
					for _, e := range alt {
						see(e)
					}
				}
			}
		}
	}
	for _, e := range p.Events {
		locals(e.Params)
		locals(e.Fields)
		see(e.OrderBy)
		for _, t := range e.Tells {
			see(t.When)
			message(t.Text)
		}
		requires(e.Requires)
		for _, s := range e.Stages {
			stmts(s.Body)
		}
		for _, w := range e.Ways {
			pattern(w.Trigger)
			see(w.Cue)
			see(w.When)
			for _, a := range w.Attributes {
				see(a.Value)
			}
		}
		for _, c := range e.Costs {
			see(c.Amount)
			see(c.When)
		}
		for _, a := range e.Attributes {
			see(a.Value)
		}
	}
	for _, b := range p.Blocks {
		see(b.While)
		for _, k := range b.Clauses {
			clause(k)
		}
	}
	for _, c := range p.Conditions {
		see(c.Derived)
		see(c.While)
	}
	for _, m := range p.Moments {
		pattern(m.Pattern)
	}
	for _, m := range p.Measures {
		pattern(m.After)
		see(m.Body)
	}
	for _, t := range p.Tactics {
		for _, l := range t.Lines {
			see(l.When)
			see(l.Best)
		}
	}
	locals(p.Attributes)
}
