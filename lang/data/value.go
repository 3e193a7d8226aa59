package data

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/tomltree"
)

func quote(s string) string { return strconv.Quote(s) }

var diceText = regexp.MustCompile(`^\s*\d*d\d+`)

// value makes a constant formula of a type from a value of a file, or nil after a
// fault. what names the place in messages.
func (r *reader) value(v *tomltree.Value, t *ir.Type, what string) *ir.Expr {
	if t.Opt {
		if v.Kind == tomltree.KindString && v.Str == "none" {
			return &ir.Expr{Op: ir.AbsentOp, Type: ir.NoneType, Span: v.Span}
		}
		t = t.Sure()
	}
	switch t.Kind {
	case ir.Bool:
		if !v.Want(r.log, quote(what), tomltree.KindBool) {
			return nil
		}
		n := int64(0)
		if v.Bool {
			n = 1
		}
		return &ir.Expr{Op: ir.Const, Int: n, Type: t, Span: v.Span}
	case ir.Int:
		return r.number(v, t, what)
	case ir.Text:
		if !v.Want(r.log, quote(what), tomltree.KindString) {
			return nil
		}
		return &ir.Expr{Op: ir.TextConst, Str: v.Str, Type: t, Span: v.Span}
	case ir.Dice:
		if v.Kind == tomltree.KindInt {
			return r.formulaText(strconv.FormatInt(v.Int, 10), v.Span, t)
		}
		return r.text(v, t, what)
	case ir.Quantity:
		if v.Kind == tomltree.KindInt {
			r.log.Errorf(diag.WrongUnit, v.Span, "%q is a %s, and this number has no unit", what, t.Dim.Name).
				WithHelp("write a text with a unit: \"%d %s\"", v.Int, r.unit(t.Dim))
			return nil
		}
		return r.text(v, t, what)
	case ir.EnumKind:
		return r.member(v, t, what)
	case ir.RecordKind:
		return r.recordValue(v, t, what)
	case ir.List, ir.Set:
		if !t.Path {
			return r.listValue(v, t, what)
		}
	case ir.Map:
		return r.mapValue(v, t, what)
	case ir.PlaceKind:
		return r.place(v, t, what)
	case ir.CondKind, ir.MomentKind, ir.DeedKind, ir.ActionKind, ir.EventName, ir.ShapeKind:
		return r.text(v, t, what)
	case ir.Invalid:
		return nil
	}
	r.log.Errorf(diag.WrongValue, v.Span, "%q is a %s, which only the rules can give", what, t)
	return nil
}

// unit is the unit of a dimension that people use: the largest the pack declares
// last is a guess; the base unit is certain.
func (r *reader) unit(d *ir.Dimension) string {
	name := d.Base.Name
	for _, u := range r.prog.Units {
		if u.Dim == d && (u.RoundDown || u.RoundUp) {
			name = u.Name
		}
	}
	return name
}

func (r *reader) number(v *tomltree.Value, t *ir.Type, what string) *ir.Expr {
	if v.Kind == tomltree.KindString && diceText.MatchString(v.Str) {
		r.log.Errorf(diag.WrongValue, v.Span, "%q wants a whole number, and dice stand here", what).
			WithHelp("a number of a file is fixed before the fight; give its average, or a field of type dice")
		return nil
	}
	if !v.Want(r.log, quote(what), tomltree.KindInt) {
		return nil
	}
	if v.Int > maxNumber || v.Int < -maxNumber {
		r.log.Errorf(diag.OutOfBounds, v.Span, "%d is too large a number", v.Int)
		return nil
	}
	return &ir.Expr{Op: ir.Const, Int: v.Int, Type: t, Span: v.Span}
}

// maxNumber leaves room to add and multiply.
const maxNumber = 1 << 40

// text checks that a value is a text and reads it as a formula.
func (r *reader) text(v *tomltree.Value, t *ir.Type, what string) *ir.Expr {
	if !v.Want(r.log, quote(what), tomltree.KindString) {
		return nil
	}
	return r.formula(v, t)
}

func (r *reader) formula(v *tomltree.Value, t *ir.Type) *ir.Expr {
	return r.formulaText(v.Str, v.Span, t)
}

func (r *reader) formulaText(text string, at source.Span, t *ir.Type) *ir.Expr {
	x := r.pack.Env.Formula(text, at, t, r.log)
	if x == nil {
		return nil
	}
	fixed := true
	x.Walk(func(e *ir.Expr) {
		switch e.Op {
		case ir.Const, ir.TextConst, ir.DiceConst, ir.DiceAddOp, ir.ListOp, ir.MapOp, ir.NewOp, ir.CondValue,
			ir.MomentOp, ir.DeedOp, ir.ActionOp, ir.EventOp, ir.AbsentOp, ir.PlaceOp, ir.NegOp:
		case ir.NativeOp: // points and shapes of a plane
			k := e.Type.Kind
			fixed = fixed && (k == ir.PlaceKind || k == ir.ShapeKind)
		default:
			fixed = false
		}
	})
	if !fixed {
		r.log.Errorf(diag.WrongValue, at, "a value of a file is fixed, and this one is worked out from something")
		return nil
	}
	x.Span = at
	return x
}

func (r *reader) member(v *tomltree.Value, t *ir.Type, what string) *ir.Expr {
	if !v.Want(r.log, quote(what), tomltree.KindString) {
		return nil
	}
	i := slices.Index(t.Enum.Members, v.Str)
	if i < 0 {
		suggest(r.log.Errorf(diag.WrongValue, v.Span, "%q is no %s", v.Str, t.Enum.Name), v.Str, t.Enum.Members)
		return nil
	}
	return &ir.Expr{Op: ir.Const, Int: int64(i), Type: t, Enum: t.Enum, Span: v.Span}
}

// recordValue is a plain record: the name of a template, a table, or a formula.
func (r *reader) recordValue(v *tomltree.Value, t *ir.Type, what string) *ir.Expr {
	if t.Record.Entity || t.Record.Place {
		return r.reference(v, t, what)
	}
	if t.Record == r.prog.Held {
		r.log.Errorf(diag.WrongValue, v.Span, "%q is a %s of the fight, which a file cannot give", what, t.Record.Name)
		return nil
	}
	if !v.Want(r.log, quote(what), tomltree.KindString, tomltree.KindTable) {
		return nil
	}
	if v.Kind == tomltree.KindString {
		if strings.Contains(v.Str, "(") {
			return r.formula(v, t)
		}
		tmpl := r.find(t.Record, v)
		if tmpl == nil {
			return nil
		}
		x := r.made(t, tmpl.form, tmpl.table.Span, quote(tmpl.name), v.Span)
		if x != nil {
			x.Str = strings.ReplaceAll(tmpl.name, "_", " ") // what people call it
		}
		return x
	}
	var base form
	if of := v.Table.Want(r.log, "template", tomltree.KindString); of != nil {
		tmpl := r.find(t.Record, of)
		if tmpl == nil {
			return nil
		}
		base = tmpl.form
	}
	return r.made(t, r.fields(t.Record, v.Table, base, false, "template"), v.Span, "this "+t.Record.Name, v.Span)
}

// made is a new record with what is given for its fields.
func (r *reader) made(t *ir.Type, f form, lack source.Span, what string, at source.Span) *ir.Expr {
	if !r.complete(t.Record, f, lack, what) {
		return nil
	}
	x := &ir.Expr{Op: ir.NewOp, Record: t.Record, Type: t, Span: at}
	for _, l := range t.Record.Fields {
		x.Args = append(x.Args, r.full(t.Record, l, f.given[l]))
	}
	return x
}

func (r *reader) listValue(v *tomltree.Value, t *ir.Type, what string) *ir.Expr {
	if !v.Want(r.log, quote(what), tomltree.KindArray) {
		return nil
	}
	if t.Cap > 0 && len(v.Items) > t.Cap {
		r.log.Errorf(diag.WrongValue, v.Items[t.Cap].Span, "%q holds at most %d, and this is one more", what, t.Cap)
		return nil
	}
	out := &ir.Expr{Op: ir.ListOp, Type: t, Span: v.Span}
	good := true
	for _, item := range v.Items {
		x := r.value(item, t.Elem, "an entry of "+what)
		out.Args = append(out.Args, x)
		good = good && x != nil
	}
	if !good {
		return nil
	}
	return out
}

func (r *reader) mapValue(v *tomltree.Value, t *ir.Type, what string) *ir.Expr {
	if !v.Want(r.log, quote(what), tomltree.KindTable) {
		return nil
	}
	out := &ir.Expr{Op: ir.MapOp, Type: t, Span: v.Span}
	good := true
	for _, k := range v.Table.Keys {
		i := slices.Index(t.Enum.Members, k.Name)
		if i < 0 {
			suggest(r.log.Errorf(diag.UnknownKey, k.Span, "%q is no %s", k.Name, t.Enum.Name), k.Name, t.Enum.Members)
			good = false
			continue
		}
		x := r.value(k.Value, t.Elem, k.Name)
		out.Keys, out.Args = append(out.Keys, int64(i)), append(out.Args, x)
		good = good && x != nil
	}
	if !good {
		return nil
	}
	return out
}

func (r *reader) place(v *tomltree.Value, t *ir.Type, what string) *ir.Expr {
	if r.on("plane") && r.board == nil {
		return r.point(v)
	}
	if !v.Want(r.log, quote(what), tomltree.KindString) {
		return nil
	}
	x, y, ok := check.Square(v.Str)
	if !ok {
		r.log.Errorf(diag.WrongValue, v.Span, "%q is no square: a square is a letter for its column and a number for its row, as C4", v.Str)
		return nil
	}
	if b := r.board; b != nil && !b.holds(x, y, 1) {
		r.offMap(v.Span, square(x, y))
		return nil
	}
	return &ir.Expr{Op: ir.PlaceOp, Type: t, Keys: []int64{int64(x), int64(y)}, Span: v.Span}
}

// merge puts the keys of a map over those that were given before; anything else
// takes the place of what was given.
func merge(x, old *ir.Expr) *ir.Expr {
	if old == nil || x.Op != ir.MapOp || old.Op != ir.MapOp {
		return x
	}
	out := *x
	out.Keys, out.Args = slices.Clone(x.Keys), slices.Clone(x.Args)
	for i, k := range old.Keys {
		if !slices.Contains(out.Keys, k) {
			out.Keys, out.Args = append(out.Keys, k), append(out.Args, old.Args[i])
		}
	}
	return &out
}

// full completes a map with the default of its field.
func (r *reader) full(rec *ir.Record, f *ir.Local, x *ir.Expr) *ir.Expr {
	if x == nil || x.Op != ir.MapOp {
		return x
	}
	d := defaultOf(rec, f)
	switch {
	case d == nil:
	case d.Op == ir.MapOp:
		return merge(x, d)
	case d.Op == ir.Const || d.Op == ir.DiceConst || d.Op == ir.CondValue:
		all := &ir.Expr{Op: ir.MapOp}
		for k := range f.Type.Enum.Members {
			all.Keys, all.Args = append(all.Keys, int64(k)), append(all.Args, d)
		}
		return merge(x, all)
	}
	return x
}

func defaultOf(rec *ir.Record, f *ir.Local) *ir.Expr {
	if d := rec.Defaults[f]; d != nil {
		return d
	}
	return f.Default
}

// complete reports the fields that must be given and are not. Lists, sets and
// maps begin empty; what only the rules can give is theirs to give.
func (r *reader) complete(rec *ir.Record, given form, at source.Span, what string) bool {
	if given.broken {
		return true
	}
	var lack []string
	var first *ir.Local
	for _, f := range r.allFields(rec) {
		if given.given[f] != nil || f.HasDefault || defaultOf(rec, f) != nil || f.Type.Opt || f.Resource != nil {
			continue
		}
		switch f.Type.Kind {
		case ir.Bool, ir.Int, ir.Text, ir.Dice, ir.Quantity, ir.EnumKind, ir.CondKind, ir.MomentKind, ir.DeedKind, ir.ActionKind, ir.EventName, ir.ShapeKind:
		case ir.RecordKind:
			if f.Type.Record.Entity || f.Type.Record.Place {
				continue
			}
		default:
			continue
		}
		if first == nil {
			first = f
		}
		lack = append(lack, quote(f.Name))
	}
	if len(lack) == 0 {
		return true
	}
	r.log.Errorf(diag.MissingKey, at, "%s has no %s", what, list(lack)).
		WithRelated(first.Span, "declared without a default, so that each %s gives it", rec.Name)
	return false
}

// inBounds checks a number against the bounds of its field.
func (r *reader) inBounds(f *ir.Local, x *ir.Expr) {
	n, ok := x.Constant()
	if !ok || f.Type.Kind == ir.Bool {
		return
	}
	if f.Low != nil && n < *f.Low || f.High != nil && n > *f.High {
		r.log.Errorf(diag.OutOfBounds, x.Span, "%d is outside the bounds of %q", n, f.Name).WithRelated(f.Span, "bounds given here")
	}
}
