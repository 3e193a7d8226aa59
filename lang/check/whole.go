package check

import (
	"slices"
	"sort"
	"strings"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
)

// unended is an `apply` that gives no end to a condition that has none.
type unended struct {
	cond *ir.Condition
	at   source.Span
}

func hasEnd(cd *ir.Condition) bool {
	if cd.Derived != nil || cd.Endless || cd.While != nil {
		return true
	}
	for _, k := range cd.Block.Clauses {
		if k.Kind == ir.UntilClause {
			return true
		}
	}
	return false
}

// whole checks what needs the whole program. What an earlier fault could turn
// into nonsense is left until that is repaired.
func (c *checker) whole(in Input) {
	sound := c.log.Errors() == 0
	for _, u := range c.unended {
		if u.cond.Block == nil || hasEnd(u.cond) || c.faultIn(u.cond.Decl) {
			continue
		}
		c.log.Errorf(diag.NoEnd, u.at, "nothing ends %q once it is applied here", u.cond.Name).
			WithRelated(u.cond.Span, "declared without `until` or `while`").
			WithHelp("say when: `apply ... until after round`, or declare it `until removed`")
	}
	c.includeCycles()
	c.valueCycles()
	c.defaultCycles()
	c.outcomesDecided()
	c.cited(in.RequireCite)
	if in.Entry != "" || len(c.prog.Spaces) > 0 {
		c.spaces()
	}
	if sound {
		c.endsRun()
		c.readTwice()
	}
}

// includeCycles looks from the first declaration of the texts on, whatever order
// the program has, so that a ring is always told alike.
func (c *checker) includeCycles() {
	list := append([]*ir.Condition(nil), c.prog.Conditions...)
	sort.SliceStable(list, func(i, j int) bool { return list[i].Span.Before(list[j].Span) })
	state := map[*ir.Condition]int{}
	var path []*ir.Condition
	var visit func(cd *ir.Condition)
	visit = func(cd *ir.Condition) {
		state[cd] = 1
		path = append(path, cd)
		for _, o := range cd.Includes {
			switch state[o] {
			case 0:
				visit(o)
			case 1:
				var names []string
				for i := range path {
					if path[i] == o {
						for _, p := range path[i:] {
							names = append(names, p.Name)
						}
						break
					}
				}
				c.log.Errorf(diag.IncludeCycle, cd.Span, "%q includes itself: %s", o.Name, strings.Join(append(names, o.Name), " -> "))
			}
		}
		path = path[:len(path)-1]
		state[cd] = 2
	}
	for _, cd := range list {
		if state[cd] == 0 {
			visit(cd)
		}
	}
}

// valueCycles refuses values that ask each other, through bodies, modifiers and
// the conditions whose being on depends on a formula.
func (c *checker) valueCycles() {
	g := &graph{edges: map[any][]edge{}}
	for _, v := range c.prog.Values {
		g.walk(v, v.Body)
		if v.Table != nil {
			for _, r := range v.Table.Rows {
				g.walk(v, r.Result)
				for _, alt := range r.Patterns {
					for _, e := range alt {
						g.walk(v, e)
					}
				}
			}
		}
		for _, m := range v.Mods {
			g.walk(v, m.Amount)
			g.walk(v, m.When)
			for _, a := range m.Args {
				g.walk(v, a.Expr)
			}
			if cd := m.Clause.Block.Condition; cd != nil {
				g.add(v, cd, m.Clause.Span)
			} else if r := m.Clause.Block; r.Rule != nil {
				g.walk(v, r.While)
			}
		}
	}
	for _, cd := range c.prog.Conditions {
		g.walk(cd, cd.Derived)
		for _, o := range c.prog.Conditions {
			for _, inc := range o.Includes {
				if inc == cd && o.Derived != nil {
					g.add(cd, o, o.Span)
				}
			}
		}
	}
	for _, cycle := range g.cycles(c.prog) {
		var names []string
		for _, n := range cycle {
			names = append(names, nodeName(n))
		}
		d := c.log.Errorf(diag.ValueCycle, nodeSpan(cycle[0]), "%s asks itself: %s", nodeName(cycle[0]), strings.Join(append(names, names[0]), " -> "))
		d.WithHelp("let the inner number be a value of its own, and modify that")
	}
}

// defaultCycles refuses fields whose defaults ask each other.
func (c *checker) defaultCycles() {
	told := map[*ir.Local]bool{}
	ring := func(owner string, a ir.Asks, fields []*ir.Local) {
		list := a.Ring(fields)
		if list == nil || told[list[0]] {
			return // of what all entities have it is told once
		}
		told[list[0]] = true
		var names []string
		for _, f := range list {
			names = append(names, owner+"."+f.Name)
		}
		c.log.Errorf(diag.ValueCycle, list[0].Span, "the default of %s asks itself: %s", names[0], strings.Join(append(names, names[0]), " -> ")).
			WithHelp("give one of them a default that is there without the others")
	}
	for _, r := range c.prog.Records {
		fields, _ := c.prog.DefaultFields(r)
		ring(r.Name, c.prog.DefaultAsks(r), fields)
	}
	for _, e := range c.prog.Events {
		ring(e.Name, e.DefaultAsks(), e.Fields)
		c.paramsInOrder(e)
	}
}

// paramsInOrder refuses a default of a parameter that asks what comes after it:
// parameters are filled in one after the other, and fields when all are there.
func (c *checker) paramsInOrder(e *ir.Event) {
	for i, p := range e.Params {
		later := slices.Concat(e.Params[i:], e.Fields)
		asks := ir.AsksOf(later, nil, func(f *ir.Local) *ir.Expr {
			if f == p {
				return p.Default
			}
			return nil
		})
		for _, f := range later {
			if asks[p][f] {
				c.log.Errorf(diag.BadPlace, p.Span, "the default of %q asks %q, which is filled in after it", p.Name, f.Name).
					WithRelated(f.Span, "declared here").
					WithHelp("let a default ask only parameters that stand before it")
				break
			}
		}
	}
}

type edge struct {
	to any
	at source.Span
}

type graph struct{ edges map[any][]edge }

func (g *graph) add(from, to any, at source.Span) {
	g.edges[from] = append(g.edges[from], edge{to, at})
}

func (g *graph) walk(from any, e *ir.Expr) {
	e.Walk(func(x *ir.Expr) {
		switch x.Op {
		case ir.ValueOp:
			g.add(from, x.Value, x.Span)
		case ir.SpendOp:
			g.add(from, x.Res.Amount, x.Span)
		case ir.IsOp:
			g.add(from, x.Cond, x.Span)
		}
	})
}

// cycles finds one cycle for each knot, in the order of the texts.
func (g *graph) cycles(p *ir.Program) [][]any {
	var nodes []any
	for _, v := range p.Values {
		nodes = append(nodes, v)
	}
	for _, cd := range p.Conditions {
		nodes = append(nodes, cd)
	}
	sort.SliceStable(nodes, func(i, j int) bool { return nodeSpan(nodes[i]).Before(nodeSpan(nodes[j])) })
	for _, list := range g.edges {
		sort.SliceStable(list, func(i, j int) bool { return nodeSpan(list[i].to).Before(nodeSpan(list[j].to)) })
	}
	state := map[any]int{}
	var path []any
	var found [][]any
	var visit func(n any)
	visit = func(n any) {
		state[n] = 1
		path = append(path, n)
		for _, e := range g.edges[n] {
			switch state[e.to] {
			case 0:
				visit(e.to)
			case 1:
				for i := range path {
					if path[i] == e.to {
						found = append(found, append([]any(nil), path[i:]...))
						break
					}
				}
			}
		}
		path = path[:len(path)-1]
		state[n] = 2
	}
	for _, n := range nodes {
		if state[n] == 0 {
			visit(n)
		}
	}
	return found
}

func nodeName(n any) string {
	switch n := n.(type) {
	case *ir.Value:
		switch {
		case n.Owner != nil:
			return n.Owner.Name + "." + n.Name
		case n.Of != nil:
			return n.Of.Name + "." + n.Name
		}
		return n.Name
	case *ir.Condition:
		return "is " + n.Name
	}
	return "?"
}

func nodeSpan(n any) source.Span {
	switch n := n.(type) {
	case *ir.Value:
		return n.Span
	case *ir.Condition:
		return n.Span
	}
	return source.Span{}
}
