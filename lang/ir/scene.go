package ir

import "rulec/lang/source"

// Scene is a fight as data: what stands where, who plays how, and what is fixed.
type Scene struct {
	Name    string
	File    *source.File
	Files   []*source.File // all it was read from: File, then its bestiaries
	Things  []*Thing       // in the order in which they act on equal terms
	Width   int            // of the map, in squares; 0 without one
	Height  int
	Seed    uint64
	HasSeed bool
	Options map[*Option]int64
	Legend  map[rune]string // what a letter of the map stands for, for drawing
	Spare   map[*Record]int // room for entities made later
}

// Thing is one entity of a scene, or a plain record that things share.
type Thing struct {
	Name     string // shown to people, unique
	Template string
	Record   *Record
	Fields   []FieldInit // constant formulas
	X, Y     int         // anchor, when Placed
	Placed   bool
	At       *Expr // where it stands, on a plane
	Tactic   *Tactic
	Wears    []*Expr // conditions it wears from the start
	Glyph    rune    // on the map
	Span     source.Span
	Played   bool // by a person, in `play`
}
