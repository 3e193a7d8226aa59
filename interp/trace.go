package interp

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"

	"rulec/dice"
	"rulec/lang/ir"
	"rulec/lang/source"
)

// Entry is one thing of a trace: an event from its start to its end, in order of
// starting, or a condition put on or taken off.
type Entry struct {
	Seq     int
	Depth   int
	Parent  int // Seq of the event it happened in, -1 at the root
	Event   *ir.Event
	Frame   int
	Outcome string // "" while it runs
	Fields  []FieldValue
	Because []Because
	Changes []Change // of entities, while this was the innermost event
	Reasons []string // why it did not happen
	Tells   string
	Gained  *ir.Condition
	Lost    *ir.Condition
	Bearer  string
	Ended   bool
	EndedBy string // the reason of the `end` that closed it
	draws   []drawn
	sets    map[*ir.Local][]set
	args    map[*ir.Local]Part // where its numeric parameters come from, if taken apart
}

// FieldValue is a parameter, field or value of an event as it was at the end.
type FieldValue struct {
	Name  string
	Type  *ir.Type
	Word  int64
	Shown string
}

// Change is a field of an entity that an event changed.
type Change struct {
	Who      string
	Field    string
	From, To int64
	Span     source.Span
	Because  Because
}

type drawn struct {
	pool  string
	shows int64
}

type set struct {
	before, after int64
	by            *ir.Stmt
	parts         []Part
}

// Recorder is a Listener that keeps a trace. Light leaves the reasons out.
type Recorder struct {
	Entries []*Entry
	Light   bool
	OnStart func(m *Machine, e *Entry)
	OnEnd   func(m *Machine, e *Entry) // for those who print while it runs
	open    []*Entry
	sum     hash.Hash
	buf     [8]byte
	deep    *unfolding
}

// MaxEntries is how much a trace may hold: far more than any fight, and little
// enough for a machine's memory.
const MaxEntries = 500_000

// NewRecorder makes an empty trace.
func NewRecorder() *Recorder { return &Recorder{sum: sha256.New()} }

// Digest is a hash of everything that happened, in which no name takes part.
func (r *Recorder) Digest() string { return hex.EncodeToString(r.sum.Sum(nil))[:32] }

func (r *Recorder) hash(words ...int64) {
	for _, w := range words {
		binary.LittleEndian.PutUint64(r.buf[:], uint64(w))
		r.sum.Write(r.buf[:])
	}
}

func (r *Recorder) top() *Entry {
	if len(r.open) == 0 {
		return nil
	}
	return r.open[len(r.open)-1]
}

func (r *Recorder) add(e *Entry) *Entry {
	e.Seq, e.Parent, e.Depth = len(r.Entries), -1, len(r.open)
	if t := r.top(); t != nil {
		e.Parent = t.Seq
	}
	r.Entries = append(r.Entries, e)
	return e
}

// Started opens an entry.
func (r *Recorder) Started(m *Machine, h int, e *ir.Event) {
	// Events that were left by an outer one's end are over.
	r.close(m, h)
	if len(r.Entries) >= MaxEntries {
		m.fail("E0701", "more happened than a trace may hold: %d events", MaxEntries)
		return
	}
	x := r.add(&Entry{Event: e, Frame: h, sets: map[*ir.Local][]set{}})
	r.open = append(r.open, x)
	if r.deep != nil {
		r.deep.begin(m, x)
	}
	r.hash(1, int64(e.Index))
	if r.OnStart != nil {
		r.OnStart(m, x)
	}
}

// close pops entries whose frames no longer run.
func (r *Recorder) close(m *Machine, h int) {
	for len(r.open) > 0 {
		t := r.open[len(r.open)-1]
		running := false
		for i := range m.ctl {
			if m.ctl[i].kind == ctlEvent && m.ctl[i].h == t.Frame && t.Frame != h {
				running = true
			}
		}
		if running {
			return
		}
		r.open = r.open[:len(r.open)-1]
	}
}

// Ended fills the entry in.
func (r *Recorder) Ended(m *Machine, h int, e *ir.Event, outcome int) {
	x := r.entry(h)
	if x == nil {
		return
	}
	x.Ended = true
	x.Outcome = outcomeName(e, outcome)
	r.hash(2, int64(e.Index), int64(outcome))
	r.attach(m, x)
	r.fields(m, x)
	m.deep = nil
	x.Tells = m.tell(e, h)
	if r.OnEnd != nil {
		r.OnEnd(m, x)
	}
}

func outcomeName(e *ir.Event, o int) string {
	if o < 0 || o >= len(e.Outcomes) {
		return "none"
	}
	return e.Outcomes[o]
}

func (r *Recorder) entry(h int) *Entry {
	for i := len(r.open) - 1; i >= 0; i-- {
		if r.open[i].Frame == h {
			return r.open[i]
		}
	}
	return nil
}

// tell is the line the pack writes about an event.
func (m *Machine) tell(e *ir.Event, h int) string {
	for _, t := range e.Tells {
		if t.When != nil {
			fp, top := m.fp, m.top
			m.fp = h
			ok := m.p.sayings[t.When](m) != 0
			m.fp, m.top = fp, top
			if !ok {
				continue
			}
		}
		return m.Say(t.Text, h)
	}
	return ""
}

func (r *Recorder) fields(m *Machine, x *Entry) {
	e, h := x.Event, x.Frame
	lay := m.p.lay
	put := func(l *ir.Local) int64 {
		w := m.mem[h+lay.off[l]]
		if l.Field && inline(l.Type) {
			w = int64(h + lay.off[l])
		}
		x.Fields = append(x.Fields, FieldValue{l.Name, l.Type, w, m.Show(l.Type, w)})
		r.hashValue(m, l.Type, w)
		return w
	}
	if e.Self != nil {
		put(e.Self)
	}
	for _, l := range e.Params {
		put(l)
	}
	for _, l := range e.Fields {
		w := put(l)
		if !r.Light && (numeric(l.Type) || l.Type.Kind == ir.Bool) {
			x.Because = append(x.Because, r.fieldBecause(m, x, l, w))
		}
	}
	if r.Light {
		return
	}
	for _, v := range e.Values {
		if len(v.Params) > 0 {
			continue
		}
		b := m.BecauseOf(v, int64(h))
		x.Fields = append(x.Fields, FieldValue{v.Name, v.Type, b.Value, b.Shown})
		r.hashValue(m, v.Type, b.Value)
		if numeric(v.Type) || v.Type.Kind == ir.Bool {
			x.Because = append(x.Because, b)
		}
	}
}

// hashValue takes a value into the digest by what it is, not by where it lies or
// what it is called.
func (r *Recorder) hashValue(m *Machine, t *ir.Type, w int64) {
	if w == None {
		r.hash(-1)
		return
	}
	switch t.Kind {
	case ir.Text, ir.EventKind, ir.ShapeKind:
		return
	case ir.Dice:
		r.sum.Write([]byte(m.pools[w].String()))
	case ir.RecordKind:
		if t.Record.Entity {
			r.hash(m.mem[w+entIndex])
		}
	case ir.List, ir.Set:
		r.hash(m.mem[w])
		for i := int64(1); i <= m.mem[w]; i++ {
			r.hashValue(m, t.Elem, m.mem[w+i])
		}
	case ir.Map:
	case ir.PlaceKind:
		r.hash(m.p.geo.mark(m, w))
	case ir.DeedKind, ir.MomentKind, ir.CondKind:
		r.hash(m.mem[w])
	default:
		r.hash(w)
	}
}

// fieldBecause unfolds a stored field: what it began with and each assignment.
func (r *Recorder) fieldBecause(m *Machine, x *Entry, l *ir.Local, w int64) Because {
	b := Because{Of: l.Name, Value: w, Shown: m.Show(l.Type, w), Type: l.Type}
	sets := x.sets[l]
	start := w
	if len(sets) > 0 {
		start = sets[0].before
	}
	if start != 0 && start != None || len(sets) == 0 {
		b.Parts = append(b.Parts, Part{What: "at first", Amount: start, Span: l.Span, Kind: "start"})
	}
	for _, s := range sets {
		p := Part{Amount: present(s.after) - present(s.before), Kind: "set", Parts: s.parts}
		if s.by != nil {
			p.Span, p.What = s.by.Span, source.OneLine(firstLine(s.by.Span.Text()))
		}
		b.Parts = append(b.Parts, p)
	}
	return b
}

// present is a number that may be absent, as it counts in a sum.
func present(w int64) int64 {
	if w == None {
		return 0
	}
	return w
}

func firstLine(s string) string {
	for i := range s {
		if s[i] == '\n' {
			return s[:i]
		}
	}
	return s
}

// Prevented notes why an event did not happen.
func (r *Recorder) Prevented(m *Machine, h int, e *ir.Event, reasons []Refusal) {
	if x := r.entry(h); x != nil {
		for _, f := range reasons {
			x.Reasons = append(x.Reasons, f.Text)
		}
	}
	r.hash(3, int64(e.Index))
}

// Rolled notes a draw in the innermost event.
func (r *Recorder) Rolled(_ *Machine, h int, pool dice.Pool, shows int64) {
	if x := r.entry(h); x != nil {
		x.draws = append(x.draws, drawn{pool.String(), shows})
	}
	r.hash(4, shows)
}

// Assigned notes a change of a field of a running event or of an entity.
func (r *Recorder) Assigned(m *Machine, owner int, f *ir.Local, before, after int64, by *ir.Stmt) {
	if before == after {
		return
	}
	r.close(m, -1)
	var parts []Part
	if r.deep != nil && by != nil && numeric(f.Type) {
		r.attach(m, r.top())
		parts = m.assignedParts(r.top(), owner, f, before, after, by)
		m.deep = nil
	}
	if owner >= m.base0 {
		if x := r.entry(owner); x != nil {
			x.sets[f] = append(x.sets[f], set{before, after, by, parts})
		}
		return
	}
	t := r.top()
	if t == nil || !isEntity(m, int64(owner)) {
		return
	}
	c := Change{Who: m.Name(int64(owner)), Field: f.Name, From: before, To: after}
	c.Because = Because{Of: f.Name, Value: after, Type: f.Type}
	if numeric(f.Type) || f.Type.Kind == ir.Bool {
		c.Because.Shown = m.Show(f.Type, after)
		c.Because.Parts = []Part{{What: "before", Amount: present(before), Kind: "start"}, {Amount: present(after) - present(before), Kind: "set"}}
		if by != nil {
			c.Span = by.Span
			c.Because.Parts[1].Span, c.Because.Parts[1].What = by.Span, source.OneLine(firstLine(by.Span.Text()))
		} else {
			c.Because.Parts[1].What = "paid or refilled"
		}
		c.Because.Parts[1].Parts = parts
		if r.deep != nil {
			r.deep.changed(t, owner, f, c.Because.Parts)
		}
		r.hash(5, m.mem[owner+entIndex], before, after)
	}
	t.Changes = append(t.Changes, c)
}

func isEntity(m *Machine, at int64) bool {
	for _, e := range m.entities {
		if e == at {
			return true
		}
	}
	return false
}

// Applied notes a condition that is put on.
func (r *Recorder) Applied(m *Machine, held int, c *ir.Condition, bearer int64) {
	r.close(m, -1)
	r.add(&Entry{Gained: c, Bearer: m.Name(bearer), Ended: true})
	r.hash(6, int64(c.Index), m.mem[bearer+entIndex])
}

// Removed notes a condition that ends.
func (r *Recorder) Removed(m *Machine, held int, c *ir.Condition, bearer int64) {
	r.close(m, -1)
	r.add(&Entry{Lost: c, Bearer: m.Name(bearer), Ended: true})
	r.hash(7, int64(c.Index), m.mem[bearer+entIndex])
}

// Chosen takes the choice into the digest.
func (r *Recorder) Chosen(m *Machine, q *Question, answer int) {
	if answer >= 0 && answer < len(q.Deeds) {
		r.hash(8, int64(q.Deeds[answer].Action.Index))
		return
	}
	r.hash(8, int64(answer))
}

// EndedBy notes the reason given.
func (r *Recorder) EndedBy(m *Machine, h int, e *ir.Event, by *ir.Stmt) {
	if x := r.entry(h); x != nil && by.Message != nil {
		x.EndedBy = m.Say(by.Message, m.fp)
	}
}

// Draws lists what dice showed inside the entry.
func (e *Entry) Draws() (pools []string, shows []int64) {
	for _, d := range e.draws {
		pools, shows = append(pools, d.pool), append(shows, d.shows)
	}
	return pools, shows
}
