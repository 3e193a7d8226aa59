package check

import (
	"fmt"
	"slices"
	"sort"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// recordMember adds a field, value or require line to a record.
func (c *checker) recordMember(r *ir.Record, m syntax.Member) {
	switch m := m.(type) {
	case *syntax.Field:
		if c.memberTaken(r, m.Name) {
			return
		}
		l := made(c, ir.Local{Name: m.Name.Name, Doc: m.Doc, Type: c.resolve(m.Type, true), Span: m.Name.Span, Field: true, Index: len(r.Fields), HasDefault: m.Default != nil})
		r.Fields = append(r.Fields, l)
		c.bounds(l, m)
		if m.Default != nil {
			c.wait(m.Span, func() {
				l.Default = c.fieldDefault(newScope(r.Self).withSelf(r.Self.Locals[0]), m.Default, l.Type)
				c.inBounds(l, l.Default)
			}, &l.Default)
		}
	case *syntax.Value:
		key := r.Name + "." + m.Name.Name
		if o := c.owned[key]; o != nil && o != m && o.Override {
			m = o // replaced from elsewhere
		}
		if c.memberTaken(r, m.Name) {
			return
		}
		v := made(c, ir.Value{Decl: head(&m.Head, len(c.prog.Values)), Frame: c.frame(), Owner: r})
		v.Self = c.add(v.Frame, "self", c.recordType(r), m.Name.Span)
		v.Params = c.params(v.Frame, m.Params)
		v.Type = passed(c.resolve(m.Type, false))
		c.prog.Values = append(c.prog.Values, v)
		r.Values = append(r.Values, v)
		c.values[key] = v
		c.wait(m.Span, func() { c.valueBody(v, m, newScope(v.Frame).withSelf(v.Self)) }, defaults(v.Params, &v.Body)...)
	case *syntax.Require:
		q := &ir.Require{Span: m.Span, Advise: m.Advise, Index: len(r.Requires)}
		r.Requires = append(r.Requires, q)
		c.wait(m.Span, func() {
			s := newScope(r.Self).withSelf(r.Self.Locals[0])
			q.Cond = c.expect(s, m.Cond, ir.BoolType)
			q.Reason = c.message(s, &m.Reason)
		}, &q.Cond, &q.Reason)
	case *syntax.Attribute:
		if m.Default {
			c.newDefault(r, m)
			return
		}
		c.log.Errorf(diag.BadPlace, m.Span, "a field of a record has a type: `%s: int`", m.Name.Name)
	case *syntax.LooseStmt:
		if a, ok := m.Stmt.(*syntax.Assign); ok && a.Op == "=" {
			if n, ok := a.Target.(*syntax.Name); ok {
				c.newDefault(r, &syntax.Attribute{Place: m.Place, Name: syntax.Ident{Place: n.Place, Name: n.Name}, Value: a.Value, Default: true})
				return
			}
		}
		c.log.Errorf(diag.BadPlace, m.Span, "a record holds fields, values and require lines; statements belong into events")
	default:
		c.log.Errorf(diag.BadPlace, placeOf(m), "a record holds fields, values and require lines")
	}
}

// fieldDefault checks a default. For a map it may be one value for every key.
func (c *checker) fieldDefault(s *scope, e syntax.Expr, t *ir.Type) *ir.Expr {
	if _, literal := e.(*syntax.MapLit); t.Kind == ir.Map && !literal {
		return c.expect(s, e, t.Elem)
	}
	return c.expect(s, e, t)
}

// newDefault gives an inherited field another default: `screens = true`.
func (c *checker) newDefault(r *ir.Record, m *syntax.Attribute) {
	c.wait(m.Span, func() {
		f := c.fieldOf(r, m.Name.Name)
		if f == nil {
			d := c.log.Errorf(diag.UnknownMember, m.Name.Span, "%q has no field %q", r.Name, m.Name.Name)
			c.suggest(d, m.Name.Name, c.memberNames(r))
			return
		}
		key := r.Name + "." + f.Name
		if before, ok := c.defaults[key]; ok {
			c.rivalDefaults(key, m.Name.Span, before)
		}
		c.defaults[key] = m.Name.Span
		value := c.expect(newScope(r.Self).withSelf(r.Self.Locals[0]), m.Value, f.Type)
		if slices.Contains(r.Fields, f) {
			f.Default = value
			return
		}
		if r.Defaults == nil {
			r.Defaults = map[*ir.Local]*ir.Expr{}
		}
		r.Defaults[f] = value
	})
}

func (c *checker) memberTaken(r *ir.Record, id syntax.Ident) bool {
	if f := c.fieldOf(r, id.Name); f != nil {
		c.duplicate(&syntax.Head{Name: id}, f.Span)
		return true
	}
	if v := c.values[r.Name+"."+id.Name]; v != nil {
		c.duplicate(&syntax.Head{Name: id}, v.Span)
		return true
	}
	for _, q := range r.Resources {
		if q.Name == id.Name {
			c.duplicate(&syntax.Head{Name: id}, q.Span)
			return true
		}
	}
	return false
}

// fieldOf finds a field of a record; entities have the fields of `entity` too.
func (c *checker) fieldOf(r *ir.Record, name string) *ir.Local {
	for _, f := range r.Fields {
		if f.Name == name {
			return f
		}
	}
	if r.Entity && !r.Any {
		return c.fieldOf(c.prog.AnyEntity, name)
	}
	return nil
}

func (c *checker) valueOf(r *ir.Record, name string) *ir.Value {
	if v := c.values[r.Name+"."+name]; v != nil {
		return v
	}
	if r.Entity && !r.Any {
		return c.values["entity."+name]
	}
	return nil
}

func (c *checker) resourceOf(r *ir.Record, name string) *ir.Resource {
	for _, q := range r.Resources {
		if q.Name == name {
			return q
		}
	}
	return nil
}

// memberNames lists what may stand behind a dot, for suggestions.
func (c *checker) memberNames(r *ir.Record) []string {
	var out []string
	for _, f := range r.Fields {
		out = append(out, f.Name)
	}
	for _, v := range r.Values {
		out = append(out, v.Name)
	}
	for _, q := range r.Resources {
		out = append(out, q.Name)
	}
	if r.Entity && !r.Any {
		out = append(out, c.memberNames(c.prog.AnyEntity)...)
		out = append(out, "at")
	}
	sort.Strings(out)
	return out
}

// bounds reads `in 0..20` of a field.
func (c *checker) bounds(l *ir.Local, m *syntax.Field) {
	if !m.Bounded {
		return
	}
	if !l.Type.Ordered() {
		c.log.Errorf(diag.WrongType, m.Span, "only numbers have bounds, and %q is %s", l.Name, an(l.Type))
		return
	}
	if m.Low != nil {
		n := c.literal(m.Low)
		l.Low = &n
	}
	if m.High != nil {
		n := c.literal(m.High)
		l.High = &n
	}
}

// inBounds checks a constant against the bounds of a field.
func (c *checker) inBounds(l *ir.Local, e *ir.Expr) {
	n, ok := e.Constant()
	if !ok || l.Type.Kind == ir.Bool {
		return
	}
	if l.Low != nil && n < *l.Low || l.High != nil && n > *l.High {
		c.log.Errorf(diag.OutOfBounds, e.Span, "%d is outside the bounds of %q", n, l.Name).WithRelated(l.Span, "bounds given here")
	}
}

// eventMembers adds the members of an event or action.
func (c *checker) eventMembers(ev *ir.Event, members []syntax.Member, params []*syntax.Param) {
	for i, p := range params {
		l := ev.Params[i]
		if p.Default != nil {
			c.wait(p.Span, func() { l.Default = c.expect(c.eventScope(ev), p.Default, l.Type) }, &l.Default)
		}
		if p.From != nil {
			if !ev.Action {
				c.log.Errorf(diag.BadPlace, placeOf(p.From), "only an action's parameters say where their arguments come from")
				continue
			}
			c.wait(p.Span, func() { l.From = c.expect(c.eventScope(ev), p.From, ir.ListOf(l.Type)) }, &l.From)
		}
	}
	var loose []syntax.Stmt
	var first syntax.Node
	for _, m := range members {
		if s, ok := m.(*syntax.LooseStmt); ok {
			loose = append(loose, s.Stmt)
			if first == nil {
				first = s
			}
			continue
		}
		c.eventMember(ev, m)
	}
	if len(loose) > 0 {
		if len(ev.Stages) > 0 {
			c.log.Errorf(diag.BadStage, placeOf(first), "%q has stages, so every statement must stand in one", ev.Name).
				WithRelated(ev.Stages[0].Span, "a stage is here")
			return
		}
		st := made(c, ir.Stage{Event: ev, Loose: true, Span: placeOf(first)})
		ev.Stages = append(ev.Stages, st)
		c.wait(st.Span, func() { st.Body = c.block(c.eventScope(ev).child(), loose) }, &st.Body)
	}
}

func (c *checker) eventMember(ev *ir.Event, m syntax.Member) {
	switch m := m.(type) {
	case *syntax.Field:
		if c.eventTaken(ev, m.Name) {
			return
		}
		l := c.add(ev.Frame, m.Name.Name, c.resolve(m.Type, true), m.Name.Span)
		l.Field, l.Doc = true, m.Doc
		ev.Fields = append(ev.Fields, l)
		c.bounds(l, m)
		if m.Default != nil {
			c.wait(m.Span, func() { l.Default = c.fieldDefault(c.eventScope(ev), m.Default, l.Type); c.inBounds(l, l.Default) }, &l.Default)
		}
	case *syntax.Value:
		if c.eventTaken(ev, m.Name) {
			return
		}
		v := made(c, ir.Value{Decl: head(&m.Head, len(c.prog.Values)), Frame: c.frame(), Of: ev})
		v.Self = c.add(v.Frame, "", &ir.Type{Kind: ir.EventKind, Event: ev}, m.Name.Span)
		v.Params = c.params(v.Frame, m.Params)
		v.Type = passed(c.resolve(m.Type, false))
		c.prog.Values = append(c.prog.Values, v)
		ev.Values = append(ev.Values, v)
		c.wait(m.Span, func() {
			s := newScope(v.Frame)
			s.event, s.running = ev, cellOf(v.Self)
			if ev.Action {
				self := ev.Self
				s.self = func(at source.Span) *ir.Expr {
					return &ir.Expr{Op: ir.FieldOp, Local: self, Type: self.Type, Span: at, Args: []*ir.Expr{cell(v.Self, at)}}
				}
			}
			c.valueBody(v, m, s)
		}, defaults(v.Params, &v.Body)...)
	case *syntax.Stage:
		c.stage(ev, m)
	case *syntax.Asks:
		for _, id := range m.Names {
			if l := c.eventField(ev, id.Name); l != nil && l.Type.Entity() {
				ev.Asks = append(ev.Asks, l)
			} else {
				d := c.log.Errorf(diag.UnknownParam, id.Span, "%q has no parameter %q that can be asked", ev.Name, id.Name)
				c.suggest(d, id.Name, localNames(ev.Params))
			}
		}
	case *syntax.Tells:
		t := &ir.Tell{}
		ev.Tells = append(ev.Tells, t)
		c.wait(m.Span, func() {
			s := c.eventScope(ev)
			if m.When != nil {
				t.When = c.expect(s, m.When, ir.BoolType)
				s = s.given(m.When, true)
			}
			t.Text = c.message(s, &m.Text)
		}, &t.When, &t.Text)
	case *syntax.Order:
		c.wait(m.Span, func() {
			ev.OrderBy = c.expect(c.eventScope(ev), m.By, &ir.Type{Kind: ir.RecordKind, Record: c.prog.AnyEntity})
		}, &ev.OrderBy)
	case *syntax.Require, *syntax.Use, *syntax.Cost, *syntax.Attribute:
		if !ev.Action {
			c.log.Errorf(diag.BadPlace, placeOf(m), "%q is an event, and only an action has prices, requirements and attributes", ev.Name)
			return
		}
		c.actionMember(ev, m)
	default:
		c.log.Errorf(diag.BadPlace, placeOf(m), "this cannot stand in an event")
	}
}

func localNames(list []*ir.Local) []string {
	var out []string
	for _, l := range list {
		out = append(out, l.Name)
	}
	return out
}

func (c *checker) eventField(ev *ir.Event, name string) *ir.Local {
	for _, l := range ev.Params {
		if l.Name == name {
			return l
		}
	}
	for _, l := range ev.Fields {
		if l.Name == name {
			return l
		}
	}
	return nil
}

func (c *checker) eventValue(ev *ir.Event, name string) *ir.Value {
	for _, v := range ev.Values {
		if v.Name == name {
			return v
		}
	}
	return nil
}

func (c *checker) eventMemberNames(ev *ir.Event) []string {
	out := append(localNames(ev.Params), localNames(ev.Fields)...)
	for _, v := range ev.Values {
		out = append(out, v.Name)
	}
	if ev.Action || ev.Act {
		out = append(out, "actor", "action")
		out = append(out, localNames(c.prog.Attributes)...)
	}
	out = append(out, "outcome")
	sort.Strings(out)
	return out
}

func (c *checker) eventTaken(ev *ir.Event, id syntax.Ident) bool {
	if l := c.eventField(ev, id.Name); l != nil {
		c.duplicate(&syntax.Head{Name: id}, l.Span)
		return true
	}
	if v := c.eventValue(ev, id.Name); v != nil {
		c.duplicate(&syntax.Head{Name: id}, v.Span)
		return true
	}
	return false
}

// stage adds, inserts, overrides or removes a stage.
func (c *checker) stage(ev *ir.Event, m *syntax.Stage) {
	if m.Removed {
		c.removeStage(ev, m)
		return
	}
	st := made(c, ir.Stage{Name: m.Name.Name, Span: m.Name.Span, Doc: m.Doc, Event: ev})
	at := -1
	for i, o := range ev.Stages {
		if o.Name == st.Name && !o.Loose {
			at = i
		}
	}
	c.wait(m.Span, func() {
		var list []syntax.Stmt
		if m.Body != nil {
			list = m.Body.Stmts
		}
		st.Body = c.block(c.eventScope(ev).child(), list)
	}, &st.Body)
	switch {
	case m.Override && at < 0:
		d := c.log.Errorf(diag.NothingToChange, m.Name.Span, "%q has no stage %q to override", ev.Name, st.Name)
		c.stageGone(d, ev, st.Name, stageNames(ev))
		return
	case m.Override:
		if c.replaced[ev.Stages[at]] {
			c.overriddenTwice(ev.Name+"."+st.Name, m.Name.Span, ev.Stages[at].Span)
		}
		c.replaced[st] = true
		ev.Stages[at] = st
		return
	case at >= 0:
		c.log.Errorf(diag.BadStage, m.Name.Span, "%q has a stage %q already", ev.Name, st.Name).
			WithRelated(ev.Stages[at].Span, "first here").WithHelp("write `override stage` to replace it")
		return
	}
	if m.Where.Name == "" {
		ev.Stages = append(ev.Stages, st)
		return
	}
	for i, o := range ev.Stages {
		if o.Name == m.Other.Name {
			if m.Where.Name == "after" {
				i++
			}
			ev.Stages = append(ev.Stages[:i], append([]*ir.Stage{st}, ev.Stages[i:]...)...)
			return
		}
	}
	d := c.log.Errorf(diag.UnknownStage, m.Other.Span, "%q has no stage %q", ev.Name, m.Other.Name)
	c.stageGone(d, ev, m.Other.Name, stageNames(ev))
}

// removeStage takes a stage out of an event.
func (c *checker) removeStage(ev *ir.Event, m *syntax.Stage) {
	for i, o := range ev.Stages {
		if o.Name != m.Name.Name || o.Loose {
			continue
		}
		if c.replaced[o] {
			c.overriddenTwice(ev.Name+"."+o.Name, m.Name.Span, o.Span)
		}
		ev.Stages = slices.Delete(ev.Stages, i, i+1)
		c.removed[stageKey{ev, o.Name}] = m.Name.Span
		return
	}
	d := c.log.Errorf(diag.NothingToChange, m.Name.Span, "%q has no stage %q to remove", ev.Name, m.Name.Name)
	c.stageGone(d, ev, m.Name.Name, stageNames(ev))
}

// stageKey names a stage, also one that is gone.
type stageKey struct {
	event *ir.Event
	name  string
}

// stageGone says of a stage that is missing where it was removed, or which one was meant.
func (c *checker) stageGone(d *diag.Diagnostic, ev *ir.Event, name string, names []string) {
	if at, ok := c.removed[stageKey{ev, name}]; ok {
		d.WithRelated(at, "it is removed here")
		return
	}
	c.suggest(d, name, names)
}

func stageNames(ev *ir.Event) []string {
	var out []string
	for _, s := range ev.Stages {
		if !s.Loose {
			out = append(out, s.Name)
		}
	}
	return out
}

// extend adds members to a record, an event, or what Go supplies.
func (c *checker) extend(x *syntax.Extend) {
	name := x.Name.Name
	if name == "action" {
		for _, m := range x.Members {
			f, ok := m.(*syntax.Field)
			if !ok {
				c.log.Errorf(diag.BadPlace, placeOf(m), "`extend action` holds what actions may say of themselves: `name: type = default`")
				continue
			}
			l := made(c, ir.Local{Name: f.Name.Name, Doc: f.Doc, Type: passed(c.resolve(f.Type, false)), Span: f.Name.Span, Field: true,
				Index: len(c.prog.Attributes)})
			if f.Default == nil {
				c.log.Errorf(diag.MissingKey, f.Span, "an attribute of actions needs a default")
				continue
			}
			c.prog.Attributes = append(c.prog.Attributes, l)
			c.wait(f.Span, func() { l.Default = c.expect(newScope(&ir.Frame{}), f.Default, l.Type) }, &l.Default)
		}
		return
	}
	e := c.names[name]
	var target any
	if e != nil {
		target = e.ir
	}
	switch t := target.(type) {
	case *ir.Record:
		for _, m := range x.Members {
			c.recordMember(t, m)
		}
		t.Cites = append(t.Cites, texts(x.Cites)...)
	case *ir.Event:
		if t.Builtin {
			c.log.Errorf(diag.NothingToChange, x.Name.Span, "%q is supplied by the language and takes no stages", name)
			return
		}
		for _, m := range x.Members {
			if s, ok := m.(*syntax.LooseStmt); ok {
				c.log.Errorf(diag.BadPlace, s.Span, "an extension adds stages, not loose statements").
					WithHelp("wrap it: `stage NAME after OTHER { ... }`")
				continue
			}
			c.eventMember(t, m)
		}
		t.Cites = append(t.Cites, texts(x.Cites)...)
		if x.Own != nil && t.Own == "" {
			t.Own = x.Own.Value
		}
	default:
		d := c.log.Errorf(diag.NothingToChange, x.Name.Span, "there is no record or event %q to extend", name)
		c.suggest(d, name, append(c.known(func(e *entry) bool {
			switch e.ir.(type) {
			case *ir.Record, *ir.Event:
				return true
			}
			return false
		}), "action"))
	}
}

func texts(list []*syntax.Text) []string {
	var out []string
	for _, t := range list {
		out = append(out, t.Value)
	}
	return out
}

// shapeRecords refuses plain records that contain themselves without end.
func (c *checker) shapeRecords() {
	state := map[*ir.Record]int{}
	var visit func(r *ir.Record)
	visit = func(r *ir.Record) {
		state[r] = 1
		for _, f := range r.Fields {
			in := f.Type.Record
			if f.Type.Kind != ir.RecordKind || f.Type.Opt || in.Entity || in == c.prog.Held {
				continue
			}
			switch state[in] {
			case 0:
				visit(in)
			case 1:
				d := c.log.Errorf(diag.RecordCycle, f.Span, "%q contains another %q, which contains one, and so on", in.Name, in.Name)
				if in != r {
					d.Message = fmt.Sprintf("%q contains %s, which contains another %q, and so on", in.Name, an(r.Name), in.Name)
				}
				d.WithHelp("make it optional: `%s: %s?`", f.Name, in.Name)
			}
		}
		state[r] = 2
	}
	for _, r := range c.prog.Records {
		if state[r] == 0 && !r.Entity {
			visit(r)
		}
	}
}

// eventScope is the scope of what is written inside an event or action.
func (c *checker) eventScope(ev *ir.Event) *scope {
	s := newScope(ev.Frame)
	s.event, s.running, s.body = ev, frameExpr(ev), ev
	if ev.Self != nil {
		s.withSelf(ev.Self)
	}
	for _, l := range ev.Params {
		s.bind(l.Name, l)
	}
	for _, l := range ev.Fields {
		s.bind(l.Name, l)
	}
	for _, w := range ev.Ways {
		if w.Trigger != nil && w.Trigger.Bind != nil {
			s.bind(w.Trigger.Bind.Name, w.Trigger.Bind)
		}
	}
	for _, e := range c.required[ev] {
		s.know(e, true)
	}
	return s
}
