package diff

import (
	"fmt"

	"rulec/lang/pack"
	"rulec/lang/syntax"
)

// named is a declaration under what it is known by.
type named struct {
	key  string
	decl syntax.Decl
}

// rules compares the declarations of two packs.
func rules(old, now *pack.Pack) []*Change {
	before, after := declared(old), declared(now)
	at := map[string]syntax.Decl{}
	for _, d := range after {
		at[d.key] = d.decl
	}
	was := map[string]bool{}
	var gone, come []named
	for _, d := range before {
		if was[d.key] = true; at[d.key] == nil {
			gone = append(gone, d)
		}
	}
	for _, d := range after {
		if !was[d.key] {
			come = append(come, d)
		}
	}
	renamed := renames(gone, come)
	newName := map[string]named{} // by the old key
	taken := map[string]bool{}
	for _, g := range gone {
		for _, c := range come {
			if to := renamed[g.decl.Header().Name.Name]; to != "" && !taken[c.key] && to == c.decl.Header().Name.Name && same(g.decl, c.decl, renamed) {
				newName[g.key] = c
				taken[c.key] = true
				break
			}
		}
	}
	var out []*Change
	for _, d := range before {
		c := &comparer{renamed: renamed, of: d.key}
		switch to, ok := newName[d.key]; {
		case at[d.key] != nil:
			c.decls(d.decl, at[d.key])
		case ok:
			c.add(&Change{Kind: Renamed, Old: d.key, New: to.key, Before: d.decl.Header().Name.Span, After: to.decl.Header().Name.Span})
			c.decls(d.decl, to.decl) // printed names
		default:
			c.add(&Change{Kind: Removed, Before: d.decl.At()})
		}
		out = append(out, c.list...)
	}
	for _, d := range come {
		if !taken[d.key] {
			out = append(out, &Change{Kind: Added, Of: d.key, After: d.decl.At()})
		}
	}
	return out
}

// renames pairs what is gone with what has come, where nothing but the name is new.
func renames(gone, come []named) map[string]string {
	out := map[string]string{}
	taken := map[string]bool{}
	for _, g := range gone {
		from := g.decl.Header()
		for _, c := range come {
			to := c.decl.Header()
			if from.Name.Name == "" || from.Name.Name == to.Name.Name || taken[c.key] ||
				from.Keyword.Name != to.Keyword.Name || from.Override != to.Override || out[from.Name.Name] != "" {
				continue
			}
			if same(g.decl, c.decl, map[string]string{from.Name.Name: to.Name.Name}) {
				out[from.Name.Name] = to.Name.Name
				taken[c.key] = true
			}
		}
	}
	return out
}

// same tells whether two declarations say the same but for text.
func same(a, b syntax.Decl, renamed map[string]string) bool {
	c := &comparer{renamed: renamed}
	c.decls(a, b)
	return !Meaning(c.list)
}

// declared lists the declarations of a pack and of all it builds on, each once.
// Extensions of one thing are one, wherever they stand. Of several overrides of one
// thing the last counts: it has replaced the others.
func declared(p *pack.Pack) []named {
	var out []named
	extends := map[string]*syntax.Extend{}
	seen := map[string]int{}
	place := map[string]int{} // of overrides in the list
	for _, t := range p.Trees {
		for _, x := range p.Extra {
			if x == t.Source {
				t = &syntax.File{Source: t.Source} // proofs beside the pack are none of its rules
			}
		}
		for _, d := range t.Decls {
			key := keyOf(d)
			if x, ok := d.(*syntax.Extend); ok {
				all := extends[key]
				first := all == nil
				if first {
					all = &syntax.Extend{Head: x.Head}
					all.Cites, all.Gaps, all.Own = nil, nil, nil
					extends[key], d = all, all
				}
				all.Members, all.Cites, all.Gaps = append(all.Members, x.Members...), append(all.Cites, x.Cites...), append(all.Gaps, x.Gaps...)
				if x.Own != nil {
					all.Gaps = append(all.Gaps, x.Own)
				}
				if !first {
					continue
				}
			}
			if i, ok := place[key]; ok {
				out[i].decl = d
				continue
			}
			if d.Header().Override {
				place[key] = len(out)
			}
			if seen[key]++; seen[key] > 1 {
				key = fmt.Sprintf("%s (%d)", key, seen[key])
			}
			out = append(out, named{key, d})
		}
	}
	return out
}

// keyOf is what a declaration is known by: its kind and its name.
func keyOf(d syntax.Decl) string {
	h := d.Header()
	key := h.Keyword.Name + " " + h.Name.Name
	switch d := d.(type) {
	case *syntax.Proof:
		key = h.Keyword.Name + " \"" + d.Title.Value + "\""
	case *syntax.Value:
		if d.Owner.Name != "" {
			key = h.Keyword.Name + " " + d.Owner.Name + "." + h.Name.Name
		}
	}
	if h.Override {
		key = "override " + key
	}
	return key
}
