package docs_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/fight"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/report"
)

var (
	picture = regexp.MustCompile("(?ms)^```\n\\$ rulec draw ([^\n]*)\n(.*?)^```$")
	word    = regexp.MustCompile(`'([^']*)'|[^ ']+`)
)

// Every picture of the page is what its command draws.
func TestPictures(t *testing.T) {
	text, err := os.ReadFile("pictures.md")
	if err != nil {
		t.Fatal(err)
	}
	found := picture.FindAllSubmatchIndex(text, -1)
	if n := bytes.Count(text, []byte("$ rulec ")); n != len(found) {
		t.Errorf("%d commands, and %d of them understood", n, len(found))
	}
	for _, at := range found {
		line := 1 + bytes.Count(text[:at[2]], []byte("\n"))
		t.Run(fmt.Sprintf("pictures.md:%d", line), func(t *testing.T) {
			c := commandOf(t, string(text[at[2]:at[3]]))
			var got bytes.Buffer
			want := text[at[4]:at[5]]
			d := c.load(t)(c.cells)
			if c.svg == "" {
				err = d.Text(&got)
			} else {
				if want, err = os.ReadFile(filepath.Join("..", c.svg)); err != nil {
					t.Fatal(err)
				}
				err = d.SVG(&got)
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Errorf("-page +drawn:\n%s", diff)
			}
		})
	}
}

var row = regexp.MustCompile(`(?m)^\| (\w+) \| (\d) x \d \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$`)

// The table of flanking says what the rules say.
func TestFlankingTable(t *testing.T) {
	text, err := os.ReadFile("pictures.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := row.FindAllStringSubmatch(string(text), -1)
	if len(rows) != 5 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, r := range rows {
		size, base, ring, farthest, least, partners := r[1], r[2], r[3], r[4], r[5], r[6]
		for _, where := range []string{"side", "corner"} {
			scene := fmt.Sprintf("docs/scenes/flanking-%s-%s.toml", size, where)
			draw := command{scene: scene}.load(t)
			const around = "distance(target, cell) == 1 square"
			steps := around + " and ring_steps(target, attacker, cell) "
			for _, q := range []struct{ formula, want string }{
				{around, ring},
				{around + " and target.edge == " + base + " and target.size == " + size + " and flank_distance(target) == " + least, ring},
				{steps + "== " + farthest, "1"},
				{steps + "> " + farthest, "0"},
				{steps + ">= " + least, partners},
			} {
				n := 0
				for _, m := range draw(q.formula).Marked {
					if m {
						n++
					}
				}
				if got := fmt.Sprint(n); got != q.want {
					t.Errorf("%s: %s cells, and the table has %s: %s", scene, got, q.want, q.formula)
				}
			}
		}
	}
}

// command is a `rulec draw`, its paths seen from the top of the repository.
type command struct {
	scene, cells, svg string
	options           []string
}

func commandOf(t *testing.T, line string) command {
	var c command
	var words []string
	for _, m := range word.FindAllStringSubmatch(line, -1) {
		if m[1] != "" {
			m[0] = m[1]
		}
		words = append(words, m[0])
	}
	c.scene = words[0]
	for flags := words[1:]; len(flags) > 0; flags = flags[2:] {
		if len(flags) == 1 {
			t.Fatalf("%s wants a value", flags[0])
		}
		switch flags[0] {
		case "--cells":
			c.cells = flags[1]
		case "--svg":
			c.svg = flags[1]
		case "--option":
			c.options = append(c.options, flags[1])
		default:
			t.Fatalf("the test does not know %s", flags[0])
		}
	}
	return c
}

// load reads the scene and returns what draws it, for any formula.
func (c command) load(t *testing.T) func(formula string) *report.Drawing {
	t.Helper()
	var log diag.Log
	clean := func() {
		t.Helper()
		if list := log.Sorted(); len(list) > 0 {
			var s strings.Builder
			_ = diag.WriteText(&s, list, diag.TextOptions{})
			t.Fatal(s.String())
		}
	}
	scene, p := data.LoadScene(filepath.Join("..", c.scene), &pack.Loader{Log: &log}, &log)
	clean()
	options := map[*ir.Option]int64{}
	for _, s := range c.options {
		name, reading, _ := strings.Cut(s, "=")
		i := slices.IndexFunc(p.Program.Options, func(o *ir.Option) bool { return o.Name == name })
		if i < 0 {
			t.Fatalf("no option %s", name)
		}
		o := p.Program.Options[i]
		options[o] = int64(slices.Index(o.Enum.Members, reading))
		if options[o] < 0 {
			t.Fatalf("no reading %s of %s", reading, name)
		}
	}
	ready := fight.Prepare(p.Program, scene, options, &log)
	clean()
	return func(formula string) *report.Drawing {
		t.Helper()
		d := report.Draw(p, scene, ready, formula, &log)
		clean()
		return d
	}
}
