package lint

import (
	"rulec/lang/syntax"
)

var compareTrueRule = &Rule{
	Code: "L0305", Name: "compare_true", Group: Style, Level: Warning, Trees: true,
	Title: "a truth compared with a truth",
	run:   compareTrue,
}

func compareTrue(c *Context) {
	for _, t := range c.Trees {
		for _, d := range t.Decls {
			if _, proof := d.(*syntax.Proof); proof {
				continue // a finding states what something is
			}
			Walk(d, func(n syntax.Node) {
				b, ok := n.(*syntax.Binary)
				if !ok || b.Op != "==" && b.Op != "!=" {
					return
				}
				x, truth := b.X, b.Y
				lit, ok := truth.(*syntax.Bool)
				if !ok {
					x = b.Y
					lit, ok = b.X.(*syntax.Bool)
				}
				if !ok || x == nil {
					return
				}
				text := written(x)
				if lit.Value != (b.Op == "==") {
					if lastName(x) == "" && text[0] != '(' {
						text = "(" + text + ")"
					}
					text = "not " + text
				}
				c.report(b.Span, "a truth needs no comparison").help("write `%s`", squeeze(text)).fix(Edit{b.Span, text})
			})
		}
	}
}
