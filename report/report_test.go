package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/pack"
)

var game = map[string]string{
	"rules/game/pack.toml": `
name = "game"
version = "1"
entry = "game"
`,
	"rules/game/game.rule": `
unit ft: length
unit square = 5 ft
space grid of square { edge edge_of }
value edge_of(e: entity): int = e.wide
extend entity { wide: int = 1 }
record stone is entity plural stones { }
record piece is actor plural pieces { hurt: int = 0 }
condition hot "Hot" on piece { until removed }
condition wet "Wet" on piece { until removed }
event game() -> over {
  tells "A game of {count(pieces)}"
  stage open  { do bow() }
  stage play  { do bout() }
  stage close { end game as over }
}
event bow() { tells "They bow" }
event bout() {
  tells "Bout"
  for p in pieces { apply hot to p; apply wet to p; remove wet from p }
  for p in pieces { do hit(p, 2) }
  for p in pieces { p.hurt += 0 }
}
event hit(who: piece, n: int) "Hit" { value total: int = n; tells "{who} is hit for {total}"; who.hurt += total }
rule luck   { forbid hit when hit.who.hurt > 0 "already hurt" }
rule weight { modify hit.total by 1 "heavy" }
measure hurts for p: piece = p.hurt
measure bouts              = 1
`,
	"scene.toml": `
pack = "game"
name = "Two"
map = """
AA.........................b
AA...s.....................s
"""
[legend]
s = "rock"
[[piece]]
name = "Ann"
glyph = "A"
wide = 2
[[piece]]
name = "Bo"
glyph = "b"
hurt = 1
`,
	"rules/game/stones.toml": "[stone.rock]\n",
}

// play runs the small game above and writes it.
func play(t *testing.T, opt TextOptions, board bool) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range game {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		text = strings.Replace(text, "[legend]", "bestiary = [\"stones.toml\"]\n[legend]", 1)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var log diag.Log
	s, p := data.LoadScene("scene.toml", &pack.Loader{Log: &log}, &log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted()[0])
	}
	r := fight.Prepare(p.Program, s, nil, &log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted()[0])
	}
	rec := interp.NewRecorder()
	if board {
		opt.Board = NewBoard(s, r)
		rec.OnStart, rec.OnEnd = opt.Board.Started, opt.Board.Ended
	}
	res := r.Run(interp.NewMachine(r.Program), 1, 0, nil, rec)
	if res.Fault != nil {
		t.Fatal(res.Fault)
	}
	var out strings.Builder
	if err := RunText(&out, rec, res, opt); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// What is told, what came and went, what did not happen.
func TestText(t *testing.T) {
	want := `A game of 2

They bow

Bout
  Ann, Bo: Hot
  Ann is hit for 3
  Hit does not happen: already hurt

The end: over, bouts 1

       hurts
  Ann      3
  Bo       1
`
	if d := cmp.Diff(want, play(t, TextOptions{}, false)); d != "" {
		t.Error(d)
	}
}

// Numbers stand below the line they belong to, with the place each comes from.
func TestExplain(t *testing.T) {
	want := `  Ann is hit for 3
    | total 3 = 2 (n) + 1 (heavy)  [rules/game/game.rule:24]
    |   by +1 heavy  [rules/game/game.rule:26]
    | Ann's hurt 3 = 0 (before) + 3 (who.hurt += total)
`
	if got := play(t, TextOptions{Explain: true}, false); !strings.Contains(got, want) {
		t.Errorf("no\n%s\nin\n%s", want, got)
	}
}

// The board is drawn where it changed; letters mean something once.
func TestBoard(t *testing.T) {
	want := `Bout
                              AA
    ABCDEFGHIJKLMNOPQRSTUVWXYZAB
  1 AA.........................b
  2 AA...s.....................s
  A Ann; b Bo; s rock
`
	got := play(t, TextOptions{}, true)
	if !strings.Contains(got, want) || strings.Count(got, "rock") != 1 {
		t.Errorf("no\n%s\nin\n%s", want, got)
	}
}

// Colour is the caller's to ask for.
func TestColour(t *testing.T) {
	if s := play(t, TextOptions{Explain: true}, true); strings.Contains(s, "\x1b") {
		t.Error("colour that nobody asked for")
	}
	if s := play(t, TextOptions{Color: true}, false); !strings.Contains(s, "\x1b[1mBout\x1b[0m") {
		t.Error("no colour")
	}
}
