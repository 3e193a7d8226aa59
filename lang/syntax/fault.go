package syntax

import (
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"rulec/lang/diag"
)

// fault is something wrong with a line, found while parsing and reported while building.
type fault struct {
	code     diag.Code
	from, to int
	message  string
	help     string
}

func faultAt(t *lexer.Token, code diag.Code, format string, args ...any) *fault {
	to := end(t)
	if t.Type == tokNewline || t.EOF() {
		to = t.Pos.Offset
	}
	return &fault{code: code, from: t.Pos.Offset, to: to, message: fmt.Sprintf(format, args...)}
}

// shown is a token as a message quotes it.
func shown(t *lexer.Token) string {
	if len(t.Value) > 40 {
		return t.Value[:strings.LastIndexByte(t.Value[:40]+" ", ' ')] + "…"
	}
	return t.Value
}

// explain says in the designer's words why a form does not parse.
// what names the form, for an error that lists nothing.
func explain(err error, first *lexer.Token, lex *lexer.PeekingLexer, what string) *fault {
	var unexpected *participle.UnexpectedTokenError
	if !errors.As(err, &unexpected) {
		return faultAt(lex.Peek(), diag.SyntaxError, "this cannot be read")
	}
	t := &unexpected.Unexpected
	message := unexpected.Message()
	var wanted []string
	if at := strings.Index(message, "(expected "); at >= 0 {
		grammar := strings.TrimSuffix(message[at+len("(expected "):], ")")
		wanted = firstOf(grammar)
	}
	if len(wanted) == 0 && what != "" {
		wanted = []string{what}
	}
	f := wrongToken(t, first, wanted)
	// What a line lacks is lacking at its end, not where the next one begins.
	if last := previous(lex); last != nil && *lex.Peek() == *t && (t.Type == tokNewline || t.Pos.Line > last.Pos.Line) && last.Type != tokNewline {
		f.from, f.to = end(last), end(last)
		f.message = strings.Replace(f.message, "`}` comes too early", "the line ends too early", 1)
	}
	return f
}

// wrongToken is the message about a token where others are wanted.
func wrongToken(t, first *lexer.Token, wanted []string) *fault {
	want := inWords(wanted)
	var f *fault
	switch {
	case t.Type == tokNewline || t.EOF() || is(t, "}") || is(t, ";"):
		where := "the line ends too early"
		if t.Type != tokNewline && !t.EOF() {
			where = "`" + t.Value + "` comes too early"
		}
		f = faultAt(t, diag.SyntaxError, "%s: %s is expected here", where, want)
		if want == "" {
			f.message = where
		}
	case want == "":
		f = faultAt(t, diag.SyntaxError, "`%s` cannot stand here", shown(t))
	default:
		f = faultAt(t, diag.SyntaxError, "`%s` cannot stand here: %s is expected", shown(t), want)
	}
	f.help = helpFor(t, first, wanted)
	return f
}

// helpFor finds the likeliest mistake, else shows how such a line is written.
func helpFor(t, first *lexer.Token, wanted []string) string {
	switch {
	case is(t, "="):
		return "= sets a value; to compare, write =="
	case len(wanted) == 1 && (wanted[0] == "`}`" || wanted[0] == "`)`") && !is(t, ":"):
		return "a comma stands between two entries"
	case is(t, ":"):
		return "write the name and its colon without a blank between: `name:`"
	case t.Type == tokForeign || is(t, "|"):
		if advice := foreignAdvice[t.Value]; advice != "" {
			return advice
		}
	case t.Type == tokName:
		var near []string
		for _, w := range wanted {
			if w = strings.Trim(w, "`"); isLetter(w[0]) && !strings.Contains(w, " ") {
				near = append(near, w)
			}
		}
		if s := diag.Suggest(t.Value, near); s != "" {
			return "did you mean `" + s + "`?"
		}
	}
	if shape := shapes[first.Value]; shape != "" {
		return "write: " + shape
	}
	return ""
}

// leftOver is the fault of something behind a complete item.
func leftOver(lex *lexer.PeekingLexer, kind bodyKind) *fault {
	t := lex.Peek()
	f := faultAt(t, diag.SyntaxError, "`%s` cannot stand here: a new line or `;` is expected", shown(t))
	if kind == kindEnum && t.Type == tokName {
		f.message, f.help = fmt.Sprintf("`%s` cannot stand here: a comma is expected", shown(t)), ""
		return f
	}
	f.help = helpFor(t, &lexer.Token{}, nil)
	if t.Type == tokName && !endWords[t.Value] {
		if s := diag.Suggest(t.Value, append(sorted(endWords), sorted(operatorWords)...)); s != "" {
			f.help = "did you mean `" + s + "`?"
		}
	} else if last := previous(lex); last != nil && last.Type == tokName && len(last.Value) > 2 && !endWords[last.Value] {
		// a misspelt word behind a number was taken for its unit
		if s := diag.Suggest(last.Value, sorted(endWords)); s != "" {
			f.help = "did you mean `" + s + "` instead of `" + last.Value + "`?"
		}
	}
	if kind == kindProof && is(t, "{") {
		f.help = "a thing is given as NAME: RECORD { field: FORMULA }"
	}
	return f
}

// unknownItem is the fault of a line whose first word is none of its body's.
func unknownItem(t, next *lexer.Token, kind bodyKind) *fault {
	k := kinds[kind]
	if t.Type == tokName {
		if f := knownElsewhere(t, kind); f != nil {
			return f
		}
		f := faultAt(t, diag.SyntaxError, "`%s` begins no line that can stand %s: %s is expected", shown(t), k.where, k.what)
		if s := diag.Suggest(t.Value, append(sorted(k.words), sorted(sourceWords)...)); s != "" {
			f.help = "did you mean `" + s + "`?"
		} else if is(next, ":") && k.label != nil {
			f.help = fmt.Sprintf("write `%s:`, without a blank before the colon", t.Value)
		} else if kind == kindClauses && continuesFormula(next) {
			f.help = "statements stand in the braces of before or after"
		} else if len(k.words) > 0 {
			f.help = "such a line begins with " + inWords(quoted(sorted(k.words)))
		}
		return f
	}
	return faultAt(t, diag.SyntaxError, "`%s` cannot stand here: %s is expected", shown(t), k.what)
}

// knownElsewhere explains a word that belongs into another kind of body.
func knownElsewhere(t *lexer.Token, kind bodyKind) *fault {
	for _, other := range []bodyKind{kindArms, kindBlock, kindAction, kindMembers, kindBonus} {
		if kinds[other].words[t.Value] == nil {
			continue
		}
		f := misplaced(t, kind)
		switch {
		case t.Value == "on":
			f.help = "`on` follows a do, offer or choose"
		case other == kindArms:
			f.help = "it belongs in a rule or condition, or in the braces behind do, offer or choose"
		case other == kindBlock && (kind == kindClauses || kind == kindArms):
			f.help = "statements stand in the braces of before, after or on"
		case other == kindBlock:
			f.help = "it is a statement"
		case other == kindAction:
			f.help = "it belongs in the braces of an action, event or record"
		case other == kindMembers:
			f.help = "it belongs in the braces of an event or record"
		}
		return f
	}
	if decls[t.Value] != nil {
		return misplaced(t, kind).with("a declaration begins in the first column")
	}
	return nil
}

func (f *fault) with(help string) *fault {
	f.help = help
	return f
}

// misplaced is the fault of a word that is known, but not here.
func misplaced(t *lexer.Token, kind bodyKind) *fault {
	f := faultAt(t, diag.BadPlace, "`%s` cannot stand %s", shown(t), kinds[kind].where)
	if sourceWords[t.Value] {
		f.help = "it belongs in the braces of the declaration, or behind it"
	}
	return f
}

func unexpectedLabel(t *lexer.Token, kind bodyKind) *fault {
	return faultAt(t, diag.SyntaxError, "`%s` cannot stand here: %s is expected", shown(t), kinds[kind].what)
}

func quoted(list []string) []string {
	for i, w := range list {
		list[i] = "`" + w + "`"
	}
	return list
}

// inWords lists alternatives: a, b or c.
func inWords(list []string) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}
