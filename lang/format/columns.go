package format

// stop is a token that may share a column with tokens of the items around it.
type stop struct {
	item   *item
	at     int    // the token
	class  string // only stops of one class share a column
	least  int    // blanks in front of it, at least
	spread int    // the most blanks by which it is moved
	begins bool   // it shares no column with what is above
}

// column is a kind of stop.
type column struct {
	find func(l *layout, x *item) (stop, bool)
	// whole columns go on past an item with several lines
	whole bool
	// through columns go on past comments
	through bool
}

// align sets one column of a block: runs of neighbours that have a stop there. A
// stop that is too far from the others begins a new run.
func (l *layout) align(c *column, b *block) {
	var run []stop
	low, high := 0, 0
	flush := func() {
		l.set(run)
		run = run[:0]
	}
	for _, x := range b.items {
		s, ok := c.find(l, x)
		if !ok || x.several {
			flush()
			continue
		}
		w := l.left(s) + s.least
		if l.tokens[s.at].breaks && len(run) > 0 { // alone on its line, it can stand anywhere
			w = low
		}
		apart := x.apart || x.noted && !c.through
		if apart || len(run) > 0 && (s.begins || run[0].class != s.class || max(high, w)-min(low, w) > s.spread) {
			flush()
		}
		if len(run) == 0 {
			low, high = w, w
		}
		low, high = min(low, w), max(high, w)
		run = append(run, s)
		if !c.whole && len(x.lines) > 1 {
			flush()
		}
	}
	flush()
}

// set gives the stops of a run one column. Where a line would become too long by it,
// the line stays out.
func (l *layout) set(run []stop) {
	widest := func() int {
		most := 0
		for _, s := range run {
			most = max(most, l.left(s)+s.least)
		}
		return most
	}
	at := widest()
	kept := run[:0:0]
	for _, s := range run {
		if own := l.left(s) + s.least; own < at && at+l.right(s.at) > maxWidth {
			l.put(s, own)
			continue
		}
		kept = append(kept, s)
	}
	run = kept
	at = widest()
	for _, s := range run {
		l.put(s, at)
	}
}

// put moves a stop to a column.
func (l *layout) put(s stop, at int) {
	if l.tokens[s.at].breaks {
		l.tokens[s.at].gap = at
		return
	}
	l.tokens[s.at].gap = at - l.left(s)
}

// left is the width of what stands in front of a stop on its line. A stop that
// begins a line can move left as far as what is behind the item's first word.
func (l *layout) left(s stop) int {
	if l.tokens[s.at].breaks {
		return l.content(s.item) - s.least
	}
	return l.column(s.at) - l.tokens[s.at].gap
}

// right is the width of the rest of a line, from token i on.
func (l *layout) right(i int) int {
	w := l.tokens[i].width()
	for i++; i < len(l.tokens) && !l.tokens[i].breaks; i++ {
		w += l.tokens[i].gap + l.tokens[i].width()
	}
	return w
}

// column is the column in which token i stands.
func (l *layout) column(i int) int {
	w := l.tokens[i].gap
	for i > 0 && !l.tokens[i].breaks {
		i--
		w += l.tokens[i].width() + l.tokens[i].gap
	}
	return w
}
