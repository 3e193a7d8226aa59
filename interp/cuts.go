package interp

import (
	"rulec/dice"
	"rulec/lang/ir"
)

// Where a run is cut. Deep cuts make many small steps and know little of what they
// may leave out; wide ones hold many dice, and as many ways as these have faces
// together. A cut is good where few dice are thrown between it and the next.

// fewDice is how many may be thrown, in the mean and in halves, within one event of
// the outer cut that throws any.
const fewDice = 5

// deepestCut bounds the depth of events at which a run is cut.
const deepestCut = 12

// Cuts finds the depths of events at which a run is best cut, as seen in runs under
// a few seeds: the least at which few dice are thrown within one event, and below it
// the first at which deeds that throw dice begin, for what is chosen next depends on
// what they did and not on how.
func Cuts(m *Machine, in *Initial, entry *ir.Event) []int {
	chooser := m.Chooser
	defer func() { m.Listener = nil }()
	var draws, events, deeds [deepestCut + 1]int
	for seed := range uint64(8) {
		m.Load(in)
		p := &pilot{}
		m.Dice, m.Chooser, m.Listener = NewSeeded(seed, 0), chooser, p
		m.Begin(entry)
		m.Run()
		for d := range draws {
			draws[d] += p.draws[d]
			events[d] += p.events[d]
			deeds[d] += p.deeds[d]
		}
	}
	outer := 0
	for d := 2; d <= deepestCut && draws[d] > 0; d++ {
		if outer = d; 2*draws[d] <= fewDice*events[d] {
			break
		}
	}
	if outer == 0 {
		return nil
	}
	for d := outer + 1; d <= deepestCut; d++ {
		if deeds[d] > 0 {
			return []int{outer, d}
		}
	}
	return []int{outer}
}

// pilot counts the dice that are thrown within one event, by its depth.
type pilot struct {
	quiet
	now    [deepestCut + 1]int // draws within the event that runs
	draws  [deepestCut + 1]int
	events [deepestCut + 1]int // with draws
	deeds  [deepestCut + 1]int // draws within deeds
}

// Rolled counts a draw for every event around it.
func (p *pilot) Rolled(m *Machine, _ int, pool dice.Pool, _ int64) {
	if lo, hi := pool.Bounds(); lo == hi {
		return
	}
	d := 0
	for i := range m.ctl {
		if m.ctl[i].kind != ctlEvent {
			continue
		}
		if d++; d >= len(p.now) {
			break
		}
		if p.draws[d]++; p.now[d] == 0 {
			p.events[d]++
		}
		p.now[d]++
		if m.p.ir.Events[m.mem[m.ctl[i].h+hdrEvent]].Action {
			p.deeds[d]++
		}
	}
}

// Started begins to count anew at its depth.
func (p *pilot) Started(m *Machine, _ int, _ *ir.Event) {
	if d := m.nesting(); d < len(p.now) {
		p.now[d] = 0
	}
}

// quiet is a Listener that does not care.
type quiet struct{}

func (quiet) Started(*Machine, int, *ir.Event)                          {}
func (quiet) Ended(*Machine, int, *ir.Event, int)                       {}
func (quiet) Prevented(*Machine, int, *ir.Event, []Refusal)             {}
func (quiet) Rolled(*Machine, int, dice.Pool, int64)                    {}
func (quiet) Assigned(*Machine, int, *ir.Local, int64, int64, *ir.Stmt) {}
func (quiet) Applied(*Machine, int, *ir.Condition, int64)               {}
func (quiet) Removed(*Machine, int, *ir.Condition, int64)               {}
func (quiet) Chosen(*Machine, *Question, int)                           {}
func (quiet) EndedBy(*Machine, int, *ir.Event, *ir.Stmt)                {}
