package report

import (
	"fmt"
	"io"
	"strings"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/ir"
	"rulec/space"
)

// Board draws where everything stands whenever an event starts that the pack
// tells at the top level: a round, say.
type Board struct {
	scene  *ir.Scene
	glyphs map[int64]rune // by entity
	solid  map[int64]rune // what stands still
	shots  map[int]map[space.Cell]rune
}

// NewBoard prepares drawing a scene.
func NewBoard(s *ir.Scene, r *fight.Ready) *Board {
	b := &Board{scene: s, glyphs: map[int64]rune{}, shots: map[int]map[space.Cell]rune{}}
	for _, t := range s.Things {
		if t.Record.Entity && t.Glyph != 0 {
			b.glyphs[r.Initial.Entity(t)] = t.Glyph
		}
	}
	return b
}

// Note keeps the positions at the start of an event.
func (b *Board) Note(m *interp.Machine, e *interp.Entry) {
	if len(e.Event.Tells) == 0 || e.Depth > 1 {
		return
	}
	shot := map[space.Cell]rune{}
	for pass := range 2 {
		for _, x := range m.Entities() {
			g, ok := b.glyphs[x]
			acts := m.Acts(x)
			if !ok || acts != (pass == 1) {
				continue
			}
			for _, c := range m.Cells(x) {
				shot[c] = g
			}
		}
	}
	b.shots[e.Seq] = shot
}

// Draw writes the board as it was when an event started.
func (b *Board) Draw(w io.Writer, seq int) {
	shot := b.shots[seq]
	if shot == nil || b.scene.Width == 0 {
		return
	}
	fmt.Fprintf(w, "    %s\n", letters(b.scene.Width))
	for y := range b.scene.Height {
		var row strings.Builder
		for x := range b.scene.Width {
			g, ok := shot[space.At(x, y)]
			if !ok {
				g = '.'
			}
			row.WriteRune(g)
		}
		fmt.Fprintf(w, "%3d %s\n", y+1, row.String())
	}
}

func letters(n int) string {
	var s strings.Builder
	for i := range n {
		s.WriteByte(byte('A' + i%26))
	}
	return s.String()
}
