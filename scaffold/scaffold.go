// Package scaffold writes the first files of a new pack, or a new encounter.
//
// It knows no game. What a pack on top of another one begins with, that other one
// says: in its folder new/ stand templates (text/template), new/pack/PATH.tmpl for
// each file of a new pack and new/encounter.toml.tmpl for an encounter. A pack
// without templates passes on those of the pack that it extends. Nothing there ends in
// .rule or .toml, so nothing of it is read as rules or data of the pack itself.
//
// Everything is judged and filled in before the first byte is written, and nothing
// that exists is written over.
package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/template"

	"rulec/lang"
	"rulec/lang/format"
	"rulec/lang/pack"
)

// File is a file to be written.
type File struct {
	Name string // with slashes, below the folder that is written to
	Text []byte
}

// Words are what templates may say.
type Words struct {
	Name    string // of the new pack or encounter: a_word
	Title   string // the same for people: A word
	Base    string // the pack that it builds on
	Range   string // the versions of that pack that will do
	Edition int    // of the language

	taken map[string]bool // names that are declared below
}

// Free is a name for a declaration: the one that is proposed, or if the pack below has
// it already, that one with the new pack's own behind it.
func (w Words) Free(name string) string {
	if w.taken[name] {
		return name + "_" + w.Name
	}
	return name
}

// The folder of templates, and what is in it.
const (
	packDir   = "new/pack"
	encounter = "new/encounter.toml.tmpl"
	suffix    = ".tmpl"
)

// Pack makes the files of a pack that extends another. The name is good and free:
// CheckName says so.
func Pack(name string, base *pack.Pack) ([]File, error) {
	fsys, err := templatesOf(base, packDir)
	if err != nil {
		return nil, err
	}
	w := words(name, base)
	var out []File
	err = fs.WalkDir(fsys, packDir, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(at, suffix) {
			return err
		}
		text, err := filled(fsys, at, w)
		if err == nil {
			out = append(out, File{strings.TrimSuffix(strings.TrimPrefix(at, packDir+"/"), suffix), text})
		}
		return err
	})
	return out, err
}

// Encounter makes the file of an encounter of a pack.
func Encounter(name string, of *pack.Pack) (File, error) {
	fsys, err := templatesOf(of, encounter)
	if err != nil {
		return File{}, err
	}
	text, err := filled(fsys, encounter, words(name, of))
	return File{name + ".toml", text}, err
}

func words(name string, base *pack.Pack) Words {
	title := strings.ReplaceAll(name, "_", " ")
	taken := map[string]bool{}
	for _, t := range base.Trees {
		for _, d := range t.Decls {
			taken[d.Header().Name.Name] = true
		}
	}
	return Words{name, strings.ToUpper(title[:1]) + title[1:], base.Name, "^" + base.Version, lang.Edition, taken}
}

// templatesOf finds the nearest pack with templates, from one downwards.
func templatesOf(p *pack.Pack, what string) (fs.FS, error) {
	for at := p; at != nil; at = at.Base {
		if fsys := at.Folder(); fsys != nil {
			if _, err := fs.Stat(fsys, what); err == nil {
				return fsys, nil
			}
		}
	}
	return nil, fmt.Errorf("%s does not say how something new on top of it begins: it has no %s; begin with a copy of a pack that builds on it", p.Name, what)
}

func filled(fsys fs.FS, at string, w Words) ([]byte, error) {
	text, err := fs.ReadFile(fsys, at)
	if err != nil {
		return nil, err
	}
	t, err := template.New(path.Base(at)).Option("missingkey=error").Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("the template %s cannot be used: %w", at, err)
	}
	var b strings.Builder
	if err := t.Execute(&b, w); err != nil {
		return nil, fmt.Errorf("the template %s cannot be used: %w", at, err)
	}
	if !strings.HasSuffix(at, ".rule"+suffix) {
		return []byte(b.String()), nil
	}
	out, faults := format.Source(at, []byte(b.String())) // columns depend on the names
	if len(faults) > 0 {
		return nil, fmt.Errorf("the template %s cannot be used: %w", at, faults[0])
	}
	return out, nil
}

// CheckName refuses a name that a pack cannot have, or that another pack has already.
func CheckName(name string) error {
	if !pack.GoodName(name) {
		return fmt.Errorf("a pack cannot be called %q: a name has small letters, digits and single _ between them, and begins with a letter%s", name, instead(name))
	}
	for _, e := range pack.Embedded() {
		if e == name {
			return fmt.Errorf("there is a pack %q inside rulec already: yours would hide it; choose another name", name)
		}
	}
	if dir, ok := pack.Find(name, ""); ok {
		return fmt.Errorf("there is a pack %q already, in %s; choose another name", name, pack.Shown(dir))
	}
	return nil
}

// instead proposes the nearest name that is good, or nothing.
func instead(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9') })
	if near := strings.Join(words, "_"); pack.GoodName(near) {
		return fmt.Sprintf(", such as %q", near)
	}
	return ""
}

// Write writes files below a folder, which it makes. If something of the sort is there
// already, or a write fails, it leaves nothing of its own behind.
func Write(dir string, files []File) (err error) {
	made, err := makeAll(dir)
	var written []string
	defer func() {
		if err == nil {
			return
		}
		for i := len(written) - 1; i >= 0; i-- {
			_ = os.Remove(written[i])
		}
		for i := len(made) - 1; i >= 0; i-- {
			_ = os.Remove(made[i])
		}
	}()
	if err != nil {
		return err
	}
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		more, err := makeAll(filepath.Dir(name))
		made = append(made, more...)
		if err != nil {
			return err
		}
		out, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		written = append(written, name)
		_, err = out.Write(f.Text)
		if err = errors.Join(err, out.Close()); err != nil {
			return err
		}
	}
	return nil
}

// makeAll makes a folder with those above it, and lists the ones that were not there.
func makeAll(dir string) (made []string, err error) {
	if _, err := os.Stat(dir); err == nil {
		return nil, nil
	}
	if up := filepath.Dir(dir); up != dir {
		if made, err = makeAll(up); err != nil {
			return made, err
		}
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return made, err
	}
	return append(made, dir), nil
}
