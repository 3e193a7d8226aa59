package data

import (
	"fmt"
	"strings"
	"testing"

	"rulec/lang/diag"
	"rulec/lang/pack"
)

// TestAmbush loads the encounter that comes with battlemap.
func TestAmbush(t *testing.T) {
	log := &diag.Log{}
	s, p := LoadScene("../../rules/battlemap/encounters/ambush.toml", &pack.Loader{Log: log}, log)
	for _, d := range log.Sorted() {
		at := d.Span.Begin()
		t.Errorf("%s:%d:%d %s %s (%s)", name(d), at.Line, at.Column, d.Code, d.Message, d.Help)
	}
	if s == nil || p == nil {
		t.Fatal("no scene")
	}
	var b strings.Builder
	for _, x := range s.Things {
		if x.Record.Actor {
			fmt.Fprintf(&b, "%s %s %v %d fields, tactic %v\n", x.Name, square(x.X, x.Y), x.Placed, len(x.Fields), x.Tactic != nil)
			if !x.Placed || x.Tactic == nil {
				t.Errorf("%s has no place or no tactic", x.Name)
			}
		}
	}
	t.Log(s.Width, s.Height, len(s.Things), "\n"+b.String())
}

func name(d *diag.Diagnostic) string {
	if d.Span.File == nil {
		return ""
	}
	return d.Span.File.Name
}
