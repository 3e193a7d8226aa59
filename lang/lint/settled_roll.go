package lint

import (
	"rulec/lang/ir"
)

var settledRollRule = &Rule{
	Code: "L0115", Name: "settled_roll", Group: Faults, Level: Warning,
	Title: "a roll that somebody can only win, or only lose",
	run:   settledRoll,
}

func settledRoll(c *Context) {
	for _, s := range c.Scenes {
		for _, t := range s.Things {
			if t.Record.Actor && c.mine(t.Span) && !t.Played {
				c.rollsOf(t)
			}
		}
	}
}

// rollsOf looks at every comparison with dice in it that a thing may come into.
func (c *Context) rollsOf(t *ir.Thing) {
	for _, e := range c.Program.Events {
		rolled := c.rolledIn(e)
		if len(rolled) == 0 {
			continue
		}
		for _, p := range e.Params {
			if p.Type.Kind != ir.RecordKind || p.Type.Record != t.Record {
				continue
			}
			b := bounds{x: c.index, w: world{bare: true, things: map[*ir.Local]*ir.Thing{p: t}, scenes: c.Scenes}}
			for _, k := range comparisons(e, rolled) {
				r := b.of(k)
				if r.lo != r.hi || (bounds{x: c.index}).of(k) == r {
					continue
				}
				word := "never"
				if r.lo == 1 {
					word = "always"
				}
				c.report(t.Span, "unless something modifies it, `%s` %s holds for %s as %s of %q, whatever the dice show", squeeze(k.Span.Text()), word, t.Name, p.Name, e.Name).
					related(k.Span, "compared here").help("look over its numbers")
			}
		}
	}
}

// rolledIn are the fields of an event that dice fill.
func (c *Context) rolledIn(e *ir.Event) map[*ir.Local]bool {
	out := map[*ir.Local]bool{}
	for _, f := range e.Fields {
		for _, w := range c.index.writes[f] {
			if w.stmt != nil && w.stmt.Kind == ir.RollStmt {
				out[f] = true
			}
		}
	}
	return out
}

// comparisons lists those in the values of an event that dice come into, straight
// or through another of its values.
func comparisons(e *ir.Event, rolled map[*ir.Local]bool) []*ir.Expr {
	var out []*ir.Expr
	var dicey func(x *ir.Expr, depth int) bool
	dicey = func(x *ir.Expr, depth int) bool {
		found := false
		x.Walk(func(y *ir.Expr) {
			found = found || y.Local != nil && rolled[y.Local]
			if y.Op == ir.ValueOp && y.Value.Of == e && depth < maxDepth {
				found = found || dicey(y.Value.Body, depth+1)
			}
		})
		return found
	}
	look := func(x *ir.Expr) {
		x.Walk(func(y *ir.Expr) {
			switch y.Op {
			case ir.LtOp, ir.LeOp, ir.GtOp, ir.GeOp:
				if dicey(y, 0) {
					out = append(out, y)
				}
			}
		})
	}
	for _, v := range e.Values {
		look(v.Body)
	}
	for _, s := range e.Stages {
		ir.EachStmt(s.Body, func(s *ir.Stmt) {
			if s.Kind == ir.IfStmt {
				look(s.Expr)
			}
		})
	}
	return out
}
