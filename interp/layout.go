package interp

import (
	"math"

	"rulec/lang/ir"
)

// None is the word of a value that is absent.
const None = math.MinInt64

// Words at the head of every running event's frame.
const (
	hdrEvent   = 0 // index of the event
	hdrOutcome = 1 // 0 while it runs, 1 ended as none, 2+k ended as outcome k
	hdrWay     = 2 // of an action: index of the way + 1, 0 for `do`
	hdrVia     = 3 // of an action standing in: index of the other's way + 1
	hdrTally   = 4 // where the counters of the enclosing run of this event are kept
	hdrSize    = 5
)

// Words at the head of every entity.
const (
	entRecord = 0 // index of the record
	entAlive  = 1
	entIndex  = 2 // among all entities, in order of making
	entPlace  = 3 // anchor, or None
	entSize   = 4 // then condition bits, condition counts, fields
)

// Words at the head of every application of a condition.
const (
	heldCond    = 0 // index of the condition + 1, 0 where the slot is free
	heldBearer  = 1
	heldValue   = 2 // the condition as a value
	heldSource  = 3
	heldSeq     = 4 // when it was applied, counted
	heldUntil   = 5 // index of the `until` given at the apply + 1, or 0
	heldTried   = 6 // 1 while conditions are settled, if its `while` failed and its loss was heard
	heldAux     = 7 // what that until took along
	heldAuxLen  = 4
	heldHdrSize = heldAux + heldAuxLen
)

// layout says where every cell lies. Offsets are kept in slices by pointer, made
// once a program is linked and never changed.
type layout struct {
	off       map[*ir.Local]int // within its frame, record, entity or application
	size      map[*ir.Frame]int
	record    map[*ir.Record]int // words of one
	held      int                // words of one application
	condWords int                // words of condition bits
	conds     int
	tallies   map[tallyKey]int // offset of a counter in an actor
	entities  int              // how many there can be: room for lists of entities
	tails     [][][2]int64     // of an entity's record: where each list of plain words begins and ends
}

type tallyKey struct {
	action, event *ir.Event
}

// words is the room a field of a type takes where it is stored.
func (l *layout) words(t *ir.Type, inline bool) int {
	if !inline {
		return 1
	}
	switch t.Kind {
	case ir.List, ir.Set:
		return 1 + l.capacity(t)*(1+l.inside(t.Elem))
	case ir.Map:
		return len(t.Enum.Members) * (1 + l.inside(t.Elem))
	}
	return 1 + l.inside(t)
}

// inside is the room a plain record takes where it is stored: fields hold their
// records, so that these live exactly as long, and a word says where each lies.
func (l *layout) inside(t *ir.Type) int {
	if !plainRecord(t) {
		return 0
	}
	return l.recordSize(t.Record)
}

// plainRecord tells whether values of a type are records that are copied.
func plainRecord(t *ir.Type) bool {
	return t.Kind == ir.RecordKind && !t.Record.Entity && !t.Record.Any && t.Record.Name != "held" && !t.Record.Place
}

// recordSize lays a plain record out when it is first asked for.
func (l *layout) recordSize(r *ir.Record) int {
	if n, ok := l.record[r]; ok {
		return n
	}
	l.record[r] = 1 // a record that contains itself was refused by the checker
	l.record[r] = l.fields(r.Fields, 1)
	return l.record[r]
}

func (l *layout) capacity(t *ir.Type) int {
	if t.Cap > 0 {
		return t.Cap
	}
	return l.entities
}

// frame lays out a frame behind hdr words.
func (l *layout) frame(f *ir.Frame, hdr int) int {
	if n, ok := l.size[f]; ok {
		return n
	}
	at := hdr
	for _, x := range f.Locals {
		l.off[x] = at
		at += l.words(x.Type, x.Field)
	}
	l.size[f] = at
	return at
}

func newLayout(p *ir.Program, entities int) *layout {
	l := &layout{off: map[*ir.Local]int{}, size: map[*ir.Frame]int{}, record: map[*ir.Record]int{},
		tallies: map[tallyKey]int{}, entities: entities, conds: len(p.Conditions)}
	l.condWords = (len(p.Conditions) + 63) / 64
	for _, e := range p.Events {
		l.frame(e.Frame, hdrSize)
	}
	for _, v := range p.Values {
		l.frame(v.Frame, 0)
	}
	for _, r := range p.Records {
		l.frame(r.Self, 0)
	}
	l.applications(p)
	base := l.fields(p.AnyEntity.Fields, entSize+l.condWords+l.conds)
	for _, r := range p.Records {
		switch {
		case r.Any, r == p.Held:
		case r.Entity:
			at := l.fields(r.Fields, base)
			for _, q := range r.Resources {
				l.off[q.Spent] = at
				at++
			}
			if r == p.Actor {
				at = l.tally(p, at)
			}
			l.record[r] = at
		default:
			l.recordSize(r)
		}
	}
	l.record[p.AnyEntity] = base
	l.tails = make([][][2]int64, len(p.Records))
	for i, r := range p.Records {
		if !r.Entity {
			continue
		}
		for _, list := range [][]*ir.Local{p.AnyEntity.Fields, r.Fields} {
			for _, f := range list {
				if at := int64(l.off[f]); f.Type.Sequence() && l.inside(f.Type.Elem) == 0 {
					l.tails[i] = append(l.tails[i], [2]int64{at, at + int64(l.words(f.Type, true))})
				}
			}
		}
	}
	if p.Stretch != nil {
		l.recordSize(p.Stretch)
	}
	return l
}

func (l *layout) fields(list []*ir.Local, at int) int {
	for _, f := range list {
		l.off[f] = at
		at += l.words(f.Type, true)
	}
	return at
}

// applications lays out what is known of one application: what Go supplies, what
// packs add, and the parameters of its condition.
func (l *layout) applications(p *ir.Program) {
	at := heldHdrSize
	for _, f := range p.Held.Fields {
		switch f.Name {
		case "bearer":
			l.off[f] = heldBearer
		case "condition":
			l.off[f] = heldValue
		case "source":
			l.off[f] = heldSource
		default:
			l.off[f] = at
			at += l.words(f.Type, true)
		}
	}
	l.held = at
	for _, c := range p.Conditions {
		l.frame(c.Frame, 0)
		n := at
		for _, f := range c.Params {
			l.off[f] = n
			n += l.words(f.Type, true)
		}
		l.held = max(l.held, n)
	}
}

// tally gives a counter to each pair of action and event that some formula counts.
func (l *layout) tally(p *ir.Program, at int) int {
	visit := func(e *ir.Expr) {
		if e.Op == ir.NativeOp && e.Native == "tally" && e.Args[1].Op == ir.ActionOp && e.Args[2].Op == ir.EventOp {
			k := tallyKey{e.Args[1].Event, e.Args[2].Event}
			if _, ok := l.tallies[k]; !ok {
				l.tallies[k] = at
				at++
			}
		}
	}
	EachExpr(p, func(e *ir.Expr) { e.Walk(visit) })
	return at
}
