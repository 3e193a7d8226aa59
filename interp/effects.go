package interp

import (
	"rulec/dice"
	"rulec/lang/ir"
)

// Roller says what dice show.
type Roller interface {
	// Roll throws a pool. ok false leaves the run waiting for an answer.
	Roll(m *Machine, pool dice.Pool) (shows int64, ok bool)
}

// Seeded throws dice from a generator.
type Seeded struct{ Rand dice.Rand }

// NewSeeded is the generator of run n of a seed.
func NewSeeded(seed, n uint64) *Seeded { return &Seeded{dice.Seeded(seed, n)} }

// Roll draws from the generator.
func (s *Seeded) Roll(_ *Machine, p dice.Pool) (int64, bool) { return p.Sample(&s.Rand), true }

// Ask leaves every draw to whoever runs the machine: exact odds do.
type Ask struct{}

// Roll never answers, except for a pool that can show one number only.
func (Ask) Roll(_ *Machine, p dice.Pool) (int64, bool) {
	if lo, hi := p.Bounds(); lo == hi {
		return lo, true
	}
	return 0, false
}

// Question is a choice that is open.
type Question struct {
	Who     int64    // the entity that chooses
	May     bool     // it may decline: answer -1
	Deeds   []Deed   // what it may do, or
	Values  []int64  // what it may choose
	Type    *ir.Type // of the values
	Prompt  *ir.Message
	Frame   int // in which the prompt is said
	Event   int // the event that is answered, or 0
	Site    *ir.Stmt
	Window  *Window
	site    *site
	entries []entry
	subject int64
	Order   bool // which of several clauses comes next: all of them come
}

// Len is the number of options.
func (q *Question) Len() int { return len(q.Deeds) + len(q.Values) }

// Chooser answers choices of those who have no tactic.
type Chooser interface {
	// Choose returns an option's index, or -1 to decline. ok false leaves the run
	// waiting for an answer.
	Choose(m *Machine, q *Question) (answer int, ok bool)
}

// First takes the first option, and declines nothing.
type First struct{}

// Choose takes option 0.
func (First) Choose(*Machine, *Question) (int, bool) { return 0, true }

// Decline declines what may be declined, and takes the first of the rest.
type Decline struct{}

// Choose declines.
func (Decline) Choose(_ *Machine, q *Question) (int, bool) {
	if q.May {
		return -1, true
	}
	return 0, true
}

// Pause leaves every choice to whoever runs the machine.
type Pause struct{}

// Choose never answers.
func (Pause) Choose(*Machine, *Question) (int, bool) { return 0, false }

// Listener hears what happens. Machines without one spend nothing on it.
type Listener interface {
	Started(m *Machine, h int, e *ir.Event)
	Ended(m *Machine, h int, e *ir.Event, outcome int)
	Prevented(m *Machine, h int, e *ir.Event, reasons []Refusal)
	Rolled(m *Machine, h int, pool dice.Pool, shows int64)
	Assigned(m *Machine, owner int, field *ir.Local, before, after int64, by *ir.Stmt)
	Applied(m *Machine, held int, c *ir.Condition, bearer int64)
	Removed(m *Machine, held int, c *ir.Condition, bearer int64)
	Chosen(m *Machine, q *Question, answer int)
	EndedBy(m *Machine, h int, e *ir.Event, by *ir.Stmt)
}

// came counts that a clause of a rule block changed a number or answered an event.
func (m *Machine) came(k *ir.Clause) {
	if m.Came != nil {
		m.Came[k.Block.Index]++
	}
}

// Deed is an action somebody may choose, with its way and arguments.
type Deed struct {
	Action *ir.Event
	Way    int // index, or -1
	Via    int // of the action it stands in for: index of that one's way, or -1
	Args   [maxParams]int64
	action *action
}

const maxParams = 8

// Refusal is a line that forbids or refuses something.
type Refusal struct {
	Require *ir.Require
	Forbid  *ir.Clause
	Price   *ir.Resource // what cannot be paid
	Text    string
}

// watcher sees the moments at which somebody might have come in, whether anybody
// did or not. It looks at the machine and changes nothing.
type watcher interface {
	// opens comes before anything that listens to the window has been asked.
	opens(m *Machine, w *Window, h int)
	// asks comes when rule blocks have had their say, before the first actor is
	// asked for an answer.
	asks(m *Machine, w *Window, h int)
	// offers comes before somebody is offered the entries of a statement.
	offers(m *Machine, who int64, st *site, entries []entry)
}
