// Package syntax reads rule files.
//
// Parse turns the text of one file into a tree (tree.go) and says all that is
// wrong with it in one run. It knows no names and no types: what a name means
// is the checker's business.
//
// The way of a file:
//
//   - lexer.go and words.go cut the text into tokens. layout.go decides which
//     line ends count, pairs the brackets, and sees a declaration begin at every
//     name in the first column, whatever is open before it. The caps on size,
//     line and nesting, and the check that the file is text, come before
//     everything else (caps.go); a file beyond them is not read at all. Comments
//     are kept aside.
//   - grammar_*.go describe how each kind of line is written, one struct a form.
//     A formula is a run of tokens there; span.go decides where it ends.
//   - body.go reads what stands in braces, an item at a time, each by the form
//     that its first word chooses (kinds.go; for proofs proofs.go). An item that
//     cannot be read costs only itself. fault.go and expected.go put into words
//     what is wrong with it; shapes.go shows how it is written. lines.go reads the
//     lines of one section of a proof by themselves, as a command line has them.
//   - build*.go make the tree. Doc comments are attached here, by position, and
//     cite, gap and own go to the declaration around them.
//   - again.go reads a file after a change and keeps the trees of what is the same.
//   - formula.go reads the formulas: formula_check.go finds their faults token
//     by token, formula_tree.go makes their trees.
//
// Every place in the tree is a range of bytes of the file. A node in parentheses
// does not include them, what is built of it does.
//
// A part that is absent or faulty is nil in the tree; whoever goes on with a
// tree asks the log first whether there were errors.
package syntax

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// Parse reads one file. What is wrong with it goes into the log, all of it in
// one run; the tree holds what could be read and is never nil.
func Parse(f *source.File, log *diag.Log) *File {
	compile()
	s := scan(f, log)
	b := newBuilder(s)
	out := &File{Source: f, Comments: s.comments}
	lex := peeking(s.tokens)
	for {
		t := lex.Peek()
		switch {
		case t.EOF():
			return out
		case isSep(t):
			lex.Next()
		case isWord(t, "about"):
			b.about(lex, out)
		default:
			if d := b.next(lex); d != nil {
				out.Decls = append(out.Decls, d)
			}
		}
	}
}

// next reads one declaration; after a fault it goes on at the next name in the first column.
func (b *builder) next(lex *lexer.PeekingLexer) Decl {
	first := *lex.Peek()
	var override lexer.Token
	if isWord(&first, "override") {
		override = *lex.Next()
	}
	keyword := *lex.Peek()
	parse := decls[keyword.Value]
	if parse == nil || keyword.Type != tokName {
		f, indent := unknownDecl(&keyword)
		if !indent || !b.unindented {
			b.fault(f)
		}
		b.unindented = indent
		skipDecl(lex)
		return nil
	}
	b.unindented = false
	form, err := parse(lex)
	if err != nil {
		b.fault(explain(err, &keyword, lex, ""))
		skipDecl(lex)
		return nil
	}
	d := b.decl(form, override)
	for startsSource(lex) {
		it := parseWith(lex, parseSource, "")
		if it.fault != nil {
			b.fault(it.fault)
			skipDecl(lex)
			return d
		}
		f := it.form.(*sourceForm)
		b.head = d.Header()
		b.source(f)
		b.head.Span = b.head.Span.To(b.place(f.Tokens).Span)
	}
	if t := lex.Peek(); !t.EOF() && !isSep(t) && !startsDecl(t) {
		f := leftOver(lex, kindMembers)
		f.message = "`" + shown(t) + "` cannot stand behind this declaration"
		b.fault(f)
		skipDecl(lex)
	}
	return d
}

// about reads the line that says which pack a file is about.
func (b *builder) about(lex *lexer.PeekingLexer, out *File) {
	keyword := *lex.Peek()
	form, err := parseAbout(lex)
	if err != nil {
		b.fault(explain(err, &keyword, lex, ""))
		skipDecl(lex)
		return
	}
	out.About = b.ident(form.(*aboutForm).Pack)
	if t := lex.Peek(); !t.EOF() && !isSep(t) {
		b.fault(leftOver(lex, kindMembers))
		skipDecl(lex)
	}
}

// skipDecl goes on to the next declaration, past at least one token.
func skipDecl(lex *lexer.PeekingLexer) {
	if t := lex.Peek(); startsDecl(t) && !t.EOF() && decls[t.Value] != nil {
		return // the fault is at the declaration that follows
	}
	lex.Next()
	for t := lex.Peek(); !t.EOF() && !startsDecl(t); t = lex.Peek() {
		lex.Next()
	}
}

// unknownDecl is the fault of a line outside every declaration that begins none;
// indent tells that it belongs to the one above, and so will those that follow.
func unknownDecl(t *lexer.Token) (f *fault, indent bool) {
	if t.Type != tokName {
		return faultAt(t, diag.SyntaxError, "`%s` stands outside every declaration", shown(t)), false
	}
	f = faultAt(t, diag.SyntaxError, "`%s` begins no declaration", shown(t))
	if s := diag.Suggest(t.Value, sorted(decls)); s != "" {
		return f.with("did you mean `" + s + "`?"), false
	}
	for _, kind := range []bodyKind{kindMembers, kindAction, kindArms} {
		if kinds[kind].words[t.Value] != nil || sourceWords[t.Value] || sectionWords[t.Value] {
			return f.with("a name in the first column begins a declaration: indent what belongs to the one above"), true
		}
	}
	return f.with("the declarations are " + inWords(sorted(decls))), false
}

// ParseFormula reads a whole text as one formula; it is nil when something is wrong.
func ParseFormula(f *source.File, log *diag.Log) Expr {
	s := &scanner{file: f, log: log, text: f.Text, end: len(f.Text)}
	if !s.acceptable() {
		return nil
	}
	if strings.TrimSpace(f.Text) == "" {
		log.Errorf(diag.BadFormula, source.Span{File: f, Start: 0, End: len(f.Text)}, "a formula is missing")
		return nil
	}
	return formulaIn(f, 0, len(f.Text), log)
}

// formulaIn reads the part [from, to) of a file as one formula.
func formulaIn(f *source.File, from, to int, log *diag.Log) Expr {
	before := log.Errors()
	s := scanFormula(f, from, to, log)
	tokens := s.tokens[:len(s.tokens)-1]
	if len(s.broken) > 0 || len(tokens) == 0 {
		if log.Errors() == before {
			log.Errorf(diag.BadFormula, source.Span{File: f, Start: from, End: to}, "a formula is missing")
		}
		return nil
	}
	return readFormula(f, tokens, log)
}
