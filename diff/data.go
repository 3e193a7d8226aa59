package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/lang/tomltree"
)

// leaf is one value of a data file under its path.
type leaf struct {
	path   string
	text   string // as it counts, not as it is laid out
	number bool
	span   source.Span
}

// group is what belongs together in data files: a template, an encounter, pack.toml.
type group struct {
	name   string
	at     source.Span
	leaves []leaf
}

// Keys of pack.toml and of data that are for people only.
var forPeople = []string{"description", "authors", "licence", "sources", "languages"}

// data compares the data files of two packs, their own and those of no other.
func data(old, now *pack.Pack) []*Change {
	before, after := groups(old), groups(now)
	find := func(list []group, name string) *group {
		for i := range list {
			if list[i].name == name {
				return &list[i]
			}
		}
		return nil
	}
	var out []*Change
	for _, a := range before {
		b := find(after, a.name)
		if b == nil {
			out = append(out, &Change{Kind: Removed, Of: a.name, Before: a.at})
			continue
		}
		out = append(out, a.compare(b)...)
	}
	for _, b := range after {
		if find(before, b.name) == nil {
			out = append(out, &Change{Kind: Added, Of: b.name, After: b.at})
		}
	}
	return out
}

func (a *group) compare(b *group) []*Change {
	byPath := func(g *group) map[string]leaf {
		out := map[string]leaf{}
		for _, l := range g.leaves {
			out[l.path] = l
		}
		return out
	}
	before, after := byPath(a), byPath(b)
	kind := func(path string, otherwise Kind) Kind {
		if a.name == "pack.toml" && slices.Contains(forPeople, path) {
			return Text
		}
		return otherwise
	}
	var out []*Change
	for _, l := range a.leaves {
		switch m, ok := after[l.path]; {
		case !ok:
			out = append(out, &Change{kind(l.path, Removed), a.name, l.path, l.text, "", l.span, source.Span{}})
		case l.number && m.number && l.text != m.text:
			out = append(out, &Change{Number, a.name, l.path, l.text, m.text, l.span, m.span})
		case l.text != m.text:
			out = append(out, &Change{kind(l.path, Formula), a.name, l.path, l.text, m.text, l.span, m.span})
		}
	}
	for _, m := range b.leaves {
		if _, ok := before[m.path]; !ok {
			out = append(out, &Change{kind(m.path, Added), a.name, m.path, "", m.text, source.Span{}, m.span})
		}
	}
	return out
}

// groups reads pack.toml and the data files of a pack. A template is known by its
// record and name, in whichever bestiary it stands; an encounter by its file.
func groups(p *pack.Pack) []group {
	var out []group
	add := func(name string, at source.Span, t *tomltree.Table) {
		g := group{name: name, at: at}
		g.table("", t)
		out = append(out, g)
	}
	var quiet diag.Log // faults of data files are told by check
	if p.Toml != nil {
		if t := tomltree.Parse(p.Toml, &quiet); t != nil {
			add("pack.toml", t.Span, t)
		}
	}
	for _, n := range p.DataFiles() {
		text, shown, err := p.ReadFile(n)
		if err != nil {
			continue
		}
		t := tomltree.Parse(source.New(shown, string(text)), &quiet)
		switch {
		case t == nil:
		case t.Has("pack"):
			add(n, t.Span, t)
		default:
			for _, rec := range t.Keys {
				if rec.Value.Kind != tomltree.KindTable {
					continue
				}
				for _, tmpl := range rec.Value.Table.Keys {
					if tmpl.Value.Kind == tomltree.KindTable {
						add(rec.Name+"."+tmpl.Name, tmpl.Span, tmpl.Value.Table)
					}
				}
			}
		}
	}
	return out
}

// table takes the values of a table up. Of a list of tables each is known by its name or
// template, and by its number among those.
func (g *group) table(path string, t *tomltree.Table) {
	for _, k := range t.Keys {
		at := path + k.Name
		switch v := k.Value; {
		case v.Kind == tomltree.KindTable:
			g.table(at+".", v.Table)
		case v.Kind == tomltree.KindArray && len(v.Items) > 0 && v.Items[0].Kind == tomltree.KindTable:
			count := map[string]int{}
			for _, item := range v.Items {
				if item.Table == nil {
					continue
				}
				name := cmp.Or(str(item.Table, "name"), str(item.Table, "template"))
				count[name]++
				if n := count[name]; n > 1 || name == "" {
					name = strings.TrimSpace(fmt.Sprintf("%s %d", name, n))
				}
				g.table(at+"["+name+"].", item.Table)
			}
		default:
			g.leaves = append(g.leaves, leaf{at, plain(v), v.Kind == tomltree.KindInt, v.Span})
		}
	}
}

func str(t *tomltree.Table, key string) string {
	if k := t.Get(key); k != nil {
		return k.Value.Str
	}
	return ""
}

// plain writes a value in one way, however it is laid out.
func plain(v *tomltree.Value) string {
	switch v.Kind {
	case tomltree.KindString:
		return fmt.Sprintf("%q", v.Str)
	case tomltree.KindInt:
		return fmt.Sprint(v.Int)
	case tomltree.KindBool:
		return fmt.Sprint(v.Bool)
	case tomltree.KindArray:
		var items []string
		for _, x := range v.Items {
			items = append(items, plain(x))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case tomltree.KindTable:
		var keys []string
		for _, k := range v.Table.Keys {
			keys = append(keys, k.Name+" = "+plain(k.Value))
		}
		return "{ " + strings.Join(keys, ", ") + " }"
	}
	return v.Str
}
