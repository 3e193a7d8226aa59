package pack

import (
	"regexp"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"rulec/lang"
	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/tomltree"
)

// word is what a pack may be called: other files name it where a name stands.
var word = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// GoodName tells whether a pack may have a name: small letters, digits and single
// underscores, a letter first.
func GoodName(name string) bool { return len(name) <= 60 && word.MatchString(name) }

// manifest reads pack.toml.
func (l *Loader) manifest(p *Pack) {
	t := l.store().Toml.Parse(p.Toml, l.Log)
	if t == nil {
		return
	}
	str := func(name string) (string, source.Span) {
		if v := t.Want(l.Log, name, tomltree.KindString); v != nil {
			return v.Str, v.Span
		}
		return "", source.Span{}
	}
	list := func(name string) []*tomltree.Value {
		if v := t.Want(l.Log, name, tomltree.KindArray); v != nil {
			return v.Each(l.Log, "an entry of "+name, tomltree.KindString)
		}
		return nil
	}
	if v := t.Need(l.Log, "name", tomltree.KindString); v != nil {
		if p.Name = v.Str; !GoodName(p.Name) {
			l.Log.Errorf(diag.WrongValue, v.Span, "a pack cannot be called %q", p.Name).
				WithHelp("a name has small letters, digits and `_`, and begins with a letter: \"house_rules\"")
		}
	}
	l.version(p, t.Need(l.Log, "version", tomltree.KindString))
	if v := t.Want(l.Log, "edition", tomltree.KindInt); v != nil && v.Int != lang.Edition {
		l.Log.Errorf(diag.WrongValue, v.Span, "there is no edition %d of the language here: this rulec knows %d", v.Int, lang.Edition).
			WithHelp("write edition = %d, or use the rulec that the pack was written for", lang.Edition)
	}
	p.entry, p.at = str("entry")
	if p.entry == "" {
		p.at = source.Span{File: p.Toml}
	}
	p.order, _ = str("ask_order")
	p.Licence, _ = str("licence")
	str("description")
	if v := t.Want(l.Log, "cites", tomltree.KindBool); v != nil {
		p.Cites = v.Bool
	}
	for _, v := range list("authors") {
		p.Authors = append(p.Authors, v.Str)
	}
	for _, v := range list("languages") {
		p.Languages = append(p.Languages, v.Str)
	}
	for _, v := range list("sources") {
		p.Sources = append(p.Sources, v.Str)
	}
	if v := t.Want(l.Log, "lint", tomltree.KindTable); v != nil {
		p.Levels = v.Table
		for _, k := range p.Levels.Keys {
			p.Levels.Get(k.Name) // what they say, lang/lint judges
		}
	}
	base, baseAt := str("extends")
	for _, v := range list("imports") {
		p.imports = append(p.imports, v.Str)
		l.importFile(p, v.Str, v.Span)
	}
	if base != "" {
		l.extends(p, base, baseAt)
	}
	t.Unread(l.Log)
}

// version reads the version of a pack: up to three numbers, as semver.org has it.
func (l *Loader) version(p *Pack, v *tomltree.Value) {
	if v == nil {
		return
	}
	p.Version, p.versionAt = v.Str, v.Span
	if _, err := semver.NewVersion(v.Str); err != nil || len(v.Str) > 100 {
		l.Log.Errorf(diag.WrongValue, v.Span, "%q is no version", v.Str).
			WithHelp("a version has three numbers: version = \"1.0.0\"")
	}
}

// extends finds the pack that another builds on: `NAME`, or `NAME RANGE` if only some
// of its versions will do.
func (l *Loader) extends(p *Pack, text string, at source.Span) {
	name := text
	if i := strings.IndexFunc(text, func(c rune) bool { return !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_') }); i > 0 {
		name = text[:i]
	}
	asked := strings.TrimSpace(text[len(name):])
	var versions *semver.Constraints
	if asked != "" {
		var err error
		if versions, err = semver.NewConstraint(asked); err != nil || len(asked) > 200 {
			l.Log.Errorf(diag.WrongValue, at, "%q is no range of versions", asked).
				WithHelp("write the name of the pack and what its version must be: \"%s >= 1.0, < 2\" or \"%s ^1.2\"", name, name)
			return
		}
	}
	if name == p.Name || slices.Contains(l.reading, name) {
		l.Log.Errorf(diag.PackCycle, at, "%s builds on itself: it extends %s", p.Name, strings.Join(append(slices.Clone(l.reading), p.Name, name), ", which extends ")).
			WithHelp("a pack builds on a smaller one; two that need each other are one pack")
		return
	}
	l.reading = append(l.reading, p.Name)
	p.Base = l.open(name, p.Dir, at)
	l.reading = l.reading[:len(l.reading)-1]
	if p.Base == nil || versions == nil {
		return
	}
	if has, err := semver.NewVersion(p.Base.Version); err == nil && !versions.Check(has) {
		l.Log.Errorf(diag.WrongVersion, at, "%s wants %s %s, and here is %s %s (%s)", p.Name, name, asked, name, p.Base.Version, p.Base.Origin).
			WithRelated(p.Base.versionAt, "its version").
			WithHelp("use another version of one of the two; if they do go together, change the range")
	}
}
