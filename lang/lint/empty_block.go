package lint

import (
	"rulec/lang/syntax"
)

var emptyBlockRule = &Rule{
	Code: "L0220", Name: "empty_block", Group: Suspicious, Level: Warning, Trees: true,
	Title: "a block with nothing in it",
	run:   emptyBlock,
}

func emptyBlock(c *Context) {
	empty := func(b *syntax.Block, what string) {
		if b != nil && b.Span.Valid() && len(b.Stmts) == 0 && !c.broken[b.Span.File] {
			c.report(b.Span, "this %s does nothing", what).help("write what it does, or take it out")
		}
	}
	c.each(func(_ *syntax.File, n syntax.Node) {
		switch b := n.(type) {
		case *syntax.If:
			if b.Else == nil {
				empty(b.Then, "branch") // with an `else` it says what is left alone
			}
			if e, ok := b.Else.(*syntax.Block); ok {
				empty(e, "branch")
			}
		case *syntax.Handler:
			empty(b.Body, "handler")
		case *syntax.For:
			empty(b.Body, "loop")
		case *syntax.Repeat:
			empty(b.Body, "loop")
		case *syntax.Once:
			empty(b.Body, "handler")
		case *syntax.Together:
			empty(b.Body, "block")
		case *syntax.Rule:
			if len(b.Clauses) == 0 {
				c.report(b.Name.Span, "the rule %q says nothing", b.Name.Name).help("add a clause, or take it out")
			}
		}
	})
}
