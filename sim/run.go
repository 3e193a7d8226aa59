package sim

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"rulec/fight"
	"rulec/interp"
)

// batch is how many encounters a worker takes at once: many enough that the
// counter they are taken from costs nothing, few enough that a pause is soon.
const batch = 4

// Look is how many encounters there are between two looks at whether the intervals
// are narrow enough. It is a number of encounters and no time, so that a run stops
// behind the same encounter on every machine.
const Look = 1000

// Options say how a run is carried out. None of them changes its result.
type Options struct {
	Workers int               // at least 1
	Every   time.Duration     // between two calls of Save; 0 calls it at the end only
	Save    func(*Part) error // writes down how far the run has come, or nil
	Done    *atomic.Uint64    // counts encounters as they are played, or nil
}

// Run plays what is left of a part's range. It ends early, without an error, when
// ctx is done; Part.Left tells whether something is left.
func (s *Study) Run(ctx context.Context, p *Part, opt Options) error {
	workers := make([]*worker, max(1, opt.Workers))
	for i := range workers {
		workers[i] = s.newWorker()
	}
	var pause atomic.Bool
	defer context.AfterFunc(ctx, func() { pause.Store(true) })()
	saved := time.Now()
	for ctx.Err() == nil && p.Left() > 0 {
		open := p.next()
		from, to := open.From, open.To
		if s.Until > 0 {
			to = min(to, (from/Look+1)*Look)
		}
		pause.Store(ctx.Err() != nil)
		var timer *time.Timer
		if opt.Every > 0 {
			timer = time.AfterFunc(opt.Every-time.Since(saved), func() { pause.Store(true) })
		}
		next, err := s.span(workers, from, to, &pause, opt.Done)
		if timer != nil {
			timer.Stop()
		}
		if err != nil {
			return err
		}
		for _, w := range workers {
			w.handOver(p)
		}
		p.did(from, next)
		if s.Until > 0 && next%Look == 0 && p.narrow(s.Until) {
			p.Stopped = true
		}
		if opt.Save != nil && (opt.Every > 0 && time.Since(saved) >= opt.Every || p.Left() == 0 || ctx.Err() != nil) {
			if err := opt.Save(p); err != nil {
				return err
			}
			saved = time.Now()
		}
	}
	return nil
}

// span lets workers play [from, to) until it is done or they are to pause, and
// returns behind which encounter: all before it are done, and none after it.
func (s *Study) span(workers []*worker, from, to uint64, pause *atomic.Bool, done *atomic.Uint64) (uint64, error) {
	var next atomic.Uint64
	next.Store(from)
	var wg sync.WaitGroup
	for _, w := range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() {
				if r := recover(); r != nil {
					w.broken = fmt.Errorf("encounter %d: %v", w.at, r)
				}
			}()
			for !pause.Load() {
				end := next.Add(batch)
				first := end - batch
				if first >= to {
					return
				}
				end = min(end, to)
				for w.at = first; w.at < end; w.at++ {
					w.play(w.at)
				}
				if done != nil {
					done.Add(end - first)
				}
			}
		}()
	}
	wg.Wait()
	for _, w := range workers {
		if w.broken != nil {
			return 0, w.broken
		}
	}
	return min(next.Load(), to), nil
}

// worker plays encounters and counts them by itself: workers share nothing that
// changes but the counter they take encounters from.
type worker struct {
	study    *Study
	players  []*fight.Player
	counters []*counter
	last     []played
	tallies  []*Tally
	pairs    []*Pairs
	at       uint64 // the encounter being played
	broken   error  // what stopped it: a fault of rulec itself
	_        [64]byte
}

func (s *Study) newWorker() *worker {
	w := &worker{study: s, last: make([]played, len(s.Variants))}
	for i, v := range s.Variants {
		p := v.Ready.NewPlayer()
		w.players = append(w.players, p)
		w.tallies = append(w.tallies, NewTally(v.Shape))
		var c *counter
		if v.count != nil {
			c = v.count.counter()
			p.Machine().Came = c.came
		}
		w.counters = append(w.counters, c)
		if i > 0 {
			w.pairs = append(w.pairs, newPairs(len(v.Shape.Outcomes), s.matches[i]))
		}
	}
	return w
}

// play plays encounter i in every variant, with the same dice.
func (w *worker) play(i uint64) {
	for k, v := range w.study.Variants {
		var listener interp.Listener
		c := w.counters[k]
		if c != nil {
			listener = c
		}
		l := &w.last[k]
		l.take(w.players[k].Play(w.study.Seed, i, nil, listener), v)
		w.tallies[k].add(i, l.outcome, l.values, l.fault)
		if c != nil {
			c.take(w.tallies[k], l.fault == nil)
		}
		if k > 0 && l.fault == nil && w.last[0].fault == nil {
			w.pairs[k-1].add(w.study.matches[k], &w.last[0], l)
		}
	}
}

// handOver adds what the worker counted to a part, and begins anew.
func (w *worker) handOver(p *Part) {
	for i, t := range w.tallies {
		p.Tallies[i].Join(t)
		t.reset()
	}
	for i, x := range w.pairs {
		p.Pairs[i].Join(x)
		x.reset()
	}
}
