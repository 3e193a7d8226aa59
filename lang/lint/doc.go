// Package lint finds what is allowed and yet looks wrong: a value nobody asks, a
// condition that is never true, two clauses that cannot both mean what they say.
//
// It works on what the checker made, the program of lang/ir, and on the trees of
// lang/syntax; it runs nothing. So a finding is about the text and not about a
// fight. It knows no game: it speaks of values, modifiers, conditions, events,
// actions, resources and requirements.
//
// A rule is a Rule in a file of its own, with its test beside it and its page,
// pages/CODE.md: a text that is wrong, the same put right, and why. registry.go
// lists them in the order of their codes, in four groups:
//
//	L01.. faults         cannot be meant: never true, never reached, never paid
//	L02.. suspicious     may be meant, and mostly is not
//	L03.. style          how it is written
//	L04.. documentation  what a reader would miss
//
// A rule gets a Context and reports; a report may carry edits that put the text
// right where that takes no thought (fix.go). What rules ask in common is worked
// out once: index.go knows who mentions what, bounds.go between which numbers a
// formula lies, setup.go what it comes to when a scene is set up, reach.go what
// proofs come to.
//
// Rules look at the files they were given (Input.Files), and at everything else
// only to understand these. Where a rule cannot be sure it says nothing: a false
// alarm costs more than a miss, for it teaches people not to look. What a fault
// of the checker may have made nonsense of is not judged at all; rules that read
// nothing but trees (Rule.Trees) still judge the files that are whole.
//
// What is found counts as the pack says (levels.go), unless a waiver in the text
// lets it pass (waive.go) or a baseline has it already (baseline.go).
package lint
