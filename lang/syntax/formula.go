package syntax

import (
	"sort"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/expr-lang/expr/parser"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// This file and formula_tree.go are all that knows the expression parser. A
// formula goes three steps: its tokens are checked one by one, which finds every
// fault at once and says it in plain words; a text of the same length is written
// that the expression parser understands; and its tree becomes the tree of this
// package.
//
// In the rewritten text a name begins with `_`, so that no word of the
// expression language and none of its functions is ever met. `is` is `==`, `by`
// and `with` are `..`, which binds closer. Units, the labels of arguments and
// comments are blank, and the letters of texts are x: all is ASCII, so that
// offsets in runes are offsets in bytes. What a token really was is looked up by
// its offset.

// maxTokens is the length of a formula; it bounds the depth of its tree.
const maxTokens = 4000

// reader turns the tokens of one formula into a tree.
type reader struct {
	file   *source.File
	log    *diag.Log
	tokens []lexer.Token
	failed bool

	roles []role       // what each token is
	match []int        // the other bracket of a pair
	calls [][]argument // of each opening parenthesis of a call
}

// role is what a token turned out to be.
type role uint8

const (
	plainToken role = iota
	operatorToken
	blankToken   // a unit, a label of an argument, the not of is not
	partnerToken // by or with
	groupToken   // a parenthesis that only groups
	notInToken   // the not of not in
	isNotToken   // is, with not behind it
	keyToken     // a key of a map
	unitToken    // a number with a unit behind it
)

// argument is the place of an argument: its first token and its label, or -1.
type argument struct{ first, label int }

// readFormula makes the tree of a formula, or nil when something is wrong with it.
func readFormula(f *source.File, tokens []lexer.Token, log *diag.Log) Expr {
	if len(tokens) == 0 {
		return nil
	}
	if e := readSimple(f, tokens); e != nil {
		return e
	}
	r := &reader{file: f, log: log, tokens: tokens}
	if len(tokens) > maxTokens {
		r.fail(diag.TooLarge, 0, len(tokens)-1, "the formula is too long").WithHelp("give parts of it names: values of their own")
		return nil
	}
	r.roles = make([]role, len(tokens))
	r.match = make([]int, len(tokens))
	r.calls = make([][]argument, len(tokens))
	r.check()
	if r.failed {
		return nil
	}
	// Parsers are not shared: one that is used twice loses its place.
	tree, err := parser.ParseWithConfig(r.rewrite(), nil)
	if err != nil {
		r.fail(diag.BadFormula, 0, len(tokens)-1, "the formula cannot be read")
		return nil
	}
	e := r.convert(tree.Node)
	if r.failed {
		return nil
	}
	return e.expr
}

// readSimple makes the tree of the commonest formulas, a name or a number, without ceremony.
func readSimple(f *source.File, tokens []lexer.Token) Expr {
	if len(tokens) != 1 {
		return nil
	}
	t := &tokens[0]
	at := Place{source.Span{File: f, Start: t.Pos.Offset, End: end(t)}}
	switch t.Type {
	case tokName:
		switch {
		case t.Value == "true" || t.Value == "false":
			return &Bool{at, t.Value == "true"}
		case !endWords[t.Value] && !operatorWords[t.Value] && foreignWords[t.Value] == "":
			return &Name{at, t.Value}
		}
	case tokInt:
		if n, ok := number(t.Value); ok {
			return &Int{Place: at, Value: n}
		}
	}
	return nil
}

// span is the place of the tokens from first to last.
func (r *reader) span(first, last int) source.Span {
	first, last = min(first, len(r.tokens)-1), min(last, len(r.tokens)-1)
	return source.Span{File: r.file, Start: r.tokens[first].Pos.Offset, End: end(&r.tokens[last])}
}

func (r *reader) fail(code diag.Code, first, last int, format string, args ...any) *diag.Diagnostic {
	r.failed = true
	return r.log.Errorf(code, r.span(first, last), format, args...)
}

// text is what token i says.
func (r *reader) text(i int) string { return r.tokens[i].Value }

// ident is token i as a name.
func (r *reader) ident(i int) Ident { return Ident{Place{r.span(i, i)}, r.text(i)} }

// at finds the token that begins at an offset of the rewritten text.
func (r *reader) at(offset int) int {
	offset += r.tokens[0].Pos.Offset
	i := sort.Search(len(r.tokens), func(i int) bool { return r.tokens[i].Pos.Offset > offset })
	return max(0, i-1)
}

// rewrite writes the formula for the expression parser, nothing moved.
func (r *reader) rewrite() string {
	base := r.tokens[0].Pos.Offset
	out := make([]byte, end(&r.tokens[len(r.tokens)-1])-base)
	for i := range out {
		out[i] = ' '
	}
	for i := range r.tokens {
		t := &r.tokens[i]
		to := out[t.Pos.Offset-base : end(t)-base]
		switch r.roles[i] {
		case blankToken:
			continue
		case partnerToken:
			copy(to, "..")
			continue
		case isNotToken:
			copy(to, "!=")
			continue
		}
		switch t.Type {
		case tokName, tokLabel:
			if r.roles[i] == operatorToken || r.roles[i] == notInToken {
				if t.Value == "is" {
					copy(to, "==")
				} else {
					copy(to, t.Value)
				}
				continue
			}
			for k := range to {
				to[k] = '_'
			}
			if t.Type == tokLabel {
				to[len(to)-1] = ':'
			}
		case tokDie:
			for k := range to {
				to[k] = '_'
			}
		case tokInt:
			to[0] = '1'
		case tokString:
			for k := range to {
				to[k] = 'x'
			}
			to[0], to[len(to)-1] = '"', '"'
		default:
			copy(to, t.Value)
		}
	}
	return string(out)
}

// number reads digits; it fails beyond the largest integer.
func number(digits string) (int64, bool) {
	var n int64
	for _, c := range []byte(digits) {
		d := int64(c - '0')
		if n > (1<<63-1-d)/10 {
			return 0, false
		}
		n = n*10 + d
	}
	return n, true
}
