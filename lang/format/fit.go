package format

// maxWidth is how far a line may be filled: a block on one line that is longer is
// opened, and no column goes beyond it.
const maxWidth = 140

// openBlocks ends a line behind the brace of each block that has a line end in it,
// and before the brace that closes it.
func openBlocks(tokens []token) {
	ends := make([]int, len(tokens)+1) // line ends before token i
	for i := range tokens {
		ends[i+1] = ends[i]
		if tokens[i].breaks {
			ends[i+1]++
		}
	}
	for i := range tokens {
		if t := &tokens[i]; t.block && t.op("{") && ends[t.pair+1] > ends[i+1] {
			tokens[i+1].breaks, tokens[t.pair].breaks = true, true
		}
	}
}

// fit opens the blocks on lines that are too long, from outside inwards.
func fit(tokens []token) []token {
	for {
		opened, depth := false, 0
		for from := 0; from < len(tokens); {
			to, width := from, indentStep*depth
			for to < len(tokens) && (to == from || !tokens[to].breaks) {
				t := &tokens[to]
				width += t.width()
				if to > from {
					width += space(tokens, to)
				}
				if t.block && t.op("{") {
					depth++
				} else if t.block {
					depth--
				}
				to++
			}
			if width > maxWidth && breakUp(tokens, from, to) {
				opened = true
			}
			from = to
		}
		if !opened {
			return tokens
		}
		tokens = dropSeparators(tokens)
		pairBrackets(tokens)
	}
}

// breakUp opens the outermost of the blocks that stand among the tokens [from, to)
// of a line; it tells whether there were any. The comment behind the line stays with
// its first part, of which it speaks.
func breakUp(tokens []token, from, to int) bool {
	found := false
	for i := from; i < to; i++ {
		t := &tokens[i]
		if !t.block || !t.op("{") || t.pair >= to || t.pair == i+1 {
			continue
		}
		if last := &tokens[to-1]; !found {
			t.note, last.note = last.note, ""
		}
		found = true
		tokens[i+1].breaks, tokens[t.pair].breaks = true, true
		for k := i + 1; k < t.pair; k++ {
			switch x := &tokens[k]; {
			case x.opens():
				k = x.pair
			case x.op(";"):
				tokens[k+1].breaks = true
			}
		}
		i = t.pair
	}
	return found
}
