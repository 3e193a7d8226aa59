package odds

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/syntax"
)

// Proofs lists the examples and laws of a pack with all it builds on.
func Proofs(p *pack.Pack) []*syntax.Proof {
	var out []*syntax.Proof
	for _, t := range p.Trees {
		for _, d := range t.Decls {
			if x, ok := d.(*syntax.Proof); ok {
				out = append(out, x)
			}
		}
	}
	return out
}

// Match lists the proofs with a title: those that are called exactly so, or else
// those in whose title it is found, in letters of either case.
func Match(list []*syntax.Proof, title string) []*syntax.Proof {
	var exact, part []*syntax.Proof
	for _, p := range list {
		if p.Title.Value == title {
			exact = append(exact, p)
		}
		if strings.Contains(strings.ToLower(p.Title.Value), strings.ToLower(title)) {
			part = append(part, p)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return part
}

// Find begins a question with the one proof of some packs that a title means. The
// error lists those that could be meant.
func Find(packs []*pack.Pack, title string) (*Question, error) {
	var all []*syntax.Proof
	of := map[*syntax.Proof]*pack.Pack{}
	seen := map[string]bool{}
	packs = slices.Clone(packs)
	slices.SortStableFunc(packs, func(a, b *pack.Pack) int { return depth(a) - depth(b) })
	for _, p := range packs {
		for _, x := range Proofs(p) {
			at := x.Title.Span
			if k := fmt.Sprintf("%s:%d", at.File.Name, at.Start); !seen[k] {
				seen[k] = true // a pack that builds on another has its proofs too: the other's are meant
				all = append(all, x)
				of[x] = p
			}
		}
	}
	found := Match(all, title)
	switch {
	case len(all) == 0:
		return nil, errors.New("there are no examples here; a folder of proofs is a PATH too, such as conformance/PACK")
	case len(found) == 0:
		return nil, fmt.Errorf("no example has %q in its title%s", title, near(title, all))
	case len(found) > 1:
		return nil, fmt.Errorf("%d examples have %q in their titles:%s", len(found), title, places(found))
	}
	return &Question{Pack: of[found[0]], Example: found[0]}, nil
}

// depth is how many packs a pack builds on.
func depth(p *pack.Pack) int {
	n := 0
	for p = p.Base; p != nil; p = p.Base {
		n++
	}
	return n
}

// places writes titles and where they stand, a line each.
func places(list []*syntax.Proof) string {
	const most = 12
	out := ""
	for i, p := range list {
		if i == most {
			return out + fmt.Sprintf("\n  and %d more", len(list)-most)
		}
		at := p.Title.Span
		out += fmt.Sprintf("\n  %q  (%s:%d)", p.Title.Value, at.File.Name, at.Begin().Line)
	}
	return out
}

// near lists titles that share words with a wrong one, misspelt words put right.
func near(wrong string, all []*syntax.Proof) string {
	var titles []string
	for _, p := range all {
		titles = append(titles, p.Title.Value)
	}
	var words []string
	of := make([]map[string]bool, len(titles))
	for i, t := range titles {
		of[i] = map[string]bool{}
		for _, w := range strings.Fields(strings.ToLower(t)) {
			if w = strings.Trim(w, ",.:;()"); !of[i][w] {
				of[i][w] = true
				words = append(words, w)
			}
		}
	}
	best, list := 0, []string(nil)
	meant := strings.Fields(strings.ToLower(wrong))
	for i, w := range meant {
		if s := diag.Suggest(w, words); s != "" && !slices.Contains(words, w) {
			meant[i] = s
		}
	}
	for i, t := range titles {
		n := 0
		for _, w := range meant {
			if of[i][w] {
				n += len(w)
			}
		}
		switch {
		case n > best:
			best, list = n, []string{t}
		case n == best && n > 0 && len(list) < 4:
			list = append(list, t)
		}
	}
	if len(list) == 0 {
		return fmt.Sprintf("; there are %d, such as %q", len(titles), titles[0])
	}
	return "; near are:\n  " + strings.Join(list, "\n  ")
}
