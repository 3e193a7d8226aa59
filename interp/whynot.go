package interp

import (
	"fmt"
	"slices"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
)

// Why something did not come in.
//
// A WhyNot watches a fight and waits for one event. While that event runs it looks
// at every moment at which the named thing might have come in: windows in which a
// reaction could be asked for, offers, clauses that could start an event or apply a
// condition, values that a clause could modify. At each such moment it asks the
// machine's own tests one by one, where a run stops at the first that fails, and
// keeps those that failed (whynot_deed.go, whynot_clause.go). What never had its
// moment is explained by the statements that could have brought it about
// (whynot_cause.go). Nothing is decided a second time: a case that was judged to be
// open and still did not come in was declined by whoever chooses.

// Verdict says what became of the named thing at one moment.
type Verdict string

// The verdicts.
const (
	CameIn   Verdict = "came in"
	Declined Verdict = "declined" // it could have, and whoever chooses did not
	Refused  Verdict = "kept out" // something stopped it
	NoMoment Verdict = "no moment"
)

// Reason is one thing that stopped it.
type Reason struct {
	Kind    string // pattern, when, price, require, forbid, choice, tactic, declined, wears, site, beaten, moment, statement, if
	Text    string // as people read it
	Span    source.Span
	Section string
	Why     *Judgement
	Of      []Reason
}

// Case is one moment and one candidate.
type Case struct {
	About   string // the declared name it is about
	Kind    string // answer (an action that answers an event), action, condition, modifier, event, rule
	Who     string // the candidate, or ""
	At      *Entry // the event whose moment it was, or nil
	Moment  string
	Span    source.Span // of the way or clause that could have come in
	Verdict Verdict
	Reasons []Reason

	action *ir.Event // to see whether it was done after all
	who    int64
	after  int // entries there were
}

// WhyNot watches a fight. Make one with NewWhyNot, attach it to the machine and
// the recorder of the run, and read Cases when the run is over.
type WhyNot struct {
	Cases []*Case
	More  int // cases beyond maxCases

	name    string
	seq     int
	rec     *Recorder
	p       *Program
	actions []*action
	events  []*ir.Event
	conds   []*condition
	rules   []*ir.Rule
	mods    map[*ir.Modify]bool
	causes  []*cause
	met     map[*ir.Way]bool // ways whose moment came
	seen    map[string]bool
}

// maxCases bounds an answer: an event that is a whole fight has thousands.
const maxCases = 60

// NewWhyNot prepares the question why name did not come in at event seq. It
// returns nil, and the name that was probably meant, if nothing that could come in
// is called so.
func NewWhyNot(p *Program, name string, seq int) (w *WhyNot, meant string) {
	w = &WhyNot{name: name, seq: seq, p: p, mods: map[*ir.Modify]bool{}, met: map[*ir.Way]bool{}, seen: map[string]bool{}}
	var names []string
	is := func(d *ir.Decl) bool {
		names = append(names, d.Name)
		return d.Name == name || d.Printed == name
	}
	for _, e := range p.events {
		switch {
		case e.ir.Builtin || !is(&e.ir.Decl):
		case e.action != nil:
			w.actions = append(w.actions, e.action)
		default:
			w.events = append(w.events, e.ir)
		}
	}
	for _, c := range p.conds {
		if is(&c.ir.Decl) {
			w.conds = append(w.conds, c)
		}
	}
	for _, r := range p.ir.Rules {
		if is(&r.Decl) {
			w.rules = append(w.rules, r)
		}
	}
	for _, v := range p.ir.Values {
		all := is(&v.Decl)
		for _, m := range v.Mods {
			b := m.Clause.Block
			label := m.Label.Plain()
			if label != "" {
				names = append(names, label)
			}
			if all || label == name || b.Name() == name && b.Site == nil || b.Condition != nil && b.Condition.Printed == name {
				w.mods[m] = true
			}
		}
	}
	if len(w.actions)+len(w.events)+len(w.conds)+len(w.rules)+len(w.mods) == 0 {
		return nil, diag.Suggest(name, names)
	}
	w.findCauses()
	return w, ""
}

// Attach lets the question watch a run. The recorder must be a deep one.
func (w *WhyNot) Attach(m *Machine, rec *Recorder) {
	w.rec = rec
	m.watch = w
	start, end := rec.OnStart, rec.OnEnd
	rec.OnStart = func(m *Machine, e *Entry) {
		if start != nil {
			start(m, e)
		}
		w.started(m, e)
	}
	rec.OnEnd = func(m *Machine, e *Entry) {
		if end != nil {
			end(m, e)
		}
		w.ended(m, e)
	}
	rec.deep.asked = w.asked
}

// inside tells whether the event that is asked about runs.
func (w *WhyNot) inside(m *Machine) bool {
	if w.seq >= len(w.rec.Entries) {
		return false
	}
	e := w.rec.Entries[w.seq]
	if e.Event == nil {
		return false
	}
	for i := range m.ctl {
		if m.ctl[i].kind == ctlEvent && m.ctl[i].h == e.Frame {
			return slices.Contains(w.rec.open, e)
		}
	}
	return false
}

// add keeps a case, each once.
func (w *WhyNot) add(c *Case) {
	key := fmt.Sprint(c.Kind, c.Who, c.Moment, c.Verdict, c.Span.Start, c.Span.End)
	if c.At != nil {
		key += fmt.Sprint("#", c.At.Seq)
	}
	for _, r := range c.Reasons {
		key += "|" + r.Text
	}
	if w.seen[key] {
		return
	}
	w.seen[key] = true
	if len(w.Cases) >= maxCases {
		w.More++
		return
	}
	c.About = w.name
	w.Cases = append(w.Cases, c)
}

// asks looks at who might have answered in a window.
func (w *WhyNot) asks(m *Machine, win *Window, h int) {
	if len(w.actions) == 0 || h == 0 || !w.inside(m) {
		return
	}
	w.judging(m, func() {
		for i := range win.offers {
			en := &win.offers[i]
			if !slices.Contains(w.actions, en.action) || en.way < 0 {
				continue
			}
			way := &en.action.ways[en.way]
			w.met[way.ir] = true
			at := w.rec.running(h)
			for _, who := range append([]int64(nil), m.living(int64(m.p.ir.Actor.Index))...) {
				c := &Case{Kind: "answer", Who: m.Name(who), At: at, Moment: moment(win), Span: way.ir.Span,
					action: en.action.event.ir, who: who, after: len(w.rec.Entries)}
				w.weigh(m, c, en, who, int64(h), nil, win.offers)
				w.add(c)
			}
		}
	})
}

func moment(w *Window) string {
	s := "before "
	if w.After {
		s = "after "
	}
	s += w.Event.Name
	if w.Stage != nil {
		s += "." + w.Stage.Name
	}
	return s
}

// offers looks at what somebody is offered, inside the event or right before it.
func (w *WhyNot) offers(m *Machine, who int64, st *site, entries []entry) {
	if len(w.actions) == 0 || !w.inside(m) && len(w.rec.Entries) != w.seq {
		return
	}
	w.judging(m, func() {
		for i := range entries {
			en := &entries[i]
			if !slices.Contains(w.actions, en.action) {
				continue
			}
			c := &Case{Kind: "action", Who: m.Name(who), At: w.rec.running(m.innermost()), Moment: "when it was offered", Span: en.action.event.ir.Span,
				action: en.action.event.ir, who: who, after: len(w.rec.Entries)}
			if en.way >= 0 {
				c.Span = en.action.ways[en.way].ir.Span
				w.met[en.action.ways[en.way].ir] = true
			}
			w.weigh(m, c, en, who, 0, m.mergeFixed(st, i, en.fixed), entries)
			w.add(c)
		}
	})
}

// opens looks at clauses that could start the event, or apply the condition.
func (w *WhyNot) opens(m *Machine, win *Window, h int) {
	if h == 0 || len(w.causes) == 0 || !w.inside(m) {
		return
	}
	for _, l := range win.listeners {
		for _, k := range w.causes {
			if k.clause == l.clause && (l.kind == listenHandler || l.kind == listenOnce) {
				w.judging(m, func() { w.clauseMet(m, k, l, h) })
			}
		}
	}
}

// judging lets the machine take truths apart, and leaves it as it was.
func (w *WhyNot) judging(m *Machine, f func()) {
	top, fp, fault, was := m.top, m.fp, m.fault, m.deep
	level := w.rec.deep.level
	deeds, refusals, best, values := m.deeds, m.refusals, m.best, m.values
	m.deeds, m.refusals, m.values = nil, nil, nil
	w.rec.attach(m, nil)
	m.deep.level = 0
	f()
	m.deep.level = level
	m.deep = was
	m.top, m.fp, m.fault = top, fp, fault
	m.deeds, m.refusals, m.best, m.values = deeds, refusals, best, values
}

// ended looks at conditions when the event is over, and at the guards of
// statements when the event they stand in is.
func (w *WhyNot) ended(m *Machine, e *Entry) {
	if !w.inside(m) {
		return
	}
	for _, k := range w.causes {
		if k.stage != nil && k.stage.Event == e.Event {
			w.judging(m, func() { w.stageMet(m, k, e) })
		}
	}
	if e.Seq == w.seq && len(w.conds) > 0 {
		w.judging(m, func() { w.worn(m, e) })
	}
}

// Finish says what is known once the run is over: what was done after all, and
// what never had its moment.
func (w *WhyNot) Finish() {
	for _, c := range w.Cases {
		if c.action != nil && w.wasDone(c) {
			c.Verdict, c.Reasons = CameIn, nil
		}
	}
	var e *Entry
	if w.seq < len(w.rec.Entries) {
		e = w.rec.Entries[w.seq]
	}
	for _, a := range w.actions {
		w.momentless(a, e)
	}
	for _, ev := range w.events {
		w.eventless(ev, e)
	}
	for _, r := range w.rules {
		w.ruleless(r, e)
	}
	if len(w.mods) > 0 && !slices.ContainsFunc(w.Cases, func(c *Case) bool { return c.Kind == "modifier" }) {
		w.unasked(e)
	}
}

// wasDone tells whether the actor did the action at the moment of a case: it is
// the first of the kind that it starts inside the event that was answered.
func (w *WhyNot) wasDone(c *Case) bool {
	for i := c.after; i < len(w.rec.Entries); i++ {
		e := w.rec.Entries[i]
		switch {
		case e.Event == nil:
		case e.Event == c.action && len(e.Fields) > 0 && e.Fields[0].Word == c.who:
			return c.Kind == "answer" || i == c.after
		case c.Kind != "answer":
			return false
		}
		if c.At != nil && e.Depth <= c.At.Depth {
			return false // the event it answered is over
		}
	}
	return false
}
