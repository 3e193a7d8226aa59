package lint

import "rulec/lang/ir"

// reach finds the declarations that proofs come to: what they name, what that is
// made of, and the rule blocks that listen to it or change it.
func reach(p *ir.Program, x *index) map[*ir.Decl]bool {
	mentions := map[*ir.Decl][]*ir.Decl{} // from a declaration to what it names
	declOf := declMap(p)
	answers := map[*ir.Decl][]*ir.Decl{} // from a thing to the blocks about it
	var queue []*ir.Decl
	out := map[*ir.Decl]bool{}
	visit := func(d *ir.Decl) {
		if d != nil && !out[d] {
			out[d] = true
			queue = append(queue, d)
		}
	}
	for what, list := range x.uses {
		d := declOf[what]
		if d == nil {
			continue
		}
		for _, u := range list {
			switch {
			case u.proof:
				visit(d)
			case u.owner != nil:
				mentions[u.owner] = append(mentions[u.owner], d)
			default:
				visit(d) // the entry event and its like
			}
		}
	}
	for _, k := range x.clauses {
		owner := x.owners[k]
		if owner == nil {
			continue
		}
		if k.Pattern != nil && k.Pattern.Event != nil {
			e := &k.Pattern.Event.Decl
			answers[e] = append(answers[e], owner)
		}
		if k.Modify != nil && k.Modify.Target != nil {
			v := &k.Modify.Target.Decl
			answers[v] = append(answers[v], owner)
		}
	}
	for _, e := range p.Events {
		if e.Action && p.Act != nil {
			mentions[&e.Decl] = append(mentions[&e.Decl], &p.Act.Decl)
		}
		for _, w := range e.Ways {
			if w.Trigger != nil && w.Trigger.Event != nil {
				answers[&w.Trigger.Event.Decl] = append(answers[&w.Trigger.Event.Decl], &e.Decl)
			}
			if w.InPlaceOf != nil {
				answers[&w.InPlaceOf.Decl] = append(answers[&w.InPlaceOf.Decl], &e.Decl)
			}
		}
	}
	for _, s := range p.Spaces {
		visit(&s.Decl) // the machine asks its values
	}
	for _, t := range p.Tactics {
		visit(&t.Decl) // a wish, and no rule
	}
	for _, m := range p.Measures {
		visit(&m.Decl)
	}
	for len(queue) > 0 {
		d := queue[0]
		queue = queue[1:]
		for _, o := range mentions[d] {
			visit(o)
		}
		for _, o := range answers[d] {
			visit(o)
		}
	}
	return out
}

// declMap finds the declaration of a thing by its pointer.
func declMap(p *ir.Program) map[any]*ir.Decl {
	out := map[any]*ir.Decl{}
	for _, e := range p.Events {
		out[e] = &e.Decl
		for _, l := range append(append([]*ir.Local(nil), e.Params...), e.Fields...) {
			out[l] = &e.Decl
		}
	}
	for _, r := range p.Records {
		out[r] = &r.Decl
	}
	for _, v := range p.Values {
		out[v] = &v.Decl
	}
	for _, c := range p.Conditions {
		out[c] = &c.Decl
		for _, l := range c.Params {
			out[l] = &c.Decl
		}
	}
	for _, b := range p.Bonuses {
		out[b] = &b.Decl
	}
	for _, r := range p.Resources {
		out[r] = &r.Decl
		if r.Amount != nil {
			out[r.Amount] = &r.Decl
		}
	}
	for _, m := range p.Moments {
		out[m] = &m.Decl
	}
	for _, o := range p.Options {
		out[o] = &o.Decl
	}
	return out
}
