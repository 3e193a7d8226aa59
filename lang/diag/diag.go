// Package diag is the one way in which rulec says that something is wrong.
//
// Every pass makes Diagnostics and adds them to a Log; nothing else prints
// faults. A Diagnostic has a stable code (codes.go), a span, one sentence in
// the designer's words and, where there is something to do, a help sentence.
// Each code has a page (pages/CODE.md: wrong, right, why) that is embedded in
// the binary. A Log keeps a bounded number of faults, drops repeats and always
// hands them out in the same order: file, offset, code. The renderers of this
// package (text.go, json.go, ...) are the only place where diagnostics become
// characters.
package diag

import (
	"fmt"
	"sort"

	"rulec/lang/source"
)

// Severity tells whether a diagnostic stops a run.
type Severity int

// The severities, weakest last.
const (
	Error Severity = iota
	Warning
)

func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Related points at a second place that matters to a diagnostic.
type Related struct {
	Span    source.Span
	Message string
}

// Diagnostic is one fault or doubt.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Message  string // one sentence without a full stop
	Span     source.Span
	Help     string // what to do, or ""
	Label    string // stands under the marked text, or ""
	Related  []Related
	Section  string // heading of the rulebook the place cites, or ""
}

func (d *Diagnostic) Error() string {
	p := d.Span.Begin()
	if d.Span.File == nil {
		return fmt.Sprintf("%s: %s", d.Code, d.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s: %s", d.Span.File.Name, p.Line, p.Column, d.Code, d.Message)
}

// WithHelp sets the help sentence and returns the diagnostic.
func (d *Diagnostic) WithHelp(format string, args ...any) *Diagnostic {
	d.Help = fmt.Sprintf(format, args...)
	return d
}

// WithLabel sets the text under the mark and returns the diagnostic.
func (d *Diagnostic) WithLabel(format string, args ...any) *Diagnostic {
	d.Label = fmt.Sprintf(format, args...)
	return d
}

// WithRelated adds a second place and returns the diagnostic.
func (d *Diagnostic) WithRelated(at source.Span, format string, args ...any) *Diagnostic {
	d.Related = append(d.Related, Related{at, fmt.Sprintf(format, args...)})
	return d
}

// Limit is the number of diagnostics a Log keeps; past it they are only counted.
const Limit = 200

// Log collects diagnostics. The zero Log is ready. It is not safe for
// concurrent use: passes that run in parallel keep their own and Join them.
type Log struct {
	list    []*Diagnostic
	said    int // how often something was added, repeats among it
	Dropped int // diagnostics beyond Limit
	mild    int // how many of these were warnings
}

// Errorf adds an error at a place and returns it, so that help can be hung on it.
func (l *Log) Errorf(code Code, at source.Span, format string, args ...any) *Diagnostic {
	return l.Add(&Diagnostic{Code: code, Span: at, Message: fmt.Sprintf(format, args...)})
}

// Warnf adds a warning at a place and returns it.
func (l *Log) Warnf(code Code, at source.Span, format string, args ...any) *Diagnostic {
	return l.Add(&Diagnostic{Code: code, Severity: Warning, Span: at, Message: fmt.Sprintf(format, args...)})
}

// Add puts a diagnostic into the log unless the same code and place are there already.
func (l *Log) Add(d *Diagnostic) *Diagnostic {
	l.said++
	for _, o := range l.list {
		if o.Code == d.Code && o.Message == d.Message && samePlace(o.Span, d.Span) {
			return d
		}
	}
	if len(l.list) >= Limit {
		l.Dropped++
		if d.Severity == Warning || l.displace(d) {
			l.mild++
		}
		return d
	}
	l.list = append(l.list, d)
	return d
}

// Said counts what was added, also what the log did not keep: who compares two counts
// learns whether anything was said in between.
func (l *Log) Said() int { return l.said }

// displace lets an error take the place of the last warning of a full log.
func (l *Log) displace(d *Diagnostic) bool {
	for i := len(l.list) - 1; i >= 0; i-- {
		if l.list[i].Severity == Warning {
			l.list = append(append(l.list[:i:i], l.list[i+1:]...), d)
			return true
		}
	}
	return false
}

// samePlace compares places by the names of their files: a file that is read twice
// is one file to whoever reads its faults.
func samePlace(a, b source.Span) bool {
	if a.File == nil || b.File == nil {
		return a == b
	}
	return a.Start == b.Start && a.End == b.End && a.File.Name == b.File.Name
}

// Join adds what another log holds.
func (l *Log) Join(o *Log) {
	for _, d := range o.list {
		l.Add(d)
	}
	l.Dropped += o.Dropped
	l.mild += o.mild
}

// Sorted returns the diagnostics in their fixed order.
func (l *Log) Sorted() []*Diagnostic {
	out := append([]*Diagnostic(nil), l.list...)
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if a.Span.Before(b.Span) != b.Span.Before(a.Span) {
			return a.Span.Before(b.Span)
		}
		if a.Code != b.Code {
			return a.Code < b.Code
		}
		return a.Message < b.Message
	})
	return out
}

// Errors counts the errors, those that were dropped among them.
func (l *Log) Errors() int { return l.count(Error) + l.Dropped - l.mild }

// Warnings counts the warnings, those that were dropped among them.
func (l *Log) Warnings() int { return l.count(Warning) + l.mild }

func (l *Log) count(s Severity) int {
	n := 0
	for _, d := range l.list {
		if d.Severity == s {
			n++
		}
	}
	return n
}
