package format

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// rejected is the layout of a text that Source did not hand out.
func rejected(text string) string {
	var log diag.Log
	f := source.New("f.rule", text)
	return layOut(f, syntax.Parse(f, &log))
}

// odd are texts that are easily laid out wrong.
var odd = []string{
	"",
	"\n\n\n",
	"// nothing but this",
	"\ufeff/// doc\nunit a: length // behind",
	"unit a: length; unit b = 2 a;",
	"unit a: length;; // why\n;unit b = 2 a",
	"rule r { ; ; }",
	"rule r { modify a.b by 1; // first\n modify a.b by 2 }",
	"rule r {\n// only this\n}",
	"rule r { // here\n\n\n\n// there\n\n modify a.b by - 1 }",
	"event e() { a: int? = - 1 in - 2 .. ; b: int in ..5 \n c:int in 1..own \"x\" }",
	"event e() { if a { } else if b { } else { c += 1 } }",
	"event e() {\n if a { }\n else if b\n { }\n}",
	"value f(): int = a ? b ? 1 : 2 :\n c ? 3 :\n 4 cite \"A\",\n \"B\"",
	"value f(): int = (\n 1 + // one\n // two\n 2\n)",
	"value f(): list of int = [1,\n 2, 3][0]",
	"value f(): map of e to int = { a: 1,\nb: 2 }",
	"example \"x\" {\n given\n a: t { }\n when do e(a) then a.b == 1/2\n}",
	"example \"x\" { given a: t { }; then a is c by b; always (a.b > 0) }",
	"action a() {\n cost f (1 + 1)\n require ( x ) \"r\"\n use at   least\n}",
	"rule r { modify a.b at   least 1 when not(c) in[1] }",
	"table t(a: k, b: bool): int { x, [true, false] -> 1; else -> - 2 }",
	"enum e { aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, cccccccccccccccccccccccccccccccccc, ddddddddddddddddddddddddd, eeeeeeee }",
	"rule r { before a { let bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb = 1; let cccccccccccccccccccccccccccccccccccccc = 2; let ddddddddddddddddddddddd = 3 } }",
}

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden: testdata/*.in is laid out as testdata/*.out.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.in")
	if err != nil || len(names) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := mustSource(t, name, string(text))
			golden := strings.TrimSuffix(name, ".in") + ".out"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got); d != "" {
				t.Errorf("%s (-want +got)\n%s", golden, d)
			}
		})
	}
}

// Faults leave a text without a layout.
func TestFaults(t *testing.T) {
	for text, want := range map[string]diag.Code{
		"value a(): int = (1\n":                  diag.UnclosedBracket,
		"value a(): int = 1 +\n":                 diag.BadFormula,
		"valeu a(): int = 1\n":                   diag.SyntaxError,
		"value a(): int = \x00\n":                diag.NotText,
		"// " + strings.Repeat("x", 1000) + "\n": diag.TooLarge,
		"rule r {\n cite \"a\"" + strings.Repeat(",\n\"b\"", 1<<17) + "\n}": diag.TooLarge, // only when it is laid out
	} {
		out, faults := Source("f.rule", []byte(text))
		if out != nil || len(faults) == 0 || faults[0].Code != want {
			t.Errorf("%.30q: layout %.30q, faults %v; want %s", text, out, faults, want)
		}
	}
}
