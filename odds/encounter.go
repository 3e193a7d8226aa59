package odds

import (
	"cmp"
	"math/big"
	"slices"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/ir"
)

// Encounter is a question about a whole fight: how it ends, and what its measures
// come to.
type Encounter struct {
	Ready    *fight.Ready  // linked with interp.WithShades, to be explored fast
	Measures []*ir.Measure // that are asked for, beside how it ends
}

// Answer explores the fight, or samples it, and gives the distribution of how it
// ends and one of each measure, of each thing that it measures. Where the budget
// ended first something is open in all of them. It is nil after a fault.
func (e *Encounter) Answer(l Limits, log *diag.Log) []*Result {
	if l.Sample > 0 {
		return e.sample(l, log)
	}
	m := interp.NewMachine(e.Ready.Program)
	m.Chooser = interp.Decline{}
	entry := e.Ready.Program.IR().Entry
	budget := &interp.Budget{States: l.States}
	chain := interp.NewChain(m, budget, interp.Cuts(m, e.Ready.Initial, entry), e.asked)
	ends, err := chain.Run(e.Ready.Initial, entry)
	switch err := err.(type) {
	case nil, *interp.ErrBudget:
	case *interp.Fault:
		log.Add(&diag.Diagnostic{Code: diag.Code(err.Code), Message: err.Message, Span: err.Span, Help: err.Help})
		return nil
	default:
		log.Add(&diag.Diagnostic{Code: diag.NoChoice, Message: err.Error(), Help: "give it a tactic in the encounter"})
		return nil
	}
	t := &marginals{m: m, of: ends.Of}
	for _, x := range ends.List {
		t.end(x.Outcome, x.Measures, x.Weight)
	}
	out := t.results(e.Ready)
	for _, r := range out {
		r.Open = new(big.Rat).SetFrac(ends.Open, ends.Of)
		r.States = min(budget.Used(), l.States)
	}
	return out
}

func (e *Encounter) asked(m *ir.Measure) bool { return slices.Contains(e.Measures, m) }

// sample plays the fight so many times.
func (e *Encounter) sample(l Limits, log *diag.Log) []*Result {
	p := e.Ready.NewPlayer()
	t := &marginals{m: p.Machine(), of: big.NewInt(int64(l.Sample))}
	one := big.NewInt(1)
	for n := range l.Sample {
		res := p.Play(l.Seed, uint64(n), nil, nil)
		if f := res.Fault; f != nil {
			log.Add(&diag.Diagnostic{Code: diag.Code(f.Code), Message: f.Message, Span: f.Span, Help: f.Help})
			return nil
		}
		var asked []interp.MeasureValue
		for _, v := range res.Measures {
			if e.asked(v.Measure) {
				asked = append(asked, v)
			}
		}
		t.end(res.Outcome, asked, one)
	}
	out := t.results(e.Ready)
	for _, r := range out {
		r.Open, r.Samples, r.Seed = new(big.Rat), l.Sample, l.Seed
	}
	return out
}

// marginals adds up weights by outcome and by what each measure came to.
type marginals struct {
	m       *interp.Machine
	of      *big.Int
	ends    []row
	columns []column
}

type column struct {
	measure *ir.Measure
	name    string // and of whom
	rows    []row
}

type row struct {
	value  Value
	weight *big.Int
}

func (t *marginals) end(outcome string, measures []interp.MeasureValue, w *big.Int) {
	t.ends = put(t.ends, Value{Text: outcome}, w)
	for i, v := range measures {
		if i == len(t.columns) {
			c := column{measure: v.Measure, name: v.Measure.Name}
			if v.Of != interp.None {
				c.name += " of " + t.m.Name(v.Of)
			}
			t.columns = append(t.columns, c)
		}
		t.columns[i].rows = put(t.columns[i].rows, t.value(v), w)
	}
}

func put(rows []row, v Value, w *big.Int) []row {
	for i := range rows {
		if rows[i].value == v {
			rows[i].weight.Add(rows[i].weight, w)
			return rows
		}
	}
	return append(rows, row{v, new(big.Int).Set(w)})
}

// value is what a measure came to; quantities count in base units.
func (t *marginals) value(v interp.MeasureValue) Value {
	typ := v.Measure.Body.Type
	if v.Value == interp.None {
		return Value{Kind: Absent, Text: "none"}
	}
	out := Value{Text: t.m.Show(typ, v.Value)}
	switch typ.Kind {
	case ir.Bool:
		out.Kind, out.Number = Truth, v.Value
	case ir.Int, ir.Quantity:
		out.Kind, out.Number = Number, v.Value
	}
	return out
}

func (t *marginals) results(r *fight.Ready) []*Result {
	var out []*Result
	add := func(query, unit string, rows []row) {
		res := &Result{Query: query, Unit: unit, Fight: true}
		slices.SortStableFunc(rows, func(a, b row) int {
			return cmp.Or(cmp.Compare(a.value.Kind, b.value.Kind), cmp.Compare(a.value.Number, b.value.Number))
		})
		for _, x := range rows {
			res.Outcomes = append(res.Outcomes, Outcome{x.value, new(big.Rat).SetFrac(x.weight, t.of)})
		}
		out = append(out, res)
	}
	order := r.Program.IR().Entry.Outcomes
	slices.SortStableFunc(t.ends, func(a, b row) int {
		return cmp.Compare(slices.Index(order, a.value.Text), slices.Index(order, b.value.Text))
	})
	add(r.Program.IR().Entry.Name, "", t.ends)
	for _, c := range t.columns {
		unit := ""
		if d := c.measure.Body.Type.Dim; d != nil {
			unit = d.Base.Name
		}
		add(c.name, unit, c.rows)
	}
	return out
}
