package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/space"
)

// Drawing is a scene's map with the cells marked for which a formula holds.
type Drawing struct {
	Width, Height int
	Glyphs        []rune // by y*Width + x, 0 where nothing stands
	Marked        []bool
	Formula       string
	Title         string
	m             *interp.Machine
	spots         []spot // of a graph
	frame         frame  // of a plane
	items         []item
	legend        []string
}

// Draw marks every cell of a scene for which a formula holds. In the formula
// `cell` is the cell (a place of a graph, a point of a plane), and each thing and
// place of the scene is known by its name, with underscores for what is no letter
// or digit. It returns nil after a fault.
func Draw(p *pack.Pack, s *ir.Scene, ready *fight.Ready, formula string, log *diag.Log) *Drawing {
	vars := []check.Variable{{Name: "cell", Type: ir.PlaceType}}
	graph := ready.Program.Graph()
	if graph != nil {
		vars[0] = check.Variable{Name: "cell", Record: graph}
	}
	words := []int64{0}
	for _, t := range s.Things {
		if t.Record.Entity || t.Record == graph {
			vars = append(vars, check.Variable{Name: nameOf(t.Name), Record: t.Record})
			words = append(words, ready.Initial.Entity(t))
		}
	}
	q := p.Env.Question(formula, vars, ir.BoolType, log)
	if q == nil {
		return nil
	}
	m := interp.NewMachine(ready.Program)
	m.Load(ready.Initial)
	a := interp.NewAsker(m, q.Frame, q.Vars, q.Expr)
	d := &Drawing{Formula: formula, Title: s.Name, m: m}
	ask := func(place int64) bool {
		if m.Fault() != nil {
			return false
		}
		words[0] = place
		return a.Ask(words...) != 0
	}
	board := NewBoard(s, ready)
	switch {
	case graph != nil:
		d.spots = board.spots(m)
		for i := range d.spots {
			d.spots[i].marked = ask(d.spots[i].place)
		}
	case board.plane:
		d.onPlane(board, ask)
	default:
		d.onGrid(s, board, ask)
	}
	if f := m.Fault(); f != nil {
		log.Errorf(diag.Code(f.Code), f.Span, "%s", f.Message)
		return nil
	}
	return d
}

func (d *Drawing) onGrid(s *ir.Scene, board *Board, ask func(int64) bool) {
	d.Width, d.Height = s.Width, s.Height
	d.Glyphs, d.Marked = make([]rune, s.Width*s.Height), make([]bool, s.Width*s.Height)
	for c, g := range board.shoot(d.m).cells {
		x, y := space.XY(c)
		d.Glyphs[y*s.Width+x] = g
	}
	for i := range d.Marked {
		d.Marked[i] = ask(interp.PlaceWord(i%s.Width, i/s.Width))
	}
}

// onPlane asks about the points at which the characters of the picture begin.
func (d *Drawing) onPlane(board *Board, ask func(int64) bool) {
	shot := board.shoot(d.m)
	if !board.bounds.Some {
		return
	}
	f := framed(board.bounds, board.unit)
	d.frame, d.items, d.legend = f, shot.items, board.legend(shot)
	d.Width, d.Height, d.Glyphs, d.Marked = f.w, f.h, f.fill(shot.items), make([]bool, f.w*f.h)
	for i := range d.Marked {
		at, ok := space.PointAt(f.at(i%f.w, i/f.w))
		d.Marked[i] = ok && ask(at)
	}
}

// nameOf makes a thing's name fit for a formula.
func nameOf(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return '_'
	}, s)
}

// Text writes the drawing with `*` on marked cells; marked cells on which something
// stands are listed below it.
func (d *Drawing) Text(w io.Writer) error {
	var b strings.Builder
	switch {
	case d.spots != nil:
		d.placesText(&b)
	case d.frame.w > 0:
		d.planeText(&b)
	default:
		d.gridText(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (d *Drawing) placesText(b *strings.Builder) {
	n := 0
	for _, s := range d.spots {
		if s.marked {
			n++
		}
	}
	for _, l := range placeLines(d.spots, true) {
		fmt.Fprintf(b, "%s\n", l)
	}
	fmt.Fprintf(b, "%d places: %s\n", n, d.Formula)
}

func (d *Drawing) planeText(b *strings.Builder) {
	cells := slices.Clone(d.Glyphs)
	n, under := 0, 0
	for i, yes := range d.Marked {
		switch {
		case yes && cells[i] != 0:
			n++
			under++
		case yes:
			n++
			cells[i] = '*'
		}
	}
	for _, l := range planeLines(d.m, d.frame, cells) {
		fmt.Fprintf(b, "%s\n", l)
	}
	for _, l := range wrapped(d.legend, "; ") {
		fmt.Fprintf(b, "%s\n", l)
	}
	for _, l := range wrapped(hidden(d.items, cells), ", ") {
		fmt.Fprintf(b, "under another letter: %s\n", l)
	}
	fmt.Fprintf(b, "%d points: %s\n", n, d.Formula)
	if under > 0 {
		fmt.Fprintf(b, "%d of them under letters\n", under)
	}
}

func (d *Drawing) gridText(b *strings.Builder) {
	for _, l := range columns(d.Width) {
		fmt.Fprintf(b, "    %s\n", l)
	}
	for y := range d.Height {
		fmt.Fprintf(b, "%3d ", y+1)
		for x := range d.Width {
			i := y*d.Width + x
			switch {
			case d.Glyphs[i] != 0:
				b.WriteRune(d.Glyphs[i])
			case d.Marked[i]:
				b.WriteByte('*')
			default:
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	n, under := 0, []string{}
	for i, m := range d.Marked {
		if m {
			n++
			if d.Glyphs[i] != 0 {
				under = append(under, cellName(i%d.Width, i/d.Width))
			}
		}
	}
	fmt.Fprintf(b, "%d cells: %s\n", n, d.Formula)
	if len(under) > 0 {
		fmt.Fprintf(b, "also where something stands: %s\n", strings.Join(under, " "))
	}
}

func cellName(x, y int) string { return interp.PlaceName(interp.PlaceWord(x, y)) }

// SVG writes the drawing: of a grid 24 units a cell, of a plane to scale.
func (d *Drawing) SVG(w io.Writer) error {
	var b strings.Builder
	switch {
	case d.spots != nil:
		placesSVG(&b, d.spots, d.Formula)
	case d.frame.w > 0:
		planeSVG(&b, d.m, d.frame, d.items, d.Marked, d.Formula)
	default:
		d.gridSVG(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (d *Drawing) gridSVG(b *strings.Builder) {
	const u = 24
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="14">`+"\n", (d.Width+1)*u, (d.Height+1)*u)
	fmt.Fprintf(b, "<title>%s</title>\n", escape(d.Formula))
	fmt.Fprintf(b, `<rect width="100%%" height="100%%" fill="white"/>`+"\n")
	for x := range d.Width {
		fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle" fill="#666">%s</text>`+"\n", (x+1)*u+u/2, u-7, strings.TrimRight(cellName(x, 0), "0123456789"))
	}
	for y := range d.Height {
		fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle" fill="#666">%d</text>`+"\n", u/2, (y+1)*u+17, y+1)
		for x := range d.Width {
			fill := "none"
			if d.Marked[y*d.Width+x] {
				fill = "#ffd27f"
			}
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="#ccc"/>`+"\n", (x+1)*u, (y+1)*u, u, u, fill)
			if g := d.Glyphs[y*d.Width+x]; g != 0 {
				fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", (x+1)*u+u/2, (y+1)*u+17, escape(string(g)))
			}
		}
	}
	b.WriteString("</svg>\n")
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
