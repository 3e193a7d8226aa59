package lint

import (
	"reflect"

	"rulec/lang/syntax"
)

var nodeType = reflect.TypeFor[syntax.Node]()

// Walk visits a node of a syntax tree and everything below it, parents first and
// in the order in which trees list their parts. It goes by reflection: the nodes
// are plain structs, and a rule that looks for one of them should not have to
// know where the others may stand.
func Walk(n any, visit func(syntax.Node)) {
	if n != nil {
		walkValue(reflect.ValueOf(n), visit)
	}
}

func walkValue(v reflect.Value, visit func(syntax.Node)) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			walkValue(v.Elem(), visit)
		}
	case reflect.Pointer:
		if v.IsNil() || !v.Type().Implements(nodeType) {
			return
		}
		visit(v.Interface().(syntax.Node))
		walkFields(v.Elem(), visit)
	case reflect.Struct:
		walkFields(v, visit)
	case reflect.Slice:
		for i := range v.Len() {
			walkValue(v.Index(i), visit)
		}
	}
}

func walkFields(v reflect.Value, visit func(syntax.Node)) {
	if v.Type().PkgPath() != reflect.TypeFor[syntax.Place]().PkgPath() {
		return // a span is no node
	}
	for i := range v.NumField() {
		walkValue(v.Field(i), visit)
	}
}
