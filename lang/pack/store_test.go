package pack

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"rulec/internal/same"
	"rulec/internal/together"
	"rulec/lang/diag"
	"rulec/lang/source"
)

// told is all that a log holds, in its order.
func told(log *diag.Log) []string {
	var out []string
	for _, d := range log.Sorted() {
		out = append(out, fmt.Sprint(d, d.Help, d.Label, len(d.Related)))
	}
	return append(out, fmt.Sprint(log.Errors(), log.Dropped))
}

// faulty is a pack with faults in its files, in what they mean and in its pack.toml.
func faulty(t *testing.T) string {
	dir := t.TempDir()
	many := strings.Repeat("value double: int = nothing_is_called_so\n", 150)
	for name, text := range map[string]string{
		"pack.toml": "name = \"faulty\"\nversion = \"1.0.0\"\nextends = \"areas\"\nimports = [\"stdlib/nothing.rule\"]\n",
		"a.rule":    "value broken: int = (1 +\nvalue half: int = 1 / 2\n" + many,
		"b.rule":    "condition slow on creature { modify self.speed by }\n" + many,
		"c.rule":    "about other\noverride value no_such: int = 3\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Whether packs are read one after the other or at once, each by itself or through one
// store, they are the same packs with the same faults.
func TestStore(t *testing.T) {
	bad := faulty(t)
	t.Chdir("../..")
	type reading struct {
		pack *Pack
		log  *diag.Log
	}
	loads := []func(l *Loader) *Pack{
		func(l *Loader) *Pack { return l.ByDir("rules/areas") },
		func(l *Loader) *Pack { return l.ByDir("rules/battlemap") },
		func(l *Loader) *Pack { return l.ByDir("rules/maneuvers") },
		func(l *Loader) *Pack { return l.ByDir(bad) },
		func(l *Loader) *Pack { return l.ByName("areas", "", source.Span{}) },
		func(l *Loader) *Pack { return l.Loose([]string{"stdlib/rounds.rule"}) },
		func(l *Loader) *Pack { return l.Loose([]string{"stdlib/steps.rule"}) },
		func(l *Loader) *Pack { return l.ByDir("rules/areas") },
	}
	alone := make([]reading, len(loads))
	before := runtime.GOMAXPROCS(1)
	for i, load := range loads {
		alone[i].log = &diag.Log{}
		alone[i].pack = load(&Loader{Log: alone[i].log})
	}
	runtime.GOMAXPROCS(max(4, before))
	defer runtime.GOMAXPROCS(before)
	store := &Store{}
	for round := range 3 {
		got := make([]reading, len(loads))
		together.Each(len(loads), func(i int) {
			got[i].log = &diag.Log{}
			got[i].pack = loads[i](&Loader{Log: got[i].log, Store: store})
		})
		for i, want := range alone {
			if d := same.Differ(told(got[i].log), told(want.log)); d != "" {
				t.Errorf("round %d, pack %d: the faults differ at %s: %v and %v", round, i, d, told(got[i].log), told(want.log))
			}
			if got[i].pack.Digest != want.pack.Digest || got[i].pack.Origin != want.pack.Origin {
				t.Errorf("round %d, pack %d: %s of %s and %s of %s", round, i, got[i].pack.Digest, got[i].pack.Origin, want.pack.Digest, want.pack.Origin)
			}
			if d := same.Differ(got[i].pack.Program, want.pack.Program); d != "" {
				t.Errorf("round %d, pack %d: the programs differ at %s", round, i, d)
			}
			if d := same.Differ(got[i].pack.Trees, want.pack.Trees); d != "" {
				t.Errorf("round %d, pack %d: the trees differ at %s", round, i, d)
			}
		}
		if round == 0 && (got[0].pack.Program != got[7].pack.Program || got[0].pack.Trees[0] != got[1].pack.Trees[0]) {
			t.Error("what is the same was read twice")
		}
	}
	if alone[3].log.Errors() < diag.Limit {
		t.Errorf("the faulty pack has %d faults", alone[3].log.Errors())
	}
}

// A store goes by what files say: another text is another file.
func TestStoreSeesChanges(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		for name, text := range map[string]string{"pack.toml": "name = \"me\"\nversion = \"1.0.0\"\n", "a.rule": text} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	store := &Store{}
	var digests []string
	for _, c := range []struct {
		text   string
		errors int
	}{{"value a: int = 1\n", 0}, {"value a: int = b\n", 1}, {"value a: int = 1\n", 0}} {
		write(c.text)
		log := &diag.Log{}
		p := (&Loader{Log: log, Store: store}).ByDir(dir)
		if got := log.Errors(); got != c.errors {
			t.Errorf("%q: %d errors", c.text, got)
		}
		digests = append(digests, p.Digest)
	}
	if digests[0] == digests[1] || digests[0] != digests[2] {
		t.Errorf("digests %q", digests)
	}
}
