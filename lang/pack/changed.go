package pack

import (
	"slices"

	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// Changed checks the pack with another text of one of its files, and leaves the
// pack as it is. Only that text is read; all other trees are shared, since nobody
// changes a tree. Many may do this at once, each with a log of its own.
func (p *Pack) Changed(old *source.File, text string, log *diag.Log) *ir.Program {
	in := p.input
	tree := syntax.Parse(source.New(old.Name, text), log)
	if log.Errors() > 0 {
		return nil
	}
	swap := func(list []*syntax.File) []*syntax.File {
		list = slices.Clone(list)
		for i, t := range list {
			if t.Source == old {
				list[i] = tree
			}
		}
		return list
	}
	in.Files, in.RequireCite = swap(in.Files), swap(in.RequireCite)
	in.Origins = map[*source.File]check.Origin{}
	for f, o := range p.input.Origins {
		if f == old {
			f = tree.Source
		}
		in.Origins[f] = o
	}
	return check.Check(in, log)
}

// Input is what the checker was told about the pack.
func (p *Pack) Input() check.Input { return p.input }

// OwnTrees are the trees of the pack's own rule files.
func (p *Pack) OwnTrees() []*syntax.File {
	var out []*syntax.File
	for _, t := range p.Trees {
		if p.Own(t.Source) {
			out = append(out, t)
		}
	}
	return out
}
