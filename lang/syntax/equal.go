package syntax

import "reflect"

// Equal tells whether two files say the same: the same tree and the same comments
// in the same order, wherever they stand.
func Equal(a, b *File) bool {
	if len(a.Comments) != len(b.Comments) {
		return false
	}
	for i := range a.Comments {
		if a.Comments[i].Text != b.Comments[i].Text {
			return false
		}
	}
	return equal(reflect.ValueOf(a.Decls), reflect.ValueOf(b.Decls))
}

var placeType = reflect.TypeOf(Place{})

// equal compares two parts of trees; places do not count.
func equal(a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Interface:
		return a.IsNil() == b.IsNil() && (a.IsNil() || equal(a.Elem(), b.Elem()))
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !equal(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		if a.Type() == placeType {
			return true
		}
		for i := range a.NumField() {
			if !equal(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return a.Equal(b)
}
