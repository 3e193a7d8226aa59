package interp

import (
	"strconv"
	"strings"

	"rulec/lang/ir"
	"rulec/space"
)

// Name is what people call an entity, or what lies at an offset.
func (m *Machine) Name(e int64) string {
	if e == None {
		return "nobody"
	}
	if i := m.mem[e+entIndex]; e < int64(m.base0) && i >= 0 && i < int64(len(m.names)) && m.entities[i] == e {
		return m.names[i]
	}
	return "#" + strconv.FormatInt(e, 10)
}

// Show writes a value as people read it.
func (m *Machine) Show(t *ir.Type, v int64) string {
	if v == None && t.Kind != ir.Int {
		return "none"
	}
	switch t.Kind {
	case ir.Bool:
		if v != 0 {
			return "yes"
		}
		return "no"
	case ir.Text:
		if v >= 0 && v < int64(len(m.texts)) {
			return m.texts[v]
		}
	case ir.Dice:
		if v >= 0 && v < int64(len(m.pools)) {
			return m.pools[v].String()
		}
	case ir.Quantity:
		return m.quantity(t.Dim, v)
	case ir.EnumKind:
		if v >= 0 && v < int64(len(t.Enum.Members)) {
			return t.Enum.Members[v]
		}
	case ir.RecordKind:
		return m.showRecord(t.Record, v)
	case ir.EventKind:
		return t.Event.Name
	case ir.PlaceKind:
		return m.p.geo.show(m, v)
	case ir.ShapeKind:
		return m.showShape(v)
	case ir.ActionKind, ir.EventName:
		return m.p.ir.Events[v].Printed
	case ir.DeedKind:
		e := m.p.ir.Events[m.mem[v]]
		return e.Printed + m.showTuple(v, e.Params)
	case ir.MomentKind:
		mo := m.p.ir.Moments[m.mem[v]]
		return mo.Printed + m.showTuple(v, mo.Params)
	case ir.CondKind:
		return m.p.ir.Conditions[m.mem[v]].Printed
	case ir.List, ir.Set:
		var out []string
		for i := int64(1); i <= m.mem[v]; i++ {
			out = append(out, m.Show(t.Elem, m.mem[v+i]))
		}
		return "[" + strings.Join(out, ", ") + "]"
	case ir.Map:
		var out []string
		for i, k := range t.Enum.Members {
			if x := m.mem[v+int64(i)]; x != None && x != 0 {
				out = append(out, k+": "+m.Show(t.Elem, x))
			}
		}
		return "{" + strings.Join(out, ", ") + "}"
	}
	return strconv.FormatInt(v, 10)
}

func (m *Machine) showTuple(v int64, params []*ir.Local) string {
	var out []string
	for i, p := range params {
		if x := m.mem[v+2+int64(i)]; x != None {
			out = append(out, m.Show(p.Type, x))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, ", ") + ")"
}

func (m *Machine) showRecord(r *ir.Record, v int64) string {
	if r.Entity || r.Any {
		return m.Name(v)
	}
	if r.Name == m.p.ir.Held.Name {
		if c := m.mem[v]; c > 0 {
			return m.p.ir.Conditions[c-1].Printed
		}
		return "nothing"
	}
	if n, ok := m.recordNames[v]; ok {
		return n
	}
	var out []string
	for _, f := range r.Fields {
		off := int64(m.p.lay.off[f])
		x := v + off
		if !inline(f.Type) {
			x = m.mem[v+off]
		}
		if !inline(f.Type) && (x == None || x == 0) || inline(f.Type) && m.mem[x] == 0 {
			continue
		}
		out = append(out, f.Name+": "+m.Show(f.Type, x))
	}
	return r.Name + "(" + strings.Join(out, ", ") + ")"
}

// quantity writes an amount in the largest unit that divides it, the pack's own
// before those of its imports.
func (m *Machine) quantity(d *ir.Dimension, v int64) string {
	var best *ir.Unit
	for _, u := range m.p.ir.Units {
		if u.Dim == d && u.Factor > 0 && v%u.Factor == 0 && (best == nil || u.Factor > best.Factor) {
			best = u
		}
	}
	if best == nil {
		return strconv.FormatInt(v, 10)
	}
	n := v / best.Factor
	name := best.Name
	if n != 1 && n != -1 && len(name) > 2 {
		name += "s"
	}
	return strconv.FormatInt(n, 10) + " " + name
}

// PlaceName writes a square as people do: column letters and row number.
func PlaceName(v int64) string {
	if v == None || v < 0 {
		return "nowhere"
	}
	x, y := space.XY(space.Cell(v))
	s := ""
	for x++; x > 0; x = (x - 1) / 26 {
		s = string(rune('A'+(x-1)%26)) + s
	}
	return s + strconv.Itoa(y+1)
}

// Say writes a message, its formulas evaluated in a frame.
func (m *Machine) Say(t *ir.Message, frame int) string {
	if t == nil {
		return ""
	}
	s := ""
	for _, p := range t.Pieces {
		if p.Expr == nil {
			s += p.Text
			continue
		}
		fp, top, fault := m.fp, m.top, m.fault
		m.fp = frame
		v := m.p.sayings[p.Expr](m)
		shown := m.Show(p.Expr.Type, v)
		if p.Expr.Type.Sequence() {
			shown = strings.Trim(shown, "[]")
		}
		s += shown
		m.fp, m.top, m.fault = fp, top, fault
	}
	return s
}

// sayings lowers every formula inside a text.
func (c *compiler) sayings() {
	c.p.sayings = map[*ir.Expr]numFn{}
	see := func(t *ir.Message) {
		if t == nil {
			return
		}
		for _, p := range t.Pieces {
			if p.Expr != nil {
				c.p.sayings[p.Expr] = c.num(p.Expr)
			}
		}
	}
	for _, e := range c.p.ir.Events {
		for _, r := range e.Requires {
			see(r.Reason)
		}
		for _, t := range e.Tells {
			see(t.Text)
			if t.When != nil {
				c.p.sayings[t.When] = c.num(t.When)
			}
		}
	}
	for _, r := range c.p.ir.Records {
		for _, q := range r.Requires {
			see(q.Reason)
		}
	}
	for _, b := range c.p.ir.Blocks {
		for _, k := range b.Clauses {
			see(k.Reason)
			if k.Modify != nil {
				see(k.Modify.Label)
			}
		}
	}
	c.eachStmt(func(s *ir.Stmt) { see(s.Message) })
}

// Acts tells whether an entity is of the record that acts.
func (m *Machine) Acts(e int64) bool {
	return m.p.ir.Actor != nil && m.mem[e+entRecord] == int64(m.p.ir.Actor.Index) && m.mem[e+entAlive] != 0
}

// Cells lists the squares an entity stands on.
func (m *Machine) Cells(e int64) []space.Cell {
	if r, ok := m.rect(e); ok && m.grid != nil {
		return space.Footprint(r, nil)
	}
	return nil
}
