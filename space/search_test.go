package space

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// cheapest is the plain way to the same: lower all costs until nothing changes,
// then give each cell its straightest predecessor.
func cheapest(g Grid, from Cell, budget int64, edge func(a, b Cell) int64) (cost map[Cell]int64, steps map[Cell]int, path func(Cell) []Cell) {
	cost, steps = map[Cell]int64{from: 0}, map[Cell]int{from: 0}
	each := func(f func(a, b Cell, c int64)) {
		for y := range g.H {
			for x := range g.W {
				if _, ok := cost[At(x, y)]; !ok {
					continue
				}
				for _, b := range Neighbours(g, At(x, y), nil) {
					if c := edge(At(x, y), b); c >= 0 && cost[At(x, y)]+c <= budget {
						f(At(x, y), b, c)
					}
				}
			}
		}
	}
	for again := true; again; {
		again = false
		each(func(a, b Cell, c int64) {
			nc, ns := cost[a]+c, steps[a]+1
			if old, ok := cost[b]; !ok || nc < old || nc == old && ns < steps[b] {
				cost[b], steps[b], again = nc, ns, true
			}
		})
	}
	pred := map[Cell]Cell{}
	each(func(a, b Cell, c int64) {
		if cost[a]+c == cost[b] && steps[a]+1 == steps[b] {
			if p, ok := pred[b]; !ok || Straighter(from, a, p, b) {
				pred[b] = a
			}
		}
	})
	return cost, steps, func(c Cell) []Cell {
		var out []Cell
		for c != from {
			out = append([]Cell{c}, out...)
			c = pred[c]
		}
		return out
	}
}

func TestSearchOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var s Search
	for round := range 400 {
		g := Grid{1 + r.IntN(9), 1 + r.IntN(9)}
		kinds := [][]int64{{1}, {1, 2}, {0, 1, 2}, {2, 3, 5, 7, 11, 13}, {1, 1 << 40}, {0}}[r.IntN(6)]
		costs := map[[2]Cell]int64{}
		for y := range g.H {
			for x := range g.W {
				for _, b := range Neighbours(g, At(x, y), nil) {
					costs[[2]Cell{At(x, y), b}] = kinds[r.IntN(len(kinds))]
					if r.IntN(4) == 0 {
						costs[[2]Cell{At(x, y), b}] = -1
					}
				}
			}
		}
		edge := func(a, b Cell) int64 {
			c, ok := costs[[2]Cell{a, b}]
			if !ok {
				t.Fatalf("asked about the step from %d to %d", a, b)
			}
			return c
		}
		from := At(r.IntN(g.W), r.IntN(g.H))
		budget := int64(r.IntN(20))
		if round%10 == 0 {
			budget = 1<<63 - 1
		}
		s.Least = 0
		if round%2 == 0 {
			s.Least = slices.Min(kinds)
		}
		s.Run(g, from, budget, edge)
		cost, steps, path := cheapest(g, from, budget, edge)
		var reached []Cell
		for y := range g.H {
			for x := range g.W {
				c := At(x, y)
				want, ok := cost[c]
				if !ok {
					if s.Cost(c) != -1 || s.Steps(c) != -1 || len(s.Path(c, nil)) != 0 {
						t.Fatalf("%d was not to be reached", c)
					}
					continue
				}
				if s.Cost(c) != want || s.Steps(c) != steps[c] {
					t.Fatalf("%d costs %d in %d steps, want %d in %d", c, s.Cost(c), s.Steps(c), want, steps[c])
				}
				if got := s.Path(c, nil); !slices.Equal(got, path(c)) {
					t.Fatalf("way to %d: %v, want %v", c, got, path(c))
				}
				if c != from {
					reached = append(reached, c)
				}
			}
		}
		if got := s.Reached(); !slices.Equal(got, reached) || !slices.Equal(got, s.Reached()) {
			t.Fatalf("reached %v, want %v", got, reached)
		}
	}
}

func TestSearchPlain(t *testing.T) {
	g := Grid{20, 20}
	var s Search
	if s.Cost(At(1, 1)) != -1 || len(s.Reached()) != 0 {
		t.Error("before the first run")
	}
	s.Run(g, At(10, 10), 6, unit)
	if got := s.Reached(); !slices.Equal(got, slices.DeleteFunc(Within(g, Rect{10, 10, 1}, 6, nil), func(c Cell) bool { return c == At(10, 10) })) {
		t.Errorf("%d reached", len(got))
	}
	// Of the ways in as many steps, the straight one.
	if got := s.Path(At(12, 10), nil); !slices.Equal(got, cells(11, 10, 12, 10)) {
		t.Errorf("two to the right: %v", got)
	}
	if got := s.Path(At(12, 10), cells(1, 1)); !slices.Equal(got, cells(1, 1, 11, 10, 12, 10)) {
		t.Errorf("appended: %v", got)
	}
	if s.Cost(At(10, 10)) != 0 || len(s.Path(At(10, 10), nil)) != 0 {
		t.Error("the origin")
	}
	s.Run(g, At(0, 0), 1000, func(from, to Cell) int64 { // a corridor along the diagonal
		if x, y := XY(to); x != y {
			return -1
		}
		return 1
	})
	if got := s.Reached(); len(got) != 19 || !slices.IsSorted(got) || len(s.Path(At(19, 19), nil)) != 19 {
		t.Errorf("corridor: %v", got)
	}
	s.Run(g, At(30, 0), 5, unit)
	if len(s.Reached()) != 0 || s.Cost(At(30, 0)) != -1 || s.Cost(At(0, 0)) != -1 {
		t.Error("from outside")
	}
	s.Run(g, At(3, 0), -1, unit)
	if len(s.Reached()) != 0 || s.Cost(At(3, 0)) != -1 {
		t.Error("without a budget")
	}
	s.Run(Grid{}, At(0, 0), 5, unit)
	if len(s.Reached()) != 0 {
		t.Error("in an empty grid")
	}
	var zero Search
	zero.Run(g, At(2, 2), 1, unit)
	if len(zero.Reached()) != 8 || zero.Cost(At(0, 0)) != -1 {
		t.Errorf("the first run of a Search: %v", zero.Reached())
	}
}

func TestSearchAllocatesNothing(t *testing.T) {
	var s Search
	g := Grid{20, 20}
	var buf [64]Cell
	edge := mixed
	run := func() {
		s.Run(g, At(10, 10), 9, edge)
		for _, c := range s.Reached() {
			sink += len(s.Path(c, buf[:0]))
		}
	}
	run()
	if n := testing.AllocsPerRun(100, run); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func unit(_, _ Cell) int64 { return 1 }

// mixed has six costs, more than there are lanes.
func mixed(_, to Cell) int64 { return 1 + (to*2654435761>>7&0xff)%6 }

func hilly(_, to Cell) int64 { return 1 + to>>1&1 }

func BenchmarkSearch(b *testing.B) {
	g := Grid{20, 20}
	var buf [64]Cell
	for _, c := range []struct {
		name string
		edge func(from, to Cell) int64
	}{{"unit", unit}, {"two costs", hilly}, {"six costs", mixed}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var s Search
			for b.Loop() {
				s.Run(g, At(10, 10), 6, c.edge)
			}
			b.ReportMetric(float64(len(s.Reached())), "reached")
		})
	}
	b.Run("unit, least known", func(b *testing.B) {
		b.ReportAllocs()
		asked := 0
		s := Search{Least: 1}
		s.Run(g, At(10, 10), 6, func(_, _ Cell) int64 { asked++; return 1 })
		for b.Loop() {
			s.Run(g, At(10, 10), 6, unit)
		}
		b.ReportMetric(float64(asked), "asked")
	})
	b.Run("plain breadth-first", func(b *testing.B) { // what a special search would take
		var queue, step, pred [400]int32
		edge := unit
		for b.Loop() {
			for i := range step {
				step[i] = -1
			}
			queue[0], step[210] = 210, 0
			for head, tail := 0, 1; head < tail; head++ {
				i := queue[head]
				if step[i] == 6 {
					continue
				}
				x, y := int(i%20), int(i/20)
				for d := range Directions {
					u, v := x+dirX[d], y+dirY[d]
					if uint(u) >= 20 || uint(v) >= 20 {
						continue
					}
					j := v*20 + u
					if step[j] < 0 && edge(At(x, y), At(u, v)) >= 0 {
						step[j], pred[j] = step[i]+1, i
						queue[tail] = int32(j)
						tail++
					}
				}
			}
			sink += int(pred[0])
		}
	})
	b.Run("unit and list", func(b *testing.B) {
		b.ReportAllocs()
		var s Search
		for b.Loop() {
			s.Run(g, At(10, 10), 6, unit)
			sink += len(s.Reached())
		}
	})
	b.Run("one way", func(b *testing.B) {
		b.ReportAllocs()
		var s Search
		s.Run(g, At(10, 10), 6, unit)
		for b.Loop() {
			sink += len(s.Path(At(16, 13), buf[:0]))
		}
	})
}
