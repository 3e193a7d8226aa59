package mutate

import (
	"strings"

	"rulec/lang/source"
	"rulec/lang/syntax"
)

// clause proposes changes of clauses, patterns and the lines of events and actions.
func (p *proposer) clause() {
	n := p.path.node()
	whole := n.At()
	switch n := n.(type) {
	case *syntax.Modify:
		p.modify(n)
	case *syntax.Forbid:
		p.drop("drop-clause", whole)
		p.without("when", n.When, n)
		if n.Except.Name != "" {
			if s, ok := p.between(whole.Start, n.Except.Span.Start, "except"); ok {
				p.drop("drop-include", p.span(s.Start, n.Except.Span.End))
			}
		}
	case *syntax.Includes:
		p.drop("drop-clause", whole)
		p.eachName(n.Names, "drop-include")
	case *syntax.Handler, *syntax.While:
		p.drop("drop-clause", whole)
	case *syntax.Until:
		if !n.Removed {
			p.drop("drop-clause", whole)
		}
	case *syntax.On:
		p.drop("drop-arm", whole)
	case *syntax.Pattern:
		p.without("when", n.When, n)
		p.side(n)
	case *syntax.Require:
		p.drop("drop-require", whole)
	case *syntax.Use:
		p.drop("drop-way", whole)
		p.without("when", n.When, n)
		for _, x := range n.Prices {
			p.price(x)
		}
	case *syntax.Cost:
		p.drop("drop-cost", whole)
		p.without("when", n.When, n)
		if n.Amount == nil {
			p.replace("price", p.span(n.Resource.Span.End, n.Resource.Span.End), " 2")
		}
	case *syntax.Attribute:
		p.drop("drop-attribute", whole)
	case *syntax.Asks, *syntax.Order:
		p.drop("drop-order", whole)
	case *syntax.Stage:
		if len(n.Body.Stmts) > 0 {
			p.replace("drop-stage", n.Body.Span, "{ }")
		}
		if n.Where.Name != "" {
			p.replace("before-after", n.Where.Span, otherSide(n.Where.Name))
		}
	}
}

func (p *proposer) modify(n *syntax.Modify) {
	p.drop("drop-clause", n.Span)
	p.without("when", n.When, n)
	how, ok := p.between(n.Head.Span.End, n.Amount.At().Start, "by", "to", "at least", "at most")
	if !ok {
		return
	}
	p.replace("how", how, map[string]string{"by": "to", "to": "by", "at least": "at most", "at most": "at least"}[n.How])
	if _, minus := n.Amount.(*syntax.Unary); n.How == "by" && !minus {
		whole := p.outer(n.Amount.At())
		switch n.Amount.(type) {
		case *syntax.Int, *syntax.Name, *syntax.Select, *syntax.Call:
			p.replace("sign", whole, "-"+whole.Text())
		default:
			p.replace("sign", whole, "-("+whole.Text()+")")
		}
	}
	if n.Bonus.Name != "" {
		if next := p.names.nextBonus(n.Bonus.Name); next != "" {
			p.replace("bonus", n.Bonus.Span, next)
		}
		if as, ok := p.between(p.outer(n.Amount.At()).End, n.Bonus.Span.Start, "as"); ok {
			p.drop("bonus", p.span(as.Start, n.Bonus.Span.End))
		}
	}
}

// without proposes that a condition behind a word is not there.
func (p *proposer) without(word string, cond syntax.Expr, around syntax.Node) {
	if cond == nil {
		return
	}
	s := p.outer(cond.At())
	from := strings.LastIndex(p.file.Text[around.At().Start:s.Start], word)
	if from < 0 {
		return
	}
	from += around.At().Start
	for p.file.Text[from-1] == ' ' {
		from--
	}
	p.replace("always", p.span(from, s.End), "")
}

// eachName proposes that one of several names is not there.
func (p *proposer) eachName(list []syntax.Ident, operator string) {
	for i, id := range list {
		switch {
		case len(list) == 1:
		case i == 0:
			p.replace(operator, p.span(id.Span.Start, list[1].Span.Start), "")
		default:
			p.replace(operator, p.span(list[i-1].Span.End, id.Span.End), "")
		}
	}
}

// side exchanges before and after. A pattern without the word means one of the two
// by where it stands, and has no other side.
func (p *proposer) side(n *syntax.Pattern) {
	word := "before"
	if n.After {
		word = "after"
	}
	s := p.span(n.Span.Start, n.Span.Start+len(word))
	if s.Text() == word {
		p.replace("before-after", s, otherSide(word))
	}
}

func otherSide(word string) string {
	if word == "before" {
		return "after"
	}
	return "before"
}

func (p *proposer) price(n *syntax.Price) {
	if n.Resource.Span.End == n.Span.End {
		p.replace("price", p.span(n.Span.End, n.Span.End), " 2")
		return
	}
	amount := p.span(n.Resource.Span.End, n.Span.End)
	p.replace("price", amount, " "+decimal(n.Amount+1))
}

// statement proposes changes of statements.
func (p *proposer) statement() {
	n, ok := p.path.node().(syntax.Stmt)
	if !ok {
		return
	}
	whole := n.At()
	if !p.droppedElsewhere(n) {
		p.drop("drop-statement", whole)
	}
	switch n := n.(type) {
	case *syntax.If:
		p.holds(n.Cond)
	case *syntax.For:
		p.without("where", n.Where, n)
	case *syntax.Assign:
		if n.Op == "+=" || n.Op == "-=" {
			if s, ok := p.between(n.Target.At().End, n.Value.At().Start, n.Op); ok {
				p.replace("sign", s, map[string]string{"+=": "-=", "-=": "+="}[n.Op])
			}
		}
	case *syntax.Once:
		p.without("when", n.When, n)
	case *syntax.Offer:
		p.must(n.May, whole)
	case *syntax.Choose:
		p.must(n.May, whole)
	}
}

// droppedElsewhere tells whether another operator does what dropping a statement
// would do, or whether nothing checks without it.
func (p *proposer) droppedElsewhere(n syntax.Stmt) bool {
	switch n := n.(type) {
	case *syntax.Let: // without it what it names is unknown
		return true
	case *syntax.If: // `never`
		return n.Else == nil
	}
	b, ok := p.path.above(1).(*syntax.Block)
	if !ok || len(b.Stmts) > 1 {
		return false
	}
	switch p.path.above(2).(type) {
	case *syntax.Stage, *syntax.Handler, *syntax.On: // they are dropped themselves
		return true
	}
	return false
}

func (p *proposer) must(may bool, whole source.Span) {
	if s := p.span(whole.Start, whole.Start+len("may ")); may && s.Text() == "may " {
		p.replace("may", s, "")
	}
}

// declaration proposes changes of what only declarations have: the order of stages
// and rows, refills, the joining of bonuses.
func (p *proposer) declaration() {
	switch n := p.path.node().(type) {
	case *syntax.Event:
		p.stages(n.Members)
	case *syntax.Action:
		p.stages(n.Members)
	case *syntax.Extend:
		p.stages(n.Members)
	case *syntax.Table:
		for i, r := range n.Rows {
			p.drop("drop-row", r.Span)
			if i+1 < len(n.Rows) && r.Patterns != nil && n.Rows[i+1].Patterns != nil {
				p.swap("row-order", r.Span, n.Rows[i+1].Span)
			}
		}
	case *syntax.Resource:
		if n.Refill != nil {
			if s, ok := p.between(n.Amount.At().End, n.Refill.Span.Start, "refill"); ok {
				p.drop("drop-refill", p.span(s.Start, n.Refill.Span.End))
			}
		}
	case *syntax.Rule:
		p.holds(n.While)
	case *syntax.Condition:
		p.holds(n.Derived)
	case *syntax.Bonus:
		p.join(n.Gains, []string{"sum", "highest"})
		p.join(n.Losses, []string{"sum", "highest"})
	case *syntax.Param:
		p.join(n.Join, []string{"sum", "highest", "lowest", "latest"})
	}
}

// join proposes the next way of joining.
func (p *proposer) join(have syntax.Ident, ways []string) {
	if next := following(ways, have.Name); next != "" {
		p.replace("join", have.Span, next)
	}
}

func (p *proposer) stages(members []syntax.Member) {
	var last *syntax.Stage
	for _, m := range members {
		s, ok := m.(*syntax.Stage)
		if ok && last != nil && len(s.Body.Stmts) > 0 && len(last.Body.Stmts) > 0 {
			p.swap("stage-order", last.Span, s.Span)
		}
		if ok {
			last = s
		}
	}
}

// swap lets two parts change places.
func (p *proposer) swap(operator string, a, b source.Span) {
	p.replace(operator, p.span(a.Start, b.End), b.Text()+p.span(a.End, b.Start).Text()+a.Text())
}
