package lint

var hiddenRowRule = &Rule{
	Code: "L0103", Name: "hidden_row", Group: Faults, Level: Error,
	Title: "a row of a table that is never reached",
	run:   hiddenRow,
}

func hiddenRow(c *Context) {
	for _, v := range c.Program.Values {
		if v.Table == nil {
			continue
		}
		t := coverOf(v)
		for i, r := range v.Table.Rows {
			if by := t.hiddenBy(i); by >= 0 && r.Patterns != nil {
				c.report(r.Span, "no case comes to this row of %q: the rows above have them all", v.Name).
					related(v.Table.Rows[by].Span, "the last that takes one of them").help("the first row that fits wins: put the narrower row first, or take it out")
			}
		}
	}
}
