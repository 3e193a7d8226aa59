package lint

import (
	"rulec/lang/syntax"
)

var repeatedClauseRule = &Rule{
	Code: "L0112", Name: "repeated_clause", Group: Faults, Level: Error, Trees: true,
	Title: "a clause that stands twice in one block",
	run:   repeatedClause,
}

func repeatedClause(c *Context) {
	c.each(func(_ *syntax.File, n syntax.Node) {
		var list []syntax.Node
		switch d := n.(type) {
		case *syntax.Rule:
			list = nodes(d.Clauses)
		case *syntax.Condition:
			list = nodes(d.Clauses)
		case *syntax.Action:
			list = nodes(d.Members)
		case *syntax.Do:
			list = nodes(d.Clauses)
		}
		seen := map[string]syntax.Node{}
		for _, k := range list {
			if _, statement := k.(*syntax.LooseStmt); statement {
				continue // what is done twice happens twice
			}
			text := squeeze(k.At().Text())
			if old := seen[text]; old != nil {
				c.report(k.At(), "this line stands there twice").related(old.At(), "first here").
					help("take one of them out, or write what was meant").fix(cutLine(k.At()))
			} else {
				seen[text] = k
			}
		}
	})
}
