package interp

import (
	"slices"

	"rulec/lang/ir"
	"rulec/space"
)

// What a plane keeps of its searches. Legs between marks are asked again and again,
// by everybody who looks for a way, and most of them lead from corner to corner of
// things that stay: what a leg costs, or that it is barred, is kept by its two ends
// and by what the hooks read of the mover (kept_ways.go), until something is written
// that they read. So is where one may stop, and so are the last webs as a whole: a
// budget cuts their runs and does not change them.

// runsMemo is what a machine keeps of searches; legs and stops lie in waysMemo.
type runsMemo struct {
	webs []*web
	next int // the web that is replaced next
}

// keptWebs there are, beside those in use.
const keptWebs = 4

func (c *compiler) runsKept() {
	h, w := c.p.hooks, &c.p.ways
	leg := c.spotReads(h.pass, h.cost)
	c.readShapes(&leg.reads)
	w.step = c.spotHook(leg)
	w.stop = c.spotHook(c.spotReads(h.stop))
	whole := c.spotReads(h.pass, h.cost)
	c.readShapes(&whole.reads)
	whole.squares(c)
	w.search = c.spotHook(whole)
}

// readShapes adds what covering reads: shapes, and who is there at all.
func (c *compiler) readShapes(r *reads) {
	k := &c.p.keep
	r.classes[k.alive] = true
	for _, x := range c.p.ir.Records {
		if f := c.shapeField(x); f != nil {
			r.classes[k.fields[f]] = true
		}
	}
}

// ofStretch tells whether a field is one of a piece of a run, which stays as it was made.
func (p *Program) ofStretch(f *ir.Local) bool {
	return p.ir.Stretch != nil && slices.Contains(p.ir.Stretch.Fields, f)
}

// keptAt finds the answer about a leg, or the place where it is to be kept.
func (m *Machine) keptAt(list *[]spotAnswer, h *spotHook, who int64, from, to space.Point) (*spotAnswer, bool) {
	if *list == nil {
		*list = make([]spotAnswer, spotAnswers)
	}
	number := (uint64(from)*31+uint64(to))*0x9E3779B97F4A7C15 + uint64(who)*0xD1B54A32D192ED03
	a := &(*list)[number>>(64-spotBits)]
	return a, a.version == m.versions[h.group] && a.who == who && a.from == from && a.to == to
}

// keeps tells whether what is found now may be kept.
func (m *Machine) keeps() bool { return m.fault == nil && m.unsettled == 0 && !m.forgetful }

// under is what answers about somebody are kept under. Its own shape bars nobody,
// so whoever has one is kept by itself.
func (p *plane) under(m *Machine, h *spotHook, who int64) int64 {
	switch {
	case p.region(m, who).Some:
		return who
	case !h.alone && len(h.looks) == 0:
		return -1 - allLooks
	}
	return m.seen(h, who)
}

// keptLeg is leg, where it was asked already.
func (p *plane) keptLeg(m *Machine, w *web, a, b space.Point) int64 {
	h := &m.p.ways.step
	if !h.ok {
		return p.leg(m, w, a, b)
	}
	who := p.under(m, h, w.who)
	if x, good := m.keptAt(&m.ways.steps, h, who, a, b); good {
		return x.word
	}
	k := p.leg(m, w, a, b)
	if m.keeps() {
		// Hooks may have looked for ways too.
		who = p.under(m, h, w.who)
		x, _ := m.keptAt(&m.ways.steps, h, who, a, b)
		*x = spotAnswer{who: who, from: a, to: b, version: m.versions[h.group], word: k}
	}
	return k
}

// mayStop tells whether a mover may end its way at a place.
func (p *plane) mayStop(m *Machine, who int64, at space.Point) bool {
	v, h := m.p.hooks.stop, &m.p.ways.stop
	switch {
	case v == nil:
		return true
	case !h.ok:
		return m.askHook(v, who, at) != 0
	}
	under := p.under(m, h, who)
	if x, good := m.keptAt(&m.ways.stops, h, under, None, at); good {
		return x.word != 0
	}
	word := m.askHook(v, who, at)
	if m.keeps() {
		under = p.under(m, h, who)
		x, _ := m.keptAt(&m.ways.stops, h, under, None, at)
		*x = spotAnswer{who: under, from: None, to: at, version: m.versions[h.group], word: word}
	}
	return word != 0
}

// search finds the web of somebody who stands at a point; goal is a point, or None.
// Whoever asks gives it back.
func (p *plane) search(m *Machine, who int64, start space.Point, goal int64) *web {
	h, r := &m.p.ways.search, &m.keptRuns
	if h.ok {
		for _, w := range r.webs {
			if w.version == m.versions[h.group] && !w.busy && w.who == who && w.start == start && w.goal == goal {
				w.busy = true
				return w
			}
		}
	}
	w := r.room()
	w.who, w.start, w.goal, w.version = who, start, goal, 0
	p.fill(m, w)
	if h.ok && m.keeps() {
		w.version = m.versions[h.group]
	}
	return w
}

// room is a web that nobody uses: hooks that look for ways too have webs of their own.
func (r *runsMemo) room() *web {
	if len(r.webs) >= keptWebs {
		for range r.webs {
			r.next = (r.next + 1) % len(r.webs)
			if w := r.webs[r.next]; !w.busy {
				w.busy = true
				return w
			}
		}
	}
	w := &web{busy: true}
	r.webs = append(r.webs, w)
	return w
}

func (p *plane) release(w *web) { w.busy = false }
