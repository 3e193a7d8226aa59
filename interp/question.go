package interp

import "rulec/lang/ir"

// Asker evaluates a formula from outside in a state.
type Asker struct {
	m     *Machine
	frame int
	vars  []int
	fn    numFn
}

// NewAsker lowers a formula over a frame for a machine that is loaded.
func NewAsker(m *Machine, frame *ir.Frame, vars []*ir.Local, e *ir.Expr) *Asker {
	size := m.p.lay.frame(frame, 0)
	c := lateCompiler(m)
	a := &Asker{m: m, fn: c.num(e), frame: m.alloc(size)}
	for _, l := range vars {
		a.vars = append(a.vars, m.p.lay.off[l])
	}
	return a
}

// Ask evaluates the formula with its variables set to words. A fault of the
// machine is left for Fault.
func (a *Asker) Ask(words ...int64) int64 {
	m := a.m
	for i, w := range words {
		m.mem[a.frame+a.vars[i]] = w
	}
	top, fp := m.top, m.fp
	m.fp = a.frame
	v := a.fn(m)
	m.top, m.fp = top, fp
	return v
}

// PlaceWord is a square as a word.
func PlaceWord(x, y int) int64 { return placeAt(int64(x), int64(y)) }
