package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
)

// readTwice refuses a clause that comes into one number by two ways: where a sum
// takes in the same value twice, itself or through values it is made of, and a
// `modify ... by` changes every one of its readings. Only what is certain is
// refused: sums of values of one thing, without choices between them.
func (c *checker) readTwice() {
	told := map[*ir.Modify]bool{}
	for _, v := range c.prog.Values {
		r := &reading{from: map[*ir.Value][]source.Span{}}
		r.sum(v.Body, v.Self, true, nil, 0)
		for _, t := range r.order {
			ways := r.from[t]
			if len(ways) < 2 {
				continue
			}
			for _, m := range t.Mods {
				if told[m] || !everyReading(m) {
					continue
				}
				told[m] = true
				c.log.Errorf(diag.ReadTwice, m.Clause.Span, "this comes into %q twice, for %q reads %q in two ways", nodeName(v), v.Name, t.Name).
					WithRelated(ways[0], "one way").WithRelated(ways[1], "the other").
					WithHelp("let it change one of them: a value of its own, or a parameter, `%s(...: ...)`", t.Name)
			}
		}
	}
}

// everyReading tells whether a modifier adds to a value whatever it is asked for.
func everyReading(m *ir.Modify) bool {
	if m.How != ir.By || len(m.Args) > 0 || m.Is != nil {
		return false
	}
	picky := false
	for _, e := range []*ir.Expr{m.When, m.Amount} {
		e.Walk(func(x *ir.Expr) { picky = picky || x.Op == ir.LocalOp && x.Local == m.Asking })
	}
	return !picky
}

type reading struct {
	from  map[*ir.Value][]source.Span // where each value is read, seen from the sum
	order []*ir.Value
}

// sum notes the values that a sum adds up. at is the place in the outermost
// formula, once there is one.
func (r *reading) sum(e *ir.Expr, self *ir.Local, plus bool, at *source.Span, deep int) {
	if e == nil || deep > 16 {
		return
	}
	switch e.Op {
	case ir.AddOp:
		r.sum(e.Args[0], self, plus, at, deep)
		r.sum(e.Args[1], self, plus, at, deep)
	case ir.SubOp:
		r.sum(e.Args[0], self, plus, at, deep)
		r.sum(e.Args[1], self, !plus, at, deep)
	case ir.ValueOp:
		v := e.Value
		here := e.Span
		if at != nil {
			here = *at
		}
		if !plus || (v.Owner != nil || v.Of != nil) && (len(e.Args) == 0 || e.Args[0] == nil || e.Args[0].Op != ir.LocalOp || e.Args[0].Local != self) {
			return
		}
		if v.Owner == nil && v.Of == nil && len(v.Params) > 0 {
			return // who is asked stands among the arguments
		}
		if r.from[v] == nil {
			r.order = append(r.order, v)
		}
		r.from[v] = append(r.from[v], here)
		if len(v.Params) == 0 && v.Table == nil {
			r.sum(v.Body, v.Self, plus, &here, deep+1)
		}
	}
}
