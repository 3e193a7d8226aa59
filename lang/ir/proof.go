package ir

import "rulec/lang/source"

// Proof is an example or a law.
type Proof struct {
	Decl
	Title    string
	Law      bool
	AnyPick  bool // holds for any choice
	Covers   []Row
	Options  []OptionFact
	Supposes []*Suppose
	Frame    *Frame // domains, then givens, then what monitors note
	Domains  []*Domain
	Givens   []*Given
	Map      []*Message
	Width    int // of a map that is not drawn, in squares; 0 for one large enough
	Height   int
	Spare    map[*Record]int // room for things that are made, where it is said
	Steps    []*Step
	Monitors []*Monitor
	Findings []*Finding
}

// Row names a row of the ledger.
type Row struct {
	ID   string
	Span source.Span
}

// OptionFact fixes an option for a proof.
type OptionFact struct {
	Option *Option
	Value  *Expr
	Span   source.Span
}

// Suppose replaces a value whatever it would be.
type Suppose struct {
	Value *Value
	To    *Expr
	Span  source.Span
}

// Domain is one variable of a law and the values it runs through.
type Domain struct {
	Var *Local
	In  *Expr
}

// Given makes one thing (Record) or states one fact (Apply).
type Given struct {
	Span   source.Span
	Var    *Local
	Record *Record
	Fields []FieldInit
	Fact   *Stmt   // apply, or an assignment
	Tactic *Tactic // Var plays by it
	When   *Expr
}

// StepKind tells the lines of `when` apart.
type StepKind uint8

// The steps.
const (
	DoStep    StepKind = iota // do EVENT
	DeedStep                  // x does A: done and paid, it must be legal
	TryStep                   // x tries A: done if legal
	UntilStep                 // goes on until a pattern happens
)

// Step is one thing that happens, with the answers and dice it meets.
type Step struct {
	Kind    StepKind
	Span    source.Span
	Stmt    *Stmt // do
	Deed    *Deed
	Until   *Monitor
	Answers []*Deed // x takes A
	Dice    []*NamedDice
}

// Deed is who does what. Who nil means everyone.
type Deed struct {
	Span      source.Span
	Who       *Expr
	Action    *Event
	Kind      *Expr // the action as a value of a law
	Value     *Expr // takes: the picked value of a `choose`
	Args      []*Expr
	For       *Resource
	InPlaceOf *Event
}

// NamedDice are the faces of the draws made inside events of one name, or, without
// an event, of all draws of the step.
type NamedDice struct {
	Span  source.Span
	Event *Event
	Faces []int64
}

// MonitorKind tells what a monitor notes.
type MonitorKind uint8

// What a proof can note while it runs.
const (
	CountMonitor MonitorKind = iota // how often the clause's pattern came
	FirstMonitor                    // when it came first
	LastMonitor                     // when it came last
	ValueMonitor                    // a member of the latest event when it ended
)

// Monitor is a listener of a proof. Its cell lies in the proof's frame.
type Monitor struct {
	Kind   MonitorKind
	Clause *Clause // the pattern, with a frame of its own
	Cell   *Local
	Expr   *Expr // ValueMonitor
}

// FindingKind tells findings apart.
type FindingKind uint8

// The findings.
const (
	TruthFinding  FindingKind = iota // holds in every outcome
	IsFinding                        // Left is distributed as Right, a dice value
	ChanceFinding                    // a truth about probabilities
	RefuseFinding                    // the deed is refused, by the line with the reason
	ShownFinding                     // claims nothing: a question asks what Left comes to
)

// Finding is one line of `then`.
type Finding struct {
	Kind        FindingKind
	Span        source.Span
	Cond        *Expr
	Left, Right *Expr
	Deed        *Deed
	Reason      *Message
	ReasonText  string
	Chances     []*Expr // the P(...) inside Cond, in order
}
