package interp

// Answers of kept formulas, looked up by generated code.

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
