package lint

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

// Baseline is what was found at some time and is to pass from then on. An entry
// knows the text of its line and not the number, so that it outlives edits
// elsewhere in the file.
type Baseline struct {
	Version  int             `json:"version"`
	Findings []BaselineEntry `json:"findings"`
}

// BaselineEntry is one finding, or several alike.
type BaselineEntry struct {
	Code  string `json:"code"`
	File  string `json:"file"`
	Text  string `json:"text"`
	Count int    `json:"count"`
}

func entryOf(f *Finding) BaselineEntry {
	e := BaselineEntry{Code: string(f.Code)}
	if f.Span.File != nil {
		e.File = f.Span.File.Name
		e.Text = strings.TrimSpace(f.Span.File.Line(f.Span.Begin().Line))
	}
	return e
}

// NewBaseline takes up findings.
func NewBaseline(list []*Finding) *Baseline {
	b := &Baseline{Version: 1, Findings: []BaselineEntry{}}
	at := map[BaselineEntry]int{}
	for _, f := range list {
		e := entryOf(f)
		i, ok := at[e]
		if !ok {
			i = len(b.Findings)
			at[e] = i
			b.Findings = append(b.Findings, e)
		}
		b.Findings[i].Count++
	}
	sort.SliceStable(b.Findings, func(i, j int) bool {
		x, y := b.Findings[i], b.Findings[j]
		if x.File != y.File {
			return x.File < y.File
		}
		if x.Code != y.Code {
			return x.Code < y.Code
		}
		return x.Text < y.Text
	})
	return b
}

// ReadBaseline reads what Text wrote.
func ReadBaseline(text []byte) (*Baseline, error) {
	var b Baseline
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&b); err != nil {
		return nil, fmt.Errorf("it is no baseline: %w", err)
	}
	if b.Version != 1 {
		return nil, fmt.Errorf("it is a baseline of version %d, and this rulec knows version 1", b.Version)
	}
	return &b, nil
}

// Text writes a baseline, the same findings always to the same bytes.
func (b *Baseline) Text() []byte {
	out, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		panic(err) // texts and numbers
	}
	return append(out, '\n')
}

// New keeps the findings that a baseline does not have, and counts those it has.
func (b *Baseline) New(list []*Finding) (fresh []*Finding, known int) {
	left := map[BaselineEntry]int{}
	for _, e := range b.Findings {
		n := e.Count
		e.Count = 0
		left[e] += n
	}
	for _, f := range list {
		if e := entryOf(f); left[e] > 0 {
			left[e]--
			known++
			continue
		}
		fresh = append(fresh, f)
	}
	return fresh, known
}
