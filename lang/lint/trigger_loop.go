package lint

import (
	"strings"

	"rulec/lang/ir"
	"rulec/lang/source"
)

var triggerLoopRule = &Rule{
	Code: "L0109", Name: "trigger_loop", Group: Faults, Level: Error,
	Title: "events that start each other for ever",
	run:   triggerLoop,
}

func triggerLoop(c *Context) {
	g := newLoops(c)
	for _, ring := range g.rings() {
		var names []string
		for _, s := range ring {
			names = append(names, s.from.Name)
		}
		f := c.report(ring[0].at, "%q starts itself for ever: %s", ring[0].from.Name, strings.Join(append(names, ring[0].from.Name), " -> "))
		for _, s := range ring[1:] {
			f.related(s.at, "%q starts %q", s.from.Name, s.to.Name)
		}
		f.help("let an `if` or a `when` end it")
	}
}

// step is one event that starts another whatever happens.
type step struct {
	from, to *ir.Event
	at       source.Span
}

// loops is the graph of what starts what without a condition.
type loops struct {
	events []*ir.Event
	next   map[*ir.Event][]step
}

// newLoops takes up every `do` that stands in no branch, in the stages of an event
// and in handlers that answer each of its kind. What can be kept from happening,
// and actions, which can be refused, start nothing for certain.
func newLoops(c *Context) *loops {
	g := &loops{c.Program.Events, map[*ir.Event][]step{}}
	open := map[*ir.Event]bool{}
	c.Program.EachStmt(func(s *ir.Stmt) {
		if s.Kind == ir.EndStmt && s.Outcome == ir.NoneOutcome {
			open[s.Event] = true
		}
	})
	for _, k := range c.index.clauses {
		if k.Kind == ir.ForbidClause && k.Pattern != nil {
			open[k.Pattern.Event] = true
		}
	}
	certain := func(from *ir.Event, list []*ir.Stmt) {
		for _, s := range list {
			if s == nil || s.Kind == ir.EndStmt || s.Kind == ir.IfStmt && ends(s) {
				return
			}
			if s.Kind == ir.DoStmt && s.Event != nil && !s.Event.Action && !open[s.Event] && s.Block == nil && len(s.Arms) == 0 {
				g.next[from] = append(g.next[from], step{from, s.Event, s.Span})
			}
		}
	}
	for _, e := range g.events {
		for _, st := range e.Stages {
			certain(e, st.Body)
		}
	}
	for _, k := range c.index.clauses {
		p := k.Pattern
		if k.Kind != ir.HandlerClause || p == nil || p.Event == nil || p.Event.Builtin || k.Block.Rule == nil || k.Block.While != nil {
			continue
		}
		if k.Block.For == nil && len(p.Args) == 0 && p.When == nil && p.Outcome < 0 && p.Is == nil {
			certain(p.Event, k.Body)
		}
	}
	return g
}

// rings finds one ring for each knot, from the first event of the program on.
func (g *loops) rings() [][]step {
	var out [][]step
	state := map[*ir.Event]int{}
	var path []step
	var visit func(e *ir.Event)
	visit = func(e *ir.Event) {
		state[e] = 1
		for _, s := range g.next[e] {
			path = append(path, s)
			switch state[s.to] {
			case 0:
				visit(s.to)
			case 1:
				for i := range path {
					if path[i].from == s.to {
						out = append(out, append([]step(nil), path[i:]...))
						break
					}
				}
			}
			path = path[:len(path)-1]
		}
		state[e] = 2
	}
	for _, e := range g.events {
		if state[e] == 0 {
			visit(e)
		}
	}
	return out
}
