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
			fmt.Fprintf(w, "%s %s\n", d.Keyword, d.Name)
			about(w, d)
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

// decls lists every declaration that has a name.
func decls(p *ir.Program) []*ir.Decl {
	var out []*ir.Decl
	for _, x := range p.Units {
		out = append(out, &x.Decl)
	}
	for _, x := range p.Enums {
		out = append(out, &x.Decl)
	}
	for _, x := range p.Records {
		out = append(out, &x.Decl)
	}
	for _, x := range p.Values {
		out = append(out, &x.Decl)
	}
	for _, x := range p.Bonuses {
		out = append(out, &x.Decl)
	}
	for _, x := range p.Resources {
		out = append(out, &x.Decl)
	}
	for _, x := range p.Events {
		out = append(out, &x.Decl)
	}
	for _, x := range p.Moments {
		out = append(out, &x.Decl)
	}
	for _, x := range p.Conditions {
		out = append(out, &x.Decl)
	}
	for _, x := range p.Measures {
		out = append(out, &x.Decl)
	}
	for _, x := range p.Rules {
		out = append(out, &x.Decl)
	}
	for _, x := range p.Options {
		out = append(out, &x.Decl)
	}
	for _, x := range p.Tactics {
		out = append(out, &x.Decl)
	}
	return out
}

// Names lists what can be explained.
func Names(p *ir.Program) []string {
	seen := map[string]bool{}
	var out []string
	for _, d := range decls(p) {
		if !seen[d.Name] {
			seen[d.Name] = true
			out = append(out, d.Name)
		}
	}
	sort.Strings(out)
	return out
}

// Explain writes all that is known of a name. It tells whether there is one.
func Explain(w io.Writer, p *pack.Pack, name string) bool {
	found := false
	shown := map[source.Span]bool{}
	for _, d := range decls(p.Program) {
		if d.Name != name || shown[d.Span] {
			continue
		}
		shown[d.Span] = true
		if found {
			fmt.Fprintln(w)
		}
		found = true
		fmt.Fprintf(w, "%s %s", d.Keyword, d.Name)
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
		about(w, d)
		if d.Whole.File != nil {
			fmt.Fprintln(w)
			for _, l := range strings.Split(strings.TrimRight(d.Whole.Text(), "\n"), "\n") {
				fmt.Fprintf(w, "    %s\n", l)
			}
		}
		related(w, p, d)
	}
	if found {
		fmt.Fprintf(w, "\n  (pack %s from %s, digest %s)\n", p.Name, p.Origin, p.Digest)
	}
	return found
}

// related lists modifiers, users and proofs of a declaration.
func related(w io.Writer, p *pack.Pack, d *ir.Decl) {
	list := func(title string, lines []string) {
		if len(lines) == 0 {
			return
		}
		fmt.Fprintf(w, "\n  %s\n", title)
		for _, l := range lines {
			fmt.Fprintf(w, "    %s\n", l)
		}
	}
	var mods []string
	for _, v := range p.Program.Values {
		if v.Name != d.Name {
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
			used = append(used, x.Keyword+" "+x.Name+" ("+place(x.Span)+")")
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
