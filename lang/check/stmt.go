package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// block checks statements in order; a let or roll is known to what follows.
func (c *checker) block(s *scope, list []syntax.Stmt) []*ir.Stmt {
	var out []*ir.Stmt
	for _, st := range list {
		if x := c.stmt(s, st); x != nil {
			out = append(out, x)
		}
	}
	return out
}

func (c *checker) stmt(s *scope, st syntax.Stmt) *ir.Stmt {
	out := &ir.Stmt{Span: placeOf(st)}
	switch st := st.(type) {
	case *syntax.Let:
		out.Kind = ir.LetStmt
		out.Expr = c.expr(s, st.Value, nil)
		t := passed(out.Expr.Type)
		if t.Kind == ir.NoneKind {
			c.log.Errorf(diag.WrongType, placeOf(st.Value), "what kind of thing is absent here cannot be told")
		}
		out.Var = c.fresh(s, st.Name, t)
	case *syntax.Roll:
		out.Kind = ir.RollStmt
		c.roll(s, out, st)
	case *syntax.If:
		out.Kind = ir.IfStmt
		out.Expr = c.expect(s, st.Cond, ir.BoolType)
		out.Body = c.block(s.given(st.Cond, true), st.Then.Stmts)
		switch e := st.Else.(type) {
		case *syntax.If:
			out.Else = []*ir.Stmt{c.stmt(s.given(st.Cond, false), e)}
		case *syntax.Block:
			out.Else = c.block(s.given(st.Cond, false), e.Stmts)
		}
	case *syntax.For:
		c.forStmt(s, out, st)
	case *syntax.Repeat:
		out.Kind = ir.RepeatStmt
		if st.Times != nil {
			out.Times = c.expect(s, st.Times, ir.IntType)
		}
		if st.While != nil {
			out.While = c.expect(s, st.While, ir.BoolType)
		}
		out.Upto = c.expect(s, st.Upto, ir.IntType)
		out.Var = c.add(s.frame, "", ir.IntType, st.Span)
		out.Cells = []*ir.Local{out.Var, c.add(s.frame, "", ir.IntType, st.Span), c.add(s.frame, "", ir.IntType, st.Span)}
		out.Body = c.block(s.child(), st.Body.Stmts)
	case *syntax.Do:
		return c.doStmt(s, out, st)
	case *syntax.Together:
		out.Kind = ir.TogetherStmt
		out.Body = c.block(s.child(), st.Body.Stmts)
	case *syntax.Create:
		c.createStmt(s, out, st)
	case *syntax.Destroy:
		out.Kind = ir.DestroyStmt
		out.Expr = c.expect(s, st.What, c.recordType(c.prog.AnyEntity))
	case *syntax.Offer:
		c.offer(s, out, st)
	case *syntax.Choose:
		c.choose(s, out, st)
	case *syntax.Apply:
		c.apply(s, out, st)
	case *syntax.Remove:
		c.remove(s, out, st)
	case *syntax.End:
		c.end(s, out, st)
	case *syntax.Once:
		c.once(s, out, st)
	case *syntax.Assign:
		return c.assign(s, out, st)
	default:
		c.log.Errorf(diag.BadPlace, placeOf(st), "this statement is not known")
		return nil
	}
	return out
}

// roll draws dice into a field of the event or a new cell.
func (c *checker) roll(s *scope, out *ir.Stmt, st *syntax.Roll) {
	out.Expr = c.expect(s, st.Dice, ir.DiceType)
	if l := s.local(st.Name.Name); l != nil {
		if l.Type.Kind != ir.Int {
			c.log.Errorf(diag.WrongType, st.Name.Span, "%q is %s, and dice show a number", l.Name, an(l.Type))
		}
		if l.Param {
			c.log.Errorf(diag.NotAssignable, st.Name.Span, "%q is a parameter and keeps its value", l.Name)
		}
		out.Var = l
		return
	}
	out.Var = c.fresh(s, st.Name, ir.IntType)
}

func (c *checker) forStmt(s *scope, out *ir.Stmt, st *syntax.For) {
	out.Kind = ir.ForStmt
	out.Expr = c.sure(s, st.In, c.expr(s, st.In, nil))
	elem := ir.BadType
	switch {
	case out.Expr.Type.Sequence():
		elem = out.Expr.Type.Elem
	case out.Expr.Type.Kind != ir.Invalid:
		c.log.Errorf(diag.WrongType, placeOf(st.In), "`for` runs over a list, and this is %s", an(out.Expr.Type))
	}
	in := s.child()
	out.Var = c.fresh(in, st.Var, elem)
	out.Var.Loop = true
	if st.Where != nil {
		out.Where = c.expect(in, st.Where, ir.BoolType)
		in = in.given(st.Where, true)
	}
	for _, k := range st.Sorted {
		x := c.sure(in, k, c.expr(in, k, nil))
		if !x.Type.Ordered() && x.Type.Kind != ir.Invalid {
			c.log.Errorf(diag.WrongType, placeOf(k), "things are sorted by a number, and this is %s", an(x.Type))
		}
		out.Sorted = append(out.Sorted, x)
	}
	// Cells for the snapshot of the list and the position in it.
	out.Cells = []*ir.Local{c.add(s.frame, "", ir.ListOf(elem), st.Span), c.add(s.frame, "", ir.IntType, st.Span)}
	out.Body = c.block(in.child(), st.Body.Stmts)
}

// doStmt starts an event, an action, or a deed held as data.
func (c *checker) doStmt(s *scope, out *ir.Stmt, st *syntax.Do) *ir.Stmt {
	fn, args := st.What, []*syntax.Arg(nil)
	if call, ok := fn.(*syntax.Call); ok {
		fn, args = call.Fn, call.Args
	}
	n, ok := fn.(*syntax.Name)
	var ev *ir.Event
	if l := (*ir.Local)(nil); ok {
		if l = s.local(n.Name); l == nil || l.Type.Kind == ir.EventKind {
			ev, ok = find[*ir.Event](c, n.Name)
		}
		if !ok && l == nil && c.names[n.Name] == nil {
			c.unknown(diag.UnknownEvent, syntax.Ident{Place: n.Place, Name: n.Name}, "event or action",
				c.known(func(e *entry) bool { _, ok := e.ir.(*ir.Event); return ok }))
			for _, a := range args {
				c.expr(s, a.Value, nil)
			}
			return nil
		}
	}
	in := s.child()
	if ev != nil {
		out.Kind, out.Event = ir.DoStmt, ev
		if ev.Builtin {
			c.log.Errorf(diag.BadPlace, n.Span, "%q happens by itself and cannot be started", ev.Name)
			return nil
		}
		out.Args = c.arguments(s, args, ev.Params, placeOf(st.What), ev.Name, false)
		if ev.Action && s.self == nil {
			c.log.Errorf(diag.NoSelf, n.Span, "%q is an action, and nobody speaks here who could do it", ev.Name)
		}
		if ev.Action && s.self != nil {
			out.By = s.self(n.Span)
		}
		t := &ir.Type{Kind: ir.EventKind, Event: ev}
		name := syntax.Ident{Place: n.Place, Name: ev.Name}
		if st.As.Name != "" {
			name = st.As
		}
		out.Bind = c.add(s.frame, name.Name, t, name.Span)
		in.bind(name.Name, out.Bind)
		if st.As.Name != "" {
			c.declare(s, st.As, out.Bind)
			out.Var = out.Bind
		}
	} else {
		out.Kind = ir.DoDeedStmt
		out.Expr = c.expect(s, st.What, ir.DeedType)
		if s.self == nil {
			// In an event a deed is done by whoever the deed names; it must be held by somebody.
			out.By = nil
		} else {
			out.By = s.self(st.Span)
		}
		if st.As.Name != "" {
			c.log.Errorf(diag.BadPlace, st.As.Span, "what kind of event a deed will be is not known, so it cannot be named")
		}
	}
	c.siteClauses(in, out, st.Clauses)
	return out
}

func (c *checker) createStmt(s *scope, out *ir.Stmt, st *syntax.Create) {
	out.Kind = ir.CreateStmt
	r, ok := lookup[*ir.Record](c, st.Record, diag.UnknownType, "record")
	if !ok {
		return
	}
	out.Record = r
	if !r.Entity {
		c.log.Errorf(diag.WrongType, st.Record.Span, "%q is no entity; a plain record is written as a formula: `%s(...)`", r.Name, r.Name)
		return
	}
	out.Fields = c.fieldInits(s, r, st.Data)
	if st.As.Name != "" {
		out.Var = c.fresh(s, st.As, c.recordType(r))
	}
}

// fieldInits checks the data of a new thing.
func (c *checker) fieldInits(s *scope, r *ir.Record, d *syntax.Data) []ir.FieldInit {
	var out []ir.FieldInit
	if d == nil {
		return nil
	}
	seen := map[string]bool{}
	for _, a := range d.Fields {
		name := a.Label.Name
		if name == "at" && r.Entity {
			out = append(out, ir.FieldInit{Value: c.expect(s, a.Value, ir.PlaceType)})
			continue
		}
		f := c.fieldOf(r, name)
		if f == nil {
			dg := c.log.Errorf(diag.UnknownMember, a.Label.Span, "%s has no field %q", an(r.Name), name)
			c.suggest(dg, name, c.memberNames(r))
			continue
		}
		if seen[name] {
			c.log.Errorf(diag.DuplicateName, a.Label.Span, "%q is given twice", name)
		}
		seen[name] = true
		x := c.expect(s, a.Value, f.Type)
		c.inBounds(f, x)
		out = append(out, ir.FieldInit{Field: f, Value: x})
	}
	return out
}

func (c *checker) offer(s *scope, out *ir.Stmt, st *syntax.Offer) {
	out.Kind, out.May = ir.OfferStmt, st.May
	out.To = c.expect(s, st.To, c.recordType(c.actor()))
	for _, w := range st.What {
		fn, args := w, []*syntax.Arg(nil)
		if call, ok := fn.(*syntax.Call); ok {
			fn, args = call.Fn, call.Args
		}
		n, ok := fn.(*syntax.Name)
		if ok && n.Name == "any" && args == nil {
			out.Any = true
			continue
		}
		if ok && s.local(n.Name) == nil {
			ev, ok := lookup[*ir.Event](c, syntax.Ident{Place: n.Place, Name: n.Name}, diag.UnknownEvent, "action")
			if !ok {
				continue
			}
			if !ev.Action {
				c.log.Errorf(diag.WrongType, n.Span, "%q is an event; only actions are offered", ev.Name)
				continue
			}
			o := &ir.Offer{Action: ev, Args: make([]*ir.Expr, len(ev.Params))}
			if args != nil {
				o.Args = c.arguments(s, args, ev.Params, placeOf(w), ev.Name, true)
			}
			out.What = append(out.What, o)
			continue
		}
		out.What = append(out.What, &ir.Offer{Deed: c.expect(s, w, ir.DeedType)})
	}
	c.siteClauses(s.child(), out, st.Clauses)
}

func (c *checker) choose(s *scope, out *ir.Stmt, st *syntax.Choose) {
	out.Kind, out.May = ir.ChooseStmt, st.May
	out.Expr = c.sure(s, st.From, c.expr(s, st.From, nil))
	elem := ir.BadType
	switch {
	case out.Expr.Type.Sequence():
		elem = out.Expr.Type.Elem
	case out.Expr.Type.Kind != ir.Invalid:
		c.log.Errorf(diag.WrongType, placeOf(st.From), "one chooses from a list, and this is %s", an(out.Expr.Type))
	}
	switch {
	case st.By != nil:
		out.By = c.expect(s, st.By, c.recordType(c.actor()))
	case s.self != nil:
		out.By = s.self(st.Span)
	default:
		c.log.Errorf(diag.NoSelf, st.Span, "who chooses?").WithHelp("write `choose %s by WHO from ...`", st.Name.Name)
	}
	c.siteClauses(s.child(), out, st.Clauses)
	out.Var = c.fresh(s, st.Name, elem)
	out.Message = c.message(s, st.Prompt)
}

func (c *checker) apply(s *scope, out *ir.Stmt, st *syntax.Apply) {
	out.Kind = ir.ApplyStmt
	var cd *ir.Condition
	if x := c.expr(s, st.Condition, ir.CondType); x.Op == ir.CondValue {
		cd = x.Cond
		out.Condition, out.CondArgs = cd, x.Args
	} else if x.Type.Kind == ir.Invalid {
		// reported already; the rest is still looked at
	} else if !x.Type.Fits(ir.CondType) {
		c.mismatch(x, ir.CondType)
	} else {
		out.Expr = x
	}
	want := c.recordType(c.prog.AnyEntity)
	if cd != nil {
		want = c.recordType(cd.On)
		if c.derived[cd] {
			c.log.Errorf(diag.NotAssignable, placeOf(st.Condition), "%q is on while its formula holds; nobody applies it", cd.Name).WithRelated(cd.Span, "declared here")
		}
		for i, p := range cd.Params {
			if out.CondArgs[i] == nil && !c.willDefault(p) {
				c.log.Errorf(diag.WrongArguments, placeOf(st.Condition), "%q needs %q, %s", cd.Name, p.Name, an(p.Type)).WithRelated(p.Span, "the parameter")
			}
		}
	}
	out.To = c.expect(s, st.To, want)
	out.By = c.partner(s, cd, st.Partner, st.With, st.Span)
	if st.Until != nil {
		out.Until = append(out.Until, c.capturing(s, ir.UntilClause, st.Until.Span, func(in *scope, k *ir.Clause) {
			k.Pattern = &ir.Pattern{Span: st.Until.Span, After: st.Until.After, Outcome: -1}
			c.bindPattern(in, k.Pattern, st.Until)
		}))
	} else if cd != nil {
		c.unended = append(c.unended, unended{cd, st.Span})
	}
	if st.As.Name != "" {
		t := c.recordType(c.prog.Held).Maybe()
		if cd != nil {
			t = c.heldType(cd).Maybe()
		}
		out.Var = c.fresh(s, st.As, t)
	}
}

func (c *checker) partner(s *scope, cd *ir.Condition, e syntax.Expr, with bool, at source.Span) *ir.Expr {
	if e == nil {
		if cd != nil && cd.Partner != nil && cd.Symmetric {
			c.log.Errorf(diag.WrongArguments, at, "%q is shared with somebody: `with WHO`", cd.Name)
		}
		if cd != nil && cd.Partner != nil && !cd.Symmetric {
			c.log.Errorf(diag.WrongArguments, at, "%q comes from somebody: `by WHO`", cd.Name)
		}
		return nil
	}
	if cd == nil {
		return c.expect(s, e, c.recordType(c.prog.AnyEntity))
	}
	if cd.Partner == nil {
		c.log.Errorf(diag.WrongArguments, placeOf(e), "%q has no source", cd.Name).WithRelated(cd.Span, "declared here")
		return nil
	}
	if with != cd.Symmetric {
		word := "by"
		if cd.Symmetric {
			word = "with"
		}
		c.log.Errorf(diag.WrongArguments, placeOf(e), "%q is said with `%s`", cd.Name, word).WithRelated(cd.Span, "declared here")
	}
	return c.expect(s, e, cd.Partner.Type)
}

func (c *checker) remove(s *scope, out *ir.Stmt, st *syntax.Remove) {
	out.Kind = ir.RemoveStmt
	x := c.expr(s, st.Condition, ir.CondType)
	switch {
	case x.Op == ir.CondValue:
		out.Condition = x.Cond
		if c.derived[x.Cond] {
			c.log.Errorf(diag.NotAssignable, placeOf(st.Condition), "%q is on while its formula holds; nobody removes it", x.Cond.Name)
		}
	case x.Type.Kind == ir.RecordKind && x.Type.Sure().Record.Name == c.prog.Held.Name:
		out.Expr = x
	case x.Type.Kind == ir.CondKind:
		out.Expr = x
	case x.Type.Kind != ir.Invalid:
		c.mismatch(x, ir.CondType)
	}
	if st.Partner != nil {
		out.By = c.partner(s, out.Condition, st.Partner, st.With, st.Span)
	}
	out.To = c.expect(s, st.From, c.recordType(c.prog.AnyEntity))
	if x.Type.Kind == ir.CondKind {
		// Cells for the applications as they were, and the position among them.
		held := ir.ListOf(&ir.Type{Kind: ir.RecordKind, Record: c.prog.Held})
		out.Cells = []*ir.Local{c.add(s.frame, "", held, st.Span), c.add(s.frame, "", ir.IntType, st.Span)}
	}
}

// end closes an event that is certainly running: the one the statement is
// written in, or one that is bound here.
func (c *checker) end(s *scope, out *ir.Stmt, st *syntax.End) {
	out.Kind = ir.EndStmt
	name := st.Event.Name
	var ev *ir.Event
	if l := s.local(name); l != nil && l.Type.Kind == ir.EventKind {
		ev, out.Where2 = l.Type.Event, l
	} else if s.body != nil && s.body.Name == name {
		ev = s.body
	} else if e, ok := find[*ir.Event](c, name); ok {
		// Ending what encloses: the innermost one that runs.
		ev = e
		out.Outer = true
	} else {
		_, _ = lookup[*ir.Event](c, st.Event, diag.UnknownEvent, "event")
		return
	}
	out.Event = ev
	out.Outcome = 0
	switch {
	case st.Outcome.Name == "" && ev.Declared:
		// An undecided end: only right where some other line decides, as `none` does.
		out.Outcome = ir.NoneOutcome
		if !ev.Action {
			c.log.Errorf(diag.UnknownOutcome, st.Span, "how does %q end?", ev.Name).WithHelp("write `end %s as %s`", ev.Name, ev.Outcomes[0])
		}
	case st.Outcome.Name == "none":
		out.Outcome = ir.NoneOutcome
	case st.Outcome.Name != "":
		out.Outcome = ev.Outcome(st.Outcome.Name)
		if out.Outcome < 0 {
			d := c.log.Errorf(diag.UnknownOutcome, st.Outcome.Span, "%q has no outcome %q", ev.Name, st.Outcome.Name)
			c.suggest(d, st.Outcome.Name, append([]string{"none"}, ev.Outcomes...))
		}
	}
	out.Message = c.message(s, st.Reason)
}

// capturing checks a clause that outlives the place it is written in: it takes
// along the cells it speaks of.
func (c *checker) capturing(s *scope, kind ir.ClauseKind, at source.Span, body func(*scope, *ir.Clause)) *ir.Clause {
	k := &ir.Clause{Kind: kind, Span: at, Frame: &ir.Frame{}}
	in := s.child()
	in.frame = k.Frame
	in.names = nil
	in.capture = &captures{outer: s, list: &k.Captures}
	in.clause = nil
	in.body = nil
	if s.self != nil {
		// self is a cell of the outer frame; it is taken along like any other.
		probe := s.self(at)
		if probe.Op == ir.LocalOp {
			inner := k.Frame.Add("self", probe.Type, at)
			k.Captures = append(k.Captures, ir.Capture{Outer: probe.Local, Inner: inner})
			in.self = cellOf(inner)
			k.Self = inner
		}
	}
	if s.event != nil && s.running != nil {
		in.event, in.running = nil, nil
	}
	body(in.child(), k)
	return k
}

func (c *checker) once(s *scope, out *ir.Stmt, st *syntax.Once) {
	out.Kind = ir.OnceStmt
	if st.Delay != nil {
		out.Delay = c.expr(s, st.Delay, nil)
		if out.Delay.Type.Kind != ir.Quantity && out.Delay.Type.Kind != ir.Invalid {
			c.log.Errorf(diag.WrongUnit, placeOf(st.Delay), "`once after` wants a span of time or an event")
		}
	}
	out.Clause = c.capturing(s, ir.OnceClause, st.Span, func(in *scope, k *ir.Clause) {
		if st.Occasion != nil {
			k.Pattern = &ir.Pattern{Span: st.Occasion.Span, After: true, Outcome: -1}
			in = c.bindPattern(in, k.Pattern, &syntax.Pattern{Place: st.Occasion.Place, After: true, Occasion: st.Occasion, When: st.When})
		} else if st.When != nil {
			k.Pattern = &ir.Pattern{Span: st.Span, After: true, Outcome: -1, When: c.expect(in, st.When, ir.BoolType)}
			in = in.given(st.When, true)
		}
		k.Body = c.block(in.child(), st.Body.Stmts)
	})
}

func (c *checker) assign(s *scope, out *ir.Stmt, st *syntax.Assign) *ir.Stmt {
	if st.Op == "" {
		return c.callStmt(s, out, st)
	}
	out.Kind, out.Op = ir.AssignStmt, st.Op
	out.Target = c.expr(s, st.Target, nil)
	t := out.Target
	switch t.Op {
	case ir.LocalOp:
		if t.Local.Param || t.Local.Loop || t.Type.Kind == ir.EventKind {
			c.log.Errorf(diag.NotAssignable, placeOf(st.Target), "%q keeps its value", t.Local.Name).
				WithHelp("parameters and what a loop runs over are not assigned; declare a field")
		}
	case ir.FieldOp:
		if t.Local.Param {
			c.log.Errorf(diag.NotAssignable, placeOf(st.Target), "%q is a parameter and keeps its value", t.Local.Name)
		}
	case ir.SpendOp:
		if st.Op == "=" {
			break
		}
	case ir.IndexOp:
	case ir.ValueOp:
		c.log.Errorf(diag.NotAssignable, placeOf(st.Target), "%q follows from its formula and cannot be set", t.Value.Name).
			WithHelp("a rule block changes it: `modify ... by ...`").WithRelated(t.Value.Span, "declared here")
		return nil
	case ir.AtOp:
		c.log.Errorf(diag.NotAssignable, placeOf(st.Target), "where something is, is changed by `put(it, place)`")
		return nil
	default:
		if t.Type.Kind != ir.Invalid {
			c.log.Errorf(diag.NotAssignable, placeOf(st.Target), "only fields can be assigned")
		}
		return nil
	}
	want := t.Type
	if st.Op == "=" && t.Local != nil {
		want = t.Local.Type
	}
	if want.Cap != 0 {
		want = passed(want)
	}
	out.Expr = c.expect(s, st.Value, want)
	if st.Op != "=" && !(t.Type.Kind == ir.Int || t.Type.Kind == ir.Quantity || t.Type.Sequence() || t.Type.Kind == ir.Invalid) {
		c.log.Errorf(diag.WrongType, st.Span, "%q goes with numbers and lists, and this is %s", st.Op, an(t.Type))
	}
	if t.Op == ir.FieldOp || t.Op == ir.LocalOp {
		if st.Op == "=" {
			c.inBounds(t.Local, out.Expr)
		}
	}
	return out
}

// callStmt is a call alone: only what changes the world may stand there.
func (c *checker) callStmt(s *scope, out *ir.Stmt, st *syntax.Assign) *ir.Stmt {
	call, ok := st.Target.(*syntax.Call)
	if ok {
		if n, ok := call.Fn.(*syntax.Name); ok && c.names[n.Name] == nil {
			switch n.Name {
			case "put":
				out.Kind = ir.CallStmt
				if c.arity(call, 2, 2) {
					out.Expr = native("put", ir.BoolType, call, c.expect(s, call.Args[0].Value, c.recordType(c.prog.AnyEntity)),
						c.expect(s, call.Args[1].Value, ir.PlaceType))
					return out
				}
				return nil
			case "pass":
				out.Kind = ir.CallStmt
				if c.arity(call, 1, 1) {
					x := c.expr(s, call.Args[0].Value, nil)
					if x.Type.Kind != ir.Quantity && x.Type.Kind != ir.Invalid {
						c.log.Errorf(diag.WrongUnit, x.Span, "a span of time is expected here, and this is %s", an(x.Type))
					}
					out.Expr = native("pass", ir.BoolType, call, x)
					return out
				}
				return nil
			}
		}
	}
	c.expr(s, st.Target, nil)
	d := c.log.Errorf(diag.BadPlace, st.Span, "a formula alone does nothing")
	if ok {
		if n, isName := call.Fn.(*syntax.Name); isName {
			if _, isEvent := find[*ir.Event](c, n.Name); isEvent {
				d.WithHelp("write `do %s`", st.Span.Text())
			}
		}
	}
	return nil
}
