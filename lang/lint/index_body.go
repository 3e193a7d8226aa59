package lint

import (
	"rulec/lang/ir"
	"rulec/lang/source"
)

// What statements, formulas and proofs mention.

func (x *index) stmts(list []*ir.Stmt) {
	for _, s := range list {
		if s != nil {
			x.stmt(s)
		}
	}
}

func (x *index) stmt(s *ir.Stmt) {
	switch s.Kind {
	case ir.AssignStmt:
		x.assign(s)
	case ir.IfStmt:
		x.formula(s.Expr, ifRole)
	case ir.DoStmt:
		x.start(s.Event, s.Span)
		x.formula(s.Expr, plainRole)
	case ir.EndStmt:
		if s.Event != nil && s.Outcome >= 0 {
			x.writeOutcome(s)
		}
	case ir.RollStmt:
		x.formula(s.Expr, plainRole)
		if s.Target != nil {
			x.assign(s)
		} else if s.Var != nil {
			x.wrote(s.Var, s, s.Expr)
		}
	default:
		x.formula(s.Expr, plainRole)
		if s.Target != nil {
			x.assign(s)
		}
	}
	if s.Kind == ir.LetStmt && s.Var != nil {
		x.wrote(s.Var, s, s.Expr)
	}
	x.formula(s.Where, whenRole)
	for _, e := range s.Sorted {
		x.formula(e, plainRole)
	}
	x.formula(s.Times, plainRole)
	x.formula(s.While, whileRole)
	x.formula(s.Upto, plainRole)
	for _, e := range s.Args {
		x.formula(e, plainRole)
	}
	if s.Block != nil {
		for _, k := range s.Block.Clauses {
			x.clause(k)
		}
	}
	for _, a := range s.Arms {
		if s.Event != nil && a.Outcome >= 0 {
			x.use(member{s.Event, int64(a.Outcome)}, a.Span)
		}
		x.stmts(a.Body)
	}
	for _, o := range s.What {
		x.start(o.Action, s.Span)
		for _, e := range o.Args {
			x.formula(e, plainRole)
		}
		x.formula(o.Deed, plainRole)
	}
	x.formula(s.By, plainRole)
	x.formula(s.To, plainRole)
	mentions(x, s.Condition, s.Span)
	for _, e := range s.CondArgs {
		x.formula(e, plainRole)
	}
	for _, k := range s.Until {
		x.clause(k)
	}
	x.message(s.Message)
	x.clause(s.Clause)
	x.formula(s.Delay, plainRole)
	mentions(x, s.Record, s.Span)
	for _, f := range s.Fields {
		x.wrote(f.Field, nil, f.Value)
		x.formula(f.Value, plainRole)
	}
	x.stmts(s.Body)
	x.stmts(s.Else)
}

func (x *index) writeOutcome(s *ir.Stmt) {
	l := member{s.Event, int64(s.Outcome)}
	x.uses[ended(l)] = append(x.uses[ended(l)], use{s.Span, x.owner, x.proof})
}

// ended is an outcome as something ends with it.
type ended member

func (x *index) wrote(l *ir.Local, s *ir.Stmt, value *ir.Expr) {
	if l != nil {
		at := source.Span{}
		if s != nil {
			at = s.Span
		} else if value != nil {
			at = value.Span
		}
		x.writes[l] = append(x.writes[l], write{s, value, at, x.owner, x.proof})
	}
}

// assign notes what an assignment changes; what stands in front of the field is read.
func (x *index) assign(s *ir.Stmt) {
	t := s.Target
	for t != nil && t.Op == ir.IndexOp {
		x.formula(t.Args[1], plainRole)
		t = t.Args[0]
	}
	if t != nil && (t.Op == ir.FieldOp || t.Op == ir.LocalOp) {
		x.wrote(t.Local, s, s.Expr)
		for _, a := range t.Args {
			x.formula(a, plainRole)
		}
	} else {
		if t != nil && t.Op == ir.SpendOp {
			x.granted[t.Res] = true
		}
		x.formula(t, plainRole)
	}
	x.formula(s.Expr, plainRole)
}

func (x *index) formula(e *ir.Expr, r role) {
	if e == nil {
		return
	}
	x.formulas = append(x.formulas, formula{e, r, x.owner, x.proof})
	e.Walk(x.mention)
}

func (x *index) mention(e *ir.Expr) {
	mentions(x, e.Local, e.Span)
	mentions(x, e.Value, e.Span)
	mentions(x, e.Cond, e.Span)
	mentions(x, e.Moment, e.Span)
	mentions(x, e.Option, e.Span)
	mentions(x, e.Res, e.Span)
	if e.Record != nil {
		x.use(e.Record, e.Span)
		if e.Op == ir.NewOp {
			for i, f := range e.Record.Fields {
				if i < len(e.Args) && e.Args[i] != nil {
					x.wrote(f, nil, e.Args[i])
				}
			}
		}
	}
	switch e.Op {
	case ir.ActionOp, ir.DeedOp:
		x.start(e.Event, e.Span)
	case ir.FrameOp:
	default:
		mentions(x, e.Event, e.Span)
	}
	x.members(e)
}

// members notes the members of enums and the outcomes of events that a formula means.
func (x *index) members(e *ir.Expr) {
	t := e.Type
	switch {
	case e.Op == ir.EnumOp && e.Enum != nil:
		x.whole[e.Enum] = true
	case e.Op == ir.Const && t != nil && t.Kind == ir.EnumKind:
		if of := x.outcomes[t.Enum]; of != nil {
			x.use(member{of, e.Int}, e.Span)
		} else {
			x.use(member{t.Enum, e.Int}, e.Span)
		}
	case e.Op == ir.MapOp && t != nil && t.Enum != nil:
		for _, k := range e.Keys {
			x.use(member{t.Enum, k}, e.Span)
		}
	case e.Op == ir.IndexOp && t != nil && len(e.Args) == 2 && varies(e.Args[1]):
		x.whole[e.Args[1].Type.Enum] = true
	case (e.Op == ir.EqOp || e.Op == ir.NeOp || e.Op == ir.InOp) && varies(e.Args[0]) && !literal(e.Args[1]):
		x.whole[e.Args[0].Type.Enum] = true
	case e.Op == ir.LtOp || e.Op == ir.LeOp || e.Op == ir.GtOp || e.Op == ir.GeOp || e.Op == ir.AddOp || e.Op == ir.SubOp || e.Op == ir.RangeOp || e.Op == ir.NativeOp:
		for _, a := range e.Args {
			if a != nil && a.Type != nil && a.Type.Kind == ir.EnumKind {
				x.whole[a.Type.Enum] = true
			}
		}
	}
}

// varies tells whether a formula is a member of an enum that is not known now.
func varies(e *ir.Expr) bool {
	return e != nil && e.Op != ir.Const && e.Type != nil && e.Type.Kind == ir.EnumKind && e.Type.Enum != nil
}

// literal tells whether a formula is written out: a constant, or a list of them.
func literal(e *ir.Expr) bool {
	if e.Op == ir.ListOp {
		for _, a := range e.Args {
			if !literal(a) {
				return false
			}
		}
		return true
	}
	return e.Op == ir.Const || e.Op == ir.AbsentOp
}

func (x *index) proofOf(p *ir.Proof) {
	x.in(&p.Decl)
	for _, o := range p.Options {
		mentions(x, o.Option, o.Span)
		x.formula(o.Value, approvedRole)
	}
	for _, s := range p.Supposes {
		mentions(x, s.Value, s.Span)
		x.formula(s.To, approvedRole)
	}
	for _, d := range p.Domains {
		x.formula(d.In, approvedRole)
	}
	for _, g := range p.Givens {
		mentions(x, g.Record, g.Span)
		for _, f := range g.Fields {
			x.wrote(f.Field, nil, f.Value)
			x.formula(f.Value, approvedRole)
		}
		if g.Fact != nil {
			x.stmt(g.Fact)
		}
		x.formula(g.When, approvedRole)
	}
	for _, s := range p.Steps {
		if s.Stmt != nil {
			x.stmt(s.Stmt)
		}
		x.deed(s.Deed)
		if s.Until != nil {
			x.clause(s.Until.Clause)
		}
		for _, a := range s.Answers {
			x.deed(a)
		}
		for _, d := range s.Dice {
			mentions(x, d.Event, d.Span)
		}
	}
	for _, m := range p.Monitors {
		x.clause(m.Clause)
		x.formula(m.Expr, findingRole)
	}
	for _, f := range p.Findings {
		x.formula(f.Cond, findingRole)
		x.formula(f.Left, findingRole)
		x.formula(f.Right, findingRole)
		x.deed(f.Deed)
	}
}

func (x *index) deed(d *ir.Deed) {
	if d == nil {
		return
	}
	x.start(d.Action, d.Span)
	x.formula(d.Who, approvedRole)
	x.formula(d.Kind, approvedRole)
	x.formula(d.Value, approvedRole)
	for _, a := range d.Args {
		x.formula(a, approvedRole)
	}
	mentions(x, d.For, d.Span)
	mentions(x, d.InPlaceOf, d.Span)
}
