package lint

import (
	"fmt"
	"slices"

	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
)

var rivalOverridesRule = &Rule{
	Code: "L0227", Name: "rival_overrides", Group: Suspicious, Level: Warning,
	Title: "two packs that replace the same thing",
}

// Across judges packs against each other: two that build on the same pack and
// replace the same thing in it cannot both have their way.
func Across(packs []Input) []*Finding {
	type claim struct {
		by *pack.Pack
		at source.Span
	}
	first := map[string]claim{}
	var out []*Finding
	for _, in := range packs {
		if in.Pack == nil || in.Pack.Base == nil {
			continue
		}
		for _, t := range in.Pack.Trees {
			if !slices.Contains(in.Pack.Files, t.Source) {
				continue
			}
			for _, d := range t.Decls {
				h := d.Header()
				if !h.Override || nameOf(d) == "" {
					continue
				}
				k := in.Pack.Base.Name + ": " + nameOf(d)
				old, taken := first[k]
				if !taken {
					first[k] = claim{in.Pack, h.Name.Span}
					continue
				}
				if old.by.Name == in.Pack.Name || builds(in.Pack, old.by) || builds(old.by, in.Pack) {
					continue
				}
				f := &Finding{Rule: rivalOverridesRule, Diagnostic: &diag.Diagnostic{Code: rivalOverridesRule.Code, Severity: diag.Warning, Span: h.Name.Span,
					Message: fmt.Sprintf("both %s and %s replace %q", old.by.Name, in.Pack.Name, h.Name.Name)}}
				f.related(old.at, "in %s", old.by.Name)
				f.help("whoever plays with both gets a fault: let one extend the other, or leave one of them out")
				out = append(out, f)
			}
		}
	}
	return out
}

// builds tells whether a pack builds on another.
func builds(p, on *pack.Pack) bool {
	for b := p.Base; b != nil; b = b.Base {
		if b.Name == on.Name {
			return true
		}
	}
	return false
}
