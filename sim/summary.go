package sim

import (
	"math"
	"strconv"
)

// Summary is what is reported: the first place where numbers are not whole. It is
// written as JSON as it stands.
type Summary struct {
	Encounters  uint64       `json:"encounters"` // that were played, of each variant
	Seed        uint64       `json:"seed"`
	*Results                 // where nothing varies
	Vary        string       `json:"vary,omitempty"`
	Variants    []Results    `json:"variants,omitempty"`
	Differences []Difference `json:"differences,omitempty"`

	Pack      string `json:"-"`
	Encounter string `json:"-"`
	Stopped   bool   `json:"-"` // before its end: the intervals were narrow enough
}

// Results are of one variant.
type Results struct {
	Value    string    `json:"value,omitempty"` // of what varies
	Outcomes []Rate    `json:"outcomes"`
	Measures []Measure `json:"measures"`
	Counts   []Often   `json:"counts,omitempty"`
	Faults   *Faults   `json:"faults,omitempty"`
}

// Rate is how often a fight ended so.
type Rate struct {
	Outcome string `json:"outcome"`
	Share
}

// Share is a count, its part of the whole, and Wilson's interval.
type Share struct {
	Count uint64 `json:"count"`
	Rate  Num    `json:"rate"`
	CI    [2]Num `json:"ci95"`
}

func shareOf(count, n uint64) Share {
	low, high := Wilson(count, n)
	rate := math.NaN()
	if n > 0 {
		rate = float64(count) / float64(n)
	}
	return Share{count, Num(rate), [2]Num{Num(low), Num(high)}}
}

// Measure is a measure over all fights that came to their end. Of a member there
// are Values, and of all others the rest.
type Measure struct {
	Name   string  `json:"name"`
	Of     *string `json:"of"` // the thing it was measured of, or nil
	Unit   string  `json:"unit,omitempty"`
	Mean   Num     `json:"mean"`
	SD     Num     `json:"sd"`
	CI     [2]Num  `json:"ci95"`
	P5     *int64  `json:"p5"`
	P50    *int64  `json:"p50"`
	P95    *int64  `json:"p95"`
	Absent uint64  `json:"absent,omitempty"` // fights without a value, which the rest leaves out
	Values []Value `json:"values,omitempty"`

	Kind string `json:"-"` // number, truth, member
	Hist *Hist  `json:"-"`
}

// Value is how often a member was the measure.
type Value struct {
	Value string `json:"value"`
	Share
}

// Often is how often something came in.
type Often struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	Mean   Num    `json:"mean"` // times a fight
	Fights Share  `json:"fights"`
}

// Faults are fights that could not be finished.
type Faults struct {
	Share
	First []Stop `json:"first"`
}

// Difference is a variant less the first, over the same dice.
type Difference struct {
	Value      string       `json:"value"`
	Against    string       `json:"against"`
	Encounters uint64       `json:"encounters"` // that both finished
	Outcomes   []RateChange `json:"outcomes"`
	Measures   []MeanChange `json:"measures"`
	Values     []RateChange `json:"values,omitempty"` // of measures that are members
}

// RateChange is how much more often a fight ended so, or a member was a measure.
type RateChange struct {
	Outcome string  `json:"outcome,omitempty"`
	Name    string  `json:"name,omitempty"`
	Of      *string `json:"of,omitempty"`
	Value   string  `json:"value,omitempty"`
	Diff    Num     `json:"diff"`
	CI      [2]Num  `json:"ci95"`
	Only    uint64  `json:"only"` // fights that ended so with this value only
	Not     uint64  `json:"not"`  // and with the first only
	P       Num     `json:"p"`    // McNemar's test
}

// MeanChange is how much larger a measure was.
type MeanChange struct {
	Name  string  `json:"name"`
	Of    *string `json:"of"`
	Unit  string  `json:"unit,omitempty"`
	Diff  Num     `json:"diff"`
	SD    Num     `json:"sd"`
	CI    [2]Num  `json:"ci95"`
	More  uint64  `json:"more"` // fights with a larger value
	Less  uint64  `json:"less"`
	P     Num     `json:"p"`      // Student's paired test
	PSign Num     `json:"p_sign"` // sign test
}

// Num is a number that may be missing: NaN, in JSON null. Nine digits of it are
// written, which every machine agrees on.
type Num float64

// MarshalJSON writes nine digits, or null.
func (n Num) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) {
		return []byte("null"), nil
	}
	return []byte(n.String()), nil
}

// String is nine digits, or nothing.
func (n Num) String() string {
	switch {
	case math.IsNaN(float64(n)):
		return ""
	case n == 0:
		return "0"
	}
	return strconv.FormatFloat(float64(n), 'g', 9, 64)
}

// Summary sums up what a part holds.
func (p *Part) Summary() *Summary {
	s := &Summary{Encounters: p.Played(), Seed: p.Seed, Vary: p.Vary, Pack: p.Pack, Encounter: p.Head.Encounter, Stopped: p.Stopped}
	for i, t := range p.Tallies {
		s.Variants = append(s.Variants, results(p.Shapes[i], t))
	}
	for i, x := range p.Pairs {
		s.Differences = append(s.Differences, difference(p.Shapes[0], p.Shapes[i+1], x))
	}
	if p.Vary == "" {
		s.Results, s.Variants = &s.Variants[0], nil
	}
	return s
}

func results(shape *Shape, t *Tally) Results {
	n := t.Encounters()
	out := Results{Value: shape.Value, Outcomes: []Rate{}, Measures: []Measure{}}
	for i, c := range t.Outcomes {
		if shape.Outcomes[i] != noOutcome || c > 0 {
			out.Outcomes = append(out.Outcomes, Rate{shape.Outcomes[i], shareOf(c, n)})
		}
	}
	for i := range t.Measures {
		out.Measures = append(out.Measures, measure(&shape.Slots[i], &t.Measures[i]))
	}
	for i, c := range t.Counts {
		if c.Times > 0 {
			of := n - t.Faults
			k := shape.Counters[i]
			out.Counts = append(out.Counts, Often{k.Kind, k.Name, Num(float64(c.Times) / float64(of)), shareOf(c.Encounters, of)})
		}
	}
	if t.Faults > 0 {
		out.Faults = &Faults{shareOf(t.Faults, n), t.First}
	}
	return out
}

func measure(s *Slot, h *Hist) Measure {
	nan := Num(math.NaN())
	out := Measure{Name: s.Name, Of: of(s.Of), Unit: s.Unit, Kind: s.Kind, Hist: h, Absent: h.absent, Mean: nan, SD: nan, CI: [2]Num{nan, nan}}
	if s.Kind == kindMember {
		for i, name := range s.Members {
			if c := h.count(int64(i)); c > 0 {
				out.Values = append(out.Values, Value{name, shareOf(c, h.n+h.absent)})
			}
		}
		return out
	}
	mean, sd, low, high := h.Mean()
	if s.Kind == kindTruth && h.n > 0 {
		low, high = Wilson(h.above, h.n)
	}
	out.Mean, out.SD, out.CI = Num(mean), Num(sd), [2]Num{Num(low), Num(high)}
	if h.n > 0 {
		a, b, c := h.Percentile(5), h.Percentile(50), h.Percentile(95)
		out.P5, out.P50, out.P95 = &a, &b, &c
	}
	return out
}

func of(name string) *string {
	if name == "" {
		return nil
	}
	return &name
}

func difference(first, other *Shape, x *Pairs) Difference {
	d := Difference{Value: other.Value, Against: first.Value, Encounters: x.N, Outcomes: []RateChange{}, Measures: []MeanChange{}}
	change := func(c Apart) RateChange {
		diff, low, high := PairedRates(c.Only, c.Not, x.N)
		return RateChange{Diff: Num(diff), CI: [2]Num{Num(low), Num(high)}, Only: c.Only, Not: c.Not, P: Num(SignTest(c.Only, c.Not))}
	}
	for i, c := range x.Outcomes {
		if other.Outcomes[i] != noOutcome || c != (Apart{}) {
			r := change(c)
			r.Outcome = other.Outcomes[i]
			d.Outcomes = append(d.Outcomes, r)
		}
	}
	for i, m := range matches(first, other) {
		h, s := &x.Measures[i], &other.Slots[m.Other]
		for k, c := range x.Members[i] {
			if c != (Apart{}) {
				r := change(c)
				r.Name, r.Of, r.Value = s.Name, of(s.Of), s.Members[k]
				d.Values = append(d.Values, r)
			}
		}
		if m.Members > 0 {
			continue
		}
		mean, sd, low, high := h.Mean()
		d.Measures = append(d.Measures, MeanChange{s.Name, of(s.Of), s.Unit, Num(mean), Num(sd), [2]Num{Num(low), Num(high)},
			h.above, h.below, Num(h.PairedT()), Num(SignTest(h.above, h.below))})
	}
	return d
}
