package dice

import "fmt"

// ParseError says where in a text what is wrong. Err is one of the package's
// error values.
type ParseError struct {
	Text   string
	Offset int // in bytes
	Err    error
	Detail string // what was found or expected there; may be empty
}

func (e *ParseError) Error() string {
	s := fmt.Sprintf("%q at %d: %v", e.Text, e.Offset, e.Err)
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

func (e *ParseError) Unwrap() error { return e.Err }

// Parse reads a pool: terms and whole numbers joined by + and -, with spaces
// around those if wanted.
//
//	pool   = [ "-" ] part { ( "+" | "-" ) part }
//	part   = number | term
//	term   = [ number ] "d" ( number | "%" ) { change }
//	change = "r" number                            reroll once what is this or less
//	       | "x" [ number ]                        explode, at most so often
//	       | ( "kh" | "kl" | "dh" | "dl" ) [ number ]   keep or drop, 1 if not said
//	       | "c" number                            count throws of this or more
//
// Each change may be given once, in any order; keep and drop are one change.
// Letters are small. The result is canonical. An error is a *ParseError.
func Parse(text string) (Pool, error) {
	p := parser{text: text}
	var terms []Term
	var sum int64
	neg := false
	p.space()
	if p.take('-') {
		neg = true
		p.space()
	}
	for {
		at := p.at
		t, c, isTerm, err := p.part()
		if err != nil {
			return Pool{}, err
		}
		if isTerm {
			t.Neg = neg
			terms = append(terms, t)
			if len(terms) > MaxDice {
				return Pool{}, p.fail(at, ErrTooManyDice, "")
			}
		} else {
			if neg {
				c = -c
			}
			if sum += c; sum > MaxConst || sum < -MaxConst {
				return Pool{}, p.fail(at, ErrConst, "")
			}
		}
		p.space()
		switch {
		case p.at == len(p.text):
			pool, err := gather(terms, sum)
			if err != nil {
				return Pool{}, p.fail(0, err, "")
			}
			return pool, nil
		case p.take('+'):
			neg = false
		case p.take('-'):
			neg = true
		default:
			return Pool{}, p.fail(p.at, ErrSyntax, "expected + or - or the end")
		}
		p.space()
	}
}

type parser struct {
	text string
	at   int
}

func (p *parser) fail(at int, err error, detail string) error {
	return &ParseError{p.text, at, err, detail}
}

func (p *parser) space() {
	for p.take(' ') {
	}
}

func (p *parser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *parser) take(c byte) bool {
	if p.peek() != c || p.at >= len(p.text) {
		return false
	}
	p.at++
	return true
}

// number reads digits. Beyond MaxConst it gives MaxConst+1, which every use refuses.
func (p *parser) number() (n int64, ok bool) {
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		n = min(n*10+int64(c-'0'), MaxConst+1)
		p.at++
		ok = true
	}
	return n, ok
}

// count is number for a field of a term, within what an int of 32 bits holds.
func (p *parser) count() (int, bool) {
	n, ok := p.number()
	return int(min(n, 1<<30)), ok
}

func (p *parser) part() (t Term, c int64, isTerm bool, err error) {
	start := p.at
	c, counted := p.number()
	if !p.take('d') {
		switch {
		case !counted:
			err = p.fail(p.at, ErrSyntax, "expected a number or dice")
		case c > MaxConst:
			err = p.fail(start, ErrConst, "")
		}
		return t, c, false, err
	}
	t.N = int(min(c, 1<<30))
	if !counted {
		t.N = 1
	}
	sides := p.at
	if p.take('%') {
		t.Sides = 100
	} else if n, ok := p.count(); ok {
		t.Sides = n
	} else {
		return t, 0, true, p.fail(p.at, ErrSyntax, "expected the number of sides after d")
	}
	// The dice themselves first, so that a fault of theirs is told as such.
	if err := t.Check(); err != nil {
		at := start
		if t.N >= 1 && t.N <= MaxDice {
			at = sides
		}
		return t, 0, true, p.fail(at, err, "")
	}
	for {
		at := p.at
		more, err := p.change(&t)
		if err != nil {
			return t, 0, true, err
		}
		if !more {
			return t, 0, true, nil
		}
		if err := t.Check(); err != nil {
			return t, 0, true, p.fail(at, err, "")
		}
	}
}

// change reads one change of a term, if there is one.
func (p *parser) change(t *Term) (bool, error) {
	at := p.at
	twice := func(set bool) error {
		if set {
			return p.fail(at, ErrSyntax, "the same kind of change twice")
		}
		return nil
	}
	switch c := p.peek(); c {
	case 'r', 'c':
		p.at++
		n, ok := p.count()
		if !ok {
			return false, p.fail(p.at, ErrSyntax, fmt.Sprintf("expected a face after %c", c))
		}
		if c == 'r' {
			if n == 0 {
				return false, p.fail(at, ErrReroll, "no face is 0")
			}
			err := twice(t.Reroll > 0)
			t.Reroll = n
			return true, err
		}
		if n == 0 {
			return false, p.fail(at, ErrSuccess, "")
		}
		err := twice(t.Success > 0)
		t.Success = n
		return true, err
	case 'x':
		p.at++
		n, ok := p.count()
		if !ok {
			n = DefaultExplode
		} else if n == 0 {
			return false, p.fail(at, ErrExplodeMax, "and at least once")
		}
		err := twice(t.Explode > 0)
		t.Explode = n
		return true, err
	case 'k', 'd':
		p.at++
		low := p.take('l')
		if !low && !p.take('h') {
			return false, p.fail(p.at, ErrSyntax, fmt.Sprintf("expected h or l after %c", c))
		}
		n, ok := p.count()
		if !ok {
			n = 1
		}
		if err := twice(t.Keep > 0); err != nil {
			return false, err
		}
		if c == 'd' {
			if n > t.N {
				return false, p.fail(at, ErrKeepMore, "")
			}
			n, low = t.N-n, !low
		}
		if n == 0 {
			return false, p.fail(at, ErrKeepNone, "")
		}
		t.Keep, t.KeepLow = n, low
		return true, nil
	}
	return false, nil
}
