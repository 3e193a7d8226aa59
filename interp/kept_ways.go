package interp

import (
	"slices"

	"rulec/lang/ir"
	"rulec/space"
)

// What a search for ways asks of each square is kept from search to search. The
// hooks of a space (may this mover pass there, what does that step cost, may it
// stop there) read the state in two ways: fields and conditions, whose classes and
// groups are those of keep.go, and who stands on the squares that the mover's base
// would cover. Each square counts how often who stands on it changed, so an answer
// lives on while others walk elsewhere.
//
// Linking reads through a hook what it asks. Who stands on a square is known by
// `at_place(p)` and by `p in footprint(x)`, where p is a square of the base at the
// place in question; whatever else measures reads where everything stands. A hook
// of which more is asked than this file understands is asked each time.
//
// Of the mover a hook mostly reads a few fields (on which side it is, how wide) and
// not who it is. Movers with the same words there look the same to the hook, and
// share its answers.

// spotHook is what is known of one hook, or of those that a step asks together.
type spotHook struct {
	ok    bool
	group int
	here  bool    // it also depends on where the step begins
	looks []int64 // offsets of what it reads of the mover
	alone bool    // it depends on who the mover is
}

// waysKept is what linking knows about the answers of a space.
type waysKept struct {
	step, stop spotHook
	search     spotHook // everything a whole search reads
}

// spotAnswer is what was said of a mover and a place.
type spotAnswer struct {
	who, from, to  int64
	version, stamp uint64
	word           int64
}

// spotAnswers there is room for; an answer pushes out another with its number.
const (
	spotBits    = 13
	spotAnswers = 1 << spotBits
)

// look is how wide a mover is, and what a hook reads of it.
type look [1 + maxLooks]int64

const (
	maxLooks = 4
	allLooks = 32 // that are told apart at a time
)

// waysMemo is what a machine keeps.
type waysMemo struct {
	steps, stops []spotAnswer
	looks        []look
	mover        int64    // as its steps are kept under
	stamps       []uint64 // by square: how often who stands there changed
	searched     searched
}

// searched says which search m.search holds.
type searched struct {
	who, at, budget int64
	version         uint64
}

func (c *compiler) waysKept() {
	p := c.p
	if p.space == "plane" {
		c.runsKept()
	}
	if p.space != "grid" {
		return
	}
	h, w := p.hooks, &p.ways
	step := c.spotReads(h.pass, h.cost)
	if h.cut == nil {
		w.step = c.spotHook(step)
	}
	w.stop = c.spotHook(c.spotReads(h.stop))
	whole := c.spotReads(h.pass, h.cut, h.cost)
	whole.squares(c)
	w.search = c.spotHook(whole)
}

func (c *compiler) spotHook(r *spotReads) spotHook {
	if !r.ok {
		return spotHook{}
	}
	h := spotHook{ok: true, group: c.group(r.classes), here: r.here, alone: r.alone || len(r.looks) > maxLooks}
	for _, f := range r.looks {
		h.looks = append(h.looks, int64(c.off(f)))
	}
	return h
}

// meaning says what a cell of a formula stands for.
type meaning uint8

const (
	something meaning = iota // whatever does not change while the hook is asked
	theMover
	theSpot   // where the step leads
	theOrigin // where it begins
	aSquare   // one that the mover's base would cover
	theBase   // all of them
	theAsked  // the arguments of the hook itself
)

// spotReads is what a hook reads, as far as it was followed.
type spotReads struct {
	reads
	here   bool
	alone  bool
	looks  []*ir.Local
	asked  map[*ir.Local]meaning // of the arguments of the hook
	budget int                   // of operators
	cells  bool                  // who stands on a place is known by the place
}

// spotReads follows the hooks that are there.
func (c *compiler) spotReads(hooks ...*value) *spotReads {
	r := &spotReads{reads: reads{classes: map[*class]bool{}, ok: true}, budget: 4000, cells: c.p.space == "grid"}
	for _, h := range hooks {
		if h == nil {
			continue
		}
		list := []meaning{theMover, theSpot}
		if len(h.ir.Params) == 3 {
			list = []meaning{theMover, theOrigin, theSpot}
		}
		r.asked = map[*ir.Local]meaning{}
		for i, l := range h.ir.Params {
			r.asked[l] = list[i]
		}
		c.spotValue(r, h.ir, r.asked)
	}
	r.edge(c)
	return r
}

// squares adds where everything stands.
func (r *spotReads) squares(c *compiler) { c.readSpace(&r.reads) }

// edge adds how wide things are, and who is there at all.
func (r *spotReads) edge(c *compiler) {
	r.classes[c.p.keep.alive] = true
	if v := c.p.hooks.edge; v != nil {
		r.add(c.readsOf(v.ir))
	}
}

// spotValue follows a value whose parameters mean what env says.
func (c *compiler) spotValue(r *spotReads, v *ir.Value, env map[*ir.Local]meaning) {
	if t := c.p.keep.truths[v]; t != nil {
		r.classes[t.class] = true
		return
	}
	if c.p.supposed[v] != nil || v.Of != nil || v.Body == nil && v.Table == nil {
		r.ok = false
		return
	}
	for _, p := range v.Params {
		c.spotWord(r, p.Default, env)
	}
	if v.Table != nil {
		for _, row := range v.Table.Rows {
			for _, alt := range row.Patterns {
				for _, e := range alt {
					c.spotWord(r, e, env)
				}
			}
			c.spotWord(r, row.Result, env)
		}
		for _, p := range v.Params {
			r.here = r.here || env[p] == theOrigin
		}
	}
	c.spotWord(r, v.Body, env)
	for _, mod := range v.Mods {
		c.spotModify(r, mod)
	}
}

// spotModify follows what a modifier reads to know whether it holds, and what it adds.
func (c *compiler) spotModify(r *spotReads, mod *ir.Modify) {
	k := mod.Clause
	b := k.Block
	if b == nil || b.Site != nil || mod.Is != nil {
		r.ok = false
		return
	}
	env := map[*ir.Local]meaning{}
	if k.Self != nil {
		env[k.Self] = something
	}
	if mod.Asking != nil {
		env[mod.Asking] = theAsked
	}
	if cd := b.Condition; cd != nil {
		c.readWorn(&r.reads, cd)
	}
	if b.For != nil {
		r.ok = r.ok && b.For.Type.Entity()
		env[b.For] = something
	}
	c.spotWord(r, b.While, env)
	c.spotWord(r, mod.Owner, env)
	for _, a := range mod.Args {
		r.ok = r.ok && a.Value == nil && a.Attr == nil && a.Builtin == ""
		r.here = r.here || r.asked[a.Field] == theOrigin
		r.alone = r.alone || r.asked[a.Field] == theMover
		c.spotWord(r, a.Expr, env)
	}
	c.spotWord(r, mod.When, env)
	c.spotWord(r, mod.Amount, env)
}

// spot follows a formula, and says what it stands for.
func (c *compiler) spot(r *spotReads, e *ir.Expr, env map[*ir.Local]meaning) meaning {
	if e == nil || !r.ok {
		return something
	}
	if r.budget--; r.budget < 0 {
		r.ok = false
		return something
	}
	k := &c.p.keep
	switch e.Op {
	case ir.LocalOp:
		means, known := env[e.Local]
		r.ok = known
		r.here = r.here || means == theOrigin
		return means
	case ir.FieldOp:
		if a := e.Args[0]; a.Op == ir.LocalOp && env[a.Local] == theAsked {
			means, known := r.asked[e.Local]
			r.ok = known
			r.here = r.here || means == theOrigin
			return means
		}
		if c.p.ofStretch(e.Local) {
			break
		}
		x := k.fields[e.Local]
		if x == nil || !stays(e.Local.Type) {
			r.ok = false
			return something
		}
		r.classes[x] = true
		if c.spot(r, e.Args[0], env) == theMover {
			r.sees(e.Local)
		}
		return something
	case ir.EqOp, ir.NeOp:
		if f := c.absence(e); f != nil {
			r.classes[k.fields[f.Local]] = true
			if c.spot(r, f.Args[0], env) == theMover {
				r.sees(f.Local)
			}
			return something
		}
	case ir.AtOp:
		r.squares(c)
	case ir.LivingOp:
		r.ok = e.Record.Entity
		r.classes[k.alive] = true
	case ir.IsOp:
		c.readWorn(&r.reads, e.Cond)
	case ir.BindOp:
		item := something
		if c.spot(r, e.Args[0], env) == theBase {
			item = aSquare
		}
		env[e.Var] = item // a cell of this formula alone
		c.spotWord(r, e.Args[1], env)
		if e.Fn == "filter" && item == aSquare {
			return theBase
		}
		return something
	case ir.ValueOp:
		c.spotCall(r, e, env)
		return something
	case ir.InOp:
		// Whether somebody's base covers a square is known by who stands on it.
		if in := e.Args[1]; r.cells && in.Op == ir.NativeOp && in.Native == "footprint" && len(in.Args) == 1 && in.Args[0].Type.Entity() {
			if c.spotWord(r, in.Args[0], env); covered(c.spot(r, e.Args[0], env)) {
				r.edge(c)
				return something
			}
		}
	case ir.NativeOp:
		return c.spotNative(r, e, env)
	case ir.BaseOp:
		return something
	default:
		r.ok = readsNothing(e.Op)
	}
	for _, a := range e.Args {
		c.spotWord(r, a, env)
	}
	return something
}

// spotWord follows a formula whose word is used for whatever it is.
func (c *compiler) spotWord(r *spotReads, e *ir.Expr, env map[*ir.Local]meaning) {
	if c.spot(r, e, env) == theMover {
		r.alone = true
	}
}

// sees notes that a field of the mover is read.
func (r *spotReads) sees(f *ir.Local) {
	r.alone = r.alone || inline(f.Type) || deep(f.Type)
	if !slices.Contains(r.looks, f) {
		r.looks = append(r.looks, f)
	}
}

func covered(x meaning) bool { return x == aSquare || x == theSpot }

// spotCall follows a value that is asked.
func (c *compiler) spotCall(r *spotReads, e *ir.Expr, env map[*ir.Local]meaning) {
	v := e.Value
	params := v.Params
	if v.Self != nil {
		params = append([]*ir.Local{v.Self}, params...)
	}
	inner := map[*ir.Local]meaning{}
	for i, p := range params {
		inner[p] = something
		if i < len(e.Args) && e.Args[i] != nil {
			inner[p] = c.spot(r, e.Args[i], env)
		}
	}
	if len(v.Mods) > 0 {
		// What modifies it speaks of its own arguments.
		r.ok = false
		return
	}
	c.spotValue(r, v, inner)
}

func (c *compiler) spotNative(r *spotReads, e *ir.Expr, env map[*ir.Local]meaning) meaning {
	var args [3]meaning
	mover := false
	for i, a := range e.Args {
		x := c.spot(r, a, env)
		args[min(i, 2)] = x
		mover = mover || x == theMover
	}
	switch e.Native {
	case "min", "max", "abs", "sum", "first", "last", "point":
	case "at_place":
		r.edge(c)
		if !r.cells || !covered(args[0]) {
			r.squares(c)
		}
	case "footprint":
		if r.cells && args[0] == theMover && len(e.Args) == 2 && args[1] == theSpot {
			r.edge(c)
			return theBase // its width is part of every look
		}
		r.squares(c)
	case "touched", "stretches": // of a plane
		if c.readShapes(&r.reads); e.Args[0].Type.Kind != ir.PlaceKind {
			r.squares(c)
		}
	case "crossed", "distance", "neighbours", "within", "ring_steps", "corners", "straight":
		r.squares(c)
		r.classes[c.p.keep.alive] = true
	default:
		r.ok = false
	}
	r.alone = r.alone || mover
	return something
}

// crowded notes that who stands on a square changed.
func (m *Machine) crowded(cell int64) {
	if i := cell - m.grid.cells; i < int64(len(m.ways.stamps)) {
		m.ways.stamps[i]++
	}
}

// stamp counts the changes on the squares of a base; it is never the same after one.
func (m *Machine) stamp(to space.Cell, n int) uint64 {
	for len(m.ways.stamps) < m.grid.grid.W*m.grid.grid.H {
		m.ways.stamps = append(m.ways.stamps, 0)
	}
	at := m.cellIndex(to) - m.grid.cells
	if n == 1 {
		return m.ways.stamps[at]
	}
	sum := uint64(0)
	for range n {
		for _, s := range m.ways.stamps[at : at+int64(n)] {
			sum += s
		}
		at += int64(m.grid.grid.W)
	}
	return sum
}

// seen is what answers about a mover are kept under: itself, or how it looks.
func (m *Machine) seen(h *spotHook, who int64) int64 {
	if h.alone {
		return who
	}
	x := look{int64(m.edge(who))}
	for i, off := range h.looks {
		x[1+i] = m.mem[who+off]
	}
	for i := range m.ways.looks {
		if m.ways.looks[i] == x {
			return int64(-1 - i)
		}
	}
	if len(m.ways.looks) == allLooks {
		m.ways.looks = m.ways.looks[:0]
		clear(m.ways.steps)
		clear(m.ways.stops)
	}
	m.ways.looks = append(m.ways.looks, x)
	return int64(-len(m.ways.looks))
}

// moves makes an entity the one whose steps are asked for.
func (m *Machine) moves(who int64) {
	m.hooks.mover = who
	if h := &m.p.ways.step; h.ok {
		m.ways.mover = m.seen(h, who)
	}
}

// spotted finds where the answer about a mover (as it is kept under, and its width)
// and a place is kept, and whether it is still good; if not, it is made out to these,
// and waits for the word.
func (m *Machine) spotted(list *[]spotAnswer, h *spotHook, who int64, n int, from, to space.Cell) (*spotAnswer, bool) {
	if *list == nil {
		*list = make([]spotAnswer, spotAnswers)
	}
	stamp, version, origin := m.stamp(to, n), m.versions[h.group], int64(None)
	number := m.cellIndex(to) + who*(1<<10+7)
	if h.here {
		stamp += m.stamp(from, n)
		origin = int64(from)
		number += 31 * origin
	}
	a := &(*list)[number&(spotAnswers-1)]
	if a.version == version && a.who == who && a.to == int64(to) && a.from == origin && a.stamp == stamp {
		return a, true
	}
	a.who, a.from, a.to, a.version, a.stamp = who, origin, int64(to), 0, stamp
	return a, false
}

// say gives an answer its word.
func (m *Machine) say(a *spotAnswer, h *spotHook, word int64) int64 {
	a.word = word
	if m.fault == nil && m.unsettled == 0 && !m.forgetful {
		a.version = m.versions[h.group]
	}
	return word
}

// stepCost is what one step of the mover costs, or -1.
func (m *Machine) stepCost(from, to space.Cell) int64 {
	h := &m.p.ways.step
	if !h.ok {
		return m.askStep(from, to)
	}
	a, good := m.spotted(&m.ways.steps, h, m.ways.mover, m.edge(m.hooks.mover), from, to)
	if good {
		return a.word
	}
	return m.say(a, h, m.askStep(from, to))
}

// mayStop tells whether a mover may end its way at a place.
func (m *Machine) mayStop(who int64, to space.Cell) bool {
	v, h := m.p.hooks.stop, &m.p.ways.stop
	switch {
	case v == nil:
		return true
	case !h.ok:
		return m.askHook(v, who, int64(to)) != 0
	}
	a, good := m.spotted(&m.ways.stops, h, m.seen(h, who), m.edge(who), to, to)
	if good {
		return a.word != 0
	}
	return m.say(a, h, m.askHook(v, who, int64(to))) != 0
}

// reach searches the ways of an entity within a budget. A search whose like was
// the last one, with nothing it reads written since, is not done again.
func (m *Machine) reach(who, budget int64) bool {
	at := m.mem[who+entPlace]
	if at == None || m.grid == nil {
		return false
	}
	m.moves(who)
	if m.hooks.edge == nil {
		m.hooks.edge = m.stepCost
	}
	this := searched{who: who, at: at, budget: budget}
	h := &m.p.ways.search
	if h.ok {
		if this.version = m.versions[h.group]; this == m.ways.searched {
			return true
		}
	}
	m.ways.searched = searched{}
	m.search.Run(m.grid.grid.Anchors(m.edge(who)), space.Cell(at), budget, m.hooks.edge)
	if h.ok && m.fault == nil && m.unsettled == 0 && !m.forgetful {
		m.ways.searched = this
	}
	return true
}
