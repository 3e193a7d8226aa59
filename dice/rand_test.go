package dice

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRandIsPCG compares the generator with the one of the standard library.
func TestRandIsPCG(t *testing.T) {
	for hi := range uint64(20) {
		r, p := Rand{hi * 0x123456789ABCDEF, ^hi}, rand.NewPCG(hi*0x123456789ABCDEF, ^hi)
		for range 1000 {
			if a, b := r.Uint64(), p.Uint64(); a != b {
				t.Fatalf("%x, want %x", a, b)
			}
		}
	}
}

// TestRandGolden fixes the first draws: they must never change.
func TestRandGolden(t *testing.T) {
	for _, g := range golden {
		r := Seeded(g.seed, g.n)
		if got := [4]uint64{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}; got != g.raw {
			t.Errorf("seed %d, %d: %#x", g.seed, g.n, got)
		}
		r.Seed(g.seed, g.n)
		var d20 [12]int
		for i := range d20 {
			d20[i] = r.Die(20)
		}
		if d20 != g.d20 {
			t.Errorf("seed %d, %d: d20 %v", g.seed, g.n, d20)
		}
		p := must(t, "4d6kh3+d6x+3d8r2-d4")
		var sums [6]int64
		for i := range sums {
			sums[i] = p.Sample(&r)
		}
		if sums != g.sums {
			t.Errorf("seed %d, %d: sums %v", g.seed, g.n, sums)
		}
	}
}

func TestRandIsAValue(t *testing.T) {
	r := Seeded(7, 7)
	r.Uint64()
	snapshot := r
	a := r.Uint64()
	r.Die(6)
	if b := snapshot.Uint64(); a != b {
		t.Errorf("%x after a copy, %x before", b, a)
	}
	if r.Die(1) != 1 || r.Die(0) != 1 {
		t.Error("a die of one side")
	}
}

// TestBelowIsUniform uses an n for which half of all draws would be uneven.
func TestBelowIsUniform(t *testing.T) {
	r := Seeded(3, 1)
	const n = 3 << 62
	var third [3]int
	for range 30000 {
		third[r.Below(n)>>62]++
	}
	for i, c := range third {
		if math.Abs(float64(c)-10000) > 5*82 {
			t.Errorf("third %d: %d of 30000", i, c)
		}
	}
}

// TestSampleAgainstOdds compares many throws with the exact distribution: the
// mean within five standard errors, and chi squared over the likely values.
func TestSampleAgainstOdds(t *testing.T) {
	const n = 20000
	for k, text := range append([]string{"20d20", "10d6kh5", "40d6kh30", "40d6kl35", "100d4kh50", "3d6x", "d20"}, small...) {
		p := must(t, text)
		d := odds(t, text)
		r := Seeded(42, uint64(k))
		sum := int64(0)
		seen := map[int64]int{}
		for range n {
			v := p.Sample(&r)
			if _, ok := d.Index(v); !ok {
				t.Fatalf("%s: threw %d, which has no odds", text, v)
			}
			sum += v
			seen[v]++
		}
		mean, _ := d.Mean().Float64()
		variance, _ := d.Variance().Float64()
		got := float64(sum) / n
		if math.Abs(got-mean) > 5*math.Sqrt(variance/n)+1e-12 {
			t.Errorf("%s: mean of throws %v, exact %v", text, got, mean)
		}
		chi, cells := 0.0, 0
		for i := range d.Len() {
			pr, _ := d.Prob(d.Value(i)).Float64()
			if e := pr * n; e >= 20 {
				chi += (float64(seen[d.Value(i)]) - e) * (float64(seen[d.Value(i)]) - e) / e
				cells++
			}
		}
		if limit := float64(cells) + 5*math.Sqrt(2*float64(cells)) + 5; chi > limit {
			t.Errorf("%s: chi squared %.1f over %d values", text, chi, cells)
		}
	}
}

func TestSampleFaces(t *testing.T) {
	for _, text := range append([]string{"40d6kh30", "40d6kl5", "6d6x2r1kh3"}, small...) {
		p := must(t, text)
		r := Seeded(5, 5)
		var buf []Face
		for range 300 {
			a := r
			want := p.Sample(&a)
			var got int64
			got, buf = p.SampleFaces(&r, buf[:0])
			if got != want || a != r {
				t.Fatalf("%s: %d with faces, %d without", text, got, want)
			}
			sum := p.Const
			for _, f := range buf {
				term := p.Terms[f.Term]
				v := int64(f.Shows)
				if term.Success > 0 {
					v = 0
					if f.Shows >= term.Success {
						v = 1
					}
				}
				switch {
				case f.Use == Rerolled && f.Shows > term.Reroll || f.Shows < 1 || f.Shows > term.Sides:
					t.Fatalf("%s: %+v", text, f)
				case f.Use != Counted:
				case term.Neg:
					sum -= v
				default:
					sum += v
				}
			}
			if sum != want {
				t.Fatalf("%s: the faces make %d, the result is %d: %v", text, sum, want, buf)
			}
		}
	}
}

func TestSampleAllocatesNothing(t *testing.T) {
	r := Seeded(1, 1)
	p := must(t, "d20+4d6kh3+40d6kh20+3d8r2+2d6x+8d6c5-d4+3")
	buf := make([]Face, 0, 400)
	if n := testing.AllocsPerRun(100, func() { p.Sample(&r) }); n > 0 {
		t.Errorf("Sample: %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { _, buf = p.SampleFaces(&r, buf[:0]) }); n > 0 {
		t.Errorf("SampleFaces: %v allocations", n)
	}
}

// TestSeedsDoNotMeet looks whether runs with neighbouring numbers are alike.
func TestSeedsDoNotMeet(t *testing.T) {
	sum, sq := 0.0, 0.0
	const n = 20000
	for i := range uint64(n) {
		r := Seeded(1, i)
		x := float64(r.Die(20)) - 10.5
		r = Seeded(1, i+1)
		y := float64(r.Die(20)) - 10.5
		sum += x
		sq += x * y
	}
	if math.Abs(sum/n) > 5*5.77/math.Sqrt(n) || math.Abs(sq/n) > 5*33.25/math.Sqrt(n) {
		t.Errorf("first draws: mean %v, product with the next %v", sum/n, sq/n)
	}
}

func BenchmarkSample(b *testing.B) {
	for _, text := range []string{"d20", "d20+7", "2d6", "4d6kh3", "20d20", "2d20kh1", "3d6x", "40d6kh20"} {
		p := must(b, text)
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			r := Seeded(1, 2)
			for b.Loop() {
				p.Sample(&r)
			}
		})
	}
	b.Run("faces of 4d6kh3+d20", func(b *testing.B) {
		b.ReportAllocs()
		r, buf, p := Seeded(1, 2), make([]Face, 0, 16), must(b, "4d6kh3+d20")
		for b.Loop() {
			_, buf = p.SampleFaces(&r, buf[:0])
		}
	})
	b.Run("Die", func(b *testing.B) {
		r := Seeded(1, 2)
		for b.Loop() {
			r.Die(20)
		}
	})
	b.Run("Seed", func(b *testing.B) {
		var r Rand
		for i := uint64(0); b.Loop(); i++ {
			r.Seed(1, i)
		}
	})
}

type goldenRow struct {
	seed, n uint64
	raw     [4]uint64
	d20     [12]int
	sums    [6]int64
}

var golden = []goldenRow{
	{0, 0,
		[4]uint64{0x22697b0feb95c434, 0x581c9ac4cddc414a, 0x29414d92b70eedfb, 0x18f8a4ecc66f1898},
		[12]int{3, 7, 4, 2, 7, 7, 7, 20, 7, 19, 5, 12},
		[6]int64{25, 21, 30, 29, 31, 38}},
	{1, 0,
		[4]uint64{0xe370985f7ad22633, 0xf1564202684d214c, 0x771efcbbbbbfd2bf, 0xf08ec2fb0d1529c3},
		[12]int{18, 19, 10, 19, 19, 3, 13, 19, 20, 16, 13, 16},
		[6]int64{27, 24, 43, 23, 29, 35}},
	{1, 1,
		[4]uint64{0x5c79dd9d15b2597a, 0x5cc8b9b92f8dc935, 0x3f3bd894d4fb7341, 0xf1be185cfe30d3d1},
		[12]int{8, 8, 5, 19, 1, 13, 1, 14, 6, 2, 18, 19},
		[6]int64{33, 34, 19, 34, 42, 35}},
	{1 << 63, 12345,
		[4]uint64{0x22e61f025552b8cf, 0xca2495a119fe8278, 0xc48b072785213de9, 0x2c5bd00dd2f0fc30},
		[12]int{3, 16, 16, 4, 5, 2, 15, 18, 10, 20, 5, 12},
		[6]int64{23, 37, 26, 34, 36, 27}},
}
