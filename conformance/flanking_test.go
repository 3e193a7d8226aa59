package conformance_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/check"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/source"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The pictures the source names and does not print: for each square of the ring
// around a base, the squares in which a partner flanks with whoever stands there.
//
// The argument from the source ("Tactical Movement"): distances are counted along
// the squares around the base. A target of size large or smaller wants a partner
// at least 3 squares away, a larger one 2 x base + 1. The ring of an n x n base has
// 4n + 4 squares, so nobody is farther away on it than 2n + 2: of a 1x1 base (3 of
// at most 4 steps) the opposite square and its two neighbours count, as they do of
// the source's own 3x3 example (7 of at most 8) and of every larger base (2n + 1 of
// 2n + 2). Only the 2x2 base of a large creature is looser: 3 of at most 6 steps,
// seven squares; the option flank_list has the other reading.
func TestFlankingPictures(t *testing.T) {
	var got strings.Builder
	for n := 1; n <= 5; n++ {
		pictures(t, &got, n)
	}
	golden := filepath.Join("testdata", "flanking.golden")
	if *update {
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
}

func pictures(t *testing.T, out *strings.Builder, n int) {
	sizes := []string{"", "medium", "large", "huge", "gargantuan", "colossal"}
	dir := t.TempDir()
	file := filepath.Join(dir, "scene.toml")
	row := strings.Repeat(".", n+2) + "\n"
	text := "pack = \"battlemap\"\nmap = \"\"\"\n" + strings.Repeat(row, n+2) + "\"\"\"\n" +
		fmt.Sprintf("[[creature]]\nname = \"target\"\nat = \"B2\"\nside = \"foes\"\nsize = %q\nedge = %d\ndefenses = { agility = 10 }\n"+
			"initiative_bonus = 0\nbody_weapon = { form = \"natural\", size = \"medium\", dice = \"d4\" }\n", sizes[n], n)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var log diag.Log
	s, _ := data.LoadScene(file, &pack.Loader{Log: &log}, &log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted()[0])
	}
	p := (&pack.Loader{Log: &log}).ByDir("../rules/battlemap")
	// The scene again, over the pack on disk.
	s, p = data.Read(s.File, dir, func(string, source.Span) *pack.Pack { return p }, &log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted()[0])
	}
	r := fight.Prepare(p.Program, s, nil, &log)
	if r == nil {
		t.Fatal(log.Sorted()[0])
	}
	q := p.Env.Question("ring_steps(target, here, cell) >= flank_distance(target)", []check.Variable{
		{Name: "target", Record: p.Program.Actor}, {Name: "here", Type: ir.PlaceType}, {Name: "cell", Type: ir.PlaceType}}, ir.BoolType, &log)
	if q == nil {
		t.Fatal(log.Sorted()[0])
	}
	m := interp.NewMachine(r.Program)
	m.Load(r.Initial)
	ask := interp.NewAsker(m, q.Frame, q.Vars, q.Expr)
	ring := func(x, y int) bool { return x == 0 || y == 0 || x == n+1 || y == n+1 }
	target := m.Entities()[0]
	fmt.Fprintf(out, "base %d x %d (%s)\n\n", n, n, sizes[n])
	for y := range n + 2 {
		for x := range n + 2 {
			if !ring(x, y) {
				continue
			}
			here := interp.PlaceWord(x, y)
			for v := range n + 2 {
				for u := range n + 2 {
					c := interp.PlaceWord(u, v)
					switch {
					case c == here:
						out.WriteByte('A')
					case !ring(u, v):
						out.WriteByte('T')
					case ask.Ask(target, here, c) != 0:
						out.WriteByte('*')
					default:
						out.WriteByte('.')
					}
				}
				out.WriteByte('\n')
			}
			out.WriteByte('\n')
		}
	}
}
