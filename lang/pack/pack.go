// Package pack finds packs, reads them and has them checked.
//
// A pack is a folder with a pack.toml and .rule files. pack.toml names the pack,
// the standard files it imports, the pack it extends, and what Go must be told by
// name: the event that a fight is and the value by which answers are ordered.
//
// A pack is found, in this order: at the path that was given; by its name in the
// folders around the place that asks for it (its own folder, then each parent,
// and `rules/NAME` beside them); embedded in the binary. So a pack on disk wins
// over the embedded one of the same name, and Origin says which one was used.
package pack

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"rulec"
	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
	"rulec/lang/tomltree"
)

// Pack is one pack as read, with all it builds on.
type Pack struct {
	Name, Version string
	Languages     []string
	Authors       []string
	Licence       string
	Sources       []string
	Origin        string  // a folder, or "embedded"
	Dir           string  // the folder on disk, or ""
	Digest        string  // of all files, imports included
	Base          *Pack   // what it extends, or nil
	Beside        []*Pack // of several packs together: each of them
	Files         []*source.File
	Trees         []*syntax.File // imports, base packs, own files
	Toml          *source.File
	Program       *ir.Program
	Env           *check.Env // to ask it further formulas
	input         check.Input
	entry, order  string
	at            source.Span
	versionAt     source.Span
	imports       []string
	fsys          fs.FS // of the pack's folder
	Options       map[string]*tomltree.Value
	own           []*source.File  // of loose files: those that were given
	Extra         []*source.File  // checked along with it: proofs, homebrew lines
	Levels        *tomltree.Table // `[lint]`, or nil: how the rules of lang/lint count here
	Cites         bool            // every declaration must say where it comes from
	Store         *Store          // that it was read through
	imported      []*source.File  // files of the standard library
}

// MaxFile is the size beyond which a file is not read at all.
const MaxFile = 1 << 20

// ErrTooLarge says that a file has more than MaxFile bytes.
var ErrTooLarge = errors.New("the file is too large")

// ReadFile reads a file of the pack's folder, or of the packs it builds on, and
// says under which name it is shown.
func (p *Pack) ReadFile(name string) (text []byte, shown string, err error) {
	err = fs.ErrNotExist
	for _, b := range p.Beside {
		if text, shown, err = b.ReadFile(name); !errors.Is(err, fs.ErrNotExist) {
			return text, shown, err
		}
	}
	for at := p; at != nil; at = at.Base {
		if at.fsys == nil {
			continue
		}
		var st fs.FileInfo
		if st, err = fs.Stat(at.fsys, name); err != nil {
			continue
		}
		if st.Size() > MaxFile {
			return nil, "", ErrTooLarge
		}
		text, err = fs.ReadFile(at.fsys, name)
		if at.Dir == "" {
			return text, "embedded:" + path.Join("rules", at.Name, name), err
		}
		return text, Shown(filepath.Join(at.Dir, name)), err
	}
	return nil, "", err
}

// Own tells whether a file belongs to the pack itself, and not to what it builds on
// or to proofs beside it.
func (p *Pack) Own(f *source.File) bool {
	if slices.ContainsFunc(p.Beside, func(b *Pack) bool { return b.Own(f) }) {
		return true
	}
	return slices.Contains(p.Files, f) || slices.Contains(p.own, f)
}

// Folder is the pack's folder, on disk or inside the binary, or nil if it has none.
func (p *Pack) Folder() fs.FS { return p.fsys }

// DataFiles lists the .toml files of the pack's folder and below, without pack.toml.
func (p *Pack) DataFiles() []string {
	var beside []string
	for _, b := range p.Beside {
		beside = append(beside, b.DataFiles()...)
	}
	if p.fsys == nil {
		return beside
	}
	names, _ := filesOf(p.fsys, ".toml")
	return slices.DeleteFunc(names, func(n string) bool { return n == "pack.toml" })
}

// Loader reads packs. The zero Loader is ready.
type Loader struct {
	Log   *diag.Log
	Extra []string // files or folders checked together with the pack: proofs, homebrew lines
	Store *Store   // what other loaders have read, or nil

	reading []string // the packs whose pack.toml is being read, each extending the next
}

// Find looks for a pack by name, from a folder on disk ("" for the working folder).
func Find(name, from string) (dir string, ok bool) {
	if from == "" {
		from = "."
	}
	abs, err := filepath.Abs(from)
	if err != nil {
		return "", false
	}
	for at := abs; ; at = filepath.Dir(at) {
		for _, try := range []string{at, filepath.Join(at, "rules", name), filepath.Join(at, name)} {
			if packName(try) == name {
				return try, true
			}
		}
		if at == filepath.Dir(at) {
			return "", false
		}
	}
}

// packName reads the name line of a pack.toml without checking the rest.
func packName(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, "pack.toml"))
	if err != nil || len(text) > MaxFile {
		return ""
	}
	for _, line := range strings.Split(string(text), "\n") {
		if k, v, ok := strings.Cut(line, "="); ok && strings.TrimSpace(k) == "name" {
			v, _, _ = strings.Cut(v, "#")
			return strings.Trim(strings.TrimSpace(v), `"'`)
		}
	}
	return ""
}

// Embedded lists the names of the packs inside the binary.
func Embedded() []string {
	list, _ := rulec.Files.ReadDir("rules")
	var out []string
	for _, e := range list {
		if e.IsDir() {
			out = append(out, e.Name())
		}
	}
	return out
}

// ByName loads a pack by its name, as seen from a folder.
func (l *Loader) ByName(name, from string, at source.Span) *Pack {
	p := l.open(name, from, at)
	if p == nil {
		return nil
	}
	return l.finish(p)
}

// ByDir loads the pack of a folder on disk.
func (l *Loader) ByDir(dir string) *Pack {
	p := l.read(os.DirFS(dir), dir, dir)
	if p == nil {
		return nil
	}
	return l.finish(p)
}

func (l *Loader) open(name, from string, at source.Span) *Pack {
	if dir, ok := Find(name, from); ok {
		return l.read(os.DirFS(dir), dir, dir)
	}
	if sub, err := fs.Sub(rulec.Files, path.Join("rules", name)); err == nil {
		if _, err := fs.Stat(sub, "pack.toml"); err == nil {
			return l.read(sub, "", "embedded:rules/"+name)
		}
	}
	d := l.Log.Errorf(diag.UnknownPack, at, "no pack is called %q", name)
	if s := diag.Suggest(name, Embedded()); s != "" {
		d.WithHelp("did you mean %q?", s)
	} else {
		d.WithHelp("the packs inside rulec are %s", strings.Join(Embedded(), ", "))
	}
	return nil
}

// read parses pack.toml and the pack's own files.
func (l *Loader) read(fsys fs.FS, dir, shown string) *Pack {
	p := &Pack{Dir: dir, Origin: shown, fsys: fsys, Store: l.store()}
	if dir == "" {
		p.Origin = "embedded"
	}
	show := func(name string) string {
		if dir == "" {
			return "embedded:" + path.Join(strings.TrimPrefix(shown, "embedded:"), name)
		}
		return Shown(filepath.Join(dir, name))
	}
	text, err := fs.ReadFile(fsys, "pack.toml")
	if err != nil {
		l.Log.Errorf(diag.CannotUse, source.Span{}, "%s cannot be read: %v", show("pack.toml"), err)
		return nil
	}
	p.Toml = l.store().source(show("pack.toml"), string(text))
	l.manifest(p)
	names, err := ruleFiles(fsys)
	if err != nil {
		l.Log.Errorf(diag.CannotUse, source.Span{}, "%s cannot be read: %v", shown, err)
		return nil
	}
	for _, n := range names {
		if f := l.file(fsys, n, show(n)); f != nil {
			p.Files = append(p.Files, f)
		}
	}
	return p
}

// Shown makes a path short and with slashes: relative to the working folder
// where it lies below it.
func Shown(p string) string {
	if wd, err := os.Getwd(); err == nil {
		if abs, err := filepath.Abs(p); err == nil {
			if rel, err := filepath.Rel(wd, abs); err == nil && !strings.HasPrefix(rel, "..") {
				return filepath.ToSlash(rel)
			}
		}
	}
	return filepath.ToSlash(p)
}

// ruleFiles lists the .rule files of a pack's folder and below, sorted.
func ruleFiles(fsys fs.FS) ([]string, error) { return filesOf(fsys, ".rule") }

func filesOf(fsys fs.FS, ext string) ([]string, error) {
	var out []string
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && p != "." {
			if _, err := fs.Stat(fsys, path.Join(p, "pack.toml")); err == nil {
				return fs.SkipDir // a pack of its own
			}
		}
		if !d.IsDir() && strings.HasSuffix(p, ext) {
			out = append(out, p)
		}
		return nil
	})
	sort.Strings(out)
	return out, err
}

func (l *Loader) file(fsys fs.FS, name, shown string) *source.File {
	st, err := fs.Stat(fsys, name)
	if err == nil && st.Size() > MaxFile {
		f := source.New(shown, "")
		l.Log.Errorf(diag.TooLarge, source.Span{File: f}, "%s has %d bytes, and a file may have %d", shown, st.Size(), MaxFile)
		return nil
	}
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		l.Log.Errorf(diag.CannotUse, source.Span{}, "%s cannot be read: %v", shown, err)
		return nil
	}
	return l.store().source(shown, string(text))
}

// importFile finds stdlib/NAME.rule: from a folder stdlib above the pack, else embedded.
func (l *Loader) importFile(p *Pack, name string, at source.Span) {
	clean := path.Clean(name)
	if !strings.HasPrefix(clean, "stdlib/") {
		l.Log.Errorf(diag.UnknownImport, at, "only files of stdlib are imported: `stdlib/numbers.rule`")
		return
	}
	if p.Dir != "" {
		abs, _ := filepath.Abs(p.Dir)
		for d := abs; ; d = filepath.Dir(d) {
			if _, err := os.Stat(filepath.Join(d, filepath.FromSlash(clean))); err == nil {
				if f := l.file(os.DirFS(d), clean, Shown(filepath.Join(d, filepath.FromSlash(clean)))); f != nil {
					p.imported = append(p.imported, f)
				}
				return
			}
			if d == filepath.Dir(d) {
				break
			}
		}
	}
	if f := l.embedded(clean); f != nil {
		p.imported = append(p.imported, f)
		return
	}
	d := l.Log.Errorf(diag.UnknownImport, at, "there is no %s", name)
	entries, _ := rulec.Files.ReadDir("stdlib")
	var names []string
	for _, e := range entries {
		names = append(names, "stdlib/"+e.Name())
	}
	if s := diag.Suggest(name, names); s != "" {
		d.WithHelp("did you mean %q?", s)
	}
}

func (l *Loader) embedded(name string) *source.File {
	text, err := rulec.Files.ReadFile(name)
	if err != nil {
		return nil
	}
	return l.store().source("embedded:"+name, string(text))
}

// store is where the loader keeps what it reads.
func (l *Loader) store() *Store {
	if l.Store == nil {
		l.Store = &Store{}
	}
	return l.Store
}

// parse is the tree of a file; its faults go into the log.
func (l *Loader) parse(f *source.File) *syntax.File {
	x := l.Store.parse(f)
	l.Log.Join(&x.log)
	return x.tree
}

// finish puts imports, base packs, own and extra files together and checks them.
func (l *Loader) finish(p *Pack) *Pack {
	var chain []*Pack
	var files []*source.File
	for b := p; b != nil; b = b.Base {
		chain = append([]*Pack{b}, chain...)
		files = append(append(files, b.imported...), b.Files...)
	}
	beside := make([][]*source.File, len(l.Extra))
	for i, x := range l.Extra {
		l.extra(x, func(f *source.File) { beside[i] = append(beside[i], f) })
		files = append(files, beside[i]...)
	}
	l.store().parseAll(files)
	var trees []*syntax.File
	seen := map[string]bool{}
	add := func(f *source.File) bool {
		t := l.parse(f)
		if seen[f.Name] {
			return false
		}
		seen[f.Name] = true
		trees = append(trees, t)
		return true
	}
	for _, b := range chain {
		for _, f := range b.imported {
			add(f)
		}
	}
	imports := len(trees)
	origins := map[*source.File]check.Origin{}
	for i, t := range trees {
		origins[t.Source] = check.Origin{Name: t.Source.Name, Rank: i}
	}
	var cited []*syntax.File
	for i, b := range chain {
		first := len(trees)
		for _, f := range b.Files {
			add(f)
		}
		for _, t := range trees[first:] {
			origins[t.Source] = check.Origin{Name: b.Name, Rank: imports + i}
		}
		if b.Cites {
			cited = append(cited, trees[first:]...)
		}
		if b.entry != "" {
			p.entry = b.entry
		}
		if b.order != "" {
			p.order = b.order
		}
	}
	for i, x := range l.Extra {
		for _, f := range beside[i] {
			if add(f) {
				origins[f] = check.Origin{Name: Shown(x), Rank: imports + len(chain)}
			}
			p.Extra = append(p.Extra, f)
			if p.Toml == nil {
				p.own = append(p.own, f)
			}
		}
	}
	l.about(p, trees)
	p.Trees = trees
	p.Digest = Digest(trees)
	p.input = check.Input{Pack: p.Name, Files: trees, Entry: p.entry, AskOrder: p.order, At: p.at,
		Imports: imports, RequireCite: cited, Origins: origins}
	p.Program, p.Env = l.store().check(p.input, l.Log)
	return p
}

// extra reads a file, or all rule files of a folder.
func (l *Loader) extra(name string, use func(*source.File)) {
	st, err := os.Stat(name)
	if err != nil {
		l.Log.Errorf(diag.CannotUse, source.Span{}, "%s cannot be read: %v", name, err)
		return
	}
	if !st.IsDir() {
		if f := l.file(os.DirFS(filepath.Dir(name)), filepath.Base(name), Shown(name)); f != nil {
			use(f)
		}
		return
	}
	names, err := ruleFiles(os.DirFS(name))
	if err != nil {
		l.Log.Errorf(diag.CannotUse, source.Span{}, "%s cannot be read: %v", name, err)
	}
	for _, n := range names {
		if f := l.file(os.DirFS(name), n, Shown(filepath.Join(name, n))); f != nil {
			use(f)
		}
	}
}

// AboutOf is the pack that the `about` line of a rule file names, or "", and the
// place of that name.
func (s *Store) AboutOf(name string) (string, source.Span) {
	st, err := os.Stat(name)
	if err != nil || !st.Mode().IsRegular() || st.Size() > MaxFile {
		return "", source.Span{}
	}
	text, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(text), "about ") {
		return "", source.Span{}
	}
	about := s.parse(s.source(Shown(name), string(text))).tree.About
	return about.Name, about.Span
}

// about refuses a file that says it is about another pack than the one it is read
// with.
func (l *Loader) about(p *Pack, trees []*syntax.File) {
	for _, t := range trees {
		a := t.About
		if a.Name == "" || a.Name == p.Name {
			continue
		}
		if p.Name == looseName {
			l.Log.Errorf(diag.UnknownPack, a.Span, "no pack is called %q", a.Name)
			continue
		}
		l.Log.Errorf(diag.UnknownPack, a.Span, "this file is about the pack %q, and is read with %q", a.Name, p.Name).
			WithHelp("put it outside the pack, or write `about %s`", p.Name)
	}
}

// looseName is what files that belong to no pack are called together.
const looseName = "loose"

// Loose checks .rule files that belong to no pack, over all of stdlib.
func (l *Loader) Loose(names []string) *Pack {
	p := &Pack{Name: looseName, Origin: "files", Store: l.store()}
	entries, _ := rulec.Files.ReadDir("stdlib")
	for _, e := range entries {
		if slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(filepath.ToSlash(n), "stdlib/"+e.Name()) }) {
			continue // the standard library itself is being checked
		}
		if f := l.embedded("stdlib/" + e.Name()); f != nil {
			p.imported = append(p.imported, f)
		}
	}
	l.Extra = append(l.Extra, names...)
	return l.finish(p)
}

// Digest is a short hash of the text of files.
func Digest(trees []*syntax.File) string {
	h := sha256.New()
	for _, t := range trees {
		fmt.Fprintf(h, "%d\n%s", len(t.Source.Text), t.Source.Text)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// NameOf reads the name a folder's pack.toml gives, or "".
func NameOf(dir string) string { return packName(dir) }
