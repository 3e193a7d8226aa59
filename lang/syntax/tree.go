package syntax

import "rulec/lang/source"

// The whole syntax tree. Every node's comment shows its source form. Nodes are
// made by the parser and never changed afterwards; the checker hangs nothing on
// them. The unions Decl, Member, Clause, Stmt, Section and Expr are sealed by an
// unexported method, so that a type switch over them can be complete.

// Node is anything with a place.
type Node interface{ At() source.Span }

// Place is embedded in every node.
type Place struct{ Span source.Span }

// At returns the span of the node.
func (p Place) At() source.Span { return p.Span }

// Ident is a name and where it stands. The zero Ident (Name "") is an absent one.
type Ident struct {
	Place
	Name string
}

// Text is a string literal; Value has its escapes undone, braces kept.
type Text struct {
	Place
	Value string
}

// File is one .rule file.
type File struct {
	Source   *source.File
	About    Ident // the pack that `about NAME` says the file is about, or nothing
	Decls    []Decl
	Comments []Comment // in order, `//` and `///` alike, for the formatter
}

// Comment is one `// text` or `/// text` up to the end of its line.
type Comment struct {
	Place
	Text string // with its slashes
	Doc  bool   // begins with ///
}

// Head is what any declaration may have.
//
//	/// Doc
//	override event NAME(...) "Printed" { cite "A", "B"; own "why"; gap "..." }
type Head struct {
	Place            // of the whole declaration
	Keyword  Ident   // `event`, `condition`, ...
	Name     Ident   // absent in proofs
	Printed  *Text   // the name shown to people
	Doc      string  // lines of /// above, without slashes
	Override bool    // `override` stands in front
	Cites    []*Text // sections of the source
	Gaps     []*Text // what the source leaves open
	Own      *Text   // why a declaration has no source: own "arithmetic"
}

// Decl is any declaration.
type Decl interface {
	Node
	Header() *Head
	decl()
}

// Header returns the head itself; it makes every declaration a Decl.
func (h *Head) Header() *Head { return h }
func (*Head) decl()           {}

// ---- Declarations ---------------------------------------------------------

type (
	// Unit: `unit s: time` (Base "time") or `unit square = 5 ft, rounded down`.
	Unit struct {
		Head
		Base    Ident // the dimension of a base unit, or absent
		Of      Expr  // the quantity, or nil
		Rounded Ident // `down`, `up` or absent
	}

	// Enum: `enum N { a, b, c }`.
	Enum struct {
		Head
		Members []Ident
	}

	// Record: `record N is entity plural P { members }`.
	Record struct {
		Head
		Is      Ident // entity, place, actor or absent
		Plural  Ident
		Members []Member
	}

	// Extend: `extend N { members }` of a record, an event, or entity, action, held.
	Extend struct {
		Head
		Members []Member
	}

	// Value: `value T.N(params): type = formula cite "..."`, also inside records and events.
	Value struct {
		Head
		Owner  Ident // T of `T.N`, or absent
		Params []*Param
		Type   *Type
		Body   Expr
	}

	// Table: `table N(params) "Printed": type { pattern, pattern -> result; else -> result }`.
	Table struct {
		Head
		Params []*Param
		Result *Type
		Rows   []*TableRow
	}

	// Bonus: `bonus N { gains highest; losses sum; at most 4; within M }`.
	Bonus struct {
		Head
		Gains, Losses Ident // sum, highest, lowest; absent means sum
		AtMost        Expr
		Within        Ident
	}

	// Resource: `resource N on T = F refill PATTERN stands for A, B`.
	Resource struct {
		Head
		On        Ident
		Amount    Expr
		Refill    *Pattern
		StandsFor []Ident
	}

	// Event: `event N(params) "Printed" -> outcome | outcome { members }`. A body of
	// loose statements is kept as statements among Members.
	Event struct {
		Head
		Params   []*Param
		Outcomes []Ident
		Members  []Member
	}

	// Action: `action N(params) "Printed" -> outcomes { items }`.
	Action struct {
		Head
		Params   []*Param
		Outcomes []Ident
		Members  []Member // Use, Cost, Attribute, Require, Value, Stage, Statement
	}

	// Moment: `moment N(params) "Printed" for self: T = PATTERN`.
	Moment struct {
		Head
		Params  []*Param
		For     *Param
		Pattern *Pattern
	}

	// Condition: `condition N(params) "Printed" on T by src: U = F { clauses }`.
	Condition struct {
		Head
		Params  []*Param
		On      Ident
		Partner *Param // after by or with, or nil
		With    bool   // the partner stands after `with`: symmetric
		Derived Expr   // after =, or nil
		Clauses []Clause
	}

	// Measure: `measure N for x: T after PATTERN = F`.
	Measure struct {
		Head
		For   *Param
		After *Pattern
		Body  Expr
	}

	// Rule: `rule N "Printed" for x: T while F { clauses }`.
	Rule struct {
		Head
		For     *Param
		While   Expr
		Clauses []Clause
	}

	// Space: `space grid of square when F { hook value; ... }`.
	Space struct {
		Head  // Name is the kind: grid, graph, plane
		Unit  Ident
		When  Expr
		Hooks []*Hook
	}

	// Option: `option N "Printed": a | b = a { clauses }` or
	// `option N: int in 5..30 = 15 alternatives 10, 20 { clauses }`.
	Option struct {
		Head
		Readings     []Ident // nil for a number
		Low, High    Expr    // bounds of a number, or nil
		Default      Expr
		Alternatives []Expr
	}

	// Tactic: `tactic N "Printed" on T { do A when F best by F; ... }`.
	Tactic struct {
		Head
		On    Ident
		Lines []*TacticLine
	}

	// Proof: `example "..." { sections }` or `law "..." { sections }`.
	Proof struct {
		Head
		Law      bool
		Title    Text
		Sections []Section
	}
)

// TableRow is `[a, b], c -> result` or `else -> result` (Patterns nil).
type TableRow struct {
	Place
	Patterns []Expr
	Result   Expr
}

// Hook is `cost step_cost`: the hook's name and the formula that fills it.
type Hook struct {
	Place
	Name  Ident
	Value Expr
}

// TacticLine is `do A(args) when F best by F`.
type TacticLine struct {
	Place
	Action     Expr
	When, Best Expr
}

// Param is `[sum|highest|lowest|latest] name: type [from F] [= F]`; a name alone is its own type.
type Param struct {
	Place
	Join    Ident // sum, highest, lowest, latest or absent
	Name    Ident
	Type    *Type
	From    Expr
	Default Expr
}

// Type is `name`, `list of T`, `set of T` or `map of K to T`, with `up to N`, `?`, `symmetric`.
type Type struct {
	Place
	Name      Ident // of a plain type, else absent
	List, Set *Type // element
	Key       Ident // of a map
	To        *Type // of a map
	UpTo      int   // 0 where nothing is said
	Optional  bool
	Symmetric bool
}

// ---- Members of records, events and actions --------------------------------

// Member is what may stand in the braces of a record, extend, event or action.
type Member interface {
	Node
	member()
}

type (
	// Field: `name: type = default in low..high`.
	Field struct {
		Place
		Doc       string
		Name      Ident
		Type      *Type
		Default   Expr // or nil
		Low, High Expr // Int, negated Int or Name; nil where open
		Bounded   bool
	}

	// Require: `require F "reason"`, or `advise F "reason"`.
	Require struct {
		Place
		Advise bool
		Cond   Expr
		Reason Text
	}

	// Stage: `override stage N before M { body }`, or `remove stage N`.
	Stage struct {
		Place
		Doc      string
		Override bool
		Name     Ident
		Where    Ident // before, after or absent
		Other    Ident
		Body     *Block
		Removed  bool
	}

	// Asks: `asks target, attacker`.
	Asks struct {
		Place
		Names []Ident
	}

	// Tells: `tells "{self} falls" when F`, what a reader of a fight sees.
	Tells struct {
		Place
		Text Text
		When Expr
	}

	// Order: `order chosen by F`.
	Order struct {
		Place
		By Expr
	}

	// Use is a way into an action:
	//	use for standard 2 and move [PATTERN] [when F] [{ attributes }]
	//	use in place of basic_strike when F
	//	use at F when F
	//	use PATTERN when F
	Use struct {
		Place
		Prices     []*Price
		Pattern    *Pattern // its own `when` is in When
		InPlaceOf  Ident
		Cue        Expr // after `at`
		When       Expr
		Attributes []*Attribute
	}

	// Cost: `cost focus 2 when F`.
	Cost struct {
		Place
		Resource Ident
		Amount   Expr // nil means 1
		When     Expr
	}

	// Attribute: `provokes: F`, or in an extend another default, `NAME = F` (Default true).
	Attribute struct {
		Place
		Name    Ident
		Value   Expr
		Default bool
	}

	// LooseStmt is a statement that stands in a body without stages.
	LooseStmt struct {
		Place
		Stmt Stmt
	}
)

// Price is `standard` or `half_action 2` in a `use for`.
type Price struct {
	Place
	Resource Ident
	Amount   int // 1 where nothing is said
}

func (*Field) member()     {}
func (*Require) member()   {}
func (*Stage) member()     {}
func (*Asks) member()      {}
func (*Order) member()     {}
func (*Tells) member()     {}
func (*Use) member()       {}
func (*Cost) member()      {}
func (*Attribute) member() {}
func (*LooseStmt) member() {}
func (*Value) member()     {}

// ---- Patterns ----------------------------------------------------------------

// Pattern is `before|after OCCASION when F`.
type Pattern struct {
	Place
	After    bool
	Occasion *Occasion
	When     Expr
}

// Occasion is `part.part as a as b`: attack(target: self).roll as hit. In a
// modifier's head it names a value: attack(target: self).bonus.
type Occasion struct {
	Place
	Parts []*Part
	As    []Ident
}

// Part is `name(args)`; HasArgs tells `attack()` and `attack(...)` from `attack`.
type Part struct {
	Place
	Name    Ident
	HasArgs bool
	Args    []*Arg
}

// Arg is `label: F`, or `F` with an absent label.
type Arg struct {
	Place
	Label Ident
	Value Expr
}

// ---- Clauses -------------------------------------------------------------------

// Clause is what stands in a rule, a condition or behind `do`, `offer`, `choose`.
// cite, gap and own go into the Head of the declaration they stand in.
type Clause interface {
	Node
	clause()
}

type (
	// Modify: `modify HEAD by|to|at least|at most F as BONUS when F "label"`.
	Modify struct {
		Place
		Head   *Occasion
		How    string // "by", "to", "at least", "at most"
		Amount Expr
		Bonus  Ident
		When   Expr
		Label  *Text
	}

	// Forbid: `forbid OCCASION, OCCASION except ACTION when F "reason"`.
	Forbid struct {
		Place
		Occasions []*Occasion
		Except    Ident
		When      Expr
		Reason    *Text
	}

	// Includes: `includes a, b`.
	Includes struct {
		Place
		Names []Ident
	}

	// Handler: `before PATTERN { body }`.
	Handler struct {
		Place
		Pattern *Pattern
		Body    *Block
	}

	// Until: `until removed` (Removed) or `until PATTERN`.
	Until struct {
		Place
		Removed bool
		Pattern *Pattern
	}

	// While: `while F`.
	While struct {
		Place
		Cond Expr
	}

	// On: `on OUTCOME { body }`, an arm of a `do`, `offer` or `choose`.
	On struct {
		Place
		Outcome Ident
		Body    *Block
	}
)

func (*Modify) clause()   {}
func (*Forbid) clause()   {}
func (*Includes) clause() {}
func (*Handler) clause()  {}
func (*Until) clause()    {}
func (*While) clause()    {}
func (*On) clause()       {}

// ---- Statements ------------------------------------------------------------------

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

// Block is `{ statements }`.
type Block struct {
	Place
	Stmts []Stmt
}

type (
	// Let: `let n = F`.
	Let struct {
		Place
		Name  Ident
		Value Expr
	}

	// Roll: `roll n = DICE`.
	Roll struct {
		Place
		Name Ident
		Dice Expr
	}

	// If: `if F { } else if F { } else { }`; Else is nil, an *If or a *Block.
	If struct {
		Place
		Cond Expr
		Then *Block
		Else Node
	}

	// For: `for x in L where F sorted by K, K { }`.
	For struct {
		Place
		Var    Ident
		In     Expr
		Where  Expr
		Sorted []Expr
		Body   *Block
	}

	// Repeat: `repeat F times while F upto F { }`; Times and While may be nil.
	Repeat struct {
		Place
		Times, While, Upto Expr
		Body               *Block
	}

	// Do: `do E(args) as n { clauses }`, or `do plan` for a deed.
	Do struct {
		Place
		What    Expr
		As      Ident
		Clauses []Clause
	}

	// Together: `together { }`.
	Together struct {
		Place
		Body *Block
	}

	// Create: `create R { data } as n`.
	Create struct {
		Place
		Record Ident
		Data   *Data
		As     Ident
	}

	// Destroy: `destroy F`.
	Destroy struct {
		Place
		What Expr
	}

	// Offer: `[may] offer A | B to F { clauses }`; `any` is a Name.
	Offer struct {
		Place
		May     bool
		What    []Expr
		To      Expr
		Clauses []Clause
	}

	// Choose: `[may] choose x by F from L "prompt" { clauses }`.
	Choose struct {
		Place
		May     bool
		Name    Ident
		By      Expr
		From    Expr
		Prompt  *Text
		Clauses []Clause
	}

	// Apply: `apply C(args) by F to F as h until PATTERN`; With tells `with` from `by`.
	Apply struct {
		Place
		Condition Expr
		Partner   Expr
		With      bool
		To        Expr
		As        Ident
		Until     *Pattern
	}

	// Remove: `remove C by F from F`.
	Remove struct {
		Place
		Condition Expr
		Partner   Expr
		With      bool
		From      Expr
	}

	// End: `end E as OUTCOME "reason"`.
	End struct {
		Place
		Event   Ident
		Outcome Ident
		Reason  *Text
	}

	// Once: `once after OCCASION when F { }`, or `once after 1 h when F { }` (Span set).
	Once struct {
		Place
		Delay    Expr // an Int with a unit, or nil
		Occasion *Occasion
		When     Expr
		Body     *Block
	}

	// Assign: `F = F`, `F += F`, `F -= F`, or a call alone (Op "").
	Assign struct {
		Place
		Target Expr
		Op     string
		Value  Expr
	}
)

func (*Let) stmt()      {}
func (*Roll) stmt()     {}
func (*If) stmt()       {}
func (*For) stmt()      {}
func (*Repeat) stmt()   {}
func (*Do) stmt()       {}
func (*Together) stmt() {}
func (*Create) stmt()   {}
func (*Destroy) stmt()  {}
func (*Offer) stmt()    {}
func (*Choose) stmt()   {}
func (*Apply) stmt()    {}
func (*Remove) stmt()   {}
func (*End) stmt()      {}
func (*Once) stmt()     {}
func (*Assign) stmt()   {}

// Data is `{ name: F, name: F }`, the fields of a thing that is made.
type Data struct {
	Place
	Fields []*Arg
}

// ---- Proofs ------------------------------------------------------------------------

// Section is a part of an example or law.
type Section interface {
	Node
	section()
}

type (
	// Covers: `covers A-DR-01, A-DR-02`.
	Covers struct {
		Place
		Rows []Ident
	}

	// MapSection: `map "b m . c" "..."`, one text a line of the map.
	MapSection struct {
		Place
		Lines         []*Text
		Width, Height int // `map 20 by 12`, or 0
	}

	// ForSection: `for x in F, y in F` or `for any choice` (AnyChoice).
	ForSection struct {
		Place
		Domains   []*Domain
		AnyChoice bool
	}

	// WithSection: `with option == reading, ...` or `suppose value is x, ...`.
	WithSection struct {
		Place
		Suppose bool
		Facts   []Expr
	}

	// GivenSection: `given` lines.
	GivenSection struct {
		Place
		Items []*Given
	}

	// WhenSection: `when` lines.
	WhenSection struct {
		Place
		Steps []Happening
	}

	// ThenSection: `then` lines.
	ThenSection struct {
		Place
		Findings []Finding
	}
)

func (*Covers) section()       {}
func (*MapSection) section()   {}
func (*ForSection) section()   {}
func (*WithSection) section()  {}
func (*GivenSection) section() {}
func (*WhenSection) section()  {}
func (*ThenSection) section()  {}

// Domain is `x in F`.
type Domain struct {
	Place
	Name Ident
	In   Expr
}

// Given is `name: record { data } when F` (Name present), `x plays tactic` (Player
// present), `3 spare record` (Spare above 0) or a fact `x is prone when F`.
type Given struct {
	Place
	Name   Ident
	Record Ident
	Data   *Data
	Fact   Expr
	When   Expr
	Player Ident
	Tactic Ident
	Spare  int // room for so many of Record
}

// Happening is a line of `when`.
type Happening interface {
	Node
	happening()
}

type (
	// HappenDo: `do F`.
	HappenDo struct {
		Place
		What Expr
	}

	// HappenRolls: `rolls attack 15 3, harm 6`.
	HappenRolls struct {
		Place
		Dice []*NamedDice
	}

	// HappenPattern: `after round`: goes on until then.
	HappenPattern struct {
		Place
		Pattern *Pattern
	}

	// Deed: `x does|takes|tries F for PRICE in place of A`. `x` may be `everyone`.
	Deed struct {
		Place
		Who       Expr
		Verb      string // does, takes, tries
		What      Expr
		For       Ident
		InPlaceOf Ident
	}
)

func (*HappenDo) happening()      {}
func (*HappenRolls) happening()   {}
func (*HappenPattern) happening() {}
func (*Deed) happening()          {}

// NamedDice is `attack 15 3`: what the draws of that event show, in order; without
// an event, what all draws show.
type NamedDice struct {
	Place
	Event Ident
	Faces []int
}

// Finding is a line of `then`.
type Finding interface {
	Node
	finding()
}

type (
	// FindNever: `never OCCASION`.
	FindNever struct {
		Place
		Occasion *Occasion
	}

	// FindAlways: `always F`.
	FindAlways struct {
		Place
		Cond Expr
	}

	// FindRefuse: `refuse DEED "reason"`.
	FindRefuse struct {
		Place
		Deed   *Deed
		Reason *Text
	}

	// FindTimes: `2 times OCCASION`.
	FindTimes struct {
		Place
		Count    int
		Occasion *Occasion
	}

	// FindBefore: `OCCASION before OCCASION`.
	FindBefore struct {
		Place
		First, Second *Occasion
	}

	// FindTruth: a formula; `x is DICE` is an Is whose Condition is a Dice sum,
	// P(F) a Call of the Name "P"; a call with labels and nothing else is a FindEvent.
	FindTruth struct {
		Place
		Cond Expr
	}

	// FindEvent: `OCCASION as OUTCOME`: it happened at least once.
	FindEvent struct {
		Place
		Occasion *Occasion
	}

	// FindShown is no line of a file: a question asks what Of speaks of.
	FindShown struct {
		Place
		Of Finding
	}
)

func (*FindNever) finding()  {}
func (*FindAlways) finding() {}
func (*FindRefuse) finding() {}
func (*FindTimes) finding()  {}
func (*FindBefore) finding() {}
func (*FindTruth) finding()  {}
func (*FindEvent) finding()  {}
func (*FindShown) finding()  {}

// ---- Formulas ------------------------------------------------------------------------

// Expr is a formula, or a part of one.
type Expr interface {
	Node
	expr()
}

type (
	// Name: `target`, `self`, `none`.
	Name struct {
		Place
		Name string
	}

	// Int: `12`, or `6 squares` with Unit present.
	Int struct {
		Place
		Value int64
		Unit  Ident
	}

	// Bool: `true`.
	Bool struct {
		Place
		Value bool
	}

	// String: `"text"`.
	String struct {
		Place
		Value string
	}

	// Dice: `2d6`, `d%`, `4d6kh3`, as written.
	Dice struct {
		Place
		Text string
	}

	// Unary: `-x`, `not x`.
	Unary struct {
		Place
		Op string
		X  Expr
	}

	// Binary: + - * / % == != < <= > >= and or in not-in (Op "not in") and .. for `1..6`.
	Binary struct {
		Place
		Op   string
		X, Y Expr
	}

	// Is: `x is C`, `x is not C`, `x is C(args) by s`, `x is C with s`.
	Is struct {
		Place
		X         Expr
		Not       bool
		Condition Expr // Name, Call, or in proofs a dice formula
		Partner   Expr // or nil
		With      bool
	}

	// Cond: `a ? b : c`.
	Cond struct {
		Place
		If, Then, Else Expr
	}

	// Select: `x.name`.
	Select struct {
		Place
		X    Expr
		Name Ident
	}

	// Index: `x[i]`.
	Index struct {
		Place
		X, I Expr
	}

	// Call: `f(a, label: b)`.
	Call struct {
		Place
		Fn   Expr
		Args []*Arg
	}

	// Bind: `any(c in creatures, F)` and its like: all none count filter map sum min max first last sort.
	Bind struct {
		Place
		Fn   Ident
		Var  Ident
		In   Expr
		Body Expr
	}

	// ListLit: `[a, b]`.
	ListLit struct {
		Place
		Items []Expr
	}

	// MapLit: `{ fire: 5, cold: 3 }`; keys are names.
	MapLit struct {
		Place
		Entries []*Arg
	}
)

func (*Name) expr()    {}
func (*Int) expr()     {}
func (*Bool) expr()    {}
func (*String) expr()  {}
func (*Dice) expr()    {}
func (*Unary) expr()   {}
func (*Binary) expr()  {}
func (*Is) expr()      {}
func (*Cond) expr()    {}
func (*Select) expr()  {}
func (*Index) expr()   {}
func (*Call) expr()    {}
func (*Bind) expr()    {}
func (*ListLit) expr() {}
func (*MapLit) expr()  {}
