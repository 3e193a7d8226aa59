package lint

import (
	"slices"
	"sort"

	"rulec/lang/ir"
)

var outlierRule = &Rule{
	Code: "L0222", Name: "outlier", Group: Suspicious, Level: Warning,
	Title: "an amount far beyond the others of its kind",
	run:   outlier,
}

func outlier(c *Context) {
	of := map[*ir.Value][]*ir.Modify{}
	for _, v := range c.Program.Values {
		for _, m := range v.Mods {
			if n, known := m.Amount.Constant(); known && m.How == ir.By && n != 0 {
				of[v] = append(of[v], m)
			}
		}
		list := of[v]
		if len(list) < 5 {
			continue
		}
		size := func(m *ir.Modify) int64 { n, _ := m.Amount.Constant(); return max(n, -n) }
		sorted := slices.Clone(list)
		sort.SliceStable(sorted, func(i, j int) bool { return size(sorted[i]) < size(sorted[j]) })
		top, next := sorted[len(sorted)-1], sorted[len(sorted)-2]
		if size(top) >= 5*size(next) {
			c.report(top.Amount.Span, "%s is far beyond the other %d amounts on %q, of which the greatest is %s", top.Amount.Span.Text(),
				len(list)-1, v.Name, next.Amount.Span.Text()).related(next.Amount.Span, "the next").help("look whether a digit slipped in")
		}
	}
}
