package lint

import (
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

var magicNumberRule = &Rule{
	Code: "L0221", Name: "magic_number", Group: Suspicious, Level: Warning,
	Title: "the same number beside the same name in three declarations",
	run:   magicNumber,
}

func magicNumber(c *Context) {
	type key struct {
		name string
		text string
	}
	type place struct {
		at    source.Span
		owner string
	}
	seen := map[key][]place{}
	var order []key
	for _, t := range c.Trees {
		for _, d := range t.Decls {
			if _, proof := d.(*syntax.Proof); proof {
				continue
			}
			h := d.Header()
			Walk(d, func(n syntax.Node) {
				b, ok := n.(*syntax.Binary)
				if !ok || b.Op == ".." || b.X == nil || b.Y == nil {
					return
				}
				for _, s := range [][2]syntax.Expr{{b.X, b.Y}, {b.Y, b.X}} {
					i, ok := s[1].(*syntax.Int)
					name := lastName(s[0])
					if !ok || name == "" || i.Value < 4 && i.Value > -4 {
						continue
					}
					if c.isFace(name, i.Value) {
						continue
					}
					k := key{name, squeeze(i.Span.Text())}
					if seen[k] == nil {
						order = append(order, k)
					}
					seen[k] = append(seen[k], place{i.Span, h.Keyword.Name + " " + h.Name.Name})
				}
			})
		}
	}
	for _, k := range order {
		owners := map[string]bool{}
		var third *place
		for i, p := range seen[k] {
			owners[p.owner] = true
			if len(owners) == 3 {
				third = &seen[k][i]
				break
			}
		}
		if third == nil {
			continue
		}
		f := c.report(third.at, "%s stands beside %q in three declarations", k.text, k.name).help("give it a name: a `value` that all of them ask")
		for _, p := range seen[k][:2] {
			f.related(p.at, "here too, in %s", p.owner)
		}
	}
}

// isFace tells whether a number is the most or the least that the dice of a field
// can show: a natural 20 is no number that anybody would change.
func (c *Context) isFace(name string, n int64) bool {
	for _, e := range c.Program.Events {
		for _, f := range e.Fields {
			if f.Name != name {
				continue
			}
			for _, w := range c.index.writes[f] {
				if w.stmt != nil && w.stmt.Kind == ir.RollStmt {
					if d := (bounds{x: c.index}).dice(w.value); d.lo == n || d.hi == n {
						return true
					}
				}
			}
		}
	}
	return false
}

// lastName is the name at the end of `a.b.name`.
func lastName(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Name:
		return e.Name
	case *syntax.Select:
		return e.Name.Name
	}
	return ""
}
