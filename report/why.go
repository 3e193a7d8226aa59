package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/ir"
)

// WhyOptions say how far numbers are unfolded.
type WhyOptions struct {
	Depth int // levels of parts below each number; 0: none
	Color bool
}

// Why unfolds every number of one event of a deep trace: a line a part, each
// indented below what it is a part of. Parts that count add up to the number
// above them; what a number is only worked out from is told apart by "from".
func Why(w io.Writer, rec *interp.Recorder, res *fight.Result, e *interp.Entry, opt WhyOptions) error {
	p := &printer{w: w, m: res.Machine, opt: TextOptions{Color: opt.Color}}
	p.heading(rec, e)
	for i := range e.Because {
		if b := &e.Because[i]; b.Type.Kind != ir.Bool || b.Why != nil || modified(b) {
			p.tree("", b, 1, opt.Depth)
		}
	}
	for i := range e.Changes {
		if c := &e.Changes[i]; len(c.Because.Parts) > 0 {
			p.tree(c.Who+"'s ", &c.Because, 1, opt.Depth)
		}
	}
	switch {
	case len(e.Because)+len(e.Changes) > 0:
	case e.Event == nil && e.Parent >= 0:
		p.line(1, fmt.Sprintf("it has no numbers; what brought it happened in #%d", e.Parent))
	default:
		p.line(1, "it has no numbers")
	}
	return p.err
}

// heading says which event it is, what it happened in, and what dice showed.
func (p *printer) heading(rec *interp.Recorder, e *interp.Entry) {
	p.line(0, p.bold(fmt.Sprintf("#%d %s", e.Seq, Title(e))))
	var in []string
	for at := e.Parent; at >= 0; at = rec.Entries[at].Parent {
		in = append(in, fmt.Sprintf("#%d %s", at, Title(rec.Entries[at])))
	}
	if len(in) > 0 {
		p.line(1, p.dim("in "+strings.Join(in, " < ")))
	}
	if e.Event == nil {
		return // a condition that came or went
	}
	if s := line(e, true); s != "" {
		p.line(1, s)
	}
	pools, shows := e.Draws()
	for i := range pools {
		p.line(1, fmt.Sprintf("%s shows %d", pools[i], shows[i]))
	}
}

// Title is what an entry of a trace is called and whom it is about.
func Title(e *interp.Entry) string {
	switch {
	case e.Gained != nil:
		return e.Bearer + ": " + e.Gained.Printed
	case e.Lost != nil:
		return e.Bearer + ": no longer " + e.Lost.Printed
	}
	return title(e)
}

func (p *printer) tree(who string, b *interp.Because, level, depth int) {
	if unmoved(b) && (len(b.Parts) == 0 || len(b.Parts[0].Parts) == 0) {
		p.line(level, p.bold(who+words(b.Of)+" "+p.shown(b))+", as at first")
		return
	}
	p.line(level, p.bold(who+words(b.Of)+" "+p.shown(b)))
	if b.Type.Kind == ir.Bool && b.Why != nil {
		p.judged(b.Why, level+1, depth)
		if !modified(b) {
			return
		}
	}
	p.branches(b.Type, b.Parts, level+1, depth)
}

func (p *printer) shown(b *interp.Because) string {
	if b.Shown != "" {
		return b.Shown
	}
	return fmt.Sprint(b.Value)
}

func (p *printer) branches(t *ir.Type, parts []interp.Part, level, depth int) {
	if len(parts) == 0 {
		return
	}
	for _, x := range shorten(parts) {
		p.line(level, p.branch(t, &x))
		if depth <= 1 {
			continue
		}
		p.branches(t, x.Parts, level+1, depth-1)
		for i := range x.Uses {
			u := &x.Uses[i]
			p.line(level+1, "from "+words(u.Of)+" = "+p.show(u.Type, u.Value))
			p.branches(u.Type, u.Parts, level+2, depth-1)
		}
	}
}

// branch is one part: its amount with a sign, what it is, the event it comes from
// and its place.
func (p *printer) branch(t *ir.Type, x *part) string {
	amount := x.Amount * int64(x.times)
	sign := "+ "
	if amount < 0 {
		sign, amount = "- ", -amount
	}
	s := sign + p.amount(t, amount) + "  " + x.What
	if x.times > 1 {
		s += fmt.Sprintf(", %d times", x.times)
	}
	if x.Kind == "to" || x.Kind == "at least" || x.Kind == "at most" {
		s += ", " + x.Kind
	}
	s += bonus(x)
	if x.Event != nil {
		s += fmt.Sprintf(" (#%d %s)", x.Event.Seq, words(x.Event.Event.Name))
	}
	return s + p.where(x.Span, x.Section)
}

// judged writes a truth and what decides it. What holds beside what fails says
// nothing of a truth that fails, and the other way round; JSON has all of it.
func (p *printer) judged(j *interp.Judgement, level, depth int) {
	s := "no:  "
	switch {
	case !j.Known:
		s = "?:   "
	case j.Holds:
		s = "yes: "
	}
	if j.Item != "" {
		s += j.Item + ": "
	}
	s += j.Text
	var sides []string
	for _, x := range j.Sides {
		if x.Text == "by" {
			sides = append(sides, "by "+x.Shown)
		} else {
			sides = append(sides, x.Text+" is "+x.Shown)
		}
	}
	if len(sides) > 0 {
		s += "  (" + strings.Join(sides, ", ") + ")"
	}
	p.line(level, s+p.where(j.Span, ""))
	if depth > 1 {
		p.decisive(j, level+1, depth-1)
	}
}

func (p *printer) decisive(j *interp.Judgement, level, depth int) {
	some := slices.ContainsFunc(j.Of, func(x interp.Judgement) bool { return x.Holds == j.Holds })
	for i := range j.Of {
		if x := &j.Of[i]; !some || x.Holds == j.Holds {
			p.judged(x, level, depth)
		}
	}
}

type whyPart struct {
	jsonPart
	Event *int         `json:"event,omitempty"`
	Parts []whyPart    `json:"parts,omitempty"`
	From  []whyBecause `json:"from,omitempty"`
}

type whyBecause struct {
	Of    string        `json:"of"`
	Who   string        `json:"who,omitempty"`
	Value int64         `json:"value"`
	Shown string        `json:"shown,omitempty"`
	Parts []whyPart     `json:"parts"`
	Truth *whyJudgement `json:"truth,omitempty"`
}

type whyJudgement struct {
	Text  string         `json:"text"`
	Holds *bool          `json:"holds"` // null where it cannot be asked
	Item  string         `json:"item,omitempty"`
	Sides []whySide      `json:"sides,omitempty"`
	File  string         `json:"file,omitempty"`
	Line  int            `json:"line,omitempty"`
	Of    []whyJudgement `json:"of,omitempty"`
}

type whySide struct {
	Text  string `json:"text"`
	Shown string `json:"shown"`
}

// WhyJSON writes the same for programs, as one object.
func WhyJSON(w io.Writer, e *interp.Entry, opt WhyOptions) error {
	out := struct {
		jsonEntry
		Because []whyBecause `json:"because"`
	}{jsonEntry: entryJSON(e), Because: []whyBecause{}}
	for i := range e.Because {
		out.Because = append(out.Because, whyBecauseJSON("", &e.Because[i], opt.Depth))
	}
	for i := range e.Changes {
		if c := &e.Changes[i]; len(c.Because.Parts) > 0 {
			out.Because = append(out.Because, whyBecauseJSON(c.Who, &c.Because, opt.Depth))
		}
	}
	return indented(w, out)
}

func indented(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func whyBecauseJSON(who string, b *interp.Because, depth int) whyBecause {
	out := whyBecause{Of: b.Of, Who: who, Value: b.Value, Shown: b.Shown, Parts: whyPartsJSON(b.Parts, depth)}
	if b.Why != nil {
		j := judgementJSON(b.Why, depth)
		out.Truth = &j
	}
	return out
}

func whyPartsJSON(list []interp.Part, depth int) []whyPart {
	out := []whyPart{}
	if depth < 1 {
		return out
	}
	for i := range list {
		p := &list[i]
		j := whyPart{jsonPart: partJSON(p)}
		if p.Event != nil {
			j.Event = &p.Event.Seq
		}
		if depth > 1 {
			j.Parts = whyPartsJSON(p.Parts, depth-1)
			for k := range p.Uses {
				j.From = append(j.From, whyBecauseJSON("", &p.Uses[k], depth-1))
			}
		}
		out = append(out, j)
	}
	return out
}

func judgementJSON(j *interp.Judgement, depth int) whyJudgement {
	out := whyJudgement{Text: j.Text, Item: j.Item}
	if j.Known {
		out.Holds = &j.Holds
	}
	if j.Span.File != nil {
		out.File, out.Line = j.Span.File.Name, j.Span.Begin().Line
	}
	for _, s := range j.Sides {
		out.Sides = append(out.Sides, whySide(s))
	}
	if depth > 1 {
		for i := range j.Of {
			out.Of = append(out.Of, judgementJSON(&j.Of[i], depth-1))
		}
	}
	return out
}

// Candidates lists events of one name, for whoever has to pick one.
func Candidates(w io.Writer, name string, list []*interp.Entry) error {
	for i, e := range list {
		if _, err := fmt.Fprintf(w, "%s:%d  #%d %s\n", name, i+1, e.Seq, Title(e)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "\n%d events are called %s; --event takes the number or the name with its place, %s:1\n", len(list), name, name)
	return err
}

// CandidatesJSON writes the same for programs.
func CandidatesJSON(w io.Writer, list []*interp.Entry) error {
	type candidate struct {
		Seq   int    `json:"seq"`
		Event string `json:"event"`
		Title string `json:"title"`
	}
	out := struct {
		Candidates []candidate `json:"candidates"`
	}{}
	for _, e := range list {
		out.Candidates = append(out.Candidates, candidate{e.Seq, e.Event.Name, Title(e)})
	}
	return indented(w, out)
}
