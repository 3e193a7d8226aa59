package check

import (
	"strings"

	"rulec/lang/diag"
	"rulec/lang/ir"
)

// outcomesDecided refuses an event with declared outcomes that can come to its
// end without one. It errs on the side of silence: loops, offers and answers from
// elsewhere may decide more than is seen here, never less.
func (c *checker) outcomesDecided() {
	f := &flow{c: c, none: map[*ir.Event]bool{}}
	f.findNones()
	for _, ev := range c.prog.Events {
		if !ev.Declared || ev.Action || ev.Builtin || len(ev.Stages) == 0 && len(ev.Gaps) > 0 || c.faultIn(ev.Decl) {
			continue
		}
		if f.decided(ev) {
			continue
		}
		var ends []string
		for _, o := range ev.Outcomes {
			ends = append(ends, "`end "+ev.Name+" as "+o+"`")
		}
		c.log.Errorf(diag.NoOutcome, ev.Span, "%q can come to its end without an outcome", ev.Name).
			WithHelp("let every way through it come to %s", strings.Join(ends, " or "))
	}
}

// faultIn tells whether something is wrong inside a declaration already.
func (c *checker) faultIn(d ir.Decl) bool {
	for _, x := range c.log.Sorted() {
		if x.Severity == diag.Error && x.Span.File == d.Whole.File && x.Span.Start < d.Whole.End && x.Span.End > d.Whole.Start {
			return true
		}
	}
	return false
}

type flow struct {
	c    *checker
	none map[*ir.Event]bool // events that some line can keep from happening
}

// findNones finds what can be forbidden or prevented.
func (f *flow) findNones() {
	mark := func(ev *ir.Event) {
		if ev != nil {
			f.none[ev] = true
		}
	}
	for _, b := range f.c.prog.Blocks {
		for _, k := range b.Clauses {
			if k.Kind == ir.ForbidClause && k.Pattern != nil {
				mark(k.Pattern.Event)
			}
		}
	}
	f.c.prog.EachStmt(func(s *ir.Stmt) {
		if s.Kind == ir.EndStmt && s.Outcome == ir.NoneOutcome {
			mark(s.Event)
		}
	})
	for _, ev := range f.c.prog.Events {
		if ev.Action {
			f.none[ev] = true
		}
	}
}

// decided tells whether a stage, or a handler that always answers one, ends the event.
func (f *flow) decided(ev *ir.Event) bool {
	for _, st := range ev.Stages {
		if f.ends(ev, st.Body) {
			return true
		}
	}
	for _, r := range f.c.prog.Rules {
		if r.Block == nil || r.Block.While != nil || r.Block.For != nil {
			continue
		}
		for _, k := range r.Block.Clauses {
			if p := k.Pattern; k.Kind == ir.HandlerClause && p != nil && p.Event == ev && p.When == nil && len(p.Args) == 0 &&
				p.Outcome == -1 && (p.Stage != nil || !p.After) && f.ends(ev, k.Body) {
				return true
			}
		}
	}
	return false
}

// ends tells whether statements end an event, whatever happens.
func (f *flow) ends(ev *ir.Event, list []*ir.Stmt) bool {
	for _, s := range list {
		if s == nil {
			continue
		}
		switch s.Kind {
		case ir.EndStmt:
			// Ending what encloses ends this one too.
			if s.Event == ev || s.Outer || s.Where2 != nil {
				return true
			}
		case ir.IfStmt:
			if len(s.Else) > 0 && f.ends(ev, s.Body) && f.ends(ev, s.Else) {
				return true
			}
		case ir.TogetherStmt:
			if f.ends(ev, s.Body) {
				return true
			}
		case ir.DoStmt:
			if f.arms(ev, s) {
				return true
			}
		}
	}
	return false
}

// arms tells whether a `do` ends an event through any outcome it can have.
func (f *flow) arms(ev *ir.Event, s *ir.Stmt) bool {
	if s.Event == nil || len(s.Arms) == 0 {
		return false
	}
	ended := map[int]bool{}
	for _, a := range s.Arms {
		ended[a.Outcome] = f.ends(ev, a.Body)
	}
	for i := range s.Event.Outcomes {
		if !ended[i] {
			return false
		}
	}
	return ended[ir.NoneOutcome] || !f.none[s.Event]
}
