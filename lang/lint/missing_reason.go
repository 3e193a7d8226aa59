package lint

import (
	"strings"

	"rulec/lang/syntax"
)

var missingReasonRule = &Rule{
	Code: "L0402", Name: "missing_reason", Group: Documentation, Level: Warning, Trees: true,
	Title: "a refusal without a reason",
	run:   missingReason,
}

func missingReason(c *Context) {
	c.each(func(_ *syntax.File, n syntax.Node) {
		switch n := n.(type) {
		case *syntax.Require:
			if strings.TrimSpace(n.Reason.Value) == "" {
				c.report(n.Span, "this requirement gives no reason").help("say in quotes what the player is told")
			}
		case *syntax.Forbid:
			if n.Reason == nil || strings.TrimSpace(n.Reason.Value) == "" {
				c.report(n.Span, "this forbids and gives no reason").help("say in quotes what the player is told")
			}
		}
	})
}
