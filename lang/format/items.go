package format

import (
	"sort"

	"rulec/lang/syntax"
)

// indentStep is how much deeper a block stands than what it belongs to.
const indentStep = 2

// sectionWidth is the room for the word of a section of a proof and the blank behind it.
const sectionWidth = 7

// item is what a line end or `;` separates: a declaration, a clause, a statement. Of
// several on one line only the first is one here; the others are a part of it.
type item struct {
	block   *block
	head    int    // its first token
	end     int    // behind its last
	word    string // says what it is: its first word, or ":" for `name: ...`
	lines   []int  // the first tokens of its own lines, which those of its blocks are not
	base    int    // its indentation
	open    bool   // a block of it has lines of its own
	several bool   // others stand behind it on its line
	apart   bool   // a blank line stands before it
	noted   bool   // a comment stands before it
	params  bool   // a value next to one that has parameters
}

// block is the items between two braces that have lines of their own. The file is one as well.
type block struct {
	of    string // the word of the item it belongs to; "" for the file
	items []*item
	proof bool // of an example or law
	base  int  // the indentation of its items
}

// blocksOf finds the blocks with lines of their own, the file first, each before
// those inside it.
func blocksOf(tokens []token) []*block {
	file := &block{}
	blocks := []*block{file}
	type level struct {
		*block
		item *item
	}
	stack := []level{{file, nil}}
	for i := range tokens {
		t := &tokens[i]
		top := &stack[len(stack)-1]
		if t.block && t.op("}") && tokens[t.pair+1].breaks && len(stack) > 1 {
			top.item.finish(i)
			stack = stack[:len(stack)-1]
			top = &stack[len(stack)-1]
		}
		if t.breaks {
			if top.begins(tokens, i, top.item) {
				top.item.finish(i)
				top.item = newItem(tokens, i, top.block)
			} else if top.item != nil && t.Kind != syntax.LineEnd {
				top.item.lines = append(top.item.lines, i)
			}
		}
		if t.block && t.op("{") && tokens[i+1].breaks {
			b := &block{base: indentStep}
			if x := top.item; x != nil {
				x.open = true
				b.of, b.base = x.word, x.base+indentStep
				b.proof = top.block == file && (x.word == "example" || x.word == "law")
			}
			blocks = append(blocks, b)
			stack = append(stack, level{b, nil})
		}
	}
	stack[0].item.finish(len(tokens) - 1)
	for _, b := range blocks {
		for _, x := range b.items {
			x.several = several(tokens, x)
		}
		markParams(tokens, b)
	}
	return blocks
}

// begins tells whether the line that begins with token i begins an item of the
// block, after the item last.
func (b *block) begins(tokens []token, i int, last *item) bool {
	t := &tokens[i]
	switch {
	case t.Kind == syntax.LineEnd, t.block && t.op("}"):
		return false
	case t.isElse() && last != nil && last.open:
		return false
	case isSource(tokens, i): // no line end comes before it; a value takes it, others leave it to the block
		return t.first || b.of != "" && (last == nil || last.word != "value")
	}
	return t.first
}

func newItem(tokens []token, i int, b *block) *item {
	t := &tokens[i]
	x := &item{block: b, head: i, lines: []int{i}, base: b.base, apart: t.blank, noted: len(t.above) > 0}
	if x.noted {
		x.apart = x.apart || t.above[0].blank
	}
	word := t
	if t.word("override") {
		word = &tokens[i+1]
	}
	switch word.Kind {
	case syntax.LabelToken:
		x.word = ":"
	case syntax.WordToken, syntax.PhraseToken:
		x.word = word.Text
	}
	if b.proof && !syntax.OpensSection(x.word) && !isSource(tokens, i) {
		x.base += sectionWidth
	}
	b.items = append(b.items, x)
	return x
}

func (x *item) finish(end int) {
	if x != nil && x.end == 0 {
		x.end = end
	}
}

// lineOf is the first token of the line of an item on which a token stands.
func (x *item) lineOf(at int) int {
	n := sort.Search(len(x.lines), func(n int) bool { return x.lines[n] > at })
	return x.lines[n-1]
}

// several tells whether other items stand behind an item on its line.
func several(tokens []token, x *item) bool {
	for i := x.head; i == x.head || !tokens[i].breaks; i++ {
		switch t := &tokens[i]; {
		case t.op(";"):
			return true
		case t.opens():
			i = t.pair
			if tokens[i].breaks {
				return false
			}
		}
	}
	return false
}

// markParams marks the values that stand among others of which one has parameters:
// there the types form no column.
func markParams(tokens []token, b *block) {
	for from := 0; from < len(b.items); {
		to, params := from, false
		for to < len(b.items) && b.items[to].word == "value" && (to == from || !b.items[to].apart && !b.items[to].noted) {
			name := b.items[to].head + 1
			if tokens[name].word("value") {
				name++
			}
			params = params || tokens[name].Kind != syntax.LabelToken
			to++
		}
		for _, x := range b.items[from:to] {
			x.params = params
		}
		from = max(to, from+1)
	}
}
