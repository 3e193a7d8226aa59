package interp

import (
	"math"

	"rulec/lang/ir"
)

// Most of what a die shows makes no difference: an attack hits with a 13 as with a
// 19. Where a run is explored, the first face is followed, and what is asked of it
// is noted. A comparison of the number, or of a sum it is part of, bounds the range
// of faces for which the answer is the same; every other use of it is for this face
// alone. When the path has come to where the number is forgotten, all faces of the
// range have had the same future, which is followed once (interval concolic
// execution, for one cell).
//
// Cells that can hold what a die shows are found when a program is linked to be
// explored (WithShades): the variable of a `roll`, and cells that such a cell is
// copied to. They are fields and locals of events. How they are read is known in
// full: a cell that a pattern matches or a clause takes along is none of them.

// WithShades links a program so that an exploration may follow ranges of faces. It
// runs slower otherwise.
func WithShades(p *Program) { p.shaded = true }

// shade is a cell that holds what a draw that is being followed has shown.
type shade struct {
	at  int // the cell
	die int // which of the draws that are being followed
}

// die is a draw that is being followed, with the range of faces that have had the
// same future so far.
type die struct{ shows, low, high int64 }

// point bounds a draw to the face that is followed.
func (d *die) point() { d.low, d.high = d.shows, d.shows }

// shadeCells finds the cells that can hold what a die shows.
func (c *compiler) shadeCells() {
	if !c.p.shaded {
		return
	}
	barred := map[*ir.Local]bool{}
	eachPart(c.p.ir, func(*ir.Expr) {}, func(l *ir.Local) {
		if l != nil {
			barred[l] = true
		}
	})
	ours := map[*ir.Local]bool{}
	for _, e := range c.p.ir.Events {
		for _, l := range e.Frame.Locals {
			ours[l] = l.Type.Kind == ir.Int && !l.Type.Opt && l.Low == nil && l.High == nil && !barred[l]
		}
	}
	out := map[*ir.Local]bool{}
	for grew := true; grew; {
		grew = false
		c.eachStmt(func(s *ir.Stmt) {
			var to *ir.Local
			switch {
			case s.Kind == ir.RollStmt:
				to = s.Var
			case s.Kind == ir.LetStmt && s.Expr.Local != nil && out[s.Expr.Local] && readsCell(s.Expr):
				to = s.Var
			case s.Kind == ir.AssignStmt && s.Op == "=" && s.Expr.Local != nil && out[s.Expr.Local] && readsCell(s.Expr):
				to = s.Target.Local
			}
			if to != nil && ours[to] && !out[to] {
				out[to], grew = true, true
			}
		})
	}
	c.p.shades = out
}

// readsCell tells whether a formula is a cell, or a field of what a cell names.
func readsCell(e *ir.Expr) bool {
	return e.Op == ir.LocalOp || e.Op == ir.FieldOp
}

// inShade tells whether a formula reads a cell that can hold what a die shows.
func (c *compiler) inShade(e *ir.Expr) bool {
	return c.p.shades != nil && readsCell(e) && c.p.shades[e.Local]
}

// cellOf lowers where a cell lies.
func (c *compiler) cellOf(e *ir.Expr) func(m *Machine) int {
	off := c.off(e.Local)
	if e.Op == ir.LocalOp {
		return func(m *Machine) int { return m.fp + off }
	}
	x := c.num(e.Args[0])
	return func(m *Machine) int { return int(x(m)) + off }
}

// shadedRead lowers a use of a cell that holds for one face alone.
func (c *compiler) shadedRead(e *ir.Expr) numFn {
	cell := c.cellOf(e)
	return func(m *Machine) int64 {
		at := cell(m)
		for i := range m.shades {
			if m.shades[i].at == at {
				m.dice[m.shades[i].die].point()
			}
		}
		return m.mem[at]
	}
}

// shadedCopy lowers the copy of one such cell to another, or gives nil.
func (c *compiler) shadedCopy(s *ir.Stmt, from, to *ir.Expr) func(m *Machine) {
	if s.Op != "" && s.Op != "=" || !c.inShade(from) || !c.inShade(to) {
		return nil
	}
	x, y, off := c.cellOf(from), c.cellOf(to), c.off(to.Local)
	return func(m *Machine) {
		a, b := x(m), y(m)
		old := m.mem[b]
		m.mem[b] = m.mem[a]
		for _, h := range m.shades {
			if h.at == a {
				m.shades = append(m.shades, shade{b, h.die})
			}
		}
		if m.Listener != nil {
			m.Listener.Assigned(m, b-off, to.Local, old, m.mem[b], s)
		}
	}
}

// sum is a number that is what a draw shows, taken so many times, and something
// that does not depend on it.
type sum struct {
	value int64
	die   *die // or nil
	times int64
}

type sumFn func(m *Machine) sum

// linear lowers a formula to a sum; what is no sum is for one face alone.
func (c *compiler) linear(e *ir.Expr) sumFn {
	switch {
	case c.inShade(e):
		cell := c.cellOf(e)
		return func(m *Machine) sum {
			at := cell(m)
			out := sum{value: m.mem[at]}
			for i := range m.shades {
				if h := &m.shades[i]; h.at == at {
					if out.die != nil {
						out.die.point() // a cell that was another one's before
					}
					out.die, out.times = &m.dice[h.die], 1
				}
			}
			return out
		}
	case e.Op == ir.AddOp || e.Op == ir.SubOp:
		a, b, sign := c.linear(e.Args[0]), c.linear(e.Args[1]), int64(1)
		if e.Op == ir.SubOp {
			sign = -1
		}
		return func(m *Machine) sum {
			x := a(m)
			return x.plus(m, b(m), sign)
		}
	case e.Op == ir.NegOp:
		a := c.linear(e.Args[0])
		return func(m *Machine) sum { x := a(m); return sum{-x.value, x.die, -x.times} }
	case e.Op == ir.CondOp:
		t, a, b := c.truth(e.Args[0]), c.linear(e.Args[1]), c.linear(e.Args[2])
		return func(m *Machine) sum {
			if t(m) {
				return a(m)
			}
			return b(m)
		}
	case e.Op == ir.ValueOp:
		if body := c.opened(e); body != nil {
			return c.linear(body)
		}
	}
	f := c.num(e)
	return func(m *Machine) sum { return sum{value: f(m)} }
}

func (x sum) plus(m *Machine, y sum, sign int64) sum {
	out := sum{value: m.bounded(x.value + sign*y.value), die: x.die, times: x.times}
	switch {
	case y.die == nil:
	case x.die == nil || x.die == y.die:
		out.die, out.times = y.die, x.times+sign*y.times
	default:
		y.die.point()
	}
	return out
}

// opened is the formula of a value of an event that nothing modifies, with its
// arguments put in, or nil.
func (c *compiler) opened(e *ir.Expr) *ir.Expr {
	v := e.Value
	if !c.plainFormula(v) || v.Self == nil || v.Of == nil || len(v.Params) > 0 || len(e.Args) == 0 || e.Args[0] == nil || !cheap(e.Args[0]) {
		return nil
	}
	return subst(v.Body, map[*ir.Local]*ir.Expr{v.Self: e.Args[0]})
}

// shadedCompare lowers a comparison, one side of which may be such a sum, or gives
// nil.
func (c *compiler) shadedCompare(op ir.Op, a, b *ir.Expr) truthFn {
	if c.p.shades == nil || a.Type == nil || a.Type.Kind != ir.Int || a.Type.Opt || b.Type == nil || b.Type.Opt || !c.mayShade(a, 4) && !c.mayShade(b, 4) {
		return nil
	}
	x, y, q := c.linear(a), c.linear(b), comparisonOf(op)
	return func(m *Machine) bool {
		l := x(m)
		d := l.plus(m, y(m), -1) // how much more the left side is
		ok := q.of(d.value, 0)
		if d.die != nil && d.times != 0 {
			d.die.bound(op, d.value, d.times, ok)
		}
		return ok
	}
}

// mayShade tells whether a formula reads a cell that can hold what a die shows,
// perhaps through values of events.
func (c *compiler) mayShade(e *ir.Expr, deep int) bool {
	found := false
	e.Walk(func(x *ir.Expr) {
		if found {
			return
		}
		if found = c.inShade(x); !found && x.Op == ir.ValueOp && x.Value.Of != nil && deep > 0 && x.Value.Body != nil {
			found = c.mayShade(x.Value.Body, deep-1)
		}
	})
	return found
}

// bound narrows the range of faces to those for which a comparison of a difference
// with nothing comes out the same. One more on the die is `times` more in the
// difference.
func (d *die) bound(op ir.Op, diff, times int64, holds bool) {
	if times != 1 && times != -1 {
		d.point()
		return
	}
	low, high := int64(math.MinInt32), int64(math.MaxInt32) // of differences that come out the same
	switch op {
	case ir.EqOp, ir.NeOp:
		switch {
		case holds == (op == ir.EqOp):
			low, high = diff, diff
		case diff > 0:
			low = 1
		default:
			high = -1
		}
	case ir.LtOp, ir.GeOp:
		if holds == (op == ir.GeOp) {
			low = 0
		} else {
			high = -1
		}
	case ir.LeOp, ir.GtOp:
		if holds == (op == ir.GtOp) {
			low = 1
		} else {
			high = 0
		}
	}
	from, to := d.shows+low-diff, d.shows+high-diff
	if times < 0 {
		from, to = d.shows+diff-high, d.shows+diff-low
	}
	d.low, d.high = max(d.low, from), min(d.high, to)
}

// follow begins to follow a face of a draw, the nth of those that are followed.
func (m *Machine) follow(n int, shows int64) {
	m.dice = append(m.dice[:n], die{shows, math.MinInt64, math.MaxInt64})
	m.drawnDie = n
}

// remembered bounds all draws that cells below an address still hold to the faces
// that are followed: these are told apart by whoever reads the state.
func (m *Machine) remembered(below int) {
	for _, h := range m.shades {
		if h.at < below {
			m.dice[h.die].point()
		}
	}
}
