// Package diff says what changed between two packs, in meaning and not in layout.
//
// Declarations are paired by kind and name (decls.go), wherever they stand: moving one,
// laying it out anew or commenting on it changes nothing. Of a pair the trees are
// compared (compare.go): clauses and statements are paired by what they are about, and
// of each pair the smallest parts that differ are told. Data files are compared key by
// key (data.go). What only people read, printed names and sources, stands apart.
//
// What comes of the changes is asked of the rules themselves (proofs.go): the proofs of
// the old pack run under both, and their chances are set beside each other, exactly.
package diff

import (
	"slices"

	"rulec/lang/pack"
	"rulec/lang/source"
)

// Kind says how something changed.
type Kind string

// The kinds of change.
const (
	Added   Kind = "added"
	Removed Kind = "removed"
	Renamed Kind = "renamed"
	Number  Kind = "number"  // another number, or dice
	Name    Kind = "name"    // another name in the same place: an outcome, a condition
	Formula Kind = "formula" // something else in the same place
	Order   Kind = "order"   // the same, in another order that counts
	Text    Kind = "text"    // what people read
)

// Change is one difference.
type Change struct {
	Kind     Kind
	Of       string      // what it is in: `condition blind`, `creature.goblin`, `pack.toml`
	Part     string      // the clause, statement or key of it, on one line; "" for the whole
	Old, New string      // on one line each; "" where there is nothing
	Before   source.Span // of Old, or where it would stand; nowhere if there is no such place
	After    source.Span
}

// Packs lists what changed from one pack to another: rules first, in the order of the
// old pack, then data. Rules that both build on count as theirs.
func Packs(old, now *pack.Pack) []*Change {
	return slices.Concat(rules(old, now), data(old, now))
}

// Meaning tells whether a list has a change of more than text.
func Meaning(list []*Change) bool {
	return slices.ContainsFunc(list, func(c *Change) bool { return c.Kind != Text })
}
