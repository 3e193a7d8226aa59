package lint

import (
	"rulec/lang/syntax"
)

var repeatedItemRule = &Rule{
	Code: "L0218", Name: "repeated_item", Group: Suspicious, Level: Warning, Trees: true,
	Title: "an item that stands twice in a list",
	run:   repeatedItem,
}

func repeatedItem(c *Context) {
	for _, t := range c.Trees {
		for _, d := range t.Decls {
			if _, proof := d.(*syntax.Proof); !proof {
				Walk(d, c.repeatedIn)
			}
		}
	}
}

func (c *Context) repeatedIn(n syntax.Node) {
	l, ok := n.(*syntax.ListLit)
	if !ok {
		return
	}
	for i, x := range l.Items {
		if _, name := x.(*syntax.Name); !name {
			continue // numbers and calls may stand twice
		}
		for _, o := range l.Items[:i] {
			if o != nil && squeeze(o.At().Text()) == squeeze(x.At().Text()) {
				c.report(x.At(), "%q stands twice in this list", squeeze(x.At().Text())).related(o.At(), "first here").help("name another one, or take it out")
			}
		}
	}
}
