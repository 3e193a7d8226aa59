package interp

import "rulec/space"

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

// Base is what a distance is measured from: a rectangle of squares, or a list.
type Base struct {
	rect  space.Rect
	list  int64
	there bool
}

// BaseOf is where an entity stands.
func (k *Core) BaseOf(e int64) Base {
	r, ok := (*Machine)(k).rect(e)
	return Base{rect: r, there: ok}
}

// BaseAt is where an entity would stand.
func (k *Core) BaseAt(e, place int64) Base {
	if place == None {
		return Base{}
	}
	return Base{rect: space.RectAt(place, (*Machine)(k).edge(e)), there: true}
}

// BasePlace is a place by itself.
func BasePlace(place int64) Base {
	if place == None {
		return Base{}
	}
	return Base{rect: space.RectAt(place, 1), there: true}
}

// BaseList is a set of places.
func (k *Core) BaseList(list int64) Base { return Base{list: list, there: k.mem[list] > 0} }

// Gap is the distance between two bases.
func (k *Core) Gap(a, b Base) int64 {
	d := int64(farAway)
	if a.there && b.there {
		d = (*Machine)(k).gap(a.rect, b.rect, a.list, b.list)
	}
	return d * k.p.stepLength
}

// Covers tells whether a place is one of a base.
func (k *Core) Covers(b Base, place int64) bool { return b.there && b.rect.Covers(place) }

// OnBase lists the squares of a base, on the stack.
func (k *Core) OnBase(b Base) []int64 {
	return (*Machine)(k).onBase(func(*Machine) (space.Rect, int64, bool) { return b.rect, 0, b.there })
}

// Standing lists who of a record covers a place, on the stack.
func (k *Core) Standing(record, place int64) []int64 { return (*Machine)(k).standing(record, place) }

// Footprint lists the squares of a base.
func (k *Core) Footprint(b Base) int64 {
	if !b.there {
		return emptyList
	}
	m := (*Machine)(k)
	m.cells = space.Footprint(b.rect, m.cells[:0])
	return m.placeList(m.cells)
}
