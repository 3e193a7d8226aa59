package interp

import (
	"encoding/binary"
	"slices"

	"rulec/lang/ir"
	"rulec/space"
)

// Where a chain looks at a run: at the start of each event that is the nth around,
// and at its end. There a state is brought into a form in which states with the
// same future are the same bytes.

// atBoundary stops the loop of the machine at the start or end of an event; it is
// no fault.
var atBoundary = &Fault{Code: "E0901", Message: "a chain looks at the run"}

// halted looks at an event that has just been entered. It tells whether the loop
// stops there: the run takes too long, or a chain looks.
func (m *Machine) halted() bool {
	if m.fuel < 0 || len(m.ctl) > maxDepth {
		m.endless(len(m.ctl) > maxDepth)
		return true
	}
	if m.atDepth == 0 || m.nesting() != m.atDepth {
		return false
	}
	m.fault = atBoundary
	return true
}

// nesting counts the events that run.
func (m *Machine) nesting() int {
	n := 0
	for i := range m.ctl {
		if m.ctl[i].kind == ctlEvent {
			n++
		}
	}
	return n
}

// over tells whether a run has come to its end.
func (m *Machine) over() bool { return m.p.code[m.pc].op == opHalt }

// forms knows which words of a state do not matter at its boundaries.
type forms struct {
	m     *Machine
	kinds map[string]*form
	reads map[*ir.Local]bool // when the run is over: by measures
	base  []int64            // the state the run began with
	*hearing
	key []byte
	buf []byte
}

// form is what is known of the states that stand at one place of the code, with
// the same events around them.
type form struct {
	dead   []int // words that nothing will read
	masked []int // words that the event that starts does not touch, and that what comes after it does
}

// callers visits where lean events go on that run below an entry: they have none.
func (m *Machine) callers(k *control, visit func(pc int)) {
	for pc, fp := k.pc, int64(k.fp); pc >= m.p.leanFrom && pc < m.p.leanTo; visit(pc) {
		pc, fp = int(m.mem[fp+leanPC]), m.mem[fp+leanFP]
	}
}

func newForms(m *Machine, asked func(*ir.Measure) bool) *forms {
	f := &forms{m: m, kinds: map[string]*form{}, base: slices.Clone(m.mem[:m.base0]), hearing: newHearing(m.p.ir)}
	for i := range onceCap { // what is free is empty, here as in canonical
		if at := m.p.onceAt(i); f.base[at] == 0 {
			clear(f.base[at : at+onceSize])
		}
	}
	t := newToucher(m.p, f.hearing)
	for _, x := range m.p.ir.Measures {
		if asked(x) {
			t.expr(x.Body)
		}
	}
	f.reads = t.reads
	return f
}

// at is the form of the state a machine is in, at the start of an event.
func (f *forms) at() *form {
	m := f.m
	f.key = f.key[:0]
	for i := range m.ctl {
		k := &m.ctl[i]
		e := int64(-1)
		if k.kind == ctlEvent {
			e = m.mem[k.h+hdrEvent]
		}
		for _, w := range [...]int64{int64(k.kind), int64(k.pc), int64(k.fp), int64(k.h), int64(k.a), e} {
			f.key = binary.LittleEndian.AppendUint64(f.key, uint64(w))
		}
		f.m.callers(k, func(pc int) { f.key = binary.LittleEndian.AppendUint64(f.key, uint64(pc)) })
	}
	x := f.kinds[string(f.key)]
	if x == nil {
		x = f.make()
		f.kinds[string(f.key)] = x
	}
	return x
}

func (f *forms) make() *form {
	m := f.m
	last := &m.ctl[len(m.ctl)-1]
	now := newToucher(m.p, f.hearing) // from the start of the event to its end
	now.event(m.p.ir.Events[m.mem[last.h+hdrEvent]])
	if last.a > 0 {
		st := m.p.sites[last.a-1]
		now.alone(st.stmt)
		for _, a := range st.arms {
			now.from(a[1])
		}
	}
	then := newToucher(m.p, f.hearing) // afterwards
	for i := range m.ctl {
		k := &m.ctl[i]
		then.from(k.pc)
		m.callers(k, then.from)
		if k.kind == ctlWindow {
			if e := m.p.windows[k.a].Event; e != nil {
				then.hear(e)
			}
		}
	}
	out := &form{}
	sort := func(l *ir.Local, at int, field bool) {
		n := m.p.lay.words(l.Type, field)
		touches := now.reads[l] || now.writes[l]
		reads := then.reads[l] || f.reads[l]
		switch {
		case !now.reads[l] && !reads:
			out.dead = upTo(out.dead, at, n)
		case !touches:
			out.masked = upTo(out.masked, at, n)
		}
	}
	for i := range m.ctl[:len(m.ctl)-1] {
		k := &m.ctl[i]
		if k.kind != ctlEvent {
			continue
		}
		for _, l := range m.p.ir.Events[m.mem[k.h+hdrEvent]].Frame.Locals {
			sort(l, k.h+m.p.lay.off[l], l.Field)
		}
	}
	for _, e := range m.entities {
		for _, l := range m.fieldsOf(m.p.ir.Records[m.mem[e+entRecord]]) {
			sort(l, int(e)+m.p.lay.off[l], true)
		}
	}
	return out
}

func upTo(list []int, at, n int) []int {
	for i := range n {
		list = append(list, at+i)
	}
	return list
}

// fieldsOf lists the fields of the entities of a record.
func (m *Machine) fieldsOf(r *ir.Record) []*ir.Local {
	if r.Any {
		return r.Fields
	}
	return append(slices.Clone(m.p.ir.AnyEntity.Fields), r.Fields...)
}

// never is when something comes that is due beyond the horizon of a chain.
const never = 1 << 60

// canonical brings the state into its canonical form: counters that only order
// things become ranks, times are counted from now, and what is free is empty. The
// order of applications counts among those of one condition on one entity, and
// against the start of a window that is open.
func (m *Machine) canonical() {
	p := m.p
	open := false
	for i := range m.ctl {
		open = open || m.ctl[i].kind == ctlWindow
	}
	seqs := m.seqs[:0]
	highest := int64(0)
	for i := range int(m.mem[wordHeldMark]) {
		h := p.heldAt(i)
		if m.mem[h] == 0 {
			clear(m.mem[h : h+int64(p.lay.held)])
			continue
		}
		if open {
			seqs = append(seqs, int(h+heldSeq))
			continue
		}
		rank := int64(1)
		for j := range int(m.mem[wordHeldMark]) {
			o := p.heldAt(j)
			if m.mem[o] == m.mem[h] && m.mem[o+heldBearer] == m.mem[h+heldBearer] && m.mem[o+heldSeq] < m.mem[h+heldSeq] {
				rank++
			}
		}
		seqs = append(seqs, int(h+heldSeq), int(rank))
		highest = max(highest, rank)
	}
	for i := range onceCap {
		at := p.onceAt(i)
		if m.mem[at] == 0 {
			clear(m.mem[at : at+onceSize])
			continue
		}
		if open {
			seqs = append(seqs, int(at+2))
		} else {
			m.mem[at+2] = 0
		}
		if due := &m.mem[at+1]; *due != None && *due != never {
			if *due -= m.mem[wordClock]; *due > m.horizon {
				*due = never
			}
		}
	}
	m.mem[wordClock] = 0
	if open {
		highest = m.rank(seqs)
	} else {
		for i := 0; i < len(seqs); i += 2 {
			m.mem[seqs[i]] = int64(seqs[i+1])
		}
	}
	m.mem[wordSeq], m.seqs = highest, seqs
	for _, e := range m.entities {
		for _, x := range p.lay.tails[m.mem[e+entRecord]] {
			list := m.mem[e+x[0]]
			clear(m.mem[e+x[0]+1+list : e+x[1]])
		}
	}
}

// rank replaces counters that lie at some words, and the starts of open windows, by
// their ranks, and returns the highest.
func (m *Machine) rank(at []int) int64 {
	var list []*int64
	for _, i := range at {
		list = append(list, &m.mem[i])
	}
	for i := range m.ctl {
		if m.ctl[i].kind == ctlWindow {
			list = append(list, &m.ctl[i].e)
		}
	}
	slices.SortStableFunc(list, func(a, b *int64) int { return int(*a - *b) })
	rank, was := int64(0), int64(-1)
	for _, s := range list {
		if *s != was {
			rank, was = rank+1, *s
		}
		*s = rank
	}
	return rank
}

// pack writes down how the state differs from the one the run began with: two
// states are the same if these bytes are. Who stands on which square of a grid
// follows from where all stand, and is left out.
func (f *forms) pack() []byte {
	m := f.m
	b := f.buf[:0]
	for _, w := range [...]int{m.pc, m.fp, m.top, m.ended, m.together, int(m.mem[wordHeldMark]), int(m.mem[wordHeap]), len(m.ctl)} {
		b = binary.LittleEndian.AppendUint32(b, uint32(w))
	}
	for i := range m.ctl {
		k := &m.ctl[i]
		for _, w := range [...]int{int(k.kind), k.pc, k.fp, k.top, k.h, k.a, k.b, k.c, k.d, k.g} {
			b = binary.LittleEndian.AppendUint32(b, uint32(w))
		}
		b = binary.LittleEndian.AppendUint64(b, uint64(k.e))
	}
	put := func(at int, w int64) {
		if at != wordNode || m.grid == nil {
			b = binary.LittleEndian.AppendUint32(b, uint32(at))
			b = binary.LittleEndian.AppendUint64(b, uint64(w))
		}
	}
	part := func(from, to int) {
		known := max(from, min(to, len(f.base)))
		was := f.base[min(from, len(f.base)):min(known, len(f.base))]
		for i, w := range m.mem[from:known][:len(was)] {
			if w != was[i] {
				put(from+i, w)
			}
		}
		for i, w := range m.mem[known:to] {
			if w != 0 {
				put(known+i, w)
			}
		}
	}
	pieces := m.pieces()
	for _, x := range pieces[:3] {
		part(x[0], x[1])
	}
	from, to := pieces[3][0], pieces[3][1]
	if m.grid != nil {
		part(from, int(m.grid.cells))
		from = int(m.grid.nodes + 2*m.grid.count)
	}
	part(from, to)
	f.buf = b
	return b
}

// unpack brings the machine into a state that pack wrote down.
func (f *forms) unpack(b string) {
	m, p := f.m, f.m.p
	word := func() int {
		w := int(int32(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24))
		b = b[4:]
		return w
	}
	long := func() int64 {
		lo := uint32(word())
		return int64(word())<<32 | int64(lo)
	}
	m.pc, m.fp, m.top, m.ended, m.together = word(), word(), word(), word(), word()
	mark, heap, ctl := word(), word(), word()
	m.ctl = m.ctl[:0]
	for range ctl {
		m.ctl = append(m.ctl, control{kind: ctlKind(word()), pc: word(), fp: word(), top: word(), h: word(),
			a: word(), b: word(), c: word(), d: word(), g: word(), e: long()})
	}
	if m.top > len(m.mem) {
		m.mem = append(m.mem, make([]int64, m.top-len(m.mem)+1024)...)
	}
	held := int(p.heldBase())
	copy(m.mem, f.base[:held+mark*p.lay.held])
	copy(m.mem[p.heapBase():heap], f.base[p.heapBase():])
	copy(m.mem[p.worldBase():], f.base[p.worldBase():])
	clear(m.mem[min(len(f.base), m.top):m.top])
	for len(b) > 0 {
		at := word()
		m.mem[at] = long()
	}
	if m.grid != nil {
		m.occupy()
	}
	m.fault, m.answered, m.unsettled, m.restored, m.fuel = nil, false, 0, true, DefaultFuel/10
	m.forget()
}

// occupy notes anew who stands on which square.
func (m *Machine) occupy() {
	g := m.grid
	for i := g.cells; i < g.nodes; i++ {
		m.mem[i] = -1
	}
	for i := range g.count {
		m.mem[g.nodes+2*i], m.mem[g.nodes+2*i+1] = 0, i+1
	}
	m.mem[g.nodes+2*g.count-1] = -1
	m.mem[wordNode] = 0
	for _, e := range m.entities {
		if r, ok := m.rect(e); ok {
			m.cells2 = space.Footprint(r, m.cells2[:0])
			for _, c := range m.cells2 {
				m.linkCell(c, e)
			}
		}
	}
}
