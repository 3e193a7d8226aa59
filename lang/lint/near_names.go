package lint

import (
	"strings"

	"rulec/lang/source"
)

var nearNamesRule = &Rule{
	Code: "L0224", Name: "near_names", Group: Suspicious, Level: Warning,
	Title: "two names that differ by one slip of the key",
	run:   nearNames,
}

func nearNames(c *Context) {
	type named struct {
		name string
		at   source.Span
	}
	groups := map[string][]named{}
	var order []string
	add := func(group, name string, at source.Span) {
		if len(name) < 6 || at.File == nil {
			return
		}
		if groups[group] == nil {
			order = append(order, group)
		}
		groups[group] = append(groups[group], named{name, at})
	}
	for _, v := range c.Program.Values {
		add("values of "+strings.TrimSuffix(valueName(v), v.Name), v.Name, v.Span)
	}
	for _, r := range c.Program.Records {
		for _, f := range r.Fields {
			add("fields of "+r.Name, f.Name, f.Span)
		}
	}
	for _, e := range c.Program.Events {
		add("events", e.Name, e.Span)
	}
	for _, cd := range c.Program.Conditions {
		add("conditions", cd.Name, cd.Span)
	}
	for _, o := range c.Program.Options {
		add("options", o.Name, o.Span)
	}
	for _, g := range order {
		list := groups[g]
		for i, a := range list {
			for _, b := range list[:i] {
				if oneLetter(a.name, b.name) {
					c.report(a.at, "%q and %q differ by one slip of the key", a.name, b.name).related(b.at, "the other one").
						help("give one of them a name that nobody mistakes for the other")
				}
			}
		}
	}
}

// oneLetter tells whether a slip of the key makes one name of the other: a letter
// too many, or two that changed places. A plural is no slip, and neither is a number
// or a letter at the end; another letter in one place mostly makes another word.
func oneLetter(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(b) == len(a)+1 {
		return i < len(a) && a[i:] == b[i+1:] && !digit(b[i])
	}
	return len(a) == len(b) && i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
