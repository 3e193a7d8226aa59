package mutate

import (
	"slices"
	"strconv"

	"rulec/lang/syntax"
)

// names knows what a name may be exchanged for.
type names struct {
	members  map[string][]string // of the enum or option that has a name, all of its names
	outcomes map[string][]string // by event
	results  map[string][]string // of the first event that has an outcome, all its outcomes
	bonuses  []string
	records  map[string]bool
}

// namesOf collects the declarations of files. Where two enums share a member the
// first one counts; the checker refuses what does not fit.
func namesOf(files []*syntax.File) *names {
	n := &names{members: map[string][]string{}, outcomes: map[string][]string{}, results: map[string][]string{}, records: map[string]bool{}}
	group := func(into map[string][]string, list []syntax.Ident) (all []string) {
		for _, id := range list {
			all = append(all, id.Name)
		}
		for _, name := range all {
			if into[name] == nil {
				into[name] = all
			}
		}
		return all
	}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *syntax.Enum:
				group(n.members, d.Members)
			case *syntax.Option:
				group(n.members, d.Readings)
			case *syntax.Event:
				n.outcomes[d.Name.Name] = group(n.results, d.Outcomes)
			case *syntax.Action:
				n.outcomes[d.Name.Name] = group(n.results, d.Outcomes)
			case *syntax.Bonus:
				n.bonuses = append(n.bonuses, d.Name.Name)
			case *syntax.Record:
				n.records[d.Name.Name] = true
			}
		}
	}
	return n
}

// following is the name behind one in a list, the first behind the last; "" if there is no other.
func following(list []string, name string) string {
	i := slices.Index(list, name)
	if i < 0 || len(list) < 2 {
		return ""
	}
	return list[(i+1)%len(list)]
}

func (n *names) nextBonus(name string) string { return following(n.bonuses, name) }

// name proposes another name where several would do.
func (p *proposer) name() {
	switch n := p.path.node().(type) {
	case *syntax.Name:
		p.member(n)
	case *syntax.End:
		p.outcome(n.Event.Name, n.Outcome)
	case *syntax.On:
		if do, ok := p.path.above(1).(*syntax.Do); ok {
			p.outcome(called(do.What), n.Outcome)
		}
	case *syntax.Occasion:
		if len(n.Parts) > 0 {
			for _, as := range n.As {
				p.outcome(n.Parts[len(n.Parts)-1].Name.Name, as)
			}
		}
	}
}

// called is the name of what a formula calls, or "".
func called(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Call:
		return called(e.Fn)
	case *syntax.Name:
		return e.Name
	}
	return ""
}

func (p *proposer) outcome(event string, have syntax.Ident) {
	if next := following(p.names.outcomes[event], have.Name); next != "" {
		p.replace("outcome", have.Span, next)
	}
}

func (p *proposer) member(n *syntax.Name) {
	around := p.path.above(1)
	if o, ok := around.(*syntax.Option); ok && o.Default == syntax.Expr(n) {
		for _, id := range o.Readings {
			if id.Name != n.Name {
				p.replace("default", n.Span, id.Name)
			}
		}
		return
	}
	if next := following(p.names.results[n.Name], n.Name); next != "" && p.names.members[n.Name] == nil {
		p.replace("outcome", n.Span, next)
		return
	}
	group := p.names.members[n.Name]
	next := following(group, n.Name)
	if b, ok := around.(*syntax.Binary); next == "" || ok && len(group) == 2 && (b.Op == "==" || b.Op == "!=") {
		return // of two the other one is what `negate` gives
	}
	p.replace("member", n.Span, next)
}

func decimal(n int) string { return strconv.Itoa(n) }
