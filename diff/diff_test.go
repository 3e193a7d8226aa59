package diff

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/lang/syntax"
	"rulec/mutate"
)

// parsed is a pack of one text, unchecked: what is compared are trees.
func parsed(t testing.TB, text string) *pack.Pack {
	t.Helper()
	var log diag.Log
	tree := syntax.Parse(source.New("test.rule", text), &log)
	for _, d := range log.Sorted() {
		t.Fatalf("%v\n%s", d, text)
	}
	return &pack.Pack{Trees: []*syntax.File{tree}}
}

// lines writes changes as a test wants them.
func lines(list []*Change) []string {
	var out []string
	for _, c := range list {
		out = append(out, fmt.Sprintf("%s | %s | %s | %s -> %s", c.Kind, c.Of, c.Part, c.Old, c.New))
	}
	return out
}

func TestRules(t *testing.T) {
	const base = `condition dazed "Dazed" on creature {
  cite   "Dazed"
  until  after turn(actor: self)
  modify self.guard by -2 when self.hp > 3  "dazed"
  forbid act(actor: self)                   "{self} is dazed"
}
event luck(who: creature, odds: int = 3) -> lucky | unlucky {
  stage throw { roll n = d6 }
  stage judge { if n >= odds { end luck as lucky } else { end luck as unlucky } }
}
enum grade { low, high }
table worth(of: grade): int { low -> 1; high -> 2 }
extend creature { guard: int = 10; nerve: int = 3 }
value creature.brave: bool = self is not dazed
`
	for _, c := range []struct {
		name, from, to string
		want           []string
	}{
		{"nothing", "", "", nil},
		{"a number", "by -2", "by -3", []string{`number | condition dazed | modify self.guard by -2 when self.hp > 3 "dazed" | -2 -> -3`}},
		{"a sign", "by -2", "by 2", []string{`formula | condition dazed | modify self.guard by -2 when self.hp > 3 "dazed" | -2 -> 2`}},
		{"dice", "d6", "2d6", []string{`number | event luck | roll n = d6 | d6 -> 2d6`}},
		{"a default", "odds: int = 3", "odds: int = 4", []string{`number | event luck | odds: int = 3 | 3 -> 4`}},
		{"an operator", "n >= odds", "n > odds", []string{`formula | event luck | if n >= odds | n >= odds -> n > odds`}},
		{"an outcome", "luck as lucky", "luck as unlucky", []string{`name | event luck | end luck as lucky | lucky -> unlucky`}},
		{"a dropped clause", "  forbid act(actor: self)                   \"{self} is dazed\"\n", "", []string{`removed | condition dazed |  | forbid act(actor: self) "{self} is dazed" -> `}},
		{"a dropped condition", " when self.hp > 3", "", []string{`formula | condition dazed | modify self.guard by -2 when self.hp > 3 "dazed" | self.hp > 3 -> `}},
		{"a clause more", "  until", "  modify self.nerve by 1 \"dazed\"\n  until", []string{`added | condition dazed |  |  -> modify self.nerve by 1 "dazed"`}},
		{"clauses in another order", "  until  after turn(actor: self)\n", "", []string{`removed | condition dazed |  | until after turn(actor: self) -> `}},
		{"stages in another order", "  stage throw { roll n = d6 }\n", "", []string{`removed | event luck |  | stage throw { roll n = d6 } -> `}},
		{"a row", "high -> 2", "high -> 3", []string{`number | table worth | high -> 2 | 2 -> 3`}},
		{"rows in another order", "low -> 1; high -> 2", "high -> 2; low -> 1", []string{`order | table worth | high -> 2 | high -> 2 -> high -> 2`}},
		{"text", `"Dazed" on`, `"In a daze" on`, []string{`text | condition dazed |  | "Dazed" -> "In a daze"`}},
		{"a source", `cite   "Dazed"`, `cite   "Dazes"`, []string{`text | condition dazed |  | "Dazed" -> "Dazes"`}},
		{"a label", `3  "dazed"`, `3  "in a daze"`, []string{`text | condition dazed | modify self.guard by -2 when self.hp > 3 "dazed" | "dazed" -> "in a daze"`}},
		{"a new name", "dazed ", "dim ", nil},
		{"a declaration more", "enum", "value spare: int = 1\nenum", []string{`added | value spare |  |  -> `}},
		{"a declaration less", "table worth(of: grade): int { low -> 1; high -> 2 }\n", "", []string{`removed | table worth |  |  -> `}},
		{"an override", "enum grade", "override enum grade", []string{`removed | enum grade |  |  -> `, `added | override enum grade |  |  -> `}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(base, c.from) {
				t.Fatalf("there is no %q", c.from)
			}
			got := lines(Packs(parsed(t, base), parsed(t, strings.Replace(base, c.from, c.to, 1))))
			if c.name == "a new name" {
				got = lines(Packs(parsed(t, base), parsed(t, strings.NewReplacer("condition dazed", "condition dim", "is not dazed", "is not dim").Replace(base))))
				c.want = []string{`renamed | condition dazed |  | condition dazed -> condition dim`}
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// The order of files and of the declarations in them is no difference, nor is the
// file that an extension stands in.
func TestShuffled(t *testing.T) {
	for _, name := range pack.Embedded() {
		var log diag.Log
		p := (&pack.Loader{Log: &log}).ByDir(filepath.Join("..", "rules", name))
		if log.Errors() > 0 {
			t.Fatal(log.Sorted())
		}
		for seed := range uint64(4) {
			r := rand.New(rand.NewPCG(seed, 7))
			q := *p
			q.Trees = nil
			for _, f := range p.Trees {
				n := *f
				n.Decls = slices.Clone(f.Decls)
				r.Shuffle(len(n.Decls), func(i, j int) { n.Decls[i], n.Decls[j] = n.Decls[j], n.Decls[i] })
				q.Trees = append(q.Trees, &n)
			}
			r.Shuffle(len(q.Trees), func(i, j int) { q.Trees[i], q.Trees[j] = q.Trees[j], q.Trees[i] })
			slices.SortStableFunc(q.Trees, func(a, b *syntax.File) int { return layer(a) - layer(b) }) // the last override counts
			for _, c := range lines(rules(p, &q)) {
				t.Errorf("%s, seed %d: %s", name, seed, c)
			}
		}
	}
}

// layer is 1 for a pack's own files and 0 for the standard library's.
func layer(f *syntax.File) int {
	if strings.Contains(f.Source.Name, "stdlib/") {
		return 0
	}
	return 1
}

// Every change that rulec mutate can think of is one.
func TestMutants(t *testing.T) {
	files, err := filepath.Glob("../rules/*/*.rule")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	n := 0
	for _, name := range append(files, "../mutate/testdata/operators.rule") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p := parsed(t, string(text))
		for i, m := range mutate.Propose(p.Trees[0], p.Trees) {
			if strings.Contains(name, "rules/") && i%5 > 0 {
				continue // a sample of what the packs have
			}
			var log diag.Log
			tree := syntax.Parse(source.New("test.rule", m.Text()), &log)
			if log.Errors() > 0 {
				continue
			}
			if n++; !Meaning(rules(p, &pack.Pack{Trees: []*syntax.File{tree}})) {
				t.Errorf("%s: nothing seen of %s\n%s", name, m.Operator, m.Diff())
			}
		}
	}
	if n < 1000 {
		t.Errorf("only %d mutants", n)
	}
}

func TestData(t *testing.T) {
	at := func(files map[string]string) *pack.Pack {
		dir := t.TempDir()
		for name, text := range files {
			if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var log diag.Log
		p := (&pack.Loader{Log: &log}).ByDir(dir)
		if log.Errors() > 0 {
			t.Fatal(log.Sorted())
		}
		return p
	}
	const toml = "name = \"lucky\"\nversion = \"1.0.0\"\nextends = \"battlemap\"\nlicence = \"CC0\"\n"
	old := at(map[string]string{"pack.toml": toml, "b/imps.toml": "[creature.imp]\nmax_hp = 9\nside = \"foes\"\ndefenses = { agility = 12 }\n[creature.cub]\n",
		"friday.toml": "pack = \"lucky\"\nseed = 1\n[[creature]]\nname = \"A\"\nmax_hp = 3\n[[creature]]\nname = \"B\"\n"})
	now := at(map[string]string{"pack.toml": "# again\nextends = \"battlemap\"\nname = \"lucky\"\nlicence = \"CC-BY\"\nversion = \"1.1.0\"\n",
		"b/imp.toml": "[creature.imp]\nside = \"foes\"\nmax_hp = 0x0A\ndefenses.agility = 13\n", "b/dog.toml": "[creature.dog]\n",
		"friday.toml": "seed = 1\npack = \"lucky\"\n[[creature]]\nname = \"B\"\n[[creature]]\nname = \"A\"\nmax_hp = 4\n"})
	want := []string{
		`text | pack.toml | licence | "CC0" -> "CC-BY"`,
		`formula | pack.toml | version | "1.0.0" -> "1.1.0"`,
		`number | creature.imp | max_hp | 9 -> 10`,
		`number | creature.imp | defenses.agility | 12 -> 13`,
		`removed | creature.cub |  |  -> `,
		`number | friday.toml | creature[A].max_hp | 3 -> 4`,
		`added | creature.dog |  |  -> `,
	}
	got := lines(Packs(old, now))
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
