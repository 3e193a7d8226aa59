package interp

import (
	"slices"

	"rulec/lang/ir"
	"rulec/space"
)

// Runs over a plane: which lead to the marks, what they cost, how far a budget
// goes. What of it is kept from one search to the next is in kept_runs.go.

// web is a search for the cheapest runs of somebody: its corners are where it
// begins, the goal if there is one, and the marks that legs may turn at.
type web struct {
	who     int64
	start   space.Point
	goal    int64 // a point, or None
	version uint64
	busy    bool

	bars []space.Shape // what the mover may not pass through
	at   []space.Point
	cost []int64
	from []int
	done []bool

	// Room for what is made of it.
	turns []space.Point // of a run
	tried []bool        // legs that a budget ends on, by the corner they lead to
	ends  []space.Point // of the runs that were listed
	runs  []int64
}

// leg is what a leg costs, or -1 where something bars it.
func (p *plane) leg(m *Machine, w *web, a, b space.Point) int64 {
	for i := range w.bars {
		if w.bars[i].Enters(a, b) {
			return -1
		}
	}
	if v := m.p.hooks.cost; v != nil {
		return max(0, m.askHook(v, w.who, a, b))
	}
	return space.Length(a, b)
}

// findBars lists the shapes that somebody may not pass through.
func (p *plane) findBars(m *Machine, who int64, out []space.Shape) []space.Shape {
	v := m.p.hooks.pass
	if v == nil {
		return out
	}
	for _, e := range m.entities {
		if e == who || m.mem[e+entAlive] == 0 {
			continue
		}
		if s := p.region(m, e); s.Some && m.askHook(v, who, e) == 0 {
			out = append(out, s)
		}
	}
	return out
}

// next settles the cheapest open corner, the first of several, or gives -1.
func (w *web) next() int {
	best := -1
	for i, k := range w.cost {
		if k >= 0 && (best < 0 || k < w.cost[best]) && !w.done[i] {
			best = i
		}
	}
	if best >= 0 {
		w.done[best] = true
	}
	return best
}

// fill finds the cheapest runs to the marks, and to the goal if there is one; then
// no farther than to that.
func (p *plane) fill(m *Machine, w *web) {
	w.bars = p.findBars(m, w.who, w.bars[:0])
	w.at = append(w.at[:0], w.start)
	goal := -1
	if w.goal != None {
		goal = 1
		w.at = append(w.at, w.goal)
	}
	w.at = p.marks(m, w.at)
	n := len(w.at)
	w.cost, w.from, w.done = slices.Grow(w.cost[:0], n)[:n], slices.Grow(w.from[:0], n)[:n], slices.Grow(w.done[:0], n)[:n]
	clear(w.from)
	clear(w.done)
	for i := range w.cost {
		w.cost[i] = -1
	}
	w.cost[0] = 0
	if goal > 0 {
		// Straight ahead over ground that costs what it is long: nothing is cheaper.
		if k := p.keptLeg(m, w, w.start, w.goal); k >= 0 && k == space.Length(w.start, w.goal) {
			w.cost[goal] = k
			return
		}
	}
	for {
		i := w.next()
		if i < 0 || i == goal {
			return
		}
		for j := range w.at {
			if w.done[j] {
				continue
			}
			k := p.keptLeg(m, w, w.at[i], w.at[j])
			if k < 0 || w.cost[i]+k > farAway {
				continue
			}
			if w.cost[j] < 0 || w.cost[i]+k < w.cost[j] {
				w.cost[j], w.from[j] = w.cost[i]+k, i
			}
		}
	}
}

// run is the way to a corner of the web, without its beginning. It is good until
// the next one is asked for.
func (w *web) run(i int) []space.Point {
	out := w.turns[:0]
	for ; i != 0; i = w.from[i] {
		out = append(out, w.at[i])
	}
	slices.Reverse(out)
	w.turns = out
	return out
}

func (p *plane) walkable(m *Machine, who, budget, way int64) bool {
	here := m.mem[who+entPlace]
	if here == None || m.mem[way] == 0 {
		return false
	}
	w := m.keptRuns.room()
	defer p.release(w)
	w.who, w.version = who, 0
	w.bars = p.findBars(m, who, w.bars[:0])
	for i := way + 1; i <= way+m.mem[way]; i++ {
		k := p.leg(m, w, here, m.mem[i])
		if budget -= k; k < 0 || budget < 0 {
			return false
		}
		here = m.mem[i]
	}
	return p.mayStop(m, who, here)
}

// ways lists runs: `paths` one towards each mark, `ways_to` one towards somebody,
// each as far as the budget goes.
func (p *plane) ways(c *compiler, e *ir.Expr) numFn {
	if e.Native == "paths" {
		list := p.among(c, e)
		return func(m *Machine) int64 { return list(m, None) }
	}
	who, budget := c.num(e.Args[0]), c.num(e.Args[2])
	other := p.covered(c, e.Args[1])
	return func(m *Machine) int64 {
		w, most := who(m), budget(m)
		start := m.mem[w+entPlace]
		to := other.first(m)
		if start == None || !to.Some || space.Distance(to, space.Spot(start)) == 0 {
			return emptyList
		}
		x, y := space.PointXY(start)
		goal, _ := space.PointAt(min(max(x, to.X), to.X2), min(max(y, to.Y), to.Y2))
		web := p.search(m, w, start, goal)
		defer p.release(web)
		if web.cost[1] < 0 {
			return emptyList
		}
		run := p.cut(m, web, web.run(1), most)
		if len(run) == 0 {
			return emptyList
		}
		at := m.wordList(run)
		list := m.alloc(2)
		m.mem[list], m.mem[list+1] = 1, at
		return int64(list)
	}
}

// among lowers `paths` so that it can be asked for those runs only that are on a
// list; with None it lists all.
func (p *plane) among(c *compiler, e *ir.Expr) func(m *Machine, wanted int64) int64 {
	who, budget := c.num(e.Args[0]), c.num(e.Args[1])
	return func(m *Machine, wanted int64) int64 {
		mover, most := who(m), budget(m)
		start := m.mem[mover+entPlace]
		if start == None || wanted != None && m.mem[wanted] == 0 {
			return emptyList
		}
		w := p.search(m, mover, start, None)
		defer p.release(w)
		w.ends, w.runs = w.ends[:0], w.runs[:0]
		w.tried = slices.Grow(w.tried[:0], len(w.at))[:len(w.at)]
		clear(w.tried)
		for i := 1; i < len(w.at); i++ {
			if w.cost[i] < 0 || w.at[i] == start {
				continue
			}
			// Runs that are cut on the same leg are one.
			last := i
			for w.from[last] != 0 && w.cost[w.from[last]] > most {
				last = w.from[last]
			}
			if w.tried[last] {
				continue
			}
			w.tried[last] = w.cost[last] > most
			if wanted != None && !p.mayBe(m, wanted, start, w.run(last)) {
				continue
			}
			run := p.cut(m, w, w.run(last), most)
			if len(run) == 0 || slices.Contains(w.ends, run[len(run)-1]) {
				continue
			}
			w.ends = append(w.ends, run[len(run)-1])
			w.runs = append(w.runs, m.wordList(run))
		}
		return m.wordList(w.runs)
	}
}

// mayBe tells whether a run may come to end where one of the wanted ones does, once
// it is cut. What cannot is neither wanted, nor does it take the place of one that is.
func (p *plane) mayBe(m *Machine, wanted int64, start space.Point, run []space.Point) bool {
	for i := wanted + 1; i <= wanted+m.mem[wanted]; i++ {
		way := m.mem[i]
		if m.mem[way] == 0 {
			continue
		}
		end, here := m.mem[way+m.mem[way]], start
		for _, next := range run {
			if space.NearLeg(here, next, end) {
				return true
			}
			here = next
		}
	}
	return false
}

// cut shortens a run of a web to what a budget pays, and then to where the mover may
// stop. It changes the run.
func (p *plane) cut(m *Machine, w *web, run []space.Point, most int64) []space.Point {
	here := w.start
	for i, next := range run {
		k := p.keptLeg(m, w, here, next)
		if k <= most {
			most -= k
			here = next
			continue
		}
		lo, hi := int64(0), space.Length(here, next)
		for lo+1 < hi {
			mid := (lo + hi) / 2
			if c := p.leg(m, w, here, space.Along(here, next, mid)); c >= 0 && c <= most {
				lo = mid
			} else {
				hi = mid
			}
		}
		run = append(run[:i], space.Along(here, next, lo))
		break
	}
	for len(run) > 0 {
		last := len(run) - 1
		from := w.start
		if last > 0 {
			from = run[last-1]
		}
		end := run[last]
		for k := space.Length(from, end); k > 0; k-- {
			at := space.Along(from, end, k)
			if p.mayStop(m, w.who, at) {
				run[last] = at
				return run
			}
		}
		run = run[:last]
	}
	return nil
}
