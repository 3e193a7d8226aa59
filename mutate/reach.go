package mutate

import (
	"math/bits"
	"strings"
	"sync"

	"rulec/interp"
	"rulec/lang/source"
	"rulec/lang/syntax"
	"rulec/proof"
)

// Which proofs can notice a change? Those that reach what is changed. From the
// changed node we go outwards to the first thing whose being reached is noted and
// without which the node means nothing: the branch of an `if`, an arm, the body of
// a handler, a stage, a row, the value, the event. What decides whether something
// comes about at all, such as a `when`, is reached wherever it was asked. Where
// nothing is noted (a default of a field, a unit) every proof may notice.

// reach tells for the points of a pack which proofs reach them.
type reach struct {
	cover   *interp.Coverage
	results []*proof.Result
	at      map[place][]int        // points by kind and where they begin
	within  map[*source.File][]int // points by file
	decls   map[string][]int       // points of values and events, by name
	memo    map[*syntax.Head]set   // proofs that reach anything of a declaration
	widths  []int                  // by proof, how many points it reaches
	mu      sync.Mutex             // of memo
	names   *names
	files   []*syntax.File
}

type place struct {
	kind  interp.PointKind
	file  *source.File
	start int
}

func newReach(cover *interp.Coverage, results []*proof.Result, files []*syntax.File) *reach {
	r := &reach{cover: cover, results: results, at: map[place][]int{}, within: map[*source.File][]int{}, decls: map[string][]int{},
		memo: map[*syntax.Head]set{}, names: namesOf(files), files: files}
	for i, x := range cover.Points {
		k := place{x.Kind, x.Span.File, x.Span.Start}
		r.at[k] = append(r.at[k], i)
		r.within[x.Span.File] = append(r.within[x.Span.File], i)
		if x.Kind == interp.DeclPoint {
			r.decls[x.Span.Text()] = append(r.decls[x.Span.Text()], i)
		}
	}
	for _, x := range results {
		n := 0
		for _, w := range x.Reach {
			n += bits.OnesCount64(w)
		}
		r.widths = append(r.widths, n)
	}
	return r
}

// width is how much a proof reaches.
func (r *reach) width(proof int) int { return r.widths[proof] }

// set is one truth for each proof, or nil for every proof.
type set []bool

// proofs lists the indices of the proofs that may notice a mutant.
func (r *reach) proofs(m *Mutant) []int {
	s := r.of(m)
	var out []int
	for i := range r.results {
		if s == nil || s[i] {
			out = append(out, i)
		}
	}
	return out
}

// answers tell which answers of a point count.
type answers func(x interp.Reach, point int) bool

var (
	touched answers = interp.Reach.Touched
	yes     answers = interp.Reach.Yes
	no      answers = interp.Reach.No
)

// by are the proofs that reach one of some points.
func (r *reach) by(points []int, a answers) set {
	s := make(set, len(r.results))
	for i, x := range r.results {
		for _, p := range points {
			s[i] = s[i] || a(x.Reach, p)
		}
	}
	return s
}

// point finds a point that begins where a span does.
func (r *reach) point(kind interp.PointKind, at source.Span) []int {
	return r.at[place{kind, at.File, at.Start}]
}

// decided are the proofs in which a formula that decides was asked.
func (r *reach) decided(kind interp.PointKind, e syntax.Expr, a answers) (set, bool) {
	if e == nil {
		return nil, false
	}
	if p := r.point(kind, e.At()); len(p) > 0 {
		return r.by(p, a), true
	}
	return nil, false
}

// named are the proofs that ask a value or begin an event of a name; nil where none is noted.
func (r *reach) named(name string) set {
	if p := r.decls[name]; len(p) > 0 {
		return r.by(p, touched)
	}
	return nil
}

// inside are the proofs that reach anything that stands in a declaration.
func (r *reach) inside(h *syntax.Head) set {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s, ok := r.memo[h]; ok {
		return s
	}
	var points []int
	for _, i := range r.within[h.Span.File] {
		if at := r.cover.Points[i].Span; at.Start >= h.Span.Start && at.End <= h.Span.End {
			points = append(points, i)
		}
	}
	s := r.by(points, touched)
	r.memo[h] = s
	return s
}

func (r *reach) of(m *Mutant) set {
	for i := len(m.path) - 1; i >= 0; i-- {
		var child syntax.Node
		if i+1 < len(m.path) {
			child = m.path[i+1]
		}
		if s, ok := r.step(m, m.path[i], child); ok {
			return s
		}
	}
	return nil
}

// step looks at one node on the way outwards. child is the part of it in which the
// change lies, nil if the node itself changes. ok tells that the search ends here.
func (r *reach) step(m *Mutant, n, child syntax.Node) (s set, ok bool) {
	switch n := n.(type) {
	case *syntax.If:
		a := touched
		switch {
		case child == syntax.Node(n.Then):
			a = yes
		case child != nil && child == n.Else:
			a = no
		}
		return r.decided(interp.IfPoint, n.Cond, a)
	case *syntax.On:
		if m.Operator == "outcome" && child == nil {
			return nil, false
		}
		return r.one(interp.ArmPoint, n.Span)
	case *syntax.Once:
		if child == syntax.Node(n.Body) {
			return r.one(interp.OncePoint, n.Span)
		}
	case *syntax.TableRow:
		if child == syntax.Node(n.Result) {
			return r.one(interp.RowPoint, n.Span)
		}
	case *syntax.Stage:
		if child == syntax.Node(n.Body) || m.Operator == "drop-stage" {
			return r.one(interp.StagePoint, n.Name.Span)
		}
	case *syntax.Value, *syntax.Table:
		return r.one(interp.DeclPoint, n.(syntax.Decl).Header().Name.Span)
	case *syntax.Handler, *syntax.Modify, *syntax.Forbid, *syntax.Until, *syntax.While, *syntax.Pattern:
		return r.clause(m, n, child)
	case *syntax.Event, *syntax.Action, *syntax.Condition:
		return r.inside(n.(syntax.Decl).Header()), true
	case *syntax.Extend:
		if r.names.outcomes[n.Name.Name] != nil {
			s := r.named(n.Name.Name)
			return s, s != nil
		}
	case *syntax.Option:
		return r.mention(n.Name.Name), true
	}
	return nil, false
}

func (r *reach) one(kind interp.PointKind, at source.Span) (set, bool) {
	if p := r.point(kind, at); len(p) > 0 {
		return r.by(p, touched), true
	}
	return nil, false
}

// clause looks at clauses and patterns. What only counts once they matched is
// reached with them; what decides whether they match is reached with what they are about.
func (r *reach) clause(m *Mutant, n, child syntax.Node) (set, bool) {
	head := child == nil && (m.Operator == "always" || m.Operator == "before-after" || m.Operator == "outcome")
	switch n := n.(type) {
	case *syntax.Pattern:
		if m.Operator == "always" && child == nil || child != nil && child == syntax.Node(n.When) {
			return r.decided(interp.WhenPoint, n.When, touched)
		}
	case *syntax.Handler:
		if child == syntax.Node(n.Pattern) {
			return r.about(n.Pattern.Occasion), true
		}
		return r.one(interp.HandlerPoint, n.Span)
	case *syntax.Until:
		if child != nil {
			return r.about(n.Pattern.Occasion), true
		}
		return r.one(interp.UntilPoint, n.Span)
	case *syntax.While:
		return r.decided(interp.WhilePoint, n.Cond, touched)
	case *syntax.Modify:
		switch {
		case head || child != nil && child == syntax.Node(n.When):
			return r.decided(interp.WhenPoint, n.When, touched)
		case child == syntax.Node(n.Head):
			return r.about(n.Head), true
		}
		return r.one(interp.ModifyPoint, n.Span)
	case *syntax.Forbid:
		switch {
		case head || child != nil && child == syntax.Node(n.When):
			return r.decided(interp.WhenPoint, n.When, touched)
		case child == nil && m.Operator == "drop-clause":
			var points []int
			for _, o := range n.Occasions {
				points = append(points, r.point(interp.ForbidPoint, o.Span)...)
			}
			return r.by(points, touched), len(points) > 0
		}
		return nil, true
	}
	return nil, false
}

// about are the proofs in which that happens, or is asked, which an occasion names.
// Which of its parts that is, the tree does not say: any of them counts.
func (r *reach) about(o *syntax.Occasion) set {
	var points []int
	for _, p := range o.Parts {
		points = append(points, r.decls[p.Name.Name]...)
	}
	if len(points) == 0 {
		return nil
	}
	return r.by(points, touched)
}

// mention are the proofs that reach a declaration in which an option is named. A
// rule that is not in force is not there at all, so where a rule names it every
// proof may notice.
func (r *reach) mention(option string) set {
	s := make(set, len(r.results))
	for _, f := range r.files {
		for _, d := range f.Decls {
			h := d.Header()
			if d, ok := d.(*syntax.Option); ok && d.Name.Name == option || !mentions(h.Span.Text(), option) {
				continue
			}
			switch d.(type) {
			case *syntax.Proof:
				continue
			case *syntax.Value, *syntax.Table, *syntax.Event, *syntax.Action, *syntax.Condition:
				for i, x := range r.inside(h) {
					s[i] = s[i] || x
				}
			default:
				return nil
			}
		}
	}
	return s
}

// mentions tells whether a word stands in a text.
func mentions(text, word string) bool {
	for i := strings.Index(text, word); i >= 0; {
		end := i + len(word)
		if (i == 0 || !letter(text[i-1])) && (end == len(text) || !letter(text[end])) {
			return true
		}
		next := strings.Index(text[end:], word)
		if next < 0 {
			return false
		}
		i = end + next
	}
	return false
}
