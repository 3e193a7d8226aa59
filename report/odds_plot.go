package report

import (
	"io"
	"math/big"

	"rulec/odds"
	"rulec/plot"
)

// mostBars is how many values a chart shows one by one.
const mostBars = 120

// OddsPlot draws results as a picture, "svg" or "png", a chart for each.
func OddsPlot(w io.Writer, format string, results []*odds.Result) error {
	var p plot.Picture
	for _, r := range results {
		c := chart(r)
		rows, note := rowsOf(r, len(r.Outcomes) <= mostBars)
		if note != "" {
			c.Title += "  (of " + plural(len(r.Outcomes), "value") + ")"
		}
		labels, values := make([]string, len(rows)), make([]float64, len(rows))
		for i, x := range rows {
			labels[i], values[i] = x.name, hundredfold(x.p)
		}
		if err := p.Bars(c, labels, plot.Bar{Values: values}); err != nil {
			return err
		}
	}
	return p.Write(w, format)
}

// OddsComparedPlot draws comparisons: both questions side by side over each value.
func OddsComparedPlot(w io.Writer, format string, list []*odds.Comparison) error {
	var p plot.Picture
	for _, c := range list {
		labels := make([]string, len(c.Rows))
		a, b := make([]float64, len(c.Rows)), make([]float64, len(c.Rows))
		for i, d := range c.Rows {
			labels[i], a[i], b[i] = d.Value.Text, hundredfold(d.Before), hundredfold(d.After)
		}
		if err := p.Bars(chart(c.Before), labels, plot.Bar{Name: "as asked", Values: a}, plot.Bar{Name: c.Change, Values: b}); err != nil {
			return err
		}
	}
	return p.Write(w, format)
}

func chart(r *odds.Result) plot.Chart {
	c := plot.Chart{Title: r.Query, X: r.Unit, Y: "chance in %"}
	if r.Case != "" {
		c.Title += "  with " + r.Case
	}
	if !r.Exact() {
		c.Title += "  (" + howFound(r) + ")"
	}
	return c
}

func hundredfold(p *big.Rat) float64 {
	f, _ := new(big.Rat).Mul(p, big.NewRat(100, 1)).Float64()
	return f
}
