package lint

import (
	"regexp"
	"strings"

	"rulec/lang/tomltree"
)

var oddUnitRule = &Rule{
	Code: "L0223", Name: "odd_unit", Group: Suspicious, Level: Warning,
	Title: "a unit unlike that of all its siblings",
	run:   oddUnit,
}

var quantity = regexp.MustCompile(`^\s*(-?\d+)\s*([a-z_]+)\s*$`)

func oddUnit(c *Context) {
	type sibling struct {
		v    *tomltree.Value
		unit string
	}
	of := map[string][]sibling{}
	var order []string
	for _, f := range c.data {
		eachTable(f.table, "", func(path string, k *tomltree.Key) {
			if m := quantity.FindStringSubmatch(k.Value.Str); m != nil && k.Value.Kind == tomltree.KindString && c.isUnit(m[2]) {
				if of[path] == nil {
					order = append(order, path)
				}
				of[path] = append(of[path], sibling{k.Value, m[2]})
			}
		})
	}
	for _, path := range order {
		list := of[path]
		count := map[string]int{}
		for _, s := range list {
			count[s.unit]++
		}
		if len(list) < 5 || len(count) != 2 {
			continue
		}
		for i, s := range list {
			if count[s.unit] == 1 {
				other := list[(i+1)%len(list)]
				c.report(s.v.Span, "%q is in %s, and the other %d are in %s", path[strings.LastIndexByte(path, '.')+1:], s.unit, len(list)-1, other.unit).
					related(other.v.Span, "as here").help("look whether that is the unit that was meant")
			}
		}
	}
}

func (c *Context) isUnit(name string) bool {
	for _, u := range c.Program.Units {
		if u.Name == name || u.Name+"s" == name {
			return true
		}
	}
	return false
}
