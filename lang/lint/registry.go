package lint

import (
	"embed"

	"rulec/lang/diag"
)

//go:embed pages/*.md
var pages embed.FS

// rules is the one list of rules, in the order of their codes. The page of each is
// pages/CODE.md.
var rules []*Rule

func init() { // not where it is declared: some rules look others up
	rules = []*Rule{
		neverTrueRule,
		alwaysTrueRule,
		hiddenRowRule,
		missingRowRule,
		deadModifierRule,
		rivalToRule,
		endlessUntilRule,
		deadListenerRule,
		triggerLoopRule,
		unreachableRule,
		selfAssignmentRule,
		repeatedClauseRule,
		unpayableRule,
		deadOutcomeRule,
		settledRollRule,
		emptyRunRule,
		wrongNumberRule,
		unusedWaiver,
		overAtOnceRule,
		unusedValueRule,
		unusedEventRule,
		unusedConditionRule,
		unusedMemberRule,
		unusedParameterRule,
		unusedLetRule,
		unusedFieldRule,
		unreadFieldRule,
		unusedMomentRule,
		unusedResourceRule,
		unusedBonusRule,
		unusedOptionRule,
		unusedOutcomeRule,
		orderMattersRule,
		sameOperandsRule,
		sameBranchesRule,
		repeatedConditionRule,
		repeatedItemRule,
		shadowedNameRule,
		emptyBlockRule,
		magicNumberRule,
		outlierRule,
		oddUnitRule,
		nearNamesRule,
		untoldOptionRule,
		idleOverrideRule,
		rivalOverridesRule,
		snakeCaseRule,
		longFileRule,
		longLineRule,
		doubleNegationRule,
		compareTrueRule,
		missingLabelRule,
		missingReasonRule,
		missingDocRule,
		missingCiteRule,
		missingProofRule,
		todoRule,
		lonelyCiteRule,
		samePrintedRule,
		sameTitleRule,
		unexplainedOptionRule,
	}
}

// Rules lists every rule, in the order of their codes.
func Rules() []*Rule { return append([]*Rule(nil), rules...) }

// ByName finds a rule by its name, or is nil.
func ByName(name string) *Rule {
	for _, r := range rules {
		if r.Name == name {
			return r
		}
	}
	return nil
}

func ruleNames() []string {
	var out []string
	for _, r := range rules {
		out = append(out, r.Name)
	}
	return out
}

// Title says in one line what a code of a rule means, or is "".
func Title(code diag.Code) string {
	for _, r := range rules {
		if r.Code == code {
			return r.Title
		}
	}
	return ""
}

// Page returns the page of a rule, in Markdown: wrong, right, why.
func Page(code diag.Code) (string, bool) {
	if Title(code) == "" {
		return "", false
	}
	text, err := pages.ReadFile("pages/" + string(code) + ".md")
	return string(text), err == nil
}
