package check

import (
	"strconv"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// proofScope is set inside examples and laws.
type proofScope struct {
	proof    *ir.Proof
	scope    *scope // of the givens
	monitors map[string]*ir.Monitor
	chances  []*ir.Expr
	inThen   bool
}

// proof checks an example or a law.
func (c *checker) proof(d *syntax.Proof) {
	p := &ir.Proof{Decl: head(&d.Head, len(c.prog.Proofs)), Title: d.Title.Value, Law: d.Law, Frame: &ir.Frame{}}
	p.Name, p.Span = d.Title.Value, d.Title.Span
	p.Whole = d.Span
	c.prog.Proofs = append(c.prog.Proofs, p)
	s := newScope(p.Frame)
	s.grid = true
	ps := &proofScope{proof: p, scope: s, monitors: map[string]*ir.Monitor{}}
	s.proof = ps
	c.proofNames(s, p, d)
	var found source.Span
	for _, sec := range d.Sections {
		if then, ok := sec.(*syntax.ThenSection); ok {
			found = then.Span
		}
		if w, ok := sec.(*syntax.WhenSection); ok && found.Valid() {
			c.log.Errorf(diag.BadPlace, w.Span, "what is found is judged when everything has happened, so nothing can happen behind `then`").
				WithRelated(found, "the `then` above it").WithHelp("write a second example, or note the number in an event of its own")
		}
		switch sec := sec.(type) {
		case *syntax.Covers:
			for _, r := range sec.Rows {
				p.Covers = append(p.Covers, ir.Row{ID: r.Name, Span: r.Span})
			}
		case *syntax.MapSection:
			c.mapSize(p, sec)
			for _, l := range sec.Lines {
				p.Map = append(p.Map, &ir.Message{Span: l.Span, Pieces: []ir.Piece{{Text: l.Value}}})
			}
		case *syntax.WithSection:
			for _, f := range sec.Facts {
				c.proofFact(s, p, sec, f)
			}
		case *syntax.GivenSection:
			for _, g := range sec.Items {
				c.given(s, p, g)
			}
		case *syntax.WhenSection:
			for _, h := range sec.Steps {
				c.happening(s, p, h)
			}
		}
	}
	ps.inThen = true
	for _, sec := range d.Sections {
		if then, ok := sec.(*syntax.ThenSection); ok {
			for _, f := range then.Findings {
				c.finding(s, p, f)
			}
		}
	}
	if len(p.Findings) == 0 {
		c.log.Errorf(diag.BadPlace, p.Span, "this proves nothing: it has no `then`")
	}
	if p.Law && len(p.Domains) == 0 && !p.AnyPick {
		c.log.Errorf(diag.BadPlace, p.Span, "a law ranges over something: `for x in 1..20`").WithHelp("without a domain it is an example")
	}
}

// proofNames declares domains and givens first, so that givens may name each other.
func (c *checker) proofNames(s *scope, p *ir.Proof, d *syntax.Proof) {
	for _, sec := range d.Sections {
		if f, ok := sec.(*syntax.ForSection); ok {
			p.AnyPick = p.AnyPick || f.AnyChoice
			for _, dm := range f.Domains {
				in := c.expr(s, dm.In, nil)
				elem := ir.BadType
				if in.Type.Sequence() {
					elem = in.Type.Elem
				} else if in.Type.Kind != ir.Invalid {
					c.log.Errorf(diag.WrongType, placeOf(dm.In), "a law ranges over a list, an enum or `1..20`, and this is %s", an(in.Type))
				}
				p.Domains = append(p.Domains, &ir.Domain{Var: c.fresh(s, dm.Name, elem), In: in})
			}
		}
	}
	for _, sec := range d.Sections {
		g, ok := sec.(*syntax.GivenSection)
		if !ok {
			continue
		}
		for _, it := range g.Items {
			if it.Name.Name == "" {
				continue
			}
			if r, ok := lookup[*ir.Record](c, it.Record, diag.UnknownType, "record"); ok {
				c.fresh(s, it.Name, c.recordType(r))
			} else {
				c.fresh(s, it.Name, ir.BadType)
			}
		}
	}
}

// proofFact is `option == reading`, or `value is x` after suppose.
func (c *checker) proofFact(s *scope, p *ir.Proof, sec *syntax.WithSection, e syntax.Expr) {
	if sec.Suppose {
		if is, ok := e.(*syntax.Is); ok && !is.Not {
			if n, ok := is.X.(*syntax.Name); ok {
				if v, ok := lookup[*ir.Value](c, syntax.Ident{Place: n.Place, Name: n.Name}, diag.UnknownName, "value"); ok {
					p.Supposes = append(p.Supposes, &ir.Suppose{Value: v, To: c.expect(s, is.Condition, v.Type), Span: placeOf(e)})
				}
				return
			}
		}
		c.log.Errorf(diag.BadPlace, placeOf(e), "`suppose` replaces a free value: `suppose value is x`")
		return
	}
	if b, ok := e.(*syntax.Binary); ok && b.Op == "==" {
		if n, ok := b.X.(*syntax.Name); ok {
			if o, ok := lookup[*ir.Option](c, syntax.Ident{Place: n.Place, Name: n.Name}, diag.UnknownName, "option"); ok {
				t := ir.IntType
				if o.Enum != nil {
					t = c.enumType(o.Enum)
				}
				p.Options = append(p.Options, ir.OptionFact{Option: o, Value: c.expect(s, b.Y, t), Span: placeOf(e)})
			}
			return
		}
	}
	c.log.Errorf(diag.BadPlace, placeOf(e), "`with` sets an option: `with option == reading`")
}

// maxMapSide is how many squares a map of a proof may be wide or high.
const maxMapSide = 500

// mapSize takes the size of a map that is not drawn.
func (c *checker) mapSize(p *ir.Proof, sec *syntax.MapSection) {
	if sec.Width == 0 && sec.Height == 0 {
		return
	}
	if sec.Width < 1 || sec.Height < 1 || sec.Width > maxMapSide || sec.Height > maxMapSide {
		c.log.Errorf(diag.OutOfBounds, sec.Span, "a map is from 1 to %d squares wide and high", maxMapSide)
		return
	}
	p.Width, p.Height = sec.Width, sec.Height
}

// plays lets a tactic answer for one of the givens.
func (c *checker) plays(s *scope, p *ir.Proof, g *syntax.Given) {
	who := c.expr(s, &syntax.Name{Place: g.Player.Place, Name: g.Player.Name}, nil)
	t, ok := lookup[*ir.Tactic](c, g.Tactic, diag.UnknownName, "tactic")
	if !ok || who.Type.Kind == ir.Invalid {
		return
	}
	if who.Op != ir.LocalOp || who.Type.Kind != ir.RecordKind || who.Type.Record != t.On {
		c.log.Errorf(diag.WrongType, g.Player.Span, "%q is a tactic of a %s, and this is %s", t.Name, t.On.Name, an(who.Type))
		return
	}
	p.Givens = append(p.Givens, &ir.Given{Span: g.Span, Var: who.Local, Tactic: t})
}

func (c *checker) given(s *scope, p *ir.Proof, g *syntax.Given) {
	if g.Player.Name != "" {
		c.plays(s, p, g)
		return
	}
	if g.Spare > 0 {
		c.spare(p, g)
		return
	}
	out := &ir.Given{Span: g.Span}
	if g.When != nil {
		out.When = c.expect(s, g.When, ir.BoolType)
	}
	if g.Name.Name != "" {
		out.Var = s.names[g.Name.Name]
		r, ok := find[*ir.Record](c, g.Record.Name)
		if !ok {
			return
		}
		out.Record = r
		out.Fields = c.fieldInits(s, r, g.Data)
		p.Givens = append(p.Givens, out)
		return
	}
	is, ok := g.Fact.(*syntax.Is)
	if !ok || is.Not {
		c.log.Errorf(diag.BadPlace, g.Span, "a given is a thing, `name: record { ... }`, or a condition it wears, `x is prone`")
		return
	}
	out.Fact = c.stmt(s.child(), &syntax.Apply{Place: g.Place, Condition: is.Condition, Partner: is.Partner, With: is.With, To: is.X})
	c.dropUnended(g.Span)
	p.Givens = append(p.Givens, out)
}

// dropUnended forgets that a given states no end: a proof is over soon enough.
func (c *checker) dropUnended(at source.Span) {
	kept := c.unended[:0]
	for _, u := range c.unended {
		if u.at != at {
			kept = append(kept, u)
		}
	}
	c.unended = kept
}

func (c *checker) happening(s *scope, p *ir.Proof, h syntax.Happening) {
	last := func() *ir.Step {
		if len(p.Steps) == 0 {
			c.log.Errorf(diag.BadPlace, placeOf(h), "answers and dice stand behind the deed they belong to")
			return &ir.Step{}
		}
		return p.Steps[len(p.Steps)-1]
	}
	switch h := h.(type) {
	case *syntax.HappenDo:
		st := c.stmt(s.child(), &syntax.Do{Place: h.Place, What: h.What})
		if st != nil {
			p.Steps = append(p.Steps, &ir.Step{Kind: ir.DoStep, Span: h.Span, Stmt: st})
		}
	case *syntax.HappenRolls:
		at := last()
		for _, d := range h.Dice {
			if d.Event.Name == "" {
				at.Dice = append(at.Dice, &ir.NamedDice{Span: d.Span, Faces: faces(d)})
				continue
			}
			ev, ok := lookup[*ir.Event](c, d.Event, diag.UnknownEvent, "event")
			if !ok {
				continue
			}
			at.Dice = append(at.Dice, &ir.NamedDice{Span: d.Span, Event: ev, Faces: faces(d)})
		}
		c.oneOrder(at)
	case *syntax.HappenPattern:
		c.log.Errorf(diag.BadPlace, h.Span, "nothing goes on by itself in a proof").
			WithHelp("say what happens: `do %s(...)`", h.Pattern.Occasion.Parts[0].Name.Name)
	case *syntax.Deed:
		d := c.deed(s, h)
		switch h.Verb {
		case "takes":
			at := last()
			at.Answers = append(at.Answers, d)
		case "tries":
			p.Steps = append(p.Steps, &ir.Step{Kind: ir.TryStep, Span: h.Span, Deed: d})
		default:
			p.Steps = append(p.Steps, &ir.Step{Kind: ir.DeedStep, Span: h.Span, Deed: d})
		}
	}
}

// maxSpare is how many things of a kind a proof may have room for.
const maxSpare = 200

// spare makes room for things that are made while the proof runs.
func (c *checker) spare(p *ir.Proof, g *syntax.Given) {
	r, ok := lookup[*ir.Record](c, g.Record, diag.UnknownType, "record")
	switch {
	case !ok:
		return
	case !r.Entity:
		c.log.Errorf(diag.WrongType, g.Record.Span, "%q is no entity: nothing needs room for it", r.Name)
		return
	case g.Spare > maxSpare:
		c.log.Errorf(diag.OutOfBounds, g.Span, "a proof has room for %d of a kind at most", maxSpare)
		return
	}
	if p.Spare == nil {
		p.Spare = map[*ir.Record]int{}
	}
	p.Spare[r] = g.Spare
}

func faces(d *syntax.NamedDice) []int64 {
	var out []int64
	for _, f := range d.Faces {
		out = append(out, int64(f))
	}
	return out
}

// oneOrder refuses a step whose dice are named by event and in order of throwing.
func (c *checker) oneOrder(st *ir.Step) {
	var named, ordered *ir.NamedDice
	for _, d := range st.Dice {
		if d.Event == nil {
			ordered = d
		} else {
			named = d
		}
	}
	if named != nil && ordered != nil {
		c.log.Errorf(diag.BadPlace, ordered.Span, "dice are named by their event, `rolls %s 15`, or all in the order of throwing, `rolls 15 3`, not both", named.Event.Name).
			WithRelated(named.Span, "named by event")
	}
}

func (c *checker) deed(s *scope, h *syntax.Deed) *ir.Deed {
	d := &ir.Deed{Span: h.Span}
	if n, ok := h.Who.(*syntax.Name); !ok || n.Name != "everyone" || s.local("everyone") != nil {
		d.Who = c.expect(s, h.Who, c.recordType(c.actor()))
	}
	fn, args := h.What, []*syntax.Arg(nil)
	if call, ok := fn.(*syntax.Call); ok {
		fn, args = call.Fn, call.Args
	}
	n, isName := fn.(*syntax.Name)
	if isName && s.local(n.Name) == nil {
		if ev, ok := find[*ir.Event](c, n.Name); ok && ev.Action {
			d.Action = ev
			d.Args = c.arguments(s, args, ev.Params, placeOf(h.What), ev.Name, true)
		}
	}
	if d.Action == nil {
		x := c.expr(s, h.What, nil)
		switch {
		case x.Type.Kind == ir.ActionKind:
			d.Kind = x
		case h.Verb == "takes":
			d.Value = x
		case x.Type.Kind != ir.Invalid:
			c.mismatch(x, ir.ActionType)
		}
	}
	if h.For.Name != "" {
		if r, ok := lookup[*ir.Resource](c, h.For, diag.NoPrice, "resource"); ok {
			d.For = r
		}
	}
	if h.InPlaceOf.Name != "" {
		if ev, ok := lookup[*ir.Event](c, h.InPlaceOf, diag.UnknownEvent, "action"); ok {
			d.InPlaceOf = ev
		}
	}
	return d
}

// monitor makes a listener for a pattern of a proof.
func (c *checker) monitor(s *scope, p *ir.Proof, kind ir.MonitorKind, pat *syntax.Pattern) *ir.Monitor {
	m := &ir.Monitor{Kind: kind}
	m.Clause = c.capturing(s, ir.MonitorClause, pat.Span, func(in *scope, k *ir.Clause) {
		in.proof = nil
		k.Pattern = &ir.Pattern{Span: pat.Span, After: pat.After, Outcome: -1}
		c.bindPattern(in, k.Pattern, pat)
	})
	m.Cell = p.Frame.Add("", ir.IntType, pat.Span)
	p.Monitors = append(p.Monitors, m)
	return m
}

// occurrence is a monitor of what a finding names, by kind and text.
func (c *checker) occurrence(s *scope, p *ir.Proof, kind ir.MonitorKind, o *syntax.Occasion) *ir.Expr {
	k := strconv.Itoa(int(kind)) + o.Span.Text()
	m := s.proof.monitors[k]
	if m == nil {
		after := true
		m = c.monitor(s, p, kind, &syntax.Pattern{Place: o.Place, After: after, Occasion: o})
		s.proof.monitors[k] = m
	}
	return &ir.Expr{Op: ir.MonitorOp, Local: m.Cell, Type: ir.IntType, Span: o.Span}
}

func num(n int64, at source.Span) *ir.Expr {
	return &ir.Expr{Op: ir.Const, Int: n, Type: ir.IntType, Span: at}
}

func (c *checker) finding(s *scope, p *ir.Proof, f syntax.Finding) {
	out := &ir.Finding{Span: placeOf(f)}
	truth := func(op ir.Op, x, y *ir.Expr) *ir.Expr {
		return &ir.Expr{Op: op, Type: ir.BoolType, Span: placeOf(f), Args: []*ir.Expr{x, y}}
	}
	switch f := f.(type) {
	case *syntax.FindNever:
		out.Cond = truth(ir.EqOp, c.occurrence(s, p, ir.CountMonitor, f.Occasion), num(0, f.Span))
	case *syntax.FindTimes:
		out.Cond = truth(ir.EqOp, c.occurrence(s, p, ir.CountMonitor, f.Occasion), num(int64(f.Count), f.Span))
	case *syntax.FindEvent:
		out.Cond = truth(ir.GtOp, c.occurrence(s, p, ir.CountMonitor, f.Occasion), num(0, f.Span))
	case *syntax.FindBefore:
		a, b := c.occurrence(s, p, ir.FirstMonitor, f.First), c.occurrence(s, p, ir.FirstMonitor, f.Second)
		out.Cond = truth(ir.AndOp, truth(ir.GtOp, a, num(0, f.Span)), truth(ir.LtOp, a, b))
	case *syntax.FindRefuse:
		out.Kind = ir.RefuseFinding
		out.Deed = c.deed(s, f.Deed)
		if f.Reason != nil {
			out.ReasonText = f.Reason.Value
		}
	case *syntax.FindAlways:
		out.Cond = c.truth(s, out, f.Cond)
	case *syntax.FindTruth:
		if is, ok := f.Cond.(*syntax.Is); ok && !c.namesCondition(is.Condition) && is.Partner == nil {
			out.Kind = ir.IsFinding
			out.Left = c.expr(s, is.X, nil)
			out.Right = c.expect(s, is.Condition, ir.DiceType)
			break
		}
		out.Cond = c.truth(s, out, f.Cond)
	case *syntax.FindShown:
		out.Kind = ir.ShownFinding
		out.Left = c.shown(s, p, f.Of)
	}
	p.Findings = append(p.Findings, out)
}

func (c *checker) truth(s *scope, out *ir.Finding, e syntax.Expr) *ir.Expr {
	s.proof.chances = nil
	x := c.expect(s, e, ir.BoolType)
	if out.Chances = s.proof.chances; len(out.Chances) > 0 {
		out.Kind = ir.ChanceFinding
	}
	s.proof.chances = nil
	return x
}

func (c *checker) namesCondition(e syntax.Expr) bool {
	n, ok := e.(*syntax.Name)
	if !ok {
		return false
	}
	_, isCond := find[*ir.Condition](c, n.Name)
	return isCond || c.names[n.Name] == nil
}

// chance is P(F): the share of all outcomes in which F holds. It compares with
// fractions: P(F) == 3/8.
func (c *checker) chance(s *scope, e *syntax.Call) *ir.Expr {
	if !c.arity(e, 1, 1) {
		return bad(e.Span)
	}
	x := c.expect(s, e.Args[0].Value, ir.BoolType)
	out := &ir.Expr{Op: ir.ChanceOp, Type: chanceType, Span: e.Span, Args: []*ir.Expr{x}, Int: int64(len(s.proof.chances))}
	s.proof.chances = append(s.proof.chances, out)
	return out
}

// chanceType is a number that may be a fraction; only proofs have it.
var chanceType = ir.IntType

// proofName finds what only proofs may name: squares, and all actions.
func (c *checker) proofName(s *scope, e *syntax.Name) *ir.Expr {
	if e.Name == "actions" {
		return &ir.Expr{Op: ir.ActionsOp, Type: ir.ListOf(ir.ActionType), Span: e.Span}
	}
	if x, y, ok := Square(e.Name); ok && s.grid {
		return &ir.Expr{Op: ir.PlaceOp, Type: ir.PlaceType, Span: e.Span, Keys: []int64{int64(x), int64(y)}}
	}
	return nil
}

// Square reads a square's name, A1 being the first of the first row, into its
// column and row from 0.
func Square(name string) (x, y int, ok bool) {
	i := 0
	for i < len(name) && name[i] >= 'A' && name[i] <= 'Z' {
		x = x*26 + int(name[i]-'A') + 1
		i++
	}
	if i == 0 || i > 2 || i == len(name) {
		return 0, 0, false
	}
	y, err := strconv.Atoi(name[i:])
	return x - 1, y - 1, err == nil && y > 0
}

// proofEvent reads a member of the latest event of a name: attack.total.
func (c *checker) proofEvent(s *scope, n *syntax.Name, e *syntax.Select) *ir.Expr {
	if s.proof == nil || !s.proof.inThen || s.local(n.Name) != nil {
		return nil
	}
	ev, ok := find[*ir.Event](c, n.Name)
	if !ok {
		return nil
	}
	k := "member " + e.Span.Text()
	m := s.proof.monitors[k]
	if m == nil {
		m = &ir.Monitor{Kind: ir.ValueMonitor}
		frame := &ir.Frame{}
		m.Clause = &ir.Clause{Kind: ir.MonitorClause, Span: e.Span, Frame: frame}
		bind := frame.Add(ev.Name, &ir.Type{Kind: ir.EventKind, Event: ev}, n.Span)
		m.Clause.Pattern = &ir.Pattern{Span: n.Span, After: true, Event: ev, Outcome: -1, Bind: bind}
		inner := newScope(frame)
		inner.bind(ev.Name, bind)
		m.Expr = c.memberExpr(inner, cell(bind, n.Span), e)
		m.Cell = s.proof.proof.Frame.Add("", m.Expr.Type, e.Span)
		s.proof.monitors[k] = m
		s.proof.proof.Monitors = append(s.proof.proof.Monitors, m)
	}
	return &ir.Expr{Op: ir.MonitorOp, Local: m.Cell, Type: m.Expr.Type, Span: e.Span}
}
