// Package data reads what a game master edits: bestiaries and encounters.
//
// Nothing here knows a game. The names of the tables are names of the pack's
// records and the keys in them are the records' fields, so `[[creature]]` works
// because the pack declares `record creature`, and its types and bounds say what
// may stand there. The words of the format itself are few: docs/data.md lists
// them.
//
// A file goes three steps: tomltree gives a tree with places; bestiary.go makes
// templates of its `[RECORD.NAME]` tables, one after its parent; scene.go and
// board.go make things of templates and put them on the map. value.go turns each
// value into a constant formula of the type its field has, so that the machine
// gives a field from a file and a default of the pack in the same way.
//
// Every fault stands at the value, key or letter that is wrong, and reading goes
// on after it. What a record's `require` lines say is left to the machine, which
// can work them out.
package data

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/lang/tomltree"
)

// LoadScene reads an encounter file and the pack and bestiaries it names. The
// scene is nil if anything is wrong; the pack is nil if it could not be found.
func LoadScene(name string, loader *pack.Loader, log *diag.Log) (*ir.Scene, *pack.Pack) {
	text, err := readFile(name)
	if err != nil {
		log.Errorf(diag.CannotUse, source.Span{}, "%s cannot be read: %v", name, err)
		return nil, nil
	}
	if loader.Log == nil {
		loader.Log = log
	}
	dir := filepath.Dir(name)
	find := func(pack string, at source.Span) *pack.Pack { return loader.ByName(pack, dir, at) }
	return readWith(source.New(pack.Shown(name), string(text)), dir, find, log, loader.Store)
}

// Read makes the scene of an encounter's text. dir is the folder on disk that the
// names of its bestiaries begin at, or "" for the pack's own only; find loads a pack.
func Read(f *source.File, dir string, find func(name string, at source.Span) *pack.Pack, log *diag.Log) (*ir.Scene, *pack.Pack) {
	return readWith(f, dir, find, log, nil)
}

// readWith is Read with a store for what is read, or nil.
func readWith(f *source.File, dir string, find func(name string, at source.Span) *pack.Pack, log *diag.Log, store *pack.Store) (*ir.Scene, *pack.Pack) {
	before := log.Errors()
	if store == nil {
		store = &pack.Store{}
	}
	t := store.Toml.Parse(f, log)
	if t == nil {
		return nil, nil
	}
	name := t.Need(log, "pack", tomltree.KindString, tomltree.KindArray)
	if name == nil {
		strangers(t, log)
		return nil, nil
	}
	p := packOf(name, find, log)
	if p == nil || p.Program == nil || log.Errors() > before {
		return nil, p
	}
	r := newReader(p, log)
	s := r.scene(f, t, dir)
	if log.Errors() > before {
		return nil, p
	}
	return s, p
}

// packOf loads the pack that an encounter names, or the packs, as one.
func packOf(name *tomltree.Value, find func(name string, at source.Span) *pack.Pack, log *diag.Log) *pack.Pack {
	if name.Kind == tomltree.KindString {
		return find(name.Str, name.Span)
	}
	before := log.Errors()
	var packs []*pack.Pack
	var at []source.Span
	for _, v := range name.Each(log, `an entry of "pack"`, tomltree.KindString) {
		if p := find(v.Str, v.Span); p != nil && p.Program != nil {
			packs, at = append(packs, p), append(at, v.Span)
		}
	}
	switch {
	case log.Errors() > before:
		return nil
	case len(packs) == 0:
		log.Errorf(diag.WrongValue, name.Span, "an encounter needs a pack")
		return nil
	case len(packs) == 1:
		return packs[0]
	}
	return pack.Together(packs, at, log)
}

// strangers reports the keys of an encounter that no pack could make sense of:
// those that are no words of an encounter and no tables of things. Without a pack
// there is no more to be told.
func strangers(t *tomltree.Table, log *diag.Log) {
	for _, k := range t.Keys {
		if slices.Contains(topWords, k.Name) || k.Value.Kind == tomltree.KindTable ||
			k.Value.Kind == tomltree.KindArray && (len(k.Value.Items) == 0 || k.Value.Items[0].Kind == tomltree.KindTable) {
			continue
		}
		suggest(log.Errorf(diag.UnknownKey, k.Span, "%q is no word of an encounter", k.Name), k.Name, topWords)
	}
}

// CheckBestiary checks bestiaries by themselves, as if one encounter named them all,
// and with them those of the packs that this one builds on.
func CheckBestiary(p *pack.Pack, files []*source.File, log *diag.Log) {
	r := newReader(p, log)
	for _, f := range files {
		r.bestiary(f)
	}
	own := len(r.order)
	r.log = &diag.Log{} // the faults of other packs are told with them
	for b := p.Base; b != nil; b = b.Base {
		for _, n := range b.DataFiles() {
			text, shown, err := b.ReadFile(n)
			f := source.New(shown, string(text))
			if t := p.Store.Toml.Parse(f, r.log); err == nil && t != nil && !t.Has("pack") {
				r.bestiary(f)
			}
		}
	}
	for _, t := range r.order[own:] {
		r.link(t)
	}
	r.log = log
	r.solveAll(r.order[:own])
}

// CheckPack checks every data file below a pack's folder: a file that says which
// `pack` it is for is an encounter, and the others are bestiaries. It returns the
// encounters that are sound.
func CheckPack(p *pack.Pack, log *diag.Log) []*ir.Scene {
	var scenes []*ir.Scene
	var bestiaries []*source.File
	for _, n := range p.DataFiles() {
		text, shown, err := p.ReadFile(n)
		if err != nil {
			log.Errorf(diag.CannotUse, source.Span{}, "%s cannot be read: %v", n, err)
			continue
		}
		f := source.New(shown, string(text))
		t := p.Store.Toml.Parse(f, &diag.Log{})
		if t != nil && !t.Has("pack") {
			bestiaries = append(bestiaries, f)
			continue
		}
		dir := ""
		if p.Dir != "" {
			dir = filepath.Join(p.Dir, filepath.FromSlash(path.Dir(n)))
		}
		s, _ := readWith(f, dir, func(name string, at source.Span) *pack.Pack {
			if name != p.Name && named(t, p.Name) {
				return (&pack.Loader{Log: log, Store: p.Store}).ByName(name, dir, at) // which is played along
			}
			if name != p.Name {
				log.Errorf(diag.UnknownPack, at, "this file lies in the pack %q and is for %q", p.Name, name)
				return nil
			}
			return p
		}, log, p.Store)
		if s != nil {
			scenes = append(scenes, s)
		}
	}
	CheckBestiary(p, bestiaries, log)
	return scenes
}

// named tells whether an encounter's list of packs has one.
func named(t *tomltree.Table, name string) bool {
	if t == nil {
		return false
	}
	k := t.Get("pack")
	return k != nil && slices.ContainsFunc(k.Value.Items, func(v *tomltree.Value) bool { return v.Str == name })
}

// reader holds what is known while one scene is read.
type reader struct {
	log       *diag.Log
	pack      *pack.Pack
	prog      *ir.Program
	templates map[*ir.Record]map[string]*template
	order     []*template
	read      []*source.File // bestiaries
	edge      *ir.Local      // the field that says how wide a base is, if one does
	board     *board
	space     *ir.Space // in force, or nil
}

func newReader(p *pack.Pack, log *diag.Log) *reader {
	r := &reader{log: log, pack: p, prog: p.Program, templates: map[*ir.Record]map[string]*template{}}
	r.space = r.prog.SpaceOf(nil)
	for _, s := range r.prog.Spaces {
		for _, h := range s.Hooks {
			if b := h.Value; h.Name == "edge" && b != nil && b.Body != nil && b.Body.Op == ir.FieldOp {
				r.edge = b.Body.Local
			}
		}
	}
	return r
}

// record finds a record that data may be made of.
func (r *reader) record(name string) *ir.Record {
	for _, x := range r.prog.Records {
		if x.Name == name && x != r.prog.Held {
			return x
		}
	}
	return nil
}

func (r *reader) recordNames(keep func(*ir.Record) bool) []string {
	var out []string
	for _, x := range r.prog.Records {
		if x != r.prog.Held && keep(x) {
			out = append(out, x.Name)
		}
	}
	return out
}

// allFields lists the fields of a record, those of every entity first.
func (r *reader) allFields(rec *ir.Record) []*ir.Local {
	if rec.Entity && !rec.Any {
		return append(slices.Clone(r.prog.AnyEntity.Fields), rec.Fields...)
	}
	return rec.Fields
}

// suggest hangs the likely name on a fault, or the few there are.
func suggest(d *diag.Diagnostic, wrong string, names []string) {
	if s := diag.Suggest(wrong, names); s != "" {
		d.WithLabel("did you mean %q?", s).WithHelp("write %q", s)
	} else if len(names) > 0 && len(names) <= 10 {
		d.WithHelp("there is %s", list(names))
	}
}

// list joins names as a sentence does.
func list(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

func readFile(name string) ([]byte, error) {
	st, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if st.Size() > pack.MaxFile {
		return nil, pack.ErrTooLarge
	}
	return os.ReadFile(name)
}

// readBestiary reads a bestiary that an encounter names: beside the encounter,
// else in the pack's folder. It never leaves the two.
func (r *reader) readBestiary(v *tomltree.Value, dir string) {
	if v.Str == "" || path.IsAbs(v.Str) || !filepath.IsLocal(filepath.FromSlash(v.Str)) || !strings.HasSuffix(v.Str, ".toml") {
		r.log.Errorf(diag.WrongValue, v.Span, "a bestiary is a .toml file below the folder of the encounter or of the pack").
			WithHelp(`write its path from there: "bestiary/goblins.toml"`)
		return
	}
	if dir != "" {
		at := filepath.Join(dir, filepath.FromSlash(v.Str))
		if text, err := readFile(at); err == nil {
			r.bestiary(source.New(pack.Shown(at), string(text)))
			return
		}
	}
	text, shown, err := r.pack.ReadFile(v.Str)
	if err != nil {
		d := r.log.Errorf(diag.UnknownEntry, v.Span, "there is no bestiary %q beside the encounter or in the pack %q", v.Str, r.pack.Name)
		suggest(d, v.Str, r.pack.DataFiles())
		return
	}
	r.bestiary(source.New(shown, string(text)))
}
