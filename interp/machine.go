// Package interp is the machine that runs checked programs.
//
// # State
//
// Everything a run can change lies in one slice of 64-bit words, Machine.mem:
// at the bottom what lasts (space, entities, applications of conditions, things
// waited for, a small heap for records that outlive the statement that made
// them), above it a stack of frames. A reference to an entity, a record, a list
// or a running event is the offset at which it lies, so that a field is one
// addition and one load away, and a snapshot is a copy of words. The control
// stack, Machine.ctl, says where each frame returns to; it is the rest of the
// state (with the program counter and the frame pointer).
//
// # Code
//
// Formulas become closures over the machine (lower*.go): one function type for
// numbers, one for truths, with special forms where an operand is a cell or a
// constant. Statements become flat instructions (code.go) that one loop runs
// (exec.go). A draw of dice and a choice are the only places where the loop can
// stop and be resumed: nothing of the run lives on Go's stack then.
//
// # Listening
//
// For every event and stage, link.go lists who listens before and after; where
// nobody does there is no instruction at all. Who modifies a value is listed on
// the value (modify.go). Conditions are bits; a listener of a condition looks at
// the bit of the entity in its role first.
//
// # Effects
//
// Dice, choices and listening are three small interfaces (effects.go). A seeded
// run, exact odds, forced dice, a person and a trace differ in nothing else.
package interp

import (
	"fmt"
	"slices"

	"rulec/dice"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/space"
)

// Limits of a run.
const (
	maxWords    = 1 << 23 // of memory
	maxDepth    = 600     // of the control stack
	DefaultFuel = 20_000_000
)

// Machine runs one program. It is not safe for concurrent use; make one for each
// worker and Reset it for each run.
type Machine struct {
	p    *Program
	mem  []int64
	regs [registers]int64 // items and arguments of the formulas being evaluated, see inline.go
	ctl  []control
	pc   int
	fp   int
	top  int
	fuel int64

	Dice     Roller
	Chooser  Chooser
	Listener Listener

	// Came counts by block (ir.Block.Index) how often one of its clauses changed a
	// number or answered an event; nil counts nothing. Numbers that are kept are
	// counted when they are worked out, and handlers only with a Listener.
	Came []uint32

	// Anew is told when the answer of a value that is kept is worked out; nil asks nothing.
	// Generated code does not tell.
	Anew func(*ir.Value)

	// What a suspended run waits for.
	asked    *Question
	question Question
	draw     int64 // a pool
	answered bool
	stepOnly bool // stop right behind an answered draw or choice
	answer   int64

	ended    int // events that are ended and still have frames above them
	together int
	fault    *Fault

	pools   []dice.Pool // interned; the program's constants first
	poolIDs map[string]int64
	sums    map[[3]int64]int64

	texts []string

	grid        *world
	ground      ground
	search      space.Search
	cells       []space.Cell
	cells2      []space.Cell
	ray         []space.Cell // of its own: hooks that are asked on the way use the others
	deeds       []Deed
	extra       Deed // the answer `named`: not among what was offered, and legal
	refusals    []Refusal
	best        bestDeed
	base0       int // top of what lasts
	names       []string
	recordNames map[int64]string // of plain records that data files name
	loaded      *Initial
	lowered     map[*ir.Expr]numFn // for explanations
	deep        *unfolding         // while numbers are taken apart to the end, or nil
	watch       watcher            // sees windows, or nil
	hooks       hookState
	entities    []int64
	order       []int64
	order2      []int64
	values      []int64
	tactics     []*tactic // by entity
	versions    []uint64  // of groups of kept formulas, see keep.go
	answers     []answer  // of kept formulas, one after the other, by entity
	stride      int       // how many each has
	livings     []answer  // by record
	ways        waysMemo
	keptRuns    runsMemo
	unsettled   int
	noted       Reach // what was reached, of a program that notes it
	forgetful   bool  // nothing is kept, for tests
	nearIn      space.Grid
	near        [][]int64 // what lies around each square of it
	restored    bool      // the state did not grow out of the one that was loaded

	shades   []shade // cells that hold what draws that are followed have shown
	dice     []die
	drawnDie int // the draw that is answered next, or -1

	fast bool       // native code serves this run
	slow bool       // and must not
	rand *dice.Rand // what it throws with

	tactical bool     // everybody who acts has a tactic
	spends   uint64   // how often something was spent
	refilled []uint64 // by resource: spends when everybody got it back
	levels   int64    // how many more events may still run in each other in native code

	seqs    []int
	horizon int64 // what is due later than this is never due, to a chain
	deepest int   // entries of the control stack beyond which an event's start is looked at
	atDepth int   // a chain takes over when the event that starts is the nth around, or 0
	floor   int   // and at the end of the event with this entry, or 0
}

// control is one entry of the control stack.
type control struct {
	kind ctlKind
	pc   int // where to go on
	fp   int // the frame to go on in
	top  int // the stack to go back to
	h    int // the event of the entry
	a    int // site of an event, window of a window
	b    int // listener of a window
	c    int // cursor within the listener
	d    int // who is asked, in a window's offers
	g    int // where the order of asking lies, or 0
	e    int64
}

type ctlKind uint8

const (
	ctlEvent ctlKind = iota
	ctlArm
	ctlHandler
	ctlWindow
	ctlRoot
)

// Fault is what stops a run that cannot go on.
type Fault struct {
	Code    string // of package diag
	Message string
	Span    source.Span
	Help    string
	Loop    []string // names of what triggers each other
}

func (f *Fault) Error() string { return f.Message }

// Status tells how a run stands.
type Status uint8

// The statuses.
const (
	Done    Status = iota
	NeedDie        // waits for Answer with what Pool shows
	NeedPick
	Faulted
)

func (m *Machine) fail(code, format string, args ...any) {
	if m.fault == nil {
		m.fault = &Fault{Code: code, Message: fmt.Sprintf(format, args...)}
	}
}

// alloc takes n zeroed words from the stack.
func (m *Machine) alloc(n int) int {
	base := m.top
	m.top += n
	if m.top > len(m.mem) {
		m.grow()
	}
	clear(m.mem[base:m.top])
	return base
}

func (m *Machine) grow() {
	if m.top > maxWords {
		m.fail("E0701", "the run needs more memory than it may have")
		m.top = len(m.mem) - 64
		return
	}
	n := make([]int64, max(2*len(m.mem), m.top+1024))
	copy(n, m.mem)
	m.mem = n
}

// Snapshot is a copy of the state of a run. Of memory it keeps only what is in
// use: the slots for what is waited for, for applications and the heap have room
// that most states leave empty.
type Snapshot struct {
	mem      []int64
	cuts     [4]int // lengths of the pieces of memory
	ctl      []control
	pc, fp   int
	ended    int
	together int
	fuel     int64
}

// pieces are the parts of memory that are in use: counters, what is waited for if
// anything is, applications up to the last, the heap, and everything from the
// space to the top of the stack.
func (m *Machine) pieces() [4][2]int {
	p := m.p
	waiting := int(p.heldBase())
	if m.mem[wordOnces] == 0 {
		waiting = int(p.onceBase())
	}
	return [4][2]int{
		{0, waiting},
		{int(p.heldBase()), int(p.heldBase()) + int(m.mem[wordHeldMark])*p.lay.held},
		{int(p.heapBase()), int(m.mem[wordHeap])},
		{int(p.worldBase()), m.top},
	}
}

// Save copies the state; into may be nil or a snapshot that is no longer needed.
func (m *Machine) Save(into *Snapshot) *Snapshot {
	if into == nil {
		into = &Snapshot{}
	}
	pieces := m.pieces()
	n := 0
	for _, c := range pieces {
		n += c[1] - c[0]
	}
	into.mem = slices.Grow(into.mem[:0], n)
	for i, c := range pieces {
		into.mem = append(into.mem, m.mem[c[0]:c[1]]...)
		into.cuts[i] = c[1] - c[0]
	}
	into.ctl = append(into.ctl[:0], m.ctl...)
	into.pc, into.fp, into.ended, into.together, into.fuel = m.pc, m.fp, m.ended, m.together, m.fuel
	return into
}

// Restore sets the state to a copy of a snapshot.
func (m *Machine) Restore(s *Snapshot) {
	p := m.p
	m.top = int(p.worldBase()) + s.cuts[3]
	if m.top > len(m.mem) {
		m.mem = make([]int64, m.top+1024)
	}
	from := s.mem
	for i, base := range [4]int{0, int(p.heldBase()), int(p.heapBase()), int(p.worldBase())} {
		copy(m.mem[base:], from[:s.cuts[i]])
		from = from[s.cuts[i]:]
	}
	if s.cuts[0] <= int(p.onceBase()) {
		for i := range onceCap {
			m.mem[p.onceAt(i)] = 0 // free
		}
	}
	m.ctl = append(m.ctl[:0], s.ctl...)
	m.pc, m.fp, m.ended, m.together, m.fuel = s.pc, s.fp, s.ended, s.together, s.fuel
	m.fault, m.answered, m.unsettled, m.restored = nil, false, 0, true
	m.forget()
}

// hash is a number that equal states share.
func (s *Snapshot) hash() uint64 {
	h := uint64(s.pc)*0x9E3779B97F4A7C15 ^ uint64(s.fp)
	for i := range s.ctl {
		c := &s.ctl[i]
		h = (h^uint64(c.pc)<<32^uint64(c.h))*0x9E3779B97F4A7C15 + uint64(c.b)<<16 + uint64(c.d)
	}
	for _, w := range s.mem {
		h = (h ^ uint64(w)) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return h
}

// same tells whether two runs go on alike. Fuel does not count.
func (s *Snapshot) same(o *Snapshot) bool {
	return s.pc == o.pc && s.fp == o.fp && s.ended == o.ended && s.together == o.together && s.cuts == o.cuts &&
		slices.Equal(s.ctl, o.ctl) && slices.Equal(s.mem, o.mem)
}
