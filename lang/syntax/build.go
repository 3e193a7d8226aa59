package syntax

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// builder makes the tree out of forms, reads the formulas in them, and reports
// the faults that were kept in the items.
type builder struct {
	file       *source.File
	log        *diag.Log
	docs       map[int]*Comment // by line: `///` comments that have the line for themselves
	broken     []extent
	unindented bool  // the last line belonged to a declaration and was not indented
	head       *Head // of the declaration being built: cite, gap and own go there
}

func newBuilder(s *scanner) *builder {
	b := &builder{file: s.file, log: s.log, docs: map[int]*Comment{}, broken: s.broken}
	for i := range s.comments {
		c := &s.comments[i]
		if !c.Doc {
			continue
		}
		if b.before(c.Span.Start) == "" {
			b.docs[c.Span.Begin().Line] = c
		}
	}
	return b
}

// before is what comes before an offset on its line, without blanks around it.
func (b *builder) before(at int) string {
	head := b.file.Text[:at]
	return strings.Trim(head[strings.LastIndexByte(head, '\n')+1:], " \t")
}

// doc is the text of the /// lines right above a token that begins its line: of what
// stands in one line with its declaration they say nothing.
func (b *builder) doc(t *lexer.Token) string {
	if strings.Trim(b.before(t.Pos.Offset), "; \t") != "" {
		return ""
	}
	first := t.Pos.Line
	for b.docs[first-1] != nil {
		first--
	}
	var lines []string
	for n := first; n < t.Pos.Line; n++ {
		lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(b.docs[n].Text, "///"), " "))
	}
	return strings.Join(lines, "\n")
}

// fault reports what was found while parsing, unless brackets explain it.
func (b *builder) fault(f *fault) {
	if f == nil {
		return
	}
	for _, e := range b.broken {
		if f.from >= e.from && f.from <= e.to {
			return
		}
	}
	if f.from < len(b.file.Text) {
		if c := b.file.Text[f.from]; c >= 0x80 && f.to > f.from { // an unknown character, reported already
			return
		}
	}
	d := b.log.Errorf(f.code, b.span(f.from, f.to), "%s", f.message)
	d.Help = f.help
}

func (b *builder) span(from, to int) source.Span {
	return source.Span{File: b.file, Start: from, End: to}
}

// place is the place of the tokens of a form.
func (b *builder) place(tokens []lexer.Token) Place {
	if len(tokens) == 0 {
		return Place{}
	}
	return Place{b.span(tokens[0].Pos.Offset, end(&tokens[len(tokens)-1]))}
}

// ident makes a name of a token; the zero token is an absent name.
func (b *builder) ident(t lexer.Token) Ident {
	if t.Value == "" {
		return Ident{}
	}
	return Ident{Place{b.span(t.Pos.Offset, end(&t))}, strings.TrimSuffix(t.Value, ":")}
}

// name is the name that a declaration, field or variable gets.
func (b *builder) name(t lexer.Token) Ident {
	id := b.ident(t)
	if t.Type == tokLabel {
		id.Span.End--
	}
	if reservedWords[id.Name] {
		b.log.Errorf(diag.ReservedName, id.Span, "`%s` is a word of the language and cannot be a name", id.Name)
	}
	return id
}

// label is the name in front of a colon, where another declaration gave it.
func (b *builder) label(t lexer.Token) Ident {
	id := b.ident(t)
	if id.Name != "" {
		id.Span.End--
	}
	return id
}

func (b *builder) names(list []*nameForm) []Ident {
	var out []Ident
	for _, n := range list {
		out = append(out, b.ident(n.Name))
	}
	return out
}

// newNames are names that are declared where they stand.
func (b *builder) newNames(list []*nameForm) []Ident {
	var out []Ident
	for _, n := range list {
		out = append(out, b.name(n.Name))
	}
	return out
}

func (b *builder) text(t lexer.Token) *Text {
	if t.Value == "" {
		return nil
	}
	return &Text{Place{b.span(t.Pos.Offset, end(&t))}, unquote(t.Value)}
}

func (b *builder) textForm(t *textForm) *Text {
	if t == nil {
		return nil
	}
	return b.text(t.Text)
}

// formula reads a formula; an absent or faulty one is nil.
func (b *builder) formula(f *formula) Expr {
	if f == nil || len(f.tokens) == 0 {
		return nil
	}
	from, to := f.tokens[0].Pos.Offset, f.tokens[len(f.tokens)-1].Pos.Offset
	for _, e := range b.broken {
		if from <= e.to && to >= e.from {
			return nil
		}
	}
	return readFormula(b.file, f.tokens, b.log)
}

func (b *builder) formulas(list []*formula) []Expr {
	var out []Expr
	for _, f := range list {
		if e := b.formula(f); e != nil {
			out = append(out, e)
		}
	}
	return out
}

// int is a plain number; 0 with a fault where it is too large.
func (b *builder) int(t lexer.Token) int {
	n, ok := number(t.Value)
	if !ok || n > 1<<31-1 {
		b.log.Errorf(diag.BadNumber, b.span(t.Pos.Offset, end(&t)), "the number %s is too large", shown(&t))
		return 0
	}
	return int(n)
}

// typ makes a type: `list of`, `set of` and `map of` are wrapped around the last
// name, and what is said behind it is said of the whole.
func (b *builder) typ(f *typeForm) *Type {
	if f == nil {
		return nil
	}
	last := f.Tokens[len(f.Tokens)-1]
	t := &Type{Place: Place{b.ident(f.Name).Span}, Name: b.ident(f.Name)}
	for i := len(f.Wraps) - 1; i >= 0; i-- {
		w := f.Wraps[i]
		outer := &Type{Place: Place{b.place(w.Tokens).Span.To(t.Span)}}
		switch {
		case w.List.Value != "":
			outer.List = t
		case w.Set.Value != "":
			outer.Set = t
		default:
			outer.Key, outer.To = b.ident(w.Key), t
		}
		t = outer
	}
	t.Span.End = max(t.Span.End, end(&last))
	if f.UpTo.Value != "" {
		t.UpTo = b.int(f.UpTo)
	}
	t.Optional = f.Optional.Value != ""
	t.Symmetric = f.Symmetric.Value != ""
	return t
}

func (b *builder) params(f *paramsForm) []*Param {
	if f == nil {
		return nil
	}
	var out []*Param
	for _, p := range f.List {
		param := &Param{
			Place:   b.place(p.Tokens),
			Join:    b.ident(p.Join),
			From:    b.formula(p.From),
			Default: b.formula(p.Default),
		}
		if p.Label.Value != "" {
			param.Name, param.Type = b.name(p.Label), b.typ(p.Type)
		} else { // the name is the type
			param.Name = b.name(p.Name)
			param.Type = &Type{Place: param.Name.Place, Name: param.Name}
		}
		out = append(out, param)
	}
	return out
}

func (b *builder) typed(f *typedName) *Param {
	if f == nil {
		return nil
	}
	// `self` is allowed: a moment is `for self: T`.
	return &Param{Place: b.place(f.Tokens), Name: b.label(f.Label), Type: b.typ(f.Type)}
}

func (b *builder) bounds(f *boundsForm) (low, high Expr) {
	if f == nil {
		return nil, nil
	}
	return b.bound(f.Low), b.bound(f.High)
}

func (b *builder) bound(f *boundForm) Expr {
	if f == nil {
		return nil
	}
	at := Place{b.span(f.token.Pos.Offset, end(&f.token))}
	var e Expr = &Name{at, f.token.Value}
	if f.token.Type == tokInt {
		n, ok := number(f.token.Value)
		if !ok {
			b.log.Errorf(diag.BadNumber, at.Span, "the number %s is too large", shown(&f.token))
		}
		e = &Int{Place: at, Value: n}
	}
	if f.minus.Value != "" {
		at.Span.Start = f.minus.Pos.Offset
		e = &Unary{at, "-", e}
	}
	return e
}
