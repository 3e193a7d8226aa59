package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a terminal makes of a text: which characters it must never see as they are,
// and how many columns the others take. Texts come from files nobody vouches for,
// so whatever is not plainly printable (escapes, marks that turn the direction of
// writing, spaces that do not look like one) is shown by its number.

// cell is one character as it is shown.
type cell struct {
	at, end int // its bytes in the line
	show    string
	width   int // columns
}

const tabStop = 4

// cells lays out the bytes [from, to) of a line.
func cells(line string, from, to int) []cell {
	var out []cell
	column := 0
	for i := from; i < to; {
		r, n := utf8.DecodeRuneInString(line[i:])
		c := cell{at: i, end: i + n}
		if r == '\t' {
			c.width = tabStop - column%tabStop
			c.show = strings.Repeat(" ", c.width)
		} else {
			c.show, c.width = shownRune(r, line[i:i+n])
		}
		column += c.width
		out = append(out, c)
		i += n
	}
	return out
}

// shownRune is how a rune, read from some bytes, is shown, and its width.
func shownRune(r rune, bytes string) (string, int) {
	switch {
	case r == utf8.RuneError && len(bytes) == 1:
		s := fmt.Sprintf(`\x%02x`, bytes[0])
		return s, len(s)
	case unicode.IsPrint(r):
		return bytes, runeWidth(r)
	case r == '\n':
		return `\n`, 2
	case r == '\r':
		return `\r`, 2
	case r == '\t':
		return `\t`, 2
	case r < 0x80:
		return fmt.Sprintf(`\x%02x`, r), 4
	}
	s := fmt.Sprintf(`\u{%x}`, r)
	return s, len(s)
}

// printable is a text on one line, fit for a terminal.
func printable(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		show, _ := shownRune(r, s[i:i+n])
		b.WriteString(show)
		i += n
	}
	return b.String()
}

// wide are the blocks of East Asian letters and of pictures that take two columns.
var wide = [][2]rune{
	{0x1100, 0x115f}, {0x231a, 0x231b}, {0x23e9, 0x23ec}, {0x25fd, 0x25fe}, {0x2614, 0x2615}, {0x2648, 0x2653}, {0x26aa, 0x26ab}, {0x26bd, 0x26be},
	{0x26c4, 0x26c5}, {0x26d4, 0x26d4}, {0x26ea, 0x26ea}, {0x26f2, 0x26f5}, {0x26fa, 0x26fd}, {0x2705, 0x2705}, {0x270a, 0x270b}, {0x2728, 0x2728},
	{0x274c, 0x274e}, {0x2753, 0x2757}, {0x2795, 0x2797}, {0x2b1b, 0x2b1c}, {0x2b50, 0x2b50}, {0x2b55, 0x2b55}, {0x2e80, 0x303e}, {0x3041, 0x33ff},
	{0x3400, 0x4dbf}, {0x4e00, 0xa4cf}, {0xa960, 0xa97f}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe6f}, {0xff01, 0xff60}, {0xffe0, 0xffe6},
	{0x16fe0, 0x18cff}, {0x1b000, 0x1b2ff}, {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f19a}, {0x1f200, 0x1f320}, {0x1f32d, 0x1f335},
	{0x1f337, 0x1f37c}, {0x1f37e, 0x1f393}, {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3}, {0x1f3e0, 0x1f3f0}, {0x1f3f4, 0x1f3f4}, {0x1f3f8, 0x1f43e},
	{0x1f440, 0x1f440}, {0x1f442, 0x1f4fc}, {0x1f4ff, 0x1f53d}, {0x1f54b, 0x1f567}, {0x1f57a, 0x1f57a}, {0x1f595, 0x1f596}, {0x1f5a4, 0x1f5a4},
	{0x1f5fb, 0x1f64f}, {0x1f680, 0x1f6c5}, {0x1f6cc, 0x1f6cc}, {0x1f6d0, 0x1f6d7}, {0x1f6eb, 0x1f6ec}, {0x1f6f4, 0x1f6fc}, {0x1f7e0, 0x1f7eb},
	{0x1f90c, 0x1f9ff}, {0x1fa70, 0x1faff}, {0x20000, 0x3fffd},
}

// runeWidth is the number of columns a printable rune takes: 0 for marks that sit on
// the letter before them.
func runeWidth(r rune) int {
	if r < 0x300 {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me) || r >= 0x1160 && r <= 0x11ff {
		return 0
	}
	for _, b := range wide {
		if r >= b[0] && r <= b[1] {
			return 2
		}
	}
	return 1
}
