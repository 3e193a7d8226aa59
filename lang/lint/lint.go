package lint

import (
	"fmt"
	"slices"
	"sort"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// Group is what kind of thing a rule looks for.
type Group string

// The groups, in the order of their codes.
const (
	Faults        Group = "faults"
	Suspicious    Group = "suspicious"
	Style         Group = "style"
	Documentation Group = "documentation"
)

// Groups lists them.
var Groups = []Group{Faults, Suspicious, Style, Documentation}

// Rule is one thing that is looked for.
type Rule struct {
	Code  diag.Code
	Name  string // as pack.toml and waivers call it
	Group Group
	Level Level // where a pack says nothing
	Title string
	Trees bool // it reads trees only, so that it can judge a pack with faults
	run   func(*Context)
}

// Finding is what a rule found.
type Finding struct {
	*diag.Diagnostic
	Rule *Rule
	Fix  []Edit // puts the text right, or nil where that takes thought
}

// Edit replaces a piece of a text.
type Edit struct {
	Span source.Span
	Text string
}

// Input is what is judged together.
type Input struct {
	Pack   *pack.Pack
	Sound  bool           // the checker found no errors in it
	Own    bool           // its own files are judged, data files too; else only some checked along
	Files  []*source.File // the rule files that are judged; the others are only understood
	Scenes []*ir.Scene    // sound encounters of the pack
	Rules  []*Rule        // nil means all
	broken map[*source.File]bool
}

// Context is what a rule sees.
type Context struct {
	Input
	Program *ir.Program
	Trees   []*syntax.File // of Files
	library bool           // others build on these files and use what they declare
	judged  map[*source.File]bool
	packs   map[*source.File]bool // files of the pack, of those it builds on, and what is checked along
	words   map[string]bool       // what data files name
	data    []dataFile            // of the pack itself, where its own files are judged
	index   *index
	reached map[*ir.Decl]bool
	rule    *Rule
	found   []*Finding
}

// report adds a finding. It is dropped if it stands in a file that is not judged.
func (c *Context) report(at source.Span, format string, args ...any) *Finding {
	f := &Finding{Diagnostic: &diag.Diagnostic{Code: c.rule.Code, Span: at, Message: fmt.Sprintf(format, args...)}, Rule: c.rule}
	if c.judged[at.File] {
		c.found = append(c.found, f)
	}
	return f
}

// help sets the help sentence of a finding.
func (f *Finding) help(format string, args ...any) *Finding {
	f.WithHelp(format, args...)
	return f
}

// related adds a second place to a finding.
func (f *Finding) related(at source.Span, format string, args ...any) *Finding {
	if at.Valid() {
		f.WithRelated(at, format, args...)
	}
	return f
}

// fix hangs edits on a finding.
func (f *Finding) fix(edits ...Edit) *Finding {
	f.Fix = edits
	return f
}

// mine tells whether a place is judged.
func (c *Context) mine(at source.Span) bool { return c.judged[at.File] }

// Run judges a pack. Faults of levels and waivers themselves go into the log; what
// is found is returned in the order of all reports, waivers and levels applied.
func Run(in Input, log *diag.Log) []*Finding {
	rules := in.Rules
	if rules == nil {
		rules = Rules()
	}
	in.broken = map[*source.File]bool{}
	for _, d := range log.Sorted() {
		if d.Severity == diag.Error && d.Span.File != nil {
			in.broken[d.Span.File] = true
		}
	}
	levels := LevelsOf(in.Pack, log)
	c := newContext(in)
	for _, r := range rules {
		if levels[r] == Off || !in.Sound && !r.Trees || r.run == nil {
			continue
		}
		c.rule = r
		r.run(c)
	}
	out := c.waived(rules, levels, log)
	for _, f := range out {
		f.Severity = diag.Warning
		if levels[f.Rule] == Error {
			f.Severity = diag.Error
		}
	}
	sortFindings(out)
	return out
}

func sortFindings(list []*Finding) {
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if a.Span.Before(b.Span) != b.Span.Before(a.Span) {
			return a.Span.Before(b.Span)
		}
		return a.Code < b.Code
	})
}

func newContext(in Input) *Context {
	c := &Context{Input: in, Program: in.Pack.Program, judged: map[*source.File]bool{}}
	c.library = in.Pack.Origin == "files"
	c.packs = map[*source.File]bool{}
	for p := in.Pack; p != nil; p = p.Base {
		for _, f := range append(append([]*source.File(nil), p.Files...), p.Extra...) {
			c.packs[f] = true
		}
	}
	for _, f := range in.Files {
		c.judged[f] = !in.broken[f]
	}
	if in.Own {
		c.data = dataOf(in.Pack)
		for _, f := range c.data {
			c.judged[f.file] = true
			c.Files = append(c.Files, f.file)
		}
	}
	for _, s := range in.Scenes {
		c.judged[s.File] = true
		if !slices.ContainsFunc(c.Files, func(f *source.File) bool { return f.Name == s.File.Name }) {
			c.Files = append(c.Files, s.File)
		}
	}
	for _, t := range in.Pack.Trees {
		if c.judged[t.Source] {
			c.Trees = append(c.Trees, t)
		}
	}
	if in.Sound {
		c.index = newIndex(c.Program)
		c.words = dataWords(in.Pack)
		c.reached = reach(c.Program, c.index)
	}
	return c
}

// each visits every node of the judged trees.
func (c *Context) each(visit func(f *syntax.File, n syntax.Node)) {
	for _, t := range c.Trees {
		for _, d := range t.Decls {
			Walk(d, func(n syntax.Node) { visit(t, n) })
		}
	}
}
