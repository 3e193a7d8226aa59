package data

import (
	"slices"
	"strings"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/tomltree"
)

// template is one `[RECORD.NAME]` table of a bestiary.
type template struct {
	rec    *ir.Record
	name   string
	key    *tomltree.Key
	table  *tomltree.Table
	state  state
	parent *tomltree.Value // the name as it stands there
	up     *template

	form
}

// form is what templates pass on and things are made of.
type form struct {
	given  map[*ir.Local]*ir.Expr
	tactic *ir.Tactic
	wears  []*ir.Expr
	glyph  rune
	drawn  source.Span // of the glyph
	broken bool        // a parent is missing, so that what else is missing is not told
}

type state uint8

const (
	untouched state = iota
	solving
	solved
)

// bestiary takes up the templates of a file.
func (r *reader) bestiary(f *source.File) {
	r.read = append(r.read, f)
	t := r.pack.Store.Toml.Parse(f, r.log)
	if t == nil {
		return
	}
	for _, k := range t.Keys {
		rec := r.record(k.Name)
		if rec == nil {
			d := r.log.Errorf(diag.UnknownKey, k.Span, "%q is no record of the pack %q", k.Name, r.pack.Name)
			suggest(d, k.Name, r.recordNames(func(*ir.Record) bool { return true }))
			continue
		}
		if !k.Value.Want(r.log, quote(k.Name), tomltree.KindTable) {
			continue
		}
		for _, n := range k.Value.Table.Keys {
			if n.Value.Kind != tomltree.KindTable {
				r.log.Errorf(diag.WrongValue, n.Span, "%q is %v, and a template is a table", n.Name, n.Value.Kind).
					WithHelp("templates are headed by record and name: [%s.NAME]", rec.Name)
				continue
			}
			r.take(&template{rec: rec, name: n.Name, key: n, table: n.Value.Table})
		}
	}
}

func (r *reader) take(t *template) {
	of := r.templates[t.rec]
	if of == nil {
		of = map[string]*template{}
		r.templates[t.rec] = of
	}
	if old := of[t.name]; old != nil {
		at := old.key.Span.Begin()
		r.log.Errorf(diag.DuplicateEntry, t.key.Span, "%s %q is there already (%s:%d)", t.rec.Name, t.name, old.key.Span.File.Name, at.Line).
			WithRelated(old.key.Span, "first here")
		return
	}
	of[t.name] = t
	r.order = append(r.order, t)
}

func (r *reader) names(rec *ir.Record) []string {
	var out []string
	for _, t := range r.order {
		if t.rec == rec {
			out = append(out, t.name)
		}
	}
	return out
}

// find looks a template up by the name that stands in v, and solves it.
func (r *reader) find(rec *ir.Record, v *tomltree.Value) *template {
	t := r.templates[rec][v.Str]
	if t == nil {
		d := r.log.Errorf(diag.UnknownEntry, v.Span, "no %s template is called %q", rec.Name, v.Str)
		suggest(d, v.Str, r.names(rec))
		return nil
	}
	r.solve(t)
	return t
}

func (r *reader) solveAll(list []*template) {
	for _, t := range list {
		r.link(t)
	}
	for _, t := range list {
		r.cycle(t)
	}
	for _, t := range list {
		r.solve(t)
	}
}

// link finds the parent of a template.
func (r *reader) link(t *template) {
	v := t.table.Want(r.log, "parent", tomltree.KindString)
	if v == nil {
		return
	}
	t.parent = v
	if t.up = r.templates[t.rec][v.Str]; t.up == nil {
		d := r.log.Errorf(diag.UnknownEntry, v.Span, "%q builds on %q, and no %s template is called that", t.name, v.Str, t.rec.Name)
		suggest(d, v.Str, slices.DeleteFunc(r.names(t.rec), func(n string) bool { return n == t.name }))
	}
}

// cycle cuts a ring of parents at the first of its templates and names it.
func (r *reader) cycle(t *template) {
	chain := []*template{t}
	for u := t.up; u != nil; u = u.up {
		if u == t {
			names := make([]string, 0, len(chain)+1)
			for _, c := range chain {
				names = append(names, c.name)
			}
			d := r.log.Errorf(diag.ParentCycle, t.parent.Span, "%q builds on itself: %s", t.name, strings.Join(append(names, t.name), " -> ")).
				WithHelp("one of them must have no parent, or another")
			for _, c := range chain[1:] {
				d.WithRelated(c.parent.Span, "%q builds on %q", c.name, c.up.name)
			}
			t.up = nil
			return
		}
		if slices.Contains(chain, u) {
			return // a ring further up, named by its own
		}
		chain = append(chain, u)
	}
}

// solve works out what a template gives, its parent first.
func (r *reader) solve(t *template) {
	switch t.state {
	case solved:
		return
	case solving:
		r.log.Errorf(diag.ParentCycle, t.key.Span, "%q contains itself", t.name)
		return
	}
	t.state = solving
	if t.up != nil {
		r.solve(t.up)
		t.form = t.up.form
	}
	t.broken = t.broken || t.parent != nil && t.up == nil
	t.form = r.fields(t.rec, t.table, t.form, t.rec.Entity, "parent")
	t.state = solved
}

// fields reads the keys of a table into a form that begins as base. Besides the
// fields, an entity has a tactic, a glyph and what it wears; also names keys that
// somebody else reads.
func (r *reader) fields(rec *ir.Record, t *tomltree.Table, base form, entity bool, also ...string) form {
	out := base
	out.given = map[*ir.Local]*ir.Expr{}
	for f, x := range base.given {
		out.given[f] = x
	}
	all := r.allFields(rec)
	for _, k := range t.Keys {
		if slices.Contains(also, k.Name) {
			continue
		}
		if entity && r.manner(&out, rec, k) {
			continue
		}
		i := slices.IndexFunc(all, func(f *ir.Local) bool { return f.Name == k.Name })
		if i < 0 {
			r.unknownField(rec, k, also, entity)
			continue
		}
		f := all[i]
		x := r.value(k.Value, f.Type, k.Name)
		if x == nil {
			out.given[f] = &ir.Expr{Op: ir.Const, Type: ir.BadType, Span: k.Value.Span} // said once is enough
			continue
		}
		r.inBounds(f, x)
		out.given[f] = merge(x, out.given[f])
	}
	return out
}

// manner reads the keys that say how an entity is played.
func (r *reader) manner(out *form, rec *ir.Record, k *tomltree.Key) bool {
	switch k.Name {
	case "tactic":
		if k.Value.Want(r.log, quote(k.Name), tomltree.KindString) {
			out.tactic = r.tactic(rec, k.Value)
		}
	case "wears":
		if k.Value.Want(r.log, quote(k.Name), tomltree.KindArray) {
			out.wears = r.worn(rec, k.Value)
		}
	case "glyph":
		if k.Value.Want(r.log, quote(k.Name), tomltree.KindString) {
			if g := []rune(k.Value.Str); len(g) == 1 && !open(g[0]) {
				out.glyph, out.drawn = g[0], k.Value.Span
			} else {
				r.log.Errorf(diag.WrongValue, k.Value.Span, "a glyph is one character, and neither a dot nor a blank, which are free ground")
			}
		}
	default:
		return false
	}
	return true
}

func (r *reader) tactic(rec *ir.Record, v *tomltree.Value) *ir.Tactic {
	var names []string
	for _, t := range r.prog.Tactics {
		fits := t.On == nil || t.On == rec || t.On.Any
		if t.Name == v.Str {
			if !fits {
				r.log.Errorf(diag.UnknownEntry, v.Span, "the tactic %q is for a %s, not for a %s", t.Name, t.On.Name, rec.Name).
					WithRelated(t.Span, "declared here")
				return nil
			}
			return t
		}
		if fits {
			names = append(names, t.Name)
		}
	}
	suggest(r.log.Errorf(diag.UnknownEntry, v.Span, "no tactic is called %q", v.Str), v.Str, names)
	return nil
}

func (r *reader) worn(rec *ir.Record, v *tomltree.Value) []*ir.Expr {
	var out []*ir.Expr
	for _, item := range v.Each(r.log, `an entry of "wears"`, tomltree.KindString) {
		x := r.formula(item, ir.CondType)
		switch {
		case x == nil || x.Op != ir.CondValue:
		case x.Cond.Derived != nil:
			r.log.Errorf(diag.WrongValue, item.Span, "%q is worn exactly while its formula holds, and cannot be put on", x.Cond.Name).
				WithRelated(x.Cond.Span, "declared here")
		case x.Cond.On != nil && x.Cond.On != rec && !x.Cond.On.Any:
			r.log.Errorf(diag.WrongValue, item.Span, "%q is worn by a %s, not by a %s", x.Cond.Name, x.Cond.On.Name, rec.Name).
				WithRelated(x.Cond.Span, "declared here")
		default:
			out = append(out, x)
		}
	}
	return out
}

func (r *reader) unknownField(rec *ir.Record, k *tomltree.Key, also []string, entity bool) {
	d := r.log.Errorf(diag.UnknownKey, k.Span, "a %s has no field %q", rec.Name, k.Name)
	for _, v := range r.prog.Values {
		if v.Name == k.Name && v.Owner != nil && (v.Owner == rec || rec.Entity && v.Owner.Any) {
			d.WithHelp("%q is worked out by the rules; what it is made of can be given", k.Name).WithRelated(v.Span, "worked out here")
			return
		}
	}
	names := slices.Clone(also)
	if entity {
		names = append(names, "tactic", "wears", "glyph")
	}
	for _, f := range r.allFields(rec) {
		names = append(names, f.Name)
	}
	if s := diag.Suggest(k.Name, names); s != "" {
		d.WithLabel("did you mean %q?", s).WithHelp("write %q", s)
	}
}
