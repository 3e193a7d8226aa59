package data

import (
	"strings"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/tomltree"
)

// on tells whether the scene's space is of a kind.
func (r *reader) on(kind string) bool { return r.space != nil && r.space.Name == kind }

// points reads `at` on a plane: a point, or a list of them.
func (r *reader) points(v *tomltree.Value) []*ir.Expr {
	items := []*tomltree.Value{v}
	if v.Kind == tomltree.KindArray && !pair(v) && !lengths(v) {
		items = v.Each(r.log, `an entry of "at"`, tomltree.KindString, tomltree.KindArray)
	}
	var out []*ir.Expr
	for _, item := range items {
		x := r.point(item)
		if x == nil {
			return nil
		}
		out = append(out, x)
	}
	return out
}

// pair tells whether a list is one point: two lengths, neither of which is a
// formula for a point.
func pair(v *tomltree.Value) bool {
	return len(v.Items) == 2 && lengths(v)
}

// lengths tells whether a list holds lengths alone, so that it was meant as one point.
func lengths(v *tomltree.Value) bool {
	for _, i := range v.Items {
		if i.Kind != tomltree.KindString || strings.HasSuffix(i.Str, ")") {
			return false
		}
	}
	return true
}

// point is `["3 m", "5 m"]`, or a text that the rules read as a place.
func (r *reader) point(v *tomltree.Value) *ir.Expr {
	if !v.Want(r.log, "a point", tomltree.KindString, tomltree.KindArray) {
		return nil
	}
	if v.Kind == tomltree.KindString {
		return r.formula(v, ir.PlaceType)
	}
	if !pair(v) {
		r.log.Errorf(diag.WrongValue, v.Span, "this is no point").WithHelp(`write two lengths, how far to the right and how far down: ["3 %s", "5 %[1]s"]`, r.space.Unit.Name)
		return nil
	}
	t := &ir.Type{Kind: ir.Quantity, Dim: r.space.Unit.Dim}
	out := &ir.Expr{Op: ir.NativeOp, Native: "point", Type: ir.PlaceType, Span: v.Span}
	for _, i := range v.Items {
		x := r.formula(i, t)
		if x == nil {
			return nil
		}
		out.Args = append(out.Args, x)
	}
	return out
}

// reference is the name of another thing of the scene. Which one it is is known
// when all are made.
func (r *reader) reference(v *tomltree.Value, t *ir.Type, what string) *ir.Expr {
	if !v.Want(r.log, quote(what), tomltree.KindString) {
		return nil
	}
	return &ir.Expr{Op: ir.ThingOp, Str: v.Str, Type: t, Span: v.Span}
}

// references finds the things that others name.
func (f *filler) references() {
	for _, t := range f.scene.Things {
		for _, x := range t.Fields {
			x.Value.Walk(f.resolve)
		}
	}
}

func (f *filler) resolve(x *ir.Expr) {
	if x.Op != ir.ThingOp || x.Thing != nil {
		return
	}
	var names []string
	for _, t := range f.scene.Things {
		if !(&ir.Type{Kind: ir.RecordKind, Record: t.Record}).Fits(x.Type.Sure()) {
			if t.Name == x.Str {
				f.log.Errorf(diag.UnknownEntry, x.Span, "%q is a %s, and a %s is wanted", t.Name, t.Record.Name, x.Type.Record.Name).
					WithRelated(t.Span, "named here")
				return
			}
			continue
		}
		if t.Name == x.Str {
			x.Thing = t
			return
		}
		names = append(names, t.Name)
	}
	suggest(f.log.Errorf(diag.UnknownEntry, x.Span, "no %s of this encounter is called %q", x.Type.Record.Name, x.Str), x.Str, names)
}
