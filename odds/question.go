package odds

import (
	"fmt"
	"slices"
	"strings"

	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// Question is what somebody asks of a pack.
type Question struct {
	Pack    *pack.Pack
	Example *syntax.Proof  // what it begins with, or nil
	Given   []*source.File // lines of `given`: new things, or what is different of things that are there
	Do      []*source.File // lines of `when`, in place of the example's own
	Show    []*source.File // formulas, or lines of `then`; none: what the example speaks of
	Options map[*ir.Option]int64
	Fixed   []string // "NAME = VALUE" of a law's variables
}

// proof puts the example of a question together and checks it. It is nil after a fault.
func (q *Question) proof(log *diag.Log) *ir.Proof {
	d := &syntax.Proof{}
	if q.Example != nil {
		d.Head, d.Title, d.Law = q.Example.Head, q.Example.Title, q.Example.Law
		d.Sections = slices.Clone(q.Example.Sections)
	} else if first := slices.Concat(q.Do, q.Show); len(first) > 0 {
		d.Title.Value, d.Title.Span = "question", whole(first[0])
	}
	for _, f := range q.Given {
		if s, ok := syntax.ParseLines(f, "given", log).(*syntax.GivenSection); ok {
			d.Sections = withGiven(d.Sections, s)
		}
	}
	var steps []*syntax.WhenSection
	for _, f := range q.Do {
		if s, ok := syntax.ParseLines(f, "when", log).(*syntax.WhenSection); ok {
			steps = append(steps, s)
		}
	}
	if d.Sections = withSteps(d.Sections, steps); len(steps) > 0 {
		chosen(d)
	}
	if log.Errors() > 0 {
		return nil // what hangs on these lines cannot be judged
	}
	var shown []*syntax.ThenSection
	for _, f := range q.Show {
		if s, ok := syntax.ParseLines(f, "then", log).(*syntax.ThenSection); ok {
			for i, x := range s.Findings {
				s.Findings[i] = &syntax.FindShown{Place: syntax.Place{Span: x.At()}, Of: x}
			}
			shown = append(shown, s)
		}
	}
	if len(shown) == 0 && len(q.Show) > 0 { // something to show, so that the rest is checked
		at := syntax.Place{Span: whole(q.Show[0])}
		claim := &syntax.FindTruth{Place: at, Cond: &syntax.Bool{Place: at, Value: true}}
		shown = append(shown, &syntax.ThenSection{Place: at, Findings: []syntax.Finding{claim}})
	}
	if len(shown) > 0 {
		d.Sections = slices.DeleteFunc(d.Sections, func(s syntax.Section) bool { _, ok := s.(*syntax.ThenSection); return ok })
		for _, s := range shown {
			d.Sections = append(d.Sections, s)
		}
	}
	p := q.Pack.Env.Proof(d, log)
	if p == nil || log.Errors() > 0 {
		return nil
	}
	p.Options = slices.DeleteFunc(p.Options, func(f ir.OptionFact) bool { _, set := q.Options[f.Option]; return set })
	if p.AnyPick {
		log.Errorf(diag.OpenChoice, p.Span, "this holds for any choice, and chances need every choice made").
			WithHelp("say who chooses what: --do 'EVENT(...)' --do 'NAME takes ACTION'")
		return nil
	}
	return p
}

func whole(f *source.File) source.Span { return source.Span{File: f, Start: 0, End: len(f.Text)} }

// withGiven adds things and facts. A thing that is there already keeps what is not
// said of it anew.
func withGiven(sections []syntax.Section, more *syntax.GivenSection) []syntax.Section {
	added := &syntax.GivenSection{Place: more.Place}
next:
	for _, g := range more.Items {
		for i, s := range sections {
			old, ok := s.(*syntax.GivenSection)
			if !ok || g.Name.Name == "" {
				continue
			}
			for j, o := range old.Items {
				if o.Name.Name != g.Name.Name {
					continue
				}
				changed := &syntax.GivenSection{Place: old.Place, Items: slices.Clone(old.Items)}
				changed.Items[j] = changedThing(o, g)
				sections[i] = changed
				continue next
			}
		}
		added.Items = append(added.Items, g)
	}
	if len(added.Items) == 0 {
		return sections
	}
	// Things stand before what happens to them.
	at := slices.IndexFunc(sections, func(s syntax.Section) bool {
		switch s.(type) {
		case *syntax.WhenSection, *syntax.ThenSection:
			return true
		}
		return false
	})
	if at < 0 {
		at = len(sections)
	}
	return slices.Insert(sections, at, syntax.Section(added))
}

func changedThing(o, g *syntax.Given) *syntax.Given {
	out := *g
	if o.Record.Name != g.Record.Name || o.Data == nil || g.Data == nil {
		return &out
	}
	if out.When == nil {
		out.When = o.When
	}
	data := &syntax.Data{Place: g.Data.Place, Fields: slices.Clone(o.Data.Fields)}
	for _, f := range g.Data.Fields {
		i := slices.IndexFunc(data.Fields, func(x *syntax.Arg) bool { return x.Label.Name == f.Label.Name })
		if i < 0 {
			data.Fields = append(data.Fields, f)
		} else {
			data.Fields[i] = f
		}
	}
	out.Data = data
	return &out
}

// withSteps puts other steps in place of those of an example. Lines that only
// answer, `rolls` and `takes`, belong to the last step there is.
func withSteps(sections []syntax.Section, steps []*syntax.WhenSection) []syntax.Section {
	if len(steps) == 0 {
		return sections
	}
	if len(steps[0].Steps) > 0 && !answersOnly(steps[0].Steps[0]) {
		sections = slices.DeleteFunc(sections, func(s syntax.Section) bool { _, ok := s.(*syntax.WhenSection); return ok })
	}
	at := slices.IndexFunc(sections, func(s syntax.Section) bool { _, ok := s.(*syntax.ThenSection); return ok })
	if at < 0 {
		at = len(sections)
	}
	for i, s := range steps {
		sections = slices.Insert(sections, at+i, syntax.Section(s))
	}
	return sections
}

// chosen makes an example of a law that holds for any choice: whoever says what
// happens says what is chosen.
func chosen(d *syntax.Proof) {
	for i, s := range d.Sections {
		if f, ok := s.(*syntax.ForSection); ok && f.AnyChoice {
			d.Sections[i] = &syntax.ForSection{Place: f.Place, Domains: f.Domains}
			d.Law = d.Law && len(f.Domains) > 0
		}
	}
}

func answersOnly(h syntax.Happening) bool {
	switch h := h.(type) {
	case *syntax.HappenRolls:
		return true
	case *syntax.Deed:
		return h.Verb == "takes"
	}
	return false
}

// Changed is the question with further lines. What it is asked about stays.
func (q *Question) Changed(given, do []*source.File, options map[*ir.Option]int64) *Question {
	out := *q
	out.Given = slices.Concat(q.Given, given)
	if len(do) > 0 {
		out.Do = do
	}
	out.Options = map[*ir.Option]int64{}
	for o, v := range q.Options {
		out.Options[o] = v
	}
	for o, v := range options {
		out.Options[o] = v
	}
	return &out
}

// asked lists the formulas of a checked question, or says that there are none.
func asked(p *ir.Proof, log *diag.Log) []*ir.Expr {
	list := check.Asked(p)
	for _, e := range list {
		if e.Type.Kind == ir.EventKind || e.Type.Kind == ir.Invalid {
			log.Errorf(diag.WrongType, e.Span, "this has no value that could be counted")
		}
	}
	if len(list) == 0 {
		log.Errorf(diag.BadPlace, p.Span, "this example speaks of nothing that has chances").WithHelp("say what to show: --show FORMULA")
	}
	return list
}

// variables says which variables a law has, for those who must fix them.
func variables(p *ir.Proof) string {
	var out []string
	for _, d := range p.Domains {
		out = append(out, fmt.Sprintf("%s in %s", d.Var.Name, d.In.Span.Text()))
	}
	return strings.Join(out, ", ")
}
