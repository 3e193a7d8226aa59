package plot

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// Marks are drawn with the name of each, and give the same bytes every time.
func TestMarks(t *testing.T) {
	names := []string{"Ansa the archer", "Corvin", "Sigrun of the spear", "Falk", "the old lookout", "Brakk", "a very long name indeed"}
	values := make([]Mark, len(names))
	for i := range values {
		values[i] = Mark{float64(i), float64(i) - 0.5, float64(i) + 2}
	}
	draw := func() string {
		var p Picture
		if err := p.Marks(Chart{Title: "who is left"}, names, values); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := p.Write(&b, "svg"); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	svg := draw()
	if svg != draw() {
		t.Error("two pictures of the same marks differ")
	}
	for _, n := range append(names, "who is left") {
		if !strings.Contains(svg, n) {
			t.Errorf("%q is not written", n)
		}
	}
	var p Picture
	if err := p.Marks(Chart{}, nil, nil); !errors.Is(err, ErrNothing) {
		t.Errorf("no marks: %v", err)
	}
	if err := p.Marks(Chart{}, names, values[1:]); err == nil {
		t.Error("fewer marks than labels are drawn")
	}
}
