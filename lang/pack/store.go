package pack

import (
	"fmt"
	"strings"
	"sync"

	"rulec/internal/together"
	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
	"rulec/lang/tomltree"
)

// Store keeps what loaders have read, so that a file that several packs use is parsed
// once, and what is made of the same files in the same way is checked once. It goes by
// the name and the text of files and never by their date: what it hands out is what
// reading anew would give. Nobody changes a tree or a checked program, so that they
// can be shared. The zero Store is ready, and many may use it at once.
type Store struct {
	Toml tomltree.Reader // of data files

	mu     sync.Mutex
	files  map[named]*parsed
	trees  map[*source.File]*parsed
	checks map[string]*checked
}

// named is a file by what it says, and under which name.
type named struct{ name, text string }

// parsed is a file with its tree and what is wrong with it.
type parsed struct {
	file *source.File
	once sync.Once
	tree *syntax.File
	log  diag.Log
}

// checked is a program with what is wrong with it. It holds the input, for an address
// names a file only while the file is there.
type checked struct {
	in   check.Input
	once sync.Once
	prog *ir.Program
	env  *check.Env
	log  diag.Log
}

// source is the one file of a name and a text.
func (s *Store) source(name, text string) *source.File {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := named{name, text}
	if x := s.files[key]; x != nil {
		return x.file
	}
	if s.files == nil {
		s.files, s.trees = map[named]*parsed{}, map[*source.File]*parsed{}
	}
	x := &parsed{file: source.New(name, text)}
	s.files[key], s.trees[x.file] = x, x
	return x.file
}

// parse reads a file of this store; the first who asks does the work.
func (s *Store) parse(f *source.File) *parsed {
	s.mu.Lock()
	x := s.trees[f]
	s.mu.Unlock()
	x.once.Do(func() { x.tree = syntax.Parse(x.file, &x.log) })
	return x
}

// parseAll reads files on as many processors as there are.
func (s *Store) parseAll(files []*source.File) {
	together.Each(len(files), func(i int) { s.parse(files[i]) })
}

// check makes the program of files of this store.
func (s *Store) check(in check.Input, log *diag.Log) (*ir.Program, *check.Env) {
	key := keyOf(in)
	s.mu.Lock()
	if s.checks == nil {
		s.checks = map[string]*checked{}
	}
	x := s.checks[key]
	if x == nil {
		x = &checked{in: in}
		s.checks[key] = x
	}
	s.mu.Unlock()
	x.once.Do(func() { x.prog, x.env = check.CheckEnv(in, &x.log) })
	log.Join(&x.log)
	return x.prog, x.env
}

// keyOf names an input: all that the checker is told, each file by its address, which
// within one store stands for its name and its text.
func keyOf(in check.Input) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %q %q %p %d-%d %d", in.Pack, in.Entry, in.AskOrder, in.At.File, in.At.Start, in.At.End, in.Imports)
	for _, t := range in.Files {
		o := in.Origins[t.Source]
		fmt.Fprintf(&b, "\n%p %q %d %q", t, o.Name, o.Rank, o.Apart)
	}
	for _, t := range in.RequireCite {
		fmt.Fprintf(&b, "\ncite %p", t)
	}
	return b.String()
}
