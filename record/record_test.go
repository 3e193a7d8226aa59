package record_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/proof"
	"rulec/record"
)

// recorded plays a scene and writes it.
func recorded(t *testing.T, name string, seed uint64) (text, packName string) {
	t.Helper()
	var log diag.Log
	s, p := data.LoadScene(name, &pack.Loader{Log: &log}, &log)
	if log.Errors() > 0 {
		t.Fatalf("%s: %v", name, log.Sorted()[0])
	}
	r := fight.Prepare(p.Program, s, nil, &log)
	if r == nil {
		t.Fatalf("%s: %v", name, log.Sorted()[0])
	}
	f := record.New(r, p.Name, seed, interp.NewRecorder())
	res := r.Run(interp.NewMachine(r.Program), seed, 0, nil, f.Tape)
	text, err := f.Example(res)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return text, p.Name
}

// proven proves an example as `rulec test` does, from a file of its own.
func proven(t *testing.T, text, packName string) []*proof.Result {
	t.Helper()
	file := filepath.Join(t.TempDir(), "recorded.rule")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if about, _ := new(pack.Store).AboutOf(file); about != packName {
		t.Errorf("the file says that it is about %q, not %q", about, packName)
	}
	var log diag.Log
	p := (&pack.Loader{Log: &log, Extra: []string{file}}).ByName(packName, "..", source.Span{})
	if log.Errors() > 0 {
		t.Fatalf("%v\n%s", log.Sorted()[0], text)
	}
	return proof.Run(p.Program, proof.Options{Match: regexp.MustCompile(", seed ")})
}

// Every encounter of every pack is recorded, and its example holds.
func TestEveryEncounterIsRecorded(t *testing.T) {
	scenes, err := filepath.Glob("../rules/*/encounters/*.toml")
	if err != nil || len(scenes) < 11 {
		t.Fatal(scenes, err)
	}
	for i, name := range scenes {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, p := recorded(t, name, uint64(100+i))
			if list := proven(t, text, p); len(list) != 1 || list[0].Status != proof.Pass {
				t.Errorf("%d proofs, the first: %+v", len(list), list[0].Failure)
			}
		})
	}
}

var lastRoll = regexp.MustCompile(`(?m)^ +rolls [0-9 ]*\n( +then|  then)`)
var firstHP = regexp.MustCompile(`\.hp == (-?\d+)`)

// What does not hold any more fails: another die, one die more, another finding.
func TestRecordsCanFail(t *testing.T) {
	text, p := recorded(t, "../rules/battlemap/encounters/ambush.toml", 7)
	for what, changed := range map[string]string{
		"a finding":     firstHP.ReplaceAllString(text, ".hp == 9999"),
		"one die more":  lastRoll.ReplaceAllStringFunc(text, func(s string) string { return strings.Replace(s, "rolls ", "rolls 3 ", 1) }),
		"another start": strings.Replace(text, "max_hp: 27", "max_hp: 28", 1),
	} {
		if changed == text {
			t.Fatalf("%s: nothing was changed", what)
		}
		if list := proven(t, changed, p); len(list) != 1 || list[0].Status == proof.Pass {
			t.Errorf("%s: the example holds all the same", what)
		}
	}
}
