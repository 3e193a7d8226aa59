package interp

import (
	"rulec/lang/ir"
	"rulec/lang/source"
)

// How code notes what it reaches. Every place that is noted is wrapped when it is
// linked: a formula that decides notes its answer, a body begins with an instruction
// that notes it, a clause that is matched notes that it was.

// LinkOption changes how a program is linked.
type LinkOption func(*Program)

// Covered lets a program note what it reaches of the points of a Coverage.
func Covered(cover *Coverage) LinkOption { return func(p *Program) { p.cover = cover } }

// noPoint is the point of what is not noted.
const noPoint = -1

func (c *compiler) point(kind PointKind, at source.Span) int {
	if c.p.cover != nil {
		if i, ok := c.p.cover.index[pointKey{kind, at}]; ok {
			return i
		}
	}
	return noPoint
}

func (c *compiler) pointOf(k *ir.Clause) int {
	at := pointOf(k)
	return c.point(at.kind, at.at)
}

// reached notes a point.
func (m *Machine) reached(point int) { m.noted[point>>5] |= 1 << (2 * point & 63) }

// decided notes what a formula answered. One that failed answered nothing.
func (m *Machine) decided(point int, yes bool) {
	switch {
	case m.fault != nil:
	case yes:
		m.reached(point)
	default:
		m.noted[point>>5] |= 2 << (2 * point & 63)
	}
}

// deciding wraps a formula that decides.
func (c *compiler) deciding(kind PointKind, e *ir.Expr) truthFn {
	t, point := c.truth(e), c.point(kind, e.Span)
	if point == noPoint {
		return t
	}
	return func(m *Machine) bool {
		yes := t(m)
		m.decided(point, yes)
		return yes
	}
}

// noting wraps a formula whose being asked is noted.
func (c *compiler) noting(kind PointKind, at source.Span, f numFn) numFn {
	point := c.point(kind, at)
	if point == noPoint {
		return f
	}
	return func(m *Machine) int64 {
		m.reached(point)
		return f(m)
	}
}

// note makes code note that it came here.
func (c *compiler) note(kind PointKind, at source.Span) {
	if point := c.point(kind, at); point != noPoint {
		c.emit(instr{op: opRun, run: func(m *Machine) { m.reached(point) }})
	}
}

// noteBody makes the body of a clause note that it ran.
func (c *compiler) noteBody(k *ir.Clause) {
	at := pointOf(k)
	c.note(at.kind, at.at)
}

// noteEvent makes an event note that it began, and by which way.
func (c *compiler) noteEvent(e *ir.Event) {
	c.note(DeclPoint, e.Span)
	if c.p.cover == nil || len(e.Ways) == 0 {
		return
	}
	ways := make([]int, len(e.Ways))
	vias := make([][]int, len(e.Ways))
	for i, w := range e.Ways {
		ways[i] = c.point(WayPoint, w.Span)
		if w.InPlaceOf != nil {
			for _, o := range w.InPlaceOf.Ways {
				vias[i] = append(vias[i], c.point(WayPoint, o.Span))
			}
		}
	}
	c.emit(instr{op: opRun, run: func(m *Machine) {
		way, via := m.mem[m.fp+hdrWay]-1, m.mem[m.fp+hdrVia]-1
		if way < 0 {
			return
		}
		if ways[way] != noPoint {
			m.reached(ways[way])
		}
		if via >= 0 && via < int64(len(vias[way])) && vias[way][via] != noPoint {
			m.reached(vias[way][via])
		}
	}})
}

// noteMatch lets a clause whose being matched is what it is for note that it was.
func (c *compiler) noteMatch(mt *matcher, k *ir.Clause) {
	switch k.Kind {
	case ir.ModifyClause, ir.ForbidClause, ir.RefillClause:
	default:
		return // its body, or what it ends, is noted
	}
	point := c.pointOf(k)
	if point == noPoint {
		return
	}
	when, spent := mt.when, noPoint
	if k.Kind == ir.RefillClause {
		spent = c.off(k.Resource.Spent)
	}
	mt.when = func(m *Machine) bool {
		if when != nil && !when(m) {
			return false
		}
		if spent == noPoint || m.mem[m.mem[m.fp+mt.selfOff]+int64(spent)] != 0 {
			m.reached(point)
		}
		return true
	}
}

// noteMoment lets a moment note that it is now.
func (c *compiler) noteMoment(mt *matcher, mo *ir.Moment) {
	point := c.point(DeclPoint, mo.Span)
	if point == noPoint {
		return
	}
	when := mt.when
	mt.when = func(m *Machine) bool {
		yes := when == nil || when(m)
		if yes {
			m.reached(point)
		}
		return yes
	}
}

// noteWorn notes that a condition is worn, with all that it includes; nil if nothing
// is noted.
func (c *compiler) noteWorn(x *condition) func(m *Machine) {
	var points []int
	for _, o := range x.closure {
		if i := c.point(DeclPoint, o.ir.Span); i != noPoint {
			points = append(points, i)
		}
	}
	if len(points) == 0 {
		return nil
	}
	return func(m *Machine) {
		for _, i := range points {
			m.reached(i)
		}
	}
}
