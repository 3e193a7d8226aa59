package record

import (
	"fmt"
	"strconv"
	"strings"

	"rulec/interp"
	"rulec/lang/ir"
)

// writer writes values of a scene as formulas.
type writer struct {
	prog   *ir.Program
	names  map[*ir.Thing]string
	length *ir.Dimension // of a plane
}

// newWriter gives every thing of a scene a name that no declaration has.
func newWriter(p *ir.Program, s *ir.Scene) *writer {
	w := &writer{prog: p, names: map[*ir.Thing]string{}}
	for _, x := range p.Spaces {
		if x.Unit != nil {
			w.length = x.Unit.Dim
		}
	}
	taken := takenNames(p)
	for _, t := range s.Things {
		name := identifier(t.Name)
		for taken[name] {
			name += "_"
		}
		taken[name] = true
		w.names[t] = name
	}
	return w
}

// takenNames are those that mean something in the pack: a given may not hide them.
func takenNames(p *ir.Program) map[string]bool {
	out := map[string]bool{}
	for _, n := range []string{"everyone", "actions", "true", "false", "none", "self", "not", "and", "or", "in", "is", "has", "any", "all",
		"map", "for", "with", "suppose", "given", "when", "then", "covers", "do", "rolls", "before", "after", "never", "always", "refuse", "by", "to", "as", "at"} {
		out[n] = true
	}
	add := func(d *ir.Decl) { out[d.Name] = true }
	for _, x := range p.Units {
		add(&x.Decl)
		out[x.Name+"s"] = true
	}
	for _, x := range p.Enums {
		add(&x.Decl)
		for _, m := range x.Members {
			out[m] = true
		}
	}
	for _, x := range p.Records {
		add(&x.Decl)
		out[x.Plural] = true
	}
	for _, x := range p.Values {
		add(&x.Decl)
	}
	for _, x := range p.Resources {
		add(&x.Decl)
	}
	for _, x := range p.Events {
		add(&x.Decl)
		for _, o := range x.Outcomes {
			out[o] = true
		}
	}
	for _, x := range p.Moments {
		add(&x.Decl)
	}
	for _, x := range p.Conditions {
		add(&x.Decl)
	}
	for _, x := range p.Options {
		add(&x.Decl)
		if x.Enum != nil {
			for _, m := range x.Enum.Members {
				out[m] = true
			}
		}
	}
	return out
}

// identifier makes a name of the language from what people call a thing.
func identifier(s string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(s) {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			b.WriteRune(c)
		default:
			b.WriteByte('_')
		}
	}
	name := strings.Trim(b.String(), "_")
	if name == "" || name[0] >= '0' && name[0] <= '9' || isDie(name) {
		name = "it_" + name
	}
	return name
}

// isDie tells whether a name would be read as a die.
func isDie(name string) bool {
	rest := strings.TrimLeft(name, "0123456789")
	if !strings.HasPrefix(rest, "d") {
		return false
	}
	_, err := strconv.Atoi(rest[1:])
	return err == nil
}

// formula writes an expression of a data file.
func (w *writer) formula(e *ir.Expr) (string, error) {
	switch e.Op {
	case ir.Const:
		return w.word(e.Type, e.Int)
	case ir.TextConst:
		return quoted(e.Str)
	case ir.DiceConst:
		return e.Str, nil
	case ir.AbsentOp:
		return "none", nil
	case ir.ListOp:
		items, err := w.list(e.Args)
		return "[" + items + "]", err
	case ir.MapOp:
		var out []string
		for i, k := range e.Keys {
			s, err := w.formula(e.Args[i])
			if err != nil {
				return "", err
			}
			out = append(out, e.Type.Enum.Members[k]+": "+s)
		}
		return "{ " + strings.Join(out, ", ") + " }", nil
	case ir.NewOp:
		return w.record(e)
	case ir.ThingOp:
		if n, ok := w.names[e.Thing]; ok {
			return n, nil
		}
	case ir.PlaceOp:
		return interp.PlaceName(interp.PlaceWord(int(e.Keys[0]), int(e.Keys[1]))), nil
	case ir.CondValue:
		return w.call(e.Cond.Name, e.Cond.Params, e.Args)
	case ir.MomentOp:
		return w.call(e.Moment.Name, e.Moment.Params, e.Args)
	case ir.DeedOp:
		return w.call(e.Event.Name, e.Event.Params, e.Args)
	case ir.ActionOp, ir.EventOp:
		return e.Event.Name, nil
	case ir.NativeOp:
		items, err := w.list(e.Args)
		return e.Native + "(" + items + ")", err
	case ir.NegOp:
		s, err := w.formula(e.Args[0])
		return "-" + s, err
	case ir.DiceAddOp:
		a, err := w.formula(e.Args[0])
		if err != nil {
			return "", err
		}
		b, err := w.formula(e.Args[1])
		if e.Int < 0 {
			return a + " - " + b, err
		}
		return a + " + " + b, err
	}
	return "", fmt.Errorf("%q cannot be written as a formula of an example", e.Span.Text())
}

func (w *writer) list(args []*ir.Expr) (string, error) {
	var out []string
	for _, a := range args {
		s, err := w.formula(a)
		if err != nil {
			return "", err
		}
		out = append(out, s)
	}
	return strings.Join(out, ", "), nil
}

// call writes a name with those arguments that are given, by label.
func (w *writer) call(name string, params []*ir.Local, args []*ir.Expr) (string, error) {
	var out []string
	for i, a := range args {
		if a == nil {
			continue
		}
		s, err := w.formula(a)
		if err != nil {
			return "", err
		}
		out = append(out, params[i].Name+": "+s)
	}
	if len(out) == 0 {
		return name, nil
	}
	return name + "(" + strings.Join(out, ", ") + ")", nil
}

func (w *writer) record(e *ir.Expr) (string, error) {
	var out []string
	for i, a := range e.Args {
		f := e.Record.Fields[i]
		if a == nil || a == f.Default {
			continue
		}
		s, err := w.formula(a)
		if err != nil {
			return "", err
		}
		out = append(out, f.Name+": "+s)
	}
	return e.Record.Name + "(" + strings.Join(out, ", ") + ")", nil
}

func quoted(s string) (string, error) {
	if strings.ContainsAny(s, "\"{}\\\n") {
		return "", fmt.Errorf("the text %q cannot be written in an example", s)
	}
	return `"` + s + `"`, nil
}

// word writes a value of a simple type.
func (w *writer) word(t *ir.Type, v int64) (string, error) {
	if v == interp.None {
		return "none", nil
	}
	switch t.Kind {
	case ir.Int:
		return strconv.FormatInt(v, 10), nil
	case ir.Bool:
		return strconv.FormatBool(v != 0), nil
	case ir.EnumKind:
		return t.Enum.Name + "." + t.Enum.Members[v], nil
	case ir.Quantity:
		return w.quantity(t.Dim, v), nil
	}
	return "", fmt.Errorf("a %s cannot be written in an example", t)
}

// quantity writes an amount in the base unit of its dimension.
func (w *writer) quantity(d *ir.Dimension, v int64) string {
	best := d.Base
	for _, u := range w.prog.Units {
		if u.Dim == d && u.Factor > best.Factor && v%u.Factor == 0 && v != 0 {
			best = u
		}
	}
	n, name := v/best.Factor, best.Name
	if n != 1 && n != -1 && len(name) > 2 {
		name += "s"
	}
	if n < 0 {
		return "-(" + strconv.FormatInt(-n, 10) + " " + name + ")"
	}
	return strconv.FormatInt(n, 10) + " " + name
}

// pick writes an answer to a choice.
func (w *writer) pick(m *interp.Machine, q *interp.Question, answer int) (string, error) {
	who, ok := w.nameOf(m, q.Who)
	if !ok {
		return "", fmt.Errorf("%s chose something and is nothing that the encounter names", m.Name(q.Who))
	}
	if answer >= len(q.Deeds) {
		s, err := w.value(m, q.Type, q.Values[answer])
		return who + " takes " + s, err
	}
	d := &q.Deeds[answer]
	var args []string
	for i, p := range d.Action.Params {
		if d.Args[i] == interp.None {
			continue
		}
		s, err := w.value(m, p.Type, d.Args[i])
		if err != nil {
			return "", fmt.Errorf("what %s chose cannot be written: %v", m.Name(q.Who), err)
		}
		args = append(args, p.Name+": "+s)
	}
	s := who + " takes " + d.Action.Name
	if len(args) > 0 {
		s += "(" + strings.Join(args, ", ") + ")"
	}
	return s, nil
}

// value writes a value of a running machine.
func (w *writer) value(m *interp.Machine, t *ir.Type, v int64) (string, error) {
	if t.Entity() && v != interp.None {
		if n, ok := w.nameOf(m, v); ok {
			return n, nil
		}
		return "", fmt.Errorf("%s has no name in the encounter", m.Name(v))
	}
	if t.Kind == ir.PlaceKind && v != interp.None {
		if n, ok := w.nameOf(m, v); ok {
			return n, nil
		}
		if x, y, ok := m.PointOf(v); ok {
			return "point(" + w.quantity(w.length, x) + ", " + w.quantity(w.length, y) + ")", nil
		}
		return m.Show(t, v), nil
	}
	return w.word(t, v)
}

// nameOf is the name of the thing that an entity or place was.
func (w *writer) nameOf(m *interp.Machine, e int64) (string, bool) {
	if t := m.ThingAt(e); t != nil {
		return w.names[t], true
	}
	return "", false
}
