package lint

import (
	"strings"

	"rulec/lang/source"
	"rulec/lang/syntax"
)

var lonelyCiteRule = &Rule{
	Code: "L0407", Name: "lonely_cite", Group: Documentation, Level: Warning, Trees: true,
	Title: "a heading that is cited once and looks like another",
	run:   lonelyCite,
}

func lonelyCite(c *Context) {
	count := map[string]int{}
	first := map[string]source.Span{}
	var names []string
	cites := func(files []*syntax.File, visit func(*syntax.Text)) {
		for _, t := range files {
			for _, d := range t.Decls {
				Walk(d, func(n syntax.Node) {
					if d, ok := n.(syntax.Decl); ok {
						for _, x := range d.Header().Cites {
							visit(x)
						}
					}
				})
			}
		}
	}
	cites(c.Pack.Trees, func(x *syntax.Text) {
		if count[x.Value] == 0 {
			names = append(names, x.Value)
			first[x.Value] = x.Span
		}
		count[x.Value]++
	})
	cites(c.Trees, func(x *syntax.Text) {
		if count[x.Value] != 1 || len(x.Value) < 5 {
			return
		}
		for _, o := range names {
			if o != x.Value && count[o] > 1 && (strings.EqualFold(o, x.Value) || oneLetter(o, x.Value)) {
				c.report(x.Span, "%q is cited here alone, and %q elsewhere", x.Value, o).related(first[o], "for one").
					help("write it as the source does")
				return
			}
		}
	})
}
