package data

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rulec"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/source"
)

var skirmish *pack.Pack

// testPack loads the pack of testdata once.
func testPack(t testing.TB) *pack.Pack {
	if skirmish == nil {
		log := &diag.Log{}
		skirmish = (&pack.Loader{Log: log}).ByDir("testdata/skirmish")
		for _, d := range log.Sorted() {
			t.Fatalf("%s:%d %s %s", name(d), d.Span.Begin().Line, d.Code, d.Message)
		}
	}
	return skirmish
}

// read makes a scene of a text; bestiary, if not "", is a file beside it.
func read(t testing.TB, text, bestiary string) (*ir.Scene, *diag.Log) {
	p, log, dir := testPack(t), &diag.Log{}, ""
	if bestiary != "" {
		dir = t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "b.toml"), []byte(bestiary), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, _ := Read(source.New("e.toml", text), dir, func(string, source.Span) *pack.Pack { return p }, log)
	return s, log
}

// faults lists what is wrong, one `line:column code message` a line; those of
// the bestiary begin with b.
func faults(log *diag.Log) string {
	var lines []string
	for _, d := range log.Sorted() {
		at := d.Span.Begin()
		s := fmt.Sprintf("%d:%d %s %s", at.Line, at.Column, d.Code, d.Message)
		if strings.HasSuffix(name(d), "b.toml") {
			s = "b" + s
		}
		if d.Label != "" {
			s += " | " + d.Label
		}
		lines = append(lines, s)
	}
	return strings.Join(lines, "\n")
}

// show writes a constant formula as a person would.
func show(x *ir.Expr) string {
	if x == nil {
		return "_"
	}
	var args []string
	for i, a := range x.Args {
		s := show(a)
		if x.Op == ir.MapOp {
			s = x.Type.Enum.Members[x.Keys[i]] + "=" + s
		}
		args = append(args, s)
	}
	all := strings.Join(args, " ")
	switch x.Op {
	case ir.Const:
		if x.Type.Kind == ir.EnumKind {
			return x.Type.Enum.Members[x.Int]
		}
		return fmt.Sprint(x.Int)
	case ir.TextConst:
		return quote(x.Str)
	case ir.DiceConst:
		return x.Str
	case ir.DiceAddOp:
		return args[0] + "+" + args[1]
	case ir.ListOp:
		return "[" + all + "]"
	case ir.MapOp:
		return "{" + all + "}"
	case ir.NewOp:
		return x.Record.Name + "(" + all + ")"
	case ir.CondValue:
		return x.Cond.Name + "(" + all + ")"
	case ir.AbsentOp:
		return "none"
	}
	return fmt.Sprint("op ", x.Op)
}

func dump(s *ir.Scene) string {
	var b strings.Builder
	for _, t := range s.Things {
		fmt.Fprintf(&b, "%s %s", t.Record.Name, t.Name)
		if t.Placed {
			fmt.Fprintf(&b, " at %s", square(t.X, t.Y))
		}
		for _, f := range t.Fields {
			fmt.Fprintf(&b, " %s=%s", f.Field.Name, show(f.Value))
		}
		for _, w := range t.Wears {
			fmt.Fprintf(&b, " wears %s", show(w))
		}
		if t.Tactic != nil {
			fmt.Fprintf(&b, " plays %s", t.Tactic.Name)
		}
		b.WriteString("\n")
	}
	return b.String()
}

const head = "pack = \"skirmish\"\nbestiary = [\"lists/base.toml\"]\n"

func TestScene(t *testing.T) {
	s, log := read(t, head+`
name = "Hill"
seed = 12
map = """
o.a..##
..aBB..
...BB.P"""
[options]
speed = "fast"
depth = 4
[legend]
"#" = "entity.rock"
P = ["pillar", { template = "totem.rock", hue = "green" }]
a = "pillar"
[[pawn]]
template = "veteran"
count = 2
glyph = "a"
vim = 12
curse = "weary(3)"
hues = ["blue", "red"]
kit = ["pike", { template = "pike", cuts = "blue" }]
[[thing]]
record = "totem"
name = "idol"
at = [1, 1]
wears = ["mossy"]
[[thing]]
record = "totem"
name = "o"
glyph = "o"
[[pawn]]
name = "Bo"
template = "ox"
glyph = "B"
lucky = true
motto = "hm"
gait = "2 m"
hand = { edge = 2 }
tactic = "lurk"
played = true
[spare]
totem = 3
`, "")
	if s == nil {
		t.Fatal(faults(log))
	}
	want := `pawn veteran 1 at C1 flag=red vim=12 ward={blue=4 red=3 green=1} kit=[tool(d4+1 3 _) tool(d4+1 3 blue)] hand=tool(d4+1 _ _) curse=weary(3) hues=[blue red] wears weary(2) plays lurk
pawn veteran 2 at C2 flag=red vim=12 ward={blue=4 red=3 green=1} kit=[tool(d4+1 3 _) tool(d4+1 3 blue)] hand=tool(d4+1 _ _) curse=weary(3) hues=[blue red] wears weary(2) plays lurk
totem idol at A1 wears mossy()
totem o at A1
pawn Bo at D2 breadth=2 flag=red vim=5 gait=2 lucky=1 motto="hm" ward={red=3 green=1 blue=1} hand=tool(0+2 _ _) plays lurk
entity rock F1 at F1 tall=1
entity rock G1 at G1 tall=1
totem pillar G3 at G3 hue=blue
totem rock G3 at G3 hue=green
totem pillar C1 at C1 hue=blue
totem pillar C2 at C2 hue=blue
`
	if got := dump(s); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if s.Name != "Hill" || s.Seed != 12 || !s.HasSeed || s.Width != 7 || s.Height != 3 || len(s.Options) != 2 || !s.Things[4].Played {
		t.Errorf("%+v", s)
	}
	for r, n := range s.Spare {
		if r.Name != "totem" || n != 3 {
			t.Error(r.Name, n)
		}
	}
}

// line 3 is the first after head.
func TestFaults(t *testing.T) {
	pawn := "map = \"\"\"\n...\n...\"\"\"\n[[pawn]]\nname = \"Al\"\nat = \"A1\"\ntemplate = \"recruit\"\n" // lines 3 to 9
	for _, c := range []struct{ name, text, want string }{
		{"no pack", `name = "x"`, `1:1 E0504 the file has no "pack", which must be a text`},
		{"no pack, and more", "pak = \"x\"\nsed = 3\nname = \"n\"\n[[pawn]]\nvin = 3", "1:1 E0504 the file has no \"pack\", which must be a text\n" +
			"1:1 E0502 \"pak\" is no word of an encounter | did you mean \"pack\"?\n2:1 E0502 \"sed\" is no word of an encounter | did you mean \"seed\"?"},
		{"top word", head + `sed = 3`, `3:1 E0502 "sed" is no word of an encounter, and no record of things that stand in one | did you mean "seed"?`},
		{"plain record at top", head + "[[tool]]", `3:3 E0502 "tool" is no word of an encounter, and no record of things that stand in one`},
		{"record", head + `[[prawn]]`, `3:3 E0502 "prawn" is no word of an encounter, and no record of things that stand in one | did you mean "pawn"?`},
		{"one table", head + `[pawn]`, `3:1 E0503 "pawn" wants a list, not a table`},
		{"seed", head + `seed = -1`, `3:8 E0503 a seed is not negative`},
		{"option", head + "options = { spede = \"fast\" }", `3:13 E0509 no option is called "spede" | did you mean "speed"?`},
		{"reading", head + "options = { speed = \"fats\" }", `3:21 E0509 "speed" has no reading "fats" | did you mean "fast"?`},
		{"number", head + "options = { depth = 10 }", `3:21 E0509 10 is outside 1..9`},
		{"reading's type", head + "options = { depth = \"x\", speed = 1 }", "3:21 E0503 \"depth\" wants a whole number, not a text\n3:34 E0503 \"speed\" wants a text, not a whole number"},
		{"bestiary", "pack = \"skirmish\"\nbestiary = [\"lists/bse.toml\", \"../x.toml\", \"/etc/x.toml\", \"x.txt\", 3]",
			"2:13 E0505 there is no bestiary \"lists/bse.toml\" beside the encounter or in the pack \"skirmish\" | did you mean \"lists/base.toml\"?\n" +
				"2:31 E0503 a bestiary is a .toml file below the folder of the encounter or of the pack\n" +
				"2:44 E0503 a bestiary is a .toml file below the folder of the encounter or of the pack\n" +
				"2:59 E0503 a bestiary is a .toml file below the folder of the encounter or of the pack\n" +
				"2:68 E0503 an entry of \"bestiary\" wants a text, not a whole number"},
		{"template", head + "[[pawn]]\ntemplate = \"recriut\"", `4:12 E0505 no pawn template is called "recriut" | did you mean "recruit"?`},
		{"template of another record", head + "[[pawn]]\ntemplate = \"pillar\"", `4:12 E0505 no pawn template is called "pillar"`},
		{"field", head + pawn + "vin = 3", `10:1 E0502 a pawn has no field "vin" | did you mean "vim"?`},
		{"value as field", head + pawn + "strength = 3", `10:1 E0502 a pawn has no field "strength"`},
		{"dice for number", head + pawn + `vim = "1d20+5"`, `10:7 E0503 "vim" wants a whole number, and dice stand here`},
		{"quoted number", head + pawn + `vim = "5"`, `10:7 E0503 "vim" wants a whole number, not a text`},
		{"bounds", head + pawn + `vim = 51`, `10:7 E0311 51 is outside the bounds of "vim"`},
		{"truth", head + pawn + `lucky = 1`, `10:9 E0503 "lucky" wants true or false, not a whole number`},
		{"enum", head + pawn + `bulk = "stoot"`, `10:8 E0503 "stoot" is no bulk | did you mean "stout"?`},
		{"no unit", head + pawn + `gait = 4`, `10:8 E0302 "gait" is a length, and this number has no unit`},
		{"wrong unit", head + pawn + `gait = "4 yards"`, `10:8 E0206 no unit is called "yards"`},
		{"map key", head + pawn + `ward = { rde = 1, blue = "x" }`, "10:10 E0502 \"rde\" is no hue | did you mean \"red\"?\n10:26 E0503 \"blue\" wants a whole number, not a text"},
		{"map", head + pawn + `ward = 2`, `10:8 E0503 "ward" wants a table, not a whole number`},
		{"list", head + pawn + `kit = "pike"`, `10:7 E0503 "kit" wants a list, not a text`},
		{"list too long", head + pawn + `kit = ["pike", "pike", "knife"]`, `10:24 E0503 "kit" holds at most 2, and this is one more`},
		{"list entries", head + pawn + `kit = ["pkie", 3]`, "10:8 E0505 no tool template is called \"pkie\" | did you mean \"pike\"?\n10:16 E0503 \"an entry of kit\" wants a text or a table, not a whole number"},
		{"inline record", head + pawn + `hand = { span = "2 m", edg = 3 }`, "10:8 E0504 this tool has no \"edge\"\n10:24 E0502 a tool has no field \"edg\" | did you mean \"edge\"?"},
		{"inline template", head + pawn + `hand = { template = "knive" }`, `10:21 E0505 no tool template is called "knive" | did you mean "knife"?`},
		{"condition", head + pawn + `curse = "waery"`, `10:9 E0203 no condition is called "waery" | did you mean "weary"?`},
		{"not fixed", head + pawn + `hand = "tool(dice(depth, 6))"`, `10:8 E0503 a value of a file is fixed, and this one is worked out from something`},
		{"wears", head + pawn + `wears = ["weary", "frail", "mossy", 3]`, "10:19 E0503 \"frail\" is worn exactly while its formula holds, and cannot be put on\n10:28 E0503 \"mossy\" is worn by a totem, not by a pawn\n10:37 E0503 an entry of \"wears\" wants a text, not a whole number"},
		{"tactic", head + pawn + `tactic = "lurks"`, `10:10 E0505 no tactic is called "lurks" | did you mean "lurk"?`},
		{"tactic of another record", head + pawn + `tactic = "stand"`, `10:10 E0505 the tactic "stand" is for a totem, not for a pawn`},
		{"glyph", head + pawn + `glyph = "."`, `10:9 E0503 a glyph is one character, and neither a dot nor a blank, which are free ground`},
		{"count", head + pawn + `count = 0`, `10:9 E0503 a count goes from 1 to 200`},
		{"squares for count", head + pawn + `count = 2`, `8:6 E0503 1 squares for 2`},
		{"missing fields", head + "map = \"..\"\n[[pawn]]\nname = \"Al\"\nat = \"A1\"", `4:1 E0504 Al has no "flag", "vim" and "hand"`},
		{"no name", head + "[[totem]]\nhue = \"red\"", `3:1 E0504 this totem has no name`},
		{"same name", head + pawn + "[[totem]]\nname = \"Al\"", `11:8 E0512 there is a "Al" already (line 7)`},
		{"generated name", head + "map = \"aa\"\n[[totem]]\nname = \"recruit 2\"\n[[pawn]]\ntemplate = \"recruit\"\ncount = 2\nglyph = \"a\"", `7:12 E0512 there is a "recruit 2" already (line 5)`},
		{"off the map", head + pawn + "[[totem]]\nname = \"t\"\nat = \"D1\"\n[[totem]]\nname = \"u\"\nat = [1, 3]\n[[totem]]\nname = \"v\"\nat = [0, 1]",
			"12:6 E0506 D1 lies outside the map\n15:6 E0506 A3 lies outside the map\n18:6 E0506 this square lies outside the map"},
		{"large base off the map", head + "map = \"\"\"\n....\n....\n\"\"\"\n[[pawn]]\ntemplate = \"ox\"\nat = \"D1\"", `9:6 E0506 the base of ox, 2 squares wide, lies outside the map`},
		{"drawn off the map", head + "map = \"\"\"\n...B\n....\n\"\"\"\n[[pawn]]\ntemplate = \"ox\"\nglyph = \"B\"", `4:4 E0506 the base of ox, 2 squares wide, lies outside the map`},
		{"no square", head + pawn + "[[totem]]\nname = \"t\"\nat = \"1D\"\n[[totem]]\nname = \"u\"\nat = [1, \"x\"]", "12:6 E0503 this is no square\n15:6 E0503 this is no square"},
		{"no map", head + "[[totem]]\nname = \"t\"\nat = \"A1\"", `5:6 E0506 this encounter has no map to stand on`},
		{"nowhere", head + "map = \"..\"\n[[pawn]]\ntemplate = \"recruit\"", `4:1 E0504 recruit stands nowhere`},
		{"overlap", head + pawn + "[[pawn]]\nname = \"Bo\"\ntemplate = \"recruit\"\nat = \"A1\"", `13:6 E0507 Bo and Al both stand on A1`},
		{"overlap of a large base", head + pawn + "[[pawn]]\nname = \"Bo\"\ntemplate = \"ox\"\nat = \"A1\"\n[[pawn]]\nname = \"Cy\"\ntemplate = \"recruit\"\nat = \"B2\"", "13:6 E0507 Bo and Al both stand on A1\n17:6 E0507 Cy and Bo both stand on B2"},
		{"unknown letter", head + "map = \"\"\"\n..x.x\n.y\n\"\"\"\n[legend]\nY = \"pillar\"", "4:3 E0508 nothing says what \"x\" on the map is\n5:2 E0508 nothing says what \"y\" on the map is | did you mean \"Y\"?"},
		{"too many letters", head + "map = \"aaa\"\n[[pawn]]\ntemplate = \"recruit\"\ncount = 2\nglyph = \"a\"", `3:10 E0508 the map has more "a" than things that are drawn so: 2`},
		{"too few letters", head + "map = \"a..\"\n[[pawn]]\ntemplate = \"recruit\"\ncount = 2\nglyph = \"a\"", `4:1 E0508 2 to be drawn as "a", and the map has 1 left`},
		{"letter of what failed", head + "map = \"a.b\"\n[[pawn]]\ntemplate = \"recrut\"\nglyph = \"a\"\n[[pawn]]\ntemplate = \"x\"", "5:12 E0505 no pawn template is called \"recrut\" | did you mean \"recruit\"?\n8:12 E0505 no pawn template is called \"x\" | did you mean \"ox\"?"},
		{"empty map", head + "map = \"\"", `3:7 E0508 this map has no square`},
		{"legend", head + "map = \"#\"\n[legend]\n\"##\" = \"pillar\"\n\".\" = \"pillar\"\n\"#\" = \"rok\"\nP = 3\nQ = \"rock\"\nR = { hue = \"red\" }\nS = { template = \"pillar\", hu = \"red\" }",
			"5:1 E0503 a letter of the map is one character, and neither a dot nor a blank, which are free ground\n" +
				"6:1 E0503 a letter of the map is one character, and neither a dot nor a blank, which are free ground\n" +
				"7:7 E0505 no template of a thing is called \"rok\" | did you mean \"rock\"?\n" +
				"8:5 E0503 \"P\" wants a text or a table, not a whole number\n" +
				"9:5 E0505 \"rock\" is the name of several templates\n" +
				"10:5 E0504 this table has no \"template\", which must be a text\n" +
				"11:28 E0502 a totem has no field \"hu\" | did you mean \"hue\"?"},
		{"thing", head + "[[thing]]\nname = \"x\"\n[[thing]]\nrecord = \"totm\"", "3:1 E0504 [[thing]] has no \"record\", which must be a text\n6:10 E0505 no record of things is called \"totm\" | did you mean \"totem\"?"},
		{"spare", head + "spare = { pown = 1, totem = -1 }", "3:11 E0502 \"pown\" is no record of things | did you mean \"pawn\"?\n3:29 E0503 room is kept for 0 to 20000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, log := read(t, c.text, "")
			if got := faults(log); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if s != nil {
				t.Error("a scene in spite of faults")
			}
		})
	}
}

func TestBestiaryFaults(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"record", "[pwan.x]", `b1:2 E0502 "pwan" is no record of the pack "skirmish" | did you mean "pawn"?`},
		{"no table", "pawn = 3", `b1:8 E0503 "pawn" wants a table, not a whole number`},
		{"field of a record", "[pawn]\nvim = 3", `b2:1 E0503 "vim" is a whole number, and a template is a table`},
		{"missing parent", "[tool.a]\nparent = \"spade\"\n[tool.spadde]\nedge = 3", `b2:10 E0505 "a" builds on "spade", and no tool template is called that | did you mean "spadde"?`},
		{"parent of another record", "[tool.a]\nparent = \"b\"\n[pawn.b]", `b2:10 E0505 "a" builds on "b", and no tool template is called that`},
		{"itself", "[tool.a]\nparent = \"a\"", `b2:10 E0510 "a" builds on itself: a -> a`},
		{"cycle", "[tool.x]\nparent = \"a\"\n[tool.a]\nparent = \"b\"\n[tool.b]\nparent = \"c\"\n[tool.c]\nparent = \"a\"", `b4:10 E0510 "a" builds on itself: a -> b -> c -> a`},
		{"twice", "[tool.a]\nedge = 1\n[pawn.a]\n[totem.a]\n[tool.b]", ""},
		{"field", "[pawn.a]\nvim = true\n[tool.b]\nparent = 3\nspam = \"1 m\"", "b2:7 E0503 \"vim\" wants a whole number, not true or false\nb4:10 E0503 \"parent\" wants a text, not a whole number\nb5:1 E0502 a tool has no field \"spam\" | did you mean \"span\"?"},
		{"not TOML", "[pawn.a\n", `b1:8 E0501 a header that begins with [ ends with ], but the end of the line stands here`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, log := read(t, "pack = \"skirmish\"\nbestiary = [\"b.toml\"]", c.text)
			if got := faults(log); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestTwice: one name in two files names both places.
func TestTwice(t *testing.T) {
	_, log := read(t, "pack = \"skirmish\"\nbestiary = [\"lists/base.toml\", \"b.toml\"]", "[tool.pike]\nedge = 1")
	list := log.Sorted()
	if len(list) != 1 || list[0].Code != diag.DuplicateEntry || len(list[0].Related) != 1 || list[0].Related[0].Span.Begin().Line != 4 {
		t.Error(faults(log))
	}
}

// TestUsed: a template that lacks a field is only a fault where it is used.
func TestUsed(t *testing.T) {
	const base = "[tool.a]\nspan = \"2 m\"\n[pawn.p]\nflag = \"red\"\nvim = 2\n"
	_, log := read(t, "pack = \"skirmish\"\nbestiary = [\"b.toml\"]", base)
	if got := faults(log); got != "" {
		t.Error(got)
	}
	_, log = read(t, "pack = \"skirmish\"\nbestiary = [\"b.toml\"]\n[[pawn]]\ntemplate = \"p\"\nhand = \"a\"", base)
	if got := faults(log); got != `b1:1 E0504 "a" has no "edge"` {
		t.Error(got)
	}
}

// TestCheckPack: the data files of the packs that come with rulec are sound, and
// those of the embedded ones are found.
func TestCheckPack(t *testing.T) {
	log := &diag.Log{}
	p := (&pack.Loader{Log: log}).ByDir("../../rules/battlemap")
	CheckPack(p, log)
	CheckPack(testPack(t), log)
	if got := faults(log); got != "" {
		t.Error(got)
	}
	if _, _, err := p.ReadFile("bestiary/goblins.toml"); err != nil {
		t.Error(err)
	}
	if _, err := rulec.Files.ReadFile("rules/battlemap/bestiary/goblins.toml"); err != nil {
		t.Error(err)
	}
}

// TestEmbedded: outside of any folder with packs, pack and bestiaries come out of the binary.
func TestEmbedded(t *testing.T) {
	text, err := os.ReadFile("../../rules/battlemap/encounters/ambush.toml")
	if err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(t.TempDir(), "ambush.toml")
	if err := os.WriteFile(at, text, 0o600); err != nil {
		t.Fatal(err)
	}
	log := &diag.Log{}
	s, p := LoadScene(at, &pack.Loader{Log: log}, log)
	if s == nil || p.Origin != "embedded" {
		t.Error(faults(log))
	}
}

func FuzzScene(f *testing.F) {
	f.Add(head + "map = \"\"\"\na.#\n\"\"\"\n[legend]\n\"#\" = \"pillar\"\n[[pawn]]\ntemplate = \"recruit\"\nglyph = \"a\"\nkit = [\"pike\", { edge = \"2d6\" }]")
	f.Add("pack = \"skirmish\"\n[[thing]]\nrecord = \"totem\"\nname = \"x\"\nat = [1, 2]\n[spare]\ntotem = 1\n[options]\nspeed = \"fast\"")
	f.Add(head + "[[pawn]]\ncurse = \"weary(2)\"\nwears = [\"weary(2)\"]\nward = { red = 1 }\ngait = \"2 m\"\ncount = 3\nat = [\"A1\", [2, 3]]\n[legend]\nx = [\"pillar\"]")
	f.Fuzz(func(t *testing.T, text string) {
		begin := time.Now()
		defer func() {
			if d := time.Since(begin); d > 2*time.Second {
				t.Errorf("took %v", d)
			}
		}()
		s, log := read(t, text, "")
		if (s == nil) != (log.Errors() > 0) {
			t.Errorf("scene %v, errors %d", s != nil, log.Errors())
		}
		var again diag.Log
		CheckBestiary(testPack(t), []*source.File{source.New("b.toml", text)}, &again)
	})
}
