package report

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/pack"
)

func readyScene(t *testing.T, name string) *fight.Ready {
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
	return r
}

// sums recomputes numbers from what `why` prints, in both forms.
type sums struct {
	t       *testing.T
	where   string
	numbers int // that have parts
	nested  int // parts that have parts
	dice    int
}

// Absent numbers have no parts; truths are no sums.
func (s *sums) becauses(list []whyBecause) {
	for _, b := range list {
		if b.Value == interp.None || b.Shown == "yes" || b.Shown == "no" {
			continue
		}
		s.numbers++
		s.add(b.Of, b.Value, b.Parts)
	}
}

func (s *sums) add(of string, value int64, parts []whyPart) {
	sum := int64(0)
	for _, p := range parts {
		if p.Kind == "dice" {
			s.dice++
		}
		if !p.Beaten {
			sum += p.Amount
		}
		if len(p.Parts) > 0 {
			s.nested++
			s.add(p.What, p.Amount, p.Parts)
		}
		for _, f := range p.From {
			if len(f.Parts) > 0 {
				s.add(f.Of, f.Value, f.Parts)
			}
		}
	}
	if sum != value {
		s.t.Errorf("%s: %s is %d, its printed parts add up to %d", s.where, of, value, sum)
	}
}

var branchLine = regexp.MustCompile(`^( *)([+-]) (\d+)  (.*)$`)
var numberLine = regexp.MustCompile(`^  (\S.*) (-?\d+)$`)

// text adds up the lines of plain numbers: each with those one level below it.
func (s *sums) text(printed string) {
	lines := strings.Split(printed, "\n")
	for i, l := range lines {
		level, value := 0, int64(0)
		if m := numberLine.FindStringSubmatch(l); m != nil {
			level, value = 2, parsed(s.t, m[2])
		} else if m := branchLine.FindStringSubmatch(l); m != nil {
			level, value = len(m[1])+2, parsed(s.t, m[3])
			if m[2] == "-" {
				value = -value
			}
		} else {
			continue
		}
		if level == 2 {
			level = 4
		}
		sum, some := int64(0), false
		for _, c := range lines[i+1:] {
			indent := len(c) - len(strings.TrimLeft(c, " "))
			if indent < level {
				break
			}
			m := branchLine.FindStringSubmatch(c)
			if m == nil || indent != level {
				continue
			}
			some = true
			if strings.Contains(m[4], "does not count") {
				continue
			}
			n := parsed(s.t, m[3])
			if m[2] == "-" {
				n = -n
			}
			sum += n
		}
		if some && sum != value {
			s.t.Errorf("%s: in the text %q is followed by parts that add up to %d", s.where, l, sum)
		}
	}
}

func parsed(t *testing.T, s string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Two hundred events, picked by a seed from all encounters: what `why` prints adds
// up to the number that it shows, in JSON and in text, at every level.
func TestWhyAddsUp(t *testing.T) {
	scenes, err := filepath.Glob("../rules/*/encounters/*.toml")
	if err != nil || len(scenes) < 8 {
		t.Fatal(scenes, err)
	}
	pick := rand.New(rand.NewPCG(6, 200))
	s := &sums{t: t}
	events := 0
	for range 2 {
		for _, name := range scenes {
			r := readyScene(t, name)
			rec := interp.NewDeepRecorder()
			res := r.Run(interp.NewMachine(r.Program), pick.Uint64N(1000), 0, nil, rec)
			if res.Fault != nil {
				t.Fatal(name, res.Fault)
			}
			var numbered []*interp.Entry
			for _, e := range rec.Entries {
				if len(e.Because)+len(e.Changes) > 0 {
					numbered = append(numbered, e)
				}
			}
			share := 200/(2*len(scenes)) + 1
			for range share {
				if events == 200 {
					break
				}
				events++
				e := numbered[pick.IntN(len(numbered))]
				s.where = filepath.Base(name) + " #" + strconv.Itoa(e.Seq) + " " + e.Event.Name
				s.one(rec, res, e)
			}
		}
	}
	if events != 200 || s.numbers < 400 || s.nested < 400 || s.dice < 20 {
		t.Errorf("only %d events, %d numbers, %d parts that have parts, %d dice", events, s.numbers, s.nested, s.dice)
	}
	t.Logf("%d events, %d numbers, %d parts that have parts, %d dice", events, s.numbers, s.nested, s.dice)
}

func (s *sums) one(rec *interp.Recorder, res *fight.Result, e *interp.Entry) {
	var out bytes.Buffer
	if err := WhyJSON(&out, e, WhyOptions{Depth: 16}); err != nil {
		s.t.Fatal(err)
	}
	var printed struct {
		Because []whyBecause `json:"because"`
	}
	if err := json.Unmarshal(out.Bytes(), &printed); err != nil {
		s.t.Fatal(err)
	}
	s.becauses(printed.Because)
	out.Reset()
	if err := Why(&out, rec, res, e, WhyOptions{Depth: 16}); err != nil {
		s.t.Fatal(err)
	}
	s.text(out.String())
}

// What deep traces remember changes nothing of the fight.
func TestDeepIsTheSameFight(t *testing.T) {
	r := readyScene(t, "../rules/battlemap/encounters/ambush.toml")
	plain, deep := interp.NewRecorder(), interp.NewDeepRecorder()
	r.Run(interp.NewMachine(r.Program), 5, 0, nil, plain)
	q, _ := interp.NewWhyNot(r.Program, "attack_of_opportunity", 0)
	m := interp.NewMachine(r.Program)
	q.Attach(m, deep)
	r.Run(m, 5, 0, nil, deep)
	if plain.Digest() != deep.Digest() {
		t.Error("a fight that is watched went another way")
	}
}

// Four enemies did not strike at an opening, for four reasons.
func TestWhyNotReasons(t *testing.T) {
	r := readyScene(t, "testdata/sentries/scene.toml")
	ask := func(event string, nth int) []whyCase {
		rec := interp.NewRecorder()
		r.Run(interp.NewMachine(r.Program), 1, 0, nil, rec)
		seq := -1
		for _, e := range rec.Entries {
			if e.Event != nil && e.Event.Name == event {
				if nth--; nth == 0 {
					seq = e.Seq
				}
			}
		}
		q, meant := interp.NewWhyNot(r.Program, "attack_of_opportunity", seq)
		if q == nil || seq < 0 {
			t.Fatal(event, meant)
		}
		deep := interp.NewDeepRecorder()
		m := interp.NewMachine(r.Program)
		q.Attach(m, deep)
		r.Run(m, 1, 0, nil, deep)
		q.Finish()
		var out bytes.Buffer
		if err := WhyNotJSON(&out, deep.Entries[seq], "attack_of_opportunity", q, WhyOptions{Depth: 16}); err != nil {
			t.Fatal(err)
		}
		var printed struct {
			Cases []whyCase `json:"cases"`
		}
		if err := json.Unmarshal(out.Bytes(), &printed); err != nil {
			t.Fatal(err)
		}
		return printed.Cases
	}
	// kinds lists who, the verdict and the kinds of reasons, down to the last.
	var kinds func(list []whyReason) []string
	kinds = func(list []whyReason) []string {
		var out []string
		for _, x := range list {
			out = append(out, x.Kind)
			out = append(out, kinds(x.Of)...)
		}
		return out
	}
	type row struct {
		Who, Verdict string
		Kinds        []string
	}
	got := map[string][]row{}
	for _, c := range ask("standard_move", 1) {
		got[c.Who] = append(got[c.Who], row{c.Who, c.Verdict, kinds(c.Reasons)})
	}
	for who, want := range map[string][]row{
		"dazed": {{"dazed", "kept out", []string{"forbid", "wears"}}},
		"far":   {{"far", "kept out", []string{"when"}}},
		"alert": {{"alert", "came in", nil}, {"alert", "kept out", []string{"require"}}},
	} {
		if diff := cmp.Diff(want, got[who][:len(want)]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", who, diff)
		}
	}
	shift := ask("step", 1)
	if len(shift) != 1 || shift[0].Verdict != "no moment" {
		t.Fatalf("a shift: %+v", shift)
	}
	of := shift[0].Reasons[0].Of
	if len(of) != 3 || of[0].Of[0].Kind != "pattern" || !strings.Contains(of[0].Of[0].Text, "shifting") {
		t.Errorf("a shift gives no opening because of %+v", of)
	}
}
