package report

import (
	"encoding/json"
	"io"
	"net/url"
	"strings"

	"rulec/lang/diag"
	"rulec/lang/lint"
	"rulec/lang/source"
)

// The part of SARIF 2.1.0 that is needed to show faults in an editor or on a code host.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
	}
	sarifLocation struct {
		Physical struct {
			Artifact struct {
				URI string `json:"uri"`
			} `json:"artifactLocation"`
			Region sarifRegion `json:"region"`
		} `json:"physicalLocation"`
		Message *sarifText `json:"message,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
)

// SARIF writes diagnostics in the format that code hosts read.
func SARIF(w io.Writer, list []*diag.Diagnostic, version string) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "rulec", Version: version, Rules: []sarifRule{}}
	seen := map[diag.Code]bool{}
	for _, d := range list {
		if !seen[d.Code] {
			seen[d.Code] = true
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{string(d.Code), sarifText{meaning(d.Code)}})
		}
		text := d.Message
		if d.Help != "" {
			text += "\n" + d.Help
		}
		r := sarifResult{RuleID: string(d.Code), Level: d.Severity.String(), Message: sarifText{text}, Locations: []sarifLocation{}}
		if l, ok := sarifPlace(d.Span, ""); ok {
			r.Locations = append(r.Locations, l)
		}
		for _, x := range d.Related {
			if l, ok := sarifPlace(x.Span, x.Message); ok {
				r.Related = append(r.Related, l)
			}
		}
		run.Results = append(run.Results, r)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// meaning is what a code says, of a fault or of a rule of the linter.
func meaning(code diag.Code) string {
	if t := diag.Title(code); t != "" {
		return t
	}
	return lint.Title(code)
}

func sarifPlace(s source.Span, message string) (out sarifLocation, ok bool) {
	if !s.Valid() {
		return out, false
	}
	from, to := s.Begin(), s.Finish()
	out.Physical.Artifact.URI = uri(s.File.Name)
	out.Physical.Region = sarifRegion{from.Line, from.Column, to.Line, to.Column}
	if message != "" {
		out.Message = &sarifText{message}
	}
	return out, true
}

// uri is the name of a file as SARIF wants it. What is inside rulec has a scheme of
// its own, `embedded:`; another colon in the first part of a path is no scheme.
func uri(name string) string {
	inside, embedded := strings.CutPrefix(name, "embedded:")
	out := (&url.URL{Path: inside}).EscapedPath()
	first, _, _ := strings.Cut(out, "/")
	switch {
	case embedded:
		return "embedded:" + out
	case strings.Contains(first, ":"):
		return "./" + out
	}
	return out
}
