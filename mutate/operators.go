package mutate

import (
	"slices"
	"sort"
	"strings"

	"rulec/lang/source"
	"rulec/lang/syntax"
)

// Operator is one way to change a rule.
type Operator struct {
	Name string // as a waiver and `--only` call it
	Does string
}

// Operators are all of them, in the order in which reports list them.
var Operators = []Operator{
	{"number+1", "a number is one more"},
	{"number-1", "a number is one less"},
	{"boundary", "< and <=, > and >= are exchanged"},
	{"negate", "a comparison, `in`, `is` or `not` says the opposite"},
	{"sign", "+ and -, += and -= are exchanged, a minus goes or comes"},
	{"times", "a product becomes a sum"},
	{"and-or", "`and` and `or` are exchanged"},
	{"always", "a condition always holds; a `when` or `where` goes"},
	{"never", "a condition never holds"},
	{"truth", "true and false are exchanged"},
	{"dice-count", "one die more is thrown"},
	{"dice-sides", "dice have one side more"},
	{"dice-keep", "the lowest dice are kept and not the highest, or the other way round"},
	{"function", "any and all, min and max, first and last, floor and ceil are exchanged"},
	{"member", "the next member of an enum or the next reading of an option"},
	{"default", "the next reading of an option is in force"},
	{"outcome", "another outcome of the event"},
	{"how", "`by` and `to`, `at least` and `at most` are exchanged"},
	{"bonus", "another kind of bonus, or none"},
	{"join", "another way to join several of a kind"},
	{"before-after", "`before` and `after` are exchanged"},
	{"stage-order", "a stage runs after the one behind it"},
	{"row-order", "a row of a table stands behind the next"},
	{"price", "a way in costs one more"},
	{"may", "what may be declined must be done"},
	{"drop-clause", "a modifier, ban, handler, end or duration is missing"},
	{"drop-include", "one of several included conditions is missing"},
	{"drop-require", "a requirement of a deed is missing"},
	{"drop-way", "a way into an action is missing"},
	{"drop-cost", "a cost is missing"},
	{"drop-attribute", "an attribute keeps its default"},
	{"drop-refill", "a resource is not refilled"},
	{"drop-stage", "a stage does nothing"},
	{"drop-statement", "a statement is missing"},
	{"drop-arm", "what follows an outcome is missing"},
	{"drop-row", "a row of a table is missing"},
	{"drop-order", "who is asked first is not said"},
}

// proposer looks for changes in one file.
type proposer struct {
	file  *source.File
	path  path // to the node that is looked at
	names *names
	out   []*Mutant
}

// Propose lists every change that an operator finds in a file, in the order of the
// text. all are the files whose declarations its names mean.
func Propose(f *syntax.File, all []*syntax.File) []*Mutant {
	p := &proposer{file: f.Source, names: namesOf(all)}
	for _, d := range f.Decls {
		walk(d, func(at path) bool {
			if p.unseen(at) {
				return false
			}
			p.path = at
			p.formula()
			p.clause()
			p.statement()
			p.declaration()
			p.name()
			return true
		})
	}
	sort.SliceStable(p.out, func(i, j int) bool { return p.out[i].At.Before(p.out[j].At) })
	return p.out
}

// unseen is what no proof can see, and so nobody can prove: proofs themselves, what
// is said to people, what a fight is measured by, how a machine picks when nobody
// answers, the data that a record refuses, the room things have, the number that
// stands in a field until a roll fills it.
func (p *proposer) unseen(at path) bool {
	switch n := at.node().(type) {
	case *syntax.Proof, *syntax.Measure, *syntax.Tactic, *syntax.Tells, *syntax.Type, *syntax.Text, *syntax.String:
		return true
	case *syntax.Require:
		switch d := at[0].(type) {
		case *syntax.Record:
			return true
		case *syntax.Extend:
			return n.Advise || p.names.records[d.Name.Name]
		}
		return n.Advise
	}
	switch up := at.above(1).(type) {
	case *syntax.Field:
		return at.node() == up.Low || at.node() == up.High || at.node() == up.Default && rolled(at[0], up.Name.Name)
	case *syntax.Repeat:
		return at.node() == up.Upto
	case *syntax.Option:
		return at.node() == up.Low || at.node() == up.High || slices.Contains(up.Alternatives, syntaxExpr(at.node()))
	}
	return false
}

// rolled tells whether a declaration has a roll into a field.
func rolled(d syntax.Node, field string) bool {
	found := false
	walk(d, func(at path) bool {
		if r, ok := at.node().(*syntax.Roll); ok && r.Name.Name == field {
			found = true
		}
		return !found
	})
	return found
}

func syntaxExpr(n syntax.Node) syntax.Expr {
	e, _ := n.(syntax.Expr)
	return e
}

// replace proposes another text for a span.
func (p *proposer) replace(operator string, at source.Span, with string) {
	if at.Text() != with {
		p.out = append(p.out, &Mutant{Operator: operator, At: at, With: with, path: p.path})
	}
}

// span is a part of the file.
func (p *proposer) span(from, to int) source.Span {
	return source.Span{File: p.file, Start: from, End: to}
}

// between finds the first of some words or signs in the text between two places,
// outside comments. Of words that begin alike the longer stands first in the list.
func (p *proposer) between(from, to int, signs ...string) (source.Span, bool) {
	text := p.file.Text
	for i := from; i < to; i++ {
		if strings.HasPrefix(text[i:to], "//") {
			if n := strings.IndexByte(text[i:to], '\n'); n >= 0 {
				i += n
				continue
			}
			break
		}
		for _, s := range signs {
			if strings.HasPrefix(text[i:to], s) && (!letter(s[0]) || i == 0 || !letter(text[i-1])) {
				return p.span(i, i+len(s)), true
			}
		}
	}
	return source.Span{}, false
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }

// outer takes the parentheses around a formula to it.
func (p *proposer) outer(s source.Span) source.Span {
	text := p.file.Text
	for {
		from, to := s.Start-1, s.End
		for from >= 0 && (text[from] == ' ' || text[from] == '\n') {
			from--
		}
		for to < len(text) && (text[to] == ' ' || text[to] == '\n') {
			to++
		}
		if from < 1 || to >= len(text) || text[from] != '(' || text[to] != ')' || text[from-1] != ' ' && text[from-1] != '(' {
			return s
		}
		s.Start, s.End = from, to+1
	}
}

// drop proposes that a part is not there: its whole lines if nothing else stands
// on them, else the part with the semicolon that goes with it.
func (p *proposer) drop(operator string, s source.Span) {
	text := p.file.Text
	line := strings.LastIndexByte(text[:s.Start], '\n') + 1
	after := s.End
	for after < len(text) && text[after] != '\n' {
		after++
	}
	rest := strings.TrimSpace(text[s.End:after])
	switch alone := strings.TrimSpace(text[line:s.Start]) == ""; {
	case alone && (rest == "" || strings.HasPrefix(rest, "//")):
		s.Start, s.End = line, min(after+1, len(text))
	case strings.HasPrefix(rest, ";"):
		s.End += strings.IndexByte(text[s.End:], ';') + 1
		for s.End < len(text) && text[s.End] == ' ' {
			s.End++
		}
	default:
		for s.Start > 0 && text[s.Start-1] == ' ' {
			s.Start--
		}
		if s.Start > 0 && text[s.Start-1] == ';' {
			s.Start--
		}
	}
	p.replace(operator, s, "")
}
