package conformance_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/format"
	"rulec/lang/lint"
	"rulec/lang/pack"
)

// fightsEach is how many seeds each encounter of a homebrew pack is played under.
const fightsEach = 20

// The packs of homebrew are sound, laid out and proven, and lint finds nothing in
// them; their encounters come to a decided end.
func TestHomebrew(t *testing.T) {
	manifests, err := filepath.Glob("../homebrew/*/pack.toml")
	if err != nil || len(manifests) < 2 {
		t.Fatal(len(manifests), "packs", err)
	}
	for _, m := range manifests {
		dir := filepath.Dir(m)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			var log diag.Log
			p := (&pack.Loader{Log: &log}).ByDir(dir)
			if log.Errors() > 0 {
				t.Fatal(log.Sorted()[0])
			}
			scenes := data.CheckPack(p, &log)
			in := lint.Input{Pack: p, Sound: log.Errors() == 0, Own: true, Files: p.Files, Scenes: scenes}
			for _, f := range lint.Run(in, &log) {
				t.Error(f.Diagnostic)
			}
			for _, d := range log.Sorted() {
				t.Error(d)
			}
			for _, f := range p.Files {
				if !p.Own(f) {
					continue
				}
				laid, faults := format.Source(f.Name, []byte(f.Text))
				if len(faults) > 0 || !bytes.Equal(laid, []byte(f.Text)) {
					t.Errorf("%s is not laid out: %v", f.Name, faults)
				}
			}
			if len(prove(t, p)) == 0 {
				t.Error("no proofs")
			}
			fights(t, filepath.Join(dir, "encounters", "*.toml"))
		})
	}
}

// Packs of homebrew can be played together.
func TestHomebrewTogether(t *testing.T) { fights(t, "../homebrew/*.toml") }

// fights plays each of some encounters under some seeds, each to a decided end.
func fights(t *testing.T, pattern string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal("no encounters", err)
	}
	for _, file := range files {
		var log diag.Log
		scene, of := data.LoadScene(file, &pack.Loader{Log: &log}, &log)
		if log.Errors() > 0 {
			t.Fatal(log.Sorted()[0])
		}
		r := fight.Prepare(of.Program, scene, nil, &log)
		for _, d := range log.Sorted() {
			t.Error(d)
		}
		m := interp.NewMachine(r.Program)
		for n := range uint64(fightsEach) {
			if res := r.Run(m, scene.Seed, n, nil, nil); res.Fault != nil || res.Outcome != "decided" {
				t.Errorf("%s, fight %d: %s, %v", file, n, res.Outcome, res.Fault)
			}
		}
	}
}
