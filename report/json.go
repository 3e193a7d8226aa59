// Package report turns what the machine did into what people and programs read:
// a fight as prose or as JSON lines, proofs as text, JSON, JUnit or TAP. It knows
// no game: what a fight says of itself is written in the pack, in `tells` lines
// and printed names.
package report

import (
	"encoding/json"
	"io"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/ir"
)

type jsonPart struct {
	What    string `json:"what"`
	Amount  int64  `json:"amount"`
	Kind    string `json:"kind"`
	Bonus   string `json:"bonus,omitempty"`
	Beaten  bool   `json:"beaten,omitempty"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Section string `json:"section,omitempty"`
}

type jsonBecause struct {
	Of    string     `json:"of"`
	Who   string     `json:"who,omitempty"`
	Value int64      `json:"value"`
	Shown string     `json:"shown,omitempty"`
	Parts []jsonPart `json:"parts"`
}

type jsonEntry struct {
	Seq     int            `json:"seq"`
	Event   string         `json:"event"`
	Parent  *int           `json:"parent,omitempty"`
	Outcome string         `json:"outcome,omitempty"`
	Tells   string         `json:"tells,omitempty"`
	Dice    []jsonDraw     `json:"dice,omitempty"`
	Fields  *orderedFields `json:"fields"`
	Reasons []string       `json:"reasons,omitempty"`
	Because []jsonBecause  `json:"because"`
}

type jsonDraw struct {
	Pool  string `json:"pool"`
	Shows int64  `json:"shows"`
}

// orderedFields keeps the order in which the pack declares fields.
type orderedFields struct {
	names  []string
	values []any
}

func (f *orderedFields) put(name string, v any) {
	f.names = append(f.names, name)
	f.values = append(f.values, v)
}

// MarshalJSON writes an object with its keys in order.
func (f *orderedFields) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, n := range f.names {
		if i > 0 {
			out = append(out, ',')
		}
		k, err := json.Marshal(n)
		if err != nil {
			return nil, err
		}
		v, err := json.Marshal(f.values[i])
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, k...), ':'), v...)
	}
	return append(out, '}'), nil
}

// word shows a value as JSON: numbers and truths as they are, the rest as people
// read it.
func word(t *ir.Type, w int64, shown string) any {
	switch {
	case w == interp.None:
		return nil
	case t.Kind == ir.Int:
		return w
	case t.Kind == ir.Bool:
		return w != 0
	}
	return shown
}

// RunJSON writes a trace as JSON lines; the last is the end, or the fault that
// stopped the run.
func RunJSON(w io.Writer, rec *interp.Recorder, res *fight.Result) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, e := range rec.Entries {
		if err := enc.Encode(entryJSON(e)); err != nil {
			return err
		}
	}
	if res.Fault != nil {
		return enc.Encode(struct {
			Event   string `json:"event"`
			Code    string `json:"code"`
			Message string `json:"message"`
		}{"fault", res.Fault.Code, res.Fault.Message})
	}
	measures := &orderedFields{}
	for _, m := range res.Measures {
		measures.add(res.Machine, m)
	}
	end := struct {
		Event    string         `json:"event"`
		Outcome  string         `json:"outcome"`
		Measures *orderedFields `json:"measures"`
		Digest   string         `json:"digest"`
	}{"end", res.Outcome, measures, rec.Digest()}
	return enc.Encode(end)
}

// add puts a measure: a number, or an object by entity.
func (f *orderedFields) add(m *interp.Machine, v interp.MeasureValue) {
	t := v.Measure.Body.Type
	x := word(t, v.Value, m.Show(t, v.Value))
	if v.Of == interp.None {
		f.put(v.Measure.Name, x)
		return
	}
	for i, n := range f.names {
		if n == v.Measure.Name {
			f.values[i].(*orderedFields).put(m.Name(v.Of), x)
			return
		}
	}
	inner := &orderedFields{}
	inner.put(m.Name(v.Of), x)
	f.put(v.Measure.Name, inner)
}

func entryJSON(e *interp.Entry) jsonEntry {
	out := jsonEntry{Seq: e.Seq, Outcome: e.Outcome, Tells: e.Tells, Fields: &orderedFields{}, Reasons: e.Reasons, Because: []jsonBecause{}}
	if e.Parent >= 0 {
		p := e.Parent
		out.Parent = &p
	}
	switch {
	case e.Gained != nil:
		out.Event = "gain"
		out.Fields.put("bearer", e.Bearer)
		out.Fields.put("condition", e.Gained.Name)
		return out
	case e.Lost != nil:
		out.Event = "lose"
		out.Fields.put("bearer", e.Bearer)
		out.Fields.put("condition", e.Lost.Name)
		return out
	}
	out.Event = e.Event.Name
	pools, shows := e.Draws()
	for i := range pools {
		out.Dice = append(out.Dice, jsonDraw{pools[i], shows[i]})
	}
	for _, f := range e.Fields {
		out.Fields.put(f.Name, word(f.Type, f.Word, f.Shown))
	}
	for i := range e.Because {
		out.Because = append(out.Because, becauseJSON("", &e.Because[i]))
	}
	for i := range e.Changes {
		if c := &e.Changes[i]; len(c.Because.Parts) > 0 {
			out.Because = append(out.Because, becauseJSON(c.Who, &c.Because))
		}
	}
	return out
}

func becauseJSON(who string, b *interp.Because) jsonBecause {
	out := jsonBecause{Of: b.Of, Who: who, Value: b.Value, Shown: b.Shown, Parts: []jsonPart{}}
	for i := range b.Parts {
		out.Parts = append(out.Parts, partJSON(&b.Parts[i]))
	}
	return out
}

func partJSON(p *interp.Part) jsonPart {
	j := jsonPart{What: p.What, Amount: p.Amount, Kind: p.Kind, Bonus: p.Bonus, Beaten: p.Beaten, Section: p.Section}
	if p.Span.File != nil {
		j.File, j.Line = p.Span.File.Name, p.Span.Begin().Line
	}
	return j
}
