// Package proof runs the examples and laws of packs and sums them up.
//
// Each proof is linked with its own options and run by the machine with exact
// dice (package interp, prove.go). Proofs are independent, so they run in
// parallel; the results come back in the order of declaration, whatever the
// number of workers.
package proof

import (
	"regexp"
	"runtime"
	"sync"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/ir"
)

// Status of a proof.
type Status string

// The statuses.
const (
	Pass Status = "pass"
	Fail Status = "fail"
	Err  Status = "error" // it could not be carried out
)

// Result is what became of one proof.
type Result struct {
	Proof   *ir.Proof
	Pack    string
	Status  Status
	Failure *interp.ProofFailure
	Cases   int
	States  int          // that were looked at, of all cases: what the proof costs
	Reach   interp.Reach // of the points of Options.Cover
}

// Options of a run of proofs.
type Options struct {
	Match   *regexp.Regexp // titles that are run, or nil
	Set     map[*ir.Option]int64
	Workers int              // 0: one for each processor
	Budget  int              // states of one case; 0: as many as the prover allows
	Cover   *interp.Coverage // of the program, to note what each proof reaches, or nil
}

// Run proves the proofs of a program.
func Run(p *ir.Program, opt Options) []*Result {
	var out []*Result
	for _, x := range p.Proofs {
		if opt.Match == nil || opt.Match.MatchString(x.Title) {
			out = append(out, &Result{Proof: x, Pack: p.Pack})
		}
	}
	workers := opt.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var wg sync.WaitGroup
	next := make(chan *Result)
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for r := range next {
				r.prove(p, opt)
			}
		}()
	}
	for _, r := range out {
		next <- r
	}
	close(next)
	wg.Wait()
	return out
}

// Prove proves one proof of a program.
func Prove(p *ir.Program, x *ir.Proof, opt Options) *Result {
	r := &Result{Proof: x, Pack: p.Pack}
	r.prove(p, opt)
	return r
}

func (r *Result) prove(p *ir.Program, opt Options) {
	defer func() {
		if x := recover(); x != nil {
			r.Status = Err
			r.Failure = &interp.ProofFailure{Code: string(diag.InternalBug), Span: r.Proof.Span,
				Message: "a fault of rulec itself stopped this proof"}
			if debugPanics {
				panic(x)
			}
		}
	}()
	v, f := interp.NewProver(p, r.Proof, opt.Set, interp.Covered(opt.Cover))
	if f == nil {
		if opt.Budget > 0 {
			v.Budget = opt.Budget
		}
		f = v.Run()
		r.States = v.States
		r.Cases, r.Reach = v.Cases, v.Reach()
	}
	r.Failure = f
	switch {
	case f == nil:
		r.Status = Pass
	case f.Code == string(diag.ProofFails):
		r.Status = Fail
	default:
		r.Status = Err
	}
}

// Diagnose turns the proofs that do not pass into diagnostics.
func Diagnose(results []*Result, log *diag.Log) {
	for _, r := range results {
		if r.Failure == nil {
			continue
		}
		kind := "example"
		if r.Proof.Law {
			kind = "law"
		}
		at := r.Failure.Span
		if !at.Valid() {
			at = r.Proof.Span
		}
		d := log.Errorf(diag.Code(r.Failure.Code), at, "%s %q: %s", kind, r.Proof.Title, r.Failure.Message)
		if r.Failure.Case != "" {
			d.WithLabel("with %s", r.Failure.Case)
		}
	}
}
