package report

import (
	"fmt"
	"io"
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
}

// Draw marks every cell of a scene for which a formula holds. In the formula
// `cell` is the cell, and each thing of the scene is known by its name, with
// underscores for what is no letter or digit. It returns nil after a fault.
func Draw(p *pack.Pack, s *ir.Scene, ready *fight.Ready, formula string, log *diag.Log) *Drawing {
	vars := []check.Variable{{Name: "cell", Type: ir.PlaceType}}
	words := []int64{0}
	for _, t := range s.Things {
		if t.Record.Entity {
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
	d := &Drawing{Width: s.Width, Height: s.Height, Formula: formula, Title: s.Name}
	d.Glyphs, d.Marked = make([]rune, s.Width*s.Height), make([]bool, s.Width*s.Height)
	board := NewBoard(s, ready)
	for c, g := range board.shoot(m).cells {
		x, y := space.XY(c)
		d.Glyphs[y*s.Width+x] = g
	}
	for y := range s.Height {
		for x := range s.Width {
			words[0] = interp.PlaceWord(x, y)
			d.Marked[y*s.Width+x] = a.Ask(words...) != 0
			if f := m.Fault(); f != nil {
				log.Errorf(diag.Code(f.Code), f.Span, "%s", f.Message)
				return nil
			}
		}
	}
	return d
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
	for _, l := range columns(d.Width) {
		fmt.Fprintf(&b, "    %s\n", l)
	}
	for y := range d.Height {
		fmt.Fprintf(&b, "%3d ", y+1)
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
	fmt.Fprintf(&b, "%d cells: %s\n", n, d.Formula)
	if len(under) > 0 {
		fmt.Fprintf(&b, "also where something stands: %s\n", strings.Join(under, " "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func cellName(x, y int) string { return interp.PlaceName(interp.PlaceWord(x, y)) }

// SVG writes the drawing to scale, 24 units a cell.
func (d *Drawing) SVG(w io.Writer) error {
	const u = 24
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="14">`+"\n", (d.Width+1)*u, (d.Height+1)*u)
	fmt.Fprintf(&b, "<title>%s</title>\n", escape(d.Formula))
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="white"/>`+"\n")
	for x := range d.Width {
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle" fill="#666">%s</text>`+"\n", (x+1)*u+u/2, u-7, strings.TrimRight(cellName(x, 0), "0123456789"))
	}
	for y := range d.Height {
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle" fill="#666">%d</text>`+"\n", u/2, (y+1)*u+17, y+1)
		for x := range d.Width {
			fill := "none"
			if d.Marked[y*d.Width+x] {
				fill = "#ffd27f"
			}
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="#ccc"/>`+"\n", (x+1)*u, (y+1)*u, u, u, fill)
			if g := d.Glyphs[y*d.Width+x]; g != 0 {
				fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", (x+1)*u+u/2, (y+1)*u+17, escape(string(g)))
			}
		}
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
