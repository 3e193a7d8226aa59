// Package same compares what two ways of reading and checking come to, for tests: trees
// and programs are webs of pointers, in which it matters what points at what and not
// which pointer it is.
package same

import (
	"fmt"
	"reflect"

	"rulec/lang/ir"
	"rulec/lang/source"
)

// graph compares two webs of pointers: each pointer of one must stand for the same
// pointer of the other wherever it is met. Places are compared by the name of their
// file, and types by what they say, for nothing hangs on which of two same types it is.
type graph struct {
	pair  map[any]any
	back  map[any]any
	types map[[2]any]bool
}

// Differ says where two values differ, or "".
func Differ(a, b any) string {
	g := &graph{map[any]any{}, map[any]any{}, map[[2]any]bool{}}
	return g.differ(reflect.ValueOf(a), reflect.ValueOf(b))
}

// differ says where, seen from here, and how.
func (g *graph) differ(a, b reflect.Value) string {
	if a.IsValid() != b.IsValid() {
		return fmt.Sprintf(": %v and %v", a.IsValid(), b.IsValid())
	}
	if !a.IsValid() {
		return ""
	}
	if a.Type() != b.Type() {
		return fmt.Sprintf(": %v and %v", a.Type(), b.Type())
	}
	switch a.Kind() {
	case reflect.Pointer:
		return g.pointers(a, b)
	case reflect.Interface:
		return g.differ(a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return fmt.Sprintf(": %d and %d elements", a.Len(), b.Len())
		}
		for i := range a.Len() {
			if d := g.differ(a.Index(i), b.Index(i)); d != "" {
				return fmt.Sprintf("[%d]%s", i, d)
			}
		}
		return ""
	case reflect.Map:
		return g.maps(a, b)
	case reflect.Struct:
		for i := range a.NumField() {
			if d := g.differ(a.Field(i), b.Field(i)); d != "" {
				return "." + a.Type().Field(i).Name + d
			}
		}
		return ""
	}
	if !a.Equal(b) {
		return fmt.Sprintf(": %v and %v", a, b)
	}
	return ""
}

func (g *graph) pointers(a, b reflect.Value) string {
	if a.IsNil() || b.IsNil() {
		if a.IsNil() != b.IsNil() {
			return fmt.Sprintf(": nil is %v and %v", a.IsNil(), b.IsNil())
		}
		return ""
	}
	x, y := a.Interface(), b.Interface()
	switch x := x.(type) {
	case *source.File:
		if y := y.(*source.File); x.Name != y.Name || x.Text != y.Text {
			return ": another file or text"
		}
		return ""
	case *ir.Type:
		if g.types[[2]any{x, y}] {
			return ""
		}
		g.types[[2]any{x, y}] = true
		return g.differ(a.Elem(), b.Elem())
	}
	if p, known := g.pair[x]; known || g.back[y] != nil {
		if p != y || g.back[y] != x {
			return ": another one of its kind"
		}
		return ""
	}
	g.pair[x], g.back[y] = y, x
	return g.differ(a.Elem(), b.Elem())
}

// maps compares maps whose keys are pointers that were met before.
func (g *graph) maps(a, b reflect.Value) string {
	if a.Len() != b.Len() || a.IsNil() != b.IsNil() {
		return fmt.Sprintf(": %d and %d entries", a.Len(), b.Len())
	}
	for _, k := range a.MapKeys() {
		other := g.pair[k.Interface()]
		if other == nil {
			return ": a key that nothing else points at"
		}
		v := b.MapIndex(reflect.ValueOf(other))
		if !v.IsValid() {
			return ": a key that is missing"
		}
		if d := g.differ(a.MapIndex(k), v); d != "" {
			return "[]" + d
		}
	}
	return ""
}
