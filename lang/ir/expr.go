package ir

import "rulec/lang/source"

// Op is what an expression does.
type Op uint8

// The operators. X, Y, Z are Args[0], Args[1], Args[2].
const (
	Const        Op = iota // Int
	TextConst              // Str
	DiceConst              // Str
	LocalOp                // the cell Local of the running frame
	FieldOp                // field Local of X
	AtOp                   // where entity X is
	ValueOp                // Value with Args (owner first, if it has one)
	SpendOp                // what is left of Resource on X
	NativeOp               // Native with Args
	NotOp                  //
	NegOp                  //
	AddOp                  //
	SubOp                  //
	MulOp                  //
	FloorOp                // X / Y rounded down
	CeilOp                 // X / Y rounded up
	NearestOp              // X / Y rounded to nearest, halves up
	ModOp                  // remainder, sign of Y
	EqOp                   //
	NeOp                   //
	LtOp                   //
	LeOp                   //
	GtOp                   //
	GeOp                   //
	AndOp                  //
	OrOp                   //
	CondOp                 // X ? Y : Z
	InOp                   // X in Y (list or set)
	HasOp                  // Y, a map, has X
	IndexOp                // map X at Y
	IsOp                   // X wears Cond [with Args[1] as partner]
	HeldOp                 // the application of Cond on X
	ListOp                 // [Args]
	NewOp                  // a new plain Record with Args for its fields
	LivingOp               // all living of Record
	EnumOp                 // all members of Enum
	RangeOp                // X..Y
	BindOp                 // Fn over Var in X: Y
	BaseOp                 // what a `to` replaces
	OptionOp               // Option's reading
	AttrOp                 // attribute Local of act X
	ActActorOp             // who does act X
	ActActionOp            // which action act X is
	OutcomeOp              // outcome of event X
	ActionOp               // Event as a value
	DeedOp                 // Event with Args, as a deed
	MomentOp               // Moment with Args
	CondValue              // Cond with Args, as a value
	EventOp                // Event by name
	JoinOp                 // parameter Local of Cond joined over X's applications
	CondOfOp               // the condition of held X, by itself
	ActionsOp              // every action
	AbsentOp               // none
	MapOp                  // a map literal: Keys and Args
	PriceOp                // amount of Resource in the price of act X
	DiceAddOp              // dice X + dice or number Y (Int is the sign)
	DiceOfOp               // X dice of Y sides
	ConcatOp               // list X + list Y
	WithoutOp              // list X - list Y
	LengthOp               // what a path X covers, in base units
	ChanceOp               // P(X), in proofs
	MonitorOp              // what a proof noted, in cell Local
	DeedActionOp           // the action of deed X
	TargetsOp              // the entities among the arguments of deed X
	ReplacesOp             // the actions that action X may stand in for
	FractionOp             // Keys[0] / Keys[1], in proofs
	CastOp                 // entity X, which must be of Type.Record
	FrameOp                // the running frame itself, as an event
	SeqOp                  // the length of list X
	PlaceOp                // the square in column Keys[0], row Keys[1]
	ThingOp                // the Thing of a scene, called Str
)

// Expr is a typed expression.
type Expr struct {
	Op   Op
	Type *Type
	Span source.Span
	Args []*Expr
	Int  int64
	Str  string

	Local  *Local
	Value  *Value
	Record *Record
	Enum   *Enum
	Event  *Event
	Cond   *Condition
	Moment *Moment
	Option *Option
	Res    *Resource
	Thing  *Thing
	Fn     string // BindOp
	Native string
	Var    *Local
	Keys   []int64
}

// Constant tells whether the expression is a number known now.
func (e *Expr) Constant() (int64, bool) {
	if e != nil && e.Op == Const {
		return e.Int, true
	}
	return 0, false
}

// Walk visits e and everything below it, parents first.
func (e *Expr) Walk(visit func(*Expr)) {
	if e == nil {
		return
	}
	visit(e)
	for _, a := range e.Args {
		a.Walk(visit)
	}
}
