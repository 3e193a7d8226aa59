package sim

import (
	"slices"

	"rulec/fight"
	"rulec/interp"
)

// Tally is what came of some encounters of one variant.
type Tally struct {
	Outcomes []uint64 // by Shape.Outcomes
	Faults   uint64   // encounters that could not be finished
	First    []Stop   // the first of them, by index
	Measures []Hist   // by Shape.Slots
	Counts   []Count  // by Shape.Counters
}

// Stop is an encounter that could not be finished.
type Stop struct {
	Encounter uint64 `json:"encounter"`
	Code      string `json:"code"`
	Message   string `json:"message"`
}

// Count is how often something came in, and in how many encounters.
type Count struct{ Times, Encounters uint64 }

// maxStops is how many stopped encounters are named; the rest are counted.
const maxStops = 20

// NewTally is an empty tally for a shape.
func NewTally(s *Shape) *Tally {
	return &Tally{Outcomes: make([]uint64, len(s.Outcomes)), Measures: make([]Hist, len(s.Slots)), Counts: make([]Count, len(s.Counters))}
}

// Encounters is how many there were.
func (t *Tally) Encounters() uint64 {
	n := t.Faults
	for _, c := range t.Outcomes {
		n += c
	}
	return n
}

// add counts one encounter. values holds a word for each slot, interp.None where
// there is no value.
func (t *Tally) add(i uint64, outcome int, values []int64, f *interp.Fault) {
	if f != nil {
		t.Faults++
		t.stop(Stop{i, f.Code, f.Message})
		return
	}
	t.Outcomes[outcome]++
	for s, v := range values {
		if v == interp.None {
			t.Measures[s].AddAbsent()
		} else {
			t.Measures[s].Add(v)
		}
	}
}

// stop keeps the first stopped encounters, by index.
func (t *Tally) stop(s Stop) {
	if len(t.First) == maxStops && t.First[maxStops-1].Encounter < s.Encounter {
		return
	}
	at, _ := slices.BinarySearchFunc(t.First, s.Encounter, func(x Stop, i uint64) int {
		if x.Encounter < i {
			return -1
		}
		return 1
	})
	t.First = slices.Insert(t.First, at, s)
	t.First = t.First[:min(len(t.First), maxStops)]
}

// Join adds what a tally of other encounters holds.
func (t *Tally) Join(o *Tally) {
	for i, c := range o.Outcomes {
		t.Outcomes[i] += c
	}
	t.Faults += o.Faults
	for _, s := range o.First {
		t.stop(s)
	}
	for i := range o.Measures {
		t.Measures[i].Join(&o.Measures[i])
	}
	for i, c := range o.Counts {
		t.Counts[i].Times += c.Times
		t.Counts[i].Encounters += c.Encounters
	}
}

func (t *Tally) reset() {
	clear(t.Outcomes)
	clear(t.Counts)
	t.Faults, t.First = 0, t.First[:0]
	for i := range t.Measures {
		t.Measures[i].reset()
	}
}

// Pairs is a variant held against the first, encounter by encounter.
type Pairs struct {
	N        uint64    // encounters that both finished
	Outcomes []Apart   // by outcome
	Measures []Hist    // by Match, where it is a number: the variant's value less the first's
	Members  [][]Apart // by Match, where it is none: by member
}

// Apart is how often something was true of one variant only.
type Apart struct {
	Only uint64 `json:"only"` // of the variant
	Not  uint64 `json:"not"`  // of the first
}

func newPairs(outcomes int, matches []Match) *Pairs {
	p := &Pairs{Outcomes: make([]Apart, outcomes), Measures: make([]Hist, len(matches)), Members: make([][]Apart, len(matches))}
	for i, m := range matches {
		p.Members[i] = make([]Apart, m.Members)
	}
	return p
}

// add counts one encounter that ended in both.
func (p *Pairs) add(matches []Match, first, other *played) {
	p.N++
	if first.outcome != other.outcome {
		p.Outcomes[other.outcome].Only++
		p.Outcomes[first.outcome].Not++
	}
	for i, m := range matches {
		a, b := first.values[m.First], other.values[m.Other]
		switch {
		case m.Members > 0:
			if a != b && b != interp.None {
				p.Members[i][b].Only++
			}
			if a != b && a != interp.None {
				p.Members[i][a].Not++
			}
		case a == interp.None || b == interp.None:
			p.Measures[i].AddAbsent()
		default:
			p.Measures[i].Add(b - a)
		}
	}
}

// Join adds what pairs of other encounters hold.
func (p *Pairs) Join(o *Pairs) {
	p.N += o.N
	join(p.Outcomes, o.Outcomes)
	for i := range o.Measures {
		p.Measures[i].Join(&o.Measures[i])
		join(p.Members[i], o.Members[i])
	}
}

func join(to, from []Apart) {
	for i, c := range from {
		to[i].Only += c.Only
		to[i].Not += c.Not
	}
}

func (p *Pairs) reset() {
	p.N = 0
	clear(p.Outcomes)
	for i := range p.Measures {
		p.Measures[i].reset()
		clear(p.Members[i])
	}
}

// played is what a worker keeps of the encounter it just played.
type played struct {
	outcome int
	values  []int64 // by slot
	fault   *interp.Fault
}

// take reads a result.
func (p *played) take(r *fight.Result, v *Variant) {
	p.fault = r.Fault
	if r.Fault != nil {
		return
	}
	p.outcome = slices.Index(v.Shape.Outcomes, r.Outcome)
	p.values = p.values[:0]
	for _, x := range r.Measures {
		if t := x.Measure.Body.Type; kindOf(t) != "" {
			p.values = append(p.values, wordOf(t, r.Machine, x.Value))
		}
	}
}
