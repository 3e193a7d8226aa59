package report

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"

	"rulec/lang/source"
	"rulec/mutate"
	"rulec/proof"
)

// Tests sums proofs up.
type Tests struct {
	Results []*proof.Result
	Ledgers []LedgerSum
	Covers  []*proof.Cover
}

// LedgerSum is how far a ledger is proven.
type LedgerSum struct {
	Ledger           *proof.Ledger
	Covered, Excused int
	Missing          []string
	Strict           *mutate.Strictness // nil if nobody asked
}

// SpanOf finds where a row stands.
func (l *LedgerSum) SpanOf(id string) source.Span {
	for _, r := range l.Ledger.Rows {
		if r.ID == id {
			return r.Span
		}
	}
	return source.Span{}
}

func (t *Tests) counts() (passed, failed int) {
	for _, r := range t.Results {
		if r.Status == proof.Pass {
			passed++
		} else {
			failed++
		}
	}
	return passed, failed
}

// Write writes the sum in a format.
func (t *Tests) Write(w io.Writer, format string, colour bool) error {
	switch format {
	case "json":
		return t.json(w)
	case "tap":
		return t.tap(w)
	case "junit":
		return t.junit(w)
	}
	passed, failed := t.counts()
	cases := 0
	for _, r := range t.Results {
		cases += r.Cases
		if r.Status != proof.Pass {
			fmt.Fprintf(w, "%s  %s\n", mark(r.Status, colour), r.Proof.Title)
		}
	}
	what := "cases"
	if cases == 1 {
		what = "case"
	}
	fmt.Fprintf(w, "%d passed, %d failed (%d %s, exact over all dice)\n", passed, failed, cases, what)
	for _, l := range t.Ledgers {
		fmt.Fprintf(w, "ledger %s: %d rows, %d proven, %d excused, %d missing\n", l.Ledger.Pack, len(l.Ledger.Rows), l.Covered, l.Excused, len(l.Missing))
		if s := l.Strict; s != nil {
			fmt.Fprintf(w, "of %d proven rows the proofs of %d notice a change, of %d none\n", s.Proven, s.Proven-len(s.Blind), len(s.Blind))
		}
	}
	for _, c := range t.Covers {
		coverText(w, c)
	}
	return nil
}

func mark(s proof.Status, colour bool) string {
	if colour {
		return "\x1b[31m" + string(s) + "\x1b[0m"
	}
	return string(s)
}

func kind(r *proof.Result) string {
	if r.Proof.Law {
		return "law"
	}
	return "example"
}

func message(r *proof.Result) string {
	if r.Failure == nil {
		return ""
	}
	if r.Failure.Case != "" {
		return r.Failure.Message + " (with " + r.Failure.Case + ")"
	}
	return r.Failure.Message
}

func (t *Tests) json(w io.Writer) error {
	type example struct {
		Name    string   `json:"name"`
		Kind    string   `json:"kind"`
		Pack    string   `json:"pack"`
		File    string   `json:"file"`
		Line    int      `json:"line"`
		Status  string   `json:"status"`
		Covers  []string `json:"covers"`
		Cases   int      `json:"cases"`
		Message string   `json:"message,omitempty"`
	}
	type ledger struct {
		Rows    int      `json:"rows"`
		Covered int      `json:"covered"`
		Excused int      `json:"excused"`
		Missing []string `json:"missing"`
		Blind   []string `json:"blind,omitzero"`
	}
	out := struct {
		Examples []example `json:"examples"`
		Summary  struct {
			Passed  int `json:"passed"`
			Failed  int `json:"failed"`
			Skipped int `json:"skipped"`
		} `json:"summary"`
		Ledger   map[string]ledger `json:"ledger,omitempty"`
		Coverage []jsonCover       `json:"coverage,omitempty"`
	}{Examples: []example{}}
	for _, r := range t.Results {
		e := example{Name: r.Proof.Title, Kind: kind(r), Pack: r.Pack, File: r.Proof.Span.File.Name, Line: r.Proof.Span.Begin().Line,
			Status: string(r.Status), Covers: []string{}, Cases: r.Cases, Message: message(r)}
		for _, c := range r.Proof.Covers {
			e.Covers = append(e.Covers, c.ID)
		}
		out.Examples = append(out.Examples, e)
	}
	out.Summary.Passed, out.Summary.Failed = t.counts()
	if len(t.Ledgers) > 0 {
		out.Ledger = map[string]ledger{}
		for _, l := range t.Ledgers {
			missing := l.Missing
			if missing == nil {
				missing = []string{}
			}
			x := ledger{len(l.Ledger.Rows), l.Covered, l.Excused, missing, nil}
			if l.Strict != nil {
				x.Blind = []string{}
				for _, r := range l.Strict.Blind {
					x.Blind = append(x.Blind, r.ID)
				}
			}
			out.Ledger[l.Ledger.Pack] = x
		}
	}
	for _, c := range t.Covers {
		out.Coverage = append(out.Coverage, coverJSON(c))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func (t *Tests) tap(w io.Writer) error {
	fmt.Fprintf(w, "TAP version 13\n1..%d\n", len(t.Results))
	for i, r := range t.Results {
		word := "ok"
		if r.Status != proof.Pass {
			word = "not ok"
		}
		fmt.Fprintf(w, "%s %d - %s\n", word, i+1, r.Proof.Title)
		if r.Failure != nil {
			fmt.Fprintf(w, "# %s\n", message(r))
		}
	}
	return nil
}

func (t *Tests) junit(w io.Writer) error {
	type failure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
	}
	type testCase struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		File    string   `xml:"file,attr"`
		Failure *failure `xml:"failure,omitempty"`
	}
	type suite struct {
		XMLName  xml.Name   `xml:"testsuite"`
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Cases    []testCase `xml:"testcase"`
	}
	s := suite{Name: "rulec", Tests: len(t.Results)}
	for _, r := range t.Results {
		c := testCase{Name: r.Proof.Title, Class: r.Pack, File: r.Proof.Span.File.Name}
		if r.Failure != nil {
			s.Failures++
			c.Failure = &failure{message(r), r.Failure.Code}
		}
		s.Cases = append(s.Cases, c)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(s); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
