package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// Checking again after a change.
//
// The passes collect and shape are cheap and are done anew each time. Bodies wait in
// a list (waiting), and a Memory keeps what each of them came to (outcome): what it
// filled, and what it added to the lists of the program. Where the shapes are what
// they were, the objects of the shapes are the same objects with new contents (made),
// so that bodies which point at them stay right. Then a body is checked only if its
// own text changed; of every other the outcome is put where it was, in the same order.
// So each body is checked in the state in which a check from scratch would find it.
//
// A body that was at fault is always checked again: what is said of it may name places
// elsewhere. So is one that points into a declaration that changed.

// Memory keeps what a check came to for the next one. The program it belongs to, and
// the trees, are changed by that next check: only the latest program is a program.
// The zero Memory is ready.
type Memory struct {
	Checked int // bodies and proofs that the last check looked at
	Kept    int // and those that it took over

	shapes   []any        // what the shapes are made of, in the order in which it was made
	known    map[any]bool // the same, to look up
	asked    map[any]any  // what is made where some formula asks for it
	outcomes []*outcome   // of what waited, in order
	proofs   map[*syntax.Proof]*outcome
}

// Change says what became of the texts since the last check. The trees of what did
// not change are the same trees, their places moved.
type Change struct {
	// Shapes tells that no declaration shows others anything new: see Outline.
	Shapes bool
	// Same tells whether the declaration around a place, in the texts as they are now,
	// is what it was.
	Same func(at source.Span) bool
	// Moved tells where a place of the texts as they were stands now, if it still does.
	Moved func(at source.Span) (source.Span, bool)
}

// Check checks as CheckEnv does, with the same result, and takes over what it can.
func (m *Memory) Check(in Input, change Change, log *diag.Log) (*ir.Program, *Env) {
	if !change.Shapes {
		*m = Memory{}
	}
	if m.known == nil {
		m.known, m.asked = map[any]bool{}, map[any]any{}
	}
	m.Checked, m.Kept = 0, 0
	prog, env := checkAll(in, log, m, change)
	m.proofs = env.c.proven // those that are gone are forgotten
	env.c.memory = nil      // further formulas are of no concern to the next check
	return prog, env
}

// again is the checker's side of a Memory; without one it does nothing.
type again struct {
	memory *Memory
	change Change
	inBody bool     // shapes are done
	nth    int      // shape that is made next
	other  bool     // shapes are other ones than last time
	todo   int      // body that comes next
	doing  *outcome // of the body that is being checked, or nil
	proven map[*syntax.Proof]*outcome
}

// made makes an object of a shape: the same one as last time, where there is a last time.
func made[T any](c *checker, x T) *T {
	m := c.memory
	if m == nil {
		return &x
	}
	if c.nth < len(m.shapes) {
		if old, same := m.shapes[c.nth].(*T); same {
			*old = x
			c.nth++
			return old
		}
		m.shapes, c.other = m.shapes[:c.nth], true
	}
	p := &x
	m.shapes = append(m.shapes, p)
	m.known[p] = true
	c.nth++
	return p
}

func (c *checker) frame() *ir.Frame { return made(c, ir.Frame{}) }

// What formulas ask for, by what it is of.
type (
	heldOf    struct{ *ir.Condition }
	outcomeOf struct{ *ir.Event }
	stretchOf struct{ field int } // a field of it, or -1 and the whole
)

// asked makes what is there only because a formula asks for it, the same as last time.
func asked[T any](c *checker, key any, x T) *T {
	if c.memory == nil {
		return &x
	}
	if old, ok := c.memory.asked[key].(*T); ok {
		*old = x
		return old
	}
	c.memory.asked[key] = &x
	return &x
}

// shaped ends the making of shapes. Of other shapes nothing is taken over.
func (c *checker) shaped() {
	c.inBody = true
	m := c.memory
	if m == nil {
		return
	}
	if c.nth < len(m.shapes) {
		m.shapes, c.other = m.shapes[:c.nth], true
	}
	if c.other {
		m.outcomes, m.proofs = nil, nil
	}
	c.proven = map[*syntax.Proof]*outcome{}
}

// add puts a cell into a frame.
func (c *checker) add(f *ir.Frame, name string, t *ir.Type, at source.Span) *ir.Local {
	if !c.inBody && c.memory != nil {
		l := made(c, ir.Local{Name: name, Type: t, Span: at, Index: len(f.Locals)})
		f.Locals = append(f.Locals, l)
		return l
	}
	l := f.Add(name, t, at)
	if c.doing != nil && c.memory.known[f] {
		c.doing.cells = append(c.doing.cells, placed{f, l})
	}
	return l
}
