package syntax

import (
	"sort"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// bodyKind names what a body belongs to.
type bodyKind int

const (
	kindMembers bodyKind = iota
	kindExtend
	kindAction
	kindClauses
	kindArms
	kindBlock
	kindEnum
	kindTable
	kindBonus
	kindSpace
	kindTactic
	kindAttributes
	kindProof
)

// kindOfBody says what may stand in a kind of body.
type kindOfBody struct {
	words map[string]production // by first word
	label production            // what begins with `name:`
	other production            // what begins with anything else
	free  bool                  // other may begin with any word
	what  string                // what an item is called, with its article
	where string                // where it stands
}

var (
	grammar *participle.Parser[everything]
	kinds   map[bodyKind]kindOfBody
	decls   map[string]production

	parseSource, parseJoining, parseNewDefault, parseAnyChoice, parseDomains  production
	parseCovers, parseMap, parseFacts, parseGiven, parseRolls, parseHappenDo  production
	parsePattern, parseDeed, parseNever, parseAlways, parseRefuse, parseTimes production
	parseFinding, parseOccasion, parseMapSize, parsePlays, parseAbout         production
	parseSpare                                                                production
)

// everything names each form that is parsed by itself, for the grammar is compiled at once.
type everything struct {
	Decl1 *unitForm      `parser:"@@"`
	Decl2 *enumForm      `parser:"| @@"`
	Decl3 *recordForm    `parser:"| @@"`
	Decl4 *extendForm    `parser:"| @@"`
	Decl5 *valueForm     `parser:"| @@"`
	Decl6 *tableForm     `parser:"| @@"`
	Decl7 *bonusForm     `parser:"| @@"`
	Decl8 *resourceForm  `parser:"| @@"`
	Decl9 *eventForm     `parser:"| @@"`
	DeclA *actionForm    `parser:"| @@"`
	DeclB *momentForm    `parser:"| @@"`
	DeclC *conditionForm `parser:"| @@"`
	DeclD *measureForm   `parser:"| @@"`
	DeclE *ruleForm      `parser:"| @@"`
	DeclF *spaceForm     `parser:"| @@"`
	DeclG *optionForm    `parser:"| @@"`
	DeclH *tacticForm    `parser:"| @@"`
	DeclI *proofForm     `parser:"| @@"`

	Item1 *sourceForm    `parser:"| @@"`
	Item2 *fieldForm     `parser:"| @@"`
	Item3 *newDefault    `parser:"| @@"`
	Item4 *requireForm   `parser:"| @@"`
	Item5 *stageForm     `parser:"| @@"`
	ItemG *noStageForm   `parser:"| @@"`
	Item6 *asksForm      `parser:"| @@"`
	Item7 *orderForm     `parser:"| @@"`
	Item0 *tellsForm     `parser:"| @@"`
	Item8 *attributeForm `parser:"| @@"`
	Item9 *useForm       `parser:"| @@"`
	ItemA *costForm      `parser:"| @@"`
	ItemB *enumNames     `parser:"| @@"`
	ItemC *rowForm       `parser:"| @@"`
	ItemD *joiningForm   `parser:"| @@"`
	ItemE *hookForm      `parser:"| @@"`
	ItemF *lineForm      `parser:"| @@"`

	Clause1 *modifyForm   `parser:"| @@"`
	Clause2 *forbidForm   `parser:"| @@"`
	Clause3 *includesForm `parser:"| @@"`
	Clause4 *handlerForm  `parser:"| @@"`
	Clause5 *untilForm    `parser:"| @@"`
	Clause6 *whileForm    `parser:"| @@"`
	Clause7 *onForm       `parser:"| @@"`

	Stmt1 *letForm      `parser:"| @@"`
	Stmt2 *ifForm       `parser:"| @@"`
	Stmt3 *forForm      `parser:"| @@"`
	Stmt4 *repeatForm   `parser:"| @@"`
	Stmt5 *doForm       `parser:"| @@"`
	Stmt6 *togetherForm `parser:"| @@"`
	Stmt7 *createForm   `parser:"| @@"`
	Stmt8 *destroyForm  `parser:"| @@"`
	Stmt9 *mayForm      `parser:"| @@"`
	StmtA *applyForm    `parser:"| @@"`
	StmtB *removeForm   `parser:"| @@"`
	StmtC *endForm      `parser:"| @@"`
	StmtD *onceForm     `parser:"| @@"`
	StmtE *assignForm   `parser:"| @@"`

	Proof1 *coversForm    `parser:"| @@"`
	Proof2 *mapForm       `parser:"| @@"`
	Proof3 *domainsForm   `parser:"| @@"`
	Proof4 *anyChoiceForm `parser:"| @@"`
	Proof5 *factsForm     `parser:"| @@"`
	Proof6 *givenForm     `parser:"| @@"`
	Proof7 *happenDoForm  `parser:"| @@"`
	Proof8 *rollsForm     `parser:"| @@"`
	Proof9 *patternForm   `parser:"| @@"`
	ProofA *deedForm      `parser:"| @@"`
	ProofB *neverForm     `parser:"| @@"`
	ProofC *alwaysForm    `parser:"| @@"`
	ProofD *refuseForm    `parser:"| @@"`
	ProofE *timesForm     `parser:"| @@"`
	ProofF *findingForm   `parser:"| @@"`
	ProofG *occasionForm  `parser:"| @@"`
	ProofH *mapSizeForm   `parser:"| @@"`
	ProofI *playsForm     `parser:"| @@"`
	ProofJ *aboutForm     `parser:"| @@"`
	ProofK *spareForm     `parser:"| @@"`
}

// compile makes the grammar and its tables, once, when the first file is parsed.
var compile = sync.OnceFunc(func() {
	// Without lookahead the first token of a branch decides, and a fault is
	// reported where it is and not where the branch began.
	grammar = participle.MustBuild[everything](participle.Lexer(definition{}), participle.UseLookahead(0))

	parseSource = productionOf[sourceForm]()
	parseJoining = productionOf[joiningForm]()
	parseNewDefault = productionOf[newDefault]()
	value := productionOf[valueForm]()
	stage := productionOf[stageForm]()

	decls = map[string]production{
		"unit": productionOf[unitForm](), "enum": productionOf[enumForm](), "record": productionOf[recordForm](),
		"extend": productionOf[extendForm](), "value": value, "table": productionOf[tableForm](),
		"bonus": productionOf[bonusForm](), "resource": productionOf[resourceForm](), "event": productionOf[eventForm](),
		"action": productionOf[actionForm](), "moment": productionOf[momentForm](), "condition": productionOf[conditionForm](),
		"measure": productionOf[measureForm](), "rule": productionOf[ruleForm](), "space": productionOf[spaceForm](),
		"option": productionOf[optionForm](), "tactic": productionOf[tacticForm](), "example": productionOf[proofForm](),
		"law": productionOf[proofForm](),
	}

	statements := map[string]production{
		"let": productionOf[letForm](), "roll": productionOf[letForm](), "if": productionOf[ifForm](),
		"for": productionOf[forForm](), "repeat": productionOf[repeatForm](), "do": productionOf[doForm](),
		"together": productionOf[togetherForm](), "create": productionOf[createForm](), "destroy": productionOf[destroyForm](),
		"may": productionOf[mayForm](), "offer": productionOf[mayForm](), "choose": productionOf[mayForm](),
		"apply": productionOf[applyForm](), "remove": productionOf[removeForm](), "end": productionOf[endForm](),
		"once": productionOf[onceForm](),
	}
	assign := productionOf[assignForm]()
	require := productionOf[requireForm]()
	members := join(statements, map[string]production{
		"value": value, "require": require, "advise": require, "stage": stage, "override": overriding(value, stage),
		"asks": productionOf[asksForm](), "order": productionOf[orderForm](), "tells": productionOf[tellsForm](),
	})
	ways := map[string]production{"use": productionOf[useForm](), "cost": productionOf[costForm]()}
	handler := productionOf[handlerForm]()
	clauses := map[string]production{
		"modify": productionOf[modifyForm](), "forbid": productionOf[forbidForm](), "includes": productionOf[includesForm](),
		"before": handler, "after": handler, "until": productionOf[untilForm](), "while": productionOf[whileForm](),
	}
	arms := join(clauses, map[string]production{"on": productionOf[onForm]()})
	joining := map[string]production{"gains": parseJoining, "losses": parseJoining, "within": parseJoining}
	attribute := productionOf[attributeForm]()

	kinds = map[bodyKind]kindOfBody{
		kindMembers: {words: members, label: productionOf[fieldForm](), other: assign,
			what: "a field, value, stage or statement", where: "here"},
		kindExtend: {words: join(members, ways, map[string]production{"remove": removing(statements["remove"], productionOf[noStageForm]())}), label: productionOf[fieldForm](), other: assign,
			what: "a field, value, stage or statement", where: "in an extend"},
		kindAction: {words: without(join(members, ways), "asks", "order"), label: attribute, other: assign,
			what: "a way, cost, requirement or statement", where: "in an action"},
		kindClauses:    {words: clauses, what: "a clause", where: "in a rule or condition"},
		kindArms:       {words: arms, what: "a clause", where: "behind do, offer or choose"},
		kindBlock:      {words: statements, other: assign, what: "a statement", where: "among statements"},
		kindEnum:       {other: productionOf[enumNames](), free: true, what: "a name", where: "in an enum"},
		kindTable:      {other: productionOf[rowForm](), free: true, what: "a row", where: "in a table"},
		kindBonus:      {words: joining, what: "gains, losses, at most or within", where: "in a bonus"},
		kindSpace:      {other: productionOf[hookForm](), free: true, what: "a hook", where: "in a space"},
		kindTactic:     {words: map[string]production{"do": productionOf[lineForm]()}, what: "a do line", where: "in a tactic"},
		kindAttributes: {label: attribute, what: "an attribute", where: "in a way into an action"},
		kindProof:      {what: "a line of its section", where: "in an example or law"},
	}

	parseAnyChoice, parseDomains = productionOf[anyChoiceForm](), productionOf[domainsForm]()
	parseCovers, parseMap, parseFacts = productionOf[coversForm](), productionOf[mapForm](), productionOf[factsForm]()
	parseSpare = productionOf[spareForm]()
	parseMapSize, parsePlays, parseAbout = productionOf[mapSizeForm](), productionOf[playsForm](), productionOf[aboutForm]()
	parseGiven, parseRolls, parseHappenDo = productionOf[givenForm](), productionOf[rollsForm](), productionOf[happenDoForm]()
	parsePattern, parseDeed, parseNever = productionOf[patternForm](), productionOf[deedForm](), productionOf[neverForm]()
	parseAlways, parseRefuse, parseTimes = productionOf[alwaysForm](), productionOf[refuseForm](), productionOf[timesForm]()
	parseFinding, parseOccasion = productionOf[findingForm](), productionOf[occasionForm]()
})

// overriding parses `override value` and `override stage` inside a body.
func overriding(value, stage production) production {
	return func(lex *lexer.PeekingLexer) (any, error) {
		if isWord(second(lex), "value") {
			return value(lex)
		}
		return stage(lex)
	}
}

// removing parses `remove stage` in an extend, and else the statement.
func removing(statement, stage production) production {
	return func(lex *lexer.PeekingLexer) (any, error) {
		if isWord(second(lex), "stage") {
			return stage(lex)
		}
		return statement(lex)
	}
}

func join(maps ...map[string]production) map[string]production {
	all := map[string]production{}
	for _, m := range maps {
		for k, v := range m {
			all[k] = v
		}
	}
	return all
}

func without(m map[string]production, names ...string) map[string]production {
	for _, n := range names {
		delete(m, n)
	}
	return m
}

// sorted lists the words of a table, for suggestions.
func sorted[T any](m map[string]T) []string {
	var list []string
	for w := range m {
		list = append(list, w)
	}
	sort.Strings(list)
	return list
}
