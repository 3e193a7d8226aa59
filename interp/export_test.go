package interp

import (
	"strings"

	"rulec/lang/ir"
)

// KeepNothing makes a machine ask every formula anew.
func (m *Machine) KeepNothing() { m.forgetful = true }

// RunCut plays a run under its own dice, taken apart and put together again at
// every boundary of a chain. what tells which steps are done.
func RunCut(m *Machine, entry *ir.Event, nested int, what int) (Status, int) {
	forms := newForms(m, func(*ir.Measure) bool { return true })
	m.Begin(entry)
	root := m.Root()
	m.atDepth, m.deepest = nested, 0
	cuts := 0
	for {
		m.floor, m.deepest = 0, 0
		if st := m.Run(); st != Done || m.over() {
			m.atDepth, m.deepest = 0, maxDepth
			return st, root
		}
		cuts++
		f := forms.at()
		if what&1 != 0 {
			m.canonical()
		}
		if what&2 != 0 {
			for _, at := range f.dead {
				m.mem[at] = 0
			}
		}
		var was []int64
		if what&4 != 0 {
			for _, at := range f.masked {
				was = append(was, m.mem[at])
				m.mem[at] = 0
			}
		}
		if what&8 != 0 {
			b := string(forms.pack())
			for i := range m.mem {
				if i < int(m.p.worldBase()) {
					m.mem[i] = 77
				}
			}
			forms.unpack(b)
		}
		m.deepest, m.floor = maxDepth, len(m.ctl)-1
		if st := m.Run(); st != Done {
			return st, root
		}
		if what&8 != 0 {
			forms.unpack(string(forms.pack()))
		}
		if what&4 != 0 {
			for i, at := range f.masked {
				m.mem[at] = was[i]
			}
		}
	}
}

// KeptWays says what is kept of a search for ways: of steps, of places to stop at,
// of the whole search; and what the steps are kept by beside the square.
func KeptWays(p *Program) string {
	w := &p.ways
	out := ""
	for _, x := range []struct {
		ok   bool
		said string
	}{{w.step.ok, "steps"}, {w.step.here, "by origin"}, {w.step.ok && w.step.alone, "by mover"}, {w.stop.ok, "stops"}, {w.search.ok, "search"}} {
		if x.ok {
			out += x.said + ", "
		}
	}
	return strings.TrimSuffix(out, ", ")
}

// WantedWays counts the lines of tactics that name the ways they want.
func WantedWays(p *Program) int {
	n := 0
	for _, t := range p.tactics {
		for i := range t.lines {
			if t.lines[i].wants != nil {
				n++
			}
		}
	}
	return n
}
