package interp

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"rulec/dice"
	"rulec/lang/ir"
	"rulec/lang/source"
)

// A proof is run like any other program: its givens are entities, its `do` lines
// are code, what it looks for in the trace are listeners that count in the
// proof's own frame, which belongs to the state. Draws without named dice are
// explored exactly.

// ProofFailure says why one case of a proof does not hold.
type ProofFailure struct {
	Code    string // of package diag
	Span    source.Span
	Message string
	Case    string // the values of a law's variables, or ""
}

// Prover runs the cases of one proof.
type Prover struct {
	p       *Program
	proof   *ir.Proof
	m       *Machine
	domains []func(m *Machine) []int64
	givens  []givenRun
	when    map[*ir.Given]truthFn
	truths  map[*ir.Finding]truthFn
	nums    map[*ir.Expr]numFn
	tallies []*Tally  // of what is asked
	rand    dice.Rand // of a sample
	deeds   map[*ir.Deed]*deedRun
	frame   int
	width   int
	height  int
	places  map[string][2]int64
	Budget  int // states of one case
	Cases   int
	States  int               // that were run, of all cases
	created []*ir.Record      // what the program makes while it runs
	asked   map[*ir.Deed]bool // answers that were asked for in some case
}

type givenRun struct {
	ir    *ir.Given
	sets  []func(m *Machine, at int64)
	at    numFn
	init  *recordInit
	given map[*ir.Local]bool
}

type deedRun struct {
	who, kind, value numFn
	args             []numFn
}

// NewProver links a proof with its options. extra sets options for all proofs;
// asked are formulas of the proof whose values in all outcomes will be counted.
func NewProver(p *ir.Program, proof *ir.Proof, extra map[*ir.Option]int64, asked []*ir.Expr, with ...LinkOption) (*Prover, *ProofFailure) {
	opts := map[*ir.Option]int64{}
	for k, v := range extra {
		opts[k] = v
	}
	for _, f := range proof.Options {
		n, ok := f.Value.Constant()
		if !ok {
			return nil, &ProofFailure{Code: "E0602", Span: f.Span, Message: "an option is set to a constant"}
		}
		opts[f.Option] = n
	}
	room := 0
	for _, g := range proof.Givens {
		if g.Record != nil && g.Record.Entity {
			room++
		}
	}
	created := createdBy(p)
	for _, r := range created {
		room += spareFor(proof, r)
	}
	prog := Link(p, opts, max(room+4, 6), proof, with...)
	v := &Prover{p: prog, proof: proof, when: map[*ir.Given]truthFn{}, truths: map[*ir.Finding]truthFn{}, nums: map[*ir.Expr]numFn{},
		deeds: map[*ir.Deed]*deedRun{}, asked: map[*ir.Deed]bool{}, Budget: 400_000, created: created}
	c := &compiler{p: prog, listen: &listening{}}
	for _, d := range proof.Domains {
		v.domains = append(v.domains, domainOf(c, d))
	}
	for _, g := range proof.Givens {
		v.given(c, g)
	}
	v.steps(c)
	for _, f := range proof.Findings {
		v.finding(c, f)
	}
	for _, e := range asked {
		v.tallies = append(v.tallies, v.tally(c, e))
	}
	v.readMap()
	for _, f := range prog.Faults {
		return nil, &ProofFailure{Code: f.Code, Span: f.Span, Message: f.Message}
	}
	v.m = NewMachine(prog)
	return v, nil
}

// spareInProofs is how many things of a kind a proof may make.
const spareInProofs = 4

// spareFor is the room for things of a kind: what the proof says, or a few.
func spareFor(p *ir.Proof, r *ir.Record) int {
	if n, ok := p.Spare[r]; ok {
		return n
	}
	return spareInProofs
}

// createdBy lists the records of which some statement makes things, in the order
// of declaration.
func createdBy(p *ir.Program) []*ir.Record {
	var out []*ir.Record
	c := &compiler{p: &Program{ir: p}}
	c.eachStmt(func(s *ir.Stmt) {
		if s.Kind == ir.CreateStmt && s.Record != nil && !slices.Contains(out, s.Record) {
			out = append(out, s.Record)
		}
	})
	slices.SortFunc(out, func(a, b *ir.Record) int { return a.Index - b.Index })
	return out
}

func domainOf(c *compiler, d *ir.Domain) func(m *Machine) []int64 {
	list := c.num(d.In)
	return func(m *Machine) []int64 {
		top := m.top
		l := list(m)
		out := append([]int64(nil), m.mem[l+1:l+1+m.mem[l]]...)
		m.top = top
		return out
	}
}

func (v *Prover) given(c *compiler, g *ir.Given) {
	run := givenRun{ir: g, given: map[*ir.Local]bool{}}
	if g.When != nil {
		v.when[g] = c.truth(g.When)
	}
	if g.Record != nil {
		run.init = c.p.records[g.Record]
		for _, f := range g.Fields {
			if f.Field == nil {
				run.at = c.num(f.Value)
				continue
			}
			run.given[f.Field] = true
			run.sets = append(run.sets, c.fieldInit(f.Field, f.Value))
		}
	}
	v.givens = append(v.givens, run)
}

func (v *Prover) deed(c *compiler, d *ir.Deed) {
	if d == nil {
		return
	}
	r := &deedRun{}
	if d.Who != nil {
		r.who = c.num(d.Who)
	}
	if d.Kind != nil {
		r.kind = c.num(d.Kind)
	}
	if d.Value != nil {
		r.value = c.num(d.Value)
	}
	for _, a := range d.Args {
		if a == nil {
			r.args = append(r.args, nil)
			continue
		}
		r.args = append(r.args, c.num(a))
	}
	v.deeds[d] = r
}

func (v *Prover) steps(c *compiler) {
	for _, s := range v.proof.Steps {
		v.deed(c, s.Deed)
		for _, a := range s.Answers {
			v.deed(c, a)
		}
	}
}

func (v *Prover) finding(c *compiler, f *ir.Finding) {
	v.deed(c, f.Deed)
	if f.Kind == ir.IsFinding {
		v.nums[f.Left] = c.num(f.Left)
		v.nums[f.Right] = c.num(f.Right)
	}
	if f.Cond != nil && f.Kind == ir.TruthFinding {
		v.truths[f] = c.truth(f.Cond)
	}
	for _, p := range f.Chances {
		t := c.truth(p.Args[0])
		v.nums[p] = func(m *Machine) int64 { return b2i(t(m)) }
	}
}

// readMap finds where the names of a drawn map stand; fields are parted by blanks.
func (v *Prover) readMap() {
	v.places = map[string][2]int64{}
	for y, l := range v.proof.Map {
		cols := strings.Fields(l.Plain())
		v.width = max(v.width, len(cols))
		for x, name := range cols {
			if _, ok := v.places[name]; !ok {
				v.places[name] = [2]int64{int64(x), int64(y)}
			}
		}
	}
	v.height = len(v.proof.Map)
	v.width, v.height = max(v.width, 26), max(v.height, 26)
	if v.proof.Width > 0 {
		v.width, v.height = v.proof.Width, v.proof.Height
	}
}

// Reach is what the cases that were run have reached, if the proof was linked Covered.
func (v *Prover) Reach() Reach { return v.m.noted }

// Run proves every case; it stops at the first that fails.
func (v *Prover) Run() *ProofFailure {
	var fail *ProofFailure
	v.eachCase(nil, func(values []int64) bool {
		v.Cases++
		fail = v.Prove(values)
		return fail == nil
	})
	if fail != nil {
		return fail
	}
	return v.Unasked()
}

// Prove proves one case.
func (v *Prover) Prove(values []int64) *ProofFailure {
	f := v.one(values)
	if f != nil {
		f.Case = v.caseName(values)
	}
	return f
}

// Unasked is the failure of an answer that nobody asked for in any case, after all
// cases were proven by this prover and others of the same proof.
func (v *Prover) Unasked(others ...*Prover) *ProofFailure {
	for _, s := range v.proof.Steps {
		for _, a := range s.Answers {
			asked := v.asked[a]
			for _, o := range others {
				asked = asked || o.asked[a]
			}
			if a.Who != nil && !asked {
				return &ProofFailure{Code: "E0605", Span: a.Span, Message: "nobody asks for this: the choice never comes up, or another answer took it"}
			}
		}
	}
	return nil
}

// eachCase visits the values of the variables in the order of the domains, until
// visit returns false. It tells whether all were visited.
func (v *Prover) eachCase(values []int64, visit func(values []int64) bool) bool {
	i := len(values)
	if i == len(v.proof.Domains) {
		return visit(values)
	}
	v.m.room()
	v.m.base0 = 1 << 30
	v.m.fp = v.m.alloc(v.p.lay.size[v.proof.Frame])
	for j, x := range values {
		v.m.mem[v.m.fp+v.p.lay.off[v.proof.Domains[j].Var]] = x
	}
	for _, x := range v.domains[i](v.m) {
		if !v.eachCase(append(values, x), visit) {
			return false
		}
	}
	return true
}

func (v *Prover) caseName(values []int64) string {
	var out []string
	for i, d := range v.proof.Domains {
		out = append(out, d.Var.Name+" = "+v.m.Show(d.Var.Type, values[i]))
	}
	return strings.Join(out, ", ")
}

func (v *Prover) fail(at source.Span, format string, args ...any) *ProofFailure {
	return &ProofFailure{Code: "E0601", Span: at, Message: fmt.Sprintf(format, args...)}
}

func (v *Prover) broken(at source.Span, f *Fault) *ProofFailure {
	msg := f.Message
	if len(f.Loop) > 0 {
		msg += ": " + strings.Join(f.Loop, ", ")
	}
	code := f.Code
	if f.Span.Valid() {
		msg += " (" + f.Span.File.Name + fmt.Sprintf(":%d)", f.Span.Begin().Line)
	}
	return &ProofFailure{Code: code, Span: at, Message: msg}
}

// setup makes the givens of one case.
func (v *Prover) setup(values []int64) *ProofFailure {
	m := v.m
	m.room()
	v.p.geo.begin(m, v.width, v.height, 64+40*len(v.givens))
	m.base0 = 1 << 30
	v.frame = m.alloc(v.p.lay.size[v.proof.Frame])
	m.hooks.proof = v.frame
	m.fp = v.frame
	for i, d := range v.proof.Domains {
		m.mem[v.frame+v.p.lay.off[d.Var]] = values[i]
	}
	for i := range v.givens {
		g := &v.givens[i]
		if g.ir.Record != nil && g.ir.Record.Entity && (v.when[g.ir] == nil || v.when[g.ir](m)) {
			m.mem[v.frame+v.p.lay.off[g.ir.Var]] = m.addEntity(g.ir.Record, g.ir.Var.Name)
		} else if g.ir.Record != nil {
			at := int64(None)
			switch {
			case g.ir.Record.Place && (v.when[g.ir] == nil || v.when[g.ir](m)):
				at = m.addPlace(g.ir.Record, g.ir.Var.Name)
			case !g.ir.Record.Entity && !g.ir.Record.Place:
				at = int64(m.alloc(v.p.lay.record[g.ir.Record]))
				m.mem[at] = int64(g.ir.Record.Index)
				m.recordNames[at] = g.ir.Var.Name
			}
			m.mem[v.frame+v.p.lay.off[g.ir.Var]] = at
		}
	}
	for _, r := range v.created {
		for range spareFor(v.proof, r) {
			m.addEntity(r, r.Name)
		}
	}
	for pass := range 2 {
		for i := range v.givens {
			g := &v.givens[i]
			if g.ir.Record == nil || (pass == 0) == g.ir.Record.Entity {
				continue
			}
			at := m.mem[v.frame+v.p.lay.off[g.ir.Var]]
			if at == None {
				continue
			}
			if g.ir.Record.Entity {
				m.mem[at+entAlive] = 1
			}
			for _, set := range g.sets {
				set(m, at)
			}
			g.init.run(m, at, g.given)
		}
	}
	m.hooks.edgeOff = v.p.plainEdge()
	for i := range v.givens {
		g := &v.givens[i]
		if g.ir.Record == nil || !g.ir.Record.Entity {
			continue
		}
		at := m.mem[v.frame+v.p.lay.off[g.ir.Var]]
		if at == None {
			continue
		}
		place := int64(None)
		if g.at != nil {
			place = g.at(m)
		} else if p, ok := v.places[g.ir.Var.Name]; ok {
			place = v.p.geo.drawn(p[0], p[1])
		}
		if place != None && !m.put(at, place) {
			return v.fail(g.ir.Span, "%s does not fit on the map there", g.ir.Var.Name)
		}
	}
	if v.p.geo.settled(m); m.fault != nil {
		return v.broken(v.proof.Span, m.fault)
	}
	for i := range v.givens {
		g := &v.givens[i]
		if g.ir.Tactic == nil {
			continue
		}
		if at := m.mem[v.frame+v.p.lay.off[g.ir.Var]]; at != None {
			m.tactics[m.mem[at+entIndex]] = v.p.tactics[g.ir.Tactic]
		}
	}
	m.base0 = m.top
	m.Dice, m.Chooser, m.fuel = Ask{}, Decline{}, DefaultFuel/10 // what is given is asked of nobody
	for i := range v.givens {
		g := &v.givens[i]
		if g.ir.Fact == nil || v.when[g.ir] != nil && !v.inFrame(v.when[g.ir]) {
			continue
		}
		m.ctl = append(m.ctl[:0], control{kind: ctlRoot, pc: v.p.haltPC, fp: v.frame, top: m.top})
		m.fp, m.pc = v.frame, v.p.givenCode[g.ir]
		if m.Run() != Done {
			if m.fault != nil {
				return v.broken(g.ir.Span, m.fault)
			}
			return v.fail(g.ir.Span, "this cannot be given: it waits for dice")
		}
	}
	m.Chooser = Pause{}
	return nil
}

func (v *Prover) inFrame(t truthFn) bool {
	fp, top := v.m.fp, v.m.top
	v.m.fp = v.frame
	ok := t(v.m)
	v.m.fp, v.m.top = fp, top
	return ok
}

func (v *Prover) num(f numFn) int64 {
	fp := v.m.fp
	v.m.fp = v.frame
	r := f(v.m)
	v.m.fp = fp
	return r
}

// one proves one case.
func (v *Prover) one(values []int64) *ProofFailure {
	branches, f := v.explore(values, &Budget{States: v.Budget})
	if f != nil {
		return f
	}
	return v.judge(branches)
}

// explore carries all steps of a case out, in every state. With a failure for the
// budget come the outcomes that were reached.
func (v *Prover) explore(values []int64, budget *Budget) ([]*Branch, *ProofFailure) {
	if f := v.begin(values); f != nil {
		return nil, f
	}
	branches := []*Branch{{State: v.m.Save(nil), Weight: big.NewRat(1, 1)}}
	defer func(used int) { v.States += budget.used - used }(budget.used)
	for i := range v.proof.Steps {
		if v.proof.Steps[i].Kind == ir.UntilStep {
			continue
		}
		var f *ProofFailure
		if branches, f = v.step(i, branches, budget); f != nil {
			if i < len(v.proof.Steps)-1 {
				branches = nil // the steps behind are still to come
			}
			return branches, f
		}
	}
	return branches, nil
}

// begin makes the givens of one case and leaves the machine before the first step.
func (v *Prover) begin(values []int64) *ProofFailure {
	if f := v.setup(values); f != nil {
		return f
	}
	v.unnoted()
	v.m.ctl = v.m.ctl[:0]
	v.m.fp, v.m.pc = v.frame, v.p.haltPC
	return nil
}

// step carries one line of `when` out in every state.
func (v *Prover) step(i int, branches []*Branch, budget *Budget) ([]*Branch, *ProofFailure) {
	st := v.proof.Steps[i]
	out := newMerger()
	for _, b := range branches {
		v.m.Restore(b.State)
		v.m.fuel = DefaultFuel / 10
		sc := &script{v: v, step: st}
		ok, f := v.start(st)
		if f != nil {
			return nil, f
		}
		if !ok {
			out.add(&Branch{State: v.m.Save(nil), Weight: b.Weight})
			continue
		}
		start := &Branch{State: v.m.Save(nil), Weight: b.Weight}
		ends, err := v.m.Explore(start, budget, sc.dice, sc.choice)
		if err == nil {
			if f := sc.leftovers(ends); f != nil {
				return nil, f
			}
		}
		for _, e := range ends {
			e.Tag = Tag{}
			out.add(e)
		}
		if err != nil {
			return out.list, v.exploreFault(st, err)
		}
	}
	return out.list, nil
}

func (v *Prover) exploreFault(st *ir.Step, err error) *ProofFailure {
	switch err := err.(type) {
	case *Fault:
		return v.broken(st.Span, err)
	case *ErrBudget:
		if err.Memory {
			return &ProofFailure{Code: "E0604", Span: st.Span,
				Message: fmt.Sprintf("after %d outcomes, those that are still open need more memory than a proof may have: name some dice, or narrow the example", err.States)}
		}
		return &ProofFailure{Code: "E0604", Span: st.Span,
			Message: fmt.Sprintf("there are more than %d outcomes to look at: name some dice, or narrow the example", err.States)}
	case *openChoice:
		return &ProofFailure{Code: "E0605", Span: st.Span, Message: err.Error()}
	}
	return &ProofFailure{Code: "E0602", Span: st.Span, Message: err.Error()}
}

// start begins a step; false means that there is nothing to do.
func (v *Prover) start(st *ir.Step) (bool, *ProofFailure) {
	m := v.m
	m.ctl = append(m.ctl[:0], control{kind: ctlRoot, pc: v.p.haltPC, fp: v.frame, top: m.top})
	m.fp = v.frame
	if st.Kind == ir.DoStep {
		m.pc = v.p.stepCode[st]
		return true, nil
	}
	deeds, refusals, f := v.legal(st.Deed)
	if f != nil {
		return false, f
	}
	if len(deeds) == 0 {
		if st.Kind == ir.TryStep {
			return false, nil
		}
		var why []string
		for _, r := range refusals {
			why = append(why, r.Text)
		}
		if len(why) == 0 {
			why = []string{"there is no way to do it, or it cannot be paid"}
		}
		return false, &ProofFailure{Code: "E0602", Span: st.Span, Message: "this cannot be done: " + strings.Join(why, "; ")}
	}
	who := v.num(v.deeds[st.Deed].who)
	m.act(&deeds[0], who, 0, nil, v.p.haltPC)
	return true, nil
}
