package lint

import (
	"regexp"
	"strings"

	"rulec/lang/syntax"
)

var idleOverrideRule = &Rule{
	Code: "L0226", Name: "idle_override", Group: Suspicious, Level: Warning,
	Title: "an override that says what it replaces",
	run:   idleOverride,
}

func idleOverride(c *Context) {
	for _, t := range c.Trees {
		for _, d := range t.Decls {
			h := d.Header()
			if !h.Override {
				continue
			}
			if old := c.replaced(d); old != nil && substance(old) == substance(d) {
				c.report(h.Name.Span, "this override of %q says the same as what it replaces", h.Name.Name).related(old.Header().Name.Span, "replaced").
					help("change it, or take it out")
			}
		}
	}
}

// replaced finds what an override takes the place of: the last of its name before it.
func (c *Context) replaced(d syntax.Decl) syntax.Decl {
	var old syntax.Decl
	for _, t := range c.Pack.Trees {
		for _, o := range t.Decls {
			if o == d {
				if old != nil {
					return old
				}
				continue
			}
			if nameOf(o) == nameOf(d) && nameOf(d) != "" {
				old = o
			}
			if v, ok := d.(*syntax.Value); ok {
				if r, ok := o.(*syntax.Record); ok && r.Name.Name == v.Owner.Name {
					for _, m := range r.Members {
						if inner, ok := m.(*syntax.Value); ok && inner.Name.Name == v.Name.Name {
							old = inner
						}
					}
				}
			}
		}
	}
	return old
}

// nameOf is what a declaration is replaced by; an extension replaces nothing.
func nameOf(d syntax.Decl) string {
	h := d.Header()
	if _, ok := d.(*syntax.Extend); ok || h.Name.Name == "" {
		return ""
	}
	if v, ok := d.(*syntax.Value); ok {
		return "value " + v.Owner.Name + "." + h.Name.Name
	}
	return h.Keyword.Name + " " + h.Name.Name
}

var sourceLines = regexp.MustCompile(`\b(cite|own|gap)\s+"(?:[^"\\]|\\.)*"(\s*,\s*"(?:[^"\\]|\\.)*")*`)

// substance is what a declaration says, without where it comes from.
func substance(d syntax.Decl) string {
	if v, ok := d.(*syntax.Value); ok {
		s := ""
		for _, p := range v.Params {
			s += p.At().Text() + ","
		}
		if v.Body != nil {
			s += "=" + v.Body.At().Text()
		}
		return squeeze(s)
	}
	text := strings.TrimPrefix(d.At().Text(), "override")
	return squeeze(sourceLines.ReplaceAllString(text, ""))
}
