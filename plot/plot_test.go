package plot

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func svg(t *testing.T, p *Picture) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Lines have bands in a lighter shade, marks, and names in the legend.
func TestLines(t *testing.T) {
	var p Picture
	x := []float64{1, 2, 3}
	err := p.Lines(Chart{"growth", "round", "left"},
		Line{Name: "first", X: x, Y: []float64{1, 2, 4}, Low: []float64{0, 1, 3}, High: []float64{2, 3, 5}},
		Line{Name: "second", X: x, Y: []float64{3, 3, 3}, Steps: true, Marks: true})
	if err != nil {
		t.Fatal(err)
	}
	s := svg(t, &p)
	for _, want := range []string{">growth<", ">round<", ">left<", ">first<", ">second<", "fill-opacity:0.25", "stroke:#E69F00"} {
		if !strings.Contains(s, want) {
			t.Errorf("the picture lacks %s", want)
		}
	}
	if strings.Count(s, "fill-opacity") != 1 {
		t.Error("a line without a band has one")
	}
	if s != svg(t, &p) {
		t.Error("another picture of the same")
	}
}

// Charts stand one below the other.
func TestPictureGrows(t *testing.T) {
	var p Picture
	for range 3 {
		if err := p.Bars(Chart{}, []string{"a"}, Bar{Values: []float64{1}}); err != nil {
			t.Fatal(err)
		}
	}
	if s := svg(t, &p); !strings.Contains(s, `height="720pt"`) {
		t.Error(s[:120])
	}
}

func TestRefused(t *testing.T) {
	var p Picture
	if err := p.Bars(Chart{}, nil); !errors.Is(err, ErrNothing) {
		t.Error(err)
	}
	if err := p.Lines(Chart{}); !errors.Is(err, ErrNothing) {
		t.Error(err)
	}
	if err := p.Write(&bytes.Buffer{}, "svg"); !errors.Is(err, ErrNothing) {
		t.Error(err)
	}
	if p.Bars(Chart{}, []string{"a"}, Bar{Values: []float64{1, 2}}) == nil || p.Lines(Chart{}, Line{X: []float64{1}, Y: nil}) == nil {
		t.Error("lists of different lengths are drawn")
	}
	var q Picture
	if err := q.Bars(Chart{}, []string{"a"}, Bar{Values: []float64{1}}); err != nil {
		t.Fatal(err)
	}
	if q.Write(&bytes.Buffer{}, "gif") == nil {
		t.Error("a format that is not there")
	}
}

// Labels that would run into each other are left out.
func TestLabelled(t *testing.T) {
	if n := labelled([]string{"1", "2", "3"}); n != 1 {
		t.Error(n)
	}
	long := make([]string, 40)
	for i := range long {
		long[i] = "1000..1999"
	}
	if n := labelled(long); n < 5 || n > 8 {
		t.Error(n)
	}
}
