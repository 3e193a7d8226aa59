package diff

import (
	"reflect"
	"strings"

	"rulec/lang/source"
	"rulec/lang/syntax"
)

// comparer compares two trees and notes the smallest parts that differ.
type comparer struct {
	renamed map[string]string // old names that have another one now
	of      string
	part    string // of the old tree, in which it is
	list    []*Change
}

func (c *comparer) add(x *Change) {
	x.Of, x.Part = c.of, c.part
	c.list = append(c.list, x)
}

// differ notes that one part stands where another stood. Either may be missing.
func (c *comparer) differ(kind Kind, a, b reflect.Value) {
	x := &Change{Kind: kind}
	x.Old, x.Before = shown(a)
	x.New, x.After = shown(b)
	c.add(x)
}

func (c *comparer) decls(a, b syntax.Decl) { c.compare(reflect.ValueOf(a), reflect.ValueOf(b)) }

var (
	placeType = reflect.TypeFor[syntax.Place]()
	headType  = reflect.TypeFor[syntax.Head]()
	identType = reflect.TypeFor[syntax.Ident]()
	textType  = reflect.TypeFor[syntax.Text]()
	exprType  = reflect.TypeFor[syntax.Expr]()
	nodeType  = reflect.TypeFor[syntax.Node]()
)

// compare compares two values of one static type.
func (c *comparer) compare(a, b reflect.Value) {
	switch a.Kind() {
	case reflect.Interface, reflect.Pointer:
		switch {
		case a.IsNil() && b.IsNil():
		case a.IsNil() || b.IsNil():
			c.differ(kindOf(a, b), a, b)
		case a.Kind() == reflect.Interface && a.Elem().Type() != b.Elem().Type():
			c.differ(Formula, a, b)
		case number(a) && number(b):
			if x, y := value(a), value(b); x != y {
				c.differ(Number, a, b)
			}
		default:
			c.compare(a.Elem(), b.Elem())
		}
	case reflect.Slice:
		if a.Type().Elem().Implements(nodeType) || reflect.PointerTo(a.Type().Elem()).Implements(nodeType) {
			c.items(a, b)
		}
	case reflect.Struct:
		c.structs(a, b)
	}
}

// kindOf tells what a part is that one side lacks.
func kindOf(a, b reflect.Value) Kind {
	for _, v := range []reflect.Value{a, b} {
		if !v.IsNil() && v.Type() == reflect.PointerTo(textType) {
			return Text
		}
	}
	return Formula
}

// structs compares nodes field by field. A node whose own words differ, and not only
// parts of it, differs as a whole.
func (c *comparer) structs(a, b reflect.Value) {
	switch a.Type() {
	case placeType:
		return
	case headType:
		c.heads(a, b)
		return
	case identType:
		x, y := a.Interface().(syntax.Ident).Name, b.Interface().(syntax.Ident).Name
		if x != y && !c.follows(x, y) {
			c.differ(Name, a, b)
		}
		return
	case textType:
		if a.Interface().(syntax.Text).Value != b.Interface().(syntax.Text).Value {
			c.differ(Text, a, b)
		}
		return
	}
	if n, ok := a.Interface().(syntax.Name); ok {
		if m := b.Interface().(syntax.Name); n.Name != m.Name && !c.follows(n.Name, m.Name) {
			c.differ(Name, a, b)
		}
		return
	}
	for i := range a.NumField() {
		f := a.Type().Field(i)
		switch f.Type.Kind() {
		case reflect.String, reflect.Bool, reflect.Int, reflect.Int64:
			if f.Name != "Doc" && !a.Field(i).Equal(b.Field(i)) {
				c.differ(Formula, a, b)
				return
			}
		case reflect.Slice:
			if f.Type.Elem().Kind() == reflect.Int && !reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
				c.differ(Number, a, b)
				return
			}
		}
	}
	for i := range a.NumField() {
		c.compare(a.Field(i), b.Field(i))
	}
}

// follows tells whether one name is the new name of what the other was the old one of.
func (c *comparer) follows(old, now string) bool {
	to, ok := c.renamed[old]
	return ok && to == now
}

// heads compares what every declaration has. Whether it overrides and what it is called
// is known already.
func (c *comparer) heads(a, b reflect.Value) {
	for _, name := range []string{"Printed", "Cites", "Gaps", "Own"} {
		c.compare(a.FieldByName(name), b.FieldByName(name))
	}
}

// number tells whether a formula is a number as it is written, sign included, or dice.
func number(v reflect.Value) bool {
	switch x := v.Interface().(type) {
	case *syntax.Int, *syntax.Dice:
		return true
	case *syntax.Unary:
		_, ok := x.X.(*syntax.Int)
		return ok && x.Op == "-"
	}
	return false
}

// value is a number as it counts: however it is written.
func value(v reflect.Value) any {
	type counted struct {
		of   int64
		unit string
	}
	switch x := v.Interface().(type) {
	case *syntax.Int:
		return counted{x.Value, x.Unit.Name}
	case *syntax.Unary:
		n := x.X.(*syntax.Int)
		return counted{-n.Value, n.Unit.Name}
	case *syntax.Dice:
		return x.Text
	}
	return nil
}

// shown is a part as it is written, on one line and without comments, and its place.
func shown(v reflect.Value) (string, source.Span) {
	for v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() == reflect.Pointer && v.IsNil() || !v.IsValid() || v.Kind() == reflect.Interface {
		return "", source.Span{}
	}
	n, ok := v.Interface().(syntax.Node)
	if !ok || !n.At().Valid() {
		return "", source.Span{}
	}
	return oneLine(n.At().Text()), n.At()
}

// oneLine takes comments and line ends out of a text of the language.
func oneLine(text string) string {
	var b strings.Builder
	for _, line := range strings.Split(text, "\n") {
		quoted := false
		for i := 0; i < len(line); i++ {
			if line[i] == '\\' && quoted {
				i++
			} else if line[i] == '"' {
				quoted = !quoted
			} else if !quoted && strings.HasPrefix(line[i:], "//") {
				line = line[:i]
				break
			}
		}
		b.WriteString(line + " ")
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// longest is how much of a part is shown where it only says where one is.
const longest = 72

// short is the beginning of a part, up to its block.
func short(text string) string {
	head, _, _ := strings.Cut(text, " {")
	if r := []rune(head); len(r) > longest {
		return string(r[:longest]) + "..."
	}
	return head
}
