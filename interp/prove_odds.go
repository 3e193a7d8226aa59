package interp

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"rulec/dice"
	"rulec/lang/ir"
	"rulec/lang/source"
)

// Odds of a proof: the same setting and the same steps, but instead of judging
// findings it is counted what formulas come to in all outcomes.

// Row is one value that a formula came to, with its share of all outcomes.
type Row struct {
	Word   int64
	Text   string // as people read it
	Absent bool
	Weight *big.Rat
}

// Tally counts what one formula comes to.
type Tally struct {
	Type   *ir.Type
	Unit   *ir.Unit // of a quantity, the largest that divides every value
	Rows   []Row    // what is absent first, then ascending, or by text
	span   source.Span
	fn     numFn
	thrown bool // pools of dice are thrown in each outcome: in a sample
	index  map[rowKey]int
	notes  []int64 // cells of the members of events that the formula reads
}

type rowKey struct {
	word   int64
	text   string
	absent bool
}

// ErrOpen is the failure of an exploration that passed its budget.
const ErrOpen = "E0604"

// Domains lists the cases of a proof: the values of its variables, the last one
// running fastest. A proof without variables has one case without values. Beyond
// most cases it stops and tells so.
func (v *Prover) Domains(most int) (cases [][]int64, whole bool) {
	whole = v.eachCase(nil, func(values []int64) bool {
		if len(cases) == most {
			return false
		}
		cases = append(cases, slices.Clone(values))
		return true
	})
	return cases, whole
}

// CaseName writes the values of the variables of a case.
func (v *Prover) CaseName(values []int64) string { return v.caseName(values) }

// Value writes the value of the i-th variable of a case.
func (v *Prover) Value(i int, values []int64) string {
	return v.m.Show(v.proof.Domains[i].Var.Type, values[i])
}

// tally prepares a formula of the proof.
func (v *Prover) tally(c *compiler, e *ir.Expr) *Tally {
	t := &Tally{Type: e.Type, span: e.Span}
	if e.Type.Kind == ir.Bool && !e.Type.Opt {
		truth := c.truth(e)
		t.fn = func(m *Machine) int64 { return b2i(truth(m)) }
	} else {
		t.fn = c.num(e)
	}
	for _, m := range v.proof.Monitors {
		e.Walk(func(x *ir.Expr) {
			if m.Kind == ir.ValueMonitor && x.Op == ir.MonitorOp && x.Local == m.Cell {
				t.notes = append(t.notes, int64(c.off(m.Cell)))
			}
		})
	}
	return t
}

// unnoted marks that no member of an event is known yet. Where the event never
// comes, what is asked of it has no value; a proof, which claims something, reads 0.
func (v *Prover) unnoted() {
	for _, t := range v.tallies {
		for _, off := range t.notes {
			v.m.mem[int64(v.frame)+off] = None
		}
	}
}

// add evaluates the formula in the state the machine is in.
func (t *Tally) add(v *Prover, weight *big.Rat) *ProofFailure {
	m := v.m
	fp, top := m.fp, m.top
	m.fp = v.frame
	w := int64(None)
	if !slices.ContainsFunc(t.notes, func(off int64) bool { return m.mem[int64(v.frame)+off] == None }) {
		w = t.fn(m)
	}
	if t.thrown && w != None && m.fault == nil {
		w = m.pools[w].Sample(&v.rand)
	}
	k := rowKey{word: w, absent: w == None}
	if m.fault == nil && !k.absent && !byWord(t.Type) {
		k.word, k.text = 0, m.Show(t.Type, w)
	}
	m.fp, m.top = fp, top
	if m.fault != nil {
		return v.broken(t.span, m.fault)
	}
	i, ok := t.index[k]
	if !ok {
		i = len(t.Rows)
		t.index[k] = i
		r := Row{Word: w, Text: k.text, Absent: k.absent, Weight: new(big.Rat)}
		if r.Text == "" && !r.Absent {
			r.Text = m.Show(t.Type, w)
		}
		t.Rows = append(t.Rows, r)
	}
	t.Rows[i].Weight.Add(t.Rows[i].Weight, weight)
	return nil
}

// byWord tells whether equal words are equal values, and ordered as they are.
func byWord(t *ir.Type) bool { return t.Ordered() || t.Kind == ir.Bool || t.Kind == ir.OutcomeKind }

// show puts, in place of pools of dice, what they show.
func (t *Tally) show(v *Prover) *ProofFailure {
	rows := t.Rows
	t.Rows, t.index = nil, map[rowKey]int{}
	for _, r := range rows {
		if r.Absent {
			t.Rows = append(t.Rows, r)
			continue
		}
		d, err := v.m.pools[r.Word].Dist()
		if err != nil {
			return &ProofFailure{Code: "E0602", Span: t.span, Message: fmt.Sprintf("%s: %v", r.Text, err)}
		}
		for i := range d.Len() {
			x := d.Value(i)
			k := rowKey{word: x}
			at, ok := t.index[k]
			if !ok {
				at = len(t.Rows)
				t.index[k] = at
				t.Rows = append(t.Rows, Row{Word: x, Text: strconv.FormatInt(x, 10), Weight: new(big.Rat)})
			}
			w := d.Prob(x)
			t.Rows[at].Weight.Add(t.Rows[at].Weight, w.Mul(w, r.Weight))
		}
	}
	t.Type = ir.IntType
	return nil
}

// finish orders the rows and finds the unit.
func (t *Tally) finish(p *ir.Program) {
	slices.SortFunc(t.Rows, func(a, b Row) int {
		switch {
		case a.Absent != b.Absent:
			return cmp.Compare(b2i(b.Absent), b2i(a.Absent))
		case byWord(t.Type):
			return cmp.Compare(a.Word, b.Word)
		}
		return cmp.Compare(a.Text, b.Text)
	})
	if t.Type.Kind != ir.Quantity {
		return
	}
	for _, u := range p.Units {
		divides := u.Dim == t.Type.Dim && u.Factor > 0 && (t.Unit == nil || u.Factor > t.Unit.Factor)
		for i := range t.Rows {
			divides = divides && (t.Rows[i].Absent || t.Rows[i].Word%u.Factor == 0)
		}
		if divides {
			t.Unit = u
		}
	}
}

// Odds explores one case exactly and counts what the formulas asked for come to. Past the budget
// it returns the failure ErrOpen together with what was counted until then; the
// weights then add up to less than 1.
func (v *Prover) Odds(values []int64, budget *Budget) ([]*Tally, *ProofFailure) {
	ends, f := v.explore(values, budget)
	if f != nil && f.Code != ErrOpen {
		return nil, f
	}
	return v.count(false, func(each func() *ProofFailure, set func(*big.Rat)) *ProofFailure {
		for _, b := range ends {
			v.m.Restore(b.State)
			set(b.Weight)
			if f := each(); f != nil {
				return f
			}
		}
		return f
	})
}

// Sample plays one case n times, with the dice of the runs of a seed, and counts
// what the formulas asked for come to.
func (v *Prover) Sample(values []int64, n int, seed uint64) ([]*Tally, *ProofFailure) {
	if f := v.begin(values); f != nil {
		return nil, f
	}
	start := v.m.Save(nil)
	return v.count(true, func(each func() *ProofFailure, set func(*big.Rat)) *ProofFailure {
		set(big.NewRat(1, int64(n)))
		for i := range n {
			v.m.Restore(start)
			if f := v.play(dice.Seeded(seed, uint64(i))); f != nil {
				return f
			}
			if f := each(); f != nil {
				return f
			}
		}
		return nil
	})
}

// count runs something that leaves the machine in each outcome in turn, having set
// what it weighs.
func (v *Prover) count(sampled bool, outcomes func(each func() *ProofFailure, set func(*big.Rat)) *ProofFailure) ([]*Tally, *ProofFailure) {
	var tallies []*Tally
	for _, t := range v.tallies {
		fresh := *t
		fresh.index = map[rowKey]int{}
		if sampled && t.Type.Kind == ir.Dice {
			fresh.thrown, fresh.Type = true, ir.IntType
		}
		tallies = append(tallies, &fresh)
	}
	weight := new(big.Rat)
	f := outcomes(func() *ProofFailure {
		for _, t := range tallies {
			if f := t.add(v, weight); f != nil {
				return f
			}
		}
		return nil
	}, func(w *big.Rat) { weight = w })
	if f != nil && f.Code != ErrOpen {
		return nil, f
	}
	for _, t := range tallies {
		if t.Type.Kind == ir.Dice {
			if f := t.show(v); f != nil {
				return nil, f
			}
		}
		t.finish(v.p.ir)
	}
	return tallies, f
}

// play carries all steps out once, with dice of its own.
func (v *Prover) play(r dice.Rand) *ProofFailure {
	m := v.m
	v.rand = r
	for _, st := range v.proof.Steps {
		if st.Kind == ir.UntilStep {
			continue
		}
		m.fuel = DefaultFuel / 10
		ok, f := v.start(st)
		if f != nil {
			return f
		}
		if !ok {
			continue
		}
		b := &Branch{}
		sc := &script{v: v, step: st}
		for running := true; running; {
			switch m.Run() {
			case Done:
				running = false
			case Faulted:
				return v.broken(st.Span, m.fault)
			case NeedDie:
				x, named := sc.dice(m, b)
				if !named {
					x = m.pools[m.draw].Sample(&v.rand)
				}
				m.Answer(x)
			case NeedPick:
				picks, err := sc.choice(m, b)
				if err != nil {
					return v.exploreFault(st, err)
				}
				m.Answer(int64(picks[0]))
			}
		}
	}
	return nil
}

// Beyond tells whether a failure is that of the budget.
func (f *ProofFailure) Beyond() bool { return f != nil && f.Code == ErrOpen }
