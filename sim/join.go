package sim

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Join makes one part of several. names say which file each is, for the errors.
// Parts of different things, and parts that hold the same encounter, are refused;
// with partial false also what leaves encounters out.
func Join(parts []*Part, names []string, partial bool) (*Part, error) {
	if len(parts) == 0 {
		return nil, errors.New("there is nothing to join")
	}
	first := parts[0]
	out := NewPart(first.Head, Span{0, first.Encounters})
	for i, p := range parts {
		if err := sameHead(&first.Head, &p.Head, names[0], names[i]); err != nil {
			return nil, err
		}
		for k, q := range parts[:i] {
			if s, ok := common(p.Done, q.Done); ok {
				return nil, fmt.Errorf("%s and %s both hold %s: name each shard once", names[k], names[i], encounters(s))
			}
		}
		for _, s := range p.Done {
			out.did(s.From, s.To)
		}
		out.Stopped = out.Stopped || p.Stopped
		for v, t := range p.Tallies {
			out.Tallies[v].Join(t)
		}
		for v, x := range p.Pairs {
			out.Pairs[v].Join(x)
		}
	}
	if out.Left() > 0 && !partial {
		return nil, fmt.Errorf("of %d encounters %d are missing: %s; name the files that hold them, go on with `rulec sim --resume`, or say --allow-partial",
			out.Encounters, out.Left(), missing(out))
	}
	return out, nil
}

// encounters names a span in a sentence.
func encounters(s Span) string {
	if s.To == s.From+1 {
		return "encounter " + s.String()
	}
	return "encounters " + s.String()
}

// missing lists the first few gaps.
func missing(p *Part) string {
	var gaps []string
	at := p.From
	for _, s := range append(p.Done, Span{p.To, p.To}) {
		if s.From > at {
			gaps = append(gaps, Span{at, s.From}.String())
		}
		at = s.To
	}
	if len(gaps) > 5 {
		gaps = append(gaps[:5], "...")
	}
	return strings.Join(gaps, ", ")
}

// common finds encounters that two lists of spans share.
func common(a, b []Span) (Span, bool) {
	for _, x := range a {
		for _, y := range b {
			if s := (Span{max(x.From, y.From), min(x.To, y.To)}); s.From < s.To {
				return s, true
			}
		}
	}
	return Span{}, false
}

// sameHead says in what two parts differ, if they do.
func sameHead(a, b *Head, nameA, nameB string) error {
	differ := func(what string, x, y any) error {
		return fmt.Errorf("%s and %s do not belong together: %s %v and %v", nameA, nameB, what, x, y)
	}
	switch {
	case a.Version != b.Version:
		return differ("they were made by rulec", a.Version, b.Version)
	case a.Pack != b.Pack:
		return differ("the packs are", a.Pack, b.Pack)
	case a.Encounter != b.Encounter:
		return differ("the encounters are", a.Encounter, b.Encounter)
	case a.Seed != b.Seed:
		return differ("the seeds are", a.Seed, b.Seed)
	case a.Encounters != b.Encounters:
		return differ("the numbers of encounters are", a.Encounters, b.Encounters)
	case a.Until != b.Until:
		return differ("the widths to stop at are", a.Until, b.Until)
	case a.Vary != b.Vary:
		return differ("what varies is", orNothing(a.Vary), orNothing(b.Vary))
	case a.Digest != b.Digest:
		return fmt.Errorf("%s and %s do not belong together: the rules, the encounter or the options were changed in between", nameA, nameB)
	case len(a.Shapes) > 0 && len(b.Shapes) > 0 && (len(a.Shapes[0].Counters) > 0) != (len(b.Shapes[0].Counters) > 0):
		return fmt.Errorf("%s and %s do not belong together: one was made with --with-counts and one without", nameA, nameB)
	case !reflect.DeepEqual(a.Shapes, b.Shapes):
		return fmt.Errorf("%s and %s do not belong together: they count different things", nameA, nameB)
	}
	return nil
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// Fits tells whether a part that was read is a part of this study, so that it can
// be gone on with.
func (s *Study) Fits(p *Part, name string) error { return sameHead(&p.Head, &s.Head, name, "this run") }
