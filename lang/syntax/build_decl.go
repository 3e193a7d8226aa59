package syntax

import (
	"github.com/alecthomas/participle/v2/lexer"

	"rulec/lang/diag"
)

// decl makes a declaration of its form; override is the word in front of it, or the zero token.
func (b *builder) decl(form any, override lexer.Token) Decl {
	switch f := form.(type) {
	case *unitForm:
		d := &Unit{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, nil, override)
		if f.Label.Value != "" {
			d.Name = b.name(f.Label)
		}
		d.Base, d.Of, d.Rounded = b.ident(f.Base), b.formula(f.Of), b.ident(f.Rounded)
		return d
	case *enumForm:
		d := &Enum{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, nil, override)
		for _, it := range f.Body.items {
			b.fault(it.fault)
			switch line := it.form.(type) {
			case *sourceForm:
				b.source(line)
			case *enumNames:
				if len(d.Members) > 0 && it.fault == nil {
					b.log.Errorf(diag.SyntaxError, b.place(line.Tokens).Span, "a comma is missing before this name")
				}
				d.Members = append(d.Members, b.newNames(line.Names)...)
			}
		}
		return d
	case *recordForm:
		d := &Record{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, nil, override)
		d.Is, d.Plural, d.Members = b.ident(f.Is), b.ident(f.Plural), b.members(&f.Body.body)
		return d
	case *extendForm:
		d := &Extend{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, nil, override)
		d.Members = b.members(&f.Body.body)
		return d
	case *valueForm:
		return b.value(f, override)
	case *tableForm:
		d := &Table{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, f.Printed, override)
		d.Params, d.Result, d.Rows = b.params(f.Params), b.typ(f.Type), b.rows(f.Body)
		return d
	case *bonusForm:
		d := &Bonus{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, nil, override)
		b.joining(d, f.Body)
		return d
	case *resourceForm:
		d := &Resource{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, nil, override)
		d.On, d.Amount, d.Refill, d.StandsFor = b.ident(f.On), b.formula(f.Amount), b.pattern(f.Refill), b.names(f.StandsFor)
		return d
	case *eventForm:
		d := &Event{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, f.Printed, override)
		d.Params, d.Outcomes, d.Members = b.params(f.Params), b.outcomes(f.Outcomes), b.members(&f.Body.body)
		return d
	case *actionForm:
		d := &Action{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, f.Printed, override)
		d.Params, d.Outcomes, d.Members = b.params(f.Params), b.outcomes(f.Outcomes), b.members(&f.Body.body)
		return d
	case *momentForm:
		d := &Moment{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, f.Printed, override)
		d.Params, d.For, d.Pattern = b.params(f.Params), b.typed(f.For), b.pattern(f.Pattern)
		return d
	}
	return b.otherDecl(form, override)
}

func (b *builder) otherDecl(form any, override lexer.Token) Decl {
	switch f := form.(type) {
	case *conditionForm:
		d := &Condition{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, f.Printed, override)
		d.Params, d.On, d.Partner = b.params(f.Params), b.ident(f.On), b.typed(f.Partner)
		d.With, d.Derived, d.Clauses = f.Joint.Value == "with", b.formula(f.Derived), b.clauses(&f.Body.body)
		return d
	case *measureForm:
		d := &Measure{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, nil, override)
		d.For, d.After, d.Body = b.typed(f.For), b.pattern(f.After), b.formula(f.Body)
		return d
	case *ruleForm:
		d := &Rule{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, f.Printed, override)
		d.For, d.While, d.Clauses = b.typed(f.For), b.formula(f.While), b.clauses(&f.Body.body)
		return d
	case *spaceForm:
		d := &Space{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, nil, override)
		d.Unit, d.When = b.ident(f.Unit), b.formula(f.When)
		for _, it := range f.Body.items {
			b.fault(it.fault)
			switch line := it.form.(type) {
			case *sourceForm:
				b.source(line)
			case *hookForm:
				d.Hooks = append(d.Hooks, &Hook{b.place(line.Tokens), b.ident(line.Name), b.formula(line.Value)})
			}
		}
		return d
	case *optionForm:
		d := &Option{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, f.Printed, override)
		if f.Label.Value != "" {
			d.Name = b.name(f.Label)
		}
		d.Readings = b.newNames(f.Readings)
		d.Low, d.High = b.bounds(f.Bounds)
		d.Default, d.Alternatives = b.formula(f.Default), b.formulas(f.Alternatives)
		if f.Body != nil {
			for _, c := range b.clauses(&f.Body.body) {
				b.log.Errorf(diag.BadPlace, c.At(), "an option has no clauses but cite, gap and own")
			}
		}
		return d
	case *tacticForm:
		d := &Tactic{}
		b.begin(&d.Head, f.Tokens, f.Keyword, f.Name, f.Printed, override)
		d.On = b.ident(f.On)
		for _, it := range f.Body.items {
			b.fault(it.fault)
			switch line := it.form.(type) {
			case *sourceForm:
				b.source(line)
			case *lineForm:
				d.Lines = append(d.Lines, &TacticLine{b.place(line.Tokens), b.formula(line.Action), b.formula(line.When), b.formula(line.Best)})
			}
		}
		return d
	case *proofForm:
		return b.proof(f, override)
	}
	return nil
}

// begin fills the head of a declaration and makes it the one that is built.
func (b *builder) begin(h *Head, tokens []lexer.Token, keyword, name lexer.Token, printed *textForm, override lexer.Token) {
	first := tokens[0]
	h.Place = b.place(tokens)
	if override.Value != "" {
		h.Override = true
		h.Span.Start = override.Pos.Offset
		first = override
	}
	h.Keyword = b.ident(keyword)
	if name.Value != "" {
		h.Name = b.name(name)
	}
	h.Printed = b.textForm(printed)
	h.Doc = b.doc(&first)
	b.head = h
}

// value makes a value, of a pack or of a record; what it cites is its own.
func (b *builder) value(f *valueForm, override lexer.Token) *Value {
	outside := b.head
	defer func() { b.head = outside }()
	if override.Value == "" {
		override = f.Override
	}
	d := &Value{}
	b.begin(&d.Head, f.Tokens, f.Keyword, lexer.Token{}, nil, override)
	switch {
	case f.Label.Value != "":
		d.Name = b.name(f.Label)
	case f.DotLabel.Value != "":
		d.Owner, d.Name = b.ident(f.First), b.name(f.DotLabel)
	case f.DotName.Value != "":
		d.Owner, d.Name = b.ident(f.First), b.name(f.DotName)
	default:
		d.Name = b.name(f.First)
	}
	if f.Label.Value == "" && f.DotLabel.Value == "" && f.Params == nil {
		b.fault(faultAt(&f.Type.Tokens[0], diag.SyntaxError, "a colon is missing before `%s`", shown(&f.Type.Tokens[0])).
			with("write: value " + d.Name.Name + ": " + f.Type.Tokens[0].Value))
	}
	d.Params, d.Type, d.Body = b.params(f.Params), b.typ(f.Type), b.formula(f.Body)
	for _, s := range f.Sources {
		b.source(s)
	}
	return d
}

func (b *builder) rows(body *tableBody) []*TableRow {
	var out []*TableRow
	for _, it := range body.items {
		b.fault(it.fault)
		switch line := it.form.(type) {
		case *sourceForm:
			b.source(line)
		case *rowForm:
			out = append(out, &TableRow{b.place(line.Tokens), b.formulas(line.Patterns), b.formula(line.Result)})
		}
	}
	return out
}

func (b *builder) joining(d *Bonus, body *bonusBody) {
	for _, it := range body.items {
		b.fault(it.fault)
		switch line := it.form.(type) {
		case *sourceForm:
			b.source(line)
		case *joiningForm:
			said := false
			switch {
			case line.Gains.Value != "":
				said, d.Gains = d.Gains.Name != "", b.ident(line.Gains)
			case line.Losses.Value != "":
				said, d.Losses = d.Losses.Name != "", b.ident(line.Losses)
			case line.Within.Value != "":
				said, d.Within = d.Within.Name != "", b.ident(line.Within)
			case line.AtMost != nil:
				said, d.AtMost = d.AtMost != nil, b.formula(line.AtMost)
			}
			if said {
				b.log.Errorf(diag.DuplicateName, b.place(line.Tokens).Span, "this is said twice")
			}
		}
	}
}

// outcomes are names that a declaration gives; `none` is every event's already.
func (b *builder) outcomes(list []*nameForm) []Ident { return b.newNames(list) }

// source puts cite, gap and own into the head of the declaration they stand in.
func (b *builder) source(f *sourceForm) {
	if b.head == nil {
		return
	}
	for i, t := range f.Texts {
		text := b.textForm(t)
		switch f.Word.Value {
		case "cite":
			b.head.Cites = append(b.head.Cites, text)
		case "gap":
			b.head.Gaps = append(b.head.Gaps, text)
		default:
			if b.head.Own != nil {
				b.log.Errorf(diag.DuplicateName, text.Span, "`own` is said already").WithRelated(b.head.Own.Span, "here")
			} else {
				b.head.Own = text
			}
		}
		if i > 0 && f.Word.Value != "cite" {
			b.log.Errorf(diag.SyntaxError, text.Span, "`%s` has one text", f.Word.Value)
		}
	}
}
