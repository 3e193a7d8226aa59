package lint

import (
	"fmt"
	"slices"

	"rulec/lang/ir"
)

var orderMattersRule = &Rule{
	Code: "L0214", Name: "order_matters", Group: Suspicious, Level: Warning,
	Title: "two handlers of one moment that set the same field",
	run:   orderMatters,
}

func orderMatters(c *Context) {
	type setting struct {
		k *ir.Clause
		s *ir.Stmt
	}
	seen := map[string][]setting{}
	for _, k := range c.index.clauses {
		p := k.Pattern
		if k.Kind != ir.HandlerClause || p == nil || p.Event == nil || k.Block.Rule == nil || p.Event.OrderBy != nil {
			continue
		}
		for _, s := range k.Body {
			if s == nil || s.Kind != ir.AssignStmt || s.Op != "=" || s.Target.Local == nil {
				continue
			}
			stage := ""
			if p.Stage != nil {
				stage = p.Stage.Name
			}
			key := fmt.Sprintf("%t %p %s %d %p", p.After, p.Event, stage, p.Outcome, s.Target.Local)
			for _, o := range seen[key] {
				if o.k != k && meet(o.k, k) && !sameText(o.s.Expr, s.Expr) && c.sameRank(o.s, s) {
					c.report(s.Span, "another handler of the same moment sets %q too, and the order of lines decides which holds", s.Target.Local.Name).
						related(o.s.Span, "the other one").help("let `when` part them, or let one answer an earlier stage")
					break
				}
			}
			seen[key] = append(seen[key], setting{k, s})
		}
	}
}

// sameRank tells whether two lines stand in one pack: those of what a pack builds on
// come first, and are meant to.
func (c *Context) sameRank(a, b *ir.Stmt) bool {
	return slices.Contains(c.Pack.Files, a.Span.File) == slices.Contains(c.Pack.Files, b.Span.File)
}

// meet tells whether two clauses certainly answer the same things at one time.
func meet(a, b *ir.Clause) bool {
	same := func(x, y string) bool { return x == y }
	return a.Block.While == nil && b.Block.While == nil && sameText(a.Pattern.When, b.Pattern.When) &&
		same(argsText(a.Pattern.Args), argsText(b.Pattern.Args))
}
