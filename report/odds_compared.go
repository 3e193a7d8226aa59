package report

import (
	"cmp"
	"fmt"
	"io"
	"math/big"
	"slices"

	"rulec/odds"
)

// OddsCompared writes two results beside each other for people.
func OddsCompared(w io.Writer, list []*odds.Comparison, opt OddsOptions) error {
	p := &oddsPrinter{opt: opt}
	for i, c := range list {
		if i > 0 {
			p.b.WriteByte('\n')
		}
		p.compared(c)
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

func (p *oddsPrinter) compared(c *odds.Comparison) {
	how := howFound(c.Before)
	if x := howFound(c.After); x != how {
		how = "A " + how + "; B " + x
	}
	p.title(c.Before, how)
	fmt.Fprintf(&p.b, "  A: %s\n  B: %s\n", cmp.Or(p.opt.Before, "as asked"), c.Change)
	table := [][]string{{"value", "A", "B", "B - A"}}
	rows, note := c.Rows, ""
	if !p.opt.All && len(rows) > mostRows {
		rows = slices.Clone(rows)
		slices.SortStableFunc(rows, func(a, b odds.Difference) int {
			return new(big.Rat).Abs(b.By).Cmp(new(big.Rat).Abs(a.By))
		})
		rows = slices.Clone(rows[:mostRows])
		slices.SortFunc(rows, func(a, b odds.Difference) int { return cmp.Compare(standing(c, a), standing(c, b)) })
		note = fmt.Sprintf("the %d of %d values that differ most: --all lists each", mostRows, len(c.Rows))
	}
	most := new(big.Rat)
	for _, d := range rows {
		table = append(table, []string{d.Value.Text, odds.Percent(d.Before), odds.Percent(d.After), signed(d.By)})
		if x := new(big.Rat).Abs(d.By); x.Cmp(most) > 0 {
			most = x
		}
	}
	numeric := c.Before.Numeric() && c.After.Numeric()
	p.table(table, numeric, func(i int) *big.Rat {
		if i == 0 || most.Sign() == 0 {
			return nil
		}
		return new(big.Rat).Quo(new(big.Rat).Abs(rows[i-1].By), most)
	})
	if note != "" {
		p.b.WriteString("  " + note + "\n")
	}
	if by := c.Mean(); by != nil {
		sign := ""
		if by.Sign() > 0 {
			sign = "+"
		}
		unit := c.Before.Unit
		fmt.Fprintf(&p.b, "  mean: A %s; B %s; B - A %s%s\n", exactly(c.Before.Mean(), unit), exactly(c.After.Mean(), unit), sign, exactly(by, unit))
	}
}

// standing is where a value stands in a comparison.
func standing(c *odds.Comparison, d odds.Difference) int {
	return slices.IndexFunc(c.Rows, func(x odds.Difference) bool { return x.Value == d.Value })
}

// signed is a difference of probabilities.
func signed(x *big.Rat) string {
	switch x.Sign() {
	case 1:
		return "+" + odds.Percent(x)
	case -1:
		return "-" + odds.Percent(new(big.Rat).Neg(x))
	}
	return "0 %"
}
