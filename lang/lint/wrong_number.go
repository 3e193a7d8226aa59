package lint

import (
	"regexp"
	"strconv"

	"rulec/lang/ir"
)

var wrongNumberRule = &Rule{
	Code: "L0117", Name: "wrong_number", Group: Faults, Level: Error,
	Title: "a printed number that is not the one that counts",
	run:   wrongNumber,
}

var signed = regexp.MustCompile(`(^|[^\w.])([+-]\d+)\b`)

func wrongNumber(c *Context) {
	for _, v := range c.Program.Values {
		for _, m := range v.Mods {
			n, known := m.Amount.Constant()
			if !known || m.How != ir.By || m.Label == nil || m.Amount.Type.Kind != ir.Int {
				continue
			}
			for _, p := range m.Label.Pieces {
				hit := signed.FindStringSubmatch(p.Text)
				if hit == nil {
					continue
				}
				if printed, err := strconv.ParseInt(hit[2], 10, 64); err == nil && printed != n {
					c.report(m.Label.Span, "%q is printed, and %+d counts", hit[2], n).related(m.Amount.Span, "this counts").
						help("print what counts, or leave the number out: it is shown anyway")
				}
			}
		}
	}
}
