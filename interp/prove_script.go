package interp

import (
	"fmt"
	"math/big"
	"slices"

	"rulec/lang/ir"
)

// script answers what a step meets: `x takes A`, and the dice it names.
type script struct {
	v    *Prover
	step *ir.Step
}

type openChoice struct{ text string }

func (e *openChoice) Error() string { return e.text }

// The tag of a branch holds how many named faces were used (low byte) and which
// answers were given (the rest), so that branches that differ in these do not merge.

func (s *script) dice(m *Machine, b *Branch) (int64, bool) {
	total := 0
	for _, d := range s.step.Dice {
		total += len(d.Faces)
	}
	if total == 0 {
		return 0, false
	}
	if s.step.Dice[0].Event == nil {
		return s.inOrder(m, b)
	}
	// The innermost running event that has faces left.
	for i := len(m.ctl) - 1; i >= 0; i-- {
		if m.ctl[i].kind != ctlEvent {
			continue
		}
		e := m.p.ir.Events[m.mem[m.ctl[i].h+hdrEvent]]
		at := 0
		for _, d := range s.step.Dice {
			if d.Event == e {
				n := b.taken(at)
				if n < len(d.Faces) {
					b.take(at)
					return d.Faces[n] + m.pools[m.draw].Const, true
				}
			}
			at++
		}
	}
	return 0, false
}

// inOrder is the next of the faces that are named in the order of throwing. They
// are all that the step throws: one more is a fault.
func (s *script) inOrder(m *Machine, b *Branch) (int64, bool) {
	n := b.Tag.Ordered
	for _, d := range s.step.Dice {
		if n < len(d.Faces) {
			b.Tag.Ordered++
			return d.Faces[n] + m.pools[m.draw].Const, true
		}
		n -= len(d.Faces)
	}
	m.failAt(s.step.Dice[0].Span, "E0603", "%d dice are named in order, and one more is thrown: a %s", b.Tag.Ordered, m.pools[m.draw])
	return 0, false
}

// leftInOrder tells how many of these faces no outcome used, and which list the
// first of them stands in.
func (s *script) leftInOrder(ends []*Branch) (left int, at *ir.NamedDice) {
	most, total := 0, 0
	for _, b := range ends {
		most = max(most, b.Tag.Ordered)
	}
	for _, d := range s.step.Dice {
		if total += len(d.Faces); at == nil && most < total {
			at = d
		}
	}
	return total - most, at
}

// taken and take keep small counters in a branch's tag, four bits each.
func (b *Branch) taken(i int) int { return int(b.Tag.Named >> (4 * i) & 15) }
func (b *Branch) take(i int)      { b.Tag.Named += 1 << (4 * i) }

// firstAnswer is the bit of a tag that tells that the first answer was given.
const firstAnswer = 24

// MaxAnswers is how many answers one step of a proof may have.
const MaxAnswers = 62 - firstAnswer

// leftovers refuses dice that no outcome threw, and notes which answers were asked for.
func (s *script) leftovers(ends []*Branch) *ProofFailure {
	if len(s.step.Dice) > 0 && s.step.Dice[0].Event == nil {
		if left, at := s.leftInOrder(ends); left > 0 {
			return &ProofFailure{Code: "E0603", Span: at.Span, Message: fmt.Sprintf("%d of the dice named in order were never thrown", left)}
		}
	}
	for i, d := range s.step.Dice {
		if d.Event == nil {
			break
		}
		most := 0
		for _, b := range ends {
			most = max(most, b.taken(i))
		}
		if most < len(d.Faces) {
			return &ProofFailure{Code: "E0603", Span: d.Span,
				Message: fmt.Sprintf("%d of the dice named for %q were never thrown", len(d.Faces)-most, d.Event.Name)}
		}
	}
	for i, a := range s.step.Answers {
		for _, b := range ends {
			if b.Tag.Named>>(firstAnswer+i)&1 != 0 {
				s.v.asked[a] = true
			}
		}
	}
	return nil
}

// choice answers an open choice.
func (s *script) choice(m *Machine, b *Branch) ([]int, error) {
	q := m.asked
	for i, a := range s.step.Answers {
		r := s.v.deeds[a]
		if r.who != nil && s.v.num(r.who) != q.Who {
			continue
		}
		bit := firstAnswer + i
		if r.who != nil && b.Tag.Named>>bit&1 != 0 {
			continue // given already
		}
		for j := range q.Deeds {
			if s.fits(m, a, r, &q.Deeds[j]) {
				b.Tag.Named |= 1 << bit
				return []int{j}, nil
			}
		}
		if s.given(m, a, r) {
			b.Tag.Named |= 1 << bit
			return []int{named}, nil
		}
		if r.value != nil {
			want := s.v.num(r.value)
			for j, v := range q.Values {
				if v == want || m.same(q.Type, v, want) {
					b.Tag.Named |= 1 << bit
					return []int{j}, nil
				}
			}
		}
	}
	if q.Order && !s.v.proof.AnyPick {
		return []int{0}, nil
	}
	if s.v.proof.AnyPick {
		var all []int
		if q.May {
			all = append(all, -1)
		}
		for i := range q.Len() {
			all = append(all, i)
		}
		return all, nil
	}
	if q.May {
		return []int{-1}, nil
	}
	what := "a choice"
	if q.Prompt != nil {
		what = m.Say(q.Prompt, q.Frame)
	}
	return nil, &openChoice{fmt.Sprintf("%s chooses among %d (%s), and the proof does not say what", m.Name(q.Who), q.Len(), what)}
}

// given finds a deed whose arguments the proof names and that is legal, though it
// is not among what is offered: a way that is not the one that is offered to its
// end, say. What the offer itself says of an argument holds.
func (s *script) given(m *Machine, a *ir.Deed, r *deedRun) bool {
	q := m.asked
	if a.Action == nil || len(r.args) == 0 {
		return false
	}
	var fixed []numFn
	for _, f := range r.args {
		if f == nil {
			fixed = append(fixed, nil)
			continue
		}
		v := m.lasting(a.Action.Params[len(fixed)].Type, s.v.num(f))
		fixed = append(fixed, func(*Machine) int64 { return v })
	}
	m.deeds = m.deeds[:0]
	for i := range q.entries {
		if q.entries[i].action.event.ir == a.Action {
			m.enumerate(&q.entries[i], q.Who, q.subject, q.agreed(i, fixed), nil, (*Machine).collect)
		}
	}
	for i := range m.deeds {
		if s.fits(m, a, r, &m.deeds[i]) {
			m.extra = m.deeds[i]
			return true
		}
	}
	return false
}

// agreed is what an entry is offered with, and what is wanted where that is open.
func (q *Question) agreed(i int, wanted []numFn) []numFn {
	offered := q.entries[i].fixed
	if st := q.site; st != nil && i < len(st.fixed) && st.fixed[i] != nil {
		offered = st.fixed[i]
	}
	out := slices.Clone(wanted)
	for j, f := range offered {
		if f != nil {
			out[j] = f
		}
	}
	return out
}

func (s *script) fits(m *Machine, a *ir.Deed, r *deedRun, d *Deed) bool {
	if a.Action != nil && a.Action != d.Action {
		return false
	}
	if a.Action == nil && (r.kind == nil || int(s.v.num(r.kind)) != d.Action.Index) {
		return false
	}
	for i, f := range r.args {
		if f == nil {
			continue
		}
		if v := s.v.num(f); v != d.Args[i] && !m.same(d.Action.Params[i].Type, v, d.Args[i]) {
			return false
		}
	}
	return true
}

// judge looks at the findings over all states.
func (v *Prover) judge(branches []*Branch) *ProofFailure {
	for _, f := range v.proof.Findings {
		var fail *ProofFailure
		switch f.Kind {
		case ir.TruthFinding:
			fail = v.truth(f, branches)
		case ir.IsFinding:
			fail = v.isDist(f, branches)
		case ir.ChanceFinding:
			fail = v.chance(f, branches)
		case ir.RefuseFinding:
			fail = v.refused(f, branches)
		}
		if fail != nil {
			return fail
		}
	}
	return nil
}

func (v *Prover) truth(f *ir.Finding, branches []*Branch) *ProofFailure {
	bad := new(big.Rat)
	var shown string
	for _, b := range branches {
		v.m.Restore(b.State)
		ok := v.inFrame(v.truths[f])
		if v.m.fault != nil {
			return v.broken(f.Span, v.m.fault)
		}
		if !ok {
			if shown == "" {
				shown = v.sides(f.Cond)
			}
			bad.Add(bad, b.Weight)
		}
	}
	if bad.Sign() == 0 {
		return nil
	}
	msg := "this does not hold"
	if bad.Cmp(big.NewRat(1, 1)) != 0 {
		msg = fmt.Sprintf("this does not hold in %s of the outcomes", bad.RatString())
	}
	if shown != "" {
		msg += ": " + shown
	}
	return v.fail(f.Span, "%s", msg)
}

// sides shows the two sides of a comparison that fails.
func (v *Prover) sides(e *ir.Expr) string {
	switch e.Op {
	case ir.EqOp, ir.NeOp, ir.LtOp, ir.LeOp, ir.GtOp, ir.GeOp:
		c := lateCompiler(v.m)
		a, b := v.num(c.num(e.Args[0])), v.num(c.num(e.Args[1]))
		return fmt.Sprintf("%s is %s", e.Args[0].Span.Text(), v.m.Show(e.Args[0].Type, a)) +
			map[bool]string{true: "", false: fmt.Sprintf(", %s is %s", e.Args[1].Span.Text(), v.m.Show(e.Args[1].Type, b))}[e.Args[1].Op == ir.Const]
	}
	return ""
}

func (v *Prover) isDist(f *ir.Finding, branches []*Branch) *ProofFailure {
	have := map[int64]*big.Rat{}
	var pool int64
	for i, b := range branches {
		v.m.Restore(b.State)
		x := v.num(v.nums[f.Left])
		if i == 0 {
			pool = v.num(v.nums[f.Right])
		}
		if v.m.fault != nil {
			return v.broken(f.Span, v.m.fault)
		}
		if have[x] == nil {
			have[x] = new(big.Rat)
		}
		have[x].Add(have[x], b.Weight)
	}
	want, err := v.m.pools[pool].Dist()
	if err != nil {
		return v.fail(f.Span, "%v", err)
	}
	for i := range want.Len() {
		x := want.Value(i)
		p := want.Prob(x)
		if have[x] == nil {
			return v.fail(f.Span, "%d never comes, and should in %s", x, p.RatString())
		}
		if have[x].Cmp(p) != 0 {
			return v.fail(f.Span, "%d comes in %s, and should in %s", x, have[x].RatString(), p.RatString())
		}
		delete(have, x)
	}
	least := int64(None)
	for x := range have {
		if least == None || x < least {
			least = x
		}
	}
	if least != None {
		return v.fail(f.Span, "%d comes in %s, and never should", least, have[least].RatString())
	}
	return nil
}

func (v *Prover) chance(f *ir.Finding, branches []*Branch) *ProofFailure {
	probs := map[*ir.Expr]*big.Rat{}
	for _, p := range f.Chances {
		sum := new(big.Rat)
		for _, b := range branches {
			v.m.Restore(b.State)
			if v.num(v.nums[p]) != 0 {
				sum.Add(sum, b.Weight)
			}
		}
		probs[p] = sum
	}
	ok, err := v.evalChance(f.Cond, probs)
	if err != "" {
		return v.fail(f.Span, "%s", err)
	}
	if ok {
		return nil
	}
	msg := "this does not hold"
	for _, p := range f.Chances {
		msg += fmt.Sprintf("; %s is %s", p.Span.Text(), probs[p].RatString())
	}
	return v.fail(f.Span, "%s", msg)
}

func (v *Prover) evalChance(e *ir.Expr, probs map[*ir.Expr]*big.Rat) (bool, string) {
	switch e.Op {
	case ir.AndOp, ir.OrOp:
		a, err := v.evalChance(e.Args[0], probs)
		if err != "" {
			return false, err
		}
		b, err := v.evalChance(e.Args[1], probs)
		if e.Op == ir.AndOp {
			return a && b, err
		}
		return a || b, err
	case ir.NotOp:
		a, err := v.evalChance(e.Args[0], probs)
		return !a, err
	case ir.EqOp, ir.NeOp, ir.LtOp, ir.LeOp, ir.GtOp, ir.GeOp:
		a, b := chanceRat(e.Args[0], probs), chanceRat(e.Args[1], probs)
		if a == nil || b == nil {
			return false, "chances are compared with each other and with fractions"
		}
		c := a.Cmp(b)
		switch e.Op {
		case ir.EqOp:
			return c == 0, ""
		case ir.NeOp:
			return c != 0, ""
		case ir.LtOp:
			return c < 0, ""
		case ir.LeOp:
			return c <= 0, ""
		case ir.GtOp:
			return c > 0, ""
		}
		return c >= 0, ""
	}
	return false, "chances are compared with each other and with fractions"
}

func chanceRat(e *ir.Expr, probs map[*ir.Expr]*big.Rat) *big.Rat {
	switch e.Op {
	case ir.ChanceOp:
		return probs[e]
	case ir.FractionOp:
		return big.NewRat(e.Keys[0], e.Keys[1])
	case ir.Const:
		return big.NewRat(e.Int, 1)
	case ir.AddOp, ir.SubOp, ir.MulOp:
		a, b := chanceRat(e.Args[0], probs), chanceRat(e.Args[1], probs)
		if a == nil || b == nil {
			return nil
		}
		switch e.Op {
		case ir.AddOp:
			return new(big.Rat).Add(a, b)
		case ir.SubOp:
			return new(big.Rat).Sub(a, b)
		}
		return new(big.Rat).Mul(a, b)
	}
	return nil
}

// refused holds that a deed cannot be done, and which line says so.
func (v *Prover) refused(f *ir.Finding, branches []*Branch) *ProofFailure {
	for _, b := range branches {
		v.m.Restore(b.State)
		v.m.fp = v.frame
		deeds, reasons, fail := v.legal(f.Deed)
		if fail != nil {
			return fail
		}
		if len(deeds) > 0 {
			return v.fail(f.Span, "this is allowed")
		}
		if f.ReasonText == "" {
			continue
		}
		found := false
		var names []string
		for _, r := range reasons {
			line := lineOf(r)
			names = append(names, line)
			found = found || line == f.ReasonText
		}
		if !found {
			return v.fail(f.Span, "it is refused, but not by this line: %q", names)
		}
	}
	return nil
}

// lineOf is the text of the refusing line as it is written.
func lineOf(r Refusal) string {
	switch {
	case r.Require != nil:
		return r.Require.Reason.Plain()
	case r.Forbid != nil:
		return r.Forbid.Reason.Plain()
	}
	return r.Text
}
