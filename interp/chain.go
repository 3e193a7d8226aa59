package interp

import (
	"encoding/binary"
	"errors"
	"math/big"

	"rulec/dice"
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
	Levels  int
	passed  int64 // at most so much time has gone by, in base units
}

// interned numbers strings of bytes.
type interned struct {
	ids  map[string]int32
	list []string
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
	return id
}

// passage is what an event makes of a core: cores at its end with their weights
// over one denominator.
type passage struct {
	time    int64 // that it takes, at most
	to      []int32
	weights []*big.Int
	of      *big.Int
}

// place is a state at a boundary.
type place struct{ core, rest int32 }

// level holds the states that stand before their nth event, with their weights
// over one denominator.
type level struct {
	at     map[place]int
	states []place
	weight []*big.Int
	of     *big.Int
}

func newLevel(of *big.Int) *level { return &level{at: map[place]int{}, of: of} }

func (l *level) add(p place, w *big.Int) {
	if i, ok := l.at[p]; ok {
		l.weight[i].Add(l.weight[i], w)
		return
	}
	l.at[p] = len(l.states)
	l.states = append(l.states, p)
	l.weight = append(l.weight, new(big.Int).Set(w))
}

// ending is one way in which the run ends, with what has come of it so far.
type ending struct {
	outcome  string
	measures []MeasureValue
	weight   *big.Int
	of       *big.Int
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
	defer func() { m.nested, m.deepest, m.floor, m.horizon = 0, maxDepth, 0, never }()
	for m.horizon = 1 << 11; ; m.horizon <<= 3 {
		m.nested, m.deepest, m.floor = 0, maxDepth, 0
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
		c.Levels++
		if c.passed > m.horizon {
			return nil, errHorizon
		}
	}
	return c.result(nil), nil
}

// watch makes the machine stop at the starts of events of a cut, and at the end of
// the event with an entry.
func (c *Chain) watch(cut, floor int) {
	c.m.nested, c.m.deepest, c.m.floor = 0, maxDepth, floor
	if cut < len(c.cuts) {
		c.m.nested, c.m.deepest = c.cuts[cut], 0
	}
}

// States tells how many different states were met at the starts of events.
func (c *Chain) States() int { return len(c.cores.list) }

// step is where one state at the end of an event leads: to starts of other events,
// to the end of the event around, or to ends of the run, with weights.
type step struct {
	time int64 // that has passed, at most
	to   []place
	toW  []*big.Rat // nil is one
	out  []int32
	outW []*big.Rat
	ends []*ending
	endW []*big.Rat
	of   *big.Int // a common denominator
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
	if c.budget.used++; c.budget.used > c.budget.States {
		return nil, &ErrBudget{c.budget.States}
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

// walk explores from the state of the machine to starts of events and ends. Few
// draws in a row are followed one by one; where there are more, equal states are
// merged on the way.
func (c *Chain) walk(s *step, w *big.Rat, floor, draws int) error {
	m := c.m
	for {
		switch m.Run() {
		case Faulted:
			return m.fault
		case NeedPick:
			return &openChoice{m.Name(m.asked.Who) + " has a choice and nobody answers it"}
		case Done:
			m.remembered(m.top)
			c.arrive(s, w, floor)
			return nil
		}
		if draws == 6 {
			return c.merge(s, w, floor)
		}
		d, err := m.Dist()
		if err != nil {
			return err
		}
		return c.faces(s, w, floor, draws, d)
	}
}

// faces follows what a draw can show, all faces with the same future at once.
func (c *Chain) faces(s *step, w *big.Rat, floor, draws int, d *dice.Dist) error {
	m := c.m
	for len(c.saved) <= draws {
		c.saved = append(c.saved, nil)
	}
	c.saved[draws] = m.Save(c.saved[draws])
	shades := len(m.shades)
	total := new(big.Rat).SetInt(d.Total())
	for i := 0; i < d.Len(); {
		if c.budget.used++; c.budget.used > c.budget.States {
			return &ErrBudget{c.budget.States}
		}
		m.Restore(c.saved[draws])
		m.shades = m.shades[:shades]
		m.follow(draws, d.Value(i))
		m.Answer(d.Value(i))
		sub := &step{of: one}
		if err := c.walk(sub, nil, floor, draws+1); err != nil {
			return err
		}
		same := new(big.Int)
		for ; i < d.Len() && d.Value(i) <= max(m.dice[draws].high, m.dice[draws].shows); i++ {
			same.Add(same, d.Weight(i))
		}
		x := new(big.Rat).SetInt(same)
		if x.Quo(x, total); w != nil {
			x.Mul(x, w)
		}
		s.take(sub, x)
	}
	m.shades, m.dice = m.shades[:shades], m.dice[:draws]
	return nil
}

// take adds what a part of the outcomes leads to.
func (s *step) take(sub *step, w *big.Rat) {
	part := func(x *big.Rat) *big.Rat {
		if x == nil {
			return w
		}
		return new(big.Rat).Mul(x, w)
	}
	s.time = max(s.time, sub.time)
	for i, p := range sub.to {
		s.to, s.toW = append(s.to, p), append(s.toW, part(sub.toW[i]))
		s.of = lcm(s.of, s.toW[len(s.toW)-1].Denom())
	}
	for i, id := range sub.out {
		s.out, s.outW = append(s.out, id), append(s.outW, part(sub.outW[i]))
		s.of = lcm(s.of, s.outW[len(s.outW)-1].Denom())
	}
	for i, e := range sub.ends {
		s.ends, s.endW = append(s.ends, e), append(s.endW, part(sub.endW[i]))
		s.of = lcm(s.of, s.endW[len(s.endW)-1].Denom())
	}
}

// merge explores as walk does, level by level.
func (c *Chain) merge(s *step, w *big.Rat, floor int) error {
	if w == nil {
		w = big.NewRat(1, 1)
	}
	c.m.remembered(1 << 62)
	ends, err := c.m.Explore(&Branch{State: c.m.Save(nil), Weight: w}, c.budget, nil, nil)
	if err != nil {
		return err
	}
	for _, b := range ends {
		c.m.Restore(b.State)
		c.arrive(s, b.Weight, floor)
		s.of = lcm(s.of, b.Weight.Denom())
	}
	return nil
}

// arrive notes the state the machine has come to. A weight of nil is one.
func (c *Chain) arrive(s *step, w *big.Rat, floor int) {
	m := c.m
	s.time = max(s.time, m.mem[wordClock])
	switch {
	case m.over():
		s.ends, s.endW = append(s.ends, c.end()), append(s.endW, w)
	case len(m.ctl) <= floor:
		m.canonical()
		id := c.cores.id(c.forms.pack())
		s.out, s.outW = append(s.out, id), append(s.outW, w)
	default:
		s.to, s.toW = append(s.to, c.here()), append(s.toW, w)
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

// exits collects the states at the end of an event, with weights over
// denominators of their own.
type exits struct {
	at     map[int32]int
	to     []int32
	weight []*big.Rat
}

func (x *exits) add(id int32, w *big.Rat) {
	i, ok := x.at[id]
	if !ok {
		i = len(x.to)
		x.at[id] = i
		x.to, x.weight = append(x.to, id), append(x.weight, new(big.Rat))
	}
	x.weight[i].Add(x.weight[i], w)
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

// join adds up where states lead, each with the weight it had.
func (c *Chain) join(out *level, exits *exits, steps []*step, weights []*big.Int) {
	scale := one
	for _, s := range steps {
		scale = lcm(scale, s.of)
	}
	of := new(big.Int).Mul(out.of, scale)
	part := func(w *big.Int, r *big.Rat) *big.Int {
		v := new(big.Int).Mul(w, scale)
		if r != nil {
			v.Mul(v, r.Num()).Quo(v, r.Denom())
		}
		return v
	}
	for i, s := range steps {
		for j, p := range s.to {
			out.add(p, part(weights[i], s.toW[j]))
		}
		for j, id := range s.out {
			exits.add(id, new(big.Rat).SetFrac(part(weights[i], s.outW[j]), of))
		}
		for j, e := range s.ends {
			e.add(part(weights[i], s.endW[j]), of)
		}
	}
	out.of = of
}

// add counts a weight in. Denominators of later levels are multiples of those of
// earlier ones, but for what was reduced.
func (e *ending) add(w, of *big.Int) {
	if e.of.Cmp(of) != 0 {
		l := lcm(e.of, of)
		e.weight.Mul(e.weight, new(big.Int).Quo(l, e.of))
		w = new(big.Int).Mul(w, new(big.Int).Quo(l, of))
		e.of = l
	}
	e.weight.Add(e.weight, w)
}

// reduce divides what all weights share out of them.
func (l *level) reduce() {
	if l.of.BitLen() < 256 || len(l.weight) == 0 {
		return
	}
	g := new(big.Int).Set(l.of)
	for _, w := range l.weight {
		if g.GCD(nil, nil, g, w); g.BitLen() < 8 {
			return
		}
	}
	for _, w := range l.weight {
		w.Quo(w, g)
	}
	l.of = new(big.Int).Quo(l.of, g)
}

// result brings all ends, and a level that is open, over one denominator.
func (c *Chain) result(open *level) *Ends {
	out := &Ends{Of: one, Open: new(big.Int)}
	if open != nil {
		out.Of = open.of
		for _, w := range open.weight {
			out.Open.Add(out.Open, w)
		}
	}
	of := out.Of
	for _, e := range c.order {
		out.Of = lcm(out.Of, e.of)
	}
	out.Open.Mul(out.Open, new(big.Int).Quo(out.Of, of))
	for _, e := range c.order {
		w := new(big.Int).Quo(out.Of, e.of)
		out.List = append(out.List, End{e.outcome, e.measures, w.Mul(w, e.weight)})
	}
	return out
}

func lcm(a, b *big.Int) *big.Int {
	if b.Cmp(one) == 0 || a.Cmp(b) == 0 {
		return a
	}
	g := new(big.Int).GCD(nil, nil, a, b)
	return new(big.Int).Mul(a, g.Quo(b, g))
}

var one = big.NewInt(1)
