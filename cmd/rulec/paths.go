package main

import (
	"os"
	"path/filepath"
	"sort"
	"strings"

	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
)

// A PATH is a file, a pack folder or a tree of packs. plan sorts what the paths
// name into packs to load, proofs and loose rule files beside them, and
// encounters.
type plan struct {
	packs  []string            // folders with a pack.toml
	extra  map[string][]string // rule files and folders outside packs, by pack name ("" for none)
	scenes []string
}

func planOf(paths []string, log *diag.Log) *plan {
	p := &plan{extra: map[string][]string{}}
	seen := map[string]bool{}
	for _, path := range paths {
		st, err := os.Stat(path)
		if err != nil {
			log.Add(&diag.Diagnostic{Code: diag.CannotUse, Message: "cannot use " + path + ": " + errText(err)})
			continue
		}
		if !st.IsDir() {
			p.file(path, seen)
			continue
		}
		_ = filepath.WalkDir(path, func(name string, d os.DirEntry, err error) error {
			if err != nil {
				log.Add(&diag.Diagnostic{Code: diag.CannotUse, Message: "cannot use " + name + ": " + errText(err)})
				return nil
			}
			if d.IsDir() && name != path && strings.HasPrefix(d.Name(), ".") {
				return filepath.SkipDir
			}
			if !d.IsDir() {
				p.file(name, seen)
			}
			return nil
		})
	}
	sort.Strings(p.packs)
	return p
}

func errText(err error) string {
	if e, ok := err.(*os.PathError); ok {
		return e.Err.Error()
	}
	return err.Error()
}

func (p *plan) file(name string, seen map[string]bool) {
	switch {
	case filepath.Base(name) == "pack.toml":
		p.pack(filepath.Dir(name), seen)
	case strings.HasSuffix(name, ".rule"):
		if dir := packAround(name); dir != "" {
			p.pack(dir, seen)
			return
		}
		about := packAbout(name)
		p.extra[about] = append(p.extra[about], name)
	case strings.HasSuffix(name, ".toml") && isScene(name):
		p.scenes = append(p.scenes, name)
		if dir := packAround(name); dir != "" {
			p.pack(dir, seen)
		}
	case strings.HasSuffix(name, ".toml"):
		if dir := packAround(name); dir != "" {
			p.pack(dir, seen)
		}
	}
}

func (p *plan) pack(dir string, seen map[string]bool) {
	abs, _ := filepath.Abs(dir)
	if !seen[abs] {
		seen[abs] = true
		p.packs = append(p.packs, dir)
	}
}

// packAround is the folder of the pack a file lies in, or "".
func packAround(name string) string {
	for d := filepath.Dir(name); ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "pack.toml")); err == nil {
			return d
		}
		if d == filepath.Dir(d) {
			return ""
		}
	}
}

// packAbout is the pack that proofs outside any pack are about: the name of a
// folder they lie in, if that names a pack that can be found.
func packAbout(name string) string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return ""
	}
	embedded := map[string]bool{}
	for _, n := range pack.Embedded() {
		embedded[n] = true
	}
	for d := filepath.Dir(abs); d != filepath.Dir(d); d = filepath.Dir(d) {
		base := filepath.Base(d)
		if _, ok := pack.Find(base, d); ok || embedded[base] {
			return base
		}
	}
	return ""
}

// isScene tells an encounter from other TOML files by its `pack` line.
func isScene(name string) bool {
	text, err := os.ReadFile(name)
	if err != nil || len(text) > pack.MaxFile {
		return false
	}
	for _, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			return false
		}
		if k, _, ok := strings.Cut(line, "="); ok && strings.TrimSpace(k) == "pack" {
			return true
		}
	}
	return false
}

// load loads every pack of a plan with the proofs that are about it.
func (p *plan) load(log *diag.Log) []*pack.Pack {
	var out []*pack.Pack
	used := map[string]bool{}
	for _, dir := range p.packs {
		l := &pack.Loader{Log: log}
		if name := pack.NameOf(dir); name != "" {
			l.Extra = p.extra[name]
			used[name] = true
		}
		if x := l.ByDir(dir); x != nil {
			data.CheckPack(x, log)
			out = append(out, x)
		}
	}
	var names []string
	for n := range p.extra {
		if !used[n] {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	for _, n := range names {
		l := &pack.Loader{Log: log}
		if n == "" {
			out = append(out, l.Loose(p.extra[n]))
			continue
		}
		l.Extra = p.extra[n]
		if x := l.ByName(n, filepath.Dir(p.extra[n][0]), source.Span{}); x != nil {
			out = append(out, x)
		}
	}
	for _, s := range p.scenes {
		data.LoadScene(s, &pack.Loader{Log: log}, log)
	}
	return out
}
