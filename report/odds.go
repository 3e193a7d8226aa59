package report

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rulec/odds"
)

// OddsOptions says how distributions are written for people.
type OddsOptions struct {
	Width  int  // columns of the terminal
	ASCII  bool // bars of # instead of blocks
	Color  bool
	All    bool   // every value on a line of its own, however many there are
	Before string // what the first of two is called, or "" for "as asked"
}

// mostRows is how many values are listed one by one without being asked for.
const mostRows = 40

// longest is how many characters of a fraction people still read.
const longest = 13

// Odds writes results for people, one below the other.
func Odds(w io.Writer, results []*odds.Result, opt OddsOptions) error {
	p := &oddsPrinter{opt: opt}
	for i, r := range results {
		if i > 0 {
			p.b.WriteByte('\n')
		}
		p.result(r)
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

type oddsPrinter struct {
	b   strings.Builder
	opt OddsOptions
}

// row is one line of a histogram.
type row struct {
	name            string
	p               *big.Rat
	atLeast, atMost *big.Rat
}

func (p *oddsPrinter) title(r *odds.Result, how string) {
	name := r.Query
	if p.opt.Color {
		name = "\x1b[1m" + name + "\x1b[0m"
	}
	p.b.WriteString(name)
	if r.Case != "" {
		p.b.WriteString("  with " + r.Case)
	}
	p.b.WriteString("  (" + how + ")\n")
}

// howFound says how the probabilities were found.
func howFound(r *odds.Result) string {
	switch {
	case r.Samples > 0:
		return fmt.Sprintf("sampled, %s, seed %d", plural(r.Samples, "run"), r.Seed)
	case r.Open.Sign() > 0:
		return fmt.Sprintf("%s of all outcomes explored, %s", odds.Percent(r.Seen()), plural(r.States, "state"))
	}
	return "exact, " + plural(r.States, "state")
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (p *oddsPrinter) result(r *odds.Result) {
	p.title(r, howFound(r))
	if len(r.Outcomes) == 1 && r.Exact() {
		p.b.WriteString("  always " + r.Outcomes[0].Value.Text + "\n")
		return
	}
	rows, note := rowsOf(r, p.opt.All)
	numeric := r.Numeric() && len(rows) > 1
	head := []string{"value", "chance", ""}
	switch {
	case r.Samples > 0:
		head = []string{"value", "share", "95 % of"}
	case r.Open.Sign() > 0:
		head = []string{"value", "from", "to"}
	}
	if numeric && r.Open.Sign() == 0 {
		head = append(head, "at least", "at most")
	}
	table := [][]string{head}
	shortened := false
	most := new(big.Rat)
	for _, x := range rows {
		cells := []string{x.name}
		switch {
		case r.Samples > 0:
			lo, hi := r.Interval(x.p)
			cells = append(cells, odds.Percent(x.p), fmt.Sprintf("%.2f..%.2f %%", 100*lo, 100*hi))
		case r.Open.Sign() > 0:
			cells = append(cells, odds.Percent(x.p), odds.Percent(r.Upper(x.p)))
		default:
			f := x.p.RatString()
			if len(f) > longest {
				f, shortened = "", true
			}
			cells = append(cells, f, odds.Percent(x.p))
		}
		if len(head) > 3 {
			cells = append(cells, share(x.atLeast), share(x.atMost))
		}
		table = append(table, cells)
		if x.p.Cmp(most) > 0 {
			most = x.p
		}
	}
	p.table(table, r.Numeric(), func(i int) *big.Rat {
		if i == 0 || most.Sign() == 0 {
			return nil
		}
		return new(big.Rat).Quo(rows[i-1].p, most)
	})
	if note != "" {
		p.b.WriteString("  " + note + "\n")
	}
	if r.Open.Sign() > 0 {
		p.b.WriteString("  any other value: at most " + odds.Percent(r.Open) + "\n")
	}
	if shortened {
		p.b.WriteString("  the fractions are too long to read: --format json has them\n")
	}
	p.sums(r)
}

func share(p *big.Rat) string {
	if p == nil {
		return ""
	}
	return odds.Percent(p)
}

// table writes right-aligned columns, the first to the left if it has words, and
// a bar behind them. On a narrow terminal the bar takes the place of the last two
// of five columns: what they sum up can be seen in it.
func (p *oddsPrinter) table(rows [][]string, numeric bool, bar func(i int) *big.Rat) {
	const least = 8
	widths := make([]int, len(rows[0]))
	used := 0
	for c := range widths {
		for _, r := range rows {
			widths[c] = max(widths[c], utf8.RuneCountInString(r[c]))
		}
		used += widths[c] + 2
	}
	if n := len(widths); n == 5 && p.opt.Width-used-2 < least {
		used -= widths[3] + widths[4] + 4
		widths = widths[:3]
	}
	room := p.opt.Width - used - 2
	for i, r := range rows {
		line := ""
		for c, cell := range r[:len(widths)] {
			gap := strings.Repeat(" ", widths[c]-utf8.RuneCountInString(cell))
			if c == 0 && !numeric {
				line += "  " + cell + gap
			} else {
				line += "  " + gap + cell
			}
		}
		if share := bar(i); share != nil && room >= least {
			line += "  " + p.bar(share, room)
		}
		p.b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// bar is a share of the full width, in eighths of a character. What is more than
// nothing shows.
func (p *oddsPrinter) bar(share *big.Rat, width int) string {
	steps := int64(8)
	if p.opt.ASCII {
		steps = 1
	}
	x := new(big.Rat).Mul(share, new(big.Rat).SetInt64(steps*int64(width)))
	x.Add(x, big.NewRat(1, 2))
	n := new(big.Int).Quo(x.Num(), x.Denom()).Int64()
	if n == 0 && share.Sign() > 0 {
		n = 1
	}
	if p.opt.ASCII {
		return strings.Repeat("#", int(n))
	}
	s := strings.Repeat("█", int(n/8))
	if rest := n % 8; rest > 0 {
		s += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return s
}

// sums writes mean, deviation and percentiles.
func (p *oddsPrinter) sums(r *odds.Result) {
	mean := r.Mean()
	if mean == nil {
		return
	}
	where := ""
	if r.Outcomes[0].Value.Kind == odds.Absent {
		where = "where there is one: "
	}
	fmt.Fprintf(&p.b, "  %smean %s, standard deviation %s\n", where, exactly(mean, r.Unit), withUnit(rounded(r.SD()), r.Unit))
	var list []string
	for _, n := range odds.Percentiles {
		name := strconv.FormatInt(n, 10) + " %"
		if n == 50 {
			name = "median"
		}
		list = append(list, name+" "+strconv.FormatInt(r.Percentile(n), 10))
	}
	fmt.Fprintf(&p.b, "  percentiles: %s\n", strings.Join(list, ", "))
}

// exactly writes a fraction and its decimal.
func exactly(x *big.Rat, unit string) string {
	d := decimal(x)
	if y, ok := new(big.Rat).SetString(d); ok && y.Cmp(x) == 0 {
		if x.IsInt() {
			return withUnit(d, unit)
		}
		return x.RatString() + " = " + withUnit(d, unit)
	}
	if len(x.RatString()) > longest {
		return "about " + withUnit(d, unit)
	}
	return x.RatString() + ", about " + withUnit(d, unit)
}

func withUnit(s, unit string) string {
	if unit == "" {
		return s
	}
	return s + " " + odds.Units(unit, s == "1" || s == "-1")
}

// decimal writes a number with at most four places.
func decimal(x *big.Rat) string { return trimmed(x.FloatString(4)) }

func rounded(x float64) string { return trimmed(strconv.FormatFloat(x, 'f', 4, 64)) }

func trimmed(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// rowsOf lists the values, or groups of them where there are very many, and a note
// about what was done.
func rowsOf(r *odds.Result, all bool) ([]row, string) {
	most, least := r.AtMost(), r.AtLeast()
	var rows []row
	for i, o := range r.Outcomes {
		rows = append(rows, row{o.Value.Text, o.P, least[i], most[i]})
	}
	switch {
	case all || len(rows) <= mostRows:
		return rows, ""
	case r.Numeric():
		return grouped(r, rows)
	}
	order := slices.Clone(rows)
	slices.SortStableFunc(order, func(a, b row) int { return b.p.Cmp(a.p) })
	rest := new(big.Rat)
	for _, x := range order[mostRows:] {
		rest.Add(rest, x.p)
	}
	return order[:mostRows], fmt.Sprintf("and %d more with %s together: --all lists them", len(order)-mostRows, odds.Percent(rest))
}

// grouped joins numbers into groups of one size: 2, 5, 10, 20, 50, ...
func grouped(r *odds.Result, rows []row) ([]row, string) {
	i := 0
	if r.Outcomes[0].Value.Kind == odds.Absent {
		i = 1
	}
	first, last := r.Outcomes[i].Value.Number, r.Outcomes[len(rows)-1].Value.Number
	size := groupSize(uint64(last)-uint64(first), mostRows)
	out := slices.Clone(rows[:i])
	at := int64(0)
	for ; i < len(rows); i++ {
		n := r.Outcomes[i].Value.Number
		from := n - (n%size+size)%size
		if len(out) == 0 || from != at || out[len(out)-1].atLeast == nil {
			at = from
			out = append(out, row{fmt.Sprintf("%d..%d", from, from+size-1), new(big.Rat), rows[i].atLeast, nil})
		}
		g := &out[len(out)-1]
		g.p.Add(g.p, rows[i].p)
		g.atMost = rows[i].atMost
	}
	return out, fmt.Sprintf("%d values in groups of %d: --all lists each", len(rows), size)
}

// groupSize is the least round size with which a range falls into at most n groups.
func groupSize(span uint64, n uint64) int64 {
	size := uint64(1)
	for i := 0; span/size+2 > n; i++ {
		size = size * []uint64{2, 5, 2}[i%3] / []uint64{1, 2, 1}[i%3]
	}
	return int64(size)
}
