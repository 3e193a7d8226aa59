package data

import (
	"strconv"
	"unicode"

	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/tomltree"
)

// board is the map as it is drawn. Lines that are shorter than the longest end in
// free ground.
type board struct {
	drawn *tomltree.Value
	w, h  int
	lines [][]rune
	taken [][]bool // letters that stand for somebody already
}

// maxSide is how many squares a map may have to a side.
const maxSide = 256

// spot is where something is to stand, and where the file says so.
type spot struct {
	x, y int
	at   source.Span
}

// open tells whether a letter is free ground.
func open(c rune) bool { return c == '.' || c == ' ' }

func (r *reader) drawn(v *tomltree.Value) *board {
	b := &board{drawn: v}
	for _, l := range v.Lines() {
		line := []rune(l)
		b.w = max(b.w, len(line))
		b.lines = append(b.lines, line)
		b.taken = append(b.taken, make([]bool, len(line)))
	}
	b.h = len(b.lines)
	if b.w == 0 {
		r.log.Errorf(diag.BadMap, v.Span, "this map has no square").WithHelp("draw one character a square; a dot is free ground")
		return nil
	}
	if b.w > maxSide || b.h > maxSide {
		r.log.Errorf(diag.BadMap, v.Span, "this map has %d x %d squares, and a side may have %d", b.w, b.h, maxSide)
		return nil
	}
	return b
}

func (b *board) holds(x, y, n int) bool {
	return x >= 0 && y >= 0 && n <= b.w && n <= b.h && x <= b.w-n && y <= b.h-n
}

// next takes the first letter g that nobody stands for yet, with those of the same
// letter that its base of n covers.
func (b *board) next(g rune, n int) (spot, bool) {
	for y, line := range b.lines {
		for x, c := range line {
			if c != g || b.taken[y][x] {
				continue
			}
			for v := y; v < y+n && v < b.h; v++ {
				for u := x; u < x+n && u < len(b.lines[v]); u++ {
					b.taken[v][u] = b.taken[v][u] || b.lines[v][u] == g
				}
			}
			return spot{x, y, b.drawn.LineSpan(y, x, x+1)}, true
		}
	}
	return spot{}, false
}

// square names a square as check.Square reads it.
func square(x, y int) string {
	col := string(rune('A' + x%26))
	if x >= 26 {
		col = string(rune('A'+x/26-1)) + col
	}
	return col + strconv.Itoa(y+1)
}

func (r *reader) offMap(at source.Span, what string) {
	r.log.Errorf(diag.OffMap, at, "%s lies outside the map", what).
		WithHelp("its squares go from A1 to %s", square(r.board.w-1, r.board.h-1))
}

// spots reads `at`: a square by name or as [column, row] from 1, or a list of them.
func (r *reader) spots(v *tomltree.Value) []spot {
	if v.Kind == tomltree.KindArray && !(len(v.Items) == 2 && v.Items[0].Kind == tomltree.KindInt) {
		var out []spot
		for _, item := range v.Each(r.log, `an entry of "at"`, tomltree.KindString, tomltree.KindArray) {
			if s, ok := r.spot(item); ok {
				out = append(out, s)
			}
		}
		return out
	}
	if s, ok := r.spot(v); ok {
		return []spot{s}
	}
	return nil
}

func (r *reader) spot(v *tomltree.Value) (spot, bool) {
	if !v.Want(r.log, `"at"`, tomltree.KindString, tomltree.KindArray) {
		return spot{}, false
	}
	x, y, ok := 0, 0, false
	if v.Kind == tomltree.KindString {
		x, y, ok = check.Square(v.Str)
	} else if len(v.Items) == 2 && v.Items[0].Kind == tomltree.KindInt && v.Items[1].Kind == tomltree.KindInt {
		a, b := v.Items[0].Int, v.Items[1].Int
		x, y, ok = int(min(max(a, 0), 1<<20))-1, int(min(max(b, 0), 1<<20))-1, true
	}
	if !ok {
		r.log.Errorf(diag.WrongValue, v.Span, "this is no square").
			WithHelp(`write "C4", a letter for the column and a number for the row, or [3, 4]`)
		return spot{}, false
	}
	if r.board == nil {
		r.log.Errorf(diag.OffMap, v.Span, "this encounter has no map to stand on").WithHelp(`draw one: map = """..."""`)
		return spot{}, false
	}
	return spot{x, y, v.Span}, true
}

// leftovers reports the letters that stand for nothing, each letter once.
func (f *filler) leftovers(legend map[rune]bool) {
	b := f.board
	seen := map[rune]bool{}
	for y, line := range b.lines {
		for x, c := range line {
			if open(c) || b.taken[y][x] || seen[c] || f.failed[c] || legend[c] && f.glyphs[c] == 0 {
				continue
			}
			seen[c] = true
			at := b.drawn.LineSpan(y, x, x+1)
			if n := f.glyphs[c]; n > 0 {
				f.log.Errorf(diag.BadMap, at, "the map has more %q than things that are drawn so: %d", string(c), n).
					WithHelp("change `count`, or the map")
				continue
			}
			if f.blind {
				continue
			}
			d := f.log.Errorf(diag.BadMap, at, "nothing says what %q on the map is", string(c))
			if o := otherCase(c); legend[o] || f.glyphs[o] > 0 {
				d.WithLabel("did you mean %q?", string(o))
			}
			d.WithHelp("explain it under [legend], or give it to somebody as glyph; a dot is free ground")
		}
	}
}

func otherCase(c rune) rune {
	if unicode.IsUpper(c) {
		return unicode.ToLower(c)
	}
	return unicode.ToUpper(c)
}

// overlaps reports those of the acting record that share a square.
func (r *reader) overlaps(things []*ir.Thing, spots map[*ir.Thing]spot) {
	held := map[[2]int]*ir.Thing{}
	for _, t := range things {
		if !t.Placed || !t.Record.Actor {
			continue
		}
		n := r.width(t)
		told := false
		for y := t.Y; y < t.Y+n; y++ {
			for x := t.X; x < t.X+n; x++ {
				other := held[[2]int{x, y}]
				if other == nil {
					held[[2]int{x, y}] = t
				} else if !told {
					told = true
					r.log.Errorf(diag.Overlap, spots[t].at, "%s and %s both stand on %s", t.Name, other.Name, square(x, y)).
						WithRelated(spots[other].at, "%s stands here", other.Name)
				}
			}
		}
	}
}

// width is how many squares wide the base of a thing is.
func (r *reader) width(t *ir.Thing) int {
	if r.edge == nil {
		return 1
	}
	x := defaultOf(t.Record, r.edge)
	for _, f := range t.Fields {
		if f.Field == r.edge {
			x = f.Value
		}
	}
	if n, ok := x.Constant(); ok && n > 1 {
		return int(min(n, maxSide+1))
	}
	return 1
}
