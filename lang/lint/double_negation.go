package lint

import (
	"rulec/lang/source"
	"rulec/lang/syntax"
)

var doubleNegationRule = &Rule{
	Code: "L0304", Name: "double_negation", Group: Style, Level: Warning, Trees: true,
	Title: "a negation that can be said without",
	run:   doubleNegation,
}

var opposite = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in"}

func doubleNegation(c *Context) {
	c.each(func(_ *syntax.File, n syntax.Node) {
		u, ok := n.(*syntax.Unary)
		if !ok || u.Op != "not" || u.X == nil {
			return
		}
		switch x := u.X.(type) {
		case *syntax.Unary:
			if x.Op == "not" && x.X != nil {
				c.report(u.Span, "this negates twice").help("leave both out").fix(Edit{u.Span, written(x.X)})
			}
		case *syntax.Binary:
			if op := opposite[x.Op]; op != "" && x.X != nil && x.Y != nil {
				text := written(x.X) + " " + op + " " + written(x.Y)
				c.report(u.Span, "this negates a comparison").help("write `%s`", squeeze(text)).fix(Edit{u.Span, text})
			}
		case *syntax.Is:
			if !x.Not && x.X != nil && x.Condition != nil && x.Span.Start <= x.X.At().Start {
				end := source.Span{File: x.Span.File, Start: x.Condition.At().Start, End: x.Span.End}
				text := written(x.X) + " is not " + end.Text()
				c.report(u.Span, "this negates an `is`").help("write `%s`", squeeze(text)).fix(Edit{u.Span, text})
			}
		}
	})
}
