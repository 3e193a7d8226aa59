package ir

import (
	"strconv"
	"strings"
)

// Kind is the shape of a value.
type Kind uint8

// The kinds. Every value is one machine word; lists, sets, maps, records and
// running events are words that say where the thing lies.
const (
	Invalid     Kind = iota
	Bool             // 0 or 1
	Int              // a whole number
	Text             // an interned text
	Dice             // an interned pool of dice
	Quantity         // a whole number of base units of a dimension
	EnumKind         // the position of a member
	RecordKind       // an entity, a place record or a plain record
	EventKind        // a running event
	PlaceKind        // a square, an area or a point, as the space has it
	ShapeKind        // a region of space
	List             // of at most Cap elements
	Set              // a list without repeats, in ascending order
	Map              // from an enum to values
	ActionKind       // an action by itself
	DeedKind         // an action with its arguments
	MomentKind       // a moment with its arguments
	CondKind         // a condition with its arguments
	OutcomeKind      // how an event ended
	EventName        // an event by itself
	NoneKind         // the type of `none`
)

// Type describes a value. Types are compared with Same, never with ==.
type Type struct {
	Kind   Kind
	Dim    *Dimension // of a quantity
	Enum   *Enum      // of an enum, or the key of a map
	Record *Record
	Event  *Event // of a running event, or of an outcome
	Elem   *Type  // of a list, set or map
	Cap    int    // of a list or set that is stored; 0 where it follows from the entities
	Opt    bool   // may be absent
	Path   bool   // a list of places that is a way
	Mutual bool   // a list that holds on both sides: `symmetric`
}

// Types that need no more than their kind.
var (
	BoolType   = &Type{Kind: Bool}
	IntType    = &Type{Kind: Int}
	TextType   = &Type{Kind: Text}
	DiceType   = &Type{Kind: Dice}
	PlaceType  = &Type{Kind: PlaceKind}
	ShapeType  = &Type{Kind: ShapeKind}
	PathType   = &Type{Kind: List, Elem: &Type{Kind: PlaceKind}, Path: true}
	ActionType = &Type{Kind: ActionKind}
	DeedType   = &Type{Kind: DeedKind}
	MomentType = &Type{Kind: MomentKind}
	CondType   = &Type{Kind: CondKind}
	NoneType   = &Type{Kind: NoneKind, Opt: true}
	NameType   = &Type{Kind: EventName}
	BadType    = &Type{Kind: Invalid}
)

// ListOf makes the type of a list that lives as long as a formula.
func ListOf(t *Type) *Type { return &Type{Kind: List, Elem: t} }

// SetOf makes the type of a set that lives as long as a formula.
func SetOf(t *Type) *Type { return &Type{Kind: Set, Elem: t} }

// Maybe makes the optional form of a type.
func (t *Type) Maybe() *Type {
	if t.Opt {
		return t
	}
	c := *t
	c.Opt = true
	return &c
}

// Sure makes the form of a type that is certainly there.
func (t *Type) Sure() *Type {
	if !t.Opt {
		return t
	}
	c := *t
	c.Opt = false
	return &c
}

// Sequence tells whether the type is a list or a set.
func (t *Type) Sequence() bool { return t.Kind == List || t.Kind == Set }

// Ordered tells whether values of the type compare with < and have a least.
func (t *Type) Ordered() bool {
	return t.Kind == Int || t.Kind == Quantity || t.Kind == EnumKind
}

// Entity tells whether the type is a record of things in the world.
func (t *Type) Entity() bool { return t.Kind == RecordKind && t.Record.Entity }

// Fits tells whether a value of type t may stand where u is expected.
func (t *Type) Fits(u *Type) bool {
	if t.Kind == Invalid || u.Kind == Invalid {
		return true
	}
	if t.Kind == NoneKind {
		return u.Opt
	}
	if t.Opt && !u.Opt {
		return false
	}
	if t.Sequence() && u.Sequence() {
		return t.Kind == u.Kind && (t.Elem.Kind == Invalid || t.Elem.Fits(u.Elem)) || t.Kind == List && u.Kind == Set && t.Elem.Fits(u.Elem)
	}
	if t.Kind != u.Kind {
		return t.Kind == RecordKind && t.Record.Place && u.Kind == PlaceKind
	}
	switch t.Kind {
	case Quantity:
		return t.Dim == u.Dim
	case EnumKind:
		return t.Enum == u.Enum
	case RecordKind:
		return t.Record == u.Record || u.Record.Any && t.Record.Entity
	case EventKind:
		return t.Event == u.Event || u.Event.Act && t.Event.Action
	case Map:
		return t.Enum == u.Enum && t.Elem.Fits(u.Elem)
	}
	return true
}

// Same tells whether two types have the same values.
func (t *Type) Same(u *Type) bool { return t.Fits(u) && u.Fits(t) }

func (t *Type) String() string {
	var b strings.Builder
	switch t.Kind {
	case Invalid:
		b.WriteString("something wrong")
	case Bool:
		b.WriteString("truth")
	case Int:
		b.WriteString("number")
	case Text:
		b.WriteString("text")
	case Dice:
		b.WriteString("dice")
	case Quantity:
		b.WriteString(t.Dim.Name)
	case EnumKind:
		b.WriteString(t.Enum.Name)
	case RecordKind:
		b.WriteString(t.Record.Name)
	case EventKind:
		b.WriteString("running " + t.Event.Name)
	case PlaceKind:
		b.WriteString("place")
	case ShapeKind:
		b.WriteString("shape")
	case List:
		if t.Path {
			b.WriteString("path")
		} else {
			b.WriteString("list of " + t.Elem.String())
		}
	case Set:
		b.WriteString("set of " + t.Elem.String())
	case Map:
		b.WriteString("map of " + t.Enum.Name + " to " + t.Elem.String())
	case ActionKind:
		b.WriteString("action")
	case DeedKind:
		b.WriteString("deed")
	case MomentKind:
		b.WriteString("moment")
	case CondKind:
		b.WriteString("condition")
	case OutcomeKind:
		b.WriteString("outcome of " + t.Event.Name)
	case EventName:
		b.WriteString("event")
	case NoneKind:
		return "none"
	}
	if t.Cap > 0 {
		b.WriteString(" up to " + strconv.Itoa(t.Cap))
	}
	if t.Opt {
		b.WriteString("?")
	}
	return b.String()
}
