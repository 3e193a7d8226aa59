package syntax

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// A body is what stands between braces: items, one a line or with `;` between.
// Each item is parsed by itself, chosen by its first word, so that a fault in
// one spoils no other: after a fault the parser goes on behind the next
// separator. The grammar meets a body as one opaque part.
type body struct {
	open   lexer.Token
	items  []item
	closed int // offset right behind its last token
}

// item is one line of a body: its form, or what is wrong with it, or both: a
// good form with something left over behind it.
type item struct {
	form  any
	fault *fault
}

// The kinds of body; each knows which words may begin its items (kinds.go).
type (
	membersBody    struct{ body } // of a record or event
	extendBody     struct{ body }
	actionBody     struct{ body }
	clausesBody    struct{ body } // of a rule, condition or option
	armsBody       struct{ body } // behind do, offer, choose
	blockBody      struct{ body }
	enumBody       struct{ body }
	tableBody      struct{ body }
	bonusBody      struct{ body }
	spaceBody      struct{ body }
	tacticBody     struct{ body }
	attributesBody struct{ body } // of a way into an action
	proofBody      struct{ body }
)

func (b *membersBody) Parse(lex *lexer.PeekingLexer) error    { return b.parse(lex, kindMembers) }
func (b *extendBody) Parse(lex *lexer.PeekingLexer) error     { return b.parse(lex, kindExtend) }
func (b *actionBody) Parse(lex *lexer.PeekingLexer) error     { return b.parse(lex, kindAction) }
func (b *clausesBody) Parse(lex *lexer.PeekingLexer) error    { return b.parse(lex, kindClauses) }
func (b *armsBody) Parse(lex *lexer.PeekingLexer) error       { return b.parse(lex, kindArms) }
func (b *blockBody) Parse(lex *lexer.PeekingLexer) error      { return b.parse(lex, kindBlock) }
func (b *enumBody) Parse(lex *lexer.PeekingLexer) error       { return b.parse(lex, kindEnum) }
func (b *tableBody) Parse(lex *lexer.PeekingLexer) error      { return b.parse(lex, kindTable) }
func (b *bonusBody) Parse(lex *lexer.PeekingLexer) error      { return b.parse(lex, kindBonus) }
func (b *spaceBody) Parse(lex *lexer.PeekingLexer) error      { return b.parse(lex, kindSpace) }
func (b *tacticBody) Parse(lex *lexer.PeekingLexer) error     { return b.parse(lex, kindTactic) }
func (b *attributesBody) Parse(lex *lexer.PeekingLexer) error { return b.parse(lex, kindAttributes) }
func (b *proofBody) Parse(lex *lexer.PeekingLexer) error      { return b.parse(lex, kindProof) }

// parse reads a body. A missing brace is no match; everything else is kept in the items.
func (b *body) parse(lex *lexer.PeekingLexer, kind bodyKind) error {
	if !is(lex.Peek(), "{") {
		return participle.NextMatch
	}
	b.open = *lex.Next()
	b.closed = end(&b.open)
	section := "" // of a proof
	for {
		t := lex.Peek()
		switch {
		case t.EOF() || startsDecl(t): // never closed: the lexer has said so
			return nil
		case isSep(t):
			lex.Next()
			continue
		case is(t, "}"):
			b.closed = end(lex.Next())
			return nil
		case is(t, ")") || is(t, "]"): // closes nothing: the lexer has said so
			lex.Next()
			continue
		}
		before := lex.MakeCheckpoint()
		var it item
		if kind == kindProof {
			it = parseProofItem(lex, &section)
		} else {
			it = parseItem(lex, kind)
		}
		if it.fault == nil && !endsItem(lex) {
			it.fault = leftOver(lex, kind)
		}
		if it.fault != nil {
			lex.LoadCheckpoint(before)
			skipItem(lex)
		}
		b.items = append(b.items, it)
		if last := previous(lex); last != nil {
			b.closed = end(last)
		}
	}
}

// endsItem tells whether an item may end before the next token.
func endsItem(lex *lexer.PeekingLexer) bool {
	t := lex.Peek()
	return t.EOF() || isSep(t) || is(t, "}") || startsDecl(t) || startsSource(lex)
}

// skipItem goes to the end of a line or item that could not be read.
func skipItem(lex *lexer.PeekingLexer) {
	depth := 0
	for {
		t := lex.Peek()
		switch {
		case t.EOF() || startsDecl(t):
			return
		case depth == 0 && (isSep(t) || is(t, "}")):
			return
		case is(t, "(") || is(t, "[") || is(t, "{"):
			depth++
		case is(t, ")") || is(t, "]") || is(t, "}"):
			depth = max(0, depth-1)
		}
		lex.Next()
	}
}

// parseItem reads one item of any body but a proof's.
func parseItem(lex *lexer.PeekingLexer, kind bodyKind) item {
	t := lex.Peek()
	if startsSource(lex) {
		if kind == kindBlock || kind == kindArms || kind == kindAttributes {
			return item{fault: misplaced(t, kind)}
		}
		return parseWith(lex, parseSource, "")
	}
	k := kinds[kind]
	switch t.Type {
	case tokLabel:
		if k.label != nil {
			return parseWith(lex, k.label, k.what)
		}
		return item{fault: unexpectedLabel(t, kind)}
	case tokAtMost:
		if kind == kindBonus {
			return parseWith(lex, parseJoining, "")
		}
	case tokName:
		next := second(lex)
		if parse := k.words[t.Value]; parse != nil && !is(next, ".") && !isAssignment(next) {
			return parseWith(lex, parse, "")
		}
		if kind == kindExtend && is(next, "=") {
			return parseWith(lex, parseNewDefault, "")
		}
		if k.other == nil || !k.free && !continuesFormula(next) {
			return item{fault: unknownItem(t, next, kind)}
		}
	}
	if k.other == nil {
		return item{fault: unknownItem(t, second(lex), kind)}
	}
	return parseWith(lex, k.other, k.what)
}

func isAssignment(t *lexer.Token) bool { return is(t, "=") || is(t, "+=") || is(t, "-=") }

// continuesFormula tells whether a name before this token can be the start of an
// assignment or call, and not a misspelt word.
func continuesFormula(next *lexer.Token) bool {
	return next.EOF() || isSep(next) || next.Type == tokOp && next.Value != "{" || next.Type == tokForeign || next.Type == tokUnknown
}

// production parses one form; it never fails without saying why.
type production func(lex *lexer.PeekingLexer) (any, error)

// parseWith reads an item; what names it in a message.
func parseWith(lex *lexer.PeekingLexer, parse production, what string) item {
	first := *lex.Peek()
	form, err := parse(lex)
	if err != nil {
		return item{fault: explain(err, &first, lex, what)}
	}
	return item{form: form}
}

// productionOf makes the parser of one form out of the one compiled grammar. It
// reads as far as the form goes and leaves the rest.
func productionOf[F any]() production {
	parser, err := participle.ParserForProduction[F](grammar)
	if err != nil {
		panic(err)
	}
	return func(lex *lexer.PeekingLexer) (any, error) {
		form, err := parser.ParseFromLexer(lex, participle.AllowTrailing(true))
		return form, err
	}
}
