package interp

// What generated code does to the world.

// Put moves an entity.
func (k *Core) Put(e, place int64) {
	m := (*Machine)(k)
	if !m.put(e, place) {
		m.fail("E0704", "there is no such place on the map")
	}
}

// PutPoint is Put on squares, where everything stands on one.
func (k *Core) PutPoint(e, place int64) {
	m := (*Machine)(k)
	if m.grid == nil {
		k.Put(e, place)
		return
	}
	m.wrote(m.p.keep.place)
	if !m.putPoint(e, place) {
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
