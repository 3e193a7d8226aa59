package lint

var missingRowRule = &Rule{
	Code: "L0104", Name: "missing_row", Group: Faults, Level: Error,
	Title: "a table that leaves cases without a row",
	run:   missingRow,
}

func missingRow(c *Context) {
	for _, v := range c.Program.Values {
		if v.Table == nil || len(v.Table.Rows) == 0 {
			continue
		}
		if last := v.Table.Rows[len(v.Table.Rows)-1]; last.Patterns == nil {
			continue
		}
		if left, ok := coverOf(v).open(); ok {
			c.report(v.Span, "the table %q has no row for %s", v.Name, left).help("add a row for it, or `else -> ...` as the last")
		}
	}
}
