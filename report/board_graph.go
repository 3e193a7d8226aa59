package report

import (
	"fmt"
	"slices"
	"strings"

	"rulec/interp"
)

// spot is a place of a graph as it is drawn.
type spot struct {
	place  int64
	name   string
	next   []int // the places it touches, by index, in the order of the scene
	who    []string
	marked bool
}

// spots lists the places of a graph, and by name who is there.
func (b *Board) spots(m *interp.Machine) []spot {
	places := m.Places()
	out := make([]spot, len(places))
	for i, p := range places {
		out[i] = spot{place: p, name: m.PlaceText(p)}
		for _, n := range m.Borders(p) {
			if k := slices.Index(places, n); k >= 0 && k != i {
				out[i].next = append(out[i].next, k)
			}
		}
		slices.Sort(out[i].next)
	}
	for _, e := range m.Entities() {
		if k := slices.Index(places, m.Place(e)); k >= 0 && b.names[e] != "" {
			out[k].who = append(out[k].who, b.names[e])
		}
	}
	return out
}

// placeLines writes a graph, a line for each place with those it touches, and below it
// who is there. With marks, the places that are marked begin with a star.
func placeLines(list []spot, marks bool) []string {
	var out []string
	for _, s := range list {
		line := "[" + s.name + "]"
		if marks && s.marked {
			line = "*" + line
		} else if marks {
			line = " " + line
		}
		for i, n := range s.next {
			if i == 0 {
				line += " -- "
			} else {
				line += ", "
			}
			line += "[" + list[n].name + "]"
		}
		out = append(out, line)
		for _, l := range wrapped(s.who, ", ") {
			out = append(out, "    "+l)
		}
	}
	return out
}

// wrapped joins texts into lines of some 76 characters.
func wrapped(list []string, sep string) []string {
	var out []string
	line := ""
	for _, s := range list {
		if line != "" && len(line)+len(s) > 76 {
			out = append(out, line)
			line = ""
		}
		if line != "" {
			line += sep
		}
		line += s
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}

// placesSVG draws a graph: its places as boxes on a circle, with lines between those
// that touch.
func placesSVG(b *strings.Builder, list []spot, title string) {
	const wide, high = 180, 64
	n := int64(len(list))
	r := max(150, n*wide/5) // so that neighbours on the circle do not overlap
	w, h := 2*r+wide+40, 2*r+high+40
	svgHead(b, 0, 0, w, h, 14, title)
	at := func(i int) (x, y int64) {
		turn := int64(i) * 3600 / n // tenths of a degree, the first place on top
		return w/2 + r*sine(turn)/1000, h/2 - r*sine(turn+900)/1000
	}
	for i, s := range list {
		for _, k := range s.next {
			if k < i && slices.Contains(list[k].next, i) {
				continue // drawn from the other end
			}
			x, y := at(i)
			x2, y2 := at(k)
			fmt.Fprintf(b, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#666"/>`+"\n", x, y, x2, y2)
		}
	}
	for i, s := range list {
		x, y := at(i)
		fill := "white"
		if s.marked {
			fill = "#ffd27f"
		}
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="#666"/>`+"\n", x-wide/2, y-high/2, wide, high, fill)
		fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle" font-weight="bold">%s</text>`+"\n", x, y-8, escape(s.name))
		fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle" font-size="11">%s</text>`+"\n", x, y+14, escape(strings.Join(s.who, ", ")))
	}
	b.WriteString("</svg>\n")
}

// sine is a thousand times the sine of so many tenths of a degree, after Bhaskara,
// at most two off.
func sine(t int64) int64 {
	t %= 3600
	sign := int64(1000)
	if t >= 1800 {
		t, sign = t-1800, -1000
	}
	k := t * (1800 - t)
	return sign * 4 * k / (4050000 - k)
}
