package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/ir"
	"rulec/space"
)

// Board draws where everything stands. It listens to a run and keeps the positions
// at the start of whatever happens right in the root event (a round, for example)
// and at the end; the text report draws those that it wants.
type Board struct {
	scene  *ir.Scene
	glyphs map[int64]rune // by entity
	letter []rune         // in the order of the legend
	means  map[rune][]string
	shots  map[*interp.Entry]*shot
	begin  *shot
	end    *shot
	drawn  *shot         // the last
	known  map[rune]bool // letters whose meaning was written already
	names  map[int64]string
	things map[int64]*ir.Thing
	graph  bool
	plane  bool
	unit   int64       // of a plane
	bounds space.Shape // of a plane: what was ever on it
	m      *interp.Machine
}

// shot is the board at one time.
type shot struct {
	cells map[space.Cell]rune // of a grid
	seen  map[rune]bool
	lines []string // of a graph
	items []item   // of a plane
}

// NewBoard prepares drawing a scene.
func NewBoard(s *ir.Scene, r *fight.Ready) *Board {
	b := &Board{scene: s, glyphs: map[int64]rune{}, means: map[rune][]string{}, shots: map[*interp.Entry]*shot{}, known: map[rune]bool{},
		names: map[int64]string{}, things: map[int64]*ir.Thing{}, graph: r.Program.Graph() != nil}
	b.unit, b.plane = r.Program.Plane()
	for _, t := range s.Things {
		if t.Record.Entity {
			e := r.Initial.Entity(t)
			b.names[e], b.things[e] = t.Name, t
		}
	}
	if b.graph || b.plane {
		return b
	}
	acting := map[rune]bool{}
	for _, t := range s.Things {
		if t.Record.Actor && t.Glyph != 0 {
			acting[t.Glyph] = true
		}
	}
	ground := b.ground(acting)
	for _, t := range s.Things {
		if !t.Record.Entity || t.Glyph == 0 {
			continue
		}
		g, name := t.Glyph, t.Name
		if !t.Record.Actor {
			name = words(t.Template)
			if name == "" {
				name = t.Name
			}
			g = ground[name]
		}
		b.glyphs[r.Initial.Entity(t)] = g
		b.explain(g, name)
	}
	return b
}

// Empty tells whether a scene has nothing to draw.
func (b *Board) Empty(r *fight.Ready) bool {
	if !b.graph && !b.plane {
		return b.scene.Width == 0
	}
	m := interp.NewMachine(r.Program)
	m.Load(r.Initial)
	if b.graph {
		return len(m.Places()) == 0
	}
	return len(b.items(m)) == 0
}

// ground gives every kind of ground a letter that nobody acting has: its own, if
// it has one on this map, else a sign that is free.
func (b *Board) ground(acting map[rune]bool) map[string]rune {
	out := map[string]rune{}
	used := map[rune]bool{}
	var late []string
	for _, t := range b.scene.Things {
		if t.Record.Actor || t.Glyph == 0 {
			continue
		}
		name := words(t.Template)
		if name == "" {
			name = t.Name
		}
		if _, ok := out[name]; !ok {
			out[name] = 0
			late = append(late, name)
		}
		if out[name] == 0 && !acting[t.Glyph] && !used[t.Glyph] {
			out[name] = t.Glyph
			used[t.Glyph] = true
		}
	}
	signs := []rune(`:;,'"~=+*%&$@!?/\|`)
	for _, name := range late {
		for _, s := range signs {
			if out[name] == 0 && !acting[s] && !used[s] {
				out[name] = s
				used[s] = true
			}
		}
		if out[name] == 0 {
			out[name] = '?'
		}
	}
	return out
}

func (b *Board) explain(g rune, name string) {
	if b.means[g] == nil {
		b.letter = append(b.letter, g)
	}
	for _, n := range b.means[g] {
		if n == name {
			return
		}
	}
	b.means[g] = append(b.means[g], name)
}

// Started keeps the positions at the start of an event.
func (b *Board) Started(m *interp.Machine, e *interp.Entry) {
	switch {
	case e.Parent < 0:
		b.begin = b.shoot(m)
	case e.Depth == 1:
		b.shots[e] = b.shoot(m)
	}
}

// Ended keeps the positions at the end of the root event.
func (b *Board) Ended(m *interp.Machine, e *interp.Entry) {
	if e.Parent < 0 {
		b.end = b.shoot(m)
	}
}

// same tells whether two boards look alike.
func (s *shot) same(o *shot) bool {
	return o != nil && maps.Equal(s.cells, o.cells) && slices.Equal(s.lines, o.lines) && slices.Equal(s.items, o.items)
}

// shoot takes the positions: those who act stand on what does not.
func (b *Board) shoot(m *interp.Machine) *shot {
	s := &shot{cells: map[space.Cell]rune{}, seen: map[rune]bool{}}
	switch {
	case b.graph:
		s.lines = placeLines(b.spots(m), false)
		return s
	case b.plane:
		b.m = m
		s.items = b.items(m)
		for _, it := range s.items {
			b.bounds = around(b.bounds, it.shape)
			s.seen[it.glyph] = true
		}
		return s
	}
	for _, acts := range []bool{false, true} {
		for _, x := range m.Entities() {
			g, ok := b.glyphs[x]
			if !ok || m.Acts(x) != acts {
				continue
			}
			for _, c := range m.Cells(x) {
				s.cells[c] = g
			}
		}
	}
	for _, g := range s.cells {
		s.seen[g] = true
	}
	return s
}

// draw writes a board, and what letters mean that were not on a board before.
func (b *Board) draw(p *printer, s *shot) {
	b.drawn = s
	switch {
	case b.graph:
		for _, l := range s.lines {
			p.line(1, l)
		}
	case b.plane:
		if b.bounds.Some {
			f := framed(b.bounds, b.unit)
			cells := f.fill(s.items)
			for _, l := range planeLines(b.m, f, cells) {
				p.line(1, l)
			}
			for _, l := range wrapped(hidden(s.items, cells), ", ") {
				p.line(1, "under another letter: "+l)
			}
		}
	default:
		b.grid(p, s)
	}
	for _, l := range wrapped(b.legend(s), "; ") {
		p.line(1, l)
	}
}

// legend says what letters mean that were not on a board before.
func (b *Board) legend(s *shot) []string {
	var out []string
	for _, g := range b.letter {
		if s.seen[g] && !b.known[g] {
			b.known[g] = true
			out = append(out, string(g)+" "+strings.Join(b.means[g], ", "))
		}
	}
	return out
}

// grid writes squares, with letters of columns above and numbers of rows at the side.
func (b *Board) grid(p *printer, s *shot) {
	w, h := b.scene.Width, b.scene.Height
	side := len(fmt.Sprint(h))
	for _, l := range columns(w) {
		p.line(1, p.dim(strings.Repeat(" ", side+1)+l))
	}
	for y := range h {
		var row strings.Builder
		for x := range w {
			g, ok := s.cells[space.At(x, y)]
			if !ok {
				g = '.'
			}
			row.WriteRune(g)
		}
		p.line(1, p.dim(fmt.Sprintf("%*d", side, y+1))+" "+row.String())
	}
}

// columns names n columns as a spreadsheet does, written downwards.
func columns(n int) []string {
	if n <= 26 {
		return []string{letters(0, n)}
	}
	var upper, lower strings.Builder
	for i := range n {
		if i < 26 {
			upper.WriteByte(' ')
		} else {
			upper.WriteByte(byte('A' + i/26 - 1))
		}
		lower.WriteByte(byte('A' + i%26))
	}
	return []string{upper.String(), lower.String()}
}

func letters(from, to int) string {
	var s strings.Builder
	for i := from; i < to; i++ {
		s.WriteByte(byte('A' + i%26))
	}
	return s.String()
}
