package check_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
)

var snippet = regexp.MustCompile("(?s)## (Wrong|Right)\n```(rule|toml|text)( part)?\n(.+?)\n```")

// Pages whose snippets cannot be judged alone, and why.
var pageSkips = map[diag.Code]string{
	diag.NotText:        "a file that is not text",
	diag.TooLarge:       "a file of some megabytes",
	diag.OffMap:         "part of an encounter: lang/data",
	diag.Overlap:        "part of an encounter: lang/data",
	diag.BadMap:         "part of an encounter: lang/data",
	diag.ParentCycle:    "part of a bestiary: lang/data",
	diag.BrokenRequire:  "found when the machine is set up",
	diag.DuplicateEntry: "part of an encounter: lang/data",
	diag.Advice:         "found when the machine is set up",
	diag.UnknownRule:    "found by lang/lint",
	diag.ProofFails:     "found when proofs run", diag.ProofBroken: "found when proofs run", diag.DiceLeft: "found when proofs run",
	diag.ProofTooLarge: "found when proofs run", diag.OpenChoice: "found when proofs run", diag.UnknownRow: "needs a ledger",
	diag.LowCoverage: "found when proofs run", diag.BadWaiver: "found by rulec mutate", diag.UnusedWaiver: "found by rulec mutate",
	diag.BlindRow:  "needs a ledger",
	diag.OutOfFuel: "a fault of a run", diag.TooDeep: "a fault of a run", diag.Overflow: "a fault of a run",
	diag.RunFault: "a fault of a run", diag.NoChoice: "a fault of a run", diag.NotTheSame: "a fault of a run",
	diag.CannotUse: "a command line", diag.BadCommand: "a command line", diag.InternalBug: "a fault of rulec",
}

// On the page of every code the wrong snippet has exactly this fault, and the
// right one has none.
func TestPages(t *testing.T) {
	for _, code := range diag.Codes() {
		if pageSkips[code] != "" {
			continue
		}
		page, _ := diag.Page(code)
		judged := false
		for _, m := range snippet.FindAllStringSubmatch(page, -1) {
			right, kind, part, text := m[1] == "Right", m[2], m[3] != "", m[4]
			if part || kind == "text" {
				continue
			}
			judged = true
			var log *diag.Log
			if kind == "rule" {
				if code == diag.NoCite || right {
					text += "\n// cites\n"
				}
				log = checked(source.New(string(code)+"-"+strings.ToLower(m[1])+".rule", text))
			} else {
				log = tomlPage(t, text)
			}
			list := slices.DeleteFunc(log.Sorted(), func(d *diag.Diagnostic) bool {
				// Faults of battlemap's own rules are for its own tests.
				return kind == "toml" && d.Span.File != nil && strings.HasSuffix(d.Span.File.Name, ".rule")
			})
			if right && len(list) > 0 {
				t.Errorf("%s, right: %v", code, list)
			}
			if !right && len(list) == 0 {
				t.Errorf("%s, wrong: no fault", code)
			}
			for _, d := range list {
				if !right && d.Code != code {
					t.Errorf("%s, wrong: another fault: %v", code, d)
				}
			}
		}
		if !judged {
			t.Logf("%s: no snippet stands alone", code)
		}
	}
}

// tomlPage reads a pack.toml, or an encounter of battlemap.
func tomlPage(t *testing.T, text string) *diag.Log {
	log := &diag.Log{}
	loader := &pack.Loader{Log: log}
	if strings.HasPrefix(text, "# encounter.toml") {
		root, err := filepath.Abs("../..")
		if err != nil {
			t.Fatal(err)
		}
		find := func(name string, at source.Span) *pack.Pack { return loader.ByName(name, root, at) }
		data.Read(source.New("encounter.toml", text), "", find, log)
		return log
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pack.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	loader.ByDir(dir)
	return log
}
