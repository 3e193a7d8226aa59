package interp

import (
	"rulec/lang/ir"
	"rulec/space"
)

// Difference is one thing that a run left other than it was loaded: a field of an
// entity that is one word, where it stands (Field and Condition nil), or a
// condition that it wears (Value 1) or no longer wears (Value 0).
type Difference struct {
	Who       int64
	Field     *ir.Local
	Condition *ir.Condition
	Value     int64
}

// Changed lists the differences between the state and the one that was loaded, by
// entity in the order of making, then by field.
func (m *Machine) Changed() []Difference {
	var out []Difference
	was := m.loaded.mem
	for _, e := range m.entities {
		if m.mem[e+entAlive] == 0 || was[e+entAlive] == 0 {
			continue
		}
		if m.mem[e+entPlace] != was[e+entPlace] {
			out = append(out, Difference{Who: e, Value: m.mem[e+entPlace]})
		}
		r := m.p.ir.Records[m.mem[e+entRecord]]
		for _, list := range [][]*ir.Local{m.p.ir.AnyEntity.Fields, r.Fields} {
			for _, f := range list {
				if at := e + int64(m.p.lay.off[f]); !inline(f.Type) && !plainRecord(f.Type) && m.mem[at] != was[at] {
					out = append(out, Difference{Who: e, Field: f, Value: m.mem[at]})
				}
			}
		}
		for _, c := range m.p.conds {
			if c.ir.Derived != nil {
				continue
			}
			now, then := m.mem[e+c.word]&c.bit != 0, was[e+c.word]&c.bit != 0
			if now != then {
				out = append(out, Difference{Who: e, Condition: c.ir, Value: b2i(now)})
			}
		}
	}
	return out
}

// ThingAt is the thing of the scene that lies at an offset, or nil.
func (m *Machine) ThingAt(at int64) *ir.Thing {
	if m.loaded == nil {
		return nil
	}
	for t, e := range m.loaded.things {
		if e == at {
			return t
		}
	}
	return nil
}

// PointOf is where a place lies on a plane, in base units; ok is false in other
// spaces.
func (m *Machine) PointOf(place int64) (x, y int64, ok bool) {
	if _, ok := m.p.geo.(*plane); !ok || place == None {
		return 0, 0, false
	}
	x, y = space.PointXY(place)
	return x, y, true
}

// Plays tells whether a tactic answers for somebody.
func (m *Machine) Plays(who int64) bool { return m.tacticOf(who) != nil }

// Reading is how an option is set.
func (p *Program) Reading(o *ir.Option) int64 { return p.options[o.Index] }
