package lint

import (
	"rulec/lang/syntax"
)

var sameTitleRule = &Rule{
	Code: "L0409", Name: "same_title", Group: Documentation, Level: Warning, Trees: true,
	Title: "two proofs with one title",
	run:   sameTitle,
}

func sameTitle(c *Context) {
	first := map[string]*syntax.Proof{}
	for _, t := range c.Trees {
		for _, d := range t.Decls {
			p, ok := d.(*syntax.Proof)
			if !ok {
				continue
			}
			if old := first[p.Title.Value]; old != nil {
				c.report(p.Title.Span, "another proof has this title").related(old.Title.Span, "the other one").
					help("say in the title what this one shows and the other does not")
				continue
			}
			first[p.Title.Value] = p
		}
	}
}
