package syntax

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// ParseLines reads a whole text as lines of one section of an example: "given",
// "when" or "then". The heading may stand in front. Behind "when" a formula alone
// is an event that happens. It is nil when something is wrong.
func ParseLines(f *source.File, heading string, log *diag.Log) Section {
	compile()
	before := log.Errors()
	s := &scanner{file: f, log: log, text: f.Text, end: len(f.Text), line: 1, indented: true}
	s.newlineAt, s.proof = -1, true
	if !s.acceptable() {
		return nil
	}
	if strings.TrimSpace(f.Text) == "" {
		log.Errorf(diag.SyntaxError, source.Span{File: f}, "%s is missing", lineNames[heading])
		return nil
	}
	s.run()
	s.tokens = append(s.tokens, lexer.EOFToken(s.position(s.end)))
	b := newBuilder(s)
	b.head = &Head{}
	var out Section
	switch at := (Place{source.Span{File: f, End: len(f.Text)}}); heading {
	case "given":
		out = &GivenSection{Place: at}
	case "when":
		out = &WhenSection{Place: at}
	case "then":
		out = &ThenSection{Place: at}
	}
	lex := peeking(s.tokens)
	for !lex.Peek().EOF() {
		if t := lex.Peek(); isSep(t) || is(t, "}") || is(t, ")") || is(t, "]") {
			lex.Next() // a bracket that closes nothing: the lexer has said so
			continue
		}
		first, section := *lex.Peek(), heading
		start := lex.MakeCheckpoint()
		var it item
		if heading == "when" && bare(lex) {
			it = parseWith(lex, parseFinding, lineNames[heading])
		} else {
			it = parseProofItem(lex, &section)
		}
		if section != heading {
			it = item{fault: faultAt(&first, diag.SyntaxError, "only lines of `%s` can stand here", heading)}
		} else if it.fault == nil && !endsItem(lex) {
			it.fault = leftOver(lex, kindProof)
		}
		if it.fault != nil {
			b.fault(it.fault)
			out = nil
			lex.LoadCheckpoint(start)
			skipItem(lex)
			continue
		}
		if out == nil {
			continue // only to find what else is wrong
		}
		switch form := it.form.(type) {
		case *findingForm:
			b.happens(out, form)
		case *sectionLine:
			if form.form != nil {
				b.line(out, form.form)
			}
		default:
			b.fault(faultAt(&first, diag.SyntaxError, "`%s` begins no line of `%s`", shown(&first), heading))
			out = nil
		}
	}
	if log.Errors() > before {
		return nil
	}
	return out
}

// bare tells whether the next line is no line of `when` but a formula alone.
func bare(lex *lexer.PeekingLexer) bool {
	t := lex.Peek()
	return t.Type == tokName && !lineWords[t.Value] && !sectionWords[t.Value] && is(second(lex), "(")
}

// happens adds a formula alone to `when`.
func (b *builder) happens(section Section, f *findingForm) {
	if when, ok := section.(*WhenSection); ok && f.Before == nil && len(f.As) == 0 {
		when.Steps = append(when.Steps, &HappenDo{b.place(f.Tokens), b.formula(f.Cond)})
		return
	}
	b.log.Errorf(diag.SyntaxError, b.place(f.Tokens).Span, "an event or a deed is expected here").
		WithHelp("write what happens: `EVENT(...)`, or `NAME does ACTION(...)`")
}
