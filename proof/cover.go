package proof

import (
	"fmt"
	"slices"
	"sort"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
)

// Cover is what the proofs of a pack reach of its rules.
type Cover struct {
	Pack    string
	Points  []interp.Point // those that count, by file and place
	Proofs  []int          // how many proofs reach each
	Yes, No []bool         // whether some proof reached it, or made it true; whether some made it false
	Run     int            // proofs that were run
	Rows    []RowCover     // of the ledger, once CountRows was asked
	of      []int          // the numbers of the points in the Coverage
	results []*Result
}

// Ratio is so many of so many.
type Ratio struct{ Have, Of int }

// Tenths is the share in tenths of a percent, rounded down; of nothing all is there.
func (r Ratio) Tenths() int {
	if r.Of == 0 {
		return 1000
	}
	return 1000 * r.Have / r.Of
}

// Tally sums points up: clauses (everything that is there to be reached, `require`
// lines among it) that were reached; `when` and `while`, and `if` and `require`,
// that were seen both true and false.
type Tally struct{ Clauses, Whens, Branches Ratio }

// Gap is a point at which something never happened.
type Gap struct {
	Point interp.Point
	What  string // never reached, never asked, never true, never false
}

// FileCover is the coverage of one file.
type FileCover struct {
	File *source.File
	Tally
	Gaps []Gap
}

// DeclCover is one declaration with something to reach.
type DeclCover struct {
	Decl   *ir.Decl
	Proofs int // how many proofs reach it
}

// SectionCover are the declarations that cite one section of a source.
type SectionCover struct {
	Section string
	Decls   []DeclCover
}

// Reached tells whether every declaration that cites the section was reached.
func (s *SectionCover) Reached() bool {
	return !slices.ContainsFunc(s.Decls, func(d DeclCover) bool { return d.Proofs == 0 })
}

// RowCover is one proven row of a ledger: which of the declarations that cite its
// section its own proofs reach. Citing is how many there are.
type RowCover struct {
	Row     *Row
	Citing  int
	Reached []*ir.Decl
}

// NewCover sums up what results reached. Points of the files for which counts does not
// hold are left out.
func NewCover(pack string, points *interp.Coverage, results []*Result, counts func(*source.File) bool) *Cover {
	c := &Cover{Pack: pack, Run: len(results), results: results}
	var all interp.Reach
	for _, r := range results {
		all.Join(r.Reach)
	}
	for i, p := range points.Points {
		if !counts(p.Span.File) {
			continue
		}
		n := 0
		for _, r := range results {
			if r.Reach.Touched(i) {
				n++
			}
		}
		c.Points, c.Proofs, c.of = append(c.Points, p), append(c.Proofs, n), append(c.of, i)
		c.Yes, c.No = append(c.Yes, all.Yes(i)), append(c.No, all.No(i))
	}
	return c
}

// Gap tells what never happened at a point, if there is such a thing.
func (c *Cover) Gap(i int) (gap Gap, ok bool) {
	p := c.Points[i]
	switch {
	case c.Yes[i] && (c.No[i] || !p.Kind.Decides()):
		return Gap{}, false
	case !c.Yes[i] && !c.No[i] && p.Kind.Decides():
		return Gap{p, "never asked"}, true
	case !c.Yes[i] && p.Kind.Decides():
		return Gap{p, "never true"}, true
	case !c.Yes[i]:
		return Gap{p, "never reached"}, true
	}
	return Gap{p, "never false"}, true
}

func isWhen(k interp.PointKind) bool { return k == interp.WhenPoint || k == interp.WhilePoint }

func isClause(k interp.PointKind) bool { return !k.Decides() || k == interp.RequirePoint }

func (t *Tally) add(c *Cover, i int) {
	count := func(r *Ratio, ok bool) {
		r.Of++
		if ok {
			r.Have++
		}
	}
	k := c.Points[i].Kind
	if isClause(k) {
		count(&t.Clauses, c.Yes[i] || c.No[i])
	}
	switch {
	case isWhen(k):
		count(&t.Whens, c.Yes[i] && c.No[i])
	case k.Decides():
		count(&t.Branches, c.Yes[i] && c.No[i])
	}
}

// Total sums all files up.
func (c *Cover) Total() Tally {
	var t Tally
	for i := range c.Points {
		t.add(c, i)
	}
	return t
}

// Files sums each file up, in order.
func (c *Cover) Files() []FileCover {
	var out []FileCover
	for i, p := range c.Points {
		if len(out) == 0 || out[len(out)-1].File != p.Span.File {
			out = append(out, FileCover{File: p.Span.File})
		}
		f := &out[len(out)-1]
		f.add(c, i)
		if g, ok := c.Gap(i); ok {
			f.Gaps = append(f.Gaps, g)
		}
	}
	return out
}

// reachedBy counts the proofs that reach a declaration: where it can be reached
// itself that is what counts, else any of its clauses.
func (c *Cover) reachedBy(results []*Result) map[*ir.Decl]int {
	own := map[*ir.Decl]bool{}
	for _, p := range c.Points {
		if p.Kind == interp.DeclPoint {
			own[p.Decl] = true
		}
	}
	out := map[*ir.Decl]int{}
	for _, r := range results {
		seen := map[*ir.Decl]bool{}
		for i, p := range c.Points {
			if r.Reach.Touched(c.of[i]) && (p.Kind == interp.DeclPoint || !own[p.Decl]) {
				seen[p.Decl] = true
			}
		}
		for d := range seen {
			out[d]++
		}
	}
	return out
}

// Sections lists the sections that declarations cite, by name.
func (c *Cover) Sections() []SectionCover {
	proofs := c.reachedBy(c.results)
	var out []SectionCover
	at := map[string]int{}
	seen := map[*ir.Decl]bool{}
	for _, p := range c.Points {
		if seen[p.Decl] {
			continue
		}
		seen[p.Decl] = true
		for _, s := range p.Decl.Cites {
			if _, ok := at[s]; !ok {
				at[s] = len(out)
				out = append(out, SectionCover{Section: s})
			}
			x := &out[at[s]]
			x.Decls = append(x.Decls, DeclCover{p.Decl, proofs[p.Decl]})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Section < out[j].Section })
	return out
}

// CountRows finds for each row of a ledger that a proof covers which of the
// declarations that cite the row's section these proofs reach.
func (c *Cover) CountRows(l *Ledger) {
	citing := map[string][]*ir.Decl{}
	for _, s := range c.Sections() {
		for _, d := range s.Decls {
			citing[s.Section] = append(citing[s.Section], d.Decl)
		}
	}
	byRow := map[string][]*Result{}
	for _, r := range c.results {
		for _, row := range r.Proof.Covers {
			byRow[row.ID] = append(byRow[row.ID], r)
		}
	}
	for _, row := range l.Rows {
		if len(byRow[row.ID]) == 0 {
			continue
		}
		x := RowCover{Row: row, Citing: len(citing[row.Section])}
		proofs := c.reachedBy(byRow[row.ID])
		for _, d := range citing[row.Section] {
			if proofs[d] > 0 {
				x.Reached = append(x.Reached, d)
			}
		}
		c.Rows = append(c.Rows, x)
	}
}

// Beside lists the rows whose proofs reach none of the declarations that cite the
// row's section, though there are some.
func (c *Cover) Beside() []string {
	var out []string
	for _, r := range c.Rows {
		if r.Citing > 0 && len(r.Reached) == 0 {
			out = append(out, r.Row.ID)
		}
	}
	return out
}

// Hold reports coverage below what is asked for, in percent; 0 asks for nothing.
func (c *Cover) Hold(clauses, whens int, log *diag.Log) {
	t := c.Total()
	hold := func(r Ratio, want int, what string, is func(g Gap) bool) {
		if r.Tenths() >= 10*want {
			return
		}
		var gaps []Gap
		for i := range c.Points {
			if g, ok := c.Gap(i); ok && is(g) {
				gaps = append(gaps, g)
			}
		}
		d := log.Errorf(diag.LowCoverage, gaps[0].Point.Span, "the proofs of %s %s, and %d %% are asked for", c.Pack, fmt.Sprintf(what, r.Have, r.Of), want).
			WithLabel("%s", gaps[0].What).WithHelp("`rulec test --cover` lists what is missing")
		for _, g := range gaps[1:min(len(gaps), 4)] {
			d.WithRelated(g.Point.Span, "%s", g.What)
		}
	}
	hold(t.Clauses, clauses, "reach %d of %d clauses", func(g Gap) bool {
		return isClause(g.Point.Kind) && (!g.Point.Kind.Decides() || g.What == "never asked")
	})
	hold(t.Whens, whens, "see %d of %d `when` and `while` formulas both true and false", func(g Gap) bool { return isWhen(g.Point.Kind) })
}
