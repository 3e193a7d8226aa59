package proof

import (
	"sync"

	"rulec/interp"
	"rulec/lang/ir"
)

// crew is the workers of one run. Each takes a proof from the queue; when there is
// none left it helps with the cases of a law that another has taken.
type crew struct {
	program *ir.Program
	opt     Options

	mu      sync.Mutex
	changed *sync.Cond
	queue   []*Result
	busy    int // workers that have a proof of their own
	open    []*cases
}

// Bounds of sharing.
const (
	mostCases = 200_000 // of a law that are listed; one with more is proven one by one
	worthHelp = 4       // cases left for which a helper links the law once more
)

// cases is a law in work: its cases are taken in order, one by one. All cases in
// front of the first failing one were taken, so the first is the same for any
// number of workers.
type cases struct {
	result *Result
	n      int // how many there are

	mu      sync.Mutex
	next    int // the case that is taken next
	first   int // the first that is known to fail, or n
	failure *interp.ProofFailure
	provers []*interp.Prover
	helpers sync.WaitGroup
}

func newCrew(p *ir.Program, opt Options, queue []*Result) *crew {
	c := &crew{program: p, opt: opt, queue: queue}
	c.changed = sync.NewCond(&c.mu)
	return c
}

func (c *crew) run(workers int) {
	var wg sync.WaitGroup
	for range workers {
		wg.Go(c.work)
	}
	wg.Wait()
}

// work proves and helps until nothing is left.
func (c *crew) work() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		switch s := c.needy(); {
		case len(c.queue) > 0:
			r := c.queue[0]
			c.queue = c.queue[1:]
			c.busy++
			c.mu.Unlock()
			c.prove(r)
			c.mu.Lock()
			c.busy--
			c.changed.Broadcast()
		case s != nil:
			s.helpers.Add(1)
			c.mu.Unlock()
			c.help(s)
			s.helpers.Done()
			c.mu.Lock()
		case c.busy == 0:
			return
		default:
			c.changed.Wait()
		}
	}
}

// needy is a law with cases enough left to help with, or nil.
func (c *crew) needy() *cases {
	for _, s := range c.open {
		if s.left() >= worthHelp {
			return s
		}
	}
	return nil
}

// prove proves a proof, with the helpers that come.
func (c *crew) prove(r *Result) {
	v, list, whole, f := c.link(r)
	switch {
	case f != nil:
		r.finish(f, 0)
		return
	case !whole:
		f = r.guarded(v.Run)
		r.finish(f, v.Cases, v)
		return
	}
	s := &cases{result: r, n: len(list), first: len(list)}
	c.publish(s)
	s.prove(v, list)
	c.withdraw(s)
	s.helpers.Wait()
	if f = s.failure; f == nil {
		f = v.Unasked(s.provers...)
	}
	r.finish(f, min(s.first+1, s.n), s.provers...)
}

// link makes a prover and lists its cases. Every prover lists them itself, for
// values may be words that only its own machine can read.
func (c *crew) link(r *Result) (v *interp.Prover, list [][]int64, whole bool, f *interp.ProofFailure) {
	f = r.guarded(func() (f *interp.ProofFailure) {
		if v, f = interp.NewProver(c.program, r.Proof, c.opt.Set, nil, interp.Covered(c.opt.Cover)); f == nil {
			if c.opt.Budget > 0 {
				v.Budget = c.opt.Budget
			}
			list, whole = v.Domains(mostCases)
		}
		return f
	})
	return v, list, whole, f
}

// publish lets others help, if there are cases enough.
func (c *crew) publish(s *cases) {
	if s.n <= worthHelp {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open = append(c.open, s)
	c.changed.Broadcast()
}

func (c *crew) withdraw(s *cases) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, o := range c.open {
		if o == s {
			c.open = append(c.open[:i], c.open[i+1:]...)
			return
		}
	}
}

// help links a law once more and proves some of its cases.
func (c *crew) help(s *cases) {
	if v, list, _, f := c.link(s.result); f == nil {
		s.prove(v, list)
	}
}

// prove proves cases until none is left or one in front of them has failed.
func (s *cases) prove(v *interp.Prover, list [][]int64) {
	for {
		i, ok := s.take()
		if !ok {
			break
		}
		f := s.result.guarded(func() *interp.ProofFailure { return v.Prove(list[i]) })
		if f != nil {
			s.failed(i, f)
		}
	}
	s.mu.Lock()
	s.provers = append(s.provers, v)
	s.mu.Unlock()
}

func (s *cases) left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.first - s.next
}

func (s *cases) take() (i int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next >= s.first {
		return 0, false
	}
	s.next++
	return s.next - 1, true
}

func (s *cases) failed(i int, f *interp.ProofFailure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i < s.first {
		s.first, s.failure = i, f
	}
}
