// Package tomltree reads TOML files as trees in which every key and every value
// knows where it stands.
//
// Whoever checks a data file must be able to point at any part of it, and no Go
// library keeps those places. So scanner and tree are our own (scan.go, text.go,
// scalar.go, table.go), follow TOML 1.1, and go on after a fault, so that one run
// reports them all. A file they find nothing wrong with is read once more by
// BurntSushi/toml: a file is good only if both say so, and a fuzz test holds the
// data of the two against each other.
//
// A tree is asked by name: Get, Want and Need note what was asked for, and Unread
// then reports every key that nobody wanted, with the nearest name somebody did.
package tomltree

import (
	"sort"
	"strings"

	"rulec/lang/source"
)

// Kind tells what a value is.
type Kind int

// The kinds of values.
const (
	KindString Kind = iota
	KindInt
	KindBool
	KindFloat
	KindDatetime
	KindArray
	KindTable
)

var kindNames = [...]string{
	"a text", "a whole number", "true or false", "a number with a fraction", "a date or time", "a list", "a table",
}

// String names the kind as designers do: "a whole number".
func (k Kind) String() string {
	if k < 0 || int(k) >= len(kindNames) {
		return "nothing known"
	}
	return kindNames[k]
}

// Value is one value and its place.
//
// The span of a text includes its quotes, that of a list or an inline table its
// brackets. A table made by a header stands at its header; a list made by
// [[headers]] at the first of them; a table made by a dotted key at that part of
// the key.
type Value struct {
	Kind  Kind
	Span  source.Span
	Str   string   // the content of a text, line ends as "\n"; a fraction or date as written
	Int   int64    // of a KindInt
	Bool  bool     // of a KindBool
	Items []*Value // of a KindArray
	Table *Table   // of a KindTable

	listed bool  // made by [[headers]], which may add to it
	runs   []run // where the bytes of Str come from
	lines  []int // where in Str its lines begin
}

// Key is one name in a table. Of a dotted key or header each part is a Key of its own.
type Key struct {
	Name  string // without quotes
	Span  source.Span
	Value *Value
	Used  bool // somebody asked for it
}

// Table is a set of keys in the order of the file.
//
// Its span is the place to point at when something is missing in it: the header,
// the braces, the part of a dotted key; of the whole file it is the empty span at
// its start.
type Table struct {
	Span source.Span
	Keys []*Key

	origin origin
	depth  int
	index  map[string]*Key
	asked  map[string]bool
}

// origin tells how a table came to be, and thereby what may still be added to it.
type origin int8

const (
	implied origin = iota // by a header below it: [a.b] implies a
	headed                // by its own header; also the whole file
	dotted                // by a dotted key
	inline                // by braces: complete as it stands
)

func newTable(at source.Span, o origin, depth int) *Table {
	return &Table{Span: at, origin: o, depth: depth, index: map[string]*Key{}}
}

func (t *Table) add(k *Key) {
	t.Keys = append(t.Keys, k)
	t.index[k.Name] = k
}

// Has tells whether a key is there, without asking for it.
func (t *Table) Has(name string) bool { return t != nil && t.index[name] != nil }

// Get asks for a key: it is marked as used, or nil if it is not there.
func (t *Table) Get(name string) *Key {
	if t == nil {
		return nil
	}
	if t.asked == nil {
		t.asked = map[string]bool{}
	}
	t.asked[name] = true
	k := t.index[name]
	if k != nil {
		k.Used = true
	}
	return k
}

// run says where a stretch of a text's content stands in the file: byte for byte
// from From on if To is 0, else the whole of it for all of [From, To), an escape.
type run struct {
	At, From, To int
}

// Lines returns the lines of a text's content; a line end at the very end begins no line.
func (v *Value) Lines() []string {
	if v.Str == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(v.Str, "\n"), "\n")
}

// LineSpan returns the place of the characters [from, to) of line i of a text's
// content, all counted from 0 in runes. What lies beyond the line is cut off; a
// line that is not there gives the place of the whole value.
func (v *Value) LineSpan(i, from, to int) source.Span {
	if v.Kind != KindString || i < 0 || i >= len(v.lines) {
		return v.Span
	}
	end := len(v.Str)
	if i+1 < len(v.lines) {
		end = v.lines[i+1] - 1
	}
	line := v.Str[v.lines[i]:end]
	first := v.lines[i] + runeOffset(line, from)
	last := max(first, v.lines[i]+runeOffset(line, to))
	start, _ := v.origin(first)
	if first == last {
		return source.Span{File: v.Span.File, Start: start, End: start}
	}
	_, stop := v.origin(last - 1)
	return source.Span{File: v.Span.File, Start: start, End: stop}
}

// origin finds where byte i of the content stands in the file; the byte after the
// last stands at the closing quotes.
func (v *Value) origin(i int) (start, end int) {
	n := sort.Search(len(v.runs), func(n int) bool { return v.runs[n].At > i }) - 1
	if n < 0 {
		return v.Span.Start, v.Span.End
	}
	r := v.runs[n]
	if r.To != 0 {
		return r.From, r.To
	}
	return r.From + i - r.At, r.From + i - r.At + 1
}

// runeOffset is the byte offset of rune n of a text, or its length.
func runeOffset(s string, n int) int {
	for i := range s {
		if n <= 0 {
			return i
		}
		n--
	}
	return len(s)
}
