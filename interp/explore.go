package interp

import (
	"cmp"
	"math/big"

	"rulec/dice"
)

// Exact exploration. A run that waits for a draw is copied for each number the
// pool can show; states that are equal are merged and their weights added, so
// that the cost follows the number of different states, not of histories. Weights
// are rationals: nothing is rounded.

// Branch is one state of an exploration and its probability.
type Branch struct {
	State  *Snapshot
	Weight *big.Rat
	Tag    Tag
}

// Tag is what a proof keeps with a branch; only equal tags merge.
type Tag struct {
	Named   int64 // named faces used, four bits a list, and answers given (prove_script.go)
	Ordered int   // faces used of those named in order of throwing
}

// Budget bounds an exploration.
type Budget struct {
	States int // how many states may be run
	Words  int // of memory that the states kept at once may take, 0 for 1 GB
	used   int
}

// Used tells how many states were run.
func (b *Budget) Used() int { return b.used }

// ErrBudget tells that an exploration would be larger than it may be.
type ErrBudget struct {
	States int
	Memory bool // the states that are kept at once were too large, not too many
}

func (e *ErrBudget) Error() string { return "the exact exploration is larger than its budget" }

// Dist is the distribution of the pool a run waits for.
func (m *Machine) Dist() (*dice.Dist, error) { return m.pools[m.draw].Dist() }

// merge adds a branch to a list, together with an equal one if there is one.
type merger struct {
	list  []*Branch
	index map[uint64][]int
	words int // of memory that its states hold
}

// heldWords bounds the memory of the states that are kept at once (1 GB): an
// exploration that grows beyond it is over its budget, however few states it ran.
const heldWords = 128 << 20

func newMerger() *merger { return &merger{index: map[uint64][]int{}} }

func (g *merger) add(b *Branch) {
	h := b.State.hash() ^ uint64(b.Tag.Named)*0x9E3779B97F4A7C15 ^ uint64(b.Tag.Ordered)*0xC2B2AE3D27D4EB4F
	for _, i := range g.index[h] {
		if o := g.list[i]; o.Tag == b.Tag && o.State.same(b.State) {
			o.Weight = new(big.Rat).Add(o.Weight, b.Weight)
			return
		}
	}
	g.words += len(b.State.mem)
	g.index[h] = append(g.index[h], len(g.list))
	g.list = append(g.list, b)
}

// Explore runs a branch to its ends. answer, if not nil, may answer a draw by
// itself (named dice); choice answers open choices, or returns several. With
// ErrBudget come the ends that were found: what they lack of the branch's weight
// is still open.
func (m *Machine) Explore(start *Branch, budget *Budget, answer func(m *Machine, b *Branch) (int64, bool),
	choice func(m *Machine, b *Branch) ([]int, error)) ([]*Branch, error) {
	level := newMerger()
	level.add(start)
	done := newMerger()
	for len(level.list) > 0 {
		next := newMerger()
		for _, b := range level.list {
			if budget.used++; budget.used > budget.States {
				return done.list, &ErrBudget{States: budget.States}
			}
			if err := m.branch(b, next, done, answer, choice); err != nil {
				return nil, err
			}
			if level.words+next.words+done.words > cmp.Or(budget.Words, heldWords) {
				return done.list, &ErrBudget{States: budget.used, Memory: true}
			}
		}
		level = next
	}
	return done.list, nil
}

func (m *Machine) branch(b *Branch, next, done *merger, answer func(*Machine, *Branch) (int64, bool),
	choice func(*Machine, *Branch) ([]int, error)) error {
	m.Restore(b.State)
	for {
		switch m.Run() {
		case Done:
			done.add(&Branch{State: m.Save(nil), Weight: b.Weight, Tag: b.Tag})
			return nil
		case Faulted:
			return m.fault
		case NeedPick:
			picks, err := choice(m, b)
			if err != nil {
				return err
			}
			if len(picks) == 1 {
				m.Answer(int64(picks[0]))
				continue
			}
			at := m.Save(nil)
			for _, p := range picks {
				m.Restore(at)
				m.Answer(int64(p))
				nb := &Branch{Weight: b.Weight, Tag: b.Tag}
				if err := m.step(nb, next, done); err != nil {
					return err
				}
			}
			return nil
		case NeedDie:
			if answer != nil {
				if v, ok := answer(m, b); ok {
					m.Answer(v)
					continue
				}
				if m.fault != nil {
					return m.fault
				}
			}
			d, err := m.Dist()
			if err != nil {
				return err
			}
			at := m.Save(nil)
			total := new(big.Rat).SetInt(d.Total())
			for i := range d.Len() {
				m.Restore(at)
				m.Answer(d.Value(i))
				w := new(big.Rat).SetInt(d.Weight(i))
				w.Quo(w, total).Mul(w, b.Weight)
				if err := m.step(&Branch{Weight: w, Tag: b.Tag}, next, done); err != nil {
					return err
				}
			}
			return nil
		}
	}
}

// step carries an answered draw or choice out and keeps the state behind it.
func (m *Machine) step(b *Branch, next, done *merger) error {
	m.stepOnly = true
	st := m.Run()
	m.stepOnly = false
	if st == Faulted {
		return m.fault
	}
	b.State = m.Save(nil)
	if st == Done {
		done.add(b)
	} else {
		next.add(b)
	}
	return nil
}
