// Package source holds the text of files and the places in it.
//
// Every position in rulec is a byte offset into one File; a Span is a half-open
// range of such offsets. Lines, columns in runes (for people) and columns in
// UTF-16 units (for editors) are derived from an index of line starts when a
// position is shown, never stored. A file may begin with a byte order mark and
// may end its lines with CRLF: New drops the mark and keeps the rest as it is.
package source

import (
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// File is one text and the name under which people know it.
type File struct {
	Name  string // slash-separated, as shown in diagnostics
	Text  string
	lines []int // offsets of line starts
}

// New indexes a text. A leading byte order mark is not part of it.
func New(name, text string) *File {
	text = strings.TrimPrefix(text, "\ufeff")
	f := &File{Name: name, Text: text, lines: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	return f
}

// Position is a place as people and editors count it: all parts start at 1,
// except UTF16, which starts at 0 as the Language Server Protocol wants it.
type Position struct {
	Line, Column, UTF16 int
}

// Position converts a byte offset; offsets outside the text are clamped.
func (f *File) Position(offset int) Position {
	offset = max(0, min(offset, len(f.Text)))
	line := sort.SearchInts(f.lines, offset+1) - 1
	head := f.Text[f.lines[line]:offset]
	units := 0
	for _, r := range head {
		if n := utf16.RuneLen(r); n > 0 {
			units += n
		} else {
			units++
		}
	}
	return Position{Line: line + 1, Column: utf8.RuneCountInString(head) + 1, UTF16: units}
}

// Lines tells how many lines the file has.
func (f *File) Lines() int { return len(f.lines) }

// Line returns the text of line n (from 1) without its line end.
func (f *File) Line(n int) string {
	if n < 1 || n > len(f.lines) {
		return ""
	}
	end := len(f.Text)
	if n < len(f.lines) {
		end = f.lines[n] - 1
	}
	return strings.TrimSuffix(f.Text[f.lines[n-1]:end], "\r")
}

// Span is the half-open byte range [Start, End) of a file. The zero Span is nowhere.
type Span struct {
	File       *File
	Start, End int
}

// Valid tells whether the span is somewhere.
func (s Span) Valid() bool { return s.File != nil }

// Text returns what stands in the span.
func (s Span) Text() string {
	if s.File == nil || s.Start < 0 || s.End > len(s.File.Text) || s.Start > s.End {
		return ""
	}
	return s.File.Text[s.Start:s.End]
}

// Begin and Finish are the two ends as positions.
func (s Span) Begin() Position {
	if s.File == nil {
		return Position{}
	}
	return s.File.Position(s.Start)
}

// Finish is the position right after the span.
func (s Span) Finish() Position {
	if s.File == nil {
		return Position{}
	}
	return s.File.Position(s.End)
}

// To spans from the start of s to the end of t.
func (s Span) To(t Span) Span {
	if !s.Valid() {
		return t
	}
	if !t.Valid() {
		return s
	}
	return Span{s.File, min(s.Start, t.Start), max(s.End, t.End)}
}

// Before orders spans by file name, then offset: the fixed order of all reports.
func (s Span) Before(t Span) bool {
	switch {
	case s.File == t.File:
		if s.Start != t.Start {
			return s.Start < t.Start
		}
		return s.End < t.End
	case s.File == nil:
		return true
	case t.File == nil:
		return false
	}
	return s.File.Name < t.File.Name
}

// OneLine is a text with every run of blanks and line ends as one blank, for
// messages and tables.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
