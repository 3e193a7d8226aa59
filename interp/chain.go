package interp

import (
	"encoding/binary"
	"errors"
	"math/big"

	"rulec/lang/ir"
)

// A whole run, explored exactly. A fight has far too many histories to follow, and
// few states: what counts between two turns is who stands where, with what left.
// So the run is cut at the start and end of the events that are the nth around, and
// seen as a Markov chain over the states there. What such an event makes of a state
// does not depend on what it does not touch (which round it is, who won the
// initiative by how much): that part is masked, and the outcomes of the event are
// worked out once for all states that agree in the rest, by cutting it in turn at
// the events inside it. Between these events the code around them runs once for
// each state.
//
// Weights are whole numbers over one denominator for a level, so that nothing is
// rounded and nothing is reduced on the way.

// Chain explores a run.
type Chain struct {
	m       *Machine
	budget  *Budget
	asked   func(*ir.Measure) bool
	forms   *forms
	cuts    []int    // depths of the events at which the run is cut, ascending
	cores   interned // states with the masked words empty
	rests   interned // the masked words
	after   []*passage
	between map[place]*step // what code inside of cut events leads to
	ends    map[string]*ending
	order   []*ending
	saved   []*Snapshot // of draws that are being followed
	root    int         // the frame of the entry event
	passed  int64       // at most so much time has gone by, in base units
}

// interned numbers strings of bytes.
type interned struct {
	ids   map[string]int32
	list  []string
	bytes int // of all of them
}

func (x *interned) id(b []byte) int32 {
	if id, ok := x.ids[string(b)]; ok {
		return id
	}
	if x.ids == nil {
		x.ids = map[string]int32{}
	}
	s := string(b)
	id := int32(len(x.list))
	x.ids[s] = id
	x.list = append(x.list, s)
	x.bytes += len(s)
	return id
}

// End is one way in which a run ends.
type End struct {
	Outcome  string
	Measures []MeasureValue
	Weight   *big.Int // of Ends.Of
}

// Ends are the ways in which a run ends, in the order in which they are first met.
type Ends struct {
	List []End
	Of   *big.Int // what all weights and what is open add up to
	Open *big.Int // the weight of what was not explored
}

// NewChain explores runs of a machine, with its chooser. asked tells which measures
// are read in the end: what only others read need not tell states apart.
func NewChain(m *Machine, budget *Budget, cuts []int, asked func(*ir.Measure) bool) *Chain {
	return &Chain{m: m, budget: budget, cuts: cuts, asked: asked, between: map[place]*step{}, ends: map[string]*ending{}}
}

// errHorizon tells that a run may last longer than was thought.
var errHorizon = errors.New("longer than the horizon")

// Run explores from the start of the entry event and returns how runs end. An
// exploration that outgrows its budget returns ErrBudget beside what was found.
//
// What is due long after any run is over must not tell states apart, for each
// round brings it nearer. So a horizon is supposed, beyond which nothing comes due;
// where runs turn out to last longer, all begins anew with a further one.
func (c *Chain) Run(in *Initial, entry *ir.Event) (*Ends, error) {
	m, chooser := c.m, c.m.Chooser
	defer func() { m.atDepth, m.deepest, m.floor, m.horizon = 0, maxDepth, 0, never }()
	for m.horizon = 1 << 11; ; m.horizon <<= 3 {
		m.atDepth, m.deepest, m.floor = 0, maxDepth, 0
		m.Load(in)
		m.Dice, m.Chooser, m.Listener = Ask{}, chooser, nil
		c.forms = newForms(m, c.asked)
		ends, err := c.explore(entry)
		if err != errHorizon {
			return ends, err
		}
		*c = *NewChain(m, c.budget, c.cuts, c.asked)
	}
}

func (c *Chain) explore(entry *ir.Event) (*Ends, error) {
	m := c.m
	m.Begin(entry)
	c.root = m.Root()
	first := &step{of: one}
	c.watch(0, 0)
	if err := c.walk(first, nil, 0, 0); err != nil {
		return &Ends{Of: one, Open: one}, err
	}
	c.passed += first.time
	now := newLevel(one)
	c.join(now, nil, []*step{first}, []*big.Int{one})
	for len(now.states) > 0 {
		next, err := c.advance(now, 0, 0, nil)
		if err != nil {
			return c.result(now), err
		}
		now = next
		if c.passed > m.horizon {
			return nil, errHorizon
		}
	}
	return c.result(nil), nil
}

// watch makes the machine stop at the starts of events of a cut, and at the end of
// the event with an entry.
func (c *Chain) watch(cut, floor int) {
	c.m.atDepth, c.m.deepest, c.m.floor = 0, maxDepth, floor
	if cut < len(c.cuts) {
		c.m.atDepth, c.m.deepest = c.cuts[cut], 0
	}
}

// advance takes every state of a level through its event and on to the next one,
// or to the end of the event with entry floor, into exits.
func (c *Chain) advance(now *level, cut, floor int, exits *exits) (*level, error) {
	// Through the events: equal cores go the same ways.
	scale, longest := one, int64(0)
	for _, p := range now.states {
		x, err := c.passage(p.core, cut)
		if err != nil {
			return nil, err
		}
		scale = lcm(scale, x.of)
		longest = max(longest, x.time)
	}
	c.passed += longest
	longest = 0
	through := newLevel(new(big.Int).Mul(now.of, scale))
	factors := map[*big.Int]*big.Int{}
	w, k := new(big.Int), new(big.Int)
	for i, p := range now.states {
		x := c.after[p.core]
		f := factors[x.of]
		if f == nil {
			f = new(big.Int).Quo(scale, x.of)
			factors[x.of] = f
		}
		k.Mul(now.weight[i], f)
		for j, to := range x.to {
			through.add(place{to, p.rest}, w.Mul(k, x.weights[j]))
		}
	}
	// The code around them.
	steps := make([]*step, len(through.states))
	for i, p := range through.states {
		s, err := c.onward(p, cut, floor)
		if err != nil {
			return nil, err
		}
		steps[i] = s
		longest = max(longest, s.time)
	}
	c.passed += longest
	out := newLevel(through.of)
	c.join(out, exits, steps, through.weight)
	out.reduce()
	return out, nil
}

// onward runs the code behind an event.
func (c *Chain) onward(p place, cut, floor int) (*step, error) {
	if s := c.between[p]; s != nil {
		return s, nil
	}
	full := c.cores.bytes > 8*heldWords
	if c.budget.used++; c.budget.used > c.budget.States || full {
		return nil, &ErrBudget{States: c.budget.used - 1, Memory: full}
	}
	c.enter(p)
	c.watch(cut, floor)
	s := &step{of: one}
	if err := c.walk(s, nil, floor, 0); err != nil {
		return nil, err
	}
	if floor > 0 {
		c.between[p] = s // outside of all events hardly a state comes twice
	}
	return s, nil
}

// enter brings the machine to a state.
func (c *Chain) enter(p place) {
	c.forms.unpack(c.cores.list[p.core])
	if p.rest < 0 {
		return
	}
	rest := c.rests.list[p.rest]
	for len(rest) > 0 {
		at := int(binary.LittleEndian.Uint32([]byte(rest[:4])))
		b := []byte(rest[4:12])
		c.m.mem[at] = int64(binary.LittleEndian.Uint64(b))
		rest = rest[12:]
	}
}

// here numbers the state of the machine, which is at the start of an event.
func (c *Chain) here() place {
	m := c.m
	f := c.forms.at()
	m.canonical()
	for _, at := range f.dead {
		m.mem[at] = 0
	}
	rest := c.forms.key[:0]
	for _, at := range f.masked {
		if m.mem[at] != 0 {
			rest = binary.LittleEndian.AppendUint32(rest, uint32(at))
			rest = binary.LittleEndian.AppendUint64(rest, uint64(m.mem[at]))
			m.mem[at] = 0
		}
	}
	c.forms.key = rest
	r := c.rests.id(rest)
	return place{c.cores.id(c.forms.pack()), r}
}

// passage works out what the event of a core makes of it.
func (c *Chain) passage(core int32, cut int) (*passage, error) {
	for int(core) >= len(c.after) {
		c.after = append(c.after, nil)
	}
	if x := c.after[core]; x != nil {
		return x, nil
	}
	m := c.m
	c.forms.unpack(c.cores.list[core])
	floor, before := len(m.ctl)-1, c.passed
	out := &exits{at: map[int32]int{}}
	first := &step{of: one}
	c.watch(cut+1, floor)
	if err := c.walk(first, nil, floor, 0); err != nil {
		return nil, err
	}
	c.passed += first.time
	now := newLevel(one)
	c.join(now, out, []*step{first}, []*big.Int{one})
	for len(now.states) > 0 {
		next, err := c.advance(now, cut+1, floor, out)
		if err != nil {
			return nil, err
		}
		now = next
	}
	x := &passage{of: one, to: out.to, time: c.passed - before}
	c.passed = before
	for _, w := range out.weight {
		x.of = lcm(x.of, w.Denom())
	}
	for _, w := range out.weight {
		k := new(big.Int).Quo(x.of, w.Denom())
		x.weights = append(x.weights, k.Mul(k, w.Num()))
	}
	for int(core) >= len(c.after) {
		c.after = append(c.after, nil)
	}
	c.after[core] = x
	return x, nil
}

// end notes how a run that is over has ended.
func (c *Chain) end() *ending {
	m := c.m
	e := &ending{outcome: m.OutcomeAt(c.root), measures: m.appendMeasures(nil, c.root, c.asked)}
	key := []byte(e.outcome)
	for _, v := range e.measures {
		key = binary.LittleEndian.AppendUint64(key, uint64(v.Value))
	}
	if old := c.ends[string(key)]; old != nil {
		return old
	}
	e.weight, e.of = new(big.Int), big.NewInt(1)
	c.ends[string(key)] = e
	c.order = append(c.order, e)
	return e
}
