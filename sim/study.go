package sim

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/ir"
	"rulec/lang/pack"
)

// Format is the number of the format of part files.
const Format = 1

// Head says what is played. Parts with the same head can be joined.
type Head struct {
	Format     int      `json:"rulec_sim"`
	Version    string   `json:"version"` // of rulec
	Pack       string   `json:"pack"`
	Encounter  string   `json:"encounter"` // its name
	Digest     string   `json:"digest"`    // of rules, encounter and options
	Seed       uint64   `json:"seed"`
	Encounters uint64   `json:"encounters"`        // that are to be played, of each variant
	Until      float64  `json:"until,omitempty"`   // stop when intervals of outcomes are no wider
	Options    []string `json:"options,omitempty"` // NAME=READING, as they were set
	Vary       string   `json:"vary,omitempty"`    // what the variants differ in
	Shapes     []*Shape `json:"variants"`          // one if nothing varies
}

// Shape says what is counted of a variant.
type Shape struct {
	Value    string    `json:"value,omitempty"` // of what varies
	Outcomes []string  `json:"outcomes"`
	Slots    []Slot    `json:"measures"`
	Counters []Counter `json:"counters,omitempty"`
}

// Slot is one measure of a fight, or of one thing in it.
type Slot struct {
	Name    string   `json:"name"`
	Of      string   `json:"of,omitempty"`
	Kind    string   `json:"kind"`              // number, truth, member
	Unit    string   `json:"unit,omitempty"`    // of a number with one: its base unit
	Members []string `json:"members,omitempty"` // what the numbers of a member stand for
}

// Match is a measure that two variants have, as indices of their slots. Of a
// member Members is how many there are.
type Match struct{ First, Other, Members int }

// matches pairs the measures of two shapes by name.
func matches(first, other *Shape) []Match {
	type key struct{ name, of, kind string }
	at := map[key]int{}
	for j, b := range other.Slots {
		at[key{b.Name, b.Of, b.Kind}] = j
	}
	var out []Match
	for i, a := range first.Slots {
		if j, ok := at[key{a.Name, a.Of, a.Kind}]; ok && slices.Equal(a.Members, other.Slots[j].Members) {
			out = append(out, Match{i, j, len(a.Members)})
		}
	}
	return out
}

// noOutcome is how a fight ends that is forbidden before it begins.
const noOutcome = "none"

// Kinds of slots.
const (
	kindNumber = "number"
	kindTruth  = "truth"
	kindMember = "member"
)

// Variant is an encounter that is ready to be played, with what is counted of it.
type Variant struct {
	Ready *fight.Ready
	Shape *Shape
	count *counting // nil if nothing is
}

// Study is what is to be played.
type Study struct {
	Head
	Variants []*Variant
	matches  [][]Match // of each variant with the first
}

// Case is one variant before it is looked at.
type Case struct {
	Value string // of what varies
	Pack  *pack.Pack
	Ready *fight.Ready
}

// NewStudy makes a study of an encounter, or of its variants. The head's digest
// and shapes are filled in.
func NewStudy(head Head, counts bool, cases ...Case) *Study {
	s := &Study{Head: head}
	s.Format = Format
	sum := sha256.New()
	fmt.Fprintln(sum, head.Vary)
	for _, c := range cases {
		p := c.Ready.Program.IR()
		fmt.Fprintf(sum, "%s\n%s\n%s\n", c.Value, c.Pack.Digest, p.Entry.Name)
		if p.AskOrder != nil {
			fmt.Fprintln(sum, p.AskOrder.Name)
		}
		for i, o := range p.Options {
			fmt.Fprintf(sum, "%s=%d\n", o.Name, c.Ready.Program.Option(i))
		}
		for _, f := range c.Ready.Scene.Files {
			fmt.Fprintf(sum, "%d\n%s", len(f.Text), f.Text)
		}
		v := &Variant{Ready: c.Ready, Shape: shapeOf(c.Ready)}
		v.Shape.Value = c.Value
		if counts {
			v.count = newCounting(p)
			v.Shape.Counters = v.count.list
		}
		s.Variants = append(s.Variants, v)
		s.Shapes = append(s.Shapes, v.Shape)
		s.matches = append(s.matches, matches(s.Shapes[0], v.Shape))
	}
	s.Digest = hex.EncodeToString(sum.Sum(nil))[:32]
	return s
}

// shapeOf finds what a fight is measured by. The measures are read once before
// anything has happened: which there are does not change.
func shapeOf(r *fight.Ready) *Shape {
	entry := r.Program.IR().Entry
	s := &Shape{Outcomes: append(slices.Clone(entry.Outcomes), noOutcome)}
	m := interp.NewMachine(r.Program)
	m.Load(r.Initial)
	m.Begin(entry)
	seen := map[[2]string]int{}
	for _, v := range m.Measures(m.Root()) {
		t := v.Measure.Body.Type
		slot := Slot{Name: v.Measure.Name, Kind: kindOf(t)}
		if slot.Kind == "" {
			continue
		}
		if v.Of != interp.None {
			slot.Of = m.Name(v.Of)
			key := [2]string{slot.Name, slot.Of}
			if seen[key]++; seen[key] > 1 { // things made later may share a name
				slot.Of = fmt.Sprintf("%s (%d)", slot.Of, seen[key])
			}
		}
		switch t.Kind {
		case ir.Quantity:
			slot.Unit = t.Dim.Base.Name
		case ir.EnumKind:
			slot.Members = t.Enum.Members
		case ir.RecordKind:
			for _, e := range m.Entities() {
				slot.Members = append(slot.Members, m.Name(e))
			}
		}
		s.Slots = append(s.Slots, slot)
	}
	return s
}

// LeftOut lists the measures that cannot be added up over fights: texts, lists.
func (s *Study) LeftOut() []string {
	var out []string
	for _, m := range s.Variants[0].Ready.Program.IR().Measures {
		if kindOf(m.Body.Type) == "" {
			out = append(out, m.Name)
		}
	}
	return out
}

// kindOf is the kind of slot that holds values of a type, or "" if none does.
func kindOf(t *ir.Type) string {
	switch {
	case t.Kind == ir.Int, t.Kind == ir.Quantity:
		return kindNumber
	case t.Kind == ir.Bool:
		return kindTruth
	case t.Kind == ir.EnumKind, t.Kind == ir.RecordKind && t.Record.Entity:
		return kindMember
	}
	return ""
}

// wordOf is a value as it is counted: an entity by its number, and not by where it
// lies in memory.
func wordOf(t *ir.Type, m *interp.Machine, v int64) int64 {
	if t.Kind != ir.RecordKind || v == interp.None {
		return v
	}
	return int64(slices.Index(m.Entities(), v))
}
