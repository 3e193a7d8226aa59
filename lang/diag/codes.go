package diag

// Code is the stable name of a kind of fault. Codes are never reused.
// E01 text and layout, E02 names, E03 types and units, E04 structure,
// E05 data files, E06 proofs, E07 faults of a run, W warnings; L what lang/lint finds.
type Code string

// Text and layout.
const (
	UnknownCharacter Code = "E0101" // a character no token begins with
	UnclosedText     Code = "E0102" // a text literal without its closing quote
	SyntaxError      Code = "E0103" // a token that cannot stand here
	TooLarge         Code = "E0104" // file size, line length or nesting beyond its cap
	NotText          Code = "E0105" // the file is not UTF-8 text
	BadFormula       Code = "E0106" // a formula that does not parse
	FormulaForbidden Code = "E0107" // a form of expression the language does not have
	NotBindsCloser   Code = "E0108" // `not a == b`
	BadDice          Code = "E0109" // a dice literal that means nothing
	BadNumber        Code = "E0110" // an integer out of range
	ReservedName     Code = "E0111" // a word of the language used as a name
	UnclosedBracket  Code = "E0112" // a bracket that is never closed, or closed by another kind
	WaiverForm       Code = "E0113" // a waiver without its name or its reason
)

// Names.
const (
	UnknownName      Code = "E0201" // a name nothing declares
	UnknownType      Code = "E0202" // a type nothing declares
	UnknownCondition Code = "E0203" // a condition nothing declares
	UnknownMember    Code = "E0204" // a record or event without that field or value
	DuplicateName    Code = "E0205" // one name, two declarations
	UnknownUnit      Code = "E0206" // a unit nothing declares
	UnknownEvent     Code = "E0207" // an event or action nothing declares
	UnknownStage     Code = "E0208" // an event without that stage
	UnknownOutcome   Code = "E0209" // an event without that outcome
	UnknownParam     Code = "E0210" // a label that is no parameter
	NothingToChange  Code = "E0211" // override or extend of a thing that is not there
	NoSelf           Code = "E0212" // self where nobody speaks
	Shadowing        Code = "E0213" // a local name that hides another
	AmbiguousMember  Code = "E0214" // an enum member that two enums have
	UnknownImport    Code = "E0215" // an imported file that is not there
	UnknownPack      Code = "E0216" // a pack that is not there
	WrongVersion     Code = "E0217" // a pack of another version than is wanted
	PackCycle        Code = "E0218" // packs that build on each other
)

// Types and units.
const (
	WrongType      Code = "E0301" // a value of another type is expected
	WrongUnit      Code = "E0302" // lengths and times, or a unit and a bare number, mixed
	MaybeAbsent    Code = "E0303" // an optional value used before it is tested
	WrongArguments Code = "E0304" // too many, too few, or twice the same argument
	NotCallable    Code = "E0305" // something called that is no function
	NotDice        Code = "E0306" // roll without dice, or dice where a number is expected
	NotAssignable  Code = "E0307" // assignment to what cannot change
	NotPure        Code = "E0308" // a formula that would draw, choose or change
	Division       Code = "E0309" // division outside floor, ceil, nearest
	NoCapacity     Code = "E0310" // a list without `up to`
	OutOfBounds    Code = "E0311" // a constant outside the bounds of its field
	NoSuchSpace    Code = "E0312" // a function the pack's space does not have
)

// Structure.
const (
	ValueCycle   Code = "E0401" // values that ask each other
	RecordCycle  Code = "E0402" // a record that contains itself
	NoRole       Code = "E0403" // a condition's clause that fixes no role to self
	BadEnd       Code = "E0404" // `end` of an event that need not be running
	NoEnd        Code = "E0405" // a condition that nothing can end
	NoPrice      Code = "E0406" // a way or cost that names no resource
	BadModify    Code = "E0407" // a modifier of something that is no value
	BadPlace     Code = "E0408" // a clause or statement where it cannot stand
	Conflict     Code = "E0409" // two packs that override the same thing
	NoOutcome    Code = "E0410" // an event with outcomes that can end without one
	UnitCycle    Code = "E0411" // units defined by each other
	IncludeCycle Code = "E0412" // conditions that include each other
	NoCite       Code = "E0413" // a declaration without its source
	TooMany      Code = "E0414" // more conditions, actions, ... than the machine has room for
	BadStage     Code = "E0415" // stages and loose statements mixed, or a stage twice
	ReadTwice    Code = "E0416" // a clause that reaches one number by two ways
)

// Data files.
const (
	BadToml        Code = "E0501" // not TOML
	UnknownKey     Code = "E0502" // a key nothing reads
	WrongValue     Code = "E0503" // a value of the wrong type
	MissingKey     Code = "E0504" // a key that must be there
	UnknownEntry   Code = "E0505" // a template, tactic or option that is not there
	OffMap         Code = "E0506" // a position outside the map
	Overlap        Code = "E0507" // two creatures in one place
	BadMap         Code = "E0508" // a map that is not drawn right
	BadOption      Code = "E0509" // an option or reading that is not there
	ParentCycle    Code = "E0510" // templates that build on each other
	BrokenRequire  Code = "E0511" // data that a record's `require` line refuses
	DuplicateEntry Code = "E0512" // the same name twice
	UnknownRule    Code = "E0513" // a rule of the linter that is not there
	Advice         Code = "W0501" // data that a record's `advise` line doubts
)

// Proofs.
const (
	ProofFails    Code = "E0601" // an example or law that does not hold
	ProofBroken   Code = "E0602" // an example that could not be carried out
	DiceLeft      Code = "E0603" // named dice that nobody rolled
	ProofTooLarge Code = "E0604" // exact exploration beyond its budget
	OpenChoice    Code = "E0605" // a choice the proof does not answer
	UnknownRow    Code = "E0606" // `covers` of a row the ledger does not have
	LowCoverage   Code = "E0607" // proofs that reach less of the rules than was asked for
	BadWaiver     Code = "E0611" // a waiver that cannot be read
	UnusedWaiver  Code = "E0612" // a waiver that waives nothing
	BlindRow      Code = "E0613" // a row whose proofs notice no change
)

// Faults of a run.
const (
	OutOfFuel   Code = "E0701" // a run that does not end
	TooDeep     Code = "E0702" // events that trigger each other for ever
	Overflow    Code = "E0703" // a number or list beyond its bounds
	RunFault    Code = "E0704" // something the machine cannot do
	NoChoice    Code = "E0705" // a choice without an answer
	NotTheSame  Code = "E0706" // an internal check that failed
	CannotUse   Code = "E0801" // a file that cannot be read
	BadCommand  Code = "E0802" // a command line that cannot be understood
	InternalBug Code = "E0901" // a fault of rulec itself
)
