package check_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulec/lang/source"
)

// seeds are all rule files at hand: the standard library, the packs, and faulty ones.
func seeds(t testing.TB) []string {
	var out []string
	for _, pattern := range []string{"testdata/faults/*.rule", "../syntax/testdata/*/*.rule", "../../stdlib/*.rule", "../../rules/*/*.rule"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range names {
			text, err := os.ReadFile(n)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(text))
		}
	}
	return out
}

// prelude is what gives mutated files something to speak of.
const prelude = `unit m: length
unit s: time
enum side { heroes, foes }
record creature is actor plural creatures { side: side = heroes; hp: int = 10; foe: creature? }
resource standard on creature = 1
space grid of m { }
event attack(attacker: creature, target: creature) -> hit | miss { value bonus: int = 0; end attack as hit }
condition prone on creature { until removed }
`

// The checker finds faults in any text and never breaks on one.
func FuzzCheck(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<16 {
			return
		}
		checked(source.New("fuzz.rule", text)).Sorted()
		checked(source.New("a.rule", prelude), source.New("fuzz.rule", "// entry attack\n// cites\n"+text)).Sorted()
	})
}

// A file with words left out, doubled or exchanged has faults, mostly, but none of
// them breaks the checker: the same as FuzzCheck, by a fixed seed, in every test.
func TestMutatedFiles(t *testing.T) {
	all := seeds(t)
	var words []string
	for _, s := range all {
		words = append(words, strings.Fields(s)...)
	}
	rounds := 500
	if testing.Short() {
		rounds = 200
	}
	r := rand.New(rand.NewPCG(7, 7))
	for i := range rounds {
		text := all[r.IntN(len(all))]
		if cut := 3000; len(text) > cut {
			from := r.IntN(len(text) - cut)
			text = text[from : from+cut]
			if at := strings.Index(text, "\n\n"); at >= 0 {
				text = text[at:] // begin with a declaration
			}
		}
		for range 1 + r.IntN(4) {
			text = mutate(r, text, words)
		}
		func() {
			defer func() {
				if x := recover(); x != nil {
					t.Errorf("round %d: %v\n%s", i, x, text)
					panic(x)
				}
			}()
			checked(source.New("a.rule", prelude), source.New("m.rule", "// entry attack\n"+text))
			checked(source.New("m.rule", text))
		}()
		if t.Failed() {
			return
		}
	}
}

// mutate leaves out, doubles or exchanges one word or line.
func mutate(r *rand.Rand, text string, words []string) string {
	sep := " "
	if r.IntN(3) == 0 {
		sep = "\n"
	}
	parts := strings.Split(text, sep)
	i := r.IntN(len(parts))
	switch r.IntN(4) {
	case 0:
		parts = append(parts[:i:i], parts[i+1:]...)
	case 1:
		parts = append(parts[:i:i], append([]string{parts[i]}, parts[i:]...)...)
	case 2:
		parts[i] = words[r.IntN(len(words))]
	default:
		j := r.IntN(len(parts))
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, sep)
}
