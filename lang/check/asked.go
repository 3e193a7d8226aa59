package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// Proof checks an example that stands in no file of the program: a question from a
// command line. It returns nil after a fault. The program does not get the proof as one
// of its own.
func (e *Env) Proof(d *syntax.Proof, log *diag.Log) *ir.Proof {
	e.mu.Lock()
	defer e.mu.Unlock()
	c := e.c
	before := log.Errors()
	saved, calls, unended, proofs := c.log, c.spaceCalls, c.unended, c.prog.Proofs
	c.log, c.spaceCalls = log, nil
	c.proof(d)
	c.drain()
	p := c.prog.Proofs[len(proofs)]
	if !c.loose || len(c.prog.Spaces) > 0 {
		c.spaces()
	}
	c.log, c.spaceCalls, c.unended, c.prog.Proofs = saved, calls, unended, proofs
	if log.Errors() > before {
		return nil
	}
	return p
}

// shown is the formula whose distribution a line of a question asks for: the
// formula itself, the truth of a claim, or how often an event comes.
func (c *checker) shown(s *scope, p *ir.Proof, f syntax.Finding) *ir.Expr {
	switch f := f.(type) {
	case *syntax.FindEvent:
		return c.occurrence(s, p, ir.CountMonitor, f.Occasion)
	case *syntax.FindTruth:
		return c.shownFormula(s, p, f.Cond)
	case *syntax.FindAlways:
		return c.shownFormula(s, p, f.Cond)
	case *syntax.FindRefuse:
		c.log.Errorf(diag.BadPlace, f.Span, "a refusal has no chances: it is the same in every outcome").
			WithHelp("`rulec test` proves `refuse`")
		return bad(f.Span)
	}
	c.finding(s, p, f)
	n := len(p.Findings) - 1
	x := p.Findings[n].Cond
	p.Findings = p.Findings[:n]
	return x
}

func (c *checker) shownFormula(s *scope, p *ir.Proof, x syntax.Expr) *ir.Expr {
	switch e := x.(type) {
	case *syntax.Name:
		if _, ok := find[*ir.Event](c, e.Name); ok && s.local(e.Name) == nil {
			id := syntax.Ident{Place: e.Place, Name: e.Name}
			return c.occurrence(s, p, ir.CountMonitor, &syntax.Occasion{Place: e.Place, Parts: []*syntax.Part{{Place: e.Place, Name: id}}})
		}
	case *syntax.Call:
		if n, ok := e.Fn.(*syntax.Name); ok && n.Name == "P" && len(e.Args) == 1 && e.Args[0].Label.Name == "" {
			return c.expect(s, e.Args[0].Value, ir.BoolType)
		}
	case *syntax.Is:
		if !c.namesCondition(e.Condition) && e.Partner == nil && !e.Not {
			return c.expr(s, e.X, nil)
		}
	}
	s.proof.chances = nil
	out := c.expr(s, x, nil)
	if ps := s.proof.chances; len(ps) > 0 {
		c.log.Errorf(diag.BadPlace, ps[0].Span, "chances are what is shown, so none can stand inside").
			WithHelp("show %q", ps[0].Args[0].Span.Text())
		return bad(placeOf(x))
	}
	if out.Type.Kind == ir.EventKind {
		c.log.Errorf(diag.WrongType, placeOf(x), "an event that is over is no value").WithHelp("ask for a member of it, or how often it comes")
	}
	return out
}

// Asked lists the formulas that a proof speaks of, for those who want to see their
// chances: what a question shows, or else the left sides of its findings. No
// formula is listed twice.
func Asked(p *ir.Proof) []*ir.Expr {
	var out []*ir.Expr
	seen := map[string]bool{}
	add := func(e *ir.Expr) {
		if e != nil && !seen[e.Span.Text()] {
			seen[e.Span.Text()] = true
			out = append(out, e)
		}
	}
	for _, f := range p.Findings {
		switch f.Kind {
		case ir.ShownFinding, ir.IsFinding:
			add(f.Left)
		case ir.TruthFinding:
			add(leftOf(f.Cond, f.Span))
		case ir.ChanceFinding:
			for _, x := range f.Chances {
				add(leftOf(x.Args[0], x.Args[0].Span))
			}
		}
	}
	return out
}

// leftOf is the left side of a comparison, or the truth itself.
func leftOf(e *ir.Expr, at source.Span) *ir.Expr {
	switch e.Op {
	case ir.EqOp, ir.NeOp, ir.LtOp, ir.LeOp, ir.GtOp, ir.GeOp:
		if e.Args[0].Op != ir.Const && e.Args[0].Span.Valid() {
			return e.Args[0]
		}
	}
	whole := *e
	whole.Span = at
	return &whole
}
