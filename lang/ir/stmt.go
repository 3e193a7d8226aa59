package ir

import "rulec/lang/source"

// StmtKind tells statements apart.
type StmtKind uint8

// The statements.
const (
	LetStmt StmtKind = iota
	RollStmt
	IfStmt
	ForStmt
	RepeatStmt
	DoStmt
	DoDeedStmt
	TogetherStmt
	CreateStmt
	DestroyStmt
	OfferStmt
	ChooseStmt
	ApplyStmt
	RemoveStmt
	EndStmt
	OnceStmt
	AssignStmt
	CallStmt
)

// Stmt is one statement with everything resolved. Which fields are used depends
// on the kind; see the comments.
type Stmt struct {
	Kind StmtKind
	Span source.Span

	Var  *Local // let, roll, for, do..as, choose, apply..as, create..as
	Expr *Expr  // the value, dice, condition of an if, list of a for, deed, place, who
	Body []*Stmt
	Else []*Stmt

	Where  *Expr   // for
	Sorted []*Expr // for: keys, ascending

	Times, While, Upto *Expr // repeat

	Event *Event   // do, end
	Args  []*Expr  // do: one for each parameter, nil for a default
	Block *Block   // clauses of do, offer, choose, or nil
	Arms  []*Arm   // on OUTCOME
	Bind  *Local   // the cell in which the event of a do is known to its clauses
	What  []*Offer // offer
	Any   bool     // offer any
	May   bool
	By    *Expr // choose: who; apply, remove: source or partner
	To    *Expr // offer, apply, remove: whom

	Condition *Condition // apply, remove, or nil when Expr is a condition value or a held
	CondArgs  []*Expr    // apply
	Until     []*Clause  // apply

	Outcome int      // end
	Where2  *Local   // end: the cell that knows the running event, or nil where the body stands in it
	Outer   bool     // end: the innermost running one
	Cells   []*Local // for, remove: the list as it was, and the position in it
	Message *Message // end's reason, choose's prompt

	Clause *Clause // once
	Delay  *Expr   // once: a time, or nil

	Target *Expr // assign
	Op     string
	Record *Record // create
	Fields []FieldInit
}

// FieldInit gives a field of a new thing.
type FieldInit struct {
	Field *Local
	Value *Expr
}

// Arm is `on OUTCOME { }`.
type Arm struct {
	Outcome int
	Body    []*Stmt
	Span    source.Span
}

// Offer is one action of an `offer`, perhaps with arguments.
type Offer struct {
	Action *Event
	Args   []*Expr // nil where open
	Deed   *Expr   // or a deed held as data
}
