package syntax

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulec/lang/diag"
	"rulec/lang/source"
)

var update = flag.Bool("update", false, "write the trees of testdata/good anew")

// parseGood parses a file of testdata/good, in which nothing is wrong.
func parseGood(t testing.TB, name string) *File {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var log diag.Log
	f := Parse(source.New(name, string(text)), &log)
	for _, d := range log.Sorted() {
		t.Error(d)
	}
	return f
}

func goodFiles(t testing.TB) []string {
	files, _ := filepath.Glob("testdata/good/*.rule")
	if len(files) == 0 {
		t.Fatal("no test files")
	}
	return files
}

// The trees of good files are kept beside them.
func TestTrees(t *testing.T) {
	for _, name := range goodFiles(t) {
		var out strings.Builder
		for _, d := range parseGood(t, name).Decls {
			out.WriteString(fold(dump(d)) + "\n")
		}
		golden := strings.TrimSuffix(name, ".rule") + ".tree"
		if *update {
			if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		got, lines := strings.Split(out.String(), "\n"), strings.Split(string(want), "\n")
		for i := range max(len(got), len(lines)) {
			if i >= len(got) || i >= len(lines) || got[i] != lines[i] {
				t.Errorf("%s: line %d differs (go test -update writes it anew)", golden, i+1)
				break
			}
		}
	}
}

// fold breaks a dump before each inner list of statements, members and the like.
func fold(s string) string {
	return strings.NewReplacer(" Members:[", "\n  Members:[", ") (", ")\n    (", " Clauses:[", "\n  Clauses:[", " Sections:[", "\n  Sections:[").Replace(s)
}

// Every node lies inside the node it belongs to.
func TestSpansNest(t *testing.T) {
	for _, name := range goodFiles(t) {
		f := parseGood(t, name)
		for _, d := range f.Decls {
			each(d, func(n, in Node) {
				at, around := n.At(), in.At()
				if !at.Valid() || at.Start < around.Start || at.End > around.End || at.Start >= at.End {
					t.Errorf("%s: %T at [%d,%d) outside %T [%d,%d): %q", name, n, at.Start, at.End, in, around.Start, around.End, at.Text())
				}
				if i, ok := n.(Ident); ok && i.Name != at.Text() {
					t.Errorf("%s: the name %q stands at %q", name, i.Name, at.Text())
				}
			})
		}
	}
}

func TestComments(t *testing.T) {
	text := "/// A page.\n\n// plain\n/// One\n/// two.\nrule a { // tail\n  /// not a member\n\n  cite \"x // y\"\n}\n/// Three.\noverride event b {\n  /// Four.\n  c: int\n  /// Five.\n  value d: int = 1\n  /// Six.\n  stage e { }\n}"
	var log diag.Log
	f := Parse(source.New("c.rule", text), &log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted())
	}
	var comments []string
	for _, c := range f.Comments {
		if c.Text != c.Span.Text() || c.Doc != strings.HasPrefix(c.Text, "///") {
			t.Errorf("%+v", c)
		}
		comments = append(comments, c.Text)
	}
	if len(comments) != 10 || comments[4] != "// tail" {
		t.Errorf("%q", comments)
	}
	b := f.Decls[1].(*Event)
	docs := []string{f.Decls[0].Header().Doc, b.Doc, b.Members[0].(*Field).Doc, b.Members[1].(*Value).Doc, b.Members[2].(*Stage).Doc}
	want := []string{"One\ntwo.", "Three.", "Four.", "Five.", "Six."}
	for i := range want {
		if docs[i] != want[i] {
			t.Errorf("doc %d is %q, want %q", i, docs[i], want[i])
		}
	}
	if b.Span.Text()[:8] != "override" || !b.Override {
		t.Error(b.Span.Text())
	}
}

// Whatever the text is, parsing ends without a panic and every place lies in the file.
func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"testdata/good/*.rule", "testdata/faults/*.rule"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			text, _ := os.ReadFile(name)
			f.Add(string(text))
			for _, part := range strings.Split(string(text), "\n") {
				f.Add(part)
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := source.New("fuzz", text)
		inside := func(s source.Span) {
			if s.Valid() && (s.Start < 0 || s.Start > s.End || s.End > len(file.Text)) {
				t.Errorf("place [%d,%d) of %d", s.Start, s.End, len(file.Text))
			}
		}
		var log diag.Log
		tree := Parse(file, &log)
		for _, d := range tree.Decls {
			each(d, func(n, _ Node) {
				inside(n.At())
				if text, ok := n.(*Text); ok && log.Errors() == 0 {
					Pieces(text, &diag.Log{})
				}
			})
		}
		ParseFormula(file, &log)
		for _, d := range log.Sorted() {
			inside(d.Span)
			if d.Message == "" {
				t.Error("a fault without a message")
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	var files []*source.File
	size, lines := 0, 0
	for _, name := range goodFiles(b) {
		text, _ := os.ReadFile(name)
		f := source.New(name, string(text))
		files = append(files, f)
		size += len(text)
		lines += f.Lines()
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, f := range files {
			Parse(f, &diag.Log{})
		}
	}
	b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}
