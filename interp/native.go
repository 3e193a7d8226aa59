package interp

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
)

// Native code. The checked program can also be written out as Go (gen*.go), to be
// compiled with whatever plays it: the same formulas, statements and windows, with
// cells in variables and calls in place of closures and entries of the control
// stack. It is optional and changes nothing: where a part of a program has no
// native form, or somebody listens, asks or takes draws apart, closures and
// instructions do it, and both work on the same memory, so that either may call
// the other at any event, window or value.
//
// Generated code belongs to one program with its options and its room for
// entities. Attach holds it against the text that would be generated now, so that
// code of yesterday's rules is refused and not run.

// Native is generated code. Functions are listed by the index of what they are.
type Native struct {
	Digest  string                                             // of the text it was compiled from
	Events  map[int]func(k *Core, h int64)                     // from what forbids it to its last stage, in a frame that has been entered
	Leans   map[int]func(k *Core, h int64)                     // lean events, their parameters in a frame at h
	Windows map[int]func(k *Core, h int64)                     // on an event at h, open and closed again
	Values  map[int]func(k *Core, fp int64) int64              // their owner and parameters in a frame at fp
	Words   map[int]func(k *Core, e int64) int64               // kept formulas
	Lists   map[int]func(k *Core, e int64, to []int64) []int64 // kept lists
}

// Attach adds generated code to a program, before any machine of it is made.
func (p *Program) Attach(n *Native) error {
	if Generate(p).Digest() != n.Digest {
		return errors.New("the compiled code was made from other rules, other options or a scene of another size: generate it again")
	}
	p.AttachVerified(n)
	return nil
}

// AttachVerified is Attach for code that is known to belong to the program.
func (p *Program) AttachVerified(n *Native) {
	p.native = n
	for _, x := range p.pools {
		p.simple = append(p.simple, simpleOf(x))
	}
	for i, f := range n.Events {
		p.events[i].native = f
	}
	for i, f := range n.Leans {
		p.events[i].nativeLean = f
	}
	for i, f := range n.Windows {
		p.windows[i].native = f
	}
	for i, f := range n.Values {
		p.values[p.ir.Values[i]].native = f
	}
	for i, f := range n.Words {
		p.keptAll[i].nativeWord = f
	}
	for i, f := range n.Lists {
		p.keptAll[i].nativeList = f
	}
}

// Digest identifies a generated text.
func (g *Generated) Digest() string {
	sum := sha256.Sum256(g.Text)
	return hex.EncodeToString(sum[:])
}

// goNative decides, when a run begins, whether native code may serve it: nobody
// listens or counts, and whoever throws and chooses answers at once, because what
// runs natively cannot be suspended.
func (m *Machine) goNative() {
	m.fast = false
	if m.p.native == nil || m.Listener != nil || m.Came != nil || m.watch != nil || m.slow || m.stride != m.p.lay.entities {
		return
	}
	seeded, ok := m.Dice.(*Seeded)
	if !ok {
		return
	}
	switch m.Chooser.(type) {
	case First, Decline:
	default:
		return
	}
	m.fast, m.rand, m.levels = true, &seeded.Rand, int64(m.deepest/perEvent)
	if m.grid != nil {
		m.around8(0)
	}
	m.spends++
	m.refilled = slices.Grow(m.refilled[:0], len(m.p.ir.Resources))[:len(m.p.ir.Resources)]
	clear(m.refilled)
	m.tactical = true
	for _, e := range m.entities {
		if m.p.ir.Actor != nil && m.mem[e+entRecord] == int64(m.p.ir.Actor.Index) && m.tacticOf(e) == nil {
			m.tactical = false
		}
	}
}

// Closures keeps a machine from native code, or lets it run.
func (m *Machine) Closures(only bool) { m.slow = only }

// WasNative tells whether native code served the run. A fault it met is to be said
// by closures, which know where it was: native code may only be stricter about how
// long and how deep a run goes.
func (m *Machine) WasNative() bool { return m.fast }

// perEvent is how many entries of the control stack one event takes at most where
// instructions run it: its own, and a window with a clause or an arm. Native code
// counts as many, so that it never goes deeper than they do.
const perEvent = 3

// runNative runs an event that has been entered by generated code.
func (m *Machine) runNative(f func(k *Core, h int64), h int) {
	left := m.levels
	m.levels = min(left, int64((m.deepest-len(m.ctl))/perEvent))
	f((*Core)(m), int64(h))
	m.levels = left
}

// nested runs instructions from pc until they come back. What is above it on the
// control stack is out of their sight, so that none goes on in native code's stead.
func (m *Machine) nested(start func()) {
	pc, n, deepest := m.pc, len(m.ctl), m.deepest
	m.deepest = n + perEvent*int(m.levels)
	*m.pushControl() = control{kind: ctlRoot, pc: m.p.haltPC, fp: m.fp, top: m.top}
	start()
	if m.fault == nil {
		if s := m.Run(); s == NeedDie || s == NeedPick {
			m.fail("E0901", "compiled code met a question that stays open")
		}
	}
	m.ctl, m.pc, m.deepest = m.ctl[:n], pc, deepest
}
