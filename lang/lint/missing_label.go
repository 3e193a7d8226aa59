package lint

import (
	"strings"

	"rulec/lang/syntax"
)

var missingLabelRule = &Rule{
	Code: "L0401", Name: "missing_label", Group: Documentation, Level: Warning, Trees: true,
	Title: "a modifier without a label",
	run:   missingLabel,
}

func missingLabel(c *Context) {
	c.each(func(_ *syntax.File, n syntax.Node) {
		if m, ok := n.(*syntax.Modify); ok && (m.Label == nil || strings.TrimSpace(m.Label.Value) == "") {
			c.report(m.Span, "this modifier has no label").help("say in quotes what it is for: explanations show it beside the number")
		}
	})
}
