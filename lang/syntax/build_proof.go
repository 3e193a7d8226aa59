package syntax

import (
	"github.com/alecthomas/participle/v2/lexer"

	"rulec/lang/diag"
)

func (b *builder) proof(f *proofForm, override lexer.Token) Decl {
	d := &Proof{Law: f.Keyword.Value == "law", Title: *b.text(f.Title)}
	b.begin(&d.Head, f.Tokens, f.Keyword, lexer.Token{}, nil, override)
	var section Section // the one that lines are added to
	for _, it := range f.Body.items {
		b.fault(it.fault)
		if s, ok := it.form.(*sourceForm); ok {
			b.source(s)
			continue
		}
		line, ok := it.form.(*sectionLine)
		if !ok {
			continue
		}
		if line.opens != nil {
			if section = b.section(line); section == nil {
				continue
			}
			d.Sections = append(d.Sections, section)
		}
		if line.form != nil && section != nil {
			b.line(section, line.form)
		}
	}
	return d
}

// section opens a section with its heading.
func (b *builder) section(line *sectionLine) Section {
	at := b.place([]lexer.Token{line.opens.word})
	switch line.opens.word.Value {
	case "covers":
		return &Covers{Place: at}
	case "map":
		return &MapSection{Place: at}
	case "for":
		return &ForSection{Place: at}
	case "with":
		return &WithSection{Place: at}
	case "suppose":
		return &WithSection{Place: at, Suppose: true}
	case "given":
		return &GivenSection{Place: at}
	case "when":
		return &WhenSection{Place: at}
	case "then":
		return &ThenSection{Place: at}
	}
	return nil
}

// line adds a line to a section.
func (b *builder) line(section Section, form any) {
	switch s := section.(type) {
	case *Covers:
		if f, ok := form.(*coversForm); ok {
			for _, row := range f.Rows {
				s.Rows = append(s.Rows, b.ident(row.Row))
			}
			s.Span = s.Span.To(b.place(f.Tokens).Span)
		}
	case *MapSection:
		if f, ok := form.(*mapForm); ok {
			for _, t := range f.Lines {
				s.Lines = append(s.Lines, b.textForm(t))
			}
			s.Span = s.Span.To(b.place(f.Tokens).Span)
		}
		if f, ok := form.(*mapSizeForm); ok {
			s.Width, s.Height = b.int(f.Width), b.int(f.Height)
			s.Span = s.Span.To(b.place(f.Tokens).Span)
		}
	case *ForSection:
		switch f := form.(type) {
		case *anyChoiceForm:
			s.AnyChoice = true
			s.Span = s.Span.To(b.place(f.Tokens).Span)
		case *domainsForm:
			for _, d := range f.List {
				s.Domains = append(s.Domains, &Domain{b.place(d.Tokens), b.name(d.Name), b.formula(d.In)})
			}
			s.Span = s.Span.To(b.place(f.Tokens).Span)
		}
	case *WithSection:
		if f, ok := form.(*factsForm); ok {
			s.Facts = append(s.Facts, b.formulas(f.List)...)
			s.Span = s.Span.To(b.place(f.Tokens).Span)
		}
	case *GivenSection:
		if f, ok := form.(*givenForm); ok {
			g := &Given{Place: b.place(f.Tokens), Record: b.ident(f.Record), Data: b.data(f.Data), Fact: b.formula(f.Fact), When: b.formula(f.When)}
			if f.Label.Value != "" {
				g.Name = b.name(f.Label)
			}
			s.Items = append(s.Items, g)
			s.Span = s.Span.To(g.Span)
		}
		if f, ok := form.(*spareForm); ok {
			g := &Given{Place: b.place(f.Tokens), Spare: b.int(f.Count), Record: b.ident(f.Record)}
			s.Items = append(s.Items, g)
			s.Span = s.Span.To(g.Span)
		}
		if f, ok := form.(*playsForm); ok {
			g := &Given{Place: b.place(f.Tokens), Player: b.ident(f.Who), Tactic: b.ident(f.Tactic)}
			s.Items = append(s.Items, g)
			s.Span = s.Span.To(g.Span)
		}
	case *WhenSection:
		if h := b.happening(form); h != nil {
			s.Steps = append(s.Steps, h)
			s.Span = s.Span.To(h.At())
		}
	case *ThenSection:
		if f := b.finding(form); f != nil {
			s.Findings = append(s.Findings, f)
			s.Span = s.Span.To(f.At())
		}
	}
}

func (b *builder) happening(form any) Happening {
	switch f := form.(type) {
	case *happenDoForm:
		return &HappenDo{b.place(f.Tokens), b.formula(f.What)}
	case *rollsForm:
		h := &HappenRolls{Place: b.place(f.Tokens)}
		for _, d := range f.Dice {
			n := &NamedDice{Place: b.place(d.Tokens), Event: b.ident(d.Event)}
			for _, face := range d.Faces {
				n.Faces = append(n.Faces, b.int(face.Face))
			}
			h.Dice = append(h.Dice, n)
		}
		return h
	case *patternForm:
		return &HappenPattern{b.place(f.Tokens), b.pattern(f)}
	case *deedForm:
		return b.deed(f)
	}
	return nil
}

func (b *builder) deed(f *deedForm) *Deed {
	who := b.ident(f.Who)
	return &Deed{b.place(f.Tokens), &Name{who.Place, who.Name}, f.Verb.Value, b.formula(f.What), b.ident(f.For), b.ident(f.InPlaceOf)}
}

func (b *builder) finding(form any) Finding {
	switch f := form.(type) {
	case *neverForm:
		return &FindNever{b.place(f.Tokens), b.occasion(f.Occasion)}
	case *alwaysForm:
		return &FindAlways{b.place(f.Tokens), b.formula(f.Cond)}
	case *refuseForm:
		return &FindRefuse{b.place(f.Tokens), b.deed(f.Deed), b.textForm(f.Reason)}
	case *timesForm:
		return &FindTimes{b.place(f.Tokens), b.int(f.Count), b.occasion(f.Occasion)}
	case *findingForm:
		return b.truth(f)
	}
	return nil
}

// truth tells a formula from an event: `as`, `before` and labelled arguments make an event.
func (b *builder) truth(f *findingForm) Finding {
	at := b.place(f.Tokens)
	pattern := asOccasion(f.Cond.tokens)
	isEvent := f.Before != nil || len(f.As) > 0
	if pattern != nil && !isEvent {
		for _, p := range pattern.Parts {
			isEvent = isEvent || p.Args != nil && len(p.Args.List) > 0 && p.Args.List[0].Label.Value != ""
		}
	}
	switch {
	case !isEvent:
		return &FindTruth{at, b.formula(f.Cond)}
	case pattern == nil:
		first := b.place(f.Cond.tokens)
		b.log.Errorf(diag.SyntaxError, first.Span, "an event is expected here").
			WithHelp("`as` and `before` speak of events: step(mover: orc) before attack(target: orc)")
		return nil
	}
	o := b.occasion(pattern)
	for _, a := range f.As {
		o.As = append(o.As, b.ident(a.Name))
		o.Span.End = end(&a.Name)
	}
	if f.Before != nil {
		return &FindBefore{at, o, b.occasion(f.Before)}
	}
	return &FindEvent{at, o}
}

// asOccasion reads the tokens of a formula as an event, or returns nil.
func asOccasion(tokens []lexer.Token) *occasionForm {
	if len(tokens) == 0 || tokens[0].Type != tokName {
		return nil
	}
	last := tokens[len(tokens)-1]
	list := append(append([]lexer.Token{}, tokens...), lexer.EOFToken(lexer.Position{Offset: end(&last)}))
	lex := peeking(list)
	form, err := parseOccasion(lex)
	if err != nil || !lex.Peek().EOF() {
		return nil
	}
	return form.(*occasionForm)
}
