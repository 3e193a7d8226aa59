package report

import (
	"encoding/csv"
	"fmt"
	"io"

	"rulec/sim"
)

// simColumns are those of SimCSV. What does not apply to a row is empty.
var simColumns = []string{"vary", "compared_to", "kind", "name", "of", "value", "unit", "n", "count", "mean", "sd", "low", "high", "p5", "p50", "p95", "p", "p_sign"}

// SimCSV writes what came of many encounters as one table, a row for each number
// with its interval. kind is outcome, fault, measure, value (of a measure that is
// a name), action, answer, event, condition, rule, and of differences
// outcome_difference, value_difference and measure_difference; a rate stands in the column mean.
func SimCSV(w io.Writer, s *sim.Summary) error {
	c := &rows{w: csv.NewWriter(w)}
	c.put(nil)
	if s.Results != nil {
		c.results(s.Encounters, s.Results)
	}
	for i := range s.Variants {
		c.results(s.Encounters, &s.Variants[i])
	}
	for _, d := range s.Differences {
		change := func(kind, name string, o sim.RateChange) {
			c.put(map[string]any{"vary": d.Value, "compared_to": d.Against, "kind": kind, "name": name, "of": who(o.Of), "value": o.Value, "n": d.Encounters,
				"mean": o.Diff, "low": o.CI[0], "high": o.CI[1], "p": o.P})
		}
		for _, o := range d.Outcomes {
			change("outcome_difference", o.Outcome, o)
		}
		for _, o := range d.Values {
			change("value_difference", o.Name, o)
		}
		for _, m := range d.Measures {
			c.put(map[string]any{"vary": d.Value, "compared_to": d.Against, "kind": "measure_difference", "name": m.Name, "of": who(m.Of), "unit": m.Unit,
				"n": d.Encounters, "mean": m.Diff, "sd": m.SD, "low": m.CI[0], "high": m.CI[1], "p": m.P, "p_sign": m.PSign})
		}
	}
	c.w.Flush()
	return c.w.Error()
}

// rows writes rows by the names of their columns.
type rows struct{ w *csv.Writer }

// put writes a row, or the head of the table if there is none. The writer keeps
// the first error.
func (c *rows) put(row map[string]any) {
	out := make([]string, len(simColumns))
	for i, name := range simColumns {
		if row == nil {
			out[i] = name
		} else if v, ok := row[name]; ok {
			out[i] = fmt.Sprint(v)
		}
	}
	_ = c.w.Write(out)
}

func (c *rows) results(n uint64, r *sim.Results) {
	share := func(kind string, n uint64, s sim.Share, more map[string]any) {
		more["vary"], more["kind"], more["n"] = r.Value, kind, n
		more["count"], more["mean"], more["low"], more["high"] = s.Count, s.Rate, s.CI[0], s.CI[1]
		c.put(more)
	}
	ended := n
	if r.Faults != nil {
		ended -= r.Faults.Count
	}
	for _, o := range r.Outcomes {
		share("outcome", n, o.Share, map[string]any{"name": o.Outcome})
	}
	if r.Faults != nil {
		share("fault", n, r.Faults.Share, map[string]any{})
	}
	for _, m := range r.Measures {
		if m.Kind == "member" {
			for _, v := range m.Values {
				share("value", ended, v.Share, map[string]any{"name": m.Name, "of": who(m.Of), "value": v.Value})
			}
			continue
		}
		row := map[string]any{"vary": r.Value, "kind": "measure", "name": m.Name, "of": who(m.Of), "unit": m.Unit, "n": ended - m.Absent,
			"mean": m.Mean, "sd": m.SD, "low": m.CI[0], "high": m.CI[1]}
		for name, p := range map[string]*int64{"p5": m.P5, "p50": m.P50, "p95": m.P95} {
			if p != nil {
				row[name] = *p
			}
		}
		c.put(row)
	}
	for _, o := range r.Counts {
		c.put(map[string]any{"vary": r.Value, "kind": o.Kind, "name": o.Name, "n": ended, "count": o.Fights.Count, "mean": o.Mean})
	}
}
