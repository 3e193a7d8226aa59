package source

import (
	"reflect"
	"sync"
)

// Finder lists the places in a tree of pointers, slices and structs, so that they can
// be moved when the text around them changes.
type Finder struct {
	Found []*Span // in the order in which they were met; nowhere is not a place
	stop  func(pointer any) bool
	seen  map[any]bool
}

// Places makes a Finder that does not look behind the pointers for which stop holds.
func Places(stop func(pointer any) bool) *Finder {
	return &Finder{stop: stop, seen: map[any]bool{}}
}

var spanType = reflect.TypeFor[Span]()

// In adds the places in a value. A struct must be reached through a pointer, or it has
// no place that could be moved.
func (w *Finder) In(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || !v.CanInterface() || !plans(v.Type().Elem()).some {
			return
		}
		p := v.Interface()
		if w.seen[p] || w.stop(p) {
			return
		}
		w.seen[p] = true
		w.In(v.Elem())
	case reflect.Interface:
		if !v.IsNil() {
			w.In(v.Elem())
		}
	case reflect.Slice:
		if plans(v.Type().Elem()).some {
			for i := range v.Len() {
				w.In(v.Index(i))
			}
		}
	case reflect.Struct:
		if v.Type() == spanType {
			if s := v.Addr().Interface().(*Span); s.File != nil {
				w.Found = append(w.Found, s)
			}
			return
		}
		for _, i := range plans(v.Type()).fields {
			w.In(v.Field(i))
		}
	}
}

// plan says which fields of a type can lead to a place.
type plan struct {
	some   bool
	fields []int
}

var planOf sync.Map // by reflect.Type

func plans(t reflect.Type) plan {
	if p, ok := planOf.Load(t); ok {
		return p.(plan)
	}
	p := plan{some: leads(t, map[reflect.Type]bool{})}
	if t.Kind() == reflect.Struct && t != spanType {
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && plans(f.Type).some {
				p.fields = append(p.fields, i)
			}
		}
	}
	planOf.Store(t, p)
	return p
}

// leads tells whether a place can be reached from a type; behind an interface there
// may always be one.
func leads(t reflect.Type, seen map[reflect.Type]bool) bool {
	switch {
	case t == spanType || t.Kind() == reflect.Interface:
		return true
	case seen[t]:
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return leads(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && leads(f.Type, seen) {
				return true
			}
		}
	}
	return false
}
