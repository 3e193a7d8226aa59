// Package proof runs the examples and laws of packs and sums them up.
//
// Each proof is linked with its own options and run by the machine with exact
// dice (package interp, prove.go). Proofs are independent, and so are the cases of
// a law, so they run in parallel (crew.go); the results come back in the order of
// declaration, and a law fails by the first case that fails, whatever the number of
// workers.
package proof

import (
	"regexp"
	"runtime"

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
	newCrew(p, opt, out).run(workers)
	return out
}

// Prove proves one proof of a program, alone.
func Prove(p *ir.Program, x *ir.Proof, opt Options) *Result {
	r := &Result{Proof: x, Pack: p.Pack}
	newCrew(p, opt, []*Result{r}).run(1)
	return r
}

// finish notes what a proof came to, and what its provers reached.
func (r *Result) finish(f *interp.ProofFailure, cases int, provers ...*interp.Prover) {
	r.Failure, r.Cases = f, cases
	for _, v := range provers {
		r.States += v.States
		r.Reach.Join(v.Reach())
	}
	switch {
	case f == nil:
		r.Status = Pass
	case f.Code == string(diag.ProofFails):
		r.Status = Fail
	default:
		r.Status = Err
	}
}

// guarded runs a part of a proof; a panic of the machine is a failure like others.
func (r *Result) guarded(part func() *interp.ProofFailure) (f *interp.ProofFailure) {
	defer func() {
		if x := recover(); x != nil {
			f = &interp.ProofFailure{Code: string(diag.InternalBug), Span: r.Proof.Span,
				Message: "a fault of rulec itself stopped this proof"}
			if debugPanics {
				panic(x)
			}
		}
	}()
	return part()
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
