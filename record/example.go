package record

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/ir"
)

// facesPerLine keeps lists of dice readable, and lines below the cap of the
// language.
const facesPerLine = 24

// Fight is a fight that is being recorded.
type Fight struct {
	Ready *fight.Ready
	Pack  string
	Seed  uint64
	Tape  *Tape
}

// New prepares recording a fight.
func New(ready *fight.Ready, pack string, seed uint64, rec *interp.Recorder) *Fight {
	f := &Fight{ready, pack, seed, NewTape(rec)}
	f.Tape.write = newWriter(ready.Program.IR(), ready.Scene)
	return f
}

// Example writes the fight that was played. Its error says what the language of
// proofs cannot say.
func (f *Fight) Example(res *fight.Result) (string, error) {
	w := f.Tape.write
	if f.Tape.err != nil {
		return "", f.Tape.err
	}
	if res.Fault != nil {
		return "", fmt.Errorf("a run that stops with a fault proves nothing: %s", res.Fault.Message)
	}
	title, _ := quoted(f.title())
	var b strings.Builder
	fmt.Fprintf(&b, "// A fight as it was played: what stood where, the dice in the order of throwing, and\n// what came of it.\nabout %s\n\nexample %s {\n", f.Pack, title)
	f.options(&b)
	if s := f.Ready.Scene; s.Width > 0 {
		fmt.Fprintf(&b, "  map   %d by %d\n", s.Width, s.Height)
	}
	if err := f.givens(&b); err != nil {
		return "", err
	}
	f.when(&b)
	if err := f.then(&b, res, w); err != nil {
		return "", err
	}
	b.WriteString("}\n")
	return b.String(), nil
}

// title is the title of the example.
func (f *Fight) title() string {
	s := fmt.Sprintf("%s, seed %d", f.Ready.Scene.Name, f.Seed)
	if _, err := quoted(s); err != nil {
		s = fmt.Sprintf("a recorded fight, seed %d", f.Seed)
	}
	return s
}

// Match finds the example among other proofs.
func (f *Fight) Match() *regexp.Regexp {
	return regexp.MustCompile("^" + regexp.QuoteMeta(f.title()) + "$")
}

// section writes a heading with its lines below each other.
func section(b *strings.Builder, word string, lines []string) {
	for i, l := range lines {
		if i == 0 {
			fmt.Fprintf(b, "  %-5s %s\n", word, l)
		} else {
			fmt.Fprintf(b, "        %s\n", l)
		}
	}
}

// options writes those that are not as the pack has them.
func (f *Fight) options(b *strings.Builder) {
	var lines []string
	for _, o := range f.Ready.Program.IR().Options {
		v := f.Ready.Program.Reading(o)
		switch {
		case v == o.Default:
		case o.Enum != nil:
			lines = append(lines, o.Name+" == "+o.Enum.Members[v])
		default:
			lines = append(lines, fmt.Sprintf("%s == %d", o.Name, v))
		}
	}
	section(b, "with", lines)
}

// givens writes the things in their order, what they wear, and who plays them.
// Plain records and places that others speak of come first.
func (f *Fight) givens(b *strings.Builder) error {
	w := f.Tape.write
	var lines []string
	for _, t := range f.Ready.Scene.Things {
		var data []string
		for _, x := range t.Fields {
			if x.Field == nil || x.Value == x.Field.Default {
				continue
			}
			s, err := w.formula(x.Value)
			if err != nil {
				return fmt.Errorf("%s's %s: %w", t.Name, x.Field.Name, err)
			}
			data = append(data, x.Field.Name+": "+s)
		}
		switch {
		case t.Placed:
			data = append(data, "at: "+interp.PlaceName(interp.PlaceWord(t.X, t.Y)))
		case t.At != nil:
			s, err := w.formula(t.At)
			if err != nil {
				return fmt.Errorf("where %s stands: %w", t.Name, err)
			}
			data = append(data, "at: "+s)
		}
		lines = append(lines, w.names[t]+": "+t.Record.Name+" { "+strings.Join(data, ",\n          ")+" }")
	}
	for _, r := range f.Ready.Program.IR().Records {
		if n := f.Ready.Scene.Spare[r]; n > 0 {
			lines = append(lines, fmt.Sprintf("%d spare %s", n, r.Name))
		}
	}
	for _, t := range f.Ready.Scene.Things {
		for _, c := range t.Wears {
			s, err := w.formula(c)
			if err != nil {
				return fmt.Errorf("what %s wears: %w", t.Name, err)
			}
			lines = append(lines, w.names[t]+" is "+s)
		}
		if t.Tactic != nil {
			lines = append(lines, w.names[t]+" plays "+t.Tactic.Name)
		}
	}
	section(b, "given", lines)
	return nil
}

func (f *Fight) when(b *strings.Builder) {
	lines := []string{"do " + f.Ready.Program.IR().Entry.Name + "()"}
	lines = append(lines, f.Tape.picks...)
	for faces := range slices.Chunk(f.Tape.faces, facesPerLine) {
		lines = append(lines, "rolls "+strings.Trim(fmt.Sprint(faces), "[]"))
	}
	section(b, "when", lines)
}

// then writes how the fight ended, the numbers of the event it is, and what
// changed of whoever took part.
func (f *Fight) then(b *strings.Builder, res *fight.Result, w *writer) error {
	m, entry := res.Machine, f.Ready.Program.IR().Entry
	var lines []string
	if entry.Declared {
		lines = append(lines, entry.Name+".outcome == "+res.Outcome)
	}
	root := f.Tape.Entries[0]
	for _, x := range root.Fields {
		if s, ok := w.finding(m, entry.Name+"."+x.Name, x.Type, x.Word); ok && x.Name != "outcome" {
			lines = append(lines, s)
		}
	}
	for _, c := range m.Changed() {
		t := m.ThingAt(c.Who)
		if t == nil {
			continue // it was made in the fight: no given is called so
		}
		switch {
		case c.Condition != nil:
			lines = append(lines, w.names[t]+" is "+not(c.Value == 0)+c.Condition.Name)
		case c.Field == nil:
			if s, ok := w.finding(m, w.names[t]+".at", ir.PlaceType, c.Value); ok {
				lines = append(lines, s)
			}
		default:
			if s, ok := w.finding(m, w.names[t]+"."+c.Field.Name, c.Field.Type, c.Value); ok {
				lines = append(lines, s)
			}
		}
	}
	if len(lines) == 0 {
		return fmt.Errorf("nothing came of the fight that an example could find")
	}
	section(b, "then", lines)
	return nil
}

func not(no bool) string {
	if no {
		return "not "
	}
	return ""
}

// finding compares something with what it is, if that can be written.
func (w *writer) finding(m *interp.Machine, what string, t *ir.Type, v int64) (string, bool) {
	if t.Kind == ir.Bool && v != interp.None && !t.Opt {
		return not(v == 0) + what, true
	}
	if v == interp.None && !t.Opt && t.Kind != ir.PlaceKind {
		return "", false
	}
	if t.Kind == ir.PlaceKind && m.Show(t, v) == "" {
		return "", false
	}
	s, err := w.value(m, t, v)
	if err != nil {
		return "", false
	}
	return what + " == " + s, true
}
