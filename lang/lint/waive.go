package lint

import (
	"rulec/lang/diag"
	"rulec/lang/syntax"
)

var unusedWaiver = &Rule{
	Code: "L0118", Name: "unused_waiver", Group: Faults, Level: Error, Trees: true,
	Title: "a waiver that lets nothing pass",
}

// waived drops what waivers let pass, and reports the waivers that let nothing
// pass. A waiver of a rule that did not run is left alone.
func (c *Context) waived(ran []*Rule, levels map[*Rule]Level, log *diag.Log) []*Finding {
	type key struct {
		file string
		line int
		rule *Rule
	}
	waivers := map[key][]*syntax.Waiver{}
	var order []*syntax.Waiver
	rules := map[*syntax.Waiver]*Rule{}
	for _, f := range c.Files {
		for _, w := range syntax.Waivers(f, "lint", log) {
			r := ByName(w.Name.Name)
			if r == nil {
				d := log.Errorf(diag.UnknownRule, w.Name.Span, "no rule of the linter is called %q", w.Name.Name).
					WithHelp("`rulec lint --rules` lists them")
				if s := diag.Suggest(w.Name.Name, ruleNames()); s != "" {
					d.WithLabel("did you mean %q?", s).WithHelp("write %q", s)
				}
				continue
			}
			k := key{f.Name, w.Line, r}
			waivers[k] = append(waivers[k], &w)
			order = append(order, &w)
			rules[&w] = r
		}
	}
	used := map[*syntax.Waiver]bool{}
	var out []*Finding
	for _, f := range c.found {
		pass := false
		for _, w := range waivers[key{f.Span.File.Name, f.Span.Begin().Line, f.Rule}] {
			used[w], pass = true, true
		}
		if !pass {
			out = append(out, f)
		}
	}
	if levels[unusedWaiver] == Off || !contains(ran, unusedWaiver) {
		return out
	}
	c.rule, c.found = unusedWaiver, nil
	for _, w := range order {
		r := rules[w]
		if used[w] || !contains(ran, r) || levels[r] == Off || !c.Sound && !r.Trees {
			continue
		}
		c.report(w.Span, "%s finds nothing on line %d that would need this waiver", r.Name, w.Line).
			help("take it out").fix(cutLine(w.Span))
	}
	return append(out, c.found...)
}

func contains(list []*Rule, r *Rule) bool {
	for _, x := range list {
		if x == r {
			return true
		}
	}
	return false
}
