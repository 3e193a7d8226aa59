package check_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

var (
	wantMark  = regexp.MustCompile(`// want(-above)? ([A-Z][0-9]+) "((?:[^"\\]|\\.)*)"`)
	entryMark = regexp.MustCompile(`(?m)^// entry (\S+)$`)
	citesMark = regexp.MustCompile(`(?m)^// cites$`)
)

var wrongArticle = regexp.MustCompile(`\ba "?([aeio]|u[^n])|\ban "?[^aeiou"]`)

// checked checks files as one pack of their own, without imports.
func checked(files ...*source.File) *diag.Log {
	var log diag.Log
	in := check.Input{Pack: "test"}
	for _, f := range files {
		in.Files = append(in.Files, syntax.Parse(f, &log))
		if m := entryMark.FindStringSubmatch(f.Text); m != nil {
			in.Entry = m[1]
		}
		if citesMark.MatchString(f.Text) {
			in.RequireCite = append(in.RequireCite, in.Files[len(in.Files)-1])
		}
	}
	check.Check(in, &log)
	return &log
}

// Each faulty line of testdata/faults says in a comment which faults it has, and
// the other lines must have none.
func TestFaults(t *testing.T) {
	files, _ := filepath.Glob("testdata/faults/*.rule")
	if len(files) == 0 {
		t.Fatal("no test files")
	}
	seen := map[diag.Code]bool{}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".rule"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f := source.New(name, string(text))
			compare(t, f, checked(f), seen)
		})
	}
	// Every code of names, types and structure is shown by some line, or here excused.
	elsewhere := map[diag.Code]string{
		diag.UnknownImport: "a fault of pack.toml: TestPages",
		diag.UnknownPack:   "a fault of pack.toml: TestPages",
		diag.WrongVersion:  "a fault of pack.toml: TestPages",
		diag.PackCycle:     "a fault of pack.toml: TestPages",
		diag.Conflict:      "needs two packs: TestOverrides",
		diag.TooMany:       "needs thousands of lines",
	}
	for _, c := range diag.Codes() {
		group := string(c)[:3]
		if (group == "E02" || group == "E03" || group == "E04") && !seen[c] && elsewhere[c] == "" {
			t.Errorf("no line of testdata/faults shows %s, %s", c, diag.Title(c))
		}
	}
}

// compare holds the faults of a file against the marks in it.
func compare(t *testing.T, f *source.File, log *diag.Log, seen map[diag.Code]bool) {
	found := map[int][]*diag.Diagnostic{}
	for _, d := range log.Sorted() {
		for _, s := range []string{d.Message, d.Help, d.Label} {
			if wrongArticle.MatchString(s) {
				t.Errorf("%v: a wrong article in %q", d, s)
			}
		}
		found[d.Span.Begin().Line] = append(found[d.Span.Begin().Line], d)
	}
	for n := 1; n <= f.Lines(); n++ {
		for _, m := range wantMark.FindAllStringSubmatch(f.Line(n), -1) {
			line := n
			if m[1] != "" {
				line--
			}
			re := regexp.MustCompile(strings.ReplaceAll(m[3], `\"`, `"`))
			hit := -1
			for i, d := range found[line] {
				if string(d.Code) == m[2] && re.MatchString(d.Message) {
					hit = i
					seen[d.Code] = true
					break
				}
			}
			if hit < 0 {
				t.Errorf("%s:%d: missing %s %q\n\t%s", f.Name, line, m[2], m[3], f.Line(line))
				continue
			}
			found[line] = append(found[line][:hit:hit], found[line][hit+1:]...)
		}
	}
	for n := 0; n <= f.Lines(); n++ {
		for _, d := range found[n] {
			t.Errorf("unexpected: %v\n\t%s", d, f.Line(n))
		}
	}
}
