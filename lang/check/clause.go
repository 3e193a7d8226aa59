package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// clauses checks the clauses of a rule or condition; open makes the scope of
// each, with a frame of its own.
func (c *checker) clauses(b *ir.Block, list []syntax.Clause, open func() *scope) {
	for _, cl := range list {
		switch cl := cl.(type) {
		case *syntax.Includes, *syntax.While:
			if b.Condition == nil {
				c.log.Errorf(diag.BadPlace, placeOf(cl), "only a condition has this clause")
			}
			continue
		case *syntax.On:
			c.log.Errorf(diag.BadPlace, cl.Span, "`on` answers a `do`, an `offer` or a `choose`; here an event is answered by `after`")
			continue
		case *syntax.Until:
			if b.Condition == nil {
				c.log.Errorf(diag.BadPlace, cl.Span, "only a condition ends; a rule holds always, or `while` something is true")
				continue
			}
			if cl.Removed {
				continue
			}
		}
		s := open()
		k := &ir.Clause{Block: b, Span: placeOf(cl), Frame: s.frame, HeldVar: s.held, Index: len(b.Clauses)}
		if len(s.frame.Locals) > 0 {
			k.Self = s.frame.Locals[0]
		}
		s.clause = k
		b.Clauses = append(b.Clauses, k)
		c.clause(s, k, cl, nil)
	}
}

// siteClauses checks the clauses behind a statement; they live in the frame the
// statement stands in.
func (c *checker) siteClauses(s *scope, st *ir.Stmt, list []syntax.Clause) {
	outcomes := st.Event
	for _, cl := range list {
		switch cl := cl.(type) {
		case *syntax.On:
			arm := &ir.Arm{Span: cl.Span, Outcome: -1}
			switch {
			case cl.Outcome.Name == "none":
				arm.Outcome = ir.NoneOutcome
			case outcomes != nil:
				arm.Outcome = outcomes.Outcome(cl.Outcome.Name)
			}
			if arm.Outcome == -1 {
				if outcomes == nil {
					c.log.Errorf(diag.UnknownOutcome, cl.Outcome.Span, "here only `on none` can be answered")
				} else {
					d := c.log.Errorf(diag.UnknownOutcome, cl.Outcome.Span, "%q has no outcome %q", outcomes.Name, cl.Outcome.Name)
					c.suggest(d, cl.Outcome.Name, append([]string{"none"}, outcomes.Outcomes...))
				}
			}
			for _, o := range st.Arms {
				if o.Outcome == arm.Outcome {
					c.log.Errorf(diag.DuplicateName, cl.Outcome.Span, "%q is answered twice", cl.Outcome.Name).WithRelated(o.Span, "first here")
				}
			}
			st.Arms = append(st.Arms, arm)
			arm.Body = c.block(s.child(), cl.Body.Stmts)
			continue
		case *syntax.Includes, *syntax.While, *syntax.Until:
			c.log.Errorf(diag.BadPlace, placeOf(cl), "only a condition has this clause")
			continue
		}
		if st.Block == nil {
			st.Block = &ir.Block{Site: st, Frame: s.frame, Span: st.Span}
			c.addBlock(st.Block)
		}
		k := &ir.Clause{Block: st.Block, Span: placeOf(cl), Frame: s.frame, Index: len(st.Block.Clauses)}
		st.Block.Clauses = append(st.Block.Clauses, k)
		inner := s.child()
		inner.clause = nil
		c.clause(inner, k, cl, st)
	}
}

func (c *checker) clause(s *scope, k *ir.Clause, cl syntax.Clause, site *ir.Stmt) {
	switch cl := cl.(type) {
	case *syntax.Modify:
		k.Kind = ir.ModifyClause
		k.Modify = c.modify(s, k, cl, site)
	case *syntax.Forbid:
		c.forbid(s, k, cl)
	case *syntax.Handler:
		k.Kind = ir.HandlerClause
		k.Pattern = &ir.Pattern{Span: cl.Pattern.Span, After: cl.Pattern.After, Outcome: -1}
		in := c.bindPattern(s, k.Pattern, cl.Pattern)
		k.Body = c.block(in.child(), cl.Body.Stmts)
		c.needsRole(k)
	case *syntax.Until:
		k.Kind = ir.UntilClause
		k.Pattern = &ir.Pattern{Span: cl.Pattern.Span, After: cl.Pattern.After, Outcome: -1}
		c.bindPattern(s, k.Pattern, cl.Pattern)
	default:
		c.log.Errorf(diag.BadPlace, placeOf(cl), "this clause cannot stand here")
	}
}

// forbid splits one line with several patterns into clauses that share the rest.
func (c *checker) forbid(s *scope, k *ir.Clause, cl *syntax.Forbid) {
	k.Kind = ir.ForbidClause
	if cl.Except.Name != "" {
		if e, ok := lookup[*ir.Event](c, cl.Except, diag.UnknownEvent, "action"); ok {
			k.Except = e
		}
	}
	at := k
	for i, o := range cl.Occasions {
		if i > 0 {
			n := *k
			n.Index = len(k.Block.Clauses)
			at = &n
			k.Block.Clauses = append(k.Block.Clauses, at)
		}
		in := s.child()
		in.clause = at
		at.Pattern = &ir.Pattern{Span: o.Span, Outcome: -1}
		in = c.bindPattern(in, at.Pattern, &syntax.Pattern{Place: o.Place, Occasion: o, When: cl.When})
		if at.Pattern.Stage != nil {
			c.log.Errorf(diag.BadPlace, o.Span, "an event is forbidden as a whole, not one of its stages")
		}
		at.Reason = c.message(in, cl.Reason)
		c.needsRole(at)
	}
}

// bindPattern checks a pattern that binds its event by name in s's frame, and
// returns the scope in which its `when` holds.
func (c *checker) bindPattern(s *scope, p *ir.Pattern, d *syntax.Pattern) *scope {
	in := s.child()
	if len(d.Occasion.Parts) == 0 {
		return in
	}
	id := d.Occasion.Parts[0].Name
	if ev, ok := find[*ir.Event](c, id.Name); ok {
		p.Event = ev
		bare := !d.Occasion.Parts[0].HasArgs
		if bare {
			if known := c.boundEvent(s, id.Name, ev); known != nil {
				p.Is = known(id.Span)
			}
		}
		for _, as := range d.Occasion.As {
			if ev.Outcome(as.Name) == -1 {
				id = as
			}
		}
		p.Bind = c.add(s.frame, id.Name, &ir.Type{Kind: ir.EventKind, Event: ev}, id.Span)
		in.bind(id.Name, p.Bind)
	}
	c.pattern(s, p, d.Occasion, nil)
	if d.When != nil {
		p.When = c.expect(in, d.When, ir.BoolType)
		in = in.given(d.When, true)
	}
	return in
}

// boundEvent tells whether a name is already a running event here.
func (c *checker) boundEvent(s *scope, name string, ev *ir.Event) func(source.Span) *ir.Expr {
	if l := s.local(name); l != nil && l.Type.Kind == ir.EventKind && l.Type.Event == ev {
		return cellOf(l)
	}
	if s.event == ev && s.running != nil && s.body == ev {
		return s.running
	}
	return nil
}

// pattern checks event, arguments, stage and outcome; fill is the action whose
// open parameters the arguments may fill.
func (c *checker) pattern(s *scope, p *ir.Pattern, o *syntax.Occasion, fill *ir.Event) {
	if len(o.Parts) == 0 {
		return
	}
	head := o.Parts[0]
	ev, ok := lookup[*ir.Event](c, head.Name, diag.UnknownEvent, "event")
	if !ok {
		return
	}
	p.Event = ev
	for _, a := range head.Args {
		c.patternArg(s, p, a, fill)
	}
	if len(o.Parts) > 1 {
		st := o.Parts[1]
		for _, x := range ev.Stages {
			if x.Name == st.Name.Name && !x.Loose {
				p.Stage = x
			}
		}
		if p.Stage == nil {
			d := c.log.Errorf(diag.UnknownStage, st.Name.Span, "%q has no stage %q", ev.Name, st.Name.Name)
			c.stageGone(d, ev, st.Name.Name, stageNames(ev))
		}
		if len(o.Parts) > 2 || st.HasArgs {
			c.log.Errorf(diag.BadPlace, o.Span, "a pattern is an event, or one of its stages")
		}
	}
	named := 0
	for _, as := range o.As {
		if i := ev.Outcome(as.Name); i != -1 {
			p.Outcome = i
			continue
		}
		if named++; named > 1 {
			c.log.Errorf(diag.UnknownOutcome, as.Span, "%q has no outcome %q", ev.Name, as.Name)
		}
	}
}

func (c *checker) patternArg(s *scope, p *ir.Pattern, a *syntax.Arg, fill *ir.Event) {
	ev := p.Event
	arg := ir.PatArg{Span: a.Span}
	name := a.Label.Name
	var t *ir.Type
	act := ev.Action || ev.Act
	switch {
	case name == "":
		c.log.Errorf(diag.UnknownParam, a.Span, "say which part of %q this is: `label: value`", ev.Name).
			WithHelp("its parts are %s", oxford(c.eventMemberNames(ev)))
		return
	case act && name == "actor":
		arg.Builtin, t = "actor", c.recordType(c.actor())
	case act && name == "action":
		arg.Builtin, t = "action", ir.ActionType
	case act && name == "price":
		arg.Builtin, arg.Mode = "price", ir.Priced
		id, ok := a.Value.(*syntax.Name)
		if !ok {
			c.log.Errorf(diag.NoPrice, a.Span, "a price names a resource")
			return
		}
		if r, ok := lookup[*ir.Resource](c, syntax.Ident{Place: id.Place, Name: id.Name}, diag.NoPrice, "resource"); ok {
			arg.Resource = r
			p.Args = append(p.Args, arg)
		}
		return
	default:
		if l := c.eventField(ev, name); l != nil {
			arg.Field, t = l, l.Type
		} else if v := c.eventValue(ev, name); v != nil {
			arg.Value, t = v, v.Type
		} else if l := c.attributeNamed(name); act && l != nil {
			arg.Attr, t = l, l.Type
		} else {
			d := c.log.Errorf(diag.UnknownParam, a.Label.Span, "%q has nothing called %q", ev.Name, name)
			c.suggest(d, name, c.eventMemberNames(ev))
			return
		}
	}
	if n, ok := a.Value.(*syntax.Name); ok && fill != nil {
		for _, l := range fill.Params {
			if l.Name == n.Name {
				arg.Mode, arg.Fill = ir.Fill, l
				if !t.Fits(l.Type) && !l.Type.Fits(t) {
					c.log.Errorf(diag.WrongType, a.Span, "%q is %s and cannot fill %q, %s", name, an(t), l.Name, an(l.Type))
				}
				p.Args = append(p.Args, arg)
				return
			}
		}
	}
	switch {
	case t.Sequence():
		if l, ok := a.Value.(*syntax.ListLit); ok && len(l.Items) > 0 {
			arg.Mode, arg.Expr = ir.ContainsAny, c.expect(s, a.Value, ir.ListOf(t.Elem))
		} else {
			arg.Mode, arg.Expr = ir.Contains, c.expect(s, a.Value, t.Elem)
		}
	default:
		if l, ok := a.Value.(*syntax.ListLit); ok && len(l.Items) > 0 {
			arg.Mode, arg.Expr = ir.OneOf, c.expect(s, a.Value, ir.ListOf(t.Sure()))
		} else {
			arg.Expr = c.expect(s, a.Value, t.Maybe())
		}
	}
	p.Args = append(p.Args, arg)
}

func (c *checker) attributeNamed(name string) *ir.Local {
	for _, l := range c.prog.Attributes {
		if l.Name == name {
			return l
		}
	}
	return nil
}

func (c *checker) actor() *ir.Record {
	if c.prog.Actor != nil {
		return c.prog.Actor
	}
	return c.prog.AnyEntity
}

// modify checks a modifier: its head names one value.
func (c *checker) modify(s *scope, k *ir.Clause, d *syntax.Modify, site *ir.Stmt) *ir.Modify {
	m := &ir.Modify{Clause: k}
	switch d.How {
	case "by":
		m.How = ir.By
	case "to":
		m.How = ir.To
	case "at least":
		m.How = ir.AtLeast
	case "at most":
		m.How = ir.AtMost
	}
	in := c.modifyHead(s, m, d, k)
	if m.Target == nil {
		return m
	}
	t := m.Target.Type
	if t.Kind == ir.Bool && m.How != ir.To {
		c.log.Errorf(diag.BadModify, d.Span, "%q is a truth and takes only `to`", m.Target.Name)
	}
	if !t.Ordered() && t.Kind != ir.Bool && t.Kind != ir.Dice && m.How != ir.To {
		c.log.Errorf(diag.BadModify, d.Span, "%q is %s and takes only `to`", m.Target.Name, an(t))
	}
	if d.When != nil {
		m.When = c.expect(in, d.When, ir.BoolType)
		in = in.given(d.When, true)
	}
	if m.How == ir.To {
		in = in.child()
		in.base = t
	}
	if m.How != ir.To {
		t = t.Sure()
	}
	m.Amount = c.expect(in, d.Amount, t)
	if d.Bonus.Name != "" {
		if b, ok := lookup[*ir.Bonus](c, d.Bonus, diag.UnknownName, "bonus"); ok {
			m.Bonus = b
			if m.How != ir.By {
				c.log.Errorf(diag.BadModify, d.Bonus.Span, "only `by` has a kind of bonus")
			}
		}
	}
	m.Label = c.message(in, d.Label)
	c.addMod(m)
	_ = site
	return m
}

// modifyHead finds the value and returns the scope with what the head binds.
func (c *checker) modifyHead(s *scope, m *ir.Modify, d *syntax.Modify, k *ir.Clause) *scope {
	in := s.child()
	parts := d.Head.Parts
	first := parts[0]
	name := first.Name.Name
	bindAsking := func(v *ir.Value, last *syntax.Part) {
		m.Target = v
		m.Asking = c.add(s.frame, v.Name, &ir.Type{Kind: ir.EventKind, Event: askingOf(v)}, last.Name.Span)
		in.bind(v.Name, m.Asking)
		for _, a := range last.Args {
			c.askingArg(s, m, v, a)
		}
	}
	if len(parts) == 1 {
		if v, ok := find[*ir.Value](c, name); ok {
			bindAsking(v, first)
			return in
		}
		d := c.log.Errorf(diag.BadModify, first.Name.Span, "no value is called %q", name)
		c.suggest(d, name, c.known(func(e *entry) bool { _, ok := e.ir.(*ir.Value); return ok }))
		return in
	}
	last := parts[len(parts)-1]
	if len(parts) > 2 {
		c.log.Errorf(diag.BadModify, d.Head.Span, "a modifier names a value of an event or of a record: two names with a dot")
		return in
	}
	// self.value, x.value
	var owner *ir.Expr
	if name == "self" && s.self != nil {
		owner = s.self(first.Span)
	} else if l := s.local(name); l != nil && l.Type.Kind == ir.RecordKind {
		owner = cell(l, first.Span)
	}
	if owner != nil {
		v := c.recordValue(owner.Type.Record, last.Name)
		if v != nil {
			bindAsking(v, last)
			m.Owner = owner
		}
		return in
	}
	if r, ok := find[*ir.Record](c, name); ok {
		if v := c.recordValue(r, last.Name); v != nil {
			bindAsking(v, last)
		}
		if k.Block.Condition != nil {
			c.log.Errorf(diag.NoRole, first.Span, "%q changes every %s, whoever wears %q", d.Head.Span.Text(), r.Name, k.Block.Name()).
				WithHelp("write `self.%s` for the wearer's own", last.Name.Name)
		}
		return in
	}
	ev, ok := lookup[*ir.Event](c, first.Name, diag.BadModify, "event or record")
	if !ok {
		return in
	}
	m.Target = c.eventValue(ev, last.Name.Name)
	if m.Target == nil {
		dg := c.log.Errorf(diag.UnknownMember, last.Name.Span, "%q has no value %q", ev.Name, last.Name.Name)
		if l := c.eventField(ev, last.Name.Name); l != nil {
			dg.WithHelp("%q is stored, so it is assigned in the window after the stage that sets it, not modified", l.Name)
		} else {
			var names []string
			for _, v := range ev.Values {
				names = append(names, v.Name)
			}
			c.suggest(dg, last.Name.Name, names)
		}
		return in
	}
	if !first.HasArgs {
		if known := c.boundEvent(s, name, ev); known != nil {
			m.Is = known(first.Span)
		}
	}
	m.Bind = c.add(s.frame, name, &ir.Type{Kind: ir.EventKind, Event: ev}, first.Name.Span)
	in.bind(name, m.Bind)
	p := &ir.Pattern{Event: ev, Outcome: -1}
	for _, a := range first.Args {
		c.patternArg(s, p, a, nil)
	}
	m.Args = p.Args
	if k.Block.Condition != nil && m.Is == nil && !fixesSelf(p.Args, k.Self) {
		c.log.Errorf(diag.NoRole, d.Head.Span, "this changes every %s, whoever wears %q", ev.Name, k.Block.Name()).
			WithHelp("say which part the wearer plays: `%s(%s: self).%s`", ev.Name, firstEntity(ev), last.Name.Name)
	}
	return in
}

// recordValue finds a value or the amount of a resource of a record.
func (c *checker) recordValue(r *ir.Record, id syntax.Ident) *ir.Value {
	if v := c.valueOf(r, id.Name); v != nil {
		return v
	}
	if q := c.resourceOf(r, id.Name); q != nil {
		return q.Amount
	}
	d := c.log.Errorf(diag.UnknownMember, id.Span, "%q has no value %q", r.Name, id.Name)
	if f := c.fieldOf(r, id.Name); f != nil {
		d.WithHelp("%q is data; declare `value` over it to let rules change it", f.Name)
	} else {
		c.suggest(d, id.Name, c.memberNames(r))
	}
	return nil
}

// askingOf makes the pseudo event through which a modifier sees a value's own
// parameters: `score.kind`.
func askingOf(v *ir.Value) *ir.Event {
	return &ir.Event{Decl: ir.Decl{Name: v.Name}, Frame: v.Frame, Params: v.Params}
}

// askingArg is an argument on the value itself: self.skill(kind: stealth).
func (c *checker) askingArg(s *scope, m *ir.Modify, v *ir.Value, a *syntax.Arg) {
	if a.Label.Name == "" {
		c.log.Errorf(diag.UnknownParam, a.Span, "say which parameter of %q this is: `label: value`", v.Name)
		return
	}
	for _, l := range v.Params {
		if l.Name == a.Label.Name {
			arg := ir.PatArg{Span: a.Span, Field: l}
			if _, ok := a.Value.(*syntax.ListLit); ok {
				arg.Mode, arg.Expr = ir.OneOf, c.expect(s, a.Value, ir.ListOf(l.Type.Sure()))
			} else {
				arg.Expr = c.expect(s, a.Value, l.Type.Maybe())
			}
			m.Args = append(m.Args, arg)
			return
		}
	}
	d := c.log.Errorf(diag.UnknownParam, a.Label.Span, "%q has no parameter %q", v.Name, a.Label.Name)
	c.suggest(d, a.Label.Name, localNames(v.Params))
}

// fixesSelf tells whether some argument is exactly the wearer.
func fixesSelf(args []ir.PatArg, self *ir.Local) bool {
	for _, a := range args {
		if a.Expr != nil && a.Expr.Op == ir.LocalOp && a.Expr.Local == self && a.Mode == ir.Equal {
			return true
		}
	}
	return false
}

func firstEntity(ev *ir.Event) string {
	if ev.Action || ev.Act {
		return "actor"
	}
	for _, l := range ev.Params {
		if l.Type.Entity() {
			return l.Name
		}
	}
	return "who"
}

// needsRole holds that a condition's forbid names its wearer; a handler may
// listen to the world, for its body speaks of the wearer anyway.
func (c *checker) needsRole(k *ir.Clause) {
	if k.Block.Condition == nil || k.Kind != ir.ForbidClause || k.Pattern == nil || k.Pattern.Event == nil {
		return
	}
	if !fixesSelf(k.Pattern.Args, k.Self) && k.Pattern.Is == nil {
		c.log.Errorf(diag.NoRole, k.Pattern.Span, "this forbids %q to everybody, whoever wears %q", k.Pattern.Event.Name, k.Block.Name()).
			WithHelp("say which part the wearer plays: `%s(%s: self)`", k.Pattern.Event.Name, firstEntity(k.Pattern.Event))
	}
}

// refill is the pattern at which a resource is full again; self is its owner.
func (c *checker) refill(r *ir.Resource, d *syntax.Pattern) *ir.Clause {
	s := newScope(&ir.Frame{})
	self := s.frame.Add("self", c.recordType(r.On), d.Span)
	s.withSelf(self)
	k := &ir.Clause{Kind: ir.RefillClause, Span: d.Span, Frame: s.frame, Self: self, Resource: r}
	k.Pattern = &ir.Pattern{Span: d.Span, After: d.After, Outcome: -1}
	c.bindPattern(s, k.Pattern, d)
	return k
}
