package diff

import (
	"reflect"

	"rulec/lang/syntax"
)

// items compares two lists of parts: members, clauses, statements, arguments. What is
// the same goes together, then what is about the same, then what is left of one kind,
// in order, if it is as many on both sides.
func (c *comparer) items(a, b reflect.Value) {
	partner := make([]int, a.Len()) // of each old item the new one, or -1
	taken := make([]bool, b.Len())
	for i := range partner {
		partner[i] = -1
	}
	pair := func(fits func(x, y reflect.Value) bool) {
		for i := range partner {
			for j := 0; partner[i] < 0 && j < b.Len(); j++ {
				if !taken[j] && fits(a.Index(i), b.Index(j)) {
					partner[i], taken[j] = j, true
				}
			}
		}
	}
	for i := range min(a.Len(), b.Len()) { // most stand where they stood
		if c.equal(a.Index(i), b.Index(i)) {
			partner[i], taken[i] = i, true
		}
	}
	pair(c.equal)
	pair(func(x, y reflect.Value) bool { k := c.about(x); return k != "" && k == c.aboutNew(y) })
	left := map[reflect.Type]int{}
	for i, j := range partner {
		if j < 0 {
			left[dynamic(a.Index(i))]++
		}
	}
	for j, t := range taken {
		if !t {
			left[dynamic(b.Index(j))]--
		}
	}
	pair(func(x, y reflect.Value) bool { return dynamic(x) == dynamic(y) && left[dynamic(x)] == 0 })
	last, moved := -1, false
	for i, j := range partner {
		if j < 0 {
			continue
		}
		if ordered(a.Index(i)) {
			if j < last && !moved {
				moved = true
				c.inside(a.Index(i), func() { c.differ(Order, a.Index(i), b.Index(j)) })
			}
			last = max(last, j)
		}
		c.inside(a.Index(i), func() { c.compare(a.Index(i), b.Index(j)) })
	}
	for i, j := range partner {
		if j < 0 {
			c.alone(Removed, a.Index(i), reflect.Value{})
		}
	}
	for j, t := range taken {
		if !t {
			c.alone(Added, reflect.Value{}, b.Index(j))
		}
	}
}

// alone notes an item that the other side does not have.
func (c *comparer) alone(kind Kind, a, b reflect.Value) {
	v := a
	if !a.IsValid() {
		v = b
	}
	if t := dynamic(v); t == textType {
		kind = Text
	}
	x := &Change{Kind: kind}
	if a.IsValid() {
		x.Old, x.Before = shown(a)
	} else {
		x.New, x.After = shown(b)
	}
	c.add(x)
}

// inside does something with an item as the part that changes are in. Parts of
// formulas are too small to say where one is.
func (c *comparer) inside(v reflect.Value, do func()) {
	if t := dynamic(v); v.Type() == exprType || t == textType || t == identType || t == reflect.TypeFor[syntax.Arg]() {
		do()
		return
	}
	saved := c.part
	text, _ := shown(v)
	c.part = short(text)
	do()
	c.part = saved
}

// equal tells whether nothing differs, text included.
func (c *comparer) equal(a, b reflect.Value) bool {
	if dynamic(a) != dynamic(b) {
		return false
	}
	try := &comparer{renamed: c.renamed}
	try.compare(a, b)
	return len(try.list) == 0
}

// dynamic is the type of what an item is.
func dynamic(v reflect.Value) reflect.Type {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v.Type()
}

// node is an item as a node of the tree.
func node(v reflect.Value) any {
	if v.Kind() == reflect.Struct {
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		return p.Interface()
	}
	return v.Interface()
}

// about is what an item is known by among others of its kind, as the new pack would
// say it, or "" if nothing tells it apart.
func (c *comparer) about(v reflect.Value) string {
	k := c.aboutNew(v)
	if to := c.renamed[k]; to != "" {
		return to
	}
	return k
}

func (c *comparer) aboutNew(v reflect.Value) string {
	of := func(kind string, n syntax.Node) string { return kind + " " + oneLine(n.At().Text()) }
	switch x := node(v).(type) {
	case *syntax.Field:
		return "field " + x.Name.Name
	case *syntax.Value:
		return "value " + x.Name.Name
	case *syntax.Stage:
		return "stage " + x.Name.Name
	case *syntax.Attribute:
		return "attribute " + x.Name.Name
	case *syntax.Cost:
		return "cost " + x.Resource.Name
	case *syntax.Param:
		return "param " + x.Name.Name
	case *syntax.Arg:
		if x.Label.Name != "" {
			return "arg " + x.Label.Name
		}
	case *syntax.Ident:
		return x.Name
	case *syntax.Given:
		if x.Name.Name != "" {
			return "given " + x.Name.Name
		}
	case *syntax.Domain:
		return "domain " + x.Name.Name
	case *syntax.Hook:
		return "hook " + x.Name.Name
	case *syntax.Require:
		if x.Reason.Value != "" {
			return "require " + x.Reason.Value
		}
	case *syntax.Modify:
		return of("modify "+x.How, x.Head)
	case *syntax.Handler:
		return of("handler", x.Pattern.Occasion)
	case *syntax.On:
		return "on " + x.Outcome.Name
	case *syntax.Let:
		return "let " + x.Name.Name
	case *syntax.Roll:
		return "roll " + x.Name.Name
	case *syntax.Assign:
		return of("assign "+x.Op, x.Target)
	case *syntax.End:
		return "end " + x.Event.Name
	case *syntax.TacticLine:
		return of("do", x.Action)
	}
	return ""
}

// ordered tells whether it counts where among others an item stands.
func ordered(v reflect.Value) bool {
	switch x := node(v).(type) {
	case *syntax.Stage: // one that replaces another takes its place
		return !x.Override && !x.Removed
	case *syntax.Field, *syntax.Value, *syntax.Require, *syntax.Use, *syntax.Cost, *syntax.Attribute, *syntax.Asks,
		*syntax.Modify, *syntax.Forbid, *syntax.Includes, *syntax.Until, *syntax.While, *syntax.On, *syntax.Hook,
		*syntax.Text, *syntax.Covers:
		return false
	case *syntax.Arg:
		return x.Label.Name == ""
	}
	return true
}
