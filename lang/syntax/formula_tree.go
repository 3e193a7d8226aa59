package syntax

import (
	"github.com/expr-lang/expr/ast"

	"rulec/lang/diag"
)

// part is a converted node: its tree, and the tokens it covers without the
// parentheses around it.
type part struct {
	expr        Expr
	first, last int
}

// binders take `name in list` and a formula that is read for each item.
var binders = words(`all any none count filter map sum min max first last sort`)

var comparisons = words(`== != < <= > >= in is`)

// outer is the place of a part with the parentheses around it.
func (r *reader) outer(p part) (first, last int) {
	first, last = p.first, p.last
	for first > 0 && last+1 < len(r.tokens) && r.roles[first-1] == groupToken && r.match[first-1] == last+1 {
		first--
		last++
	}
	return first, last
}

// bare tells whether a part has no parentheses around it.
func (r *reader) bare(p part) bool {
	first, _ := r.outer(p)
	return first == p.first
}

// place is the place of the tokens from first to last.
func (r *reader) place(first, last int) Place { return Place{r.span(first, last)} }

// convert makes a tree of a node. Only kinds that are listed here pass.
func (r *reader) convert(n ast.Node) part {
	if n == nil {
		return r.refuse(0, "this")
	}
	i := r.at(n.Location().From)
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return part{r.leaf(i), i, i}
	case *ast.IntegerNode:
		value, _ := number(r.text(i))
		if r.roles[i] == unitToken {
			return part{&Int{r.place(i, i+1), value, r.ident(i + 1)}, i, i + 1}
		}
		return part{&Int{Place: r.place(i, i), Value: value}, i, i}
	case *ast.StringNode:
		return part{&String{r.place(i, i), unquote(r.text(i))}, i, i}
	case *ast.UnaryNode:
		return r.unary(n, i)
	case *ast.BinaryNode:
		return r.binary(n, i)
	case *ast.ConditionalNode:
		a, b, c := r.convert(n.Cond), r.convert(n.Exp1), r.convert(n.Exp2)
		first, _ := r.outer(a)
		_, last := r.outer(c)
		return part{&Cond{r.place(first, last), a.expr, b.expr, c.expr}, first, last}
	case *ast.MemberNode:
		return r.member(n, i)
	case *ast.CallNode:
		return r.call(n, i)
	case *ast.ArrayNode:
		list := &ListLit{Place: r.place(i, r.match[i])}
		for _, item := range n.Nodes {
			list.Items = append(list.Items, r.convert(item).expr)
		}
		return part{list, i, r.match[i]}
	case *ast.MapNode:
		return r.mapping(n, i)
	}
	return r.refuse(i, "this")
}

func (r *reader) refuse(i int, what string) part {
	r.fail(diag.FormulaForbidden, i, i, "%s cannot stand in a formula", what)
	return part{&Name{Place: r.place(i, i)}, i, i}
}

func (r *reader) leaf(i int) Expr {
	at := r.place(i, i)
	switch t := &r.tokens[i]; {
	case t.Type == tokDie:
		return &Dice{at, t.Value}
	case t.Value == "true" || t.Value == "false":
		return &Bool{at, t.Value == "true"}
	default:
		return &Name{at, t.Value}
	}
}

func (r *reader) unary(n *ast.UnaryNode, i int) part {
	if b, ok := n.Node.(*ast.BinaryNode); ok && i > 0 && r.text(i) == "in" && r.roles[i-1] == notInToken {
		return r.pair("not in", b, i-1)
	}
	x := r.convert(n.Node)
	_, last := r.outer(x)
	return part{&Unary{r.place(i, last), r.text(i), x.expr}, i, last}
}

func (r *reader) binary(n *ast.BinaryNode, i int) part {
	if n.Operator == "&&" { // what the expression parser makes of a < b < c
		return r.chained(i)
	}
	if r.text(i) == "is" {
		return r.is(n, i)
	}
	return r.pair(r.text(i), n, i)
}

// pair converts an operator between two values.
func (r *reader) pair(op string, n *ast.BinaryNode, i int) part {
	x, y := r.convert(n.Left), r.convert(n.Right)
	r.checkLeft(op, x, i)
	first, _ := r.outer(x)
	_, last := r.outer(y)
	return part{&Binary{r.place(first, last), op, x.expr, y.expr}, first, last}
}

// is converts `x is C`, with or without `not`, `by` or `with`.
func (r *reader) is(n *ast.BinaryNode, i int) part {
	x := r.convert(n.Left)
	r.checkLeft("is", x, i)
	e := &Is{X: x.expr, Not: r.roles[i] == isNotToken}
	var last int
	if b, ok := n.Right.(*ast.BinaryNode); ok && r.roles[r.at(b.Location().From)] == partnerToken {
		condition, partner := r.convert(b.Left), r.convert(b.Right)
		e.Condition, e.Partner = condition.expr, partner.expr
		e.With = r.text(r.at(b.Location().From)) == "with"
		_, last = r.outer(partner)
	} else {
		condition := r.convert(n.Right)
		e.Condition = condition.expr
		_, last = r.outer(condition)
	}
	first, _ := r.outer(x)
	e.Place = r.place(first, last)
	return part{e, first, last}
}

func (r *reader) chained(i int) part {
	r.fail(diag.FormulaForbidden, i, i, "comparisons cannot be chained").WithHelp("write a < b and b < c")
	return part{&Name{Place: r.place(i, i)}, i, i}
}

// checkLeft refuses what a comparison must not have on its left: a bare `not`,
// which binds closer than most people think, and another comparison.
func (r *reader) checkLeft(op string, x part, i int) {
	if op != "not in" && !comparisons[op] || !r.bare(x) {
		return
	}
	switch e := x.expr.(type) {
	case *Binary:
		if e.Op == "not in" || comparisons[e.Op] {
			r.chained(i)
		}
	case *Is:
		r.chained(i)
	}
	if !isWord(&r.tokens[x.first], "not") || r.roles[x.first] != operatorToken {
		return
	}
	d := r.fail(diag.NotBindsCloser, x.first, i, "`not` belongs to the value right behind it, not to the comparison")
	switch op {
	case "is":
		d.WithHelp("write `a is not b`")
	case "in":
		d.WithHelp("write `a not in b`")
	case "==":
		d.WithHelp("write `a != b`, or `not (a == b)`")
	default:
		d.WithHelp("write `not (a %s b)`", op)
	}
}

func (r *reader) member(n *ast.MemberNode, i int) part {
	x := r.convert(n.Node)
	first, _ := r.outer(x)
	if is(&r.tokens[i], "[") {
		index := r.convert(n.Property)
		return part{&Index{r.place(first, r.match[i]), x.expr, index.expr}, first, r.match[i]}
	}
	return part{&Select{r.place(first, i), x.expr, r.ident(i)}, first, i}
}

// call converts a call; node i is the name before the parenthesis.
func (r *reader) call(n *ast.CallNode, i int) part {
	fn := r.convert(n.Callee)
	first := fn.first
	open := i + 1
	last := r.match[open]
	places := r.calls[open]
	if len(places) != len(n.Arguments) {
		return r.refuse(i, "this call")
	}
	if bind := r.bind(n, i); bind != nil {
		bind.Place = r.place(first, last)
		return part{bind, first, last}
	}
	c := &Call{Place: r.place(first, last), Fn: fn.expr}
	for k, a := range n.Arguments {
		c.Args = append(c.Args, r.labelled(places[k].label, r.convert(a)))
	}
	return part{c, first, last}
}

// labelled makes an argument or an entry; label is -1 where there is none.
func (r *reader) labelled(label int, value part) *Arg {
	first, last := r.outer(value)
	if label < 0 {
		return &Arg{Place: r.place(first, last), Value: value.expr}
	}
	name := r.ident(label)
	name.Name = name.Name[:len(name.Name)-1]
	name.Span.End--
	return &Arg{r.place(label, last), name, value.expr}
}

// bind converts `any(c in creatures, F)` and its like, or returns nil.
func (r *reader) bind(n *ast.CallNode, i int) *Bind {
	if _, plain := n.Callee.(*ast.IdentifierNode); !plain || !binders[r.text(i)] || len(n.Arguments) < 2 {
		return nil
	}
	in, ok := n.Arguments[0].(*ast.BinaryNode)
	if !ok || in.Operator != "in" {
		return nil
	}
	name, ok := in.Left.(*ast.IdentifierNode)
	if !ok {
		return nil
	}
	v := r.at(name.Location().From)
	if r.tokens[v].Type != tokName || v != r.calls[i+1][0].first || r.calls[i+1][0].label >= 0 {
		return nil
	}
	if len(n.Arguments) > 2 {
		third := r.calls[i+1][2].first
		r.fail(diag.BadFormula, third, third, "`%s` takes `name in list` and one formula", r.text(i))
	}
	if l := r.calls[i+1][1].label; l >= 0 {
		r.fail(diag.BadFormula, l, l, "the formula of `%s` has no label", r.text(i))
	}
	return &Bind{Fn: r.ident(i), Var: r.ident(v), In: r.convert(in.Right).expr, Body: r.convert(n.Arguments[1]).expr}
}

func (r *reader) mapping(n *ast.MapNode, i int) part {
	m := &MapLit{Place: r.place(i, r.match[i])}
	for _, p := range n.Pairs {
		pair, ok := p.(*ast.PairNode)
		if !ok {
			return r.refuse(i, "this map")
		}
		m.Entries = append(m.Entries, r.labelled(r.at(pair.Key.Location().From), r.convert(pair.Value)))
	}
	return part{m, i, r.match[i]}
}
