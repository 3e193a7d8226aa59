package sim

import (
	"fmt"
	"slices"
)

// Span is the encounters from From to To, the last not among them.
type Span struct {
	From uint64 `json:"from"`
	To   uint64 `json:"to"`
}

func (s Span) String() string {
	if s.To == s.From+1 {
		return fmt.Sprint(s.From)
	}
	return fmt.Sprintf("%d to %d", s.From, s.To-1)
}

// Part is some of the encounters of a study, and what came of those that were
// played.
type Part struct {
	Head
	Span           // what is to be played
	Done    []Span // what has been, in order, apart from each other
	Stopped bool   // all intervals are narrow enough: nothing more is to be played
	Tallies []*Tally
	Pairs   []*Pairs // of each variant but the first
}

// NewPart is a part of which nothing has been played.
func NewPart(h Head, of Span) *Part {
	p := &Part{Head: h, Span: of}
	for i, s := range h.Shapes {
		p.Tallies = append(p.Tallies, NewTally(s))
		if i > 0 {
			p.Pairs = append(p.Pairs, newPairs(len(s.Outcomes), matches(h.Shapes[0], s)))
		}
	}
	return p
}

// ShardOf cuts n encounters into shards of nearly the same size and returns the
// k-th of them, counted from 1.
func ShardOf(n, k, shards uint64) Span { return Span{cut(n, k-1, shards), cut(n, k, shards)} }

// cut is n * k / shards, rounded down, without a product that could overflow.
func cut(n, k, shards uint64) uint64 { return n/shards*k + n%shards*k/shards }

// Played is how many encounters have been played.
func (p *Part) Played() uint64 {
	n := uint64(0)
	for _, s := range p.Done {
		n += s.To - s.From
	}
	return n
}

// Left is how many are still to be played.
func (p *Part) Left() uint64 {
	if p.Stopped {
		return 0
	}
	return p.To - p.From - p.Played()
}

// next is the first stretch of encounters that have not been played.
func (p *Part) next() Span {
	at := p.From
	for _, s := range p.Done {
		if s.From > at {
			return Span{at, s.From}
		}
		at = s.To
	}
	return Span{at, p.To}
}

// did notes that encounters have been played.
func (p *Part) did(from, to uint64) {
	if from < to {
		p.Done = joined(append(p.Done, Span{from, to}))
	}
}

// joined sorts spans and makes one of those that touch.
func joined(list []Span) []Span {
	slices.SortFunc(list, func(a, b Span) int {
		switch {
		case a.From < b.From:
			return -1
		case a.From > b.From:
			return 1
		}
		return 0
	})
	var out []Span
	for _, s := range list {
		if n := len(out) - 1; n >= 0 && out[n].To >= s.From {
			out[n].To = max(out[n].To, s.To)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// narrow tells whether no interval is wider than w: of the rate of an outcome, or of
// a name that the whole fight is measured by, such as who won.
func (p *Part) narrow(w float64) bool {
	for v, t := range p.Tallies {
		n := t.Encounters()
		if n == 0 {
			return false
		}
		wide := func(count uint64) bool { low, high := Wilson(count, n); return high-low > w }
		if slices.ContainsFunc(t.Outcomes, wide) {
			return false
		}
		for i, s := range p.Shapes[v].Slots {
			if s.Kind != kindMember || s.Of != "" {
				continue
			}
			for k := range s.Members {
				if wide(t.Measures[i].count(int64(k))) {
					return false
				}
			}
		}
	}
	return true
}
