package diff

import (
	"regexp"
	"slices"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/syntax"
	"rulec/odds"
	"rulec/proof"
)

// Options of asking the rules what comes of changes.
type Options struct {
	Match  *regexp.Regexp // titles of the proofs that are run, or nil
	States int            // that may be explored for one question

	Progress func(done, of int) // told of each proof, or nil
}

// Proof is a proof of the old pack that no longer comes out as it did.
type Proof struct {
	Proof         *syntax.Proof
	Before, After proof.Status
	Message       string // why it does not pass now, or did not before
}

// Odds is a question whose chances are other ones now.
type Odds struct {
	Title  string // of the example that asks it, or "" of a question of one's own
	Result *odds.Comparison
}

// Outcome is what comes of changes.
type Outcome struct {
	Run    int // proofs that were run under both
	Proofs []*Proof
	Odds   []*Odds
	Beyond []string // titles of examples whose chances take more than the budget
}

// Proofs runs the proofs of the old pack, those beside it included, under both, and
// sets the chances of what its examples speak of beside each other.
func Proofs(old, now *pack.Pack, opt Options) *Outcome {
	out := &Outcome{}
	var trees []*syntax.Proof
	for _, p := range odds.Proofs(old) {
		if opt.Match == nil || opt.Match.MatchString(p.Title.Value) {
			trees = append(trees, p)
		}
	}
	before := results(old, trees)
	after := results(now, trees)
	for i, t := range trees {
		a, b := before[i], after[i]
		if opt.Progress != nil {
			opt.Progress(i, len(trees))
		}
		if out.Run++; a.status != b.status {
			p := &Proof{t, a.status, b.status, b.message}
			if p.Message == "" {
				p.Message = a.message
			}
			out.Proofs = append(out.Proofs, p)
		}
		if !t.Law && a.status != proof.Err && b.status != proof.Err {
			out.chances(old, now, t, opt)
		}
	}
	return out
}

// result is what a proof came to under one pack.
type result struct {
	status  proof.Status
	message string
}

// results runs proofs under a pack that need not be theirs. What cannot be asked there
// is an error of that proof.
func results(p *pack.Pack, trees []*syntax.Proof) []result {
	out := make([]result, len(trees))
	program := *p.Program
	program.Proofs = nil
	of := map[*ir.Proof]int{}
	for i, t := range trees {
		var log diag.Log
		x := p.Env.Proof(t, &log)
		if x == nil {
			out[i] = result{proof.Err, log.Sorted()[0].Message}
			continue
		}
		of[x] = i
		program.Proofs = append(program.Proofs, x)
	}
	for _, r := range proof.Run(&program, proof.Options{}) {
		x := result{status: r.Status}
		if r.Failure != nil {
			x.message = r.Failure.Message
		}
		out[of[r.Proof]] = x
	}
	return out
}

// chances compares the chances of what an example speaks of, if it does of any.
func (o *Outcome) chances(old, now *pack.Pack, t *syntax.Proof, opt Options) {
	var log diag.Log
	limits := odds.Limits{States: opt.States}
	a := (&odds.Question{Pack: old, Example: t}).Answer(limits, &log)
	b := (&odds.Question{Pack: now, Example: t}).Answer(limits, &log)
	if log.Errors() > 0 {
		return // it speaks of nothing that has chances, or leaves choices open
	}
	list := odds.Compare(a, b, "the new rules", &log)
	if list == nil && log.Errors() == 0 && len(a) > 0 {
		o.Beyond = append(o.Beyond, t.Title.Value)
	}
	for _, c := range list {
		if moved(c) {
			o.Odds = append(o.Odds, &Odds{t.Title.Value, c})
		}
	}
}

// moved tells whether any chance is another one.
func moved(c *odds.Comparison) bool {
	return slices.ContainsFunc(c.Rows, func(d odds.Difference) bool { return d.By.Sign() != 0 })
}

// Ask asks one question of both packs. Every answer is returned, also where nothing
// has changed. Faults of the question go into the log.
func Ask(old, now *odds.Question, opt Options, log *diag.Log) []*Odds {
	title := ""
	if old.Example != nil {
		title = old.Example.Title.Value
	}
	limits := odds.Limits{States: opt.States}
	a := old.Answer(limits, log)
	if log.Errors() > 0 {
		return nil
	}
	b := now.Answer(limits, log)
	if log.Errors() > 0 {
		return nil
	}
	var out []*Odds
	for _, c := range odds.Compare(a, b, "the new rules", log) {
		out = append(out, &Odds{title, c})
	}
	if out == nil {
		odds.Beyond(append(a, b...), log)
	}
	return out
}

// Moved tells whether the chances of a question are other ones now.
func (o *Odds) Moved() bool { return moved(o.Result) }
