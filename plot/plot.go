// Package plot draws charts: bars, and lines with bands around them, one below the
// other in one picture. It is a thin cover of gonum's plot, which draws and writes
// files; here is only what all pictures of rulec have in common. It knows nothing
// of rules or chances: callers give numbers and words.
//
// The same charts give the same bytes of SVG on every machine. A caller whose
// numbers are fractions rounds them to floats last of all.
package plot

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"unicode/utf8"

	gonum "gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Size of one chart.
const (
	width  = 640 * vg.Length(0.75) // points of a picture of 640 pixels
	height = 320 * vg.Length(0.75)
)

// colours of series, in order; they are told apart by those who see no red or green.
var colours = []color.Color{
	color.RGBA{0x00, 0x72, 0xB2, 0xFF}, color.RGBA{0xE6, 0x9F, 0x00, 0xFF}, color.RGBA{0x00, 0x9E, 0x73, 0xFF},
	color.RGBA{0xCC, 0x79, 0xA7, 0xFF}, color.RGBA{0x56, 0xB4, 0xE9, 0xFF}, color.RGBA{0xD5, 0x5E, 0x00, 0xFF},
}

// ErrNothing says that a chart has nothing to draw.
var ErrNothing = errors.New("there is nothing to draw")

// Chart is what every chart has.
type Chart struct {
	Title, X, Y string
}

// Bar is a series of bars: one height for each label of the chart.
type Bar struct {
	Name   string // in the legend, or ""
	Values []float64
}

// Line is a series of points, joined, with a band around them if Low and High are
// not nil. All lists are as long as X.
type Line struct {
	Name         string
	X, Y         []float64
	Low, High    []float64
	Steps, Marks bool // a step at each point; a mark at each point
}

// Picture is charts one below the other.
type Picture struct{ charts []*gonum.Plot }

// plot makes an empty chart.
func (p *Picture) plot(c Chart) *gonum.Plot {
	g := gonum.New()
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	size := func(f *font.Font, points float64) { *f = sans; f.Size = vg.Points(points) }
	size(&g.Title.TextStyle.Font, 12)
	for _, a := range []*gonum.Axis{&g.X, &g.Y} {
		size(&a.Label.TextStyle.Font, 10)
		size(&a.Tick.Label.Font, 9)
	}
	size(&g.Legend.TextStyle.Font, 9)
	g.Legend.Top = true
	g.Title.Text, g.X.Label.Text, g.Y.Label.Text = c.Title, c.X, c.Y
	p.charts = append(p.charts, g)
	return g
}

// labelled is the distance of labels at which none runs into the next.
func labelled(labels []string) int {
	longest := 0
	for _, l := range labels {
		longest = max(longest, utf8.RuneCountInString(l))
	}
	const letter = 5.4 // points wide, of a label
	fit := max(1, int(float64(width)*0.85/(letter*float64(longest+1))))
	return (len(labels) + fit - 1) / fit
}

// Bars adds a chart of bars, those of all series side by side over each label.
func (p *Picture) Bars(c Chart, labels []string, series ...Bar) error {
	if len(labels) == 0 || len(series) == 0 {
		return ErrNothing
	}
	g := p.plot(c)
	room := float64(width) * 0.8 / float64(len(labels)*len(series))
	wide := vg.Length(math.Max(0.5, math.Min(40, room)))
	for i, s := range series {
		if len(s.Values) != len(labels) {
			return fmt.Errorf("%d bars for %d labels", len(s.Values), len(labels))
		}
		b, err := plotter.NewBarChart(plotter.Values(s.Values), wide)
		if err != nil {
			return err
		}
		b.Color, b.LineStyle.Width = colours[i%len(colours)], 0
		b.Offset = wide * (vg.Length(i) - vg.Length(len(series)-1)/2)
		g.Add(b)
		if s.Name != "" {
			g.Legend.Add(s.Name, b)
		}
	}
	var ticks gonum.ConstantTicks
	for i := 0; i < len(labels); i += labelled(labels) {
		ticks = append(ticks, gonum.Tick{Value: float64(i), Label: labels[i]})
	}
	g.X.Tick.Marker = ticks
	g.X.Min, g.X.Max = -0.6, float64(len(labels))-0.4
	g.Y.Min = 0
	return nil
}

// Lines adds a chart of lines over a common axis.
func (p *Picture) Lines(c Chart, series ...Line) error {
	if len(series) == 0 || len(series[0].X) == 0 {
		return ErrNothing
	}
	g := p.plot(c)
	for i, s := range series {
		shade := colours[i%len(colours)]
		if s.Low != nil {
			b, err := band(s, shade)
			if err != nil {
				return err
			}
			g.Add(b)
		}
		pts, err := points(s.X, s.Y)
		if err != nil {
			return err
		}
		l, err := plotter.NewLine(pts)
		if err != nil {
			return err
		}
		l.Color, l.Width = shade, vg.Points(1.5)
		if s.Steps {
			l.StepStyle = plotter.PostStep
		}
		g.Add(l)
		if s.Marks {
			m, err := plotter.NewScatter(pts)
			if err != nil {
				return err
			}
			m.Color, m.Shape, m.Radius = shade, draw.CircleGlyph{}, vg.Points(2)
			g.Add(m)
		}
		if s.Name != "" {
			g.Legend.Add(s.Name, l)
		}
	}
	return nil
}

func points(x, y []float64) (plotter.XYs, error) {
	if len(x) != len(y) {
		return nil, fmt.Errorf("%d heights for %d places", len(y), len(x))
	}
	out := make(plotter.XYs, len(x))
	for i := range x {
		out[i] = plotter.XY{X: x[i], Y: y[i]}
	}
	return out, nil
}

// band is the area between Low and High, out and back again.
func band(s Line, shade color.Color) (*plotter.Polygon, error) {
	up, err := points(s.X, s.High)
	if err != nil {
		return nil, err
	}
	down, err := points(s.X, s.Low)
	if err != nil {
		return nil, err
	}
	for i := len(down) - 1; i >= 0; i-- {
		up = append(up, down[i])
	}
	b, err := plotter.NewPolygon(up)
	if err != nil {
		return nil, err
	}
	r, g, bl, _ := shade.RGBA()
	b.Color, b.LineStyle.Width = color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(bl >> 8), 0x40}, 0
	return b, nil
}

// Write writes the picture as "svg" or "png".
func (p *Picture) Write(w io.Writer, format string) error {
	if len(p.charts) == 0 {
		return ErrNothing
	}
	h := height * vg.Length(len(p.charts))
	var canvas interface {
		vg.CanvasSizer
		io.WriterTo
	}
	switch format {
	case "svg":
		canvas = vgsvg.New(width, h)
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, h), vgimg.UseDPI(192))}
	default:
		return fmt.Errorf("a picture is svg or png, not %q", format)
	}
	tiles := draw.Tiles{Rows: len(p.charts), Cols: 1, PadTop: 8, PadBottom: 8, PadLeft: 8, PadRight: 8, PadY: 12}
	c := draw.New(canvas)
	for i, g := range p.charts {
		g.Draw(tiles.At(c, 0, i))
	}
	_, err := canvas.WriteTo(w)
	return err
}
