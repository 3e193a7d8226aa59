package report

import (
	"fmt"
	"io"
	"sort"
	"strings"

	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/source"
)

// Pack says what a pack is and where it comes from.
func Pack(w io.Writer, p *pack.Pack) {
	fmt.Fprintf(w, "pack %s %s\n", p.Name, p.Version)
	fmt.Fprintf(w, "  from    %s\n", p.Origin)
	if p.Base != nil {
		fmt.Fprintf(w, "  extends %s (%s)\n", p.Base.Name, p.Base.Origin)
	}
	fmt.Fprintf(w, "  digest  %s\n", p.Digest)
	for _, s := range p.Sources {
		fmt.Fprintf(w, "  source  %s\n", s)
	}
	pr := p.Program
	actions := 0
	for _, e := range pr.Events {
		if e.Action {
			actions++
		}
	}
	fmt.Fprintf(w, "  %d conditions, %d actions, %d events, %d rules, %d options, %d proofs\n", len(pr.Conditions), actions,
		len(pr.Events)-actions, len(pr.Rules), len(pr.Options), len(pr.Proofs))
}

// Gaps lists what the source leaves open and the reading taken.
func Gaps(w io.Writer, p *pack.Pack) {
	fmt.Fprintf(w, "pack %s (%s)\n", p.Name, p.Origin)
	for _, o := range p.Program.Options {
		readings := []string{}
		if o.Enum != nil {
			for i, m := range o.Enum.Members {
				if int64(i) == o.Default {
					m += " (taken)"
				}
				readings = append(readings, m)
			}
		} else {
			readings = append(readings, fmt.Sprintf("%d (taken), any from %d to %d", o.Default, o.Low, o.High))
		}
		fmt.Fprintf(w, "option %s: %s\n", o.Name, strings.Join(readings, ", "))
		about(w, &o.Decl)
	}
	for _, d := range decls(p.Program) {
		if len(d.Gaps) > 0 && d.Keyword != "option" {
			fmt.Fprintf(w, "%s %s\n", d.Keyword, d.full)
			about(w, d.Decl)
		}
	}
}

func about(w io.Writer, d *ir.Decl) {
	if len(d.Cites) > 0 {
		fmt.Fprintf(w, "  source: %s\n", strings.Join(d.Cites, "; "))
	}
	for _, g := range d.Gaps {
		fmt.Fprintf(w, "  gap: %s\n", g)
	}
	fmt.Fprintf(w, "  at %s\n", place(d.Span))
}

func place(s source.Span) string {
	if s.File == nil {
		return "the language"
	}
	return fmt.Sprintf("%s:%d", s.File.Name, s.Begin().Line)
}

// named is a declaration under the name it is asked by.
type named struct {
	*ir.Decl
	full string // RECORD.VALUE where the name alone may mean several
}

// decls lists every declaration that has a name.
func decls(p *ir.Program) []named {
	var out []named
	add := func(d *ir.Decl) { out = append(out, named{d, d.Name}) }
	for _, x := range p.Units {
		add(&x.Decl)
	}
	for _, x := range p.Enums {
		add(&x.Decl)
	}
	for _, x := range p.Records {
		add(&x.Decl)
	}
	for _, x := range p.Values {
		out = append(out, named{&x.Decl, owner(x) + x.Name})
	}
	for _, x := range p.Bonuses {
		add(&x.Decl)
	}
	for _, x := range p.Resources {
		add(&x.Decl)
	}
	for _, x := range p.Events {
		add(&x.Decl)
	}
	for _, x := range p.Moments {
		add(&x.Decl)
	}
	for _, x := range p.Conditions {
		add(&x.Decl)
	}
	for _, x := range p.Measures {
		add(&x.Decl)
	}
	for _, x := range p.Rules {
		add(&x.Decl)
	}
	for _, x := range p.Options {
		add(&x.Decl)
	}
	for _, x := range p.Tactics {
		add(&x.Decl)
	}
	return out
}

// partOf says of what a name is a part: a field of a record or event, a member of an
// enum, a stage or an outcome.
type partOf struct {
	at   source.Span
	says string
}

// parts finds a name that has no declaration of its own.
func parts(p *ir.Program, name string) []partOf {
	var out []partOf
	is := func(owner, part string) bool { return part == name || owner+"."+part == name }
	for _, x := range p.Enums {
		for i, m := range x.Members {
			if is(x.Name, m) {
				out = append(out, partOf{x.Spans[i], m + " is a member of " + x.Name})
			}
		}
	}
	for _, x := range p.Records {
		for _, f := range x.Fields {
			if is(x.Name, f.Name) {
				out = append(out, partOf{f.Span, f.Name + " is a field of " + x.Name + ": " + oneLine(f.Type.String())})
			}
		}
	}
	for _, x := range p.Events {
		for _, list := range [][]*ir.Local{x.Params, x.Fields} {
			for _, f := range list {
				if is(x.Name, f.Name) {
					out = append(out, partOf{f.Span, f.Name + " belongs to " + x.Name + ": " + oneLine(f.Type.String())})
				}
			}
		}
		for _, s := range x.Stages {
			if is(x.Name, s.Name) {
				out = append(out, partOf{x.Span, s.Name + " is a stage of " + x.Name})
			}
		}
		for _, o := range x.Outcomes {
			if x.Declared && is(x.Name, o) {
				out = append(out, partOf{x.Span, o + " is an outcome of " + x.Name})
			}
		}
	}
	return out
}

// Names lists what can be explained.
func Names(p *ir.Program) []string {
	seen := map[string]bool{}
	var out []string
	for _, d := range decls(p) {
		for _, n := range []string{d.Name, d.full} {
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
	}
	sort.Strings(out)
	return out
}

// find lists what a name means, each place once.
func find(p *ir.Program, name string) []named {
	var out []named
	shown := map[source.Span]bool{}
	for _, d := range decls(p) {
		if (d.Name == name || d.full == name) && !shown[d.Span] {
			shown[d.Span] = true
			out = append(out, d)
		}
	}
	return out
}

// Has tells whether a program means something by a name.
func Has(p *ir.Program, name string) bool { return Where(p, name) != "" }

// Where is the first place at which a name is declared; it is "" for an unknown name.
func Where(p *ir.Program, name string) string {
	for _, d := range find(p, name) {
		return d.Keyword + " " + place(d.Span)
	}
	for _, x := range parts(p, name) {
		return x.says + " " + place(x.at)
	}
	return ""
}

// Explain writes all that is known of a name.
func Explain(w io.Writer, p *pack.Pack, name string) {
	list := find(p.Program, name)
	for i, d := range list {
		if i > 0 {
			fmt.Fprintln(w)
		}
		explainDecl(w, p, d)
	}
	if len(list) == 0 {
		for _, x := range parts(p.Program, name) {
			fmt.Fprintf(w, "%s (%s)\n", x.says, place(x.at))
		}
	}
	fmt.Fprintf(w, "\n  (pack %s from %s, digest %s)\n", p.Name, p.Origin, p.Digest)
}

func explainDecl(w io.Writer, p *pack.Pack, d named) {
	fmt.Fprintf(w, "%s %s", d.Keyword, d.full)
	if d.Printed != d.Name {
		fmt.Fprintf(w, "  %q", d.Printed)
	}
	fmt.Fprintln(w)
	if d.Doc != "" {
		for _, l := range strings.Split(strings.TrimSpace(d.Doc), "\n") {
			fmt.Fprintf(w, "  %s\n", strings.TrimSpace(l))
		}
	}
	if d.Own != "" {
		fmt.Fprintf(w, "  own: %s\n", d.Own)
	}
	about(w, d.Decl)
	if d.Whole.File != nil {
		fmt.Fprintln(w)
		for _, l := range strings.Split(strings.TrimRight(d.Whole.Text(), "\n"), "\n") {
			fmt.Fprintf(w, "    %s\n", l)
		}
	}
	related(w, p, d)
}

// related lists modifiers, users and proofs of a declaration.
func related(w io.Writer, p *pack.Pack, d named) {
	list := func(title string, lines []string) {
		if len(lines) == 0 {
			return
		}
		fmt.Fprintf(w, "\n  %s\n", title)
		for _, l := range lines {
			fmt.Fprintf(w, "    %s\n", l)
		}
	}
	for _, e := range p.Program.Events {
		if &e.Decl == d.Decl {
			aboutEvent(list, p.Program, e)
		}
	}
	var mods []string
	for _, v := range p.Program.Values {
		if &v.Decl != d.Decl {
			continue
		}
		for _, m := range v.Mods {
			mods = append(mods, fmt.Sprintf("%s (%s, %s)", oneLine(m.Clause.Span.Text()), m.Clause.Block.Name(), place(m.Clause.Span)))
		}
	}
	list("modified by", mods)
	var does []string
	for _, b := range p.Program.Blocks {
		if b.Name() != d.Name || b.Site != nil {
			continue
		}
		for _, k := range b.Clauses {
			if k.Modify != nil && k.Modify.Target != nil {
				does = append(does, "modifies "+owner(k.Modify.Target)+k.Modify.Target.Name)
			}
			if k.Pattern != nil && k.Pattern.Event != nil {
				word := map[ir.ClauseKind]string{ir.ForbidClause: "forbids ", ir.HandlerClause: "answers ", ir.UntilClause: "ends with "}[k.Kind]
				does = append(does, word+k.Pattern.Event.Name)
			}
		}
	}
	list("what it does", does)
	var used []string
	for _, x := range decls(p.Program) {
		if x.Name != d.Name && x.Whole.File != nil && mentions(x.Whole.Text(), d.Name) {
			used = append(used, x.Keyword+" "+x.full+" ("+place(x.Span)+")")
		}
	}
	list("used by", unique(used))
	var proofs []string
	for _, x := range p.Program.Proofs {
		if mentions(x.Whole.Text(), d.Name) {
			proofs = append(proofs, fmt.Sprintf("%q (%s)", x.Title, place(x.Span)))
		}
	}
	list("proven by", proofs)
}

// aboutEvent lists how an action is come to, what it stands in for, and what can
// answer or forbid it.
func aboutEvent(list func(string, []string), p *ir.Program, e *ir.Event) {
	var ways, stands, answers, forbids []string
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
			s := c.Resource.Name + " " + oneLine(c.Amount.Span.Text())
			if strings.HasPrefix(oneLine(c.Amount.Span.Text()), "cost") {
				s = c.Resource.Name
			}
			if c.When != nil {
				s += " when " + oneLine(c.When.Span.Text())
			}
			parts = append(parts, s)
		}
		line := "at no price"
		if len(parts) > 0 {
			line = "for " + strings.Join(parts, " and ")
		}
		switch {
		case w.Trigger != nil:
			line += ", at the moment " + oneLine(w.Trigger.Span.Text())
		case w.Cue != nil:
			line += ", at the moment held in " + oneLine(w.Cue.Span.Text())
		case w.InPlaceOf != nil:
			line += ", in place of " + w.InPlaceOf.Name
			stands = append(stands, w.InPlaceOf.Name)
		}
		if w.When != nil {
			line += ", when " + oneLine(w.When.Span.Text())
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
			if means(w.Trigger) {
				answers = append(answers, o.Name+", "+oneLine(w.Trigger.Span.Text())+" ("+place(w.Span)+")")
			}
		}
	}
	for _, b := range p.Blocks {
		for _, k := range b.Clauses {
			if !means(k.Pattern) {
				continue
			}
			line := b.Name() + ", " + oneLine(k.Pattern.Span.Text()) + " (" + place(k.Span) + ")"
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
	list("can be answered by", unique(answers))
	list("can be forbidden by", unique(forbids))
}

func unique(list []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

func owner(v *ir.Value) string {
	switch {
	case v.Owner != nil:
		return v.Owner.Name + "."
	case v.Of != nil:
		return v.Of.Name + "."
	}
	return ""
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

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
