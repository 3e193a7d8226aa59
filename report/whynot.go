package report

import (
	"fmt"
	"io"
	"strings"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/source"
)

// WhyNot writes why something did not come in at an event: each moment and each
// candidate, and what stopped it there.
func WhyNot(w io.Writer, rec *interp.Recorder, res *fight.Result, e *interp.Entry, name string, q *interp.WhyNot, opt WhyOptions) error {
	p := &printer{w: w, m: res.Machine, opt: TextOptions{Color: opt.Color}}
	p.heading(rec, e)
	p.line(0, "")
	p.line(0, p.bold("why not "+name))
	for _, list := range alikeCases(q.Cases) {
		c := list[0]
		s := c.Kind
		if c.Who != "" {
			s = c.Who
		}
		if c.Moment != "" {
			s += ", " + c.Moment
		}
		if at := moments(list, e); at != "" {
			s += " (" + at + ")"
		}
		p.line(1, s+": "+verdict(c)+p.where(c.Span, ""))
		p.reasons(c.Reasons, 2, opt.Depth)
	}
	if q.More > 0 {
		p.line(1, fmt.Sprintf("and %d more; a narrower event says less", q.More))
	}
	return p.err
}

// alikeCases puts together what stopped the same candidate by the same lines at
// several moments; the first of them is shown.
func alikeCases(list []*interp.Case) [][]*interp.Case {
	var out [][]*interp.Case
	at := map[string]int{}
	for _, c := range list {
		key := fmt.Sprint(c.Kind, c.Who, "|", c.Moment, c.Verdict, c.Span.Start)
		for i := range c.Reasons {
			key += "|" + c.Reasons[i].Kind + c.Reasons[i].Text
		}
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], c)
	}
	return out
}

// moments lists the events inside the one that is asked about.
func moments(list []*interp.Case, e *interp.Entry) string {
	var out []string
	for _, c := range list {
		if c.At != nil && c.At != e && c.At.Event != nil {
			out = append(out, fmt.Sprintf("#%d", c.At.Seq))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return strings.Join(out, ", ") + " " + words(list[0].At.Event.Name)
}

func verdict(c *interp.Case) string {
	switch c.Verdict {
	case interp.CameIn:
		return map[string]string{"condition": "it is worn", "modifier": "it counts", "answer": "did it", "action": "did it"}[c.Kind] + orElse(c.Kind)
	case interp.Declined:
		return "could have, and did not"
	case interp.NoMoment:
		return "its moment did not come"
	}
	return "no"
}

// orElse is what coming in means for kinds without a word of their own.
func orElse(kind string) string {
	if kind == "event" || kind == "rule" {
		return "it came in"
	}
	return ""
}

func (p *printer) reasons(list []interp.Reason, level, depth int) {
	for i := range list {
		r := &list[i]
		p.line(level, r.Kind+": "+r.Text+p.where(r.Span, r.Section))
		if depth <= 1 {
			continue
		}
		switch {
		case r.Why == nil:
		case r.Why.Text == r.Text && len(r.Why.Of) > 0:
			p.decisive(r.Why, level+1, depth-1)
		default:
			p.judged(r.Why, level+1, depth-1)
		}
		p.reasons(r.Of, level+1, depth-1)
	}
}

type whyReason struct {
	Kind    string        `json:"kind"`
	Text    string        `json:"text"`
	File    string        `json:"file,omitempty"`
	Line    int           `json:"line,omitempty"`
	Section string        `json:"section,omitempty"`
	Truth   *whyJudgement `json:"truth,omitempty"`
	Of      []whyReason   `json:"of,omitempty"`
}

type whyCase struct {
	Kind    string      `json:"kind"`
	Who     string      `json:"who,omitempty"`
	Event   *int        `json:"event,omitempty"`
	Moment  string      `json:"moment,omitempty"`
	File    string      `json:"file,omitempty"`
	Line    int         `json:"line,omitempty"`
	Verdict string      `json:"verdict"`
	Reasons []whyReason `json:"reasons"`
}

// WhyNotJSON writes the same for programs, as one object.
func WhyNotJSON(w io.Writer, e *interp.Entry, name string, q *interp.WhyNot, opt WhyOptions) error {
	out := struct {
		Seq   int       `json:"seq"`
		Event string    `json:"event"`
		Not   string    `json:"not"`
		Cases []whyCase `json:"cases"`
		More  int       `json:"more"`
	}{e.Seq, e.Event.Name, name, []whyCase{}, q.More}
	for _, c := range q.Cases {
		j := whyCase{Kind: c.Kind, Who: c.Who, Moment: c.Moment, Verdict: string(c.Verdict), Reasons: reasonsJSON(c.Reasons, opt.Depth)}
		j.File, j.Line = fileLine(c.Span)
		if c.At != nil {
			j.Event = &c.At.Seq
		}
		out.Cases = append(out.Cases, j)
	}
	return indented(w, out)
}

func reasonsJSON(list []interp.Reason, depth int) []whyReason {
	out := []whyReason{}
	for i := range list {
		r := &list[i]
		j := whyReason{Kind: r.Kind, Text: r.Text, Section: r.Section}
		j.File, j.Line = fileLine(r.Span)
		if depth > 1 {
			if r.Why != nil {
				t := judgementJSON(r.Why, depth-1)
				j.Truth = &t
			}
			if len(r.Of) > 0 {
				j.Of = reasonsJSON(r.Of, depth-1)
			}
		}
		out = append(out, j)
	}
	return out
}

func fileLine(s source.Span) (string, int) {
	if s.File == nil {
		return "", 0
	}
	return s.File.Name, s.Begin().Line
}
