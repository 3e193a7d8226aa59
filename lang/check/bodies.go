package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/syntax"
)

// actionMember adds a way, cost, requirement or attribute to an action.
func (c *checker) actionMember(ev *ir.Event, m syntax.Member) {
	switch m := m.(type) {
	case *syntax.Require:
		q := &ir.Require{Span: m.Span, Advise: m.Advise, Index: len(ev.Requires)}
		ev.Requires = append(ev.Requires, q)
		earlier := append([]syntax.Expr(nil), c.required[ev]...)
		c.required[ev] = append(c.required[ev], m.Cond)
		c.wait(m.Span, func() {
			s := c.eventScope(ev)
			s.facts = nil
			for _, e := range earlier {
				s.know(e, true)
			}
			q.Cond = c.expect(s, m.Cond, ir.BoolType)
			q.Reason = c.message(s, &m.Reason)
		}, &q.Cond, &q.Reason)
	case *syntax.Cost:
		cost := &ir.Cost{Span: m.Span}
		ev.Costs = append(ev.Costs, cost)
		c.wait(m.Span, func() {
			if r, ok := lookup[*ir.Resource](c, m.Resource, diag.NoPrice, "resource"); ok {
				cost.Resource = r
			}
			s := c.eventScope(ev)
			cost.Amount = &ir.Expr{Op: ir.Const, Int: 1, Type: ir.IntType, Span: m.Span}
			if m.Amount != nil {
				cost.Amount = c.expect(s, m.Amount, ir.IntType)
			}
			if m.When != nil {
				cost.When = c.expect(s, m.When, ir.BoolType)
			}
		}, &cost.Resource, &cost.Amount, &cost.When)
	case *syntax.Attribute:
		a := &ir.Attribute{Span: m.Span}
		ev.Attributes = append(ev.Attributes, a)
		c.wait(m.Span, func() { c.attribute(ev, a, m) }, &a.Local, &a.Value)
	case *syntax.Use:
		c.use(ev, m)
	}
}

func (c *checker) attribute(ev *ir.Event, a *ir.Attribute, m *syntax.Attribute) {
	for _, l := range c.prog.Attributes {
		if l.Name == m.Name.Name {
			a.Local = l
		}
	}
	if a.Local == nil {
		d := c.log.Errorf(diag.UnknownMember, m.Name.Span, "actions say nothing called %q of themselves", m.Name.Name)
		c.suggest(d, m.Name.Name, localNames(c.prog.Attributes))
		if d.Help == "" {
			d.WithHelp("declare it: `extend action { %s: bool = false }`", m.Name.Name)
		}
		return
	}
	a.Value = c.expect(c.eventScope(ev), m.Value, a.Local.Type)
}

// use adds a way into an action. The pattern of a reaction is looked at in the
// shaping pass, for the body may name the event it answers.
func (c *checker) use(ev *ir.Event, m *syntax.Use) {
	w := &ir.Way{Span: m.Span, Index: len(ev.Ways)}
	ev.Ways = append(ev.Ways, w)
	for _, p := range m.Prices {
		// Looked up later: a resource may be declared behind the action.
		c.wait(p.Span, func() {
			if r, ok := lookup[*ir.Resource](c, p.Resource, diag.NoPrice, "resource"); ok {
				w.Prices = append(w.Prices, ir.Price{Resource: r, Amount: max(0, p.Amount)})
			}
		}, &w.Prices)
	}
	fields := []any{&w.InPlaceOf, &w.When, &w.Cue, &w.Attributes}
	if m.Pattern != nil {
		w.Trigger = &ir.Pattern{Span: m.Pattern.Span, After: m.Pattern.After, Outcome: -1}
		c.preparePattern(ev, w.Trigger, m.Pattern.Occasion)
		fields = append(fields, &w.Trigger.Event, &w.Trigger.Stage, &w.Trigger.Outcome, &w.Trigger.Args)
	}
	var sole []syntax.Expr
	if m.When != nil {
		sole = append(sole, m.When)
	}
	c.wait(m.Span, func() {
		if m.InPlaceOf.Name != "" {
			if o, ok := lookup[*ir.Event](c, m.InPlaceOf, diag.UnknownEvent, "action"); ok {
				w.InPlaceOf = o
			}
		}
		if w.Trigger != nil {
			s := c.eventScope(ev)
			c.pattern(s, w.Trigger, m.Pattern.Occasion, ev)
		}
		s := c.eventScope(ev)
		s.facts = nil
		if m.When != nil {
			w.When = c.expect(s, m.When, ir.BoolType)
		}
		if m.Cue != nil {
			s.know(m.When, true)
			w.Cue = c.expect(s, m.Cue, ir.MomentType)
		}
		for _, a := range m.Attributes {
			at := &ir.Attribute{Span: a.Span}
			c.attribute(ev, at, a)
			w.Attributes = append(w.Attributes, at)
		}
	}, fields...)
	if len(ev.Ways) == 1 {
		c.required[ev] = append(c.required[ev], sole...)
	} else if len(ev.Ways) == 2 {
		// With two ways neither one's `when` is certain.
		kept := c.required[ev][:0]
		for _, e := range c.required[ev] {
			if ev.Ways[0].When == nil || key(e) != ev.Ways[0].When.Span.Text() {
				kept = append(kept, e)
			}
		}
		c.required[ev] = kept
	}
}

// preparePattern gives the event a reaction answers its cell in the action's frame.
func (c *checker) preparePattern(ev *ir.Event, p *ir.Pattern, o *syntax.Occasion) {
	if len(o.Parts) == 0 {
		return
	}
	name := o.Parts[0].Name
	target, ok := find[*ir.Event](c, name.Name)
	if !ok {
		return // reported when the pattern is looked at
	}
	p.Event = target
	for _, as := range o.As {
		if target.Outcome(as.Name) == -1 || len(target.Outcomes) == 0 {
			name = as
		}
	}
	for _, w := range ev.Ways {
		if w.Trigger != nil && w.Trigger != p && w.Trigger.Bind != nil && w.Trigger.Bind.Name == name.Name {
			p.Bind = w.Trigger.Bind
			return
		}
	}
	p.Bind = c.add(ev.Frame, name.Name, &ir.Type{Kind: ir.EventKind, Event: target}, name.Span)
}

func (c *checker) valueBody(v *ir.Value, d *syntax.Value, s *scope) {
	if s == nil {
		s = newScope(v.Frame)
	}
	c.paramNames(s, v.Params, d.Params)
	v.Body = c.expect(s, d.Body, v.Type)
}

// paramNames lets parameters be named, and checks their defaults.
func (c *checker) paramNames(s *scope, params []*ir.Local, decls []*syntax.Param) {
	for i, l := range params {
		if i < len(decls) && decls[i].Default != nil {
			l.Default = c.expect(s, decls[i].Default, l.Type)
		}
	}
	for _, l := range params {
		s.bind(l.Name, l)
	}
}

func (c *checker) tableBody(v *ir.Value, d *syntax.Table) {
	s := newScope(v.Frame)
	c.paramNames(s, v.Params, d.Params)
	hasElse := false
	for _, row := range d.Rows {
		r := &ir.TableRow{Span: row.Span}
		if len(row.Patterns) > 0 && len(row.Patterns) != len(v.Params) {
			c.log.Errorf(diag.WrongArguments, row.Span, "this row has %s, and the table has %s",
				count(len(row.Patterns), "pattern"), count(len(v.Params), "parameter")).WithHelp("commas part the parameters; several values of one stand in [ ]")
			continue
		}
		if hasElse {
			c.log.Errorf(diag.BadPlace, row.Span, "no row can match behind `else`")
		}
		hasElse = hasElse || len(row.Patterns) == 0
		for i, p := range row.Patterns {
			var alternatives []*ir.Expr
			if l, ok := p.(*syntax.ListLit); ok {
				for _, item := range l.Items {
					alternatives = append(alternatives, c.rowPattern(s, item, v.Params[i].Type))
				}
			} else {
				alternatives = append(alternatives, c.rowPattern(s, p, v.Params[i].Type))
			}
			r.Patterns = append(r.Patterns, alternatives)
		}
		r.Result = c.expect(s, row.Result, v.Type)
		v.Table.Rows = append(v.Table.Rows, r)
	}
}

// rowPattern is a value, or a range of numbers.
func (c *checker) rowPattern(s *scope, e syntax.Expr, t *ir.Type) *ir.Expr {
	if b, ok := e.(*syntax.Binary); ok && b.Op == ".." {
		return &ir.Expr{Op: ir.RangeOp, Type: ir.ListOf(t), Span: placeOf(e), Args: []*ir.Expr{c.expect(s, b.X, t), c.expect(s, b.Y, t)}}
	}
	return c.expect(s, e, t)
}

func (c *checker) momentBody(m *ir.Moment, d *syntax.Moment) {
	s := newScope(m.Frame)
	s.bind(m.Self.Name, m.Self)
	s.withSelf(m.Self)
	c.paramNames(s, m.Params, d.Params)
	m.Pattern = &ir.Pattern{Span: d.Pattern.Span, After: d.Pattern.After, Outcome: -1}
	c.bindPattern(s, m.Pattern, d.Pattern)
}

func (c *checker) ruleBody(r *ir.Rule, d *syntax.Rule) {
	b := &ir.Block{Rule: r, Frame: &ir.Frame{}, Span: d.Span}
	c.addBlock(b)
	r.Block = b
	if d.For != nil {
		t := c.paramType(d.For)
		if t.Kind != ir.RecordKind || !t.Record.Entity && t.Record != c.prog.Held {
			c.log.Errorf(diag.WrongType, d.For.Span, "a rule holds `for` each entity or held, not for each %s", t)
			t = c.recordType(c.prog.AnyEntity)
		}
		b.For = b.Frame.Add(d.For.Name.Name, t, d.For.Name.Span)
	}
	if d.While != nil {
		s := newScope(b.Frame)
		if b.For != nil {
			s.bind(b.For.Name, b.For)
		}
		b.While = c.expect(s, d.While, ir.BoolType)
	}
	c.clauses(b, d.Clauses, func() *scope {
		s := newScope(&ir.Frame{})
		if b.For != nil {
			l := s.frame.Add(b.For.Name, b.For.Type, b.For.Span)
			s.bind(b.For.Name, l)
		}
		s.know(d.While, true)
		return s
	})
}

func (c *checker) conditionBody(cd *ir.Condition, d *syntax.Condition) {
	b := &ir.Block{Condition: cd, Frame: cd.Frame, Span: d.Span}
	c.addBlock(b)
	cd.Block = b
	for i, p := range d.Params {
		if p.Default != nil && i < len(cd.Params) {
			cd.Params[i].Default = c.expect(newScope(&ir.Frame{}), p.Default, cd.Params[i].Type)
		}
	}
	heldLocal := c.add(cd.Frame, "", c.recordType(c.prog.Held), d.Name.Span)
	if d.Derived != nil {
		s := newScope(cd.Frame).withSelf(cd.Self)
		cd.Derived = c.expect(s, d.Derived, ir.BoolType)
		if len(cd.Params) > 0 || cd.Partner != nil {
			c.log.Errorf(diag.BadPlace, d.Name.Span, "a condition that is on while something holds has no parameters and no source")
		}
	}
	var untils []*syntax.Until
	whileScope := newScope(cd.Frame).withSelf(cd.Self)
	whileScope.cond, whileScope.held = cd, heldLocal
	for _, cl := range d.Clauses {
		switch cl := cl.(type) {
		case *syntax.Includes:
			for _, id := range cl.Names {
				if o, ok := lookup[*ir.Condition](c, id, diag.UnknownCondition, "condition"); ok {
					cd.Includes = append(cd.Includes, o)
				}
			}
		case *syntax.While:
			cd.While = c.expect(whileScope, cl.Cond, ir.BoolType)
		case *syntax.Until:
			untils = append(untils, cl)
			if cl.Removed {
				cd.Endless = true
			}
		}
	}
	if cd.Endless && len(untils) > 1 {
		for _, u := range untils {
			if !u.Removed {
				c.log.Errorf(diag.BadPlace, u.Span, "%q says `until removed`, so nothing else ends it", cd.Name).WithHelp("keep one of the two")
			}
		}
	}
	c.clauses(b, d.Clauses, func() *scope {
		s := newScope(&ir.Frame{})
		self := s.frame.Add("self", c.recordType(cd.On), d.On.Span)
		s.withSelf(self)
		s.held = s.frame.Add("", c.recordType(c.prog.Held), d.Name.Span)
		s.cond = cd
		return s
	})
}

func (c *checker) measureBody(m *ir.Measure, d *syntax.Measure) {
	s := newScope(m.Frame)
	if d.For != nil {
		t := c.paramType(d.For)
		m.For = c.add(m.Frame, d.For.Name.Name, t, d.For.Name.Span)
		s.bind(m.For.Name, m.For)
	}
	if d.After != nil {
		m.After = &ir.Pattern{Span: d.After.Span, After: d.After.After, Outcome: -1}
		s = c.bindPattern(s, m.After, d.After)
	} else if c.prog.Entry != nil {
		m.Entry = c.add(m.Frame, c.prog.Entry.Name, &ir.Type{Kind: ir.EventKind, Event: c.prog.Entry}, d.Name.Span)
		s.bind(m.Entry.Name, m.Entry)
	}
	m.Body = c.expr(s, d.Body, nil)
}

func (c *checker) tacticBody(t *ir.Tactic, d *syntax.Tactic) {
	r, ok := lookup[*ir.Record](c, d.On, diag.UnknownType, "record")
	if !ok {
		return
	}
	t.On = r
	for _, line := range d.Lines {
		name, args := line.Action, []*syntax.Arg(nil)
		if call, ok := name.(*syntax.Call); ok {
			name, args = call.Fn, call.Args
		}
		n, ok := name.(*syntax.Name)
		if !ok {
			c.log.Errorf(diag.WrongType, line.Span, "a tactic names an action")
			continue
		}
		ev, ok := lookup[*ir.Event](c, syntax.Ident{Place: n.Place, Name: n.Name}, diag.UnknownEvent, "action")
		if !ok {
			continue
		}
		if !ev.Action {
			c.log.Errorf(diag.WrongType, n.Span, "%q is an event; a tactic chooses actions", ev.Name)
			continue
		}
		// The line is judged in a frame of the action itself.
		l := &ir.TacticLine{Span: line.Span, Action: ev, Frame: ev.Frame, Self: ev.Self, Params: ev.Params}
		s := c.eventScope(ev)
		if len(args) > 0 {
			l.Fixed = c.arguments(newSelfScope(ev), args, ev.Params, n.Span, ev.Name, true)
		}
		if line.When != nil {
			l.When = c.expect(s, line.When, ir.BoolType)
			s = s.given(line.When, true)
		}
		if line.Best != nil {
			l.Best = c.expr(s, line.Best, nil)
			if !l.Best.Type.Ordered() && l.Best.Type.Kind != ir.Invalid {
				c.log.Errorf(diag.WrongType, placeOf(line.Best), "`best by` wants a number, not %s", an(l.Best.Type))
			}
		}
		t.Lines = append(t.Lines, l)
	}
}

// newSelfScope knows only who acts.
func newSelfScope(ev *ir.Event) *scope {
	return newScope(ev.Frame).withSelf(ev.Self)
}
