package mutate

import (
	"strconv"
	"strings"

	"rulec/lang/syntax"
)

// formula proposes changes of one node of a formula.
func (p *proposer) formula() {
	switch n := p.path.node().(type) {
	case *syntax.Int:
		p.number(n)
	case *syntax.Bool:
		p.replace("truth", n.Span, strconv.FormatBool(!n.Value))
	case *syntax.Dice:
		p.dice(n)
	case *syntax.Unary:
		sign := p.span(n.Span.Start, n.Span.Start+len(n.Op))
		switch n.Op {
		case "-":
			p.replace("sign", sign, "")
		case "not":
			p.replace("negate", p.span(n.Span.Start, p.outer(n.X.At()).Start), "")
		}
	case *syntax.Binary:
		p.binary(n)
	case *syntax.Is:
		if n.Not {
			if s, ok := p.between(n.X.At().End, n.Condition.At().Start, "is not"); ok {
				p.replace("negate", s, "is")
			}
		} else if s, ok := p.between(n.X.At().End, n.Condition.At().Start, "is"); ok {
			p.replace("negate", s, "is not")
		}
	case *syntax.Cond:
		p.holds(n.If)
	case *syntax.Bind:
		p.function(n.Fn.Name, n.Fn)
	case *syntax.Call:
		if f, ok := n.Fn.(*syntax.Name); ok {
			p.function(f.Name, f)
		}
	}
}

func (p *proposer) number(n *syntax.Int) {
	digits := n.Span
	for digits.End = digits.Start; digits.End < len(p.file.Text) && p.file.Text[digits.End] >= '0' && p.file.Text[digits.End] <= '9'; {
		digits.End++
	}
	p.replace("number+1", digits, strconv.FormatInt(n.Value+1, 10))
	if n.Value > 0 { // less than nothing is seldom meant, and `> 0` has its boundary
		p.replace("number-1", digits, strconv.FormatInt(n.Value-1, 10))
	}
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
		p.replace("dice-count", n.Span, strconv.Itoa(k+1)+"d"+rest)
	}
	if k, err := strconv.Atoi(sides); err == nil {
		p.replace("dice-sides", n.Span, n.Text[:len(n.Text)-len(rest)]+strconv.Itoa(k+1)+keep)
	}
	if len(keep) > 1 {
		other := map[byte]string{'h': "kl", 'l': "kh"}[keep[1]]
		p.replace("dice-keep", n.Span, n.Text[:len(n.Text)-len(keep)]+other+keep[2:])
	}
}

// exchanges are the signs that an operator turns into each other.
var exchanges = map[string][]struct{ operator, with string }{
	"<":      {{"boundary", "<="}, {"negate", ">="}},
	"<=":     {{"boundary", "<"}, {"negate", ">"}},
	">":      {{"boundary", ">="}, {"negate", "<="}},
	">=":     {{"boundary", ">"}, {"negate", "<"}},
	"==":     {{"negate", "!="}},
	"!=":     {{"negate", "=="}},
	"in":     {{"negate", "not in"}},
	"not in": {{"negate", "in"}},
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
		p.replace(x.operator, sign, x.with)
	}
}

// holds proposes that a condition always or never holds.
func (p *proposer) holds(cond syntax.Expr) {
	if cond == nil {
		return
	}
	if _, ok := cond.(*syntax.Bool); ok {
		return // `truth` does it
	}
	p.replace("always", cond.At(), "true")
	p.replace("never", cond.At(), "false")
}

var functions = map[string]string{"any": "all", "all": "any", "none": "any", "min": "max", "max": "min",
	"first": "last", "last": "first", "floor": "ceil", "ceil": "floor", "nearest": "floor"}

func (p *proposer) function(name string, at syntax.Node) {
	if other := functions[name]; other != "" {
		p.replace("function", at.At(), other)
	}
}
