package syntax

import "rulec/lang/diag"

// ---- Members ---------------------------------------------------------------------

func (b *builder) members(body *body) []Member {
	var out []Member
	for _, it := range body.items {
		b.fault(it.fault)
		if it.form == nil {
			continue
		}
		if m := b.member(it.form); m != nil {
			out = append(out, m)
		}
	}
	return out
}

func (b *builder) member(form any) Member {
	switch f := form.(type) {
	case *sourceForm:
		b.source(f)
		return nil
	case *fieldForm:
		m := &Field{Place: b.place(f.Tokens), Doc: b.doc(&f.Label), Name: b.name(f.Label), Type: b.typ(f.Type)}
		if f.Default != nil {
			m.Default = b.formula(&f.Default.formula)
		}
		m.Bounded = f.Bounds != nil
		m.Low, m.High = b.bounds(f.Bounds)
		return m
	case *valueForm:
		return b.value(f, f.Override)
	case *newDefault:
		return &Attribute{Place: b.place(f.Tokens), Name: b.ident(f.Name), Value: b.formula(f.Value), Default: true}
	case *attributeForm:
		return b.attribute(f)
	case *requireForm:
		return &Require{b.place(f.Tokens), f.Word.Value == "advise", b.formula(f.Cond), *b.text(f.Reason)}
	case *stageForm:
		return &Stage{b.place(f.Tokens), b.doc(&f.Tokens[0]), f.Override.Value != "", b.name(f.Name), b.ident(f.Where),
			b.ident(f.Other), b.block(f.Body), false}
	case *noStageForm:
		return &Stage{Place: b.place(f.Tokens), Name: b.name(f.Name), Body: &Block{Place: b.place(f.Tokens)}, Removed: true}
	case *asksForm:
		return &Asks{b.place(f.Tokens), b.names(f.Names)}
	case *tellsForm:
		return &Tells{b.place(f.Tokens), *b.text(f.Text), b.formula(f.When)}
	case *orderForm:
		return &Order{b.place(f.Tokens), b.formula(f.By)}
	case *useForm:
		return b.use(f)
	case *costForm:
		return &Cost{b.place(f.Tokens), b.ident(f.Name), b.formula(f.Amount), b.formula(f.When)}
	}
	if s := b.stmt(form); s != nil {
		return &LooseStmt{Place{s.At()}, s}
	}
	return nil
}

func (b *builder) attribute(f *attributeForm) *Attribute {
	return &Attribute{Place: b.place(f.Tokens), Name: b.label(f.Label), Value: b.formula(f.Value)}
}

func (b *builder) use(f *useForm) *Use {
	m := &Use{Place: b.place(f.Tokens), InPlaceOf: b.ident(f.InPlaceOf), Cue: b.formula(f.Cue), When: b.formula(f.When)}
	for _, p := range f.Prices {
		price := &Price{b.place(p.Tokens), b.ident(p.Name), 1}
		if p.Amount.Value != "" {
			price.Amount = b.int(p.Amount)
		}
		m.Prices = append(m.Prices, price)
	}
	for _, p := range []*occasionWhen{f.Pattern, f.Alone} {
		if p != nil {
			m.Pattern = &Pattern{Place: b.place(p.Tokens), After: p.Word.Value == "after", Occasion: b.occasion(p.Occasion)}
		}
	}
	if f.Attributes != nil {
		for _, it := range f.Attributes.items {
			b.fault(it.fault)
			if a, ok := it.form.(*attributeForm); ok {
				m.Attributes = append(m.Attributes, b.attribute(a))
			}
		}
	}
	return m
}

// ---- Patterns ----------------------------------------------------------------------

func (b *builder) pattern(f *patternForm) *Pattern {
	if f == nil {
		return nil
	}
	return &Pattern{b.place(f.Tokens), f.Word.Value == "after", b.occasion(f.Occasion), b.formula(f.When)}
}

func (b *builder) occasion(f *occasionForm) *Occasion {
	if f == nil {
		return nil
	}
	o := &Occasion{Place: b.place(f.Tokens)}
	for _, p := range f.Parts {
		part := &Part{Place: b.place(p.Tokens), Name: b.ident(p.Name)}
		if p.Args != nil {
			part.HasArgs = true
			for _, a := range p.Args.List {
				part.Args = append(part.Args, &Arg{b.place(a.Tokens), b.label(a.Label), b.formula(a.Value)})
			}
		}
		o.Parts = append(o.Parts, part)
	}
	for _, a := range f.As {
		o.As = append(o.As, b.ident(a.Name))
	}
	return o
}

// ---- Clauses -------------------------------------------------------------------------

func (b *builder) arms(body *armsBody) []Clause {
	if body == nil {
		return nil
	}
	return b.clauses(&body.body)
}

func (b *builder) clauses(body *body) []Clause {
	var out []Clause
	for _, it := range body.items {
		b.fault(it.fault)
		if it.form == nil {
			continue
		}
		if c := b.clause(it.form); c != nil {
			out = append(out, c)
		}
	}
	return out
}

func (b *builder) clause(form any) Clause {
	switch f := form.(type) {
	case *sourceForm:
		b.source(f)
	case *modifyForm:
		how := f.How.Value
		switch f.How.Type {
		case tokAtLeast:
			how = "at least"
		case tokAtMost:
			how = "at most"
		}
		return &Modify{b.place(f.Tokens), b.occasion(f.Head), how, b.formula(f.Amount), b.ident(f.Bonus), b.formula(f.When), b.textForm(f.Label)}
	case *forbidForm:
		c := &Forbid{Place: b.place(f.Tokens), Except: b.ident(f.Except), When: b.formula(f.When), Reason: b.textForm(f.Reason)}
		for _, o := range f.Occasions {
			c.Occasions = append(c.Occasions, b.occasion(o))
		}
		return c
	case *includesForm:
		return &Includes{b.place(f.Tokens), b.names(f.Names)}
	case *handlerForm:
		return &Handler{b.place(f.Tokens), b.pattern(f.Pattern), b.block(f.Body)}
	case *untilForm:
		return &Until{b.place(f.Tokens), f.Removed.Value != "", b.pattern(f.Pattern)}
	case *whileForm:
		return &While{b.place(f.Tokens), b.formula(f.Cond)}
	case *onForm:
		return &On{b.place(f.Tokens), b.ident(f.Outcome), b.block(f.Body)}
	}
	return nil
}

// ---- Statements -----------------------------------------------------------------------

func (b *builder) block(body *blockBody) *Block {
	if body == nil {
		return nil
	}
	block := &Block{Place: Place{b.span(body.open.Pos.Offset, body.closed)}}
	for _, it := range body.items {
		b.fault(it.fault)
		if it.form == nil {
			continue
		}
		if s := b.stmt(it.form); s != nil {
			block.Stmts = append(block.Stmts, s)
		}
	}
	return block
}

func (b *builder) stmt(form any) Stmt {
	switch f := form.(type) {
	case *letForm:
		if f.Word.Value == "roll" {
			return &Roll{b.place(f.Tokens), b.ident(f.Name), b.formula(f.Value)}
		}
		return &Let{b.place(f.Tokens), b.name(f.Name), b.formula(f.Value)}
	case *ifForm:
		return b.branch(f)
	case *forForm:
		return &For{b.place(f.Tokens), b.name(f.Var), b.formula(f.In), b.formula(f.Where), b.formulas(f.Sorted), b.block(f.Body)}
	case *repeatForm:
		return &Repeat{b.place(f.Tokens), b.formula(f.Times), b.formula(f.While), b.formula(f.Upto), b.block(f.Body)}
	case *doForm:
		return &Do{b.place(f.Tokens), b.formula(f.What), b.ident(f.As), b.arms(f.Body)}
	case *togetherForm:
		return &Together{b.place(f.Tokens), b.block(f.Body)}
	case *createForm:
		return &Create{b.place(f.Tokens), b.ident(f.Record), b.data(f.Data), b.ident(f.As)}
	case *destroyForm:
		return &Destroy{b.place(f.Tokens), b.formula(f.What)}
	case *mayForm:
		may := f.May.Value != ""
		if o := f.Offer; o != nil {
			return &Offer{b.place(f.Tokens), may, b.formulas(o.What), b.formula(o.To), b.arms(o.Body)}
		}
		c := f.Choose
		return &Choose{b.place(f.Tokens), may, b.name(c.Name), b.formula(c.By), b.formula(c.From), b.textForm(c.Prompt), b.arms(c.Body)}
	case *applyForm:
		return &Apply{b.place(f.Tokens), b.formula(f.Condition), b.formula(f.Partner), f.Joint.Value == "with", b.formula(f.To),
			b.ident(f.As), b.pattern(f.Until)}
	case *removeForm:
		return &Remove{b.place(f.Tokens), b.formula(f.Condition), b.formula(f.Partner), f.Joint.Value == "with", b.formula(f.From)}
	case *endForm:
		return &End{b.place(f.Tokens), b.ident(f.Event), b.ident(f.Outcome), b.textForm(f.Reason)}
	case *onceForm:
		s := &Once{Place: b.place(f.Tokens), Occasion: b.occasion(f.Occasion), When: b.formula(f.When), Body: b.block(f.Body)}
		if d := f.Delay; d != nil {
			s.Delay = &Int{b.place(d.Tokens), int64(b.int(d.Count)), b.ident(d.Unit)}
		}
		return s
	case *assignForm:
		return &Assign{b.place(f.Tokens), b.formula(f.Target), f.Op.Value, b.formula(f.Value)}
	}
	return nil
}

// maxElse is the length of a chain of else-ifs; each is one level deeper in the tree.
const maxElse = 100

func (b *builder) branch(f *ifForm) Stmt {
	if len(f.Elifs) > maxElse {
		b.log.Errorf(diag.TooLarge, b.place(f.Elifs[maxElse].Tokens[:1]).Span, "more than %d branches", maxElse).
			WithHelp("a table says this better")
		f.Elifs = f.Elifs[:maxElse]
	}
	var tail Node
	if f.Else != nil {
		tail = b.block(f.Else)
	}
	whole := b.place(f.Tokens).Span
	// From the last branch to the first; the tokens `else if` are one, and each
	// inner if begins at its second word.
	for i := len(f.Elifs) - 1; i >= 0; i-- {
		e := f.Elifs[i]
		at := Place{b.span(end(&e.Tokens[0])-len("if"), whole.End)}
		tail = &If{at, b.formula(e.Cond), b.block(e.Then), tail}
	}
	return &If{Place{whole}, b.formula(f.Cond), b.block(f.Then), tail}
}

func (b *builder) data(f *dataForm) *Data {
	if f == nil {
		return nil
	}
	d := &Data{Place: b.place(f.Tokens)}
	for _, a := range f.List {
		d.Fields = append(d.Fields, &Arg{b.place(a.Tokens), b.label(a.Label), b.formula(a.Value)})
	}
	return d
}
