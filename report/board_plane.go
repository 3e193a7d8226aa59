package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rulec/interp"
	"rulec/space"
)

// item is something on a plane, as it is drawn.
type item struct {
	shape space.Shape
	glyph rune
	name  string
	acts  bool
}

// items lists what is on a plane: the largest first, and those who act on top.
func (b *Board) items(m *interp.Machine) []item {
	var out []item
	for _, acts := range []bool{true, false} { // who acts has the first choice of letters
		for _, e := range m.Entities() {
			s := m.Covers(e)
			if b.names[e] == "" || m.Acts(e) != acts || !s.Some {
				continue
			}
			out = append(out, item{s, b.letterOf(e, acts), b.names[e], acts})
		}
	}
	slices.SortStableFunc(out, func(x, y item) int {
		switch {
		case x.acts != y.acts && x.acts:
			return 1
		case x.acts != y.acts:
			return -1
		case x.acts:
			return 0
		}
		k, l := size(x.shape), size(y.shape)
		switch {
		case k > l:
			return -1
		case k < l:
			return 1
		}
		return 0
	})
	return out
}

func size(s space.Shape) int64 { return (s.X2 - s.X + 2*s.R) * (s.Y2 - s.Y + 2*s.R) }

// letterOf gives a thing a letter that nothing else has: its glyph, or one of its
// name, large if it acts.
func (b *Board) letterOf(e int64, acts bool) rune {
	if g, ok := b.glyphs[e]; ok {
		return g
	}
	t := b.things[e]
	var want []rune
	if t.Glyph != 0 {
		want = append(want, t.Glyph)
	}
	parts := strings.Fields(t.Name)
	if !acts {
		slices.Reverse(parts) // "the black pool" is a pool
	}
	for _, p := range parts {
		r, _ := utf8.DecodeRuneInString(p)
		want = append(want, cased(r, acts))
	}
	for _, r := range t.Name + "abcdefghijklmnopqrstuvwxyz" {
		want = append(want, cased(r, acts))
	}
	want = append(want, []rune(`0123456789:;,'"~=+%&$@!/|`)...)
	g := '?'
	for _, r := range want {
		if r == t.Glyph || (unicode.IsGraphic(r) && !strings.ContainsRune(" .*?#", r)) {
			if b.means[r] == nil {
				g = r
				break
			}
		}
	}
	b.glyphs[e] = g
	b.explain(g, t.Name)
	return g
}

func cased(r rune, large bool) rune {
	if large {
		return unicode.ToUpper(r)
	}
	return unicode.ToLower(r)
}

// frame is how a plane is laid on characters, which are twice as high as wide: the
// one in column i and row j shows the box of step by 2 * step base units that
// begins at the point (x + i*step, y + 2*j*step).
type frame struct {
	x, y, step int64
	w, h       int
}

const (
	maxColumns = 72
	maxRows    = 36
)

// around joins the bounds of two shapes.
func around(a, b space.Shape) space.Shape {
	if !b.Some {
		return a
	}
	b.X, b.Y, b.X2, b.Y2, b.R = b.X-b.R, b.Y-b.R, b.X2+b.R, b.Y2+b.R, 0
	if !a.Some {
		return b
	}
	return space.Shape{Some: true, X: min(a.X, b.X), Y: min(a.Y, b.Y), X2: max(a.X2, b.X2), Y2: max(a.Y2, b.Y2)}
}

// framed picks the finest scale at which something fits a page. Columns begin at
// whole steps.
func framed(s space.Shape, unit int64) frame {
	least := unit
	if unit%10 == 0 {
		least = unit / 10
	}
	for ; ; least *= 10 {
		for _, k := range []int64{1, 2, 5} {
			f := frame{step: k * least}
			x, y := floor(s.X, f.step), floor(s.Y, 2*f.step)
			w, h := floor(s.X2, f.step)-x+1, floor(s.Y2, 2*f.step)-y+1
			if w <= maxColumns && h <= maxRows {
				f.x, f.y, f.w, f.h = x*f.step, 2*y*f.step, int(w), int(h)
				return f
			}
		}
	}
}

// floor divides and rounds down.
func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func (f frame) at(i, j int) (x, y int64) { return f.x + int64(i)*f.step, f.y + 2*int64(j)*f.step }

// fill lays things on a frame, by row; 0 where nothing is.
func (f frame) fill(items []item) []rune {
	out := make([]rune, f.w*f.h)
	for _, it := range items {
		for k := range out {
			x, y := f.at(k%f.w, k/f.w)
			if space.Distance(it.shape, space.Box(x, y, x+f.step-1, y+2*f.step-1)) == 0 {
				out[k] = it.glyph
			}
		}
	}
	return out
}

// planeLines writes a picture of a plane: coordinates above and at the side, and
// the scale below.
func planeLines(m *interp.Machine, f frame, cells []rune) []string {
	sides := make([]string, f.h)
	side := 0
	for j := range f.h {
		_, y := f.at(0, j)
		sides[j] = m.Coordinate(y)
		side = max(side, utf8.RuneCountInString(sides[j]))
	}
	head, used := "", 0
	for i := 0; i < f.w; i += 10 {
		x, _ := f.at(i, 0)
		if l := m.Coordinate(x); i == 0 || used < i {
			head += strings.Repeat(" ", i-used) + l
			used = i + utf8.RuneCountInString(l)
		}
	}
	out := []string{strings.Repeat(" ", side+1) + head}
	for j := range f.h {
		row := []rune(strings.Repeat(" ", side-utf8.RuneCountInString(sides[j])) + sides[j] + " ")
		for i := range f.w {
			g := cells[j*f.w+i]
			if g == 0 {
				g = '.'
			}
			row = append(row, g)
		}
		out = append(out, string(row))
	}
	return append(out, "one column is "+m.Coordinate(f.step)+", one row "+m.Coordinate(2*f.step))
}

// hidden names what has no character of its own on a picture.
func hidden(items []item, cells []rune) []string {
	var out []string
	for _, it := range items {
		if !slices.Contains(cells, it.glyph) {
			out = append(out, it.name)
		}
	}
	return out
}

// planeSVG draws a plane to scale, in base units of length.
func planeSVG(b *strings.Builder, m *interp.Machine, f frame, items []item, marked []bool, title string) {
	s := f.step
	x, y, w, h := f.x-2*s, f.y-2*s, int64(f.w+14)*s, int64(2*f.h+8)*s
	svgHead(b, x, y, w, h, 2*s, title)
	for k, yes := range marked {
		if yes {
			px, py := f.at(k%f.w, k/f.w)
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="#ffd27f"/>`+"\n", px-s/2, py-s, s, 2*s)
		}
	}
	line := max(1, s/10)
	for _, it := range items {
		g := it.shape
		cx, cy := (g.X+g.X2)/2, (g.Y+g.Y2)/2
		switch {
		case it.acts && size(g) == 0:
			fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="%d"/>`+"\n", cx, cy, max(1, s/2))
		case g.R > 0:
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="%d" fill="#888" fill-opacity="0.3" stroke="#666" stroke-width="%d"/>`+"\n",
				g.X-g.R, g.Y-g.R, g.X2-g.X+2*g.R, g.Y2-g.Y+2*g.R, g.R, line)
		default:
			fmt.Fprintf(b, `<path d="M%d %dH%dV%dH%dZ" fill="#888" fill-opacity="0.3" stroke="#666" stroke-width="%d"/>`+"\n", g.X, g.Y, g.X2, g.Y2, g.X, line)
		}
		if it.acts {
			fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`+"\n", cx+s, cy, escape(it.name))
		} else {
			fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle" fill="#666">%s</text>`+"\n", cx, cy, escape(it.name))
		}
	}
	foot := f.y + int64(2*f.h+2)*s
	fmt.Fprintf(b, `<path d="M%d %dH%d" stroke="black" stroke-width="%d"/>`+"\n", f.x, foot, f.x+10*s, line)
	fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`+"\n", f.x, foot+2*s, escape(m.Coordinate(10*s)))
	b.WriteString("</svg>\n")
}

func svgHead(b *strings.Builder, x, y, w, h, font int64, title string) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%d %d %d %d" font-family="sans-serif" font-size="%d">`+"\n", x, y, w, h, font)
	fmt.Fprintf(b, "<title>%s</title>\n", escape(title))
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="white"/>`+"\n", x, y, w, h)
}
