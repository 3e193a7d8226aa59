// Package session checks a program again after each change of its text, for editors
// and for whoever watches files.
//
// A Session holds the texts of a pack. Update gives one of them another text and says
// what is wrong with the whole program, exactly as a check from scratch would say it,
// and in the same order; only quicker. It takes over three things:
//
//   - Files that did not change keep their trees.
//   - Of the file that did, every declaration with the same text keeps its tree, moved
//     to where it stands now (syntax.ParseAgain). Only the others are parsed.
//   - If what declarations show to each other is the same (check.Outline), bodies whose
//     own text is the same are not checked again (check.Memory). Shapes, and what is
//     checked of the program as a whole, are made anew each time: that is quick, and
//     has no past.
//
// Trees and program are changed in place, so that the trees and the program of a
// Result are good until the next Update. Its diagnostics are not touched again.
package session

import (
	"fmt"
	"slices"
	"sort"

	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// Session is a program whose texts change. It serves one caller at a time.
type Session struct {
	in     check.Input // its files are those of the latest texts
	files  []*file     // in the order of the program
	cited  map[string]bool
	memory check.Memory
	last   *Result
}

// file is one text of a session.
type file struct {
	text     *syntax.Editing
	faults   diag.Log // of reading it
	outlines []string // of its chunks
}

// Result is what a check came to.
type Result struct {
	Log     *diag.Log   // what is wrong
	Program *ir.Program // fit to run if nothing is; good until the next Update
	Env     *check.Env  // to ask the program further formulas
	Work    Work
}

// Work counts what an update did and what it took over.
type Work struct {
	Parsed, SameTrees   int // declarations of the file that changed
	Checked, SameBodies int // bodies of the whole program
}

// New opens a session on what a check is given: Input of a pack. Of its files only the
// texts are used. What pack.toml, encounters and bestiaries say is not looked at.
func New(in check.Input) *Session {
	s := &Session{in: in, cited: map[string]bool{}}
	for _, t := range in.RequireCite {
		s.cited[t.Source.Name] = true
	}
	origins := map[*source.File]check.Origin{}
	for _, t := range in.Files {
		f := &file{}
		f.read(source.New(t.Source.Name, t.Source.Text))
		if o, ok := in.Origins[t.Source]; ok {
			origins[f.text.Tree.Source] = o
		}
		s.files = append(s.files, f)
	}
	s.in.Origins = origins
	s.check(check.Change{})
	return s
}

// Names lists the files of the program, in its order.
func (s *Session) Names() []string {
	var out []string
	for _, f := range s.files {
		out = append(out, f.text.Tree.Source.Name)
	}
	return out
}

// Text is the latest text of a file, or "".
func (s *Session) Text(name string) string {
	if f := s.find(name); f != nil {
		return f.text.Tree.Source.Text
	}
	return ""
}

// Last is the result for the texts as they are.
func (s *Session) Last() *Result { return s.last }

// Update gives a file another text and checks the program. A file that the program
// does not have is an error: another list of files is another session.
func (s *Session) Update(name, text string) (*Result, error) {
	f := s.find(name)
	if f == nil {
		return nil, fmt.Errorf("%s is no file of this program", name)
	}
	old, before := f.text, f.shows()
	now := source.New(name, text)
	f.read(now)
	if o, ok := s.in.Origins[old.Tree.Source]; ok {
		delete(s.in.Origins, old.Tree.Source)
		s.in.Origins[now] = o
	}
	m := newMoves(old, f.text)
	s.check(check.Change{Shapes: slices.Equal(before, f.shows()), Same: m.same, Moved: m.moved})
	for _, p := range f.text.Chunks {
		if p.Was >= 0 {
			s.last.Work.SameTrees += len(p.Decls)
		} else {
			s.last.Work.Parsed += len(p.Decls)
		}
	}
	return s.last, nil
}

func (s *Session) find(name string) *file {
	for _, f := range s.files {
		if f.text.Tree.Source.Name == name {
			return f
		}
	}
	return nil
}

// read gives a file its text, with the tree of it.
func (f *file) read(text *source.File) {
	before := f.outlines
	f.faults, f.outlines = diag.Log{}, nil
	f.text = syntax.ParseAgain(text, f.text, &f.faults)
	for _, c := range f.text.Chunks {
		if c.Was >= 0 {
			f.outlines = append(f.outlines, before[c.Was])
			continue
		}
		outline := ""
		for _, d := range c.Decls {
			outline += check.Outline(d)
		}
		f.outlines = append(f.outlines, outline)
	}
}

// shows is what a file shows to others.
func (f *file) shows() []string {
	return slices.DeleteFunc(slices.Clone(f.outlines), func(o string) bool { return o == "" })
}

// check checks the texts as they are.
func (s *Session) check(change check.Change) {
	log := &diag.Log{}
	s.in.Files, s.in.RequireCite = nil, nil
	for _, f := range s.files {
		log.Join(&f.faults)
		s.in.Files = append(s.in.Files, f.text.Tree)
		if s.cited[f.text.Tree.Source.Name] {
			s.in.RequireCite = append(s.in.RequireCite, f.text.Tree)
		}
	}
	prog, env := s.memory.Check(s.in, change, log)
	s.last = &Result{Log: log, Program: prog, Env: env, Work: Work{Checked: s.memory.Checked, SameBodies: s.memory.Kept}}
}

// moves says what became of the parts of the one file that changed.
type moves struct {
	was, is *source.File
	old     []syntax.Chunk
	now     []syntax.Chunk
	to      []int // for each old part the new one, or -1
}

func newMoves(old, now *syntax.Editing) *moves {
	m := &moves{was: old.Tree.Source, is: now.Tree.Source, old: old.Chunks, now: now.Chunks, to: make([]int, len(old.Chunks))}
	for i := range m.to {
		m.to[i] = -1
	}
	for i, p := range now.Chunks {
		if p.Was >= 0 {
			m.to[p.Was] = i
		}
	}
	return m
}

// chunkAt finds the part a place lies in, or -1.
func chunkAt(list []syntax.Chunk, at int) int {
	i := sort.Search(len(list), func(i int) bool { return list[i].To > at })
	if i == len(list) || list[i].From > at {
		return -1
	}
	return i
}

func (m *moves) same(at source.Span) bool {
	if at.File != m.is {
		return true
	}
	i := chunkAt(m.now, at.Start)
	return i >= 0 && m.now[i].Was >= 0
}

func (m *moves) moved(at source.Span) (source.Span, bool) {
	if at.File != m.was {
		return at, true
	}
	i := chunkAt(m.old, at.Start)
	if i < 0 || m.to[i] < 0 {
		return at, false
	}
	by := m.now[m.to[i]].From - m.old[i].From
	return source.Span{File: m.is, Start: at.Start + by, End: at.End + by}, true
}
