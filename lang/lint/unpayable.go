package lint

import (
	"slices"

	"rulec/lang/ir"
)

var unpayableRule = &Rule{
	Code: "L0113", Name: "unpayable", Group: Faults, Level: Error,
	Title: "a way or cost that nobody can pay",
	run:   unpayable,
}

func unpayable(c *Context) {
	for _, e := range c.Program.Events {
		for _, w := range e.Ways {
			sum := map[*ir.Resource]int64{}
			for _, p := range w.Prices {
				sum[p.Resource] += int64(p.Amount)
			}
			for _, p := range w.Prices {
				if most, ok := c.mostOf(p.Resource); ok && sum[p.Resource] > most {
					c.report(w.Span, "nobody can pay this: it takes %d %s, and there is never more than %d", sum[p.Resource], p.Resource.Name, most).
						related(p.Resource.Span, "declared here").help("ask for less, or give more")
					break
				}
			}
		}
		for _, k := range e.Costs {
			n, known := k.Amount.Constant()
			if k.Amount == nil {
				n, known = 1, true
			}
			if most, ok := c.mostOf(k.Resource); ok && known && n > most {
				c.report(k.Span, "nobody can pay this: it takes %d %s, and there is never more than %d", n, k.Resource.Name, most).
					related(k.Resource.Span, "declared here").help("ask for less, or give more")
			}
		}
	}
}

// mostOf is the most that anybody ever has of a resource, with what stands for it,
// where that can be told.
func (c *Context) mostOf(r *ir.Resource) (int64, bool) {
	if r == nil || r.Amount == nil {
		return 0, false
	}
	sum := int64(0)
	for _, o := range c.Program.Resources {
		if o != r && !slices.Contains(o.StandsFor, r) {
			continue
		}
		if c.index.granted[o] {
			return 0, false
		}
		b := bounds{x: c.index}
		r := b.modified(b.of(o.Amount.Body), o.Amount)
		if r.hi >= highest {
			return 0, false
		}
		sum += max(0, r.hi)
	}
	return sum, true
}
