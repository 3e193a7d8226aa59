package syntax

import "strings"

// firstOf reads the part of the grammar that a parse error quotes and lists, in
// plain words, what it can begin with.
func firstOf(grammar string) []string {
	g := &grammarReader{text: grammar}
	var out []string
	g.sequence(&out)
	seen := map[string]bool{}
	unique := out[:0]
	for _, w := range out {
		if w != "" && !seen[w] {
			seen[w] = true
			unique = append(unique, w)
		}
	}
	return unique
}

type grammarReader struct {
	text string
	pos  int
}

func (g *grammarReader) peek() byte {
	for g.pos < len(g.text) && g.text[g.pos] == ' ' {
		g.pos++
	}
	if g.pos < len(g.text) {
		return g.text[g.pos]
	}
	return 0
}

// sequence adds what alternatives of sequences can begin with, and tells whether all of one may be absent.
func (g *grammarReader) sequence(out *[]string) (empty bool) {
	open := true // nothing obligatory has come yet
	for {
		switch g.peek() {
		case 0, ')':
			return empty || open
		case '|':
			g.pos++
			empty = empty || open
			open = true
			continue
		}
		var first []string
		optional := g.term(&first)
		if open {
			*out = append(*out, first...)
			open = optional
		}
	}
}

// term reads one term and tells whether it may be absent.
func (g *grammarReader) term(out *[]string) (optional bool) {
	switch c := g.peek(); c {
	case '(':
		g.pos++
		optional = g.sequence(out)
		g.pos++
	case '"':
		n := strings.IndexByte(g.text[g.pos+1:], '"')
		if n < 0 {
			g.pos = len(g.text)
			return false
		}
		*out = append(*out, "`"+g.text[g.pos+1:g.pos+1+n]+"`")
		g.pos += n + 2
	default:
		n := strings.IndexAny(g.text[g.pos+1:], " ()|\"?*+!") + 1
		if n == 0 {
			n = len(g.text) - g.pos
		}
		*out = append(*out, plain(g.text[g.pos:g.pos+n])...)
		g.pos += n
	}
	if g.pos < len(g.text) && strings.IndexByte("?*+!", g.text[g.pos]) >= 0 {
		optional = optional || g.text[g.pos] == '?' || g.text[g.pos] == '*'
		g.pos++
	}
	return optional
}

// plain is the everyday word for a token or form of the grammar.
func plain(term string) []string {
	switch term {
	case "PatternForm", "OccasionWhen":
		return []string{"`before`", "`after`"}
	case "OfferForm", "ChooseForm":
		return []string{"`offer`", "`choose`"}
	}
	return []string{plainWord(term)}
}

func plainWord(term string) string {
	switch term {
	case "<name>", "NameForm":
		return "a name"
	case "<label>", "TypedName":
		return "a name with a colon"
	case "<int>", "FaceForm":
		return "a number"
	case "<string>", "TextForm":
		return "a text in quotes"
	case "<row>", "RowName":
		return "a row such as A-DR-01"
	case "<atleast>":
		return "`at least`"
	case "<atmost>":
		return "`at most`"
	case "<inplaceof>":
		return "`in place of`"
	case "formula", "defaultFormula":
		return "a formula"
	case "TypeForm":
		return "a type"
	case "OccasionForm":
		return "an event"
	case "ParamsForm", "ArgsForm":
		return "`(`"
	case "boundForm":
		return "a bound"
	case "BoundsForm":
		return "bounds such as 0..20"
	case "PartForm":
		return "a name"
	case "DeedForm":
		return "a deed such as `hero does strike`"
	case "AsForm":
		return "`as`"
	case "DomainForm", "PriceForm", "DiceForm", "DelayForm":
		return "a name"
	case "ParamForm":
		return "a parameter"
	case "DataForm":
		return "`{`"
	case "AttributeForm", "ArgForm":
		return "a name with a colon"
	}
	if strings.HasSuffix(term, "Body") {
		return "`{`"
	}
	return ""
}
