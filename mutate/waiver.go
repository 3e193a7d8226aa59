package mutate

import (
	"regexp"
	"slices"
	"strings"

	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// Waiver is a line that says why a change would change nothing:
//
//	//@ equivalent boundary, number-1 "an amount of 0 is dropped before"
//
// Behind a line it speaks of that line, alone on a line of the next that is none.
type Waiver struct {
	Operators []string
	Reason    string
	Span      source.Span
	Line      int // that it speaks of
}

// directive begins a comment that is meant for rulec.
const directive = "//@"

var waiverForm = regexp.MustCompile(`^//@ equivalent ([^"]+) "([^"]+)"$`)

// waivers reads those of a file. What begins as one and cannot be read is a fault.
func waivers(f *syntax.File, log *diag.Log) []*Waiver {
	var out []*Waiver
	for _, c := range f.Comments {
		if !strings.HasPrefix(c.Text, directive) || strings.HasPrefix(c.Text, directive+" lint ") {
			continue // one of `rulec lint` is read there
		}
		parts := waiverForm.FindStringSubmatch(strings.TrimRight(c.Text, " \t"))
		if parts == nil {
			log.Errorf(diag.BadWaiver, c.Span, "this is no waiver").
				WithHelp("write //@ equivalent OPERATOR \"why the change changes nothing\"; a plain comment begins with // and a blank")
			continue
		}
		w := &Waiver{Reason: parts[2], Span: c.Span, Line: c.Span.Begin().Line}
		for _, name := range strings.Split(parts[1], ",") {
			name = strings.TrimSpace(name)
			if !slices.ContainsFunc(Operators, func(o Operator) bool { return o.Name == name }) {
				d := log.Errorf(diag.BadWaiver, c.Span, "no operator is called %q", name)
				if s := diag.Suggest(name, OperatorNames()); s != "" {
					d.WithHelp("did you mean %q?", s)
				} else {
					d.WithHelp("`rulec help mutate` lists the operators")
				}
				continue
			}
			w.Operators = append(w.Operators, name)
		}
		for alone(f.Source, w.Line) {
			w.Line++
		}
		out = append(out, w)
	}
	return out
}

// alone tells whether a line holds nothing but a waiver.
func alone(f *source.File, line int) bool {
	return strings.HasPrefix(strings.TrimSpace(f.Line(line)), directive)
}

// OperatorNames are the names of all operators.
func OperatorNames() []string {
	var out []string
	for _, o := range Operators {
		out = append(out, o.Name)
	}
	return out
}

// waive turns survivors into waived ones and reports the waivers that waive
// nothing, each operator for itself. all are the proposals, of which some may not
// have been tried.
func waive(list []*Waiver, all []*Mutant, log *diag.Log) {
	for _, w := range list {
		for _, operator := range w.Operators {
			proposed, open, used := 0, 0, 0
			for _, m := range all {
				if m.At.File != w.Span.File || m.Operator != operator || m.Line() != w.Line {
					continue
				}
				proposed++
				switch {
				case !m.tried:
					open++
				case m.Status == Survived:
					m.Status, m.Waiver = Waived, w
					used++
				case m.Status == Waived:
					used++
				}
			}
			switch {
			case used > 0 || open > 0:
			case proposed == 0:
				log.Errorf(diag.UnusedWaiver, w.Span, "%s changes nothing in line %d", operator, w.Line).
					WithHelp("`rulec mutate --list` shows the changes of a file; a waiver speaks of its own line, or of the next if it stands alone")
			default:
				log.Errorf(diag.UnusedWaiver, w.Span, "no change of line %d by %s survives", w.Line, operator).
					WithHelp("a proof notices it, or it does not check: take the waiver out")
			}
		}
	}
}
