package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
)

// endsRun refuses `end E` by name where no E can be running. The statement is in
// order if E is bound there, if its body is E's own, or if something that E starts,
// offers or lets answer can lead there. What can lead where is taken too widely
// rather than too narrowly: a deed may be any action, a kept cue any moment.
func (c *checker) endsRun() {
	g := &callGraph{c: c, edges: map[*ir.Event]map[*ir.Event]bool{}, at: map[*ir.Stmt][]*ir.Event{}}
	g.build()
	c.prog.EachStmt(func(s *ir.Stmt) {
		if s.Kind != ir.EndStmt || !s.Outer || s.Event == nil {
			return
		}
		reached := g.from(s.Event)
		for _, in := range g.at[s] {
			if reached[in] {
				return
			}
		}
		c.log.Errorf(diag.BadEnd, s.Span, "no %q need be running here, so there may be nothing to end", s.Event.Name).
			WithRelated(s.Event.Span, "nothing that %q starts, offers or lets answer leads here", s.Event.Name).
			WithHelp("end the event this stands in, or answer one: `after %s { ... }`", s.Event.Name)
	})
}

// callGraph knows which events can come to run inside which. The statements of a
// handler belong to the event it answers. anywhere stands for what can run at any
// time: what waits for the clock.
type callGraph struct {
	c        *checker
	edges    map[*ir.Event]map[*ir.Event]bool
	at       map[*ir.Stmt][]*ir.Event // where each `end` by name stands
	anywhere *ir.Event
	actions  []*ir.Event
}

func (g *callGraph) add(from []*ir.Event, to *ir.Event) {
	for _, f := range from {
		if f == nil || to == nil {
			continue
		}
		if g.edges[f] == nil {
			g.edges[f] = map[*ir.Event]bool{}
		}
		g.edges[f][to] = true
	}
}

func (g *callGraph) from(ev *ir.Event) map[*ir.Event]bool {
	seen := map[*ir.Event]bool{ev: true}
	todo := []*ir.Event{ev}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for to := range g.edges[at] {
			if !seen[to] {
				seen[to] = true
				todo = append(todo, to)
			}
		}
	}
	return seen
}

func (g *callGraph) build() {
	p := g.c.prog
	g.anywhere = &ir.Event{}
	for _, ev := range p.Events {
		all := []*ir.Event{ev}
		g.add(all, g.anywhere)
		g.add(all, p.Gain)
		g.add(all, p.Lose)
		if ev.Action {
			g.actions = append(g.actions, ev)
			g.add(all, p.Act)
		}
	}
	for _, a := range g.actions {
		for _, w := range a.Ways {
			if w.Trigger != nil {
				g.add([]*ir.Event{w.Trigger.Event}, a)
			}
			if w.Cue != nil {
				for _, m := range p.Moments {
					if m.Pattern != nil {
						g.add([]*ir.Event{m.Pattern.Event}, a)
					}
				}
			}
		}
	}
	for _, ev := range p.Events {
		for _, st := range ev.Stages {
			g.body([]*ir.Event{ev}, st.Body)
		}
	}
	for _, b := range p.Blocks {
		if b.Site != nil {
			continue
		}
		for _, k := range b.Clauses {
			g.handler(nil, k)
		}
	}
}

// handler adds the body of a clause, which runs inside the event it answers and,
// at a site, inside what encloses the site.
func (g *callGraph) handler(in []*ir.Event, k *ir.Clause) {
	if len(k.Body) == 0 {
		return
	}
	where := append([]*ir.Event(nil), in...)
	if k.Pattern != nil && k.Pattern.Event != nil {
		where = append(where, k.Pattern.Event)
	} else if k.Kind == ir.OnceClause {
		where = append(where, g.anywhere)
	}
	g.body(where, k.Body)
}

func (g *callGraph) body(in []*ir.Event, list []*ir.Stmt) {
	for _, s := range list {
		if s == nil {
			continue
		}
		switch s.Kind {
		case ir.EndStmt:
			g.at[s] = append(g.at[s], in...)
		case ir.DoStmt:
			g.add(in, s.Event)
		case ir.DoDeedStmt:
			g.any(in)
		case ir.OfferStmt:
			if s.Any {
				g.any(in)
			}
			for _, o := range s.What {
				if o.Action == nil {
					g.any(in)
					continue
				}
				g.offered(in, o.Action)
			}
		}
		g.body(in, s.Body)
		g.body(in, s.Else)
		for _, a := range s.Arms {
			g.body(in, a.Body)
		}
		if s.Block != nil {
			for _, k := range s.Block.Clauses {
				g.handler(in, k)
			}
		}
		if s.Clause != nil {
			g.handler(nil, s.Clause)
		}
	}
}

func (g *callGraph) any(in []*ir.Event) {
	for _, a := range g.actions {
		g.add(in, a)
	}
}

// offered adds an action and all that may stand in for it.
func (g *callGraph) offered(in []*ir.Event, action *ir.Event) {
	g.add(in, action)
	for _, a := range g.actions {
		for _, w := range a.Ways {
			if w.InPlaceOf == action {
				g.add(in, a)
			}
		}
	}
}
