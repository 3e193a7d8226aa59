package report

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"rulec/interp"
)

// asks is how many questions are asked of each encounter.
const asks = 8

// Whatever is asked of whatever event: the fight that is watched goes the same way,
// every case has a verdict, and who was kept out was so for a reason.
func TestWhyNotChangesNothing(t *testing.T) {
	scenes, err := filepath.Glob("../rules/*/encounters/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	pick := rand.New(rand.NewPCG(7, 7))
	kinds := map[string]int{}
	var count func(list []interp.Reason)
	count = func(list []interp.Reason) {
		for _, r := range list {
			kinds[r.Kind]++
			count(r.Of)
		}
	}
	for _, name := range scenes {
		r := readyScene(t, name)
		plain := interp.NewRecorder()
		r.Run(interp.NewMachine(r.Program), 3, 0, nil, plain)
		var names []string
		p := r.Program.IR()
		for _, e := range p.Events {
			if !e.Builtin {
				names = append(names, e.Name)
			}
		}
		for _, c := range p.Conditions {
			names = append(names, c.Name)
		}
		for _, x := range p.Rules {
			names = append(names, x.Name)
		}
		for range asks {
			seq := pick.IntN(len(plain.Entries))
			if plain.Entries[seq].Event == nil {
				continue
			}
			what := names[pick.IntN(len(names))]
			q, _ := interp.NewWhyNot(r.Program, what, seq)
			if q == nil {
				t.Errorf("%s: %s is not known", name, what)
				continue
			}
			rec := interp.NewDeepRecorder()
			m := interp.NewMachine(r.Program)
			q.Attach(m, rec)
			res := r.Run(m, 3, 0, nil, rec)
			q.Finish()
			if rec.Digest() != plain.Digest() {
				t.Errorf("%s: asking why not %s at %d changed the fight: %v", name, what, seq, res.Fault)
			}
			if len(q.Cases) == 0 {
				t.Errorf("%s: no answer to why not %s at %d %s", name, what, seq, plain.Entries[seq].Event.Name)
			}
			for _, c := range q.Cases {
				count(c.Reasons)
				if c.Verdict != interp.CameIn && len(c.Reasons) == 0 {
					t.Errorf("%s: %s at %d: %s %s is %s for no reason", name, what, seq, c.Kind, c.Who, c.Verdict)
				}
			}
			var out bytes.Buffer
			if err := WhyNot(&out, rec, res, rec.Entries[seq], what, q, WhyOptions{Depth: 16}); err != nil {
				t.Error(err)
			}
		}
	}
	for _, k := range []string{"pattern", "require", "moment", "statement", "tactic", "wears"} {
		if kinds[k] == 0 {
			t.Errorf("nothing was kept out by: %s", k)
		}
	}
}
