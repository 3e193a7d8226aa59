package sim

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rulec/dice"
	"rulec/fight"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
)

// A game of one event: whoever throws more of two dice wins. A 6 of a third die
// makes it a game that never ends, so that some encounters cannot be finished.
const (
	tossPack = `name = "toss"
version = "1"
entry = "game"
`
	tossRules = `enum side { left, right }
record player is entity plural players {
  side: side
  luck: int = 0
  value lucky: int = self.luck
}
value bonus(): int = 0
option third: trap | harmless = TRAP  gap "whether a six of the third die is the end of it"
event game() -> over | drawn {
  winner: side?
  margin: int = 0
  a: int = 0
  b: int = 0
  c: int = 0
  stage throw {
    roll x = d6
    roll y = d6
    roll z = d6
    a = x + bonus() + sum(p in players, p.side == left ? p.lucky : 0)
    b = y + sum(p in players, p.side == right ? p.lucky : 0)
    c = z
    if c == 6 and third == trap { do spin() }
    margin = a - b
    if a > b { winner = left }
    if b > a { winner = right }
    if a == b { end game as drawn } else { end game as over }
  }
}
event spin() { do spin() }
measure margin = game.margin
measure winner = game.winner
measure even   = game.a % 2 == 0
measure luck for p: player = p.luck
`
	tossScene = `pack = "toss"
name = "A toss"
seed = 5

[[player]]
name = "Ann"
side = "left"

[[player]]
name = "Bob"
side = "right"
luck = 1
`
)

// toss writes the game to a folder and returns its encounter.
func toss(t testing.TB, third string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"pack.toml": tossPack, "game.rule": strings.Replace(tossRules, "TRAP", third, 1), "game.toml": tossScene} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "game.toml")
}

// fine fails the test if there are faults.
func fine(t testing.TB, log *diag.Log) {
	t.Helper()
	if log.Errors() > 0 {
		var b strings.Builder
		_ = diag.WriteText(&b, log.Sorted(), diag.TextOptions{})
		t.Fatal(b.String())
	}
}

func study(t testing.TB, file string, head Head, counts bool) *Study {
	t.Helper()
	var log diag.Log
	scene, p := data.LoadScene(file, &pack.Loader{}, &log)
	fine(t, &log)
	r := fight.Prepare(p.Program, scene, nil, &log)
	fine(t, &log)
	return NewStudy(head, counts, Case{Pack: p, Ready: r})
}

func sweep(t testing.TB, file, vary string, head Head) *Study {
	t.Helper()
	s, err := ParseSweep(vary)
	if err != nil {
		t.Fatal(err)
	}
	var log diag.Log
	cases, err := s.Cases(file, func(*ir.Program) (map[*ir.Option]int64, error) { return nil, nil }, &log)
	fine(t, &log)
	if err != nil {
		t.Fatal(err)
	}
	head.Vary = s.Key
	return NewStudy(head, false, cases...)
}

// played runs a span of a study to its end.
func (s *Study) all(t testing.TB, of Span, workers int) *Part {
	t.Helper()
	p := NewPart(s.Head, of)
	if err := s.Run(context.Background(), p, Options{Workers: workers}); err != nil {
		t.Fatal(err)
	}
	return p
}

func text(t testing.TB, p *Part) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// However it is cut, and whoever plays: the same bytes.
func TestSameBytes(t *testing.T) {
	duel := filepath.Join("..", "rules", "maneuvers", "encounters", "duel.toml")
	head := Head{Seed: 9, Encounters: 3001}
	for name, s := range map[string]*Study{
		"faults": study(t, toss(t, "trap"), head, false),
		"duel":   study(t, duel, Head{Seed: 9, Encounters: 61}, true),
		"sweep":  sweep(t, toss(t, "trap"), "Bob.luck=0,1,3", head),
		"rules":  sweep(t, toss(t, "harmless"), "bonus=0,1", head),
		"option": sweep(t, toss(t, "harmless"), "third=harmless,trap", head),
	} {
		t.Run(name, func(t *testing.T) {
			n := s.Encounters
			whole := s.all(t, Span{0, n}, 1)
			if whole.Played() != n || whole.Tallies[0].Encounters() != n {
				t.Fatalf("%d of %d", whole.Played(), n)
			}
			want := text(t, whole)
			for _, workers := range []int{2, 7} {
				if got := text(t, s.all(t, Span{0, n}, workers)); got != want {
					t.Errorf("%d workers: %s", workers, cmp.Diff(want, got))
				}
			}
			var parts []*Part
			var names []string
			for k := uint64(5); k >= 1; k-- {
				p, err := Decode(strings.NewReader(text(t, s.all(t, ShardOf(n, k, 5), 2))))
				if err != nil {
					t.Fatal(err)
				}
				parts, names = append(parts, p), append(names, "part")
			}
			joined, err := Join(parts, names, false)
			if err != nil {
				t.Fatal(err)
			}
			if got := text(t, joined); got != want {
				t.Errorf("shards: %s", cmp.Diff(want, got))
			}
		})
	}
}

// A run that is stopped again and again, and goes on each time from what it wrote
// down, counts what the whole run counts.
func TestResume(t *testing.T) {
	const n = 20_000
	s := study(t, toss(t, "trap"), Head{Seed: 2, Encounters: n}, true)
	want := text(t, s.all(t, Span{0, n}, 2))
	file := filepath.Join(t.TempDir(), "run.json")
	r := dice.Seeded(4, 4)
	p := NewPart(s.Head, Span{0, n})
	stops := 0
	for p.Left() > 0 {
		ctx, cancel := context.WithCancel(context.Background())
		var done atomic.Uint64
		go func() { // stop a little later than now
			for limit := r.Below(5000); done.Load() < limit && ctx.Err() == nil; {
				time.Sleep(100 * time.Microsecond)
			}
			cancel()
		}()
		err := s.Run(ctx, p, Options{Workers: 3, Every: time.Duration(1+r.Below(20)) * time.Millisecond, Done: &done,
			Save: func(p *Part) error { return p.Save(file) }})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if p, err = Load(file); err != nil {
			t.Fatal(err)
		}
		if err := s.Fits(p, file); err != nil {
			t.Fatal(err)
		}
		stops++
	}
	if got := text(t, p); got != want {
		t.Errorf("%d stops: %s", stops, cmp.Diff(want, got))
	}
	if stops < 2 {
		t.Errorf("it was never stopped")
	}
}

// A part with holes, as `merge --allow-partial --out` writes one, is filled up.
func TestHoles(t *testing.T) {
	const n = 100
	s := study(t, toss(t, "trap"), Head{Seed: 2, Encounters: n}, false)
	var some []*Part
	for _, k := range []uint64{2, 3, 6} {
		some = append(some, s.all(t, ShardOf(n, k, 7), 2))
	}
	p, err := Join(some, []string{"2", "3", "6"}, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Run(context.Background(), p, Options{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	if got, want := text(t, p), text(t, s.all(t, Span{0, n}, 1)); got != want {
		t.Errorf("filled up: %s", cmp.Diff(want, got))
	}
}

// Where to stop is looked at behind every thousandth encounter: workers and stops
// in between change nothing.
func TestUntil(t *testing.T) {
	s := study(t, toss(t, "harmless"), Head{Seed: 1, Encounters: 100_000, Until: 0.03}, false)
	whole := s.all(t, Span{0, s.Encounters}, 1)
	if n := whole.Played(); n%Look != 0 || n >= s.Encounters || !whole.Stopped {
		t.Fatalf("%d encounters", n)
	}
	before := s
	before.Until = 0
	if p := before.all(t, Span{0, whole.Played() - Look}, 2); p.narrow(0.03) {
		t.Error("it could have stopped earlier")
	}
	s.Until = 0.03
	for _, workers := range []int{2, 5} {
		if got := text(t, s.all(t, Span{0, s.Encounters}, workers)); got != text(t, whole) {
			t.Errorf("%d workers stop elsewhere", workers)
		}
	}
	p := NewPart(s.Head, Span{0, s.Encounters})
	for p.Left() > 0 {
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Millisecond)
		if err := s.Run(ctx, p, Options{Workers: 2}); err != nil {
			t.Fatal(err)
		}
		cancel()
	}
	if text(t, p) != text(t, whole) {
		t.Error("a run with stops ends elsewhere")
	}
}

// The game can be worked out by hand. Left wins where x > y + 1: 10 of 36. A six of
// the third die is 1 in 6.
func TestToss(t *testing.T) {
	s := study(t, toss(t, "harmless"), Head{Seed: 3, Encounters: 4000}, true)
	r := s.all(t, Span{0, 4000}, 2).Summary().Results
	within := func(what string, s Share, p float64) {
		t.Helper()
		if low, high := float64(s.CI[0]), float64(s.CI[1]); p < low-0.01 || p > high+0.01 {
			t.Errorf("%s: %v of 4000, not %v", what, s.Count, p)
		}
	}
	within("drawn", r.Outcomes[1].Share, 5./36)
	within("left", r.Measures[1].Values[0].Share, 10./36)
	within("right", r.Measures[1].Values[1].Share, 21./36)
	if m := r.Measures[0]; m.Name != "margin" || float64(m.CI[0]) > -0.9 || float64(m.CI[1]) < -1.1 || *m.P50 != -1 {
		t.Errorf("margin: %+v", m)
	}
	if m := r.Measures[len(r.Measures)-1]; *m.Of != "Bob" || m.Mean != 1 || m.SD != 0 {
		t.Errorf("luck: %+v", m)
	}
	if len(r.Counts) != 1 || r.Counts[0] != (Often{"event", "game", 1, shareOf(4000, 4000)}) {
		t.Errorf("counts: %+v", r.Counts)
	}
}

// What cannot be finished is counted, named by its number, and can be played again.
func TestFaults(t *testing.T) {
	s := study(t, toss(t, "trap"), Head{Seed: 9, Encounters: 40}, false)
	p := s.all(t, Span{0, 40}, 2)
	tally := p.Tallies[0]
	if tally.Faults == 0 || tally.Faults == 40 || uint64(len(tally.First)) != tally.Faults {
		t.Fatalf("%d faults, %d named", tally.Faults, len(tally.First))
	}
	player := s.Variants[0].Ready.NewPlayer()
	next := 0
	for i := range uint64(40) {
		f := player.Play(9, i, nil, nil).Fault
		named := next < len(tally.First) && tally.First[next].Encounter == i
		if (f != nil) != named {
			t.Fatalf("encounter %d: fault %v, named %v", i, f, named)
		}
		if named {
			if tally.First[next].Code != f.Code {
				t.Errorf("encounter %d: %s, not %s", i, tally.First[next].Code, f.Code)
			}
			next++
		}
	}
	if n := tally.Measures[0].N(); n != 40-tally.Faults {
		t.Errorf("%d fights measured", n)
	}
}

func TestShards(t *testing.T) {
	for _, n := range []uint64{1, 7, 100, 1 << 40} {
		for _, shards := range []uint64{1, 2, 7, 64} {
			at := uint64(0)
			for k := uint64(1); k <= shards; k++ {
				s := ShardOf(n, k, shards)
				if s.From != at || s.To < s.From || s.To-s.From > n/shards+1 {
					t.Fatalf("shard %d/%d of %d is %v", k, shards, n, s)
				}
				at = s.To
			}
			if at != n {
				t.Fatalf("%d shards of %d end at %d", shards, n, at)
			}
		}
	}
}

// BenchmarkMany plays one encounter many times, as rulec sim does: what a fight
// costs beside the machine is that of these figures and of playing alone.
func BenchmarkMany(b *testing.B) {
	for name, counts := range map[string]bool{"plain": false, "counts": true} {
		b.Run(name, func(b *testing.B) {
			s := study(b, filepath.Join("..", "rules", "maneuvers", "encounters", "duel.toml"), Head{Seed: 9, Encounters: 1 << 40}, counts)
			w := s.newWorker()
			for i := range uint64(300) {
				w.play(i)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				w.play(uint64(i % 300))
			}
		})
	}
}
