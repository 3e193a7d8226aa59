package odds

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
)

// Limits say how an answer is found.
type Limits struct {
	States int // that may be explored for one case
	Sample int // runs to sample instead of exploring; 0: explore
	Seed   uint64
}

// Bounds of what is answered without being narrowed down.
const (
	fewCases  = 12      // of a law that are answered one by one
	mostCases = 200_000 // that are looked through for fixed variables
)

// Answer answers a question: for each case, one result for each formula. Results
// that passed the budget have something open. It is nil after a fault.
func (q *Question) Answer(l Limits, log *diag.Log) []*Result {
	p := q.proof(log)
	if p == nil {
		return nil
	}
	formulas := asked(p, log)
	if log.Errors() > 0 {
		return nil
	}
	v, f := interp.NewProver(q.Pack.Program, p, q.Options, formulas)
	if f != nil {
		report(log, p, f)
		return nil
	}
	var out []*Result
	for _, c := range q.cases(v, p, log) {
		results, f := answer(v, c, formulas, l)
		if f != nil {
			f.Case = v.CaseName(c)
			report(log, p, f)
			return nil
		}
		out = append(out, results...)
	}
	if log.Errors() > 0 {
		return nil
	}
	return out
}

func report(log *diag.Log, p *ir.Proof, f *interp.ProofFailure) {
	at := f.Span
	if !at.Valid() {
		at = p.Span
	}
	d := log.Errorf(diag.Code(f.Code), at, "%s", f.Message)
	if f.Case != "" {
		d.WithLabel("with %s", f.Case)
	}
	if d.Code == diag.OpenChoice {
		d.WithHelp("answer it behind the deed: --do 'NAME takes ACTION'")
	}
}

func answer(v *interp.Prover, values []int64, formulas []*ir.Expr, l Limits) ([]*Result, *interp.ProofFailure) {
	var tallies []*interp.Tally
	var f *interp.ProofFailure
	budget := &interp.Budget{States: l.States}
	if l.Sample > 0 {
		tallies, f = v.Sample(values, l.Sample, l.Seed)
	} else {
		tallies, f = v.Odds(values, budget)
	}
	if f != nil && !f.Beyond() {
		return nil, f
	}
	var out []*Result
	for i, t := range tallies {
		r := &Result{Query: source.OneLine(formulas[i].Span.Text()), Case: v.CaseName(values), Open: big.NewRat(1, 1),
			States: min(budget.Used(), l.States), Samples: l.Sample, Seed: l.Seed}
		r.fill(t)
		out = append(out, r)
	}
	return out, nil
}

// fill takes the counted values over.
func (r *Result) fill(t *interp.Tally) {
	for _, row := range t.Rows {
		val := Value{Text: row.Text}
		switch {
		case row.Absent:
			val = Value{Kind: Absent, Text: "none"}
		case t.Type.Kind == ir.Bool:
			val.Kind, val.Number = Truth, row.Word
		case t.Type.Kind == ir.Int:
			val.Kind, val.Number = Number, row.Word
		case t.Type.Kind == ir.Quantity:
			val.Kind, val.Number = Number, row.Word
			if t.Unit != nil {
				val.Number /= t.Unit.Factor
				val.Text = counted(val.Number, t.Unit.Name)
				r.Unit, r.factor = t.Unit.Name, t.Unit.Factor
			}
		}
		r.Outcomes = append(r.Outcomes, Outcome{val, row.Weight})
		r.Open.Sub(r.Open, row.Weight)
	}
}

func counted(n int64, unit string) string {
	return strconv.FormatInt(n, 10) + " " + Units(unit, n == 1 || n == -1)
}

// Units is the name of a unit as people write it behind a number: abbreviations
// have no plural.
func Units(name string, one bool) string {
	if !one && len(name) > 2 {
		return name + "s"
	}
	return name
}

// recount counts the numbers in a unit that is smaller than their own.
func (r *Result) recount(unit string, factor int64) {
	for i := range r.Outcomes {
		if v := &r.Outcomes[i].Value; v.Kind == Number {
			v.Number *= r.factor / factor
			v.Text = counted(v.Number, unit)
		}
	}
	r.Unit, r.factor = unit, factor
}

// cases lists those that the fixed variables leave, if they are few enough.
func (q *Question) cases(v *interp.Prover, p *ir.Proof, log *diag.Log) [][]int64 {
	list, whole := v.Domains(mostCases)
	for _, fix := range q.Fixed {
		list = fixed(v, p, list, fix, log)
	}
	switch {
	case log.Errors() > 0:
		return nil
	case !whole:
		log.Errorf(diag.ProofTooLarge, p.Span, "this law has more than %d cases", mostCases).WithHelp("ask for one case in an example of its own")
	case len(list) == 0:
		log.Errorf(diag.ProofBroken, p.Span, "this law has no case with %s", strings.Join(q.Fixed, ", "))
	case len(list) > fewCases:
		log.Errorf(diag.ProofTooLarge, p.Span, "this law has %d cases: %s", len(list), variables(p)).
			WithHelp("fix its variables, one by one: --case '%s = ...'", p.Domains[0].Var.Name)
	default:
		return list
	}
	return nil
}

// fixed keeps the cases in which a variable has a value, as people read it.
func fixed(v *interp.Prover, p *ir.Proof, list [][]int64, fix string, log *diag.Log) [][]int64 {
	name, value, ok := strings.Cut(strings.Replace(fix, "==", "=", 1), "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || name == "" || value == "" {
		log.Add(&diag.Diagnostic{Code: diag.BadCommand, Message: fmt.Sprintf("--case %q: write NAME = VALUE", fix)})
		return list
	}
	at := slices.IndexFunc(p.Domains, func(d *ir.Domain) bool { return d.Var.Name == name })
	if at < 0 {
		d := log.Add(&diag.Diagnostic{Code: diag.BadCommand, Message: fmt.Sprintf("--case %q: there is no variable %q here", fix, name)})
		if len(p.Domains) == 0 {
			d.WithHelp("this is an example without variables: leave --case out")
		} else {
			d.WithHelp("it has %s", variables(p))
		}
		return list
	}
	var out [][]int64
	var values []string
	for _, c := range list {
		shown := v.Value(at, c)
		if shown == value {
			out = append(out, c)
		} else if !slices.Contains(values, shown) {
			values = append(values, shown)
		}
	}
	if len(out) == 0 && len(list) > 0 {
		more := ""
		if len(values) > fewCases {
			values, more = values[:fewCases], ", ..."
		}
		log.Add(&diag.Diagnostic{Code: diag.BadCommand, Message: fmt.Sprintf("--case %q: %s is never %s here", fix, name, value)}).
			WithHelp("it is %s%s", strings.Join(values, ", "), more)
	}
	return out
}
