package interp

import (
	"slices"

	"rulec/dice"
)

// Core is the machine as generated code sees it. Its methods are what such code
// is made of: words of memory, frames, the living, kept answers, windows, dice.
// They are small, so that most are put in where they are called.
type Core Machine

// Absent is the word of a value that is not there.
const Absent = None

// At reads a word.
func (k *Core) At(i int64) int64 { return k.mem[i] }

// Peek reads a word before it is known that somebody asks for it: 0 where there is
// none.
func (k *Core) Peek(i int64) int64 {
	if uint64(i) < uint64(len(k.mem)) {
		return k.mem[i]
	}
	return 0
}

// Set writes a word.
func (k *Core) Set(i, v int64) { k.mem[i] = v }

// Clear zeroes words.
func (k *Core) Clear(i int64, n int) { clear(k.mem[i : i+int64(n)]) }

// Top is where the stack ends; SetTop gives back what lies above.
func (k *Core) Top() int { return k.top }

// SetTop gives back what lies above.
func (k *Core) SetTop(top int) { k.top = top }

// Alloc takes zeroed words.
func (k *Core) Alloc(n int64) int64 { return int64((*Machine)(k).alloc(int(n))) }

// Failed tells whether the run has met a fault.
func (k *Core) Failed() bool { return k.fault != nil }

// Sum is a sum or difference that must stay within bounds.
func (k *Core) Sum(v int64) int64 {
	if uint64(v+numberLimit) > 2*numberLimit {
		return k.over()
	}
	return v
}

func (k *Core) over() int64 {
	(*Machine)(k).overflow()
	return 0
}

// Product multiplies within bounds.
func (k *Core) Product(a, b int64) int64 { return (*Machine)(k).product(a, b) }

// Quotient divides, rounding down, up (1) or to nearest (2).
func (k *Core) Quotient(a, b int64, how int) int64 {
	if b == 0 {
		(*Machine)(k).fail("E0703", "a division by zero")
		return 0
	}
	switch how {
	case 1:
		return -floorDiv(-a, b)
	case 2:
		return floorDiv(2*a+b, 2*b)
	}
	return floorDiv(a, b)
}

// Floor divides by a number that is not 0, rounding down.
func Floor(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// Rest is the remainder that has the sign of the divisor.
func (k *Core) Rest(a, b int64) int64 {
	if b == 0 {
		(*Machine)(k).fail("E0703", "the remainder of a division by zero")
		return 0
	}
	return a - b*floorDiv(a, b)
}

// Word is a truth as a word.
func Word(t bool) int64 {
	if t {
		return 1
	}
	return 0
}

// Known is a word of a map, 0 where it has none.
func Known(v int64) int64 {
	if v == None {
		return 0
	}
	return v
}

// Apart is the distance of two squares in steps of unit.
func Apart(p, q, unit int64) int64 {
	if p|q < 0 {
		return farAway * unit
	}
	dx, dy := int64(int16(p))-int64(int16(q)), p>>16-q>>16
	return max(dx, -dx, dy, -dy) * unit
}

// RingPlace numbers the eight squares around one clockwise; what is farther away
// counts as where it would come to it. The square itself, and nowhere, is -1.
func RingPlace(of, p int64) int64 {
	if of|p < 0 {
		return -1
	}
	dx, dy := int64(int16(p))-int64(int16(of)), p>>16-of>>16
	return ringTable[4+(dx>>63)-(-dx>>63)+3*((dy>>63)-(-dy>>63))]
}

var ringTable = [9]int64{0, 1, 2, 7, -1, 3, 6, 5, 4}

// RingSteps is how many steps two places of a ring lie apart, 0 if one is none.
func RingSteps(i, j int64) int64 {
	if i|j < 0 {
		return 0
	}
	d := (i - j) & 7
	return min(d, 8-d)
}

// ---- Lists

// Living lists the living of a record.
func (k *Core) Living(record int64) []int64 { return (*Machine)(k).living(record) }

// Beside lists the squares around one.
func (k *Core) Beside(place int64) []int64 {
	x, y := place&0xFFFF, place>>16
	if w := k.grid; w != nil && x < w.w && uint64(y) < uint64(w.h) {
		if list := k.near[y*w.w+x]; list != nil {
			return list
		}
	}
	return (*Machine)(k).around8(place)
}

// FirstAt is the first node of the list of who is at a place, or less than 0.
func (k *Core) FirstAt(place int64) int64 {
	x, y := place&0xFFFF, place>>16
	if w := k.grid; w != nil && x < w.w && uint64(y) < uint64(w.h) {
		return k.mem[w.cells+y*w.w+x]
	}
	return -1
}

// WhoAt is who a node names, or None if it is not alive; NextAt is the next node.
func (k *Core) WhoAt(node int64) int64 {
	if e := k.mem[k.grid.nodes+2*node]; k.mem[e+entAlive] != 0 {
		return e
	}
	return None
}

// NextAt is the node after one.
func (k *Core) NextAt(node int64) int64 { return k.mem[k.grid.nodes+2*node+1] }

// Room takes room for a list of n items with w words each beside it, and makes it
// an empty list.
func (k *Core) Room(n, w int64) int64 {
	at := k.top
	if k.top += int(n+n*w) + 1; k.top > len(k.mem) {
		(*Machine)(k).grow()
	}
	k.mem[at] = 0
	return int64(at)
}

// List puts a list on the stack.
func (k *Core) List(items ...int64) int64 { return (*Machine)(k).listOf(items) }

// Holds tells whether a list of plain words has one.
func (k *Core) Holds(list, v int64) bool {
	for i, n := list+1, list+k.mem[list]; i <= n; i++ {
		if k.mem[i] == v {
			return true
		}
	}
	return false
}

// Contains tells whether a list has an entity.
func (k *Core) Contains(list []int64, e int64) bool { return slices.Contains(list, e) }

// Append adds an item to a list that was taken with room for it.
func (k *Core) Append(list, v int64) {
	n := k.mem[list] + 1
	k.mem[list], k.mem[list+n] = n, v
}

// Copy appends the items of a list.
func (k *Core) Copy(list int64, to []int64) []int64 {
	return append(to, k.mem[list+1:list+1+k.mem[list]]...)
}

// Close gives back the room behind a list.
func (k *Core) Close(list int64) { k.top = int(list + k.mem[list] + 1) }

// Last adds an item at the end, if its key is not less than that of the one before.
func (k *Core) Last(list, room, item, key int64) bool {
	n := k.mem[list]
	if n > 0 && k.mem[list+room+n] > key {
		return false
	}
	k.mem[list], k.mem[list+n+1], k.mem[list+room+n+1] = n+1, item, key
	return true
}

// Insert adds an item behind those with a key that is not greater. The keys lie
// behind the room of the list.
func (k *Core) Insert(list, room, item, key int64) {
	mem := k.mem[list : list+2*room+1]
	n := mem[0]
	i := n
	for i > 0 && mem[room+i] > key {
		mem[i+1], mem[room+i+1] = mem[i], mem[room+i]
		i--
	}
	mem[i+1], mem[room+i+1] = item, key
	mem[0] = n + 1
}

// InsertBy is Insert by several keys, the first deciding first.
func (k *Core) InsertBy(list, room, item int64, by ...int64) {
	n, w := k.mem[list], int64(len(by))
	keys := list + 1 + room
	i := n
	for ; i > 0 && less(by, k.mem[keys+(i-1)*w:]); i-- {
		k.mem[list+i+1] = k.mem[list+i]
		copy(k.mem[keys+i*w:keys+i*w+w], k.mem[keys+(i-1)*w:keys+i*w])
	}
	k.mem[list+i+1] = item
	copy(k.mem[keys+i*w:], by)
	k.mem[list] = n + 1
}

func less(a, b []int64) bool {
	for i, x := range a {
		if x != b[i] {
			return x < b[i]
		}
	}
	return false
}

// ---- Kept answers

// Answer is what a kept formula said of an entity. first is where the answers of
// the formula begin: its index times the room for entities.
type Answer answer

// Answer finds an answer, which may be stale.
func (k *Core) Answer(first int, e int64) *Answer {
	return (*Answer)(&k.answers[int64(first)+k.mem[e+entIndex]])
}

// World finds the answer of a formula about no entity.
func (k *Core) World(first int) *Answer { return (*Answer)(&k.answers[first]) }

// Stale tells whether something was written since that the formula reads.
func (k *Core) Stale(a *Answer, group int) bool { return a.version != k.versions[group] }

// Word is an answer of one word.
func (a *Answer) Word() int64 { return a.word }

// List is an answer that is a list.
func (a *Answer) List() []int64 { return a.list }

// Renew asks a kept formula anew, of an entity or the world (0).
func (k *Core) Renew(index int, e int64) {
	i := int64(0)
	if e != 0 {
		i = k.mem[e+entIndex]
	}
	m := (*Machine)(k)
	m.askAnew(m.p.keptAll[index], e, int(i))
}

// Keep remembers an answer of one word.
func (k *Core) Keep(a *Answer, group int, word int64) {
	a.word = word
	if k.fault == nil && k.unsettled == 0 && !k.forgetful {
		a.version = k.versions[group]
	}
}

// Again empties the list of an answer that is worked out again.
func (a *Answer) Again() []int64 {
	a.version = 0
	return a.list[:0]
}

// KeepList remembers an answer that is a list.
func (k *Core) KeepList(a *Answer, group int, list []int64) {
	a.list = list
	if k.fault == nil && k.unsettled == 0 && !k.forgetful {
		a.version = k.versions[group]
	}
}

// Wrote lets go of what reads a class.
func (k *Core) Wrote(class int) {
	m := (*Machine)(k)
	m.wrote(m.p.keep.all[class])
}

// ---- Conditions

// Wears tells whether an entity wears a condition.
func (k *Core) Wears(cond int, e int64) bool {
	m := (*Machine)(k)
	return m.wears(m.p.conds[cond], e)
}

// HeldOf is the latest application of a condition on an entity, or None.
func (k *Core) HeldOf(cond int, bearer, source int64) int64 {
	return (*Machine)(k).heldOf(cond, bearer, source)
}

// Helds is how many slots for applications are in use, HeldAt where one lies.
func (k *Core) Helds() int { return int(k.mem[wordHeldMark]) }

// HeldAt is where a slot lies.
func (k *Core) HeldAt(i int) int64 { return k.p.heldAt(i) }

// Latest is when an entity came to wear a condition.
func (k *Core) Latest(cond int, e int64) int64 {
	m := (*Machine)(k)
	return m.latestSeq(m.p.conds[cond], e)
}

// CondConst is a condition without arguments as a value.
func (k *Core) CondConst(cond int) int64 { return k.p.condConsts[cond] }

// Seq counts applications.
func (k *Core) Seq() int64 { return k.mem[wordSeq] }

// PutOn puts a condition on somebody, for the `apply` of a site.
func (k *Core) PutOn(site int, cv, who, by, outer int64) {
	m := (*Machine)(k)
	st := m.p.sites[site]
	if who == None || cv == None {
		m.failAt(st.stmt.Span, "E0704", "nobody is there to wear this")
		return
	}
	m.putOn(st, cv, who, by, int(outer))
}

// Gain is PutOn where somebody listens to it.
func (k *Core) Gain(site int, cv, who, by, outer int64) {
	m := (*Machine)(k)
	if who == None || cv == None {
		m.failAt(m.p.sites[site].stmt.Span, "E0704", "nobody is there to wear this")
		return
	}
	m.nested(func() {
		ev := m.p.events[m.p.ir.Gain.Index]
		fp := m.fp
		if outer != 0 {
			m.fp = int(outer)
		}
		f := m.push(ev)
		m.mem[f+hdrVia] = int64(site)
		m.mem[f+m.p.lay.off[ev.ir.Params[0]]] = who
		m.mem[f+m.p.lay.off[ev.ir.Params[1]]] = cv
		m.mem[f+m.p.lay.off[ev.ir.Params[2]]] = by
		m.enter(ev, f, nil, m.p.haltPC)
		m.ctl[len(m.ctl)-2].fp = fp
	})
}

// Tuple makes a condition with its arguments, on the stack.
func (k *Core) Tuple(words ...int64) int64 {
	m := (*Machine)(k)
	at := m.alloc(len(words))
	copy(m.mem[at:], words)
	return int64(at)
}

// TakeOff ends an application.
func (k *Core) TakeOff(held int64) {
	m := (*Machine)(k)
	if !m.p.loseHeard {
		m.unwear(held)
		return
	}
	m.nested(func() { m.pushLose(held, m.p.haltPC) })
}

// Settle ends applications whose `while` fails.
func (k *Core) Settle() {
	m := (*Machine)(k)
	for m.together == 0 && m.fault == nil {
		h := m.lapsed()
		if h == None {
			return
		}
		k.TakeOff(h)
	}
}

// SettleTogether is Settle at the end of what happens at one time.
func (k *Core) SettleTogether() {
	if k.together == 1 {
		k.together = 0
		k.Settle()
		k.together = 1
	}
}

// Together begins and ends what happens at one time.
func (k *Core) Together(n int) { k.together += n }

// ---- Values

// Ask asks a value that has no native form.
func (k *Core) Ask(v int, args ...int64) int64 {
	m := (*Machine)(k)
	x := m.p.values[m.p.ir.Values[v]]
	base := m.alloc(x.size)
	params := x.ir.Params
	if x.ir.Self != nil {
		m.mem[base+m.p.lay.off[x.ir.Self]] = args[0]
		args = args[1:]
	}
	for i, a := range args {
		m.mem[base+m.p.lay.off[params[i]]] = a
	}
	fp := m.fp
	m.fp = base
	r := x.ask(m)
	m.fp = fp
	if plain(x.ir.Type) {
		m.top = base
	}
	return r
}

// NoRow reports a table of which no row matches.
func (k *Core) NoRow(v int) {
	x := k.p.ir.Values[v]
	(*Machine)(k).failAt(x.Span, "E0704", "no row of the table %q matches", x.Name)
}

// Within is a value that must lie within the bounds of a field.
func (k *Core) Within(v, low, high int64) int64 {
	if v != None && (v < low || v > high) {
		(*Machine)(k).fail("E0703", "a field would be %d, outside its bounds", v)
	}
	return v
}

// Amount is what there is of a resource before anything is spent.
func (k *Core) Amount(resource int, who int64) int64 {
	m := (*Machine)(k)
	return m.amount(m.p.ir.Resources[resource], who)
}

// Joins are the modifiers of one value by their kinds.
type Joins [maxKinds]join

// Add adds a modifier of a kind.
func (j *Joins) Add(k *Core, kind int, amount int64) {
	j[kind].add(k.p.ir.Bonuses[kind], amount, nil)
}

// Total joins the kinds and forgets them.
func (j *Joins) Total(k *Core) int64 {
	v := (*Machine)(k).settleKinds((*[maxKinds]join)(j))
	*j = Joins{}
	return v
}

// DicePlus adds dice to dice.
func (k *Core) DicePlus(a, b, sign int64) int64 { return (*Machine)(k).dicePlus(a, b, sign) }

// DiceNumber adds a number to dice.
func (k *Core) DiceNumber(a, n int64) int64 { return (*Machine)(k).diceNumber(a, n) }

// DiceOf is n dice.
func (k *Core) DiceOf(n, sides int64) int64 { return (*Machine)(k).diceOf(n, sides) }

// Bound is the least or the most a pool can show.
func (k *Core) Bound(pool int64, most bool) int64 {
	lo, hi := k.pools[pool].Bounds()
	if most {
		return hi
	}
	return lo
}

// Roll throws a pool.
func (k *Core) Roll(pool int64) int64 {
	if pool < int64(len(k.p.simple)) {
		if d := &k.p.simple[pool]; d.sides > 0 {
			return d.plus + throw(k.rand, d.n, d.sides)
		}
	}
	return k.pools[pool].Sample(k.rand)
}

// simpleDice is a pool of like dice and a number.
type simpleDice struct {
	n     int
	sides uint64 // 0 if the pool is something else
	plus  int64
}

func simpleOf(p dice.Pool) simpleDice {
	if len(p.Terms) == 1 {
		if t := p.Terms[0]; t.Keep == 0 && t.Reroll|t.Explode|t.Success == 0 && t.Sides > 1 && !t.Neg {
			return simpleDice{t.N, uint64(t.Sides), p.Const}
		}
	}
	return simpleDice{}
}

// Throw throws n dice of so many sides.
func (k *Core) Throw(n int, sides uint64) int64 { return throw(k.rand, n, sides) }

func throw(r *dice.Rand, n int, sides uint64) int64 {
	v := int64(n)
	for range n {
		v += int64(r.Below(sides))
	}
	return v
}

// ---- The world

// Put moves an entity.
func (k *Core) Put(e, place int64) {
	m := (*Machine)(k)
	if !m.put(e, place) {
		m.fail("E0704", "there is no such place on the map")
	}
}

// Destroy takes an entity out of the world.
func (k *Core) Destroy(e int64) { (*Machine)(k).destroy(e) }

// Pass lets time pass; what falls due is heard in the window of time.
func (k *Core) Pass(t int64) { k.mem[wordClock] += max(0, t) }

// Copied keeps what would not outlive a field of an event.
func (k *Core) Copied(event, field int, h, v int64) {
	m := (*Machine)(k)
	f := m.p.ir.Events[event].Fields[field]
	m.store(f, f.Type, h+int64(m.p.lay.off[f]), v)
}

// ---- Events

// Fuel uses up one unit.
func (k *Core) Fuel() {
	if k.fuel--; k.fuel < 0 {
		(*Machine)(k).endless(false)
	}
}

// Enter makes the frame of an event and its entry on the control stack. Of the
// frame the head is written; who calls it writes what else is read.
func (k *Core) Enter(event int64, size int) int64 {
	m := (*Machine)(k)
	h := m.top
	m.top += size
	if m.top > len(m.mem) {
		m.grow()
	}
	head := m.mem[h : h+hdrSize]
	head[hdrEvent], head[hdrOutcome], head[hdrWay], head[hdrVia], head[hdrTally] = event, 0, 0, 0, 0
	n := len(m.ctl)
	if n == cap(m.ctl) {
		m.ctl = append(m.ctl, control{})
	} else {
		m.ctl = m.ctl[:n+1]
	}
	c := &m.ctl[n]
	c.kind, c.pc, c.fp, c.top, c.h = ctlEvent, m.p.haltPC, m.fp, h, h
	c.a, c.b, c.c, c.d, c.g, c.e = 0, 0, 0, 0, 0, 0
	m.fp = h
	if m.fuel--; m.fuel < 0 || 3*(n+m.down) >= m.deepest {
		m.endless(m.fuel >= 0)
	}
	return int64(h)
}

// Leave leaves it.
func (k *Core) Leave() {
	m := (*Machine)(k)
	n := len(m.ctl) - 1
	c := &m.ctl[n]
	if m.mem[m.p.onceMark()] > 0 {
		m.dropOnces(int64(c.h))
	}
	m.ctl = m.ctl[:n]
	m.fp, m.top = c.fp, c.top
}

// Closed leaves an event that was entered only so that others could see it, and
// tells its outcome.
func (k *Core) Closed(h int64) int64 {
	o := k.mem[h+hdrOutcome]
	if o >= pending {
		k.ended--
		o &^= pending
	}
	k.Leave()
	return o
}

// Ended tells whether the event at h has been ended and has to stop.
func (k *Core) Ended(h int64) bool { return k.ended > 0 && k.mem[h+hdrOutcome] >= pending }

// Around tells whether some event around the one at h has been ended.
func (k *Core) Around(h int64) bool {
	if k.ended == 0 {
		return false
	}
	for i := len(k.ctl) - 1; i >= 0; i-- {
		if c := &k.ctl[i]; c.kind == ctlEvent && int64(c.h) != h && k.mem[c.h+hdrOutcome] >= pending {
			return true
		}
	}
	return false
}

// End ends the event at h as an outcome, unless it is over or ended already.
func (k *Core) End(event, h, outcome int64) {
	m := (*Machine)(k)
	if h == None || h == 0 {
		m.fail("E0404", "%q does not run here", m.p.ir.Events[event].Name)
		return
	}
	if !m.runs(int(h), m.p.events[event]) || m.mem[h+hdrOutcome] != 0 {
		return
	}
	m.mem[h+hdrOutcome] = outcome | pending
	m.ended++
}

// Decide fixes the outcome of an event behind its stages.
func (k *Core) Decide(event, h int64) {
	m := (*Machine)(k)
	switch o := m.mem[h+hdrOutcome]; {
	case o >= pending:
		m.ended--
		m.mem[h+hdrOutcome] = o &^ pending
	case o == 0:
		m.undecided(event, h)
	}
}

// undecided is the outcome of an event that nobody ended.
func (m *Machine) undecided(event, h int64) {
	ev := m.p.events[event]
	if !ev.ir.Declared {
		m.mem[h+hdrOutcome] = 2
		return
	}
	m.mem[h+hdrOutcome] = 1
	if !ev.ir.Action && !(*Core)(m).Around(h) {
		m.failAt(ev.ir.Span, "E0410", "%q came to its end without an outcome", ev.ir.Name)
	}
}

// Done is Decide for an event that has no outcomes of its own.
func (k *Core) Done(h int64) {
	switch o := k.mem[h+hdrOutcome]; {
	case o == 0:
		k.mem[h+hdrOutcome] = 2
	case o >= pending:
		k.ended--
		k.mem[h+hdrOutcome] = o &^ pending
	}
}

// Outcome is how an event ended, as a value.
func (k *Core) Outcome(h int64) int64 { return Ended(k.mem[h+hdrOutcome]) }

// Ended is how an event ended, as a value, from the word of its outcome.
func Ended(outcome int64) int64 {
	if o := outcome &^ pending; o >= 2 {
		return o - 2
	}
	return None
}

// Down goes into an event that has no entry on the control stack, as long as that
// is not too deep, and uses up so much fuel; Up comes back.
func (k *Core) Down(fuel int64) bool {
	k.fuel -= fuel
	if k.down++; k.fuel >= 0 && 3*(k.down+len(k.ctl)) < k.deepest {
		return true
	}
	m := (*Machine)(k)
	m.endless(k.fuel >= 0)
	return false
}

// Up comes back from Down.
func (k *Core) Up() { k.down-- }

// NoOutcome reports an event that came to its end without an outcome.
func (k *Core) NoOutcome(event int64) {
	if !k.Around(0) {
		ev := k.p.ir.Events[event]
		(*Machine)(k).failAt(ev.Span, "E0410", "%q came to its end without an outcome", ev.Name)
	}
}

// Running is the innermost running event of a kind, or 0.
func (k *Core) Running(event int64) int64 {
	m := (*Machine)(k)
	return int64(m.running(m.p.events[event]))
}

// Forbidden tells whether a line forbids the event that runs; it has no outcome then.
func (k *Core) Forbidden(event int64) bool {
	m := (*Machine)(k)
	return m.forbidden(m.p.events[event])
}

// Legal judges the action that runs, and pays for it the first time.
func (k *Core) Legal(event int64, first bool) bool {
	m := (*Machine)(k)
	if m.legalNow(m.p.events[event], first) {
		return true
	}
	m.mem[m.fp+hdrOutcome] = 1
	return false
}

// Window opens a window that has no native form.
func (k *Core) Window(index int, h int64) {
	m := (*Machine)(k)
	w := m.p.windows[index]
	first := m.firstHeard(w, int(h))
	if first >= 0 && m.fault == nil {
		k.Open(index, h, first, m.mem[wordSeq])
	}
}

// Open opens a window from one of its listeners on. seq is what Seq was when its
// event came to it: what was put on since does not end in it.
func (k *Core) Open(index int, h int64, from int, seq int64) {
	m := (*Machine)(k)
	m.nested(func() {
		*m.pushControl() = control{kind: ctlWindow, pc: m.p.haltPC, fp: m.fp, top: m.top, h: int(h), a: index, b: from, e: seq}
		m.pc = m.p.windowPC
	})
}

// Onces tells whether anything is waited for.
func (k *Core) Onces() bool { return k.mem[wordOnces] > 0 }

// Answerable tells whether somebody may have an answer among a window's offers.
func (k *Core) Answerable(index int, h int64) bool {
	m := (*Machine)(k)
	return m.answerable(m.p.windows[index], int(h))
}

// Refill gives everybody of a record back all of a resource, unless nothing was
// spent since it last did.
func (k *Core) Refill(resource int, record, spent int64) {
	if k.refilled[resource] == k.spends {
		return
	}
	for _, e := range (*Machine)(k).living(record) {
		k.mem[e+spent] = 0
	}
	k.refilled[resource] = k.spends
}

// Pay pays for the action that runs, if its price can be paid.
func (k *Core) Pay(event int64) bool {
	m := (*Machine)(k)
	a := m.p.events[event].action
	var s spend
	if m.plan(a, m.fp, &s) != nil {
		return false
	}
	m.pay(a, m.fp, &s)
	return true
}

// Tactical tells whether all who can answer do so by tactics.
func (k *Core) Tactical() bool { return k.tactical }

// Names tells whether an actor would think of an action.
func (k *Core) Names(event int, who int64) bool {
	m := (*Machine)(k)
	t := m.tacticOf(who)
	return t == nil || t.names(m.p.events[event].action)
}

// React lets an actor find, by its tactic, the reaction it takes among the offers of
// a window, but for those used up (a bit each). It tells which event, or -1; Lay
// fills the frame of it.
func (k *Core) React(index int, who, h, used int64) int64 {
	m := (*Machine)(k)
	w := m.p.windows[index]
	top := m.top
	found := m.byTactic(m.tacticOf(who), who, h, w.offers, used, nil)
	m.top = top
	if !found || m.fault != nil {
		return -1
	}
	return int64(m.best.deed.Action.Index)
}

// Used adds the offers of a window that are the reaction just found.
func (k *Core) Used(index int, used int64) int64 {
	d := &k.best.deed
	for i, en := range k.p.windows[index].offers {
		if en.action == d.action && en.way == d.Way {
			used |= 1 << uint(i)
		}
	}
	return used
}

// Lay fills the frame of the reaction just found, to an event at subject.
func (k *Core) Lay(h, who, subject int64) {
	d := &k.best.deed
	k.mem[h+hdrWay], k.mem[h+hdrVia], k.mem[h+hdrSize] = int64(d.Way)+1, int64(d.Via)+1, who
	for i := range d.action.params {
		k.mem[h+int64(d.action.params[i].off)] = d.Args[i]
	}
	if d.Way >= 0 {
		if t := d.action.ways[d.Way].trigger; t != nil && t.bindOff >= 0 {
			k.mem[h+int64(t.bindOff)] = subject
		}
	}
}

// Call runs an event that has no native form, and tells its outcome.
func (k *Core) Call(event int64, args ...int64) int64 {
	m := (*Machine)(k)
	ev := m.p.events[event]
	h := 0
	m.nested(func() {
		h = m.push(ev)
		i := 0
		if ev.action != nil {
			m.mem[h+hdrSize] = args[0]
			i = 1
		}
		for _, p := range ev.ir.Params {
			m.mem[h+m.p.lay.off[p]] = args[i]
			i++
		}
		m.enter(ev, h, nil, m.p.haltPC)
	})
	m.top = h
	return m.mem[h+hdrOutcome]
}
