package interp

import (
	"rulec/lang/ir"
	"rulec/space"
)

// What pictures ask of the space, when nothing runs.

// Graph is the record of the places if the space in force is a graph, else nil.
func (p *Program) Graph() *ir.Record {
	if g, ok := p.geo.(*graph); ok {
		return g.record
	}
	return nil
}

// Plane tells whether the space in force is a plane, and how many base units of
// length its unit is.
func (p *Program) Plane() (unit int64, ok bool) {
	x, ok := p.geo.(*plane)
	if !ok {
		return 1, false
	}
	return max(1, x.unit), true
}

// Places lists the places of a graph in the order of the scene.
func (m *Machine) Places() []int64 {
	g, ok := m.p.geo.(*graph)
	if !ok {
		return nil
	}
	var out []int64
	for _, p := range m.ground.places {
		if m.mem[p] == int64(g.record.Index) {
			out = append(out, p)
		}
	}
	return out
}

// Borders lists the places next to a place of a graph.
func (m *Machine) Borders(place int64) []int64 {
	g, ok := m.p.geo.(*graph)
	if !ok || g.next == 0 {
		return nil
	}
	l := place + g.next
	return append([]int64(nil), m.mem[l+1:l+1+m.mem[l]]...)
}

// PlaceText names a place.
func (m *Machine) PlaceText(place int64) string { return m.p.geo.show(m, place) }

// Coordinate writes a coordinate of a plane, or a length on it.
func (m *Machine) Coordinate(v int64) string {
	if p, ok := m.p.geo.(*plane); ok {
		return p.decimal(m, v)
	}
	return m.length(v)
}

// Place is the place of a graph in which an entity is, or None.
func (m *Machine) Place(e int64) int64 {
	if g, ok := m.p.geo.(*graph); ok && m.mem[e+entAlive] != 0 {
		return g.where(m, e)
	}
	return None
}

// Covers is what an entity covers of a plane: its shape, else the point where it
// stands, else nothing.
func (m *Machine) Covers(e int64) space.Shape {
	if p, ok := m.p.geo.(*plane); ok && m.mem[e+entAlive] != 0 {
		return p.covers(m, e)
	}
	return space.Shape{}
}
