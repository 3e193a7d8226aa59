package conformance_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/report"
)

// Every encounter of every pack ends, and tells the same story as when its trace
// was stored.
func TestScenes(t *testing.T) {
	scenes, err := filepath.Glob("../rules/*/encounters/*.toml")
	if err != nil || len(scenes) == 0 {
		t.Fatal("no encounters", err)
	}
	for _, file := range scenes {
		name := filepath.Base(filepath.Dir(filepath.Dir(file))) + "-" + strings.TrimSuffix(filepath.Base(file), ".toml")
		t.Run(name, func(t *testing.T) {
			var log diag.Log
			s, p := data.LoadScene(file, &pack.Loader{Log: &log}, &log)
			if log.Errors() > 0 {
				t.Fatal(log.Sorted()[0])
			}
			r := fight.Prepare(p.Program, s, nil, &log)
			if r == nil {
				t.Fatal(log.Sorted()[0])
			}
			for _, d := range log.Sorted() {
				t.Error(d) // somebody without a tactic, advice that is not followed
			}
			rec := interp.NewRecorder()
			res := r.Run(interp.NewMachine(r.Program), s.Seed, 0, nil, rec)
			if res.Fault != nil {
				t.Fatal(res.Fault)
			}
			var got strings.Builder
			if err := report.RunText(&got, rec, res, report.TextOptions{}); err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", "traces", name+".golden")
			if *update {
				if err := os.MkdirAll(filepath.Dir(golden), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got.String()); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// Each line by which an action of the maneuvers game can be refused is met by a
// proof that names it.
func TestEveryRefusalIsProven(t *testing.T) {
	p := load(t, "..", "maneuvers").Program
	named := map[string]bool{}
	for _, x := range p.Proofs {
		for _, f := range x.Findings {
			if f.Kind == ir.RefuseFinding {
				named[f.ReasonText] = true
			}
		}
	}
	for _, e := range p.Events {
		for _, q := range e.Requires {
			// What makes a readied plan impossible comes up in the middle of a turn, where a
			// scene shows it and no `refuse` can stand.
			if e.Action && !named[q.Reason.Plain()] && !strings.HasPrefix(q.Reason.Plain(), "{why(") {
				t.Errorf("%s: no proof is refused by %q", e.Name, q.Reason.Plain())
			}
		}
	}
}
