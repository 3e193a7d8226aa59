package syntax

import (
	"strings"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// Waiver is a comment that lets something pass that a tool would report, with the
// reason why:
//
//	//@ lint RULE "reason"         in a rule file
//	#@ lint RULE "reason"          in a data file
//
// It speaks of the line it stands on, or, alone on its line, of the next line that
// is no comment.
type Waiver struct {
	Place         // from the mark to the end of the line
	Verb   Ident  // which tool it is for: `lint`
	Name   Ident  // what it lets pass: all that stands before the reason
	Reason string //
	Line   int    // the line it speaks of
}

// waiverMarks begin a waiver: a comment with an at sign.
var waiverMarks = []string{"//@", "#@"}

// Waivers lists the waivers of a file for one tool. What begins as one and has no
// name or no reason is reported. It reads the text and no tree, so that it serves
// rule files and data files alike, also those with faults.
func Waivers(f *source.File, verb string, log *diag.Log) []Waiver {
	var out []Waiver
	offset := 0
	for n := 1; n <= f.Lines(); n++ {
		line := f.Line(n)
		if at := markAt(line); at >= 0 {
			if w, ok := waiver(f, offset+at, offset+len(line), verb, log); ok {
				w.Line = n
				if strings.TrimSpace(line[:at]) == "" {
					w.Line = nextLine(f, n)
				}
				out = append(out, w)
			}
		}
		offset += len(line)
		for offset < len(f.Text) && f.Text[offset] != '\n' {
			offset++ // a carriage return
		}
		offset++
	}
	return out
}

// markAt finds the mark of a waiver outside of texts, or -1.
func markAt(line string) int {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case quoted && line[i] == '\\':
			i++
		case line[i] == '"':
			quoted = !quoted
		case !quoted:
			for _, m := range waiverMarks {
				if strings.HasPrefix(line[i:], m) {
					return i
				}
			}
		}
	}
	return -1
}

func nextLine(f *source.File, n int) int {
	for n++; n <= f.Lines(); n++ {
		line := strings.TrimSpace(f.Line(n))
		if line != "" && !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "#") {
			return n
		}
	}
	return n
}

// waiver reads `VERB NAME "reason"` behind a mark.
func waiver(f *source.File, from, to int, verb string, log *diag.Log) (Waiver, bool) {
	at := from
	for f.Text[at] != '@' {
		at++
	}
	at++
	ident := func(stop string) Ident {
		for at < to && (f.Text[at] == ' ' || f.Text[at] == '\t') {
			at++
		}
		begin := at
		for at < to && strings.IndexByte(stop, f.Text[at]) < 0 {
			at++
		}
		name := strings.TrimRight(f.Text[begin:at], " \t")
		return Ident{Place{source.Span{File: f, Start: begin, End: begin + len(name)}}, name}
	}
	w := Waiver{Place: Place{source.Span{File: f, Start: from, End: to}}}
	w.Verb = ident(" \t\"")
	if w.Verb.Name != verb {
		return w, false
	}
	w.Name = ident("\"")
	rest := strings.TrimSpace(f.Text[at:to])
	if len(rest) >= 2 && rest[0] == '"' && rest[len(rest)-1] == '"' {
		w.Reason = strings.TrimSpace(unquote(rest))
	}
	if w.Name.Name == "" || w.Reason == "" {
		log.Errorf(diag.WaiverForm, w.Span, "a waiver names what it lets pass, and says why").
			WithHelp("write `%s NAME \"reason\"`", strings.TrimSpace(f.Text[from:w.Verb.Span.End]))
		return w, false
	}
	return w, true
}
