package bench

import (
	"slices"
	"testing"
	"time"

	"rulec/internal/bench/skirmish"
	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
)

// BenchmarkSkirmish plays the same fights by hand and by rules, in batches by
// turns, and reports the processor time of both and their ratio: with generated
// code, with closures, and both again with a pack that listens on every window.
func BenchmarkSkirmish(b *testing.B) {
	for _, x := range []struct {
		name  string
		extra []string
		code  *interp.Native
	}{
		{"compiled", nil, skirmishCode},
		{"compiled-listening", []string{"testdata/listens.rule"}, listenCode},
		{"closures", nil, nil},
		{"closures-listening", []string{"testdata/listens.rule"}, nil},
	} {
		b.Run(x.name, func(b *testing.B) {
			s := skirmish.Standard()
			r := newCompiledRunner(b, load(b, x.extra...), s, x.code)
			ratio(b, s, func(from, n uint64) {
				for i := range n {
					r.run(b, 1, from+i)
				}
			})
		})
	}
}

// ratio plays fights by hand and by rules. The batches take about as long, and the
// ratio is the median of those of pairs of batches, so that neither another process
// nor the collector of garbage counts for one side only.
func ratio(b *testing.B, s *skirmish.Scene, rules func(from, n uint64)) {
	byHand := skirmish.New(s)
	hand := func(from, n uint64) {
		for i := range n {
			byHand.Run(1, from+i)
		}
	}
	timed := func(f func(from, n uint64), from, n uint64) time.Duration {
		start := cpuTime()
		f(from, n)
		return cpuTime() - start
	}
	// How many fights by hand take as long as a batch by rules.
	const batch = 100
	rules(0, batch)
	hand(0, 1000)
	more := uint64(max(1, timed(rules, 0, batch)*1000/max(1, timed(hand, 0, 1000))))
	var ratios []float64
	var byHandAll, byRulesAll time.Duration
	var hands, ruled uint64
	b.ReportAllocs()
	b.ResetTimer()
	for n := 0; n < b.N; n += batch {
		h := timed(hand, hands, more)
		r := timed(rules, ruled, batch)
		hands, ruled = hands+more, ruled+batch
		byHandAll, byRulesAll = byHandAll+h, byRulesAll+r
		if h > 0 {
			ratios = append(ratios, float64(r)/batch/(float64(h)/float64(more)))
		}
	}
	slices.Sort(ratios)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(byHandAll.Nanoseconds())/float64(hands), "hand-cpu-ns/fight")
	b.ReportMetric(float64(byRulesAll.Nanoseconds())/float64(ruled), "rules-cpu-ns/fight")
	b.ReportMetric(ratios[len(ratios)/2], "ratio")
}

// BenchmarkEvent prices the parts: each name runs an event of testdata/drill.rule
// that does one thing b.N times within one run.
func BenchmarkEvent(b *testing.B) {
	p := load(b, "testdata/drill.rule")
	s := skirmish.Standard()
	for i := range s.Creatures { // all of them stand together: whoever has a turn strikes
		s.Creatures[i].X, s.Creatures[i].Y = 8+i%4, 9+i/4
		s.Creatures[i].HP = 1000
	}
	s.Rocks = nil
	r := newRunner(b, p, s)
	who, foe := r.start.Entity(r.start.Scene.Things[1]), r.start.Entity(r.start.Scene.Things[6])
	drill := func(name string, args ...int64) {
		b.Run(name, func(b *testing.B) {
			var event *ir.Event
			for _, e := range p.Program.Events {
				if e.Name == "drill_"+name {
					event = e
				}
			}
			r.dice.Rand.Seed(1, 1)
			r.m.Load(r.start)
			r.m.SetFuel(1 << 62)
			r.m.Begin(event, append(args, int64(b.N))...)
			b.ReportAllocs()
			b.ResetTimer()
			start := cpuTime()
			if r.m.Run() != interp.Done {
				b.Fatal(r.m.Fault())
			}
			b.ReportMetric(float64((cpuTime()-start).Nanoseconds())/float64(b.N), "cpu-ns/op")
		})
	}
	drill("nothing", who)
	drill("quiet", who)
	drill("staged", who)
	drill("heard_once", who)
	drill("heard_by_ten", who)
	drill("heard_by_none", who)
	drill("formula", who, foe)
	drill("list", who)
	drill("attack", who, foe)
	drill("turn", who, foe)
	each := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			start := cpuTime()
			for b.Loop() {
				f()
			}
			b.ReportMetric(float64((cpuTime()-start).Nanoseconds())/float64(b.N), "cpu-ns/op")
		})
	}
	whole := newRunner(b, load(b), skirmish.Standard())
	n := uint64(0)
	each("start", func() { whole.m.Load(whole.start) })
	each("fight", func() { whole.run(b, 1, n); n++ })
	each("check", func() { load(b) })
	each("check_battlemap", func() {
		log := &diag.Log{}
		l := pack.Loader{Log: log}
		if l.ByDir("../../rules/battlemap"); log.Errors() > 0 {
			b.Fatal(log.Sorted()[0].Message)
		}
	})
	each("link", func() { interp.Link(p.Program, nil, 20, nil) })
}
