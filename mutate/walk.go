package mutate

import (
	"reflect"

	"rulec/lang/syntax"
)

// path is the way from a declaration down to a node: the declaration first, the
// node last.
type path []syntax.Node

// node is where the path ends, above the n-th node above it (nil beyond the top).
func (p path) node() syntax.Node { return p[len(p)-1] }
func (p path) above(n int) syntax.Node {
	if n >= len(p) {
		return nil
	}
	return p[len(p)-1-n]
}

var nodeType = reflect.TypeFor[syntax.Node]()

// walk visits a node and all below it, in the order of the fields of the tree,
// which is the order in which things are written. visit tells whether to go on below.
func walk(n syntax.Node, visit func(p path) bool) {
	var down func(p path, v reflect.Value)
	down = func(p path, v reflect.Value) {
		switch v.Kind() {
		case reflect.Interface:
			if !v.IsNil() {
				down(p, v.Elem())
			}
		case reflect.Pointer:
			if v.IsNil() || !v.Type().Implements(nodeType) {
				return
			}
			p = append(p[:len(p):len(p)], v.Interface().(syntax.Node))
			if visit(p) {
				down(p, v.Elem())
			}
		case reflect.Slice:
			for i := range v.Len() {
				down(p, v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				switch v.Type().Field(i).Type.Kind() {
				case reflect.Interface, reflect.Pointer, reflect.Slice:
					down(p, v.Field(i))
				}
			}
		}
	}
	down(nil, reflect.ValueOf(n))
}
