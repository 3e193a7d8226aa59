package format

import "rulec/lang/syntax"

// clauses are the lines whose first words form a column, so that what they say
// begins in one.
var clauses = map[string]bool{"cite": true, "gap": true, "own": true, "modify": true, "forbid": true, "until": true,
	"while": true, "includes": true, "before": true, "after": true, "use": true, "cost": true, "require": true,
	"advise": true, "tells": true, "asks": true, "order": true, ":": true}

// The columns of a block from left to right: inner ones are set before the lines on
// which items go on are indented, outer ones after that.
var (
	inner = []column{
		{find: firstWord, whole: true, through: true}, {find: typeOfValue}, {find: recordGiven},
		{find: howModified}, {find: holderOfResource}, {find: equals}, {find: fieldDefault}, {find: refill},
		{find: arrow}, {find: condition}, {find: best}, {find: stageBeside, whole: true}, {find: brace, whole: true},
	}
	outer = []column{{find: label, whole: true}, {find: sourceBehind}}
)

// firstWord: what stands behind the first word of a clause. The fields of a record or
// event have a column of their own.
func firstWord(l *layout, x *item) (stop, bool) {
	if x.block.of == "" || x.block.proof || !clauses[x.word] {
		return stop{}, false
	}
	s := stop{at: x.head + 1, least: 1, spread: 12}
	if x.word == ":" && x.block.of != "action" {
		s.class = "field"
	}
	return l.stopAt(x, s)
}

// typeOfValue: `value NAME: TYPE`, among values without parameters.
func typeOfValue(l *layout, x *item) (stop, bool) {
	if x.word != "value" || x.block.of == "" || x.params {
		return stop{}, false
	}
	at := l.seek(x, func(i int) bool { return l.tokens[i].Kind == syntax.LabelToken })
	return l.stopAt(x, stop{at: at + 1, least: 1, spread: 30})
}

// recordGiven: `NAME: RECORD` in a proof, for neighbours of one record.
func recordGiven(l *layout, x *item) (stop, bool) {
	i := x.head
	if l.tokens[i].word("given") {
		i++
	}
	if !x.block.proof || l.tokens[i].Kind != syntax.LabelToken {
		return stop{}, false
	}
	return l.stopAt(x, stop{at: i + 1, class: l.tokens[i+1].Text, least: 1, spread: 3})
}

// howModified: `by`, `to`, `at least` and `at most` of modify clauses.
func howModified(l *layout, x *item) (stop, bool) {
	if x.word != "modify" {
		return stop{}, false
	}
	at := l.seek(x, func(i int) bool {
		t := &l.tokens[i]
		return t.word("by") || t.word("to") || t.Kind == syntax.PhraseToken
	})
	return l.stopAt(x, stop{at: at, least: 1, spread: 8})
}

// holderOfResource: `resource NAME on TYPE`.
func holderOfResource(l *layout, x *item) (stop, bool) { return l.wordOf(x, "on", 12, "resource") }

// refill: `resource NAME on TYPE = AMOUNT refill ...`.
func refill(l *layout, x *item) (stop, bool) { return l.wordOf(x, "refill", 24, "resource") }

// condition: the `when` of clauses that are lists more than sentences.
func condition(l *layout, x *item) (stop, bool) {
	switch {
	case x.word == "do" && x.block.of == "tactic":
		return l.wordOf(x, "when", 24, "do")
	case x.block.proof:
		return l.wordOf(x, "when", 12, x.word)
	}
	return l.wordOf(x, "when", 12, "forbid", "tells")
}

// best: `best by` in a tactic.
func best(l *layout, x *item) (stop, bool) {
	if x.block.of != "tactic" {
		return stop{}, false
	}
	s, ok := l.wordOf(x, "best", 40, "do")
	s.least = 2
	return s, ok
}

// stageBeside: `stage NAME before OTHER`.
func stageBeside(l *layout, x *item) (stop, bool) {
	if s, ok := l.wordOf(x, "before", 16, "stage"); ok {
		return s, ok
	}
	return l.wordOf(x, "after", 16, "stage")
}

// equals: the `=` of values, units, resources and measures.
func equals(l *layout, x *item) (stop, bool) {
	switch x.word {
	case "value", "unit", "resource", "measure":
	default:
		return stop{}, false
	}
	s := stop{class: x.word, least: 1, spread: 40}
	if x.block.of != "" && !x.params {
		s.spread = 4
	}
	s.at = l.seek(x, func(i int) bool { return l.tokens[i].op("=") })
	if s.at >= 0 && l.tokens[s.at+1].breaks {
		return stop{}, false
	}
	return l.stopAt(x, s)
}

// fieldDefault: the `=` of fields.
func fieldDefault(l *layout, x *item) (stop, bool) {
	if x.word != ":" {
		return stop{}, false
	}
	at := l.seek(x, func(i int) bool { return l.tokens[i].op("=") })
	return l.stopAt(x, stop{at: at, least: 1, spread: 2})
}

// arrow: the `->` of the rows of a table.
func arrow(l *layout, x *item) (stop, bool) {
	if x.block.of != "table" {
		return stop{}, false
	}
	at := l.seek(x, func(i int) bool { return l.tokens[i].op("->") })
	return l.stopAt(x, stop{at: at, least: 1, spread: 30})
}

// brace: blocks on one line, below each other; stages also where one has lines of its own.
func brace(l *layout, x *item) (stop, bool) {
	s := stop{class: x.word, least: 1, spread: 60}
	switch x.word {
	case "stage":
		s.spread = 16
	case "on", "enum", "bonus":
	case "before", "after":
		s.class, s.spread = "after", 16
	case "if":
		s.begins = true
	case "else":
		s.class, s.spread = "if", 24
	case "else if":
		s.class = "if"
	default:
		return stop{}, false
	}
	if x.open && x.word != "stage" {
		return stop{}, false
	}
	s.at = l.seek(x, func(i int) bool { return l.tokens[i].op("{") })
	return l.stopAt(x, s)
}

// label: the text at the end of a clause, for people.
func label(l *layout, x *item) (stop, bool) {
	switch x.word {
	case "modify", "forbid", "require", "advise", "choose", "may":
	default:
		t := x.head
		if l.tokens[t].word("then") {
			t++
		}
		if !x.block.proof || !l.tokens[t].word("refuse") {
			return stop{}, false
		}
	}
	at := l.seek(x, func(i int) bool {
		return l.tokens[i].Kind == syntax.TextToken && (i+1 == x.end || l.tokens[i+1].breaks || l.tokens[i+1].block)
	})
	if at < 0 {
		return stop{}, false
	}
	s := stop{item: x, at: at, least: 2, spread: 40}
	if line := x.lineOf(at); line != x.head && line != at { // it ends a line that goes on with something else
		l.put(s, l.left(s)+s.least)
		return stop{}, false
	}
	return s, true
}

// sourceBehind: `cite` and `own` on the line of a declaration or value.
func sourceBehind(l *layout, x *item) (stop, bool) {
	if x.block.of != "" && x.word != "value" {
		return stop{}, false
	}
	at := l.seek(x, func(i int) bool { return isSource(l.tokens, i) })
	if at <= x.head || l.tokens[at].breaks {
		return stop{}, false
	}
	return stop{item: x, at: at, least: 2, spread: 60}, true
}

// wordOf makes a stop of a word on the first line of one of these items.
func (l *layout) wordOf(x *item, word string, spread int, of ...string) (stop, bool) {
	for _, w := range of {
		if x.word == w {
			at := l.seek(x, func(i int) bool { return i > x.head && l.tokens[i].word(word) })
			return l.stopAt(x, stop{at: at, class: w, least: 1, spread: spread})
		}
	}
	return stop{}, false
}

// stopAt completes a stop if it stands on the first line of an item.
func (l *layout) stopAt(x *item, s stop) (stop, bool) {
	if s.at <= x.head || s.at >= x.end || l.tokens[s.at].breaks || x.lineOf(s.at) != x.head {
		return stop{}, false
	}
	s.item = x
	return s, true
}

// seek finds a token of an item outside all brackets, before the first `;`, or gives -1.
func (l *layout) seek(x *item, is func(int) bool) int {
	for i := x.head; i < x.end; i++ {
		t := &l.tokens[i]
		if t.op(";") {
			return -1
		}
		if is(i) {
			return i
		}
		if t.opens() {
			i = t.pair
		}
	}
	return -1
}
