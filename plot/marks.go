package plot

import (
	"fmt"
	"math"

	gonum "gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Mark is a value with its interval.
type Mark struct{ Value, Low, High float64 }

// marks are what plotter draws as points with error bars.
type marks []Mark

func (m marks) Len() int                    { return len(m) }
func (m marks) XY(i int) (x, y float64)     { return float64(i), m[i].Value }
func (m marks) YError(i int) (l, h float64) { return m[i].Value - m[i].Low, m[i].High - m[i].Value }

// Marks adds a chart of values with their intervals, one over each label.
func (p *Picture) Marks(c Chart, labels []string, values []Mark) error {
	if len(labels) == 0 {
		return ErrNothing
	}
	if len(values) != len(labels) {
		return fmt.Errorf("%d values for %d labels", len(values), len(labels))
	}
	g := p.plot(c)
	bars, err := plotter.NewYErrorBars(marks(values))
	if err != nil {
		return err
	}
	bars.Color, bars.Width, bars.CapWidth = colours[0], vg.Points(1.5), vg.Points(8)
	dots, err := plotter.NewScatter(marks(values))
	if err != nil {
		return err
	}
	dots.Color, dots.Shape, dots.Radius = colours[0], draw.CircleGlyph{}, vg.Points(3)
	g.Add(bars, dots)
	var ticks gonum.ConstantTicks
	for i, l := range labels {
		ticks = append(ticks, gonum.Tick{Value: float64(i), Label: l})
	}
	g.X.Tick.Marker = ticks
	if labelled(labels) > 1 { // names: none is left out, they lean instead
		g.X.Tick.Label.Rotation, g.X.Tick.Label.XAlign, g.X.Tick.Label.YAlign = math.Pi/5, text.XRight, text.YTop
	}
	g.X.Min, g.X.Max = -0.6, float64(len(labels))-0.4
	g.Y.Min = min(g.Y.Min, 0)
	return nil
}
