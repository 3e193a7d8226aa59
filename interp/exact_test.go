package interp

import (
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulec/lang/diag"
	"rulec/lang/pack"
)

// provers loads a text of proofs over the battlemap pack.
func provers(t *testing.T, text string) []*Prover {
	t.Helper()
	file := filepath.Join(t.TempDir(), "proofs.rule")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var log diag.Log
	p := (&pack.Loader{Log: &log, Extra: []string{file}}).ByDir("../rules/battlemap")
	if log.Errors() > 0 {
		t.Fatal(log.Sorted()[0])
	}
	var out []*Prover
	for _, x := range p.Program.Proofs {
		v, f := NewProver(p.Program, x, nil, nil)
		if f != nil {
			t.Fatal(f.Message)
		}
		out = append(out, v)
	}
	return out
}

const shot = `example "a shot" {
  given  bow: weapon { form: missile, size: medium, dice: 2d6 + 3, increment: 60 ft }
         a: creature { side: heroes, skills: { stealth: 6 }, wields: [bow], at: A1 }
         t: creature { side: foes, max_hp: 100, dr: 5, defenses: { agility: 18 }, at: C1 }
  when   do attack(a, t, bow)
  then   %s
}
`

// byHand enumerates an attack of +6 against 18 with 2d6+3 through DR 5, by the
// rulebook: 20 always hits, adds d6 and ignores DR; 1 always misses.
func byHand() map[int64]*big.Rat {
	out := map[int64]*big.Rat{}
	add := func(lost, weight int64) {
		if out[lost] == nil {
			out[lost] = new(big.Rat)
		}
		out[lost].Add(out[lost], big.NewRat(weight, 20*36*6))
	}
	for face := int64(1); face <= 20; face++ {
		for x := int64(1); x <= 6; x++ {
			for y := int64(1); y <= 6; y++ {
				for z := int64(1); z <= 6; z++ {
					switch {
					case face == 20:
						add(x+y+3+z, 1)
					case face != 1 && face+6 >= 18:
						add(max(1, x+y+3-5), 1)
					default:
						add(0, 1)
					}
				}
			}
		}
	}
	return out
}

// Exact mode equals an enumeration by hand, value by value.
func TestExactEqualsHand(t *testing.T) {
	var lines []string
	total := new(big.Rat)
	for lost, p := range byHand() {
		lines = append(lines, fmt.Sprintf("P(t.lost == %d) == %s", lost, p.RatString()))
		total.Add(total, p)
	}
	if total.Cmp(big.NewRat(1, 1)) != 0 {
		t.Fatalf("the hand's own chances add up to %s", total)
	}
	if f := provers(t, fmt.Sprintf(shot, strings.Join(lines, "\n         ")))[0].Run(); f != nil {
		t.Error(f.Message)
	}
	if f := provers(t, fmt.Sprintf(shot, "P(t.lost == 0) == 5/9"))[0].Run(); f == nil || f.Code != "E0601" {
		t.Errorf("a wrong chance passes: %+v", f)
	}
}

// The mean over many seeds agrees with the exact mean within five standard errors.
func TestSampledMean(t *testing.T) {
	mean, square := 0.0, 0.0
	for lost, p := range byHand() {
		f, _ := p.Float64()
		mean += f * float64(lost)
		square += f * float64(lost*lost)
	}
	deviation := math.Sqrt(square - mean*mean)
	v := provers(t, fmt.Sprintf(shot, "t.lost is d6"))[0]
	const runs = 20000
	sum := 0.0
	for n := range uint64(runs) {
		if f := v.setup(nil); f != nil {
			t.Fatal(f.Message)
		}
		if _, f := v.start(v.proof.Steps[0]); f != nil {
			t.Fatal(f.Message)
		}
		v.m.Dice = NewSeeded(5, n)
		for {
			if s := v.m.Run(); s == NeedPick {
				v.m.Answer(-1)
			} else if s == Done {
				break
			} else {
				t.Fatal(v.m.fault)
			}
		}
		sum += float64(v.num(v.nums[v.proof.Findings[0].Left]))
	}
	if got := sum / runs; math.Abs(got-mean) > 5*deviation/math.Sqrt(runs) {
		t.Errorf("sampled mean %.4f, exact %.4f", got, mean)
	}
}

// Two rules that trigger each other for ever end the run, and are named.
func TestEndless(t *testing.T) {
	text := `
event ping(n: int) { own "test" }
event pong(n: int) { own "test" }
rule answers_ping { own "test"; after ping { do pong(ping.n) } }
rule answers_pong { own "test"; after pong { do ping(pong.n) } }
example "for ever" {
  when do ping(1)
  then 1 times ping
}
event spin() { own "test"; repeat upto 1000000000 { do ping_once() } }
event ping_once() { own "test" }
example "a loop" {
  when do spin()
  then 1 times spin
}
`
	vs := provers(t, text)
	f := vs[0].Run()
	if f == nil || f.Code != string(diag.TooDeep) {
		t.Fatalf("%+v", f)
	}
	for _, n := range []string{"answers_ping", "answers_pong"} {
		if !strings.Contains(f.Message, n) {
			t.Errorf("%q does not name %s", f.Message, n)
		}
	}
	if f := vs[1].Run(); f == nil || f.Code != string(diag.OutOfFuel) {
		t.Errorf("%+v", f)
	}
}

// What was too large for an exploration is said: outcomes, or what they hold.
func TestBudgetSaysWhatItLacked(t *testing.T) {
	v := provers(t, fmt.Sprintf(shot, "t.lost is d6"))[0]
	for _, x := range []struct {
		budget Budget
		want   string
	}{
		{Budget{States: 10}, "more than 10 outcomes"},
		{Budget{States: 1 << 20, Words: 1 << 15}, "more memory"},
	} {
		if _, f := v.explore(nil, &x.budget); f == nil || f.Code != "E0604" || !strings.Contains(f.Message, x.want) {
			t.Errorf("%+v: %+v", x.budget, f)
		}
	}
}
