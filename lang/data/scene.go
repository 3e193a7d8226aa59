package data

import (
	"slices"
	"sort"
	"strconv"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/tomltree"
)

// The words of an encounter file, beside the names of records.
var topWords = []string{"pack", "name", "seed", "options", "bestiary", "map", "legend", "spare", "thing"}

// The words of a thing, beside the fields of its record.
var thingWords = []string{"name", "template", "count", "at", "played"}

// maxThings bounds what stands in one scene.
const maxThings = 20000

// entry is one [[RECORD]] table.
type entry struct {
	rec   *ir.Record
	table *tomltree.Table
	words []string
}

func (r *reader) scene(f *source.File, t *tomltree.Table, dir string) *ir.Scene {
	s := &ir.Scene{File: f, Files: []*source.File{f}, Name: f.Name, Options: map[*ir.Option]int64{}, Legend: map[rune]string{}, Spare: map[*ir.Record]int{}}
	if v := t.Want(r.log, "name", tomltree.KindString); v != nil {
		s.Name = v.Str
	}
	if v := t.Want(r.log, "seed", tomltree.KindInt); v != nil {
		s.Seed, s.HasSeed = uint64(v.Int), true
		if v.Int < 0 {
			r.log.Errorf(diag.WrongValue, v.Span, "a seed is not negative")
		}
	}
	if v := t.Want(r.log, "options", tomltree.KindTable); v != nil {
		r.options(s, v.Table)
	}
	r.space = r.prog.SpaceOf(s.Options)
	if v := t.Want(r.log, "bestiary", tomltree.KindArray); v != nil {
		for _, b := range v.Each(r.log, `an entry of "bestiary"`, tomltree.KindString) {
			r.readBestiary(b, dir)
		}
		s.Files = append(s.Files, r.read...)
	}
	if v := t.Want(r.log, "map", tomltree.KindString); v != nil {
		if r.board = r.drawn(v); r.board != nil {
			s.Width, s.Height = r.board.w, r.board.h
		}
	}
	r.solveAll(r.order)
	entries := r.entries(t)
	if v := t.Want(r.log, "spare", tomltree.KindTable); v != nil {
		r.spare(s, v.Table)
	}
	r.fill(s, entries, t)
	return s
}

func (r *reader) options(s *ir.Scene, t *tomltree.Table) {
	var names []string
	for _, o := range r.prog.Options {
		names = append(names, o.Name)
	}
	for _, k := range t.Keys {
		i := slices.Index(names, k.Name)
		if i < 0 {
			suggest(r.log.Errorf(diag.BadOption, k.Span, "no option is called %q", k.Name), k.Name, names)
			continue
		}
		o := r.prog.Options[i]
		if o.Enum == nil {
			if !k.Value.Want(r.log, quote(k.Name), tomltree.KindInt) {
				continue
			}
			if n := k.Value.Int; n < o.Low || n > o.High {
				r.log.Errorf(diag.BadOption, k.Value.Span, "%d is outside %d..%d", n, o.Low, o.High).WithRelated(o.Span, "declared here")
			}
			s.Options[o] = k.Value.Int
			continue
		}
		if !k.Value.Want(r.log, quote(k.Name), tomltree.KindString) {
			continue
		}
		n := slices.Index(o.Enum.Members, k.Value.Str)
		if n < 0 {
			d := r.log.Errorf(diag.BadOption, k.Value.Span, "%q has no reading %q", o.Name, k.Value.Str).WithRelated(o.Span, "declared here")
			suggest(d, k.Value.Str, o.Enum.Members)
		}
		s.Options[o] = int64(n)
	}
}

func (r *reader) spare(s *ir.Scene, t *tomltree.Table) {
	for _, k := range t.Keys {
		rec := r.record(k.Name)
		if rec == nil || !rec.Entity {
			suggest(r.log.Errorf(diag.UnknownKey, k.Span, "%q is no record of things", k.Name), k.Name, r.recordNames(isEntity))
		} else if k.Value.Want(r.log, quote(k.Name), tomltree.KindInt) {
			if k.Value.Int < 0 || k.Value.Int > maxThings {
				r.log.Errorf(diag.WrongValue, k.Value.Span, "room is kept for 0 to %d", maxThings)
			}
			s.Spare[rec] = int(k.Value.Int)
		}
	}
}

func isEntity(r *ir.Record) bool { return r.Entity }

// isThing is of the records that a scene is made of: what stands in it, and the
// places of a graph.
func isThing(r *ir.Record) bool { return r.Entity || r.Place }

// entries lists the tables of things in the order of the file.
func (r *reader) entries(t *tomltree.Table) []entry {
	var out []entry
	for _, k := range t.Keys {
		if k.Name != "thing" && slices.Contains(topWords, k.Name) {
			continue
		}
		rec := r.record(k.Name)
		if rec == nil && k.Name != "thing" || rec != nil && !isThing(rec) {
			d := r.log.Errorf(diag.UnknownKey, k.Span, "%q is no word of an encounter, and no record of things that stand in one", k.Name)
			suggest(d, k.Name, append(slices.Clone(topWords), r.recordNames(isThing)...))
			continue
		}
		if !k.Value.Want(r.log, quote(k.Name), tomltree.KindArray) {
			continue
		}
		for _, item := range k.Value.Each(r.log, "an entry of "+quote(k.Name), tomltree.KindTable) {
			e := entry{rec, item.Table, thingWords}
			if rec == nil {
				e.words = append(slices.Clone(thingWords), "record")
				v := item.Table.Need(r.log, "record", tomltree.KindString)
				if v == nil {
					continue
				}
				if e.rec = r.record(v.Str); e.rec == nil || !isThing(e.rec) {
					suggest(r.log.Errorf(diag.UnknownEntry, v.Span, "no record of things is called %q", v.Str), v.Str, r.recordNames(isThing))
					continue
				}
			}
			out = append(out, e)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].table.Span.Before(out[j].table.Span) })
	return out
}

// filler makes the things of one scene.
type filler struct {
	*reader
	scene  *ir.Scene
	names  map[string]source.Span
	glyphs map[rune]int // how many are drawn with a letter
	spots  map[*ir.Thing]spot
	failed map[rune]bool // letters of what could not be made
	blind  bool          // something could not be made whose letter is not known
}

func (r *reader) fill(s *ir.Scene, entries []entry, t *tomltree.Table) {
	f := &filler{r, s, map[string]source.Span{}, map[rune]int{}, map[*ir.Thing]spot{}, map[rune]bool{}, false}
	for _, e := range entries {
		if !f.entry(e) {
			f.fail(e)
		}
	}
	legend := map[rune]bool{}
	if v := t.Want(r.log, "legend", tomltree.KindTable); v != nil {
		legend = f.legend(v.Table)
	}
	if r.board != nil {
		f.leftovers(legend)
	}
	r.overlaps(s.Things, f.spots)
	f.references()
}

// entry makes the things of one table.
func (f *filler) entry(e entry) bool {
	var base form
	name, at := "", e.table.Span
	if v := e.table.Want(f.log, "template", tomltree.KindString); v != nil {
		tmpl := f.find(e.rec, v)
		if tmpl == nil {
			return false
		}
		base, name, at = tmpl.form, tmpl.name, v.Span
	}
	if v := e.table.Want(f.log, "name", tomltree.KindString); v != nil {
		name, at = v.Str, v.Span
	}
	made := f.fields(e.rec, e.table, base, e.rec.Entity, e.words...)
	if name == "" {
		f.log.Errorf(diag.MissingKey, at, "this %s has no name", e.rec.Name).WithHelp(`give it one: name = "..."`)
		return false
	}
	if !f.complete(e.rec, made, e.table.Span, name) {
		return false
	}
	count := 1
	if v := e.table.Want(f.log, "count", tomltree.KindInt); v != nil {
		if v.Int < 1 || v.Int > 200 {
			f.log.Errorf(diag.WrongValue, v.Span, "a count goes from 1 to 200")
			return false
		}
		count = int(v.Int)
	}
	played := false
	if v := e.table.Want(f.log, "played", tomltree.KindBool); v != nil {
		played = v.Bool
	}
	var spots []spot
	var points []*ir.Expr
	v := e.table.Want(f.log, "at", tomltree.KindString, tomltree.KindArray)
	switch {
	case v == nil:
	case e.rec.Place || f.on("graph"):
		f.log.Errorf(diag.WrongValue, v.Span, "nothing stands at a square here").WithHelp("name the place in the field that says where it is")
	case f.on("plane") && f.board == nil:
		if points = f.points(v); points != nil && len(points) != count {
			f.log.Errorf(diag.WrongValue, v.Span, "%d points for %d", len(points), count)
		}
	default:
		before := f.log.Errors()
		spots = f.reader.spots(v)
		if f.log.Errors() == before && len(spots) != count {
			f.log.Errorf(diag.WrongValue, v.Span, "%d squares for %d", len(spots), count).WithHelp(`a list of squares: at = ["A1", "B1"]`)
		}
	}
	first := len(f.scene.Things)
	for i := range count {
		n := name
		if count > 1 {
			n += " " + strconv.Itoa(i+1)
		}
		th := f.thing(e.rec, made, n, at, e.table.Span)
		if th == nil {
			return false
		}
		th.Played = played
		if v := e.table.Get("template"); v != nil {
			th.Template = v.Value.Str
		}
		if i < len(spots) {
			f.place(th, spots[i])
		}
		if i < len(points) {
			th.At = points[i]
		}
	}
	if v == nil && f.board != nil {
		f.draw(f.scene.Things[first:], made, e)
	}
	return true
}

// fail notes the letter of something that could not be made, so that it is not
// reported once more on the map.
func (f *filler) fail(e entry) {
	if k := e.table.Get("glyph"); k != nil {
		for _, c := range k.Value.Str {
			f.failed[c] = true
		}
		return
	}
	if k := e.table.Get("template"); k != nil {
		if t := f.templates[e.rec][k.Value.Str]; t != nil {
			f.failed[t.glyph] = true
			return
		}
	}
	f.blind = true
}

// draw places things at their letters.
func (f *filler) draw(things []*ir.Thing, made form, e entry) {
	found := 0
	for _, t := range things {
		if made.glyph == 0 {
			break
		}
		f.glyphs[made.glyph]++
		if s, ok := f.board.next(made.glyph, f.width(t)); ok {
			f.place(t, s)
			found++
		}
	}
	switch {
	case made.glyph == 0 && e.rec.Actor:
		f.log.Errorf(diag.MissingKey, e.table.Span, "%s stands nowhere", things[0].Name).
			WithHelp(`give it a square, at = "C4", or a letter that is drawn on the map, glyph = "%c"`, []rune(things[0].Name)[0])
	case made.glyph != 0 && found < len(things):
		f.log.Errorf(diag.BadMap, e.table.Span, "%d to be drawn as %q, and the map has %d left", len(things), string(made.glyph), found).
			WithRelated(made.drawn, "drawn as %q", string(made.glyph))
	}
}

// thing makes one thing without a place.
func (f *filler) thing(rec *ir.Record, made form, name string, at, whole source.Span) *ir.Thing {
	if len(f.scene.Things) >= maxThings {
		f.log.Errorf(diag.TooMany, at, "more than %d things in one scene", maxThings)
		return nil
	}
	if old, ok := f.names[name]; ok {
		f.log.Errorf(diag.DuplicateEntry, at, "there is a %q already (line %d)", name, old.Begin().Line).
			WithRelated(old, "first here").WithHelp(`give it a name of its own: name = "..."`)
	} else {
		f.names[name] = at
	}
	t := &ir.Thing{Name: name, Record: rec, Tactic: made.tactic, Wears: made.wears, Glyph: made.glyph, Span: whole}
	for _, l := range f.allFields(rec) {
		if x := f.full(rec, l, made.given[l]); x != nil {
			t.Fields = append(t.Fields, ir.FieldInit{Field: l, Value: x})
		}
	}
	if made.glyph != 0 && f.scene.Legend[made.glyph] == "" {
		f.scene.Legend[made.glyph] = name
	}
	f.scene.Things = append(f.scene.Things, t)
	return t
}

func (f *filler) place(t *ir.Thing, s spot) {
	if n := f.width(t); !f.board.holds(s.x, s.y, n) {
		what := square(max(0, s.x), max(0, s.y))
		switch {
		case s.x < 0 || s.y < 0 || s.x > maxSide || s.y > maxSide:
			what = "this square"
		case n > 1:
			what = "the base of " + t.Name + ", " + strconv.Itoa(n) + " squares wide,"
		}
		f.offMap(s.at, what)
		return
	}
	t.X, t.Y, t.Placed = s.x, s.y, true
	f.spots[t] = s
}

// legend makes the things that letters of the map stand for. A letter of somebody
// may stand here too: it is the ground under him.
func (f *filler) legend(t *tomltree.Table) map[rune]bool {
	known := map[rune]bool{}
	for _, k := range t.Keys {
		g := []rune(k.Name)
		if len(g) != 1 || open(g[0]) {
			f.log.Errorf(diag.WrongValue, k.Span, "a letter of the map is one character, and neither a dot nor a blank, which are free ground")
			continue
		}
		known[g[0]] = true
		items := []*tomltree.Value{k.Value}
		if k.Value.Kind == tomltree.KindArray {
			items = k.Value.Items
		}
		for _, item := range items {
			f.ground(g[0], item)
		}
	}
	return known
}

// ground makes one thing for every square with a letter.
func (f *filler) ground(g rune, v *tomltree.Value) {
	if !v.Want(f.log, quote(string(g)), tomltree.KindString, tomltree.KindTable) {
		return
	}
	of := v
	if v.Kind == tomltree.KindTable {
		if of = v.Table.Need(f.log, "template", tomltree.KindString); of == nil {
			return
		}
	}
	tmpl := f.anyTemplate(of)
	if tmpl == nil {
		return
	}
	made := tmpl.form
	if v.Kind == tomltree.KindTable {
		made = f.fields(tmpl.rec, v.Table, made, true, "template")
	}
	if !f.complete(tmpl.rec, made, tmpl.table.Span, quote(tmpl.name)) {
		return
	}
	made.glyph = g
	if f.scene.Legend[g] == "" {
		f.scene.Legend[g] = tmpl.name
	}
	if f.board == nil {
		return
	}
	for y, line := range f.board.lines {
		for x, c := range line {
			if c != g {
				continue
			}
			th := f.thing(tmpl.rec, made, tmpl.name+" "+square(x, y), of.Span, of.Span)
			if th == nil {
				return
			}
			th.Template = tmpl.name
			f.place(th, spot{x, y, f.board.drawn.LineSpan(y, x, x+1)})
		}
	}
}

// anyTemplate finds the template of a thing by its name alone, or by RECORD.NAME.
func (f *filler) anyTemplate(v *tomltree.Value) *template {
	var hits []*template
	var names, full []string
	for _, t := range f.order {
		if !t.rec.Entity {
			continue
		}
		names = append(names, t.name)
		if t.rec.Name+"."+t.name == v.Str {
			return t
		}
		if t.name == v.Str {
			hits = append(hits, t)
			full = append(full, t.rec.Name+"."+t.name)
		}
	}
	if len(hits) == 1 {
		return hits[0]
	}
	if len(hits) > 1 {
		f.log.Errorf(diag.UnknownEntry, v.Span, "%q is the name of several templates", v.Str).WithHelp("write %s", list(full))
		return nil
	}
	suggest(f.log.Errorf(diag.UnknownEntry, v.Span, "no template of a thing is called %q", v.Str), v.Str, names)
	return nil
}
