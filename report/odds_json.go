package report

import (
	"encoding/json"
	"io"
	"math/big"

	"rulec/odds"
)

type jsonOdds struct {
	Query     string           `json:"query"`
	Case      string           `json:"case,omitempty"`
	Exact     bool             `json:"exact"`
	Outcomes  []jsonChance     `json:"outcomes"`
	Unit      string           `json:"unit,omitempty"`
	Mean      *float64         `json:"mean,omitempty"`
	MeanExact string           `json:"mean_exact,omitempty"`
	SD        *float64         `json:"sd,omitempty"`
	Percent   *orderedFields   `json:"percentiles,omitempty"`
	States    int              `json:"states,omitempty"`
	Open      string           `json:"open,omitempty"`
	Samples   int              `json:"samples,omitempty"`
	Seed      *uint64          `json:"seed,omitempty"`
	Change    string           `json:"change,omitempty"`
	After     *jsonOdds        `json:"after,omitempty"`
	Diff      *jsonDifferences `json:"difference,omitempty"`
}

type jsonChance struct {
	Value   any       `json:"value"`
	P       string    `json:"p"`
	Prob    float64   `json:"prob"`
	Upper   string    `json:"upper,omitempty"`
	CI95    []float64 `json:"ci95,omitempty"`
	AtLeast *float64  `json:"at_least,omitempty"`
	AtMost  *float64  `json:"at_most,omitempty"`
}

type jsonDifferences struct {
	Mean      *float64         `json:"mean,omitempty"`
	MeanExact string           `json:"mean_exact,omitempty"`
	Outcomes  []jsonDifference `json:"outcomes"`
}

type jsonDifference struct {
	Value any     `json:"value"`
	P     string  `json:"p"`
	Prob  float64 `json:"prob"`
}

// OddsJSON writes results as JSON, one object a line.
func OddsJSON(w io.Writer, results []*odds.Result) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, r := range results {
		if err := enc.Encode(oddsJSON(r)); err != nil {
			return err
		}
	}
	return nil
}

// OddsComparedJSON writes comparisons as JSON, one object a line.
func OddsComparedJSON(w io.Writer, list []*odds.Comparison) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, c := range list {
		if err := enc.Encode(comparedJSON(c)); err != nil {
			return err
		}
	}
	return nil
}

func comparedJSON(c *odds.Comparison) *jsonOdds {
	out := oddsJSON(c.Before)
	out.Change, out.After = c.Change, oddsJSON(c.After)
	out.Diff = &jsonDifferences{Outcomes: []jsonDifference{}}
	if by := c.Mean(); by != nil {
		out.Diff.Mean, out.Diff.MeanExact = float(by), by.RatString()
	}
	for _, d := range c.Rows {
		out.Diff.Outcomes = append(out.Diff.Outcomes, jsonDifference{jsonValue(d.Value), d.By.RatString(), *float(d.By)})
	}
	return out
}

// float is the nearest floating point number, or nil for nil.
func float(x *big.Rat) *float64 {
	if x == nil {
		return nil
	}
	f, _ := x.Float64()
	return &f
}

func jsonValue(v odds.Value) any {
	switch v.Kind {
	case odds.Number:
		return v.Number
	case odds.Truth:
		return v.Number != 0
	case odds.Absent:
		return nil
	}
	return v.Text
}

func oddsJSON(r *odds.Result) *jsonOdds {
	out := &jsonOdds{Query: r.Query, Case: r.Case, Exact: r.Exact(), Outcomes: []jsonChance{}, Unit: r.Unit, States: r.States, Samples: r.Samples}
	if r.Samples > 0 {
		out.Seed, out.States = &r.Seed, 0
	}
	if r.Open.Sign() > 0 {
		out.Open = r.Open.RatString()
	}
	numeric := r.Numeric() && r.Open.Sign() == 0
	most, least := r.AtMost(), r.AtLeast()
	for i, o := range r.Outcomes {
		x := jsonChance{Value: jsonValue(o.Value), P: o.P.RatString(), Prob: *float(o.P)}
		if r.Open.Sign() > 0 {
			x.Upper = r.Upper(o.P).RatString()
		}
		if r.Samples > 0 {
			lo, hi := r.Interval(o.P)
			x.CI95 = []float64{lo, hi}
		}
		if numeric {
			x.AtLeast, x.AtMost = float(least[i]), float(most[i])
		}
		out.Outcomes = append(out.Outcomes, x)
	}
	if mean := r.Mean(); mean != nil {
		sd := r.SD()
		out.Mean, out.MeanExact, out.SD = float(mean), mean.RatString(), &sd
		out.Percent = &orderedFields{}
		for _, p := range odds.Percentiles {
			out.Percent.put("p"+big.NewInt(p).String(), r.Percentile(p))
		}
	}
	return out
}
