// Package mutate asks of the proofs of a pack what they would not notice.
//
// It changes the rules, one place at a time, and runs the proofs against each
// change. A change that makes a proof fail is killed; one that no proof notices
// survives, and is shown as the diff a designer would have made. A survivor is a
// rule that nobody proves, or a change that changes nothing: the second kind can
// be waived where it stands (waiver.go).
//
// The way of a run:
//
//   - An operator (operators.go, formulas.go, clauses.go, names.go) looks at the
//     syntax tree of the pack's own files and proposes changes: a span and what is
//     to stand there. Texts, printed names, cites, comments and proofs are never
//     changed, nor what no proof can see (unseen).
//   - pick.go takes all proposals, or some by seed, with the same share for every
//     operator. What is proposed and does not check is no mutant.
//   - The proofs run once unchanged. That tells what each costs, counted in states
//     and not in time, and what it reaches (reach.go).
//   - runner.go checks the pack anew with the one file changed and runs the proofs
//     that reach the change, the cheapest first, up to the first that fails.
//   - strict.go turns the question round, for the ledger: does some proof of a row
//     notice any change of what it speaks of?
//
// Everything that is decided depends on the pack, the options and the seed, never
// on the clock or the number of workers: the same run gives the same report.
package mutate

import (
	"rulec/lang/ir"
	"rulec/lang/source"
)

// Mutant is one change of a rule file.
type Mutant struct {
	Operator string
	At       source.Span // what is replaced, in the unchanged file
	With     string      // what stands there instead
	path     path        // to the node of the tree that is changed
	tried    bool

	Status  Status
	By      *ir.Proof   // the proof that noticed, if killed
	Reached []*ir.Proof // the proofs that were asked, those of the unchanged pack
	Waiver  *Waiver     // if waived
}

// Status is what became of a mutant.
type Status string

// The statuses. An unchecked mutant has none.
const (
	Killed   Status = "killed"
	Survived Status = "survived"
	Waived   Status = "waived" // it survived, and is declared to change nothing
)

// Line is the first line that changes, from 1.
func (m *Mutant) Line() int {
	old, now := m.At.Text(), m.With
	same := 0
	for same < len(old) && same < len(now) && old[same] == now[same] {
		same++
	}
	if same == len(old) && same > 0 { // something is added behind
		same--
	}
	return m.At.File.Position(m.At.Start + same).Line
}

// Text is the whole file with the change in it.
func (m *Mutant) Text() string {
	t := m.At.File.Text
	return t[:m.At.Start] + m.With + t[m.At.End:]
}
