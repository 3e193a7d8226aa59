package interp

// Conditions, as generated code puts them on and takes them off.

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
	fp := m.fp
	if outer != 0 {
		m.fp = int(outer)
	}
	m.nested(func() {
		ev := m.p.events[m.p.ir.Gain.Index]
		f := m.push(ev)
		m.mem[f+hdrVia] = int64(site)
		m.mem[f+m.p.lay.off[ev.ir.Params[0]]] = who
		m.mem[f+m.p.lay.off[ev.ir.Params[1]]] = cv
		m.mem[f+m.p.lay.off[ev.ir.Params[2]]] = by
		m.enter(ev, f, nil, m.p.haltPC)
	})
	m.fp = fp
}

// Tuple makes a condition with its arguments, on the stack.
func (k *Core) Tuple(words ...int64) int64 {
	m := (*Machine)(k)
	at := m.alloc(len(words))
	copy(m.mem[at:], words)
	return int64(at)
}

// Worn lists the applications of a condition on an entity on the stack, the latest
// first.
func (k *Core) Worn(cond, bearer, source int64) int64 {
	return (*Machine)(k).worn(cond, bearer, source)
}

// TakeOff ends an application, if it has not ended.
func (k *Core) TakeOff(held int64) {
	m := (*Machine)(k)
	switch {
	case !m.p.loseHeard:
		m.unwear(held)
	case m.mem[held] != 0:
		m.nested(func() { m.pushLose(held, m.p.haltPC) })
	}
}

// Settle ends applications whose `while` fails.
func (k *Core) Settle() {
	m := (*Machine)(k)
	for m.together == 0 && m.fault == nil {
		h := m.lapsed()
		if h == None {
			return
		}
		if !m.p.loseHeard {
			m.unwear(h)
			continue
		}
		m.nested(func() { m.lapse(h, m.p.haltPC) })
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

// Joined is a parameter over all applications of its condition on an entity: their
// sum (0), the highest (1), the lowest (2) or the latest (3).
func (k *Core) Joined(cond int, off int64, who int64, how int) int64 {
	acc, seq, some := int64(0), int64(-1), false
	for i := range k.Helds() {
		h := k.HeldAt(i)
		if k.mem[h] != int64(cond)+1 || k.mem[h+heldBearer] != who {
			continue
		}
		v := k.mem[h+off]
		switch {
		case how == 0:
			acc = k.Sum(acc + v)
		case !some, how == 1 && v > acc, how == 2 && v < acc, how == 3 && k.mem[h+heldSeq] > seq:
			acc, seq = v, k.mem[h+heldSeq]
		}
		some = true
	}
	return acc
}
