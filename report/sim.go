package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"rulec/sim"
)

// SimJSON writes what came of many encounters as one object.
func SimJSON(w io.Writer, s *sim.Summary) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(s)
}

// SimText writes what came of many encounters for people, as tables.
func SimText(w io.Writer, s *sim.Summary) error {
	t := &tables{w: w}
	t.line("%s  (%s, seed %d, %s)", s.Encounter, s.Pack, s.Seed, encounters(s.Encounters))
	if s.Stopped {
		t.line("stopped there: the intervals of the outcomes are narrow enough")
	}
	if s.Results != nil {
		t.results(s.Results)
	}
	for i := range s.Variants {
		v := &s.Variants[i]
		t.line("\n%s = %s", s.Vary, v.Value)
		t.results(v)
	}
	for i := range s.Differences {
		t.difference(s.Vary, &s.Differences[i])
	}
	return t.err
}

// tables writes lines and tables, and keeps the first error.
type tables struct {
	w   io.Writer
	err error
}

func (t *tables) line(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, format+"\n", args...)
	}
}

// table writes rows of cells with their columns below each other.
func (t *tables) table(head string, rows [][]string) {
	if len(rows) == 0 || t.err != nil {
		return
	}
	tw := tabwriter.NewWriter(t.w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw)
	for _, r := range append([][]string{strings.Split(head, "|")}, rows...) {
		fmt.Fprintln(tw, "  "+strings.TrimRight(strings.Join(r, "\t"), "\t"))
	}
	t.err = tw.Flush()
}

func (t *tables) results(r *sim.Results) {
	var rows [][]string
	for _, o := range r.Outcomes {
		rows = append(rows, append([]string{words(o.Outcome)}, rateOf(o.Share)...))
	}
	if r.Faults != nil {
		rows = append(rows, append([]string{"(not finished)"}, rateOf(r.Faults.Share)...))
	}
	t.table("outcome|count|rate|95 % interval", rows)
	var numbers, truths, members [][]string
	for _, m := range r.Measures {
		name := []string{unitName(m.Name, m.Unit), who(m.Of)}
		switch {
		case len(m.Values) > 0:
			for _, v := range m.Values {
				members = append(members, append(append([]string{}, unitName(m.Name, ""), who(m.Of), words(v.Value)), rateOf(v.Share)...))
			}
		case m.Kind == "truth":
			if m.P50 != nil {
				truths = append(truths, append(name, inPercent(m.Mean), percents(m.CI)))
			}
		case m.P50 != nil:
			numbers = append(numbers, append(name, short(m.Mean), interval(m.CI), short(m.SD), fmt.Sprint(*m.P5), fmt.Sprint(*m.P50), fmt.Sprint(*m.P95)))
		}
	}
	t.table("measure|of|mean|95 % interval|sd|p5|p50|p95", numbers)
	t.table("measure|of|rate|95 % interval", truths)
	t.table("measure|of|value|count|rate|95 % interval", members)
	rows = nil
	for _, c := range r.Counts {
		rows = append(rows, []string{c.Kind, words(c.Name), short(c.Mean), inPercent(c.Fights.Rate), percents(c.Fights.CI)})
	}
	t.table("came in||a fight|in fights|95 % interval", rows)
}

func (t *tables) difference(vary string, d *sim.Difference) {
	t.line("\n%s = %s against %s, the same dice in %s", vary, d.Value, d.Against, encounters(d.Encounters))
	var rows [][]string
	change := func(name []string, o sim.RateChange) {
		rows = append(rows, append(name, points(o.Diff), points(o.CI[0])+" to "+points(o.CI[1]), fmt.Sprint(o.Only), fmt.Sprint(o.Not), pValue(o.P)))
	}
	for _, o := range d.Outcomes {
		change([]string{words(o.Outcome)}, o)
	}
	t.table("outcome|difference|95 % interval|only here|only there|p (McNemar)", rows)
	rows = nil
	for _, o := range d.Values {
		change([]string{words(o.Name), who(o.Of), words(o.Value)}, o)
	}
	t.table("measure|of|value|difference|95 % interval|only here|only there|p (McNemar)", rows)
	rows = nil
	for _, m := range d.Measures {
		rows = append(rows, []string{unitName(m.Name, m.Unit), who(m.Of), gain(m.Diff), gain(m.CI[0]) + " to " + gain(m.CI[1]),
			fmt.Sprint(m.More), fmt.Sprint(m.Less), pValue(m.P), pValue(m.PSign)})
	}
	t.table("measure|of|difference|95 % interval|more|less|p (paired t)|p (sign)", rows)
	if n := len(d.Outcomes) + len(d.Values) + len(d.Measures); n > 1 {
		t.line("  %d comparisons: by chance alone about %s of them would have p < 0.05", n, short(sim.Num(float64(n)*0.05)))
	}
}

func encounters(n uint64) string {
	if n == 1 {
		return "1 encounter"
	}
	return fmt.Sprintf("%d encounters", n)
}

func rateOf(s sim.Share) []string {
	return []string{fmt.Sprint(s.Count), inPercent(s.Rate), percents(s.CI)}
}

func unitName(name, unit string) string {
	if unit != "" {
		return words(name) + " (" + unit + ")"
	}
	return words(name)
}

func who(of *string) string {
	if of == nil {
		return ""
	}
	return *of
}

func missing(n sim.Num) bool { return math.IsNaN(float64(n)) }

func inPercent(n sim.Num) string {
	if missing(n) {
		return "-"
	}
	return fmt.Sprintf("%.2f %%", 100*float64(n))
}

func percents(ci [2]sim.Num) string {
	if missing(ci[0]) {
		return "-"
	}
	return fmt.Sprintf("%.2f to %.2f", 100*float64(ci[0]), 100*float64(ci[1]))
}

func points(n sim.Num) string {
	if missing(n) {
		return "-"
	}
	return fmt.Sprintf("%+.2f %%", 100*float64(n))
}

func short(n sim.Num) string {
	if missing(n) {
		return "-"
	}
	return fmt.Sprintf("%.4g", float64(n))
}

func gain(n sim.Num) string {
	if missing(n) {
		return "-"
	}
	return fmt.Sprintf("%+.4g", float64(n))
}

func interval(ci [2]sim.Num) string {
	if missing(ci[0]) {
		return "-"
	}
	return short(ci[0]) + " to " + short(ci[1])
}

func pValue(n sim.Num) string {
	switch {
	case missing(n):
		return "-"
	case n < 1e-4:
		return "< 0.0001"
	}
	return fmt.Sprintf("%.4f", float64(n))
}
