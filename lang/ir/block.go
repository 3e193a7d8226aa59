package ir

import "rulec/lang/source"

// Block is a set of clauses that hold for a while: always, while somebody wears
// a condition, or for the length of an event.
type Block struct {
	Rule      *Rule      // one of Rule, Condition, Site
	Condition *Condition //
	Site      *Stmt      // the do, offer or choose whose clauses these are
	Frame     *Frame     // of a rule's or condition's while; a site's is the frame it stands in
	For       *Local     // a rule's `for x: T`
	While     *Expr
	Clauses   []*Clause
	Span      source.Span
	Index     int
}

// Name is the name of the rule or condition, or of what the site starts.
func (b *Block) Name() string {
	switch {
	case b == nil:
		return ""
	case b.Rule != nil:
		return b.Rule.Name
	case b.Condition != nil:
		return b.Condition.Name
	case b.Site.Event != nil:
		return b.Site.Event.Name
	}
	return "a choice"
}

// ClauseKind tells what a clause does.
type ClauseKind uint8

// The clauses.
const (
	ModifyClause ClauseKind = iota
	ForbidClause
	HandlerClause
	UntilClause
	RefillClause
	OnceClause
	MonitorClause
)

// Clause is one clause of a block. It runs in a frame of its own (Frame), except
// at a site, where it runs in the frame the site stands in.
type Clause struct {
	Kind     ClauseKind
	Span     source.Span
	Block    *Block
	Frame    *Frame
	Self     *Local // wearer, or the rule's `for`; nil without
	HeldVar  *Local // the application, in conditions
	Pattern  *Pattern
	Modify   *Modify
	Reason   *Message
	Except   *Event // of a forbid
	Body     []*Stmt
	Resource *Resource
	Captures []Capture // of a once, an apply's until: what it took along
	PerHeld  bool      // speaks of the source or parameters: once for each application
	Index    int
}

// Capture copies a local of the place a clause is written in to one of its own.
type Capture struct {
	Outer, Inner *Local
}

// Modify is a clause on a value.
type Modify struct {
	Clause *Clause
	Target *Value
	Owner  *Expr  // the owner must equal this, or nil for any
	Bind   *Local // the running event or the value's own parameters, or nil
	Asking *Local // the value's frame under the value's name
	Args   []PatArg
	How    How
	Amount *Expr
	Bonus  *Bonus
	When   *Expr
	Label  *Message
	Is     *Expr // only this running event
}

// How tells what a modifier does.
type How uint8

// The four kinds, in the order in which they count.
const (
	To How = iota
	By
	AtLeast
	AtMost
)

// Pattern picks events.
type Pattern struct {
	Span    source.Span
	After   bool
	Event   *Event
	Stage   *Stage
	Outcome int // -1 for any
	Args    []PatArg
	Bind    *Local // the event, in the clause's frame
	Is      *Expr  // only this running event
	When    *Expr
}

// PatMode tells how an argument of a pattern must agree.
type PatMode uint8

// The ways of agreeing.
const (
	Equal       PatMode = iota // the field equals the value
	OneOf                      // the field is one of a list
	Contains                   // the field, a list, contains the value
	ContainsAny                // the field, a list, contains one of a list
	Priced                     // the act is paid with the resource
	Fill                       // an action's parameter is filled by the field
)

// PatArg is one argument of a pattern.
type PatArg struct {
	Span     source.Span
	Field    *Local
	Value    *Value // the field is a value of the event
	Attr     *Local // the field is an attribute of an action
	Builtin  string // actor, action, price of act; "" else
	Mode     PatMode
	Expr     *Expr
	Resource *Resource
	Fill     *Local
}
