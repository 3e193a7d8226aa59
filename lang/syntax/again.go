package syntax

import (
	"reflect"

	"github.com/alecthomas/participle/v2/lexer"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// Reading again after a change. The text is cut into tokens anew, which is the
// smaller part of the work and says where each declaration begins. A declaration
// whose text is the same, and that has no fault, is not parsed: its tree is the old
// one, moved to where the declaration stands now.

// Editing is a file as it was read last, in chunks.
type Editing struct {
	Tree   *File
	Chunks []Chunk

	tokens []lexer.Token // their room is used again
}

// Chunk is a stretch of a file from behind the part before to the end of its last
// token: mostly one declaration with the comments above it.
type Chunk struct {
	From, To int
	Decls    []Decl
	Was      int // which part of the reading before this is, or -1 if it was parsed

	token  int    // its first token
	first  int    // and where that stands
	sum    uint64 // of the kinds of its tokens
	clean  bool   // it begins a declaration and has no fault
	places []*source.Span
}

// ParseAgain reads a file as Parse does and takes over from an earlier reading what
// is the same; old may be nil. The trees of old are changed: only what is read last
// is a tree.
func ParseAgain(f *source.File, old *Editing, log *diag.Log) *Editing {
	compile()
	var room []lexer.Token
	if old != nil {
		room, old.tokens = old.tokens, nil
	}
	b, s, chunks := cut(f, room, log)
	reuse(chunks, old, f.Text)

	// Of what is taken over the parser sees the first token.
	var tokens []lexer.Token
	for i, p := range chunks {
		end := len(s.tokens) - 1
		switch {
		case p.Was >= 0:
			end = p.token + 1
		case i+1 < len(chunks):
			end = chunks[i+1].token
		}
		tokens = append(tokens, s.tokens[p.token:end]...)
	}
	lex := peeking(append(tokens, s.tokens[len(s.tokens)-1]))

	out := &Editing{Tree: &File{Source: f, Comments: s.comments}, Chunks: chunks, tokens: s.tokens}
	i := -1
	for {
		t := lex.Peek()
		for i+1 < len(chunks) && t.Pos.Offset >= chunks[i+1].first {
			i++
		}
		switch {
		case t.EOF():
			for i := range chunks {
				if p := &chunks[i]; p.Was >= 0 && len(p.Decls) == 0 { // a fault in front of it took it along
					p.Was, p.clean = -1, false
				}
			}
			return out
		case chunks[i].Was >= 0:
			p, was := &chunks[i], &old.Chunks[chunks[i].Was]
			p.Decls, p.places = was.Decls, was.places
			p.move(f, p.From-was.From)
			out.Tree.Decls = append(out.Tree.Decls, p.Decls...)
			b.unindented = false
			lex.Next()
		case isSep(t):
			lex.Next()
		case isWord(t, "about"):
			chunks[i].clean = false
			b.about(lex, out.Tree)
		default:
			said := log.Said()
			if d := b.next(lex); d != nil {
				out.Tree.Decls = append(out.Tree.Decls, d)
				chunks[i].Decls = append(chunks[i].Decls, d)
			}
			if log.Said() > said {
				chunks[i].clean = false
			}
		}
	}
}

// cut finds the chunks of a file: one begins at each name in the first column.
func cut(f *source.File, room []lexer.Token, log *diag.Log) (*builder, *scanner, []Chunk) {
	inner := &diag.Log{}
	s := scanInto(room, f, inner)
	log.Join(inner)
	s.log = log
	var chunks []Chunk
	for i := range s.tokens {
		t := &s.tokens[i]
		if t.EOF() {
			break
		}
		if len(chunks) == 0 || startsDecl(t) {
			p := Chunk{token: i, first: t.Pos.Offset, clean: startsDecl(t), Was: -1}
			if n := len(chunks); n > 0 {
				p.From = chunks[n-1].To
			}
			chunks = append(chunks, p)
		}
		p := &chunks[len(chunks)-1]
		if t.Type != tokNewline {
			p.To = end(t)
		}
		p.sum = (p.sum ^ uint64(t.Type)) * 1099511628211
	}
	for i := range chunks {
		p := &chunks[i]
		for _, e := range s.broken {
			p.clean = p.clean && (e.to <= p.first || e.from >= p.To)
		}
		for _, d := range inner.Sorted() {
			p.clean = p.clean && (d.Span.End <= p.first || d.Span.Start >= p.To)
		}
	}
	return newBuilder(s), s, chunks
}

// reuse finds for each part one of an earlier reading that is the same.
func reuse(chunks []Chunk, old *Editing, text string) {
	if old == nil {
		return
	}
	was := map[string][]int{}
	for i := range old.Chunks {
		if p := &old.Chunks[i]; p.clean && len(p.Decls) > 0 {
			says := old.Tree.Source.Text[p.From:p.To]
			was[says] = append(was[says], i)
		}
	}
	for i := range chunks {
		p := &chunks[i]
		says := text[p.From:p.To]
		if same := was[says]; p.clean && len(same) > 0 && old.Chunks[same[0]].sum == p.sum {
			p.Was, was[says] = same[0], same[1:]
		}
	}
}

// move takes all places of a part to another file, and so many bytes on.
func (p *Chunk) move(f *source.File, by int) {
	if p.places == nil {
		w := source.Places(func(any) bool { return false })
		for _, d := range p.Decls {
			w.In(reflect.ValueOf(d))
		}
		p.places = w.Found
	}
	for _, s := range p.places {
		s.File, s.Start, s.End = f, s.Start+by, s.End+by
	}
}
