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
	of   any    // what is declared, as References knows it
}

// decls lists every declaration that has a name.
func decls(p *ir.Program) []named {
	var out []named
	add := func(d *ir.Decl, of any) { out = append(out, named{d, d.Name, of}) }
	for _, x := range p.Units {
		add(&x.Decl, x)
	}
	for _, x := range p.Enums {
		add(&x.Decl, x)
	}
	for _, x := range p.Records {
		add(&x.Decl, x)
	}
	for _, x := range p.Values {
		out = append(out, named{&x.Decl, owner(x) + x.Name, x})
	}
	for _, x := range p.Bonuses {
		add(&x.Decl, x)
	}
	for _, x := range p.Resources {
		add(&x.Decl, x)
	}
	for _, x := range p.Events {
		add(&x.Decl, x)
	}
	for _, x := range p.Moments {
		add(&x.Decl, x)
	}
	for _, x := range p.Conditions {
		add(&x.Decl, x)
	}
	for _, x := range p.Measures {
		add(&x.Decl, x)
	}
	for _, x := range p.Rules {
		add(&x.Decl, x)
	}
	for _, x := range p.Options {
		add(&x.Decl, x)
	}
	for _, x := range p.Tactics {
		add(&x.Decl, x)
	}
	for _, x := range p.Spaces {
		add(&x.Decl, x)
	}
	return out
}

// partOf says of what a name is a part: a field of a record or event, a member of an
// enum, a stage or an outcome.
type partOf struct {
	at   source.Span
	says string
	of   any // as References knows it, or nil
}

// parts finds a name that has no declaration of its own.
func parts(p *ir.Program, name string) []partOf {
	var out []partOf
	is := func(owner, part string) bool { return part == name || owner+"."+part == name }
	for _, x := range p.Enums {
		for i, m := range x.Members {
			if is(x.Name, m) {
				out = append(out, partOf{x.Spans[i], m + " is a member of " + x.Name, ir.Member{Enum: x, Index: int64(i)}})
			}
		}
	}
	for _, x := range p.Records {
		for _, f := range x.Fields {
			if is(x.Name, f.Name) {
				out = append(out, partOf{f.Span, f.Name + " is a field of " + x.Name + ": " + source.OneLine(f.Type.String()), f})
			}
		}
	}
	for _, x := range p.Events {
		for _, list := range [][]*ir.Local{x.Params, x.Fields} {
			for _, f := range list {
				if is(x.Name, f.Name) {
					out = append(out, partOf{f.Span, f.Name + " belongs to " + x.Name + ": " + source.OneLine(f.Type.String()), f})
				}
			}
		}
		for _, s := range x.Stages {
			if is(x.Name, s.Name) {
				out = append(out, partOf{x.Span, s.Name + " is a stage of " + x.Name, nil})
			}
		}
		for _, o := range x.Outcomes {
			if x.Declared && is(x.Name, o) {
				out = append(out, partOf{x.Span, o + " is an outcome of " + x.Name, nil})
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
	refs := p.Program.References()
	for i, d := range list {
		if i > 0 {
			fmt.Fprintln(w)
		}
		explainDecl(w, p, refs, d)
	}
	if len(list) == 0 {
		for _, x := range parts(p.Program, name) {
			fmt.Fprintf(w, "%s (%s)\n", x.says, place(x.at))
			if x.of != nil {
				usedBy(lister(w), p.Program, refs, x.of)
			}
		}
	}
	fmt.Fprintf(w, "\n  (pack %s from %s, digest %s)\n", p.Name, p.Origin, p.Digest)
}

func explainDecl(w io.Writer, p *pack.Pack, refs ir.References, d named) {
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
	related(lister(w), p.Program, refs, d)
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
