package conformance

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/lint"
	"rulec/lang/pack"
	"rulec/lang/syntax"
)

var (
	faultCount = flag.Int("faults", 132, "how many one-line faults TestFaults makes; 440 is its full measure")
	faultSeed  = flag.Uint64("faultseed", 1, "the seed they are made from")
	faultList  = flag.Bool("faultlist", false, "list the faults that slip through")
)

// mostCaught is the share of faults that must be found on their line.
const mostCaught = 0.95

// A slip of one line in a rule, bestiary, encounter or pack file is found by check
// or lint before anything runs, on the line it is on. The slips are made by seed, as
// many of each kind, over all packs.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds of checking")
	}
	w := newWorkshop(t)
	r := rand.New(rand.NewPCG(*faultSeed, 7))
	var list []*slip
	for i := 0; len(list) < *faultCount; i++ {
		if i > 100**faultCount {
			t.Fatal("slips cannot be made")
		}
		if s := w.make(r, kindsOfSlip[len(list)%len(kindsOfSlip)]); s != nil {
			list = append(list, s)
		}
	}
	w.judge(t, list)
	made, caught, elsewhere := map[string]int{}, map[string]int{}, map[string]int{}
	total := 0
	for _, s := range list {
		made[s.kind]++
		switch {
		case s.found:
			caught[s.kind]++
			total++
		case s.said != "":
			elsewhere[s.kind]++
		}
		if !s.found && *faultList {
			t.Logf("%s, %s:%d: %s\n%s", s.kind, s.file.name, s.line, s.what, s.said)
		}
	}
	for _, k := range kindsOfSlip {
		t.Logf("%-22s %3d made, %3d found on their line, %d elsewhere", k.name, made[k.name], caught[k.name], elsewhere[k.name])
	}
	t.Logf("seed %d: %d of %d", *faultSeed, total, len(list))
	if float64(total) < mostCaught*float64(len(list)) {
		t.Errorf("%d of %d slips found on their line; see them with -faultlist", total, len(list))
	}
}

// benchFile is a file of a pack that slips are made in.
type benchFile struct {
	pack, name string // below the pack's folder
	text       string
	tree       *syntax.File // of a rule file
}

// slip is one line changed.
type slip struct {
	kind, what string
	file       *benchFile
	text       string // of the whole file, changed
	line       int    // where it is
	also       []int  // other lines that may be named: the other of two, the head of what lacks something
	about      string // a name that the fault may tell instead: of a template that others use
	found      bool
	said       string
}

// workshop has the packs, whole and checked.
type workshop struct {
	root  string
	files []*benchFile
	packs map[string]*pack.Pack
	names map[string]bool // every word of every file
	known map[string]bool // what the linter says of the packs as they are, without their proofs
}

var slipPacks = []string{"areas", "battlemap", "gunsmoke", "maneuvers", "sorcery"}

func newWorkshop(t *testing.T) *workshop {
	w := &workshop{root: t.TempDir(), packs: map[string]*pack.Pack{}, names: map[string]bool{}, known: map[string]bool{}}
	if err := os.CopyFS(filepath.Join(w.root, "stdlib"), os.DirFS("../stdlib")); err != nil {
		t.Fatal(err)
	}
	for _, name := range slipPacks {
		dir := filepath.Join(w.root, "rules", name)
		from := "../rules/" + name
		if _, err := os.Stat(from); err != nil {
			from = "../homebrew/" + name
		}
		if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		log := &diag.Log{}
		p := (&pack.Loader{Log: log}).ByDir(dir)
		if log.Errors() > 0 {
			t.Fatal(log.Sorted())
		}
		w.packs[name] = p
		in := lint.Input{Pack: p, Sound: true, Own: true, Files: p.Files, Scenes: data.CheckPack(p, log)}
		for _, f := range lint.Run(in, log) {
			w.known[fingerprint(f.Diagnostic)] = true
		}
		trees := map[string]*syntax.File{}
		for _, x := range p.Trees {
			trees[filepath.Base(x.Source.Name)] = x
		}
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, ".tmpl") { // what new packs begin with is none of this one
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(dir, path)
			f := &benchFile{pack: name, name: filepath.ToSlash(rel), text: string(text)}
			if strings.HasSuffix(path, ".rule") {
				f.tree = trees[filepath.Base(path)]
			}
			for _, word := range word.FindAllString(f.text, -1) {
				w.names[word] = true
			}
			w.files = append(w.files, f)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return w
}

var word = regexp.MustCompile(`[a-z_][a-z0-9_]*`)

// make makes one slip of a kind in some file, or nil where that file has no place
// for it.
func (w *workshop) make(r *rand.Rand, k kindOfSlip) *slip {
	how := k.how[r.IntN(len(k.how))]
	f := w.files[r.IntN(len(w.files))]
	s := how(&maker{w, r, f})
	if s == nil || s.text == f.text {
		return nil
	}
	s.kind, s.file = k.name, f
	if s.line == 0 {
		s.line = firstDifference(f.text, s.text)
	}
	return s
}

func firstDifference(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return strings.Count(a[:i], "\n") + 1
}

// judge checks every slip. Several of one pack are checked together, in files of
// their own, since a checker reports all that is wrong; what was not found so is
// checked once more alone, with all rules of the linter.
func (w *workshop) judge(t *testing.T, list []*slip) {
	var batches [][]*slip
	for _, name := range slipPacks {
		var open []*slip
		for _, s := range list {
			if s.file.pack == name {
				open = append(open, s)
			}
		}
		for len(open) > 0 {
			var batch, rest []*slip
			taken := map[*benchFile]bool{}
			for _, s := range open {
				if taken[s.file] || s.file.name == "pack.toml" && len(batch) > 0 || taken[nil] {
					rest = append(rest, s)
					continue
				}
				taken[s.file] = true
				if s.file.name == "pack.toml" {
					taken[nil] = true
				}
				batch = append(batch, s)
			}
			batches, open = append(batches, batch), rest
		}
	}
	w.inParallel(t, batches, false)
	var alone [][]*slip
	for _, s := range list {
		if !s.found {
			alone = append(alone, []*slip{s})
		}
	}
	w.inParallel(t, alone, true)
}

func (w *workshop) inParallel(t *testing.T, batches [][]*slip, linted bool) {
	var all sync.WaitGroup
	work := make(chan []*slip)
	for range 2 {
		root := t.TempDir()
		if err := os.CopyFS(root, os.DirFS(w.root)); err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			for b := range work {
				w.check(t, root, b, linted)
			}
		})
	}
	for _, b := range batches {
		work <- b
	}
	close(work)
	all.Wait()
}

// check writes the changed files, checks the pack and puts the files back.
func (w *workshop) check(t *testing.T, root string, batch []*slip, linted bool) {
	dir := filepath.Join(root, "rules", batch[0].file.pack)
	put := func(f *benchFile, text string) {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(f.name)), []byte(text), 0o600); err != nil {
			t.Error(err)
		}
	}
	for _, s := range batch {
		put(s.file, s.text)
		defer put(s.file, s.file.text)
	}
	log := &diag.Log{}
	p := (&pack.Loader{Log: log}).ByDir(dir)
	var found []*diag.Diagnostic
	if p != nil {
		var scenes []*ir.Scene
		if p.Program != nil {
			scenes = data.CheckPack(p, log)
		}
		if linted && p.Program != nil {
			in := lint.Input{Pack: p, Sound: log.Errors() == 0, Own: true, Files: p.Files, Scenes: scenes}
			for _, f := range lint.Run(in, log) {
				if !w.known[fingerprint(f.Diagnostic)] {
					found = append(found, f.Diagnostic)
				}
			}
		}
	}
	found = append(found, log.Sorted()...)
	for _, s := range batch {
		s.said = ""
		for _, d := range found {
			in := d.Span.File != nil && strings.HasSuffix(filepath.ToSlash(d.Span.File.Name), "/"+s.file.name)
			line := d.Span.Begin().Line
			if in && (line == s.line || slices.Contains(s.also, line)) || s.about != "" && strings.Contains(d.Message, s.about) {
				s.found = true
			}
			if len(s.said) < 600 {
				s.said += "    " + d.Error() + "\n"
			}
		}
	}
}

// fingerprint knows a finding wherever its line is.
func fingerprint(d *diag.Diagnostic) string {
	return fmt.Sprint(d.Code, filepath.Base(d.Span.File.Name), strings.TrimSpace(d.Span.File.Line(d.Span.Begin().Line)), d.Message)
}
