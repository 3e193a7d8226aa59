package report

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"rulec/plot"
	"rulec/sim"
)

// CanPlot tells whether a file's name says how it is to be drawn.
func CanPlot(name string) bool { return slices.Contains([]string{".svg", ".png"}, filepath.Ext(name)) }

// SimPlot draws what came of many encounters: rates and means with their intervals,
// and how often each value of what a whole fight is measured by came. Where
// something varies, everything is drawn over its values.
func SimPlot(name string, s *sim.Summary) error {
	var p plot.Picture
	var err error
	if s.Results != nil {
		err = plotResults(&p, s)
	} else {
		err = plotSweep(&p, s)
	}
	if err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := p.Write(f, strings.TrimPrefix(filepath.Ext(name), ".")); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// marked collects values with their labels.
type marked struct {
	labels []string
	marks  []plot.Mark
}

func (m *marked) put(label string, value sim.Num, ci [2]sim.Num, scale float64) {
	if missing(value) {
		return
	}
	x := plot.Mark{Value: float64(value) * scale, Low: float64(ci[0]) * scale, High: float64(ci[1]) * scale}
	if missing(ci[0]) {
		x.Low, x.High = x.Value, x.Value
	}
	m.labels, m.marks = append(m.labels, label), append(m.marks, x)
}

func plotResults(p *plot.Picture, s *sim.Summary) error {
	title := fmt.Sprintf("%s, seed %d, %s", s.Encounter, s.Seed, encounters(s.Encounters))
	var rates marked
	for _, o := range s.Outcomes {
		rates.put(words(o.Outcome), o.Rate, o.CI, 100)
	}
	for _, m := range s.Measures {
		for _, v := range m.Values {
			rates.put(strings.TrimSpace(words(m.Name)+" "+who(m.Of))+" "+words(v.Value), v.Rate, v.CI, 100)
		}
	}
	if err := p.Marks(plot.Chart{Title: title, Y: "of all fights in %"}, rates.labels, rates.marks); err != nil {
		return err
	}
	// Measures of things side by side, those of the fight as a histogram.
	var order []string
	things := map[string]*marked{}
	for _, m := range s.Measures {
		switch {
		case len(m.Values) > 0 || m.P50 == nil:
		case m.Of == nil:
			if err := plotValues(p, &m); err != nil {
				return err
			}
		default:
			if things[m.Name] == nil {
				things[m.Name], order = &marked{}, append(order, m.Name)
			}
			scale := 1.0
			if m.Kind == "truth" {
				scale = 100
			}
			things[m.Name].put(*m.Of, m.Mean, m.CI, scale)
		}
	}
	for _, name := range order {
		c := plot.Chart{Title: words(name), Y: "mean"}
		for _, m := range s.Measures {
			if m.Name == name && m.Kind == "truth" {
				c.Y = "in % of fights"
			} else if m.Name == name && m.Unit != "" {
				c.Y = "mean in " + m.Unit
			}
		}
		if err := p.Marks(c, things[name].labels, things[name].marks); err != nil {
			return err
		}
	}
	return nil
}

// plotValues draws how often each value of a measure came.
func plotValues(p *plot.Picture, m *sim.Measure) error {
	bins, width := m.Hist.Bins()
	count := map[int64]float64{}
	for _, b := range bins {
		count[b.Low] = 100 * float64(b.Count) / float64(m.Hist.N())
	}
	// Values that never came are a gap; where there would be hundreds, wider bars.
	low, high := bins[0].Low, bins[len(bins)-1].Low
	for (high-low)/width > 120 {
		width *= 2
	}
	low -= ((low % width) + width) % width
	var labels []string
	var heights []float64
	for at := low; at <= high; at += width {
		sum := 0.0
		for _, b := range bins {
			if b.Low >= at && b.Low < at+width {
				sum += count[b.Low]
			}
		}
		labels, heights = append(labels, strconv.FormatInt(at, 10)), append(heights, sum)
	}
	return p.Bars(plot.Chart{Title: unitName(m.Name, m.Unit), X: unitName(m.Name, m.Unit), Y: "of all fights in %"}, labels, plot.Bar{Values: heights})
}

// plotSweep draws each thing over the values of what varies.
func plotSweep(p *plot.Picture, s *sim.Summary) error {
	x := make([]float64, len(s.Variants))
	axis := s.Vary
	for i, v := range s.Variants {
		n, err := strconv.ParseFloat(v.Value, 64)
		if err != nil { // names: they stand in their order
			for k := range x {
				x[k] = float64(k + 1)
			}
			axis += ": " + valuesOf(s)
			break
		}
		x[i] = n
	}
	title := fmt.Sprintf("%s, seed %d, %s of each", s.Encounter, s.Seed, encounters(s.Encounters))
	rates := &series{x: x}
	for i, v := range s.Variants {
		for _, o := range v.Outcomes {
			rates.put(words(o.Outcome), i, o.Rate, o.CI, 100)
		}
		for _, m := range v.Measures {
			for _, w := range m.Values {
				rates.put(strings.TrimSpace(words(m.Name)+" "+who(m.Of))+" "+words(w.Value), i, w.Rate, w.CI, 100)
			}
		}
	}
	if err := p.Lines(plot.Chart{Title: title, X: axis, Y: "of all fights in %"}, rates.lines()...); err != nil {
		return err
	}
	var order []string
	means := map[string]*series{}
	truth := map[string]bool{}
	for i, v := range s.Variants {
		for _, m := range v.Measures {
			if m.P50 == nil {
				continue
			}
			if means[m.Name] == nil {
				means[m.Name], order = &series{x: x}, append(order, m.Name)
			}
			scale := 1.0
			if m.Kind == "truth" {
				scale, truth[m.Name] = 100, true
			}
			means[m.Name].put(who(m.Of), i, m.Mean, m.CI, scale)
		}
	}
	for _, name := range order {
		c := plot.Chart{Title: words(name), X: axis, Y: "mean"}
		if truth[name] {
			c.Y = "in % of fights"
		}
		if err := p.Lines(c, means[name].lines()...); err != nil {
			return err
		}
	}
	return nil
}

func valuesOf(s *sim.Summary) string {
	var out []string
	for _, v := range s.Variants {
		out = append(out, v.Value)
	}
	return strings.Join(out, ", ")
}

// series collects lines by name, in the order in which they are first met.
type series struct {
	x     []float64
	names []string
	line  map[string]*plot.Line
}

func (s *series) put(name string, i int, value sim.Num, ci [2]sim.Num, scale float64) {
	if missing(value) || math.IsNaN(s.x[i]) {
		return
	}
	if s.line[name] == nil {
		if s.line == nil {
			s.line = map[string]*plot.Line{}
		}
		s.line[name] = &plot.Line{Name: name, Marks: true}
		s.names = append(s.names, name)
	}
	if missing(ci[0]) {
		ci = [2]sim.Num{value, value}
	}
	l := s.line[name]
	l.X, l.Y = append(l.X, s.x[i]), append(l.Y, float64(value)*scale)
	l.Low, l.High = append(l.Low, float64(ci[0])*scale), append(l.High, float64(ci[1])*scale)
}

func (s *series) lines() []plot.Line {
	var out []plot.Line
	for _, n := range s.names {
		out = append(out, *s.line[n])
	}
	return out
}
