package mutate

import (
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/proof"
)

// Options of a run.
type Options struct {
	Set      map[*ir.Option]int64 // of the unchanged program
	Limit    int                  // how many mutants; 0: all
	Seed     uint64               // picks them
	Only     []string             // files (by the end of their name) and operators; none: all
	Every    bool                 // ask every proof, not only those that reach the change
	List     bool                 // check the mutants, but run nothing
	Workers  int                  // 0: one for each processor
	Progress func(done, of int)   // told of every mutant that is decided, or nil
}

// Report is what became of a pack's mutants.
type Report struct {
	Pack    string
	Seed    uint64
	Mutants []*Mutant // by file, line and operator
}

// runner tries mutants of one pack.
type runner struct {
	pack   *pack.Pack
	opt    Options
	reach  *reach
	costs  []int              // by proof, in states
	mu     sync.Mutex         // of what follows
	faults []*diag.Diagnostic // of rulec itself
	done   int
	of     int
}

// Run makes the mutants of a pack and tries them. Faults go into the log: proofs
// that fail without any change, waivers that waive nothing.
func Run(p *pack.Pack, opt Options, log *diag.Log) *Report {
	out := &Report{Pack: p.Name, Seed: opt.Seed}
	var proposed, wanted []*Mutant
	var waived []*Waiver
	for _, f := range p.OwnTrees() {
		waived = append(waived, waivers(f, log)...)
		for _, m := range Propose(f, p.Trees) {
			proposed = append(proposed, m)
			if opt.wants(m) {
				wanted = append(wanted, m)
			}
		}
	}
	r := &runner{pack: p, opt: opt, of: len(wanted)}
	if opt.Limit > 0 {
		r.of = min(r.of, opt.Limit)
	}
	if !opt.List {
		r.first(log)
	}
	if log.Errors() > 0 {
		return out
	}
	picks := newPicker(wanted, opt.Limit, opt.Seed)
	for batch := picks.next(); len(batch) > 0; batch = picks.next() {
		r.done = len(out.Mutants)
		r.all(batch)
		picks.count(batch)
		for _, m := range batch {
			if m.Status != "" {
				out.Mutants = append(out.Mutants, m)
			}
		}
	}
	if r.bugs(log); !opt.List {
		waive(waived, proposed, log)
	}
	order := operatorIndex()
	sort.SliceStable(out.Mutants, func(i, j int) bool {
		a, b := out.Mutants[i], out.Mutants[j]
		switch {
		case a.At.File != b.At.File:
			return a.At.File.Name < b.At.File.Name
		case a.Line() != b.Line():
			return a.Line() < b.Line()
		case a.Operator != b.Operator:
			return order[a.Operator] < order[b.Operator]
		}
		return a.At.Before(b.At)
	})
	return out
}

// wants tells whether a mutant is among those that are asked for: of a file that
// is named, if any is, and by an operator that is named, if any is.
func (o *Options) wants(m *Mutant) bool {
	file, byFile, operator, byOperator := false, false, false, false
	for _, x := range o.Only {
		if slices.Contains(OperatorNames(), x) {
			byOperator, operator = true, operator || x == m.Operator
		} else {
			byFile, file = true, file || NamesFile(m.At.File.Name, x)
		}
	}
	return (file || !byFile) && (operator || !byOperator)
}

// NamesFile tells whether a name, or the end of one, means a file.
func NamesFile(file, name string) bool {
	name = strings.TrimPrefix(name, "./")
	return file == name || strings.HasSuffix(file, "/"+name)
}

// first runs every proof without a change: what it costs, and what it reaches.
func (r *runner) first(log *diag.Log) {
	cover := interp.NewCoverage(r.pack.Program)
	results := proof.Run(r.pack.Program, proof.Options{Set: r.opt.Set, Workers: r.opt.Workers, Cover: cover})
	proof.Diagnose(results, log)
	r.know(cover, results)
}

// spare is how many states more than without a change a case may have before it
// counts as one that does not end.
const spare = 2000

func (r *runner) workers() int {
	if r.opt.Workers > 0 {
		return r.opt.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// all tries a batch.
func (r *runner) all(batch []*Mutant) {
	r.parallel(len(batch), func(i int) {
		r.guarded(batch[i], r.try)
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.done++; r.opt.Progress != nil {
			r.opt.Progress(r.done, r.of)
		}
	})
}

// parallel does n things, each once, on all workers.
func (r *runner) parallel(n int, do func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range r.workers() {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				do(i)
			}
		}()
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// guarded tries a mutant. What breaks rulec is no mutant but a fault of rulec.
func (r *runner) guarded(m *Mutant, try func(m *Mutant)) {
	defer func() {
		if x := recover(); x != nil {
			m.Status = ""
			r.bug(m, fmt.Sprint(x))
		}
	}()
	try(m)
}

func (r *runner) bug(m *Mutant, what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	d := &diag.Diagnostic{Code: diag.InternalBug, Span: m.At, Message: "the change " + m.Operator + " breaks rulec itself: " + what}
	r.faults = append(r.faults, d.WithLabel("with %q instead", m.With).WithHelp("please report it with the rule files and this change"))
}

// bugs reports the faults of rulec; the log puts them in order.
func (r *runner) bugs(log *diag.Log) {
	for _, d := range r.faults {
		log.Add(d)
	}
}

// try checks one mutant and runs the proofs against it.
func (r *runner) try(m *Mutant) {
	m.tried = true
	prog := r.program(m)
	if prog == nil {
		return
	}
	m.Status = Survived
	if r.opt.List {
		return
	}
	for _, i := range r.order(m) {
		m.Reached = append(m.Reached, r.reach.results[i].Proof)
		if m.By == nil && r.kills(m, prog, i) {
			m.Status, m.By = Killed, r.reach.results[i].Proof
		}
	}
}

// program is the pack with the change in it, or nil if that does not check.
func (r *runner) program(m *Mutant) *ir.Program {
	var log diag.Log
	prog := r.pack.Changed(m.At.File, m.Text(), &log)
	if log.Errors() > 0 {
		return nil
	}
	return prog
}

// order are the proofs to run, the cheapest first. Costs that are alike count as
// one; there the proof comes first that reaches least, since it is about less.
func (r *runner) order(m *Mutant) []int {
	var list []int
	if r.opt.Every {
		for i := range r.costs {
			list = append(list, i)
		}
	} else {
		list = r.reach.proofs(m)
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if x, y := bits.Len(uint(r.costs[a])/64), bits.Len(uint(r.costs[b])/64); x != y {
			return x < y
		}
		return r.reach.width(a) < r.reach.width(b)
	})
	return list
}

// kills tells whether a proof notices.
func (r *runner) kills(m *Mutant, prog *ir.Program, i int) bool {
	was := r.reach.results[i].Proof
	at := slices.Index(r.pack.Program.Proofs, was) // a change leaves the proofs as they are
	res := proof.Prove(prog, prog.Proofs[at], proof.Options{Set: r.settings(prog), Budget: 4*r.costs[i] + spare})
	if res.Failure != nil && res.Failure.Code == string(diag.InternalBug) {
		r.bug(m, res.Failure.Message)
		return false
	}
	return res.Status != proof.Pass
}

// settings are the options of the run, in another program of the same pack.
func (r *runner) settings(prog *ir.Program) map[*ir.Option]int64 {
	out := map[*ir.Option]int64{}
	for o, v := range r.opt.Set {
		for _, x := range prog.Options {
			if x.Name == o.Name {
				out[x] = v
			}
		}
	}
	return out
}
