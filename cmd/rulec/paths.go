package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"rulec/internal/together"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/lint"
	"rulec/lang/pack"
	"rulec/lang/source"
)

// plan sorts what the paths of a command line name into packs to load, proofs and
// loose rule files beside them, and encounters. A PATH is a file, a pack folder or
// a tree of packs.
type plan struct {
	packs  []string               // folders with a pack.toml
	extra  map[string][]string    // rule files outside packs, by the name of the pack they are about ("" for none)
	about  map[string]source.Span // where a file names the pack it is about
	scenes []string
	seen   map[string]bool
	proofs bool       // load each pack with the proofs around it, too
	store  pack.Store // what is read once for all of them

	found map[string]*pack.Pack // encounters that were found sound with the pack they lie in
}

// planOf looks the paths over. A path that does not exist, or that holds nothing
// rulec can read, is a fault: a check that silently checks nothing is worse than
// none.
func planOf(paths []string, log *diag.Log) *plan {
	p := &plan{extra: map[string][]string{}, about: map[string]source.Span{}, seen: map[string]bool{}}
	for _, path := range paths {
		st, err := os.Stat(path)
		switch {
		case err != nil:
			cannot(log, "cannot use "+path+": "+errText(err))
		case !st.IsDir():
			if !p.file(path, true) {
				cannot(log, path+" is neither a rule file (.rule) nor a data file (.toml)")
			}
		case !p.tree(path, log):
			cannot(log, "there is nothing to check in "+path).WithHelp("a pack is a folder with a pack.toml; rule files end in .rule, encounters in .toml")
		}
	}
	sort.Strings(p.packs)
	return p
}

func cannot(log *diag.Log, message string) *diag.Diagnostic {
	return log.Add(&diag.Diagnostic{Code: diag.CannotUse, Message: message})
}

// errText is an error of the operating system without the name of the call.
func errText(err error) string {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err.Error()
	}
	return err.Error()
}

// tree takes a folder and everything below it; it tells whether anything was found.
func (p *plan) tree(path string, log *diag.Log) bool {
	found := false
	_ = filepath.WalkDir(path, func(name string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			cannot(log, "cannot use "+name+": "+errText(err))
		case d.IsDir() && name != path && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case !d.IsDir() && p.file(name, false):
			found = true
		}
		return nil
	})
	if !found { // a folder inside a pack, such as its bestiary
		if dir := packAround(filepath.Join(path, "x")); dir != "" {
			p.pack(dir)
			found = true
		}
	}
	return found
}

// file sorts one file in. A .toml file outside any pack that does not look like an
// encounter is passed over, unless it was named on the command line itself.
func (p *plan) file(name string, named bool) bool {
	dir := packAround(name)
	switch {
	case filepath.Base(name) == "pack.toml":
		p.pack(filepath.Dir(name))
	case strings.HasSuffix(name, ".rule"):
		if dir != "" {
			p.pack(dir)
		} else if about, at := p.packAbout(name); p.first(name) {
			p.extra[about] = append(p.extra[about], name)
			if at.Valid() {
				p.about[about] = at
			}
		}
	case strings.HasSuffix(name, ".toml"):
		if scene := isScene(name); scene || named && dir == "" {
			if p.first(name) {
				p.scenes = append(p.scenes, name)
			}
		} else if dir == "" {
			return false
		}
		if dir != "" {
			p.pack(dir)
		}
	default:
		return false
	}
	return true
}

// first tells whether a file or folder is met for the first time.
func (p *plan) first(name string) bool {
	abs := absolute(name)
	if p.seen[abs] {
		return false
	}
	p.seen[abs] = true
	return true
}

func (p *plan) pack(dir string) {
	if p.first(dir) {
		p.packs = append(p.packs, dir)
	}
}

// packAround is the folder of the pack a file lies in, or "".
func packAround(name string) string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return ""
	}
	for d := filepath.Dir(abs); ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "pack.toml")); err == nil {
			return pack.Shown(d)
		}
		if d == filepath.Dir(d) {
			return ""
		}
	}
}

// packAbout is the pack that proofs outside any pack are about: the one their
// `about` line names, or the name of a folder they lie in, if that names a pack
// that can be found.
func (p *plan) packAbout(name string) (string, source.Span) {
	if about, at := p.store.AboutOf(name); about != "" {
		return about, at
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", source.Span{}
	}
	embedded := map[string]bool{}
	for _, n := range pack.Embedded() {
		embedded[n] = true
	}
	for d := filepath.Dir(abs); d != filepath.Dir(d); d = filepath.Dir(d) {
		base := filepath.Base(d)
		if _, ok := pack.Find(base, d); ok || embedded[base] {
			return base, source.Span{}
		}
	}
	return "", source.Span{}
}

// isScene tells an encounter from other TOML files by its `pack` line.
func isScene(name string) bool {
	st, err := os.Stat(name)
	if err != nil || !st.Mode().IsRegular() || st.Size() > pack.MaxFile || filepath.Base(name) == "pack.toml" {
		return false
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return false
	}
	for _, line := range strings.Split(strings.TrimPrefix(string(text), "\uFEFF"), "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			return false
		}
		if k, _, ok := strings.Cut(line, "="); ok && strings.Trim(strings.TrimSpace(k), `"'`) == "pack" {
			return true
		}
	}
	return false
}

// loaded is a pack with what is wrong with it.
type loaded struct {
	*pack.Pack
	sound  bool
	own    bool           // its own files were asked for, and not only some that are about it
	asked  []*source.File // the rule files that were asked for
	scenes []*ir.Scene    // sound encounters among its data files
	log    *diag.Log
}

// load loads every pack of a plan, each with the proofs that are about it. They are
// read at once, and told of in their order.
func (p *plan) load(log *diag.Log) []loaded {
	var jobs []func() loaded
	add := func(read func(l *pack.Loader) *pack.Pack, extra, around []string, own bool) {
		jobs = append(jobs, func() loaded {
			x := loaded{own: own, log: &diag.Log{}}
			x.Pack = read(&pack.Loader{Log: x.log, Extra: slices.Concat(extra, around), Store: &p.store})
			if x.Pack != nil {
				if own {
					x.scenes = data.CheckPack(x.Pack, x.log)
					x.asked = append(x.asked, x.Files...)
				}
				if len(around) == 0 {
					x.asked = append(x.asked, x.Extra...)
				}
				lint.LevelsOf(x.Pack, x.log)
				x.sound = x.log.Errors() == 0
			}
			return x
		})
	}
	used := map[string]bool{}
	for _, dir := range p.packs {
		name := pack.NameOf(dir)
		used[name] = name != ""
		var around []string
		if p.proofs && len(p.extra[name]) == 0 && name != "" {
			around = proofsOf(name, dir)
		}
		add(func(l *pack.Loader) *pack.Pack { return l.ByDir(dir) }, p.extra[name], around, true)
	}
	var names []string
	for n := range p.extra {
		if !used[n] {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	for _, n := range names {
		files := p.extra[n]
		if n == "" { // each a pack of its own
			for _, f := range files {
				add(func(l *pack.Loader) *pack.Pack { return l.Loose([]string{f}) }, nil, nil, false)
			}
			continue
		}
		add(func(l *pack.Loader) *pack.Pack { return l.ByName(n, filepath.Dir(files[0]), p.about[n]) }, files, nil, false)
	}
	all := make([]loaded, len(jobs))
	together.Each(len(jobs), func(i int) { all[i] = jobs[i]() })
	var out []loaded
	p.found = map[string]*pack.Pack{}
	for _, x := range all {
		log.Join(x.log)
		if x.Pack == nil {
			continue
		}
		out = append(out, x)
		if len(x.Extra) == 0 && len(x.log.Sorted()) == 0 {
			for _, s := range x.scenes {
				p.found[absolute(s.File.Name)] = x.Pack
			}
		}
	}
	return out
}

// known tells whether an encounter was looked at with its pack, and nothing is to be
// said of it: reading it by itself would read the same with the same pack.
func (p *plan) known(scene string) bool {
	of := p.found[absolute(scene)]
	if of == nil {
		return false
	}
	dir, ok := pack.Find(of.Name, filepath.Dir(scene))
	return ok && absolute(dir) == absolute(of.Dir)
}

// absolute is a path from the root, or as it was if there is none.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// checkScenes checks the encounters of a plan, and returns those that are sound and
// in no pack's folder, each with its pack.
func (p *plan) checkScenes(log *diag.Log) []loaded {
	all := make([]loaded, len(p.scenes))
	together.Each(len(all), func(i int) {
		x := &all[i]
		x.log = &diag.Log{}
		if p.known(p.scenes[i]) {
			return
		}
		scene, of := data.LoadScene(p.scenes[i], &pack.Loader{Log: x.log, Store: &p.store}, x.log)
		if scene != nil && packAround(p.scenes[i]) == "" {
			x.Pack, x.sound, x.scenes = of, true, []*ir.Scene{scene}
		}
	})
	for _, x := range all {
		log.Join(x.log)
	}
	return slices.DeleteFunc(all, func(x loaded) bool { return x.Pack == nil })
}
