// Package format gives rule files their one layout.
//
// A layout is a function of the tokens of a file, of the line ends and blank lines
// that its writer chose, and of nothing else: blanks within a line are forgotten
// and set anew. So there are no options, and a text that is laid out twice is laid
// out once. The way of a text:
//
//   - tokens.go takes the tokens of a file that parses without faults, hangs the
//     comments on them and pairs the brackets. roles.go asks the tree what tokens
//     cannot tell: which minus is a sign, which question mark belongs to a type.
//   - fit.go decides on the line ends that the writer does not: a block is on one
//     line, or each of its braces ends or begins one; a block on one line that is
//     too long is opened.
//   - items.go finds the items, what a line end separates, and the blocks they are
//     in. The depth of a block is its indentation.
//   - spaces.go sets the blanks between two tokens.
//   - columns.go lets tokens of neighbouring items stand below each other; stops.go
//     says which. The columns are set from left to right.
//   - continued.go indents the lines on which an item goes on: below the place where
//     the formula or list began.
//
// Nothing here is trusted: Source reads its own result again, and hands it out only
// if it has the same tree and the same comments and would be left as it is.
package format

import (
	"slices"

	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// Source lays out the text of a rule file. The name is the one that faults show. If
// the text has faults they are returned and there is no result. A result that is
// beyond the caps of the language is a fault as well (diag.TooLarge), and so is one
// that does not stand up to its check (diag.InternalBug).
func Source(name string, text []byte) ([]byte, []*diag.Diagnostic) {
	var log diag.Log
	f := source.New(name, string(text))
	tree := syntax.Parse(f, &log)
	if log.Errors() > 0 {
		return nil, log.Sorted()
	}
	out := layOut(f, tree)
	check(f, tree, out, &log)
	if log.Errors() > 0 {
		return nil, log.Sorted()
	}
	return []byte(out), nil
}

// check reads the layout of a file again, and says what is wrong with it.
func check(f *source.File, tree *syntax.File, out string, log *diag.Log) {
	var faults diag.Log
	g := source.New(f.Name, out)
	again := syntax.Parse(g, &faults)
	wrong := ""
	switch {
	case faults.Errors() > 0:
		d := faults.Sorted()[0]
		if d.Code == diag.TooLarge {
			log.Errorf(d.Code, source.Span{File: f}, "laid out, %s", d.Message).WithHelp("%s", d.Help)
			return
		}
		wrong = "it cannot be read any more"
	case !syntax.Equal(tree, again):
		wrong = "it does not mean the same any more"
	case layOut(g, again) != out:
		wrong = "it does not stay as it is"
	default:
		return
	}
	log.Errorf(diag.InternalBug, source.Span{File: f}, "laid out, the file is not what it was: %s", wrong).
		WithHelp("it is left as it is; please report it")
}

// layout is a file whose blanks are being set.
type layout struct {
	tokens []token
	blocks []*block
}

func layOut(f *source.File, tree *syntax.File) string {
	tokens := tokensOf(f, tree)
	markRoles(tokens, tree)
	openBlocks(tokens)
	l := &layout{tokens: fit(tokens)}
	pairChoices(l.tokens)
	setSpaces(l.tokens)
	l.blocks = blocksOf(l.tokens)
	for _, b := range l.blocks {
		l.arrange(b)
	}
	return l.write()
}

// arrange sets the columns and indentations of the items of one block.
func (l *layout) arrange(b *block) {
	for _, x := range b.items {
		l.tokens[x.head].gap = x.base
		if b.proof && x.base == b.base && !l.tokens[x.head+1].breaks {
			l.tokens[x.head+1].gap = max(1, sectionWidth-l.tokens[x.head].width())
		}
	}
	for _, c := range slices.Concat(inner, outer) { // so that the width of a line is known before it is widened
		for _, x := range b.items {
			if s, ok := c.find(l, x); ok && !l.tokens[s.at].breaks {
				l.tokens[s.at].gap = s.least
			}
		}
	}
	for i := range inner {
		l.align(&inner[i], b)
	}
	for _, x := range b.items {
		l.goOn(x)
	}
	for i := range outer {
		l.align(&outer[i], b)
	}
}
