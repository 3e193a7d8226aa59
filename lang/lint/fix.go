package lint

import (
	"fmt"
	"sort"
	"strings"

	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/syntax"
	"rulec/lang/tomltree"
)

// cut takes a piece out of a text.
func cut(s source.Span) Edit { return Edit{Span: s} }

// cutLine takes a piece out of a text, and its line with it where nothing else
// stands on it.
func cutLine(s source.Span) Edit {
	text := s.File.Text
	from := strings.LastIndexByte(text[:s.Start], '\n') + 1
	to := len(text)
	if i := strings.IndexByte(text[s.End:], '\n'); i >= 0 {
		to = s.End + i + 1
	}
	before, behind := text[from:s.Start], strings.TrimSpace(text[s.End:to])
	switch {
	case strings.TrimSpace(before) == "" && (behind == "" || strings.HasPrefix(behind, "//")):
		return Edit{Span: source.Span{File: s.File, Start: from, End: to}}
	case behind == "":
		return Edit{Span: source.Span{File: s.File, Start: from + len(strings.TrimRight(before, " \t;")), End: s.End}}
	case strings.HasPrefix(behind, ";"):
		end := s.End + strings.IndexByte(text[s.End:], ';') + 1
		for end < len(text) && text[end] == ' ' {
			end++
		}
		return Edit{Span: source.Span{File: s.File, Start: s.Start, End: end}}
	}
	return cut(source.Span{File: s.File, Start: from + len(strings.TrimRight(before, " \t;")), End: s.End})
}

// Fixed is a file with its findings put right.
type Fixed struct {
	File *source.File
	Text string
	Done []*Finding
}

// Fix puts right what can be put right mechanically, file by file in the order of
// their names. Where two findings would change the same piece of text the first
// wins; the next run finds the other.
func Fix(list []*Finding) []*Fixed {
	by := map[string][]*Finding{}
	var names []string
	for _, f := range list {
		if len(f.Fix) == 0 {
			continue
		}
		n := f.Fix[0].Span.File.Name
		if by[n] == nil {
			names = append(names, n)
		}
		by[n] = append(by[n], f)
	}
	sort.Strings(names)
	var out []*Fixed
	for _, n := range names {
		if f := fixFile(by[n]); f.reads() {
			out = append(out, f)
		}
	}
	return out
}

// reads tells whether the text is still one that can be read. Edits are meant to
// keep that so; where two of them did not, the file is left as it is.
func (f *Fixed) reads() bool {
	log := &diag.Log{}
	if strings.HasSuffix(f.File.Name, ".rule") {
		syntax.Parse(source.New(f.File.Name, f.Text), log)
	} else {
		tomltree.Parse(source.New(f.File.Name, f.Text), log)
	}
	return log.Errors() == 0
}

func fixFile(list []*Finding) *Fixed {
	fixed := &Fixed{File: list[0].Fix[0].Span.File}
	var edits []Edit
	for _, f := range list {
		if overlaps(edits, f.Fix) {
			continue
		}
		edits = append(edits, f.Fix...)
		fixed.Done = append(fixed.Done, f)
	}
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].Span.Start < edits[j].Span.Start })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(fixed.File.Text[at:e.Span.Start])
		b.WriteString(e.Text)
		at = e.Span.End
	}
	b.WriteString(fixed.File.Text[at:])
	fixed.Text = b.String()
	return fixed
}

func overlaps(have, more []Edit) bool {
	for _, a := range have {
		for _, b := range more {
			if a.Span.Start < b.Span.End && b.Span.Start < a.Span.End || a.Span == b.Span {
				return true
			}
		}
	}
	return false
}

// Diff shows what a fix changes, as a unified diff without context: the lines that
// go and those that come, under their numbers.
func (f *Fixed) Diff() string {
	old, now := strings.SplitAfter(f.File.Text, "\n"), strings.SplitAfter(f.Text, "\n")
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", f.File.Name, f.File.Name)
	for i, j := 0, 0; i < len(old) || j < len(now); {
		if i < len(old) && j < len(now) && old[i] == now[j] {
			i, j = i+1, j+1
			continue
		}
		di, dj := resync(old[i:], now[j:])
		fmt.Fprintf(&b, "@@ -%s +%s @@\n", lines(i, di), lines(j, dj))
		for _, l := range old[i : i+di] {
			b.WriteString("-" + strings.TrimRight(l, "\r\n") + "\n")
		}
		for _, l := range now[j : j+dj] {
			b.WriteString("+" + strings.TrimRight(l, "\r\n") + "\n")
		}
		i, j = i+di, j+dj
	}
	return b.String()
}

// resync finds how many lines of each go by until two lines agree again.
func resync(old, now []string) (int, int) {
	for sum := 1; sum <= len(old)+len(now); sum++ {
		for d := 0; d <= sum; d++ {
			i, j := d, sum-d
			if i < len(old) && j < len(now) && old[i] == now[j] {
				return i, j
			}
		}
	}
	return len(old), len(now)
}

// lines is a range of lines as a diff writes it: where it begins, from 1, and how many.
func lines(from, n int) string {
	if n > 0 {
		from++
	}
	return fmt.Sprintf("%d,%d", from, n)
}
