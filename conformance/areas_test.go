package conformance_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
)

// What a game master forgot is said when the scene is set up: the row, the code, and whom it names.
func TestAreasSetUp(t *testing.T) {
	p := load(t, "..", "areas")
	const rest = "\n[[creature]]\nname = \"Maud\"\nside = \"heroes\"\narea = \"here\"\n"
	const yard = "[[area]]\nname = \"here\"\ndescription = \"a yard\"\nborders = [\"there\"]\n[[area]]\nname = \"there\"\ndescription = \"a loft\"\n"
	const field = "[[battlefield]]\nname = \"field\"\ndescription = \"a farm\"\nmap = \"drawn\"\n"
	const metres = "[options]\npositioning = \"metres\"\n"
	for _, c := range []struct {
		row, text string
		want      []string // code and a part of the message
	}{
		{"all is there", field + yard + rest, nil},
		{"C-FIELD-01", strings.Replace(field, "a farm", "", 1) + yard + rest, []string{"E0511 describe where"}},
		{"C-FIELD-03", field + yard + rest + "[[creature]]\nname = \"Oswin\"\nside = \"foes\"\n", []string{"E0511 Oswin has no starting place"}},
		{"C-FIELD-03 in metres", metres + field + "[[creature]]\nname = \"Maud\"\nside = \"heroes\"\nat = [\"1 m\", \"-2 m\"]\n" +
			"[[creature]]\nname = \"Oswin\"\nside = \"foes\"\n", []string{"E0511 Oswin has no starting place"}},
		{"C-FIELD-04", strings.Replace(field, "map = \"drawn\"\n", "", 1) + yard + rest, []string{"W0501 a sketched map"}},
		{"C-AREA-02 no name", field + yard + "[[area]]\ndescription = \"a cave\"\n" + rest, []string{"E0504 no name"}},
		{"C-AREA-02 one name", field + yard + "[[area]]\nname = \"here\"\n" + rest, []string{"E0512 \"here\" already"}},
		{"C-AREA-05", field + strings.Replace(yard, "a yard\"", "a yard\"\nacross = \"30 m\"", 1) + rest, []string{"W0501 here is too large"}},
		{"C-AREA-06", field + strings.Replace(yard, "a yard\"", "a yard\"\nroom_for = 1", 1) + rest, []string{"W0501 here has no room"}},
		{"C-AREA-07", field + "[[area]]\nname = \"here\"\ndescription = \"a cave\"\n" + rest, []string{"W0501 normally has two to four"}},
		{"C-AREA-08", field + yard + many(3) + rest, []string{"W0501 isolating"}},
		{"C-AREA-09", field + strings.Replace(rest, "area = \"here\"\n", "", 1), []string{"E0511 lay out", "W0501 normally", "E0511 Maud has no"}},
		{"C-AREA-09 silent", field + strings.Replace(yard, "a loft", "", 1) + rest, []string{"W0501 nobody has been told what there"}},
		{"C-AREA-10", field + yard + strings.Replace(rest, "\"here\"", "[\"here\", \"there\"]", 1), []string{"E0503 area"}},
		{"no such area", field + yard + strings.Replace(rest, "\"here\"", "\"heer\"", 1), []string{"E0505 no area of this encounter is called \"heer\""}},
		{"a thing is no place", field + yard + strings.Replace(rest, "\"here\"", "\"Maud\"", 1), []string{"E0505 \"Maud\" is a creature, and a area is wanted"}},
		{"squares on a graph", field + yard + strings.Replace(rest, "area = \"here\"", "at = \"A1\"", 1), []string{"E0503 nothing stands at a square"}},
		{"no point", metres + field + "[[creature]]\nname = \"Maud\"\nside = \"heroes\"\nat = [\"1 m\", \"2 m\", \"3 m\"]\n", []string{"E0503 this is no point"}},
	} {
		var log diag.Log
		text := strings.NewReplacer("side = \"heroes\"\n", "side = \"heroes\"\nplayed = true\n", "side = \"foes\"\n", "side = \"foes\"\nplayed = true\n").Replace(c.text)
		s, _ := data.Read(source.New("scene.toml", "pack = \"areas\"\n"+text), "", func(string, source.Span) *pack.Pack { return p }, &log)
		if s != nil {
			fight.Prepare(p.Program, s, nil, &log)
		}
		var got []string
		for _, d := range log.Sorted() {
			got = append(got, fmt.Sprintf("%s %s", d.Code, d.Message))
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %q, want %q", c.row, got, c.want)
			continue
		}
		for _, w := range c.want {
			code, part, _ := strings.Cut(w, " ")
			found := false
			for _, g := range got {
				found = found || strings.HasPrefix(g, code) && strings.Contains(g, part)
			}
			if !found {
				t.Errorf("%s: %q, want %q", c.row, got, w)
			}
		}
	}
}

func many(n int) string {
	s := ""
	for i := range n {
		s += fmt.Sprintf("[[area]]\nname = \"another %d\"\ndescription = \"more of it\"\n", i)
	}
	return s
}

// The encounters of areas are fought to an end, whatever the dice.
func TestAreasEncounters(t *testing.T) {
	for _, scene := range []string{"ruin.toml", "marsh.toml"} {
		var log diag.Log
		s, p := data.LoadScene(filepath.Join("..", "rules", "areas", "encounters", scene), &pack.Loader{Log: &log}, &log)
		if s == nil {
			t.Fatal(log.Sorted())
		}
		r := fight.Prepare(p.Program, s, nil, &log)
		if r == nil || len(log.Sorted()) > 0 {
			t.Fatal(log.Sorted())
		}
		m := interp.NewMachine(r.Program)
		for n := range uint64(40) {
			if res := r.Run(m, s.Seed, n, interp.First{}, nil); res.Fault != nil || res.Outcome != "decided" {
				t.Errorf("%s, run %d: %q, %v", scene, n, res.Outcome, res.Fault)
			}
		}
	}
}
