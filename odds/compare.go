package odds

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"rulec/lang/diag"
)

// Comparison sets two results of one formula beside each other.
type Comparison struct {
	Change        string // what is different in After
	Before, After *Result
	Rows          []Difference
}

// Difference is one value in both.
type Difference struct {
	Value             Value
	Before, After, By *big.Rat
}

// Compare pairs results: those of each case and formula in order. Two questions
// with different numbers of results cannot be compared, which is a fault. Where
// something is open there is nothing to compare: the results are told apart by the
// change, and stand for themselves.
func Compare(before, after []*Result, change string, log *diag.Log) []*Comparison {
	if len(before) != len(after) {
		log.Add(&diag.Diagnostic{Code: diag.BadCommand, Message: "the two questions ask for different things and cannot be compared"}).
			WithHelp("say what both show: --show FORMULA; and fix the variables of a law: --case 'NAME = VALUE'")
		return nil
	}
	if open(before) || open(after) {
		for _, r := range after {
			r.Case = strings.TrimPrefix(r.Case+"; "+change, "; ")
		}
		return nil
	}
	var out []*Comparison
	for i := range before {
		out = append(out, compare(before[i], after[i], change))
	}
	return out
}

func open(list []*Result) bool {
	return slices.ContainsFunc(list, func(r *Result) bool { return r.Open.Sign() > 0 })
}

func compare(a, b *Result, change string) *Comparison {
	sameUnit(a, b)
	c := &Comparison{Change: change, Before: a, After: b}
	var values []Value
	for _, r := range []*Result{a, b} {
		for _, o := range r.Outcomes {
			if !slices.Contains(values, o.Value) {
				values = append(values, o.Value)
			}
		}
	}
	// Numbers and truths by size behind what is absent; words as the first has them.
	slices.SortStableFunc(values, func(x, y Value) int {
		if d := cmp.Compare(rank(x), rank(y)); d != 0 || x.Kind == Word {
			return d
		}
		return cmp.Compare(x.Number, y.Number)
	})
	for _, v := range values {
		p, q := a.P(v), b.P(v)
		c.Rows = append(c.Rows, Difference{v, p, q, new(big.Rat).Sub(q, p)})
	}
	return c
}

func rank(v Value) int {
	if v.Kind == Absent {
		return 0
	}
	return 1
}

// sameUnit counts both in the smaller of their units, where it divides the other.
func sameUnit(a, b *Result) {
	if a.Unit == b.Unit || a.factor == 0 || b.factor == 0 {
		return
	}
	if a.factor > b.factor {
		a, b = b, a
	}
	if b.factor%a.factor == 0 {
		b.recount(a.Unit, a.factor)
	}
}

// Mean is by how much the mean changes, or nil where one has none.
func (c *Comparison) Mean() *big.Rat {
	a, b := c.Before.Mean(), c.After.Mean()
	if a == nil || b == nil {
		return nil
	}
	return new(big.Rat).Sub(b, a)
}

// Beyond adds a fault if something of some result is open, and says how far the
// exploration came.
func Beyond(results []*Result, log *diag.Log) {
	for _, r := range results {
		if r.Open.Sign() == 0 {
			continue
		}
		d := log.Add(&diag.Diagnostic{Code: diag.ProofTooLarge, Message: "not all outcomes were explored: " + Percent(r.Seen()) +
			" of them within the budget, so the chances are bounds"})
		if r.Fight {
			d.WithHelp("--states N explores more; --sample N plays N times instead; --measure NAME counts less, and tells fewer states apart")
			return
		}
		d.WithHelp("--states N explores more; --sample N plays N times instead; or name some dice: --do 'rolls EVENT 11'")
		return
	}
}
