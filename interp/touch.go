package interp

import "rulec/lang/ir"

// What can be read or written from some point of a run on, through everything that
// may come: what is started and offered, who listens, what is asked and what
// modifies that. A cell that nothing of this reads cannot change what comes, so
// that states which differ in nothing else are one state (liveness, as compilers
// have it, over the whole program). Texts are left out: they change nothing.

// toucher collects the cells that code touches.
type toucher struct {
	p       *Program
	reads   map[*ir.Local]bool
	writes  map[*ir.Local]bool // by plain assignment
	events  map[*ir.Event]bool
	values  map[*ir.Value]bool
	clauses map[*ir.Clause]bool
	records map[*ir.Record]bool
	code    map[int]bool
	acts    bool // any action may be done
	*hearing
}

// hearing is who listens to which event, in a whole program.
type hearing struct {
	heard   map[*ir.Event][]*ir.Clause
	waiting map[*ir.Event][]*ir.Event // reactions, by the event they answer
	moments map[*ir.Event][]*ir.Moment
}

func newToucher(p *Program, h *hearing) *toucher {
	t := &toucher{p: p, reads: map[*ir.Local]bool{}, writes: map[*ir.Local]bool{}, events: map[*ir.Event]bool{}, values: map[*ir.Value]bool{},
		clauses: map[*ir.Clause]bool{}, records: map[*ir.Record]bool{}, code: map[int]bool{}, hearing: h}
	for _, c := range p.ir.Conditions {
		t.expr(c.Derived)
		t.expr(c.While)
	}
	for _, b := range p.ir.Blocks {
		t.expr(b.While)
	}
	for _, s := range p.ir.Spaces {
		for _, h := range s.Hooks {
			t.value(h.Value)
		}
	}
	t.value(p.ir.AskOrder)
	for _, r := range p.ir.Resources { // any of them may have to be paid with
		t.value(r.Amount)
	}
	return t
}

// from visits the code that may run from an address to the end of its frame.
func (t *toucher) from(pc int) {
	for todo := []int{pc}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if t.code[at] {
			continue
		}
		t.code[at] = true
		in := &t.p.code[at]
		if in.stmt != nil {
			t.alone(in.stmt)
		}
		if in.win != nil && in.win.Event != nil {
			t.hear(in.win.Event)
		}
		switch in.op {
		case opHalt, opReturn, opBack, opLeave, opRootEnd, opWindowNext:
			continue
		case opJump:
			todo = append(todo, in.a)
			continue
		case opEnd:
			todo = append(todo, t.p.events[in.ev.ir.Index].end)
		case opFinish:
			todo = append(todo, at+2)
		case opBranch, opForNext, opRepeatNext, opRemoveStart, opRemoveNext, opForbid, opLegal, opStage:
			todo = append(todo, in.a)
		}
		if in.site != nil {
			for _, a := range in.site.arms {
				todo = append(todo, a[1])
			}
		}
		todo = append(todo, at+1)
	}
}

// newHearing lists who listens to which event.
func newHearing(p *ir.Program) *hearing {
	t := &hearing{heard: map[*ir.Event][]*ir.Clause{}, waiting: map[*ir.Event][]*ir.Event{}, moments: map[*ir.Event][]*ir.Moment{}}
	hear := func(k *ir.Clause) {
		if k != nil && k.Pattern != nil {
			t.heard[k.Pattern.Event] = append(t.heard[k.Pattern.Event], k)
		}
	}
	for _, b := range p.Blocks {
		for _, k := range b.Clauses {
			hear(k)
		}
	}
	for _, r := range p.Resources {
		hear(r.Refill)
	}
	p.EachStmt(func(s *ir.Stmt) {
		hear(s.Clause)
		for _, k := range s.Until {
			hear(k)
		}
	})
	for _, e := range p.Events {
		for _, w := range e.Ways {
			if w.Trigger != nil {
				t.waiting[w.Trigger.Event] = append(t.waiting[w.Trigger.Event], e)
			}
		}
	}
	for _, m := range p.Moments {
		t.moments[m.Pattern.Event] = append(t.moments[m.Pattern.Event], m)
	}
	return t
}

func (t *toucher) event(e *ir.Event) {
	if e == nil || t.events[e] {
		return
	}
	t.events[e] = true
	for _, l := range e.Params {
		t.expr(l.Default)
		t.expr(l.From)
	}
	for _, l := range e.Fields {
		t.expr(l.Default)
	}
	t.expr(e.OrderBy)
	for _, s := range e.Stages {
		t.stmts(s.Body)
	}
	for _, r := range e.Requires {
		t.expr(r.Cond)
	}
	for _, w := range e.Ways {
		t.pattern(w.Trigger)
		t.expr(w.Cue)
		t.expr(w.When)
		for _, a := range w.Attributes {
			t.expr(a.Value)
		}
		if w.InPlaceOf != nil {
			t.event(w.InPlaceOf)
		}
	}
	for _, c := range e.Costs {
		t.expr(c.Amount)
		t.expr(c.When)
	}
	for _, a := range e.Attributes {
		t.expr(a.Value)
	}
	t.hear(e)
	if e.Action {
		t.hear(t.p.ir.Act)
		t.tactics(e)
	}
}

// hear visits what listens to an event.
func (t *toucher) hear(e *ir.Event) {
	for _, k := range t.heard[e] {
		t.clause(k)
	}
	for _, a := range t.waiting[e] {
		t.event(a)
	}
	for _, m := range t.moments[e] {
		t.pattern(m.Pattern)
		t.actions() // whoever holds the moment may answer it
	}
}

// actions takes everything that can be done for reached.
func (t *toucher) actions() {
	if t.acts {
		return
	}
	t.acts = true
	for _, e := range t.p.ir.Events {
		if e.Action {
			t.event(e)
		}
	}
}

// tactics visits what whoever is not played asks before it does an action.
func (t *toucher) tactics(e *ir.Event) {
	for _, x := range t.p.ir.Tactics {
		for _, l := range x.Lines {
			if l.Action != e {
				continue
			}
			t.expr(l.When)
			t.expr(l.Best)
			for _, f := range l.Fixed {
				t.expr(f)
			}
		}
	}
}

func (t *toucher) clause(k *ir.Clause) {
	if k == nil || t.clauses[k] {
		return
	}
	t.clauses[k] = true
	for _, c := range k.Captures {
		t.reads[c.Outer] = true
	}
	t.pattern(k.Pattern)
	t.modify(k.Modify)
	t.stmts(k.Body)
}

func (t *toucher) modify(m *ir.Modify) {
	if m == nil {
		return
	}
	for _, x := range []*ir.Expr{m.Owner, m.Is, m.Amount, m.When} {
		t.expr(x)
	}
	t.args(m.Args)
}

func (t *toucher) args(list []ir.PatArg) {
	for _, a := range list {
		if a.Field != nil {
			t.reads[a.Field] = true
		}
		t.value(a.Value)
		t.expr(a.Expr)
	}
}

func (t *toucher) pattern(q *ir.Pattern) {
	if q == nil {
		return
	}
	t.args(q.Args)
	t.expr(q.Is)
	t.expr(q.When)
}

func (t *toucher) value(v *ir.Value) {
	if v == nil || t.values[v] {
		return
	}
	t.values[v] = true
	t.expr(v.Body)
	for _, l := range v.Params {
		t.expr(l.Default)
	}
	if v.Table != nil {
		for _, r := range v.Table.Rows {
			t.expr(r.Result)
			for _, alt := range r.Patterns {
				for _, x := range alt {
					t.expr(x)
				}
			}
		}
	}
	for _, m := range v.Mods {
		t.modify(m)
	}
}

func (t *toucher) expr(e *ir.Expr) {
	e.Walk(func(x *ir.Expr) {
		if x.Local != nil {
			t.reads[x.Local] = true
		}
		t.value(x.Value)
		switch x.Op {
		case ir.ActionsOp:
			t.actions()
		case ir.NewOp:
			t.record(x.Record)
		}
	})
}

func (t *toucher) record(r *ir.Record) {
	if r == nil || t.records[r] {
		return
	}
	t.records[r] = true
	for _, list := range [][]*ir.Local{t.p.ir.AnyEntity.Fields, r.Fields} {
		for _, f := range list {
			t.expr(f.Default)
			t.writes[f] = true
		}
	}
	for _, x := range r.Defaults {
		t.expr(x)
	}
}

func (t *toucher) stmts(list []*ir.Stmt) { ir.EachStmt(list, t.alone) }

// alone visits a statement without those inside it.
func (t *toucher) alone(s *ir.Stmt) {
	if s.Kind == ir.AssignStmt {
		t.assign(s)
		return
	}
	eachExprOf(s, t.expr)
	for _, l := range append([]*ir.Local{s.Var, s.Bind, s.Where2}, s.Cells...) {
		if l != nil {
			t.reads[l] = true
		}
	}
	switch s.Kind {
	case ir.DoDeedStmt:
		t.actions()
	case ir.OfferStmt:
		if s.Any || len(s.What) == 0 {
			t.actions()
		}
		for _, o := range s.What {
			if o.Action == nil {
				t.actions()
			}
			t.event(o.Action)
		}
	case ir.CreateStmt, ir.DestroyStmt:
		t.record(s.Record)
		t.event(t.p.ir.Lose)
	case ir.ApplyStmt:
		t.event(t.p.ir.Gain)
	case ir.RemoveStmt:
		t.event(t.p.ir.Lose)
	case ir.DoStmt:
		t.event(s.Event)
	case ir.CallStmt:
		if s.Expr.Native == "pass" {
			t.hear(nil) // whatever listens to time
		}
	}
	if s.Block != nil {
		for _, k := range s.Block.Clauses {
			t.clause(k)
		}
	}
	for _, k := range s.Until {
		t.clause(k)
	}
	t.clause(s.Clause)
}

func (t *toucher) assign(s *ir.Stmt) {
	t.expr(s.Expr)
	g := s.Target
	switch {
	case s.Op != "=" && g.Local != nil && g.Local.Low == nil && g.Local.High == nil && (g.Op == ir.FieldOp || g.Op == ir.LocalOp):
		// What nothing reads but its own sums is not read.
		for _, a := range g.Args {
			t.expr(a)
		}
	case s.Op != "=" || g.Op != ir.FieldOp && g.Op != ir.LocalOp:
		t.expr(g)
	default:
		for _, a := range g.Args {
			t.expr(a)
		}
	}
	if g.Local != nil {
		t.writes[g.Local] = true
	} else if len(g.Args) > 0 && g.Args[0] != nil && g.Args[0].Local != nil {
		t.writes[g.Args[0].Local] = true
	}
}
