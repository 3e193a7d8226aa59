// Package record writes a fight that was played as an example of the language of
// proofs: what stood where as givens, who plays by which tactic, the dice in the
// order in which they were thrown, and as findings how the fight ended and what it
// left changed.
//
// A Tape listens while the fight runs and notes dice and the choices that no
// tactic made. Example then puts the text together. Values are written back from
// the checked program (write.go), so that data files, defaults and templates play
// no part any more: the example says all by itself. What cannot be written is an
// error that names it; nothing is left out silently.
package record
