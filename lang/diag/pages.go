package diag

import "embed"

//go:embed pages/*.md
var pages embed.FS

// titles is the one list of codes, in the order in which they are declared, each
// with what it means in one line. Its page is pages/CODE.md.
var titles = []struct {
	code  Code
	title string
}{
	{UnknownCharacter, "a character that begins nothing"},
	{UnclosedText, "a text without its closing quote"},
	{SyntaxError, "a word or sign that cannot stand here"},
	{TooLarge, "a file, a line or a nesting beyond its cap"},
	{NotText, "a file that is not UTF-8 text"},
	{BadFormula, "a formula that does not parse"},
	{FormulaForbidden, "a form of expression the language does not have"},
	{NotBindsCloser, "`not` in front of a comparison"},
	{BadDice, "a dice literal that means nothing"},
	{BadNumber, "an integer out of range"},
	{ReservedName, "a word of the language used as a name"},
	{UnclosedBracket, "a bracket that is never closed, or closed by another kind"},
	{WaiverForm, "a waiver without its name or its reason"},
	{UnknownName, "a name nothing declares"},
	{UnknownType, "a type nothing declares"},
	{UnknownCondition, "a condition nothing declares"},
	{UnknownMember, "a record or event without that field or value"},
	{DuplicateName, "one name, two declarations"},
	{UnknownUnit, "a unit nothing declares"},
	{UnknownEvent, "an event or action nothing declares"},
	{UnknownStage, "an event without that stage"},
	{UnknownOutcome, "an event without that outcome"},
	{UnknownParam, "a label that is no parameter"},
	{NothingToChange, "override or extend of a thing that is not there"},
	{NoSelf, "self where nobody speaks"},
	{Shadowing, "a local name that hides another"},
	{AmbiguousMember, "an enum member that two enums have"},
	{UnknownImport, "an imported file that is not there"},
	{UnknownPack, "a pack that is not there"},
	{WrongVersion, "a pack of another version than is wanted"},
	{PackCycle, "packs that build on each other"},
	{WrongType, "a value of another type is expected"},
	{WrongUnit, "lengths and times, or a unit and a bare number, mixed"},
	{MaybeAbsent, "an optional value used before it is tested"},
	{WrongArguments, "too many, too few, or twice the same argument"},
	{NotCallable, "something called that is no function"},
	{NotDice, "roll without dice, or dice where a number is expected"},
	{NotAssignable, "assignment to what cannot change"},
	{NotPure, "a formula that would draw, choose or change"},
	{Division, "division outside floor, ceil, nearest"},
	{NoCapacity, "a list without `up to`"},
	{OutOfBounds, "a constant outside the bounds of its field"},
	{NoSuchSpace, "a function the pack's space does not have"},
	{ValueCycle, "values that ask each other"},
	{RecordCycle, "a record that contains itself"},
	{NoRole, "a condition's clause that fixes no role to self"},
	{BadEnd, "`end` of an event that need not be running"},
	{NoEnd, "a condition that nothing can end"},
	{NoPrice, "a way or cost that names no resource"},
	{BadModify, "a modifier of something that is no value"},
	{BadPlace, "a clause or statement where it cannot stand"},
	{Conflict, "two packs that override the same thing"},
	{NoOutcome, "an event with outcomes that can end without one"},
	{UnitCycle, "units defined by each other"},
	{IncludeCycle, "conditions that include each other"},
	{NoCite, "a declaration without its source"},
	{TooMany, "more conditions, actions, ... than the machine has room for"},
	{BadStage, "stages and loose statements mixed, or a stage twice"},
	{ReadTwice, "a clause that reaches one number by two ways"},
	{BadToml, "not TOML"},
	{UnknownKey, "a key nothing reads"},
	{WrongValue, "a value of the wrong type"},
	{MissingKey, "a key that must be there"},
	{UnknownEntry, "a template, tactic or option that is not there"},
	{OffMap, "a position outside the map"},
	{Overlap, "two creatures in one place"},
	{BadMap, "a map that is not drawn right"},
	{BadOption, "an option or reading that is not there"},
	{ParentCycle, "templates that build on each other"},
	{BrokenRequire, "data that a record's `require` line refuses"},
	{DuplicateEntry, "the same name twice"},
	{UnknownRule, "a rule of the linter that is not there"},
	{Advice, "data that a record's `advise` line doubts"},
	{ProofFails, "an example or law that does not hold"},
	{ProofBroken, "an example that could not be carried out"},
	{DiceLeft, "named dice that nobody rolled"},
	{ProofTooLarge, "exact exploration beyond its budget"},
	{OpenChoice, "a choice the proof does not answer"},
	{UnknownRow, "`covers` of a row the ledger does not have"},
	{LowCoverage, "proofs that reach less of the rules than was asked for"},
	{BadWaiver, "a waiver that cannot be read"},
	{UnusedWaiver, "a waiver that waives nothing"},
	{BlindRow, "a row whose proofs notice no change"},
	{OutOfFuel, "a run that does not end"},
	{TooDeep, "events that trigger each other for ever"},
	{Overflow, "a number or list beyond its bounds"},
	{RunFault, "something the machine cannot do"},
	{NoChoice, "a choice without an answer"},
	{NotTheSame, "an internal check that failed"},
	{CannotUse, "a file that cannot be read"},
	{BadCommand, "a command line that cannot be understood"},
	{InternalBug, "a fault of rulec itself"},
}

// Codes returns every code there is, in order.
func Codes() []Code {
	list := make([]Code, len(titles))
	for i, t := range titles {
		list[i] = t.code
	}
	return list
}

// Title says in one line what a code means, or is "" for a code that does not exist.
func Title(code Code) string {
	for _, t := range titles {
		if t.code == code {
			return t.title
		}
	}
	return ""
}

// Page returns the page of a code, in Markdown: wrong, right, why.
func Page(code Code) (string, bool) {
	if Title(code) == "" {
		return "", false
	}
	text, err := pages.ReadFile("pages/" + string(code) + ".md")
	return string(text), err == nil
}
