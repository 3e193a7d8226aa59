// Package check turns syntax trees into a checked program.
//
// It works in four passes over all files of a pack and its imports, in a fixed
// order, and goes on after every fault so that all of them are reported:
//
//  1. collect: declarations by name; overrides replace, extensions join (collect.go)
//  2. shape: enums, units, records, parameters, outcomes, stages, the signature of
//     everything that formulas may name (shape.go)
//  3. bodies: formulas, clauses, statements, proofs, in the scope of their
//     declaration (expr.go, call.go, clause.go, stmt.go, proof.go)
//  4. whole: cycles among values, conditions that nothing ends (whole.go), events
//     without an outcome (flow.go), `end` of what need not run (running.go), one
//     number reached twice (twice.go), what the space and the citing of a pack
//     demand (demands.go)
//
// Bodies wait, each as a piece of work that says what it fills (outcome.go), so that a
// check after a change can put back what it would find again (again.go, outline.go).
//
// Names: a local cell wins over a declaration, a declaration over the members of
// enums, which are found by the type that is expected. Nothing local hides
// something else that is local. Absence: an optional value must be tested before
// it is used; the tests that hold at a place are kept as facts (facts.go).
package check

import (
	"slices"
	"sort"
	"sync"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// Input is what is checked together.
type Input struct {
	Pack     string
	Files    []*syntax.File // imports first, then packs from base to homebrew
	Entry    string         // the event a fight is, or ""
	AskOrder string         // "record.value", or ""
	Imports  int            // how many of Files are imports
	// RequireCite are the files whose declarations must have a `cite` or `own` line.
	RequireCite []*syntax.File
	// Origins says where files come from. Of two overrides of one thing the later
	// wins, unless they come from the same origin, or from origins of one rank or apart.
	Origins map[*source.File]Origin
	At      source.Span // the pack file, for faults of Entry and AskOrder
}

// Origin is a pack, an import or something checked along with a pack. What has a
// higher rank builds on what has a lower one; equal ranks know nothing of each other.
type Origin struct {
	Name  string
	Rank  int
	Apart []string // origins of other ranks that know nothing of it either
}

// rival tells whether neither of two different origins builds on the other.
func (o Origin) rival(other Origin) bool {
	return o.Name != other.Name && (o.Rank == other.Rank || slices.Contains(o.Apart, other.Name))
}

// Check checks a whole program. The program is only fit to run if log has no errors.
func Check(in Input, log *diag.Log) *ir.Program { p, _ := CheckEnv(in, log); return p }

// Env is a checked program that can be asked further formulas: data files and
// command lines do.
//
// Many may ask at once, one is answered after the other.
type Env struct {
	mu sync.Mutex
	c  *checker
}

// Formula checks a text as a formula of a type, or of any type if want is nil.
// The text stands at a place of a data file, where its faults are reported.
// It returns nil after a fault.
func (e *Env) Formula(text string, at source.Span, want *ir.Type, log *diag.Log) *ir.Expr {
	e.mu.Lock()
	defer e.mu.Unlock()
	var inner diag.Log
	x := syntax.ParseFormula(source.New("", text), &inner)
	if x != nil {
		saved := e.c.log
		e.c.log = &inner
		out := e.c.expect(newScope(&ir.Frame{}), x, want)
		e.c.log = saved
		if inner.Errors() == 0 {
			return out
		}
	}
	for _, d := range inner.Sorted() {
		n := *d
		n.Span, n.Related = at, nil
		log.Add(&n)
	}
	return nil
}

// CheckEnv checks a whole program and keeps what is needed to ask it more.
func CheckEnv(in Input, log *diag.Log) (*ir.Program, *Env) {
	return checkAll(in, log, nil, Change{})
}

func checkAll(in Input, log *diag.Log, m *Memory, change Change) (*ir.Program, *Env) {
	c := &checker{
		again:    again{memory: m, change: change},
		log:      log,
		prog:     &ir.Program{Pack: in.Pack},
		names:    map[string]*entry{},
		values:   map[string]*ir.Value{},
		units:    map[string]*ir.Unit{},
		dims:     map[string]*ir.Dimension{},
		required: map[*ir.Event][]syntax.Expr{},
		imported: map[*source.File]bool{},
		derived:  map[*ir.Condition]bool{},
	}
	for _, f := range in.Files[:min(in.Imports, len(in.Files))] {
		c.imported[f.Source] = true
	}
	c.origins, c.replaced, c.removed = in.Origins, map[*ir.Stage]bool{}, map[stageKey]source.Span{}
	c.defaults = map[string]source.Span{}
	c.builtins()
	c.collect(in.Files)
	c.loose = in.Entry == ""
	c.shape()
	c.shaped()
	c.entryPoint(in)
	c.bodies()
	c.whole(in)
	return c.prog, &Env{c: c}
}

type checker struct {
	log     *diag.Log
	prog    *ir.Program
	names   map[string]*entry    // everything declared but units
	values  map[string]*ir.Value // "record.value" and "event.value"
	units   map[string]*ir.Unit
	dims    map[string]*ir.Dimension
	order   []*entry // declarations in order
	exts    []*syntax.Extend
	proofs  []*syntax.Proof
	owned   map[string]*syntax.Value // overriding values of records, by "record.value"
	outside map[string]bool          // owned values that stand outside their record, by "record.value"
	later   []waiting                // bodies
	again                            // what an earlier check came to, see again.go

	spaceDim   *ir.Dimension
	members    map[string][]*ir.Enum
	unended    []unended
	imported   map[*source.File]bool
	spaceCalls []spaceCall
	origins    map[*source.File]Origin
	replaced   map[*ir.Stage]bool          // stages that override another
	removed    map[stageKey]source.Span    // where a stage was removed
	defaults   map[string]source.Span      // where a field got another default
	derived    map[*ir.Condition]bool      // nobody applies these; known before their formula is
	loose      bool                        // no pack: nothing names the event a fight is
	required   map[*ir.Event][]syntax.Expr // what an action's require lines guarantee its body
}

// entry is a declared name.
type entry struct {
	name string
	decl syntax.Decl // nil for what Go supplies
	ir   any         // *ir.Enum, *ir.Record, *ir.Event, *ir.Value, ...
}

// head copies what all declarations share.
func head(h *syntax.Head, index int) ir.Decl {
	d := ir.Decl{Name: h.Name.Name, Printed: h.Name.Name, Doc: h.Doc, Span: h.Name.Span, Whole: h.Span,
		Index: index, Keyword: h.Keyword.Name}
	if h.Printed != nil {
		d.Printed = h.Printed.Value
	}
	for _, t := range h.Cites {
		d.Cites = append(d.Cites, t.Value)
	}
	for _, t := range h.Gaps {
		d.Gaps = append(d.Gaps, t.Value)
	}
	if h.Own != nil {
		d.Own = h.Own.Value
	}
	return d
}

// known lists the declared names for which keep holds, for suggestions.
func (c *checker) known(keep func(*entry) bool) []string {
	var out []string
	for n, e := range c.names {
		if keep(e) {
			out = append(out, n)
		}
	}
	sort.Strings(out)
	return out
}

// unknown reports a name that nothing declares, with the nearest that fits.
func (c *checker) unknown(code diag.Code, id syntax.Ident, what string, names []string) {
	d := c.log.Errorf(code, id.Span, "no %s is called %q", what, id.Name)
	c.suggest(d, id.Name, names)
}

func (c *checker) suggest(d *diag.Diagnostic, wrong string, names []string) {
	if s := diag.Suggest(wrong, names); s != "" {
		d.WithLabel("did you mean %q?", s)
		d.WithHelp("write %q", s)
		if e := c.names[s]; e != nil && e.decl != nil {
			d.WithRelated(e.decl.Header().Name.Span, "%q is declared here", s)
		}
		return
	}
	if len(names) > 0 && len(names) <= 8 {
		d.WithHelp("there is %s", oxford(names))
	}
}

// oxford joins names as a sentence does.
func oxford(names []string) string {
	switch len(names) {
	case 0:
		return "nothing"
	case 1:
		return names[0]
	}
	s := ""
	for i, n := range names {
		switch {
		case i == 0:
			s = n
		case i == len(names)-1:
			s += " and " + n
		default:
			s += ", " + n
		}
	}
	return s
}

func find[T any](c *checker, name string) (T, bool) {
	var zero T
	e := c.names[name]
	if e == nil {
		return zero, false
	}
	v, ok := e.ir.(T)
	return v, ok
}

// lookup finds a declared thing of one kind or reports that there is none.
func lookup[T any](c *checker, id syntax.Ident, code diag.Code, what string) (T, bool) {
	v, ok := find[T](c, id.Name)
	if !ok && id.Name != "" {
		if e := c.names[id.Name]; e != nil {
			d := c.log.Errorf(code, id.Span, "%q is %s, and %s is wanted here", id.Name, kindOf(e.ir), article(what))
			if e.decl != nil {
				d.WithRelated(e.decl.Header().Name.Span, "declared here")
			}
			c.suggest(d, id.Name, c.known(func(e *entry) bool { _, ok := e.ir.(T); return ok }))
		} else {
			c.unknown(code, id, what, c.known(func(e *entry) bool { _, ok := e.ir.(T); return ok }))
		}
	}
	return v, ok
}

// kindOf names what a declaration is.
func kindOf(x any) string {
	switch x := x.(type) {
	case *ir.Enum:
		return "an enum"
	case *ir.Record:
		return "a record"
	case *ir.Event:
		if x.Action {
			return "an action"
		}
		return "an event"
	case *ir.Value:
		return "a value"
	case *ir.Bonus:
		return "a bonus"
	case *ir.Resource:
		return "a resource"
	case *ir.Condition:
		return "a condition"
	case *ir.Moment:
		return "a moment"
	case *ir.Measure:
		return "a measure"
	case *ir.Rule:
		return "a rule"
	case *ir.Option:
		return "an option"
	case *ir.Tactic:
		return "a tactic"
	case plural:
		return "a list of things"
	}
	return "something else"
}

func article(what string) string {
	if what == "" {
		return "something"
	}
	switch what[0] {
	case 'a', 'e', 'i', 'o', 'u':
		return "an " + what
	}
	return "a " + what
}

// plural is what the plural of a record stands for: its living.
type plural struct{ record *ir.Record }
