package mutate

import (
	"strconv"
	"strings"

	"rulec/lang/syntax"
)

// formula proposes changes of one node of a formula.
func (p *proposer) formula(at path) {
	switch n := at.node().(type) {
	case *syntax.Int:
		p.number(n)
	case *syntax.Bool:
		p.replace("truth", n.Span, strconv.FormatBool(!n.Value), n.Span)
	case *syntax.Dice:
		p.dice(n)
	case *syntax.Unary:
		sign := p.span(n.Span.Start, n.Span.Start+len(n.Op))
		switch n.Op {
		case "-":
			p.replace("sign", sign, "", n.Span)
		case "not":
			p.replace("opposite", p.span(n.Span.Start, p.outer(n.X.At()).Start), "", n.Span)
		}
	case *syntax.Binary:
		p.binary(n)
	case *syntax.Is:
		if n.Not {
			if s, ok := p.between(n.X.At().End, n.Condition.At().Start, "is not"); ok {
				p.replace("opposite", s, "is", n.Span)
			}
		} else if s, ok := p.between(n.X.At().End, n.Condition.At().Start, "is"); ok {
			p.replace("opposite", s, "is not", n.Span)
		}
	case *syntax.Cond:
		p.holds(n.If, n)
	case *syntax.Bind:
		p.function(n.Fn.Name, n.Fn, n)
	case *syntax.Call:
		if f, ok := n.Fn.(*syntax.Name); ok {
			p.function(f.Name, f, n)
		}
	}
}

func (p *proposer) number(n *syntax.Int) {
	digits := n.Span
	for digits.End = digits.Start; digits.End < len(p.file.Text) && p.file.Text[digits.End] >= '0' && p.file.Text[digits.End] <= '9'; {
		digits.End++
	}
	p.replace("number+1", digits, strconv.FormatInt(n.Value+1, 10), n.Span)
	less := strconv.FormatInt(n.Value-1, 10)
	if n.Value == 0 {
		less = "(-1)"
		if n.Unit.Name != "" {
			return // no length is less than none
		}
	}
	p.replace("number-1", digits, less, n.Span)
}

// dice reads `2d6kh1`: how many, how large, which count.
func (p *proposer) dice(n *syntax.Dice) {
	count, rest, ok := strings.Cut(n.Text, "d")
	if !ok {
		return
	}
	if count == "" {
		count = "1"
	}
	sides, keep := rest, ""
	if i := strings.IndexByte(rest, 'k'); i >= 0 {
		sides, keep = rest[:i], rest[i:]
	}
	if k, err := strconv.Atoi(count); err == nil {
		p.replace("dice-count", n.Span, strconv.Itoa(k+1)+"d"+rest, n.Span)
	}
	if k, err := strconv.Atoi(sides); err == nil {
		p.replace("dice-sides", n.Span, n.Text[:len(n.Text)-len(rest)]+strconv.Itoa(k+1)+keep, n.Span)
	}
	if len(keep) > 1 {
		other := map[byte]string{'h': "kl", 'l': "kh"}[keep[1]]
		p.replace("dice-keep", n.Span, n.Text[:len(n.Text)-len(keep)]+other+keep[2:], n.Span)
	}
}

// exchanges are the signs that an operator turns into each other.
var exchanges = map[string][]struct{ operator, with string }{
	"<":      {{"boundary", "<="}, {"opposite", ">="}},
	"<=":     {{"boundary", "<"}, {"opposite", ">"}},
	">":      {{"boundary", ">="}, {"opposite", "<="}},
	">=":     {{"boundary", ">"}, {"opposite", "<"}},
	"==":     {{"opposite", "!="}},
	"!=":     {{"opposite", "=="}},
	"in":     {{"opposite", "not in"}},
	"not in": {{"opposite", "in"}},
	"+":      {{"sign", "-"}},
	"-":      {{"sign", "+"}},
	"*":      {{"times", "+"}},
	"and":    {{"and-or", "or"}},
	"or":     {{"and-or", "and"}},
}

func (p *proposer) binary(n *syntax.Binary) {
	sign, ok := p.between(n.X.At().End, n.Y.At().Start, n.Op)
	if !ok {
		return
	}
	for _, x := range exchanges[n.Op] {
		p.replace(x.operator, sign, x.with, n.Span)
	}
}

// holds proposes that a condition always or never holds.
func (p *proposer) holds(cond syntax.Expr, around syntax.Node) {
	if cond == nil {
		return
	}
	if _, ok := cond.(*syntax.Bool); ok {
		return // `truth` does it
	}
	p.replace("always", cond.At(), "true", around.At())
	p.replace("never", cond.At(), "false", around.At())
}

var functions = map[string]string{"any": "all", "all": "any", "none": "any", "min": "max", "max": "min",
	"first": "last", "last": "first", "floor": "ceil", "ceil": "floor", "nearest": "floor"}

func (p *proposer) function(name string, at, around syntax.Node) {
	if other := functions[name]; other != "" {
		p.replace("function", at.At(), other, around.At())
	}
}
