package session

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"rulec/internal/same"
	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// inputOf is what the checker is told about a pack of this repository, with proofs.
func inputOf(t testing.TB, name string, extra ...string) check.Input {
	t.Helper()
	log := &diag.Log{}
	p := (&pack.Loader{Log: log, Extra: extra}).ByDir("../../rules/" + name)
	for _, d := range log.Sorted() {
		t.Error(d)
	}
	return p.Input()
}

// scratch checks the texts of a session as if there had never been others.
func scratch(s *Session) (*ir.Program, *diag.Log, []*syntax.File) {
	log := &diag.Log{}
	in := s.in
	in.Files, in.RequireCite = nil, nil
	in.Origins = map[*source.File]check.Origin{}
	for _, f := range s.files {
		was := f.text.Tree.Source
		tree := syntax.Parse(source.New(was.Name, was.Text), log)
		in.Files = append(in.Files, tree)
		if s.cited[was.Name] {
			in.RequireCite = append(in.RequireCite, tree)
		}
		if o, ok := s.in.Origins[was]; ok {
			in.Origins[tree.Source] = o
		}
	}
	return check.Check(in, log), log, in.Files
}

// said is all a log holds, in its order, as text.
func said(log *diag.Log) string {
	var b strings.Builder
	for _, d := range log.Sorted() {
		fmt.Fprintf(&b, "%v %q %q", d, d.Help, d.Label)
		for _, r := range d.Related {
			fmt.Fprintf(&b, " | %s %v %s", name(r.Span), r.Span.Begin(), r.Message)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintln(&b, log.Errors(), log.Warnings(), log.Dropped)
	return b.String()
}

func name(at source.Span) string {
	if at.File == nil {
		return ""
	}
	return at.File.Name
}

// agrees holds a session against a check from scratch: diagnostics, trees and program.
func agrees(t *testing.T, s *Session) bool {
	t.Helper()
	prog, log, trees := scratch(s)
	if got, want := said(s.last.Log), said(log); got != want {
		t.Errorf("the session says\n%sand from scratch it is\n%s", got, want)
		return false
	}
	for i, f := range s.files {
		if d := same.Differ(f.text.Tree, trees[i]); d != "" {
			t.Errorf("the trees of %s differ at %s", trees[i].Source.Name, d)
			return false
		}
	}
	if d := same.Differ(s.last.Program, prog); d != "" {
		t.Errorf("the programs differ at %s", d)
		return false
	}
	return true
}

// edit changes a text in one of the ways in which people change rules, and in some in
// which they do not.
func edit(r *rand.Rand, text string) (string, string) {
	lines := strings.SplitAfter(text, "\n")
	n := r.IntN(len(lines))
	m := r.IntN(len(lines))
	join := func(list ...[]string) string {
		var b strings.Builder
		for _, l := range list {
			b.WriteString(strings.Join(l, ""))
		}
		return b.String()
	}
	// the declaration around line n
	from, to := n, n+1
	for from > 0 && !decl.MatchString(lines[from]) {
		from--
	}
	for to < len(lines) && !decl.MatchString(lines[to]) {
		to++
	}
	at := r.IntN(len(text) + 1)
	switch r.IntN(16) {
	case 0:
		return "delete a line", join(lines[:n], lines[n+1:])
	case 1:
		return "repeat a line", join(lines[:n+1], lines[n:])
	case 2:
		lines[n], lines[m] = lines[m], lines[n]
		return "swap two lines", join(lines)
	case 3:
		return "repeat a declaration", join(lines[:to], lines[from:])
	case 4:
		return "delete a declaration", join(lines[:from], lines[to:])
	case 5:
		return "move a declaration to the end", join(lines[:from], lines[to:], []string{"\n"}, lines[from:to])
	case 6, 7, 8:
		return "change a number", one(r, number, text, func(string) string { return fmt.Sprint(r.IntN(40)) })
	case 9, 10:
		other := word.FindAllString(text, -1)
		return "change a word", one(r, word, text, func(string) string { return other[r.IntN(len(other))] })
	case 11:
		return "misspell a word", one(r, word, text, func(w string) string { return w + "x" })
	case 12:
		all := word.FindAllString(text, -1)
		old := all[r.IntN(len(all))]
		return "rename everywhere", regexp.MustCompile(`\b`+old+`\b`).ReplaceAllString(text, old+"_2")
	case 13:
		const signs = "{}()[]\"?:;,|=+-.\n \t/\\#é"
		i := r.IntN(len(signs) - 1)
		return "insert a sign", text[:at] + signs[i:i+1] + text[at:]
	case 14:
		end := min(len(text), at+1+r.IntN(3))
		return "delete signs", text[:at] + text[end:]
	}
	return "insert a comment", join(lines[:n], []string{[]string{"// note\n", "/// what it is\n", "\n\n", "  // aside\n"}[r.IntN(4)]}, lines[n:])
}

var (
	decl   = regexp.MustCompile(`^[a-z]`)
	number = regexp.MustCompile(`\b[0-9]+\b`)
	word   = regexp.MustCompile(`\b[a-z_]{2,}\b`)
)

// one replaces one match of a pattern.
func one(r *rand.Rand, pattern *regexp.Regexp, text string, with func(string) string) string {
	all := pattern.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return text
	}
	x := all[r.IntN(len(all))]
	return text[:x[0]] + with(text[x[0]:x[1]]) + text[x[1]:]
}

// TestEdits makes random changes, one after the other and some of them taken back, and
// holds each result against a check from scratch.
func TestEdits(t *testing.T) {
	for _, c := range []struct {
		pack  string
		extra []string
		seeds int
		edits int
	}{
		{"areas", []string{"../../conformance/areas"}, 2, 30},
		{"maneuvers", nil, 1, 20},
		{"battlemap", nil, 1, 15},
	} {
		in := inputOf(t, c.pack, c.extra...)
		for seed := range c.seeds {
			t.Run(fmt.Sprint(c.pack, seed), func(t *testing.T) {
				t.Parallel()
				r := rand.New(rand.NewPCG(uint64(seed), 7))
				s := New(in)
				good := map[string]string{}
				for _, n := range s.Names() {
					good[n] = s.Text(n)
				}
				kept := 0
				for i := range c.edits {
					names := s.Names()
					n := names[r.IntN(len(names))]
					text := s.Text(n)
					what := "take it back"
					if r.IntN(3) > 0 || text == good[n] {
						what, text = edit(r, text)
					} else {
						text = good[n]
					}
					res, err := s.Update(n, text)
					if err != nil {
						t.Fatal(err)
					}
					kept += res.Work.SameBodies
					if !agrees(t, s) {
						t.Fatalf("edit %d of %s: %s", i, n, what)
					}
				}
				if kept == 0 {
					t.Error("nothing was ever taken over")
				}
			})
		}
	}
}

func TestUnknownFile(t *testing.T) {
	s := New(inputOf(t, "areas"))
	if _, err := s.Update("no_such.rule", ""); err == nil {
		t.Error("a file of another program was taken")
	}
}
