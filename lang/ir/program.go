// Package ir is the checked program: what the checker makes of syntax trees and
// what the machine is compiled from.
//
// All names are resolved to pointers, every expression has a type, units are
// whole numbers of base units, and every list of the program stands in the order
// of declaration (imports before packs, files by name, then line), which is the
// only order the machine knows: no name takes part in any decision at run time.
//
// The pieces: declarations (this file), rule blocks with their clauses
// (block.go), statements (stmt.go), expressions (expr.go), types (types.go) and
// proofs (proof.go). A Frame is the memory of one activation: an event's
// parameters, fields and locals; a value's owner and parameters; a clause's
// wearer, application and bound event. A Local is one cell of a Frame.
package ir

import "rulec/lang/source"

// Program is everything the checker found in a pack and its imports.
type Program struct {
	Pack       string
	Dimensions []*Dimension
	Units      []*Unit
	Enums      []*Enum
	Records    []*Record
	Values     []*Value // free ones, of records and of events alike
	Bonuses    []*Bonus
	Resources  []*Resource
	Events     []*Event // actions too
	Moments    []*Moment
	Conditions []*Condition
	Measures   []*Measure
	Rules      []*Rule
	Spaces     []*Space
	Options    []*Option
	Tactics    []*Tactic
	Proofs     []*Proof
	Attributes []*Local // what an action may say of itself, with defaults

	AnyEntity *Record // `entity`
	Held      *Record // an application of a condition
	Stretch   *Record // a piece of a run, if some formula asks for pieces
	Actor     *Record // the record that acts, or nil
	Act       *Event  // any action, seen as an event
	Gain      *Event  // a condition comes to be worn
	Lose      *Event  // a condition is worn no more
	Entry     *Event  // what a fight is
	AskOrder  *Value  // who is asked first
	Blocks    []*Block
}

// Decl is what all declarations have.
type Decl struct {
	Name    string
	Printed string // shown to people; Name where nothing is printed
	Doc     string
	Span    source.Span // of the name
	Whole   source.Span // of the declaration
	Cites   []string
	Gaps    []string
	Own     string
	Index   int // among its kind, in order of declaration
	Keyword string
}

// Dimension is what units measure: length, time.
type Dimension struct {
	Name string
	Base *Unit
}

// Unit is a named multiple of its dimension's base unit.
type Unit struct {
	Decl
	Dim       *Dimension
	Factor    int64 // in base units
	RoundUp   bool
	RoundDown bool
}

// Enum is an ordered list of names.
type Enum struct {
	Decl
	Members []string
	Spans   []source.Span
}

// Record is a kind of thing.
type Record struct {
	Decl
	Entity, Place, Actor, Any bool
	Plural                    string
	Fields                    []*Local
	Values                    []*Value
	Resources                 []*Resource
	Requires                  []*Require
	Conditions                []*Condition
	Self                      *Frame           // for defaults, bounds and requires: one local, the thing itself
	Defaults                  map[*Local]*Expr // other defaults for fields of `entity`
}

// Require is a line that data or a deed must satisfy.
type Require struct {
	Span   source.Span
	Advise bool
	Cond   *Expr
	Reason *Message
	Index  int
}

// Frame is the memory of one activation.
type Frame struct {
	Locals []*Local
}

// Add puts a new cell into the frame.
func (f *Frame) Add(name string, t *Type, at source.Span) *Local {
	l := &Local{Name: name, Type: t, Span: at, Index: len(f.Locals)}
	f.Locals = append(f.Locals, l)
	return l
}

// Local is one cell of a frame, or one field of a record or event.
type Local struct {
	Name       string
	Doc        string
	Type       *Type
	Span       source.Span
	Index      int
	Default    *Expr  // of a field or parameter, or nil
	HasDefault bool   // set before Default is checked
	From       *Expr  // of an action's parameter: where its arguments come from
	Join       string // of a condition's parameter: sum, highest, lowest, latest
	Low        *int64 // bounds of a field
	High       *int64
	Field      bool // declared with storage of its own, so that lists lie in it
	Param      bool
	Loop       bool      // what a loop runs over
	Resource   *Resource // for the hidden field that counts what was spent
}

// Value is a formula with a name, open to modifiers.
type Value struct {
	Decl
	Owner  *Record // one of Owner, Of or neither
	Of     *Event
	Frame  *Frame
	Self   *Local // the owner or the running event
	Params []*Local
	Type   *Type
	Body   *Expr
	Table  *Table
	Mods   []*Modify // every clause that can touch it, in order of declaration
	Amount *Resource // set for the amount of a resource
	Pos    int
}

// Table is a value by rows.
type Table struct {
	Rows []*TableRow
}

// TableRow matches when each pattern holds one of its alternatives; no patterns means else.
type TableRow struct {
	Span     source.Span
	Patterns [][]*Expr
	Result   *Expr
}

// Bonus is a way in which modifiers join.
type Bonus struct {
	Decl
	Gains, Losses string // sum, highest, lowest
	AtMost        *int64
	Within        *Bonus
}

// Resource is something spent.
type Resource struct {
	Decl
	On        *Record
	Amount    *Value // what there is before anything is spent
	Spent     *Local
	Refill    *Clause // or nil
	StandsFor []*Resource
}

// Event is anything that happens; an action is one too.
type Event struct {
	Decl
	Frame    *Frame
	Params   []*Local
	Fields   []*Local
	Values   []*Value
	Outcomes []string // as declared; an undeclared event has "done"
	Declared bool     // outcomes were declared
	Stages   []*Stage
	Asks     []*Local
	OrderBy  *Expr
	Tells    []*Tell
	Builtin  bool
	Act      bool // the built-in event that every action also is

	// Actions only.
	Action      bool
	Self        *Local
	OutcomeEnum *Enum // the outcomes as a type, if some formula asks
	Ways        []*Way
	Costs       []*Cost
	Requires    []*Require
	Attributes  []*Attribute // one for each of Program.Attributes that it gives
}

// Outcome finds an outcome by name: its position, or -1. "none" is position -2.
func (e *Event) Outcome(name string) int {
	if name == "none" {
		return NoneOutcome
	}
	for i, o := range e.Outcomes {
		if o == name {
			return i
		}
	}
	return -1
}

// NoneOutcome marks an event that did not happen.
const NoneOutcome = -2

// Tell is a line that a reader of a fight sees; of several the first whose When holds.
type Tell struct {
	Text *Message
	When *Expr
}

// Stage is a part of an event with windows before and after it.
type Stage struct {
	Name  string
	Span  source.Span
	Doc   string
	Body  []*Stmt
	Event *Event
	Loose bool // the body of an event without stages: no windows
}

// Attribute is what an action says of itself.
type Attribute struct {
	Local *Local
	Value *Expr // in the action's frame
	Span  source.Span
}

// Way is one `use` line.
type Way struct {
	Span       source.Span
	Prices     []Price
	Trigger    *Pattern // a reaction's moment; bound in the action's frame
	InPlaceOf  *Event
	Cue        *Expr // a moment held as data
	When       *Expr
	Attributes []*Attribute
	Index      int
}

// Price is so much of a resource.
type Price struct {
	Resource *Resource
	Amount   int
}

// Cost is what every way pays.
type Cost struct {
	Span     source.Span
	Resource *Resource
	Amount   *Expr
	When     *Expr
}

// Moment is a pattern with a name.
type Moment struct {
	Decl
	Frame   *Frame
	Params  []*Local
	Self    *Local
	Pattern *Pattern
}

// Condition is a rule block that an entity wears.
type Condition struct {
	Decl
	On         *Record
	Params     []*Local // as fields of the application
	Partner    *Local   // source or symmetric partner, or nil
	Symmetric  bool
	Derived    *Expr // with its Frame: on exactly while this holds
	Frame      *Frame
	Self       *Local
	Block      *Block
	Includes   []*Condition
	Endless    bool    // until removed
	HeldRecord *Record // the type of its applications, with the parameters as fields
	While      *Expr
}

// Measure is what a fight is reported by.
type Measure struct {
	Decl
	For   *Local
	Frame *Frame
	After *Pattern
	Body  *Expr
	Entry *Local // the entry event, bound by name
}

// Rule is a rule block nobody wears.
type Rule struct {
	Decl
	Block *Block
}

// Space says which geometry a pack has.
type Space struct {
	Decl
	Unit  *Unit
	Place *Record // what the places of a graph are
	When  *Expr
	Hooks []Hook
}

// Hook is a value the geometry asks.
type Hook struct {
	Name  string
	Value *Value
	Span  source.Span
}

// Option is a switch or number fixed before a run.
type Option struct {
	Decl
	Enum         *Enum // the readings, or nil for a number
	Low, High    int64
	Default      int64
	Alternatives []int64
}

// Tactic answers choices.
type Tactic struct {
	Decl
	On    *Record
	Lines []*TacticLine
}

// TacticLine is one preference. Its frame is the actor, then the action's parameters.
type TacticLine struct {
	Span       source.Span
	Action     *Event
	Frame      *Frame
	Self       *Local
	Params     []*Local
	Fixed      []*Expr // arguments given in the line, or nil
	Bound      *Local  // the event a reaction answers, or nil
	When, Best *Expr
}

// Message is a text with formulas in it.
type Message struct {
	Span   source.Span
	Pieces []Piece
}

// Piece is a literal or a formula.
type Piece struct {
	Text string
	Expr *Expr
}

// Plain gives the text as it was written.
func (m *Message) Plain() string {
	if m == nil {
		return ""
	}
	s := ""
	for _, p := range m.Pieces {
		if p.Expr != nil {
			s += "{" + p.Expr.Span.Text() + "}"
		} else {
			s += p.Text
		}
	}
	return s
}
