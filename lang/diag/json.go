package diag

import (
	"encoding/json"
	"io"

	"rulec/lang/source"
)

// The shape of WriteJSON. It does not change within a major version.
type (
	jsonReport struct {
		Diagnostics []jsonDiagnostic `json:"diagnostics"`
		Summary     jsonSummary      `json:"summary"`
	}

	jsonDiagnostic struct {
		Code     string `json:"code"`
		Severity string `json:"severity"`
		Message  string `json:"message"`
		jsonPlace
		Help    string        `json:"help"`
		Related []jsonRelated `json:"related"`
	}

	jsonRelated struct {
		Message string `json:"message"`
		jsonPlace
	}

	// jsonPlace counts lines and columns (in runes) from 1; a fault without a place
	// has an empty file and zeros.
	jsonPlace struct {
		File      string `json:"file"`
		Line      int    `json:"line"`
		Column    int    `json:"column"`
		EndLine   int    `json:"end_line"`
		EndColumn int    `json:"end_column"`
	}

	jsonSummary struct {
		Errors   int `json:"errors"`
		Warnings int `json:"warnings"`
	}
)

// WriteJSON writes diagnostics for programs, as one object. The numbers of errors
// and warnings are the log's: beyond its limit they are counted and not listed.
func WriteJSON(w io.Writer, list []*Diagnostic, errors, warnings int) error {
	report := jsonReport{Diagnostics: []jsonDiagnostic{}, Summary: jsonSummary{errors, warnings}}
	for _, d := range list {
		j := jsonDiagnostic{
			Code: string(d.Code), Severity: d.Severity.String(), Message: d.Message,
			jsonPlace: placeOf(d.Span), Help: d.Help, Related: []jsonRelated{},
		}
		for _, r := range d.Related {
			j.Related = append(j.Related, jsonRelated{r.Message, placeOf(r.Span)})
		}
		report.Diagnostics = append(report.Diagnostics, j)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(report)
}

func placeOf(s source.Span) jsonPlace {
	if !s.Valid() {
		return jsonPlace{}
	}
	from, to := s.Begin(), s.Finish()
	return jsonPlace{s.File.Name, from.Line, from.Column, to.Line, to.Column}
}
