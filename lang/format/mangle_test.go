package format

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// sound lists the names of the files that parse without faults, in order.
func sound(files map[string]string) []string {
	var out []string
	for name, text := range files {
		var log diag.Log
		if syntax.Parse(source.New(name, text), &log); log.Errors() == 0 {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// mustSource lays a text out and fails on any fault.
func mustSource(t *testing.T, name, text string) string {
	t.Helper()
	out, faults := Source(name, []byte(text))
	if len(faults) > 0 {
		t.Fatalf("%v\n%s", faults[0], text)
	}
	return string(out)
}

// respace writes the tokens and comments of a text with other blanks between them,
// all line ends kept.
func respace(r *rand.Rand, text string) string {
	var log diag.Log
	f := source.New("f.rule", text)
	tree := syntax.Parse(f, &log)
	var out strings.Builder
	at, first := 0, true
	blanks := func(to int, next string) {
		gap := f.Text[at:to]
		lines := strings.Count(gap, "\n")
		out.WriteString(strings.Repeat("\n", lines))
		n := 1 + r.IntN(8)
		switch {
		case lines > 0 || first:
			if declares := !strings.HasSuffix(gap, "\n") && gap != "" || next == "}" || strings.HasPrefix(next, "//"); !declares {
				n = 0 // a declaration begins in the first column
			}
		case gap == "":
			n = 0
			if next == ")" || next == "]" || next == "," || next == ";" {
				n = r.IntN(3)
			}
		}
		out.WriteString(strings.Repeat([]string{" ", "\t"}[r.IntN(2)], n))
		first = false
	}
	notes := tree.Comments
	put := func(from int, text string) {
		blanks(from, text)
		out.WriteString(text)
		at = from + len(text)
	}
	for _, t := range syntax.Tokens(f) {
		if t.Kind == syntax.LineEnd {
			continue
		}
		for len(notes) > 0 && notes[0].Span.Start < t.Offset {
			put(notes[0].Span.Start, notes[0].Text)
			notes = notes[1:]
		}
		length := len(t.Text)
		if t.Kind == syntax.PhraseToken { // written with other blanks, perhaps
			length = len(phrase(f.Text[t.Offset:], t.Text))
		}
		put(t.Offset, f.Text[t.Offset:t.Offset+length])
	}
	for _, n := range notes {
		put(n.Span.Start, n.Text)
	}
	out.WriteString("\n")
	return out.String()
}

// phrase is how a text writes a phrase that it begins with.
func phrase(text, words string) string {
	n := 0
	for _, w := range strings.Fields(words) {
		n += strings.Index(text[n:], w) + len(w)
	}
	return text[:n]
}

// TestBlanksMeanNothing: however a file is spaced, its layout is the same.
func TestBlanksMeanNothing(t *testing.T) {
	files := ruleFiles(t)
	r := rand.New(rand.NewPCG(8, 1))
	for _, name := range sound(files) {
		want := mustSource(t, name, files[name])
		spaced := respace(r, files[name])
		if got := mustSource(t, name, spaced); got != want {
			t.Errorf("%s: laid out in two ways\n%s", name, firstDifference(want, got))
		}
	}
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return "- " + x[i] + "\n+ " + y[i]
		}
	}
	return "one is longer"
}

// mangle ends lines, joins them and puts comments and blank lines in, anywhere.
func mangle(r *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	for range 1 + r.IntN(4) {
		i := r.IntN(len(lines))
		line := lines[i]
		switch r.IntN(7) {
		case 0:
			lines[i] = line + " // " + strings.Repeat("n", r.IntN(4))
		case 1:
			lines = slices.Insert(lines, i, strings.Repeat(" ", r.IntN(4))+"/// doc")
		case 2:
			lines = slices.Insert(lines, i, slices.Repeat([]string{"", " "}, r.IntN(3))...)
		case 3: // a line end at a blank
			if blanks := strings.Count(line, " "); blanks > 0 {
				at := 0
				for n := r.IntN(blanks); n >= 0; n-- {
					at += strings.IndexByte(line[at:], ' ') + 1
				}
				lines[i] = line[:at] + "\n" + []string{" ", "  // why\n ", "   "}[r.IntN(3)] + line[at:]
			}
		case 4, 5: // two lines on one
			if i+1 < len(lines) && !strings.Contains(line, "//") {
				lines[i] = line + []string{" ", ";", " ; "}[r.IntN(3)] + strings.TrimLeft(lines[i+1], " ")
				lines = slices.Delete(lines, i+1, i+2)
			}
		case 6:
			if at := strings.IndexByte(line, '{'); at >= 0 {
				lines[i] = line[:at+1] + "\n" + line[at+1:]
			}
		}
	}
	return strings.Join(lines, "\n")
}

// mangled is how many; 20000 take some minutes.
var mangled = flag.Int("mangled", 500, "how many mangled files are laid out")

// TestMangledFiles: files whose lines were ended, joined and commented at random are
// laid out and stand up to the check, if they still parse.
func TestMangledFiles(t *testing.T) {
	files := ruleFiles(t)
	r := rand.New(rand.NewPCG(8, 77))
	names := sound(files)
	kept := 0
	for range *mangled {
		text := piece(r, files[names[r.IntN(len(names))]])
		text = mangle(r, text)
		out, faults := Source("f.rule", []byte(text))
		if len(faults) == 0 {
			kept++
			if got := mustSource(t, "f.rule", respace(r, text)); got != string(out) {
				t.Fatalf("laid out in two ways\n%s\n--- of\n%s", firstDifference(string(out), got), text)
			}
		}
		for _, d := range faults {
			if d.Code == diag.InternalBug {
				t.Fatalf("%s\n--- of\n%s\n--- written as\n%s", d.Message, text, rejected(text))
			}
		}
	}
	if kept < *mangled/5 {
		t.Errorf("only %d of %d files could still be read", kept, *mangled)
	}
}

// piece cuts some declarations out of a file.
func piece(r *rand.Rand, text string) string {
	parts := strings.Split(text, "\n\n")
	from := r.IntN(len(parts))
	return strings.Join(parts[from:min(len(parts), from+1+r.IntN(3))], "\n\n")
}
