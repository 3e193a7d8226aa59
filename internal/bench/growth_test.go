package bench

import (
	"fmt"
	"strings"
	"testing"

	"rulec/fight"
	"rulec/internal/bench/skirmish"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/source"
)

// crowd puts n fighters of the kinds of the standard scene on a map: two blocks
// that face each other across its middle, whatever its size.
func crowd(n, size int) []skirmish.Creature {
	kinds := skirmish.Standard().Creatures
	apart := min(6, size/5)
	rows := min(size, 8)
	for ; (n/2+rows-1)/rows > (size-apart)/2; rows++ {
	}
	var out []skirmish.Creature
	for i := range n {
		c := kinds[(i/2)%len(kinds)]
		c.Side = i % 2
		col, row := i/2/rows, i/2%rows
		c.X, c.Y = (size-apart)/2-1-col, (size-rows)/2+row
		if c.Side == 1 {
			c.X = (size-apart)/2 + apart + col
		}
		out = append(out, c)
	}
	return out
}

// turns counts how often an event begins.
type turns struct {
	deaf
	of *ir.Event
	n  int
}

func (l *turns) Started(_ *interp.Machine, _ int, e *ir.Event) {
	if e == l.of {
		l.n++
	}
}

// BenchmarkGrowth prices a turn by how many fight and how large the map is, with
// the rules of the pack beside and with those of a whole rulebook.
func BenchmarkGrowth(b *testing.B) {
	for _, size := range []int{10, 20, 50, 100, 200} {
		for _, n := range []int{2, 4, 8, 16, 32, 64} {
			at := fmt.Sprintf("map=%d/creatures=%d", size, n)
			b.Run("skirmish/"+at, func(b *testing.B) {
				log := &diag.Log{}
				p := load(b)
				priceTurns(b, fight.Prepare(p.Program, sceneWith(b, p, size, crowd(n, size), nil), nil, log), 5)
			})
			b.Run("battlemap/"+at, func(b *testing.B) { priceTurns(b, rulebook(b, n, size), 1) })
		}
	}
}

// rulebook is a crowd of goblins and swords on open ground, by the rules of the
// battle map.
func rulebook(b *testing.B, n, size int) *fight.Ready {
	var text strings.Builder
	text.WriteString("pack = \"battlemap\"\nbestiary = [\"bestiary/weapons.toml\", \"bestiary/heroes.toml\", \"bestiary/goblins.toml\"]\n")
	fmt.Fprintf(&text, "map = \"\"\"\n%s\"\"\"\n", strings.Repeat(strings.Repeat(".", size)+"\n", size))
	for i, c := range crowd(n, size) {
		template := []string{"hero_sword", "goblin_blade"}[c.Side]
		fmt.Fprintf(&text, "[[creature]]\nname = \"f%d\"\ntemplate = %q\nat = %q\n", i, template, square(c.X, c.Y))
	}
	log := &diag.Log{}
	scene, p := data.Read(source.New("crowd.toml", text.String()), "", func(name string, at source.Span) *pack.Pack {
		return (&pack.Loader{Log: log}).ByName(name, "", at)
	}, log)
	if log.Errors() > 0 {
		b.Fatal(log.Sorted()[0].Message)
	}
	return fight.Prepare(p.Program, scene, nil, log)
}

// square names a square as data files do: columns A to Z, then AA.
func square(x, y int) string {
	name := ""
	for x++; x > 0; x = (x - 1) / 26 {
		name = string(rune('A'+(x-1)%26)) + name
	}
	return fmt.Sprintf("%s%d", name, y+1)
}

// priceTurns plays the same few fights again and again.
func priceTurns(b *testing.B, r *fight.Ready, fights uint64) {
	p := r.NewPlayer()
	count := &turns{}
	for _, e := range r.Program.IR().Events {
		if e.Name == "turn" {
			count.of = e
		}
	}
	for i := range fights {
		if f := p.Play(1, i, nil, count).Fault; f != nil {
			b.Fatal(f)
		}
	}
	b.ReportAllocs()
	b.ResetTimer()
	start := cpuTime()
	for range b.N {
		for i := range fights {
			p.Play(1, i, nil, nil)
		}
	}
	b.ReportMetric(float64((cpuTime()-start).Nanoseconds())/float64(b.N*count.n), "cpu-ns/turn")
	b.ReportMetric(float64(count.n)/float64(fights), "turns/fight")
	b.ReportMetric(0, "ns/op")
}
