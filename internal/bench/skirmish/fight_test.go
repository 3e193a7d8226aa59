package skirmish

import (
	"testing"

	"rulec/space"
)

func TestRingIsThatOfSpace(t *testing.T) {
	of := space.Rect{X: 5, Y: 5, N: 1}
	for y := range 5 {
		for x := range 5 {
			if x == 2 && y == 2 {
				continue
			}
			if i, _ := space.RingIndex(of, space.At(3+x, 3+y)); i != int(ring[y][x]) {
				t.Errorf("ring[%d][%d] = %d, and space says %d", y, x, ring[y][x], i)
			}
		}
	}
}

func TestAllocatesNothing(t *testing.T) {
	f := New(Standard())
	n := uint64(0)
	if a := testing.AllocsPerRun(100, func() { f.Run(1, n); n++ }); a != 0 {
		t.Errorf("a fight allocates %v times", a)
	}
}

// TestShape holds that the benchmark's scene is a fight and not a formality.
func TestShape(t *testing.T) {
	f := New(Standard())
	const fights = 2000
	var won [3]int
	rounds := 0
	for n := range uint64(fights) {
		o := f.Run(1, n)
		won[o.Winner+1]++
		rounds += o.Rounds
		if o.Rounds == MaxRounds && o.Winner < 0 {
			t.Logf("fight %d was not decided", n)
		}
	}
	per := func(n int) float64 { return float64(n) / fights }
	t.Logf("won %v; a fight has %.1f rounds, %.1f turns, %.1f steps, %.1f attacks, %.2f of them by opportunity",
		won, per(rounds), per(f.Turns), per(f.Steps), per(f.Attacks), per(f.Opportunities))
	if won[1] < fights/10 || won[2] < fights/10 {
		t.Error("one side hardly ever wins")
	}
	if per(f.Turns) < 40 || per(f.Opportunities) < 1 || per(f.Steps) < 40 {
		t.Error("too little happens")
	}
}

func BenchmarkFight(b *testing.B) {
	f := New(Standard())
	for n := uint64(0); b.Loop(); n++ {
		f.Run(1, n)
	}
	b.ReportMetric(float64(f.Turns)/float64(b.N), "turns/fight")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(f.Turns), "ns/turn")
}
