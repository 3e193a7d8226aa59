package mutate

import (
	"slices"
	"sort"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/syntax"
	"rulec/proof"
)

// That a proof names a row says little: it may hold whatever the rule says. Strict
// looks, for each row that is proven, for a change of the rules that a proof of the
// row notices. It asks first about changes of declarations that cite the row's
// section, and among these about the ones that the fewest proofs reach, since
// they are what the row is most likely about; then about some of all the others.

// Strictness is what came of a ledger.
type Strictness struct {
	Proven int          // rows that were looked at
	Blind  []*proof.Row // those whose proofs noticed no change
}

// tries is how many changes a row is asked about before it counts as blind.
const tries = 100

// row is one that is being looked at.
type row struct {
	*proof.Row
	proofs []int     // that cover it
	left   []*Mutant // that one of them reaches, the likeliest first
	tried  int
	seen   bool
}

// Strict looks at the rows of a ledger. results are of the unchanged pack, run with
// cover, and counted against the ledger.
func Strict(p *pack.Pack, l *proof.Ledger, cover *interp.Coverage, results []*proof.Result, opt Options, log *diag.Log) Strictness {
	r := &runner{pack: p, opt: opt}
	r.know(cover, results)
	rows := r.rows(l)
	out := Strictness{Proven: len(rows)}
	for {
		batch, asks := nextTries(rows)
		if len(batch) == 0 {
			break
		}
		noticed := make([][]int, len(batch))
		r.parallel(len(batch), func(i int) {
			r.guarded(batch[i], func(m *Mutant) { noticed[i] = r.notice(m, asks[m]) })
		})
		for i, m := range batch {
			for _, x := range asks[m] {
				if m.Status != "" {
					x.tried++
				}
				x.seen = x.seen || slices.ContainsFunc(noticed[i], func(n int) bool { return slices.Contains(x.proofs, n) })
			}
		}
		if opt.Progress != nil {
			opt.Progress(settled(rows), len(rows))
		}
	}
	r.bugs(log)
	for _, x := range rows {
		if x.seen {
			continue
		}
		out.Blind = append(out.Blind, x.Row)
		d := log.Errorf(diag.BlindRow, x.Span, "the proofs of row %s notice no change of the rules", x.ID).
			WithLabel("%d changes of what they reach were tried", x.tried)
		if at := results[x.proofs[0]].Proof; at.Span.Valid() {
			d.WithRelated(at.Span, "proven here")
		}
	}
	return out
}

func settled(rows []*row) int {
	n := 0
	for _, x := range rows {
		if x.seen || len(x.left) == 0 || x.tried >= tries {
			n++
		}
	}
	return n
}

// rows are those that a proof covers, each with the changes it is asked about.
func (r *runner) rows(l *proof.Ledger) []*row {
	byID := map[string]*row{}
	var out []*row
	for _, x := range l.Rows {
		if len(x.Covered) > 0 {
			byID[x.ID] = &row{Row: x}
			out = append(out, byID[x.ID])
		}
	}
	for i, res := range r.reach.results {
		for _, c := range res.Proof.Covers {
			if x := byID[c.ID]; x != nil && !slices.Contains(x.proofs, i) {
				x.proofs = append(x.proofs, i)
			}
		}
	}
	type candidate struct {
		*Mutant
		asked []int
	}
	var all []candidate
	for _, f := range r.pack.OwnTrees() {
		for _, m := range Propose(f, r.pack.Trees) {
			all = append(all, candidate{m, r.reach.proofs(m)})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return len(all[i].asked) < len(all[j].asked) })
	for _, x := range out {
		var other []*Mutant
		for _, m := range all {
			switch {
			case !slices.ContainsFunc(m.asked, func(i int) bool { return slices.Contains(x.proofs, i) }):
			case cites(m.path[0], x.Section):
				x.left = append(x.left, m.Mutant)
			default:
				other = append(other, m.Mutant)
			}
		}
		x.left = append(x.left, spread(other)...)
	}
	return out
}

// spread puts as many as are tried first, from all over the list: of a row whose
// section no declaration cites nobody knows what it is about.
func spread(list []*Mutant) []*Mutant {
	step := (len(list) + tries - 1) / tries
	var out []*Mutant
	for from := range step {
		for i := from; i < len(list); i += step {
			out = append(out, list[i])
		}
	}
	return out
}

// cites tells whether a declaration names a section.
func cites(n syntax.Node, section string) bool {
	d, ok := n.(syntax.Decl)
	return ok && slices.ContainsFunc(d.Header().Cites, func(t *syntax.Text) bool { return t.Value == section })
}

// nextTries takes the next change of every row that has not seen one, and tells which
// rows each change is tried for.
func nextTries(rows []*row) (batch []*Mutant, asks map[*Mutant][]*row) {
	asks = map[*Mutant][]*row{}
	for _, x := range rows {
		if x.seen || len(x.left) == 0 || x.tried >= tries {
			continue
		}
		m := x.left[0]
		x.left = x.left[1:]
		if asks[m] == nil {
			batch = append(batch, m)
		}
		asks[m] = append(asks[m], x)
	}
	return batch, asks
}

// notice lists proofs that notice a change: for each of the rows at least one, if
// any of its proofs does.
func (r *runner) notice(m *Mutant, rows []*row) []int {
	prog := r.program(m)
	if prog == nil {
		return nil
	}
	m.Status = Survived
	var out []int
	served := map[*row]bool{}
	for _, i := range r.order(m) {
		wanted := func(x *row) bool { return !served[x] && slices.Contains(x.proofs, i) }
		if !slices.ContainsFunc(rows, wanted) || !r.kills(m, prog, i) {
			continue
		}
		m.Status = Killed
		out = append(out, i)
		for _, x := range rows {
			served[x] = served[x] || wanted(x)
		}
	}
	return out
}

// know keeps what the proofs of the unchanged pack came to.
func (r *runner) know(cover *interp.Coverage, results []*proof.Result) {
	r.reach = newReach(cover, results, r.pack.Trees)
	for _, x := range results {
		r.costs = append(r.costs, x.States+x.Cases)
	}
}
