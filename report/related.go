package report

import (
	"fmt"
	"io"
	"strings"

	"rulec/lang/ir"
	"rulec/lang/source"
)

// What a declaration has to do with others, as the checked program has it: two
// things that share a name are not taken for one.

// lists writes a titled list; an empty one is left out.
type lists func(title string, lines []string)

func lister(w io.Writer) lists {
	return func(title string, lines []string) {
		if len(lines) == 0 {
			return
		}
		fmt.Fprintf(w, "\n  %s\n", title)
		for _, l := range lines {
			fmt.Fprintf(w, "    %s\n", l)
		}
	}
}

// related lists what a declaration modifies and what modifies it, what it stands
// in for and answers, the options it hangs on, who uses it, and its proofs.
func related(list lists, p *ir.Program, refs ir.References, d named) {
	switch x := d.of.(type) {
	case *ir.Event:
		aboutEvent(list, p, x)
	case *ir.Value:
		list("modified by", modifiersOf(x))
	case *ir.Condition:
		aboutBlock(list, x.Block)
		aboutIncludes(list, p, x)
	case *ir.Rule:
		aboutBlock(list, x.Block)
	}
	var options []string
	for _, o := range p.Options {
		if refs[d.of][o] {
			options = append(options, reading(o)+" ("+place(o.Span)+")")
		}
	}
	list("depends on options", options)
	usedBy(list, p, refs, d.of)
}

// reading is an option with its readings, the one that is taken first.
func reading(o *ir.Option) string {
	if o.Enum == nil {
		return fmt.Sprintf("%s: %d, or any from %d to %d", o.Name, o.Default, o.Low, o.High)
	}
	s := o.Name + ": " + o.Enum.Members[o.Default]
	for i, m := range o.Enum.Members {
		if int64(i) != o.Default {
			s += ", or " + m
		}
	}
	return s
}

func modifiersOf(v *ir.Value) []string {
	var out []string
	for _, m := range v.Mods {
		out = append(out, fmt.Sprintf("%s (%s, %s)", source.OneLine(m.Clause.Span.Text()), m.Clause.Block.Name(), place(m.Clause.Span)))
	}
	return out
}

// aboutBlock lists what the clauses of a rule or condition do.
func aboutBlock(list lists, b *ir.Block) {
	if b == nil {
		return
	}
	var does []string
	for _, k := range b.Clauses {
		if k.Modify != nil && k.Modify.Target != nil {
			does = append(does, "modifies "+owner(k.Modify.Target)+k.Modify.Target.Name)
		}
		if k.Pattern != nil && k.Pattern.Event != nil {
			word := map[ir.ClauseKind]string{ir.ForbidClause: "forbids ", ir.HandlerClause: "answers ", ir.UntilClause: "ends with "}[k.Kind]
			does = append(does, word+k.Pattern.Event.Name)
		}
	}
	list("what it does", unique(does))
}

func aboutIncludes(list lists, p *ir.Program, c *ir.Condition) {
	var has, in []string
	for _, o := range c.Includes {
		has = append(has, o.Name+" ("+place(o.Span)+")")
	}
	for _, o := range p.Conditions {
		for _, i := range o.Includes {
			if i == c {
				in = append(in, o.Name+" ("+place(o.Span)+")")
			}
		}
	}
	list("includes", has)
	list("included by", in)
}

// usedBy lists the declarations and proofs that speak of something. Units leave no
// trace in the checked program, for a quantity is a number there: their names are
// looked for in the text.
func usedBy(list lists, p *ir.Program, refs ir.References, of any) {
	speaks := func(x any, text string) bool {
		if u, ok := of.(*ir.Unit); ok {
			return mentions(text, u.Name) || mentions(text, u.Name+"s")
		}
		return refs[x][of]
	}
	var used, proofs []string
	for _, x := range decls(p) {
		if x.of != of && x.Whole.File != nil && speaks(x.of, x.Whole.Text()) {
			used = append(used, x.Keyword+" "+x.full+" ("+place(x.Span)+")")
		}
	}
	reasons := reasonsOf(of)
	for _, x := range p.Proofs {
		if speaks(x, x.Whole.Text()) || refuses(x, reasons) {
			proofs = append(proofs, fmt.Sprintf("%q (%s)", x.Title, place(x.Span)))
		}
	}
	list("used by", unique(used))
	list("proven by", proofs)
}

// reasonsOf are the texts with which the lines of a rule or condition forbid, by
// which a proof names them.
func reasonsOf(of any) map[string]bool {
	var b *ir.Block
	switch x := of.(type) {
	case *ir.Rule:
		b = x.Block
	case *ir.Condition:
		b = x.Block
	}
	if b == nil {
		return nil
	}
	out := map[string]bool{}
	for _, k := range b.Clauses {
		if s := k.Reason.Plain(); s != "" {
			out[s] = true
		}
	}
	return out
}

func refuses(p *ir.Proof, reasons map[string]bool) bool {
	for _, f := range p.Findings {
		if f.ReasonText != "" && reasons[f.ReasonText] {
			return true
		}
	}
	return false
}

// aboutEvent lists how an action is come to, what it stands in for, and what can
// answer or forbid it.
func aboutEvent(list lists, p *ir.Program, e *ir.Event) {
	var ways, stands, stood, answers, forbids []string
	for _, w := range e.Ways {
		var parts []string
		for _, x := range w.Prices {
			s := x.Resource.Name
			if x.Amount != 1 {
				s = fmt.Sprintf("%d %s", x.Amount, s)
			}
			parts = append(parts, s)
		}
		for _, c := range e.Costs {
			s := c.Resource.Name + " " + source.OneLine(c.Amount.Span.Text())
			if strings.HasPrefix(source.OneLine(c.Amount.Span.Text()), "cost") {
				s = c.Resource.Name
			}
			if c.When != nil {
				s += " when " + source.OneLine(c.When.Span.Text())
			}
			parts = append(parts, s)
		}
		line := "at no price"
		if len(parts) > 0 {
			line = "for " + strings.Join(parts, " and ")
		}
		switch {
		case w.Trigger != nil:
			line += ", at the moment " + source.OneLine(w.Trigger.Span.Text())
		case w.Cue != nil:
			line += ", at the moment held in " + source.OneLine(w.Cue.Span.Text())
		case w.InPlaceOf != nil:
			line += ", in place of " + w.InPlaceOf.Name
			stands = append(stands, w.InPlaceOf.Name)
		}
		if w.When != nil {
			line += ", when " + source.OneLine(w.When.Span.Text())
		}
		ways = append(ways, line)
	}
	means := func(q *ir.Pattern) bool {
		if q == nil || q.Event == nil {
			return false
		}
		return q.Event == e || q.Event.Act && e.Action
	}
	for _, o := range p.Events {
		for _, w := range o.Ways {
			if w.InPlaceOf == e {
				stood = append(stood, o.Name+" ("+place(w.Span)+")")
			}
			if means(w.Trigger) {
				answers = append(answers, o.Name+", "+source.OneLine(w.Trigger.Span.Text())+" ("+place(w.Span)+")")
			}
		}
	}
	for _, b := range p.Blocks {
		for _, k := range b.Clauses {
			if !means(k.Pattern) {
				continue
			}
			line := b.Name() + ", " + source.OneLine(k.Pattern.Span.Text()) + " (" + place(k.Span) + ")"
			switch k.Kind {
			case ir.HandlerClause:
				answers = append(answers, line)
			case ir.ForbidClause:
				forbids = append(forbids, line)
			}
		}
	}
	list("ways in", ways)
	list("stands in for", unique(stands))
	list("others that may stand in for it", unique(stood))
	list("can be answered by", unique(answers))
	list("can be forbidden by", unique(forbids))
}

// mentions tells whether a name stands in a text as a word of its own.
func mentions(text, name string) bool {
	for i := 0; ; {
		j := strings.Index(text[i:], name)
		if j < 0 {
			return false
		}
		j += i
		before := j == 0 || !word1(text[j-1])
		end := j + len(name)
		after := end == len(text) || !word1(text[end])
		if before && after {
			return true
		}
		i = end
	}
}

func word1(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
