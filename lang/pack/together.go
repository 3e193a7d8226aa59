package pack

import (
	"slices"
	"strings"

	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// Together makes one pack of several that build on the same one, each loaded
// already. None has the last word: where two that know nothing of each other say
// different things of one thing, that is a fault. at says where the packs are named,
// one place each; they may be nowhere.
func Together(packs []*Pack, at []source.Span, log *diag.Log) *Pack {
	before := log.Errors()
	first := packs[0]
	var names []string
	for i, p := range packs {
		switch root := p.root(); {
		case slices.Contains(names, p.Name):
			log.Errorf(diag.DuplicateEntry, at[i], "the pack %q is named twice", p.Name)
		case root.Name != first.root().Name || root.Origin != first.root().Origin:
			log.Errorf(diag.Conflict, at[i], "%s builds on %s (%s), and %s on %s (%s): they cannot be played together",
				p.Name, root.Name, root.Origin, first.Name, first.root().Name, first.root().Origin).
				WithHelp("packs that are played together extend the same one")
		}
		names = append(names, p.Name)
	}
	if log.Errors() > before {
		return nil
	}
	out := &Pack{Name: strings.Join(names, " + "), Origin: "together", Toml: first.Toml, Beside: packs}
	in := check.Input{Pack: out.Name, Entry: first.entry, AskOrder: first.order, At: first.at, Origins: map[*source.File]check.Origin{}}
	seen := map[string]bool{}
	add := func(t *syntax.File, o check.Origin) {
		if !seen[t.Source.Name] {
			seen[t.Source.Name] = true
			in.Origins[t.Source] = o
			in.Files = append(in.Files, t)
		}
	}
	for _, p := range packs {
		for _, t := range p.Trees[:p.input.Imports] {
			add(t, check.Origin{Name: t.Source.Name, Rank: len(in.Files)})
		}
	}
	in.Imports = len(in.Files)
	for rank, x := range layers(packs) {
		var apart []string
		for _, y := range layers(packs) {
			if !x.pack.buildsOn(y.pack.Name) && !y.pack.buildsOn(x.pack.Name) {
				apart = append(apart, y.pack.Name)
			}
		}
		for _, t := range x.of.Trees[x.of.input.Imports:] {
			if x.of.input.Origins[t.Source].Name == x.pack.Name {
				add(t, check.Origin{Name: x.pack.Name, Rank: in.Imports + rank, Apart: apart})
				if slices.Contains(x.of.input.RequireCite, t) {
					in.RequireCite = append(in.RequireCite, t)
				}
			}
		}
	}
	out.Trees, out.Digest, out.input = in.Files, Digest(in.Files), in
	out.Store = first.Store
	out.Program, out.Env = first.Store.check(in, log)
	return out
}

// layer is a pack with one that builds on it, or itself, in which its trees are.
type layer struct{ pack, of *Pack }

// layers lists packs and all they build on, each once and behind what it builds on.
func layers(packs []*Pack) []layer {
	var out []layer
	seen := map[string]bool{}
	for _, p := range packs {
		var chain []layer
		for b := p; b != nil; b = b.Base {
			if !seen[b.Name] {
				seen[b.Name] = true
				chain = append(chain, layer{b, p})
			}
		}
		slices.Reverse(chain)
		out = append(out, chain...)
	}
	return out
}

// root is the pack at the bottom of what a pack builds on.
func (p *Pack) root() *Pack {
	for p.Base != nil {
		p = p.Base
	}
	return p
}

// buildsOn tells whether a pack is, or builds on, the one with a name.
func (p *Pack) buildsOn(name string) bool {
	for b := p; b != nil; b = b.Base {
		if b.Name == name {
			return true
		}
	}
	return false
}
