package format

import (
	"reflect"

	"rulec/lang/syntax"
)

// markRoles asks the tree which minus is a sign and which question marks belong to
// types; the others are choices between two formulas.
func markRoles(tokens []token, tree *syntax.File) {
	sign, optional := map[int]bool{}, map[int]bool{}
	visit(reflect.ValueOf(tree.Decls), func(n any) {
		switch n := n.(type) {
		case *syntax.Unary:
			sign[n.Span.Start] = true
		case *syntax.Type:
			for at := n.Span.Start; n.Optional && at < n.Span.End; at++ {
				if n.Span.File.Text[at] == '?' {
					optional[at] = true
				}
			}
		}
	})
	choices := []int{0} // the `?` without their `:`, by depth of brackets
	for i := range tokens {
		t := &tokens[i]
		top := len(choices) - 1
		switch {
		case t.opens():
			choices = append(choices, 0)
		case t.closes() && top > 0:
			choices = choices[:top]
		case t.op("-"):
			t.sign = sign[t.Offset]
		case t.op("?") && optional[t.Offset]:
			t.tight = true
		case t.op("?"):
			t.choice = true
			choices[top]++
		case t.op(":") && choices[top] > 0:
			t.choice = true
			choices[top]--
		}
	}
}

// visit shows every node of a tree.
func visit(v reflect.Value, show func(any)) {
	switch v.Kind() {
	case reflect.Interface:
		visit(v.Elem(), show)
	case reflect.Pointer:
		if !v.IsNil() {
			show(v.Interface())
			visit(v.Elem(), show)
		}
	case reflect.Slice:
		for i := range v.Len() {
			visit(v.Index(i), show)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeOf(syntax.Place{}) {
			return
		}
		for i := range v.NumField() {
			visit(v.Field(i), show)
		}
	}
}

// pairChoices finds the `?` of each `:` of a choice.
func pairChoices(tokens []token) {
	open := [][]int{nil}
	for i := range tokens {
		t := &tokens[i]
		top := len(open) - 1
		switch {
		case t.opens():
			open = append(open, nil)
		case t.closes() && top > 0:
			open = open[:top]
		case t.choice && t.op("?"):
			open[top] = append(open[top], i)
		case t.choice:
			last := len(open[top]) - 1
			t.pair = open[top][last]
			open[top] = open[top][:last]
		}
	}
}
