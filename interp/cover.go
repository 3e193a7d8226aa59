package interp

import (
	"sort"

	"rulec/lang/ir"
	"rulec/lang/source"
)

// Coverage. What proofs can reach in a program is numbered once: declarations,
// clauses, stages, ways, rows, arms, and the formulas that decide (`when`, `while`,
// `require`, `if`). A program that is linked with a Coverage notes for each point
// whether it was reached, and for each deciding formula which answers it gave.
//
// The notes lie in the machine, outside of the state: what is restored or forked
// does not take them back. Shortcuts that answer a formula by another way than by
// asking it (values put in where they are asked, formulas split into tests, answers
// kept by event) are not taken then; cover_link.go says where. Without a Coverage
// nothing is compiled in, and a run pays nothing.

// PointKind tells what a point is.
type PointKind uint8

// The kinds of points, those that decide last.
const (
	DeclPoint    PointKind = iota // a value asked, an event begun, a condition worn
	StagePoint                    // begun
	ModifyPoint                   // it counted, or was beaten
	ForbidPoint                   // it forbade
	HandlerPoint                  // its body ran
	UntilPoint                    // it ended something
	RefillPoint                   // it gave something back
	OncePoint                     // what was waited for was done
	WayPoint                      // somebody came to the action by it
	CostPoint                     // its amount was asked
	RowPoint                      // it was the row that matched
	OfferPoint                    // somebody was asked
	ArmPoint                      // it ran
	WhenPoint                     // asked: true, false
	WhilePoint                    // asked: true, false
	RequirePoint                  // judged: met, not met
	IfPoint                       // decided: true, false
)

// Decides tells whether a point has two answers.
func (k PointKind) Decides() bool { return k >= WhenPoint }

// String is the word with which rules write such a point.
func (k PointKind) String() string {
	return [...]string{"declaration", "stage", "modify", "forbid", "handler", "until", "refill", "once", "use", "cost", "row", "offer", "on",
		"when", "while", "require", "if"}[k]
}

// Point is one thing that can be reached.
type Point struct {
	Kind PointKind
	Span source.Span // of the clause, or of the formula that decides
	Decl *ir.Decl    // the declaration it stands in
}

// Coverage are the points of one program, by file and place. It does not change and
// may be shared.
type Coverage struct {
	Points []Point
	index  map[pointKey]int
}

// pointKey finds a point again. One line that the checker takes apart into several
// clauses is one point.
type pointKey struct {
	kind PointKind
	at   source.Span
}

// NewCoverage numbers the points of a program.
func NewCoverage(p *ir.Program) *Coverage {
	out := &Coverage{index: map[pointKey]int{}}
	out.values(p)
	for _, e := range p.Events {
		out.event(e)
	}
	for _, b := range p.Blocks {
		if b.Site == nil {
			out.block(b)
		}
	}
	for _, cd := range p.Conditions {
		out.add(DeclPoint, cd.Span, &cd.Decl)
		out.truth(WhilePoint, cd.Derived, &cd.Decl)
		out.truth(WhilePoint, cd.While, &cd.Decl)
	}
	for _, m := range p.Moments {
		out.add(DeclPoint, m.Span, &m.Decl)
		out.when(m.Pattern, &m.Decl)
	}
	sort.SliceStable(out.Points, func(i, j int) bool { return out.Points[i].Span.Before(out.Points[j].Span) })
	for i, x := range out.Points {
		out.index[pointKey{x.Kind, x.Span}] = i
	}
	return out
}

func (c *Coverage) add(kind PointKind, at source.Span, in *ir.Decl) {
	key := pointKey{kind, at}
	if _, ok := c.index[key]; ok || !at.Valid() {
		return
	}
	c.index[key] = len(c.Points)
	c.Points = append(c.Points, Point{kind, at, in})
}

func (c *Coverage) truth(kind PointKind, e *ir.Expr, in *ir.Decl) {
	if e != nil {
		c.add(kind, e.Span, in)
	}
}

func (c *Coverage) when(p *ir.Pattern, in *ir.Decl) {
	if p != nil {
		c.truth(WhenPoint, p.When, in)
	}
}

func (c *Coverage) values(p *ir.Program) {
	for _, v := range p.Values {
		c.add(DeclPoint, v.Span, &v.Decl)
		if v.Table != nil {
			for _, r := range v.Table.Rows {
				c.add(RowPoint, r.Span, &v.Decl)
			}
		}
	}
	for _, r := range p.Resources {
		if r.Refill != nil {
			c.clause(r.Refill, &r.Decl)
		}
	}
}

func (c *Coverage) event(e *ir.Event) {
	if e.Builtin {
		return
	}
	c.add(DeclPoint, e.Span, &e.Decl)
	for _, r := range e.Requires {
		if !r.Advise {
			c.truth(RequirePoint, r.Cond, &e.Decl)
		}
	}
	for _, k := range e.Costs {
		c.add(CostPoint, k.Span, &e.Decl)
		c.truth(WhenPoint, k.When, &e.Decl)
	}
	for _, w := range e.Ways {
		c.add(WayPoint, w.Span, &e.Decl)
		c.truth(WhenPoint, w.When, &e.Decl)
	}
	for _, s := range e.Stages {
		if !s.Loose {
			c.add(StagePoint, s.Span, &e.Decl)
		}
		c.stmts(s.Body, &e.Decl)
	}
}

func (c *Coverage) block(b *ir.Block) {
	in := &ir.Decl{}
	switch {
	case b.Rule != nil:
		in = &b.Rule.Decl
	case b.Condition != nil:
		in = &b.Condition.Decl
	}
	c.truth(WhilePoint, b.While, in)
	for _, k := range b.Clauses {
		c.clause(k, in)
	}
}

// pointOf tells as what a clause is noted, and where.
func pointOf(k *ir.Clause) pointKey {
	kind := map[ir.ClauseKind]PointKind{ir.ModifyClause: ModifyPoint, ir.ForbidClause: ForbidPoint, ir.HandlerClause: HandlerPoint,
		ir.UntilClause: UntilPoint, ir.RefillClause: RefillPoint, ir.OnceClause: OncePoint}[k.Kind]
	if kind == ForbidPoint { // one line forbids several things
		return pointKey{kind, k.Pattern.Span}
	}
	return pointKey{kind, k.Span}
}

func (c *Coverage) clause(k *ir.Clause, in *ir.Decl) {
	at := pointOf(k)
	c.add(at.kind, at.at, in)
	c.when(k.Pattern, in)
	if k.Modify != nil {
		c.truth(WhenPoint, k.Modify.When, in)
	}
	c.stmts(k.Body, in)
}

func (c *Coverage) stmts(list []*ir.Stmt, in *ir.Decl) {
	for _, s := range list {
		switch s.Kind {
		case ir.IfStmt:
			c.truth(IfPoint, s.Expr, in)
		case ir.OfferStmt, ir.ChooseStmt:
			c.add(OfferPoint, s.Span, in)
		}
		for _, a := range s.Arms {
			c.add(ArmPoint, a.Span, in)
			c.stmts(a.Body, in)
		}
		if s.Block != nil {
			for _, k := range s.Block.Clauses {
				c.clause(k, in)
			}
		}
		for _, k := range s.Until {
			c.clause(k, in)
		}
		if s.Clause != nil {
			c.clause(s.Clause, in)
		}
		c.stmts(s.Body, in)
		c.stmts(s.Else, in)
	}
}

// Reach is what was reached of the points of a Coverage: two bits a point. The zero
// Reach has reached nothing.
type Reach []uint64

// Yes tells whether a point was reached; of one that decides, whether it was ever true.
func (r Reach) Yes(point int) bool { return r.bit(2 * point) }

// No tells whether a point that decides was ever false.
func (r Reach) No(point int) bool { return r.bit(2*point + 1) }

// Touched tells whether a point was reached, whatever it answered.
func (r Reach) Touched(point int) bool { return r.Yes(point) || r.No(point) }

func (r Reach) bit(i int) bool { return i>>6 < len(r) && r[i>>6]>>(i&63)&1 != 0 }

// Join adds what another run reached.
func (r *Reach) Join(o Reach) {
	for len(*r) < len(o) {
		*r = append(*r, 0)
	}
	for i, w := range o {
		(*r)[i] |= w
	}
}

func newReach(c *Coverage) Reach {
	if c == nil {
		return nil
	}
	return make(Reach, (2*len(c.Points)+63)>>6)
}
