package dice

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
)

// Limits of what is accepted.
const (
	MaxDice        = 1000    // dice in a pool
	MaxSides       = 10000   // sides of a die
	MaxExplode     = 20      // extra dice that one die can bring
	DefaultExplode = 8       // extra dice where only "x" is written
	MaxConst       = 1 << 53 // greatest amount of a written constant
)

// What can be wrong with a pool. Errors of this package wrap one of them.
var (
	ErrSyntax      = errors.New("not a dice expression")
	ErrNoDice      = errors.New("a term needs at least one die")
	ErrNoSides     = errors.New("a die needs at least one side")
	ErrTooManyDice = errors.New("more than 1000 dice")
	ErrTooBig      = errors.New("more than 10000 sides")
	ErrConst       = errors.New("a number beyond 2^53")
	ErrKeepNone    = errors.New("no die is kept")
	ErrKeepMore    = errors.New("more dice are kept or dropped than are thrown")
	ErrReroll      = errors.New("rerolls must leave at least one face alone")
	ErrExplodeOne  = errors.New("a die with one side would explode each time")
	ErrExplodeMax  = errors.New("a die explodes at most 20 times")
	ErrSuccess     = errors.New("no face, or every face, is counted")
	ErrBoth        = errors.New("keeping and counting successes cannot be combined")
	ErrTooLarge    = errors.New("too large for exact odds")
)

// Term is N equal dice and what is done with them. Terms compare with ==.
type Term struct {
	N       int  // dice thrown, 1..MaxDice
	Sides   int  // faces of each, 1..Sides
	Reroll  int  // a throw of this or less is thrown once more; 0: none
	Explode int  // how often a die that shows its highest face brings another; 0: never
	Keep    int  // dice kept; 0: all
	KeepLow bool // the lowest are kept, not the highest
	Success int  // count the throws of this or more instead of adding; 0: add
	Neg     bool // the result is subtracted
}

// Check says what is wrong with a term, or nil.
func (t Term) Check() error {
	switch {
	case t.N < 1:
		return ErrNoDice
	case t.N > MaxDice:
		return ErrTooManyDice
	case t.Sides < 1:
		return ErrNoSides
	case t.Sides > MaxSides:
		return ErrTooBig
	case t.Keep < 0:
		return ErrKeepNone
	case t.Keep > t.N:
		return ErrKeepMore
	case t.Reroll < 0 || t.Reroll > 0 && t.Reroll >= t.Sides:
		return ErrReroll
	case t.Explode > 0 && t.Sides == 1:
		return ErrExplodeOne
	case t.Explode < 0 || t.Explode > MaxExplode:
		return ErrExplodeMax
	case t.Success != 0 && (t.Success < 2 || t.Success > t.Sides):
		return ErrSuccess
	case t.Success != 0 && t.Keep > 0 && t.Keep < t.N:
		return ErrBoth
	}
	return nil
}

// plain gives a term its canonical form: to keep all is to keep without saying so.
func (t Term) plain() Term {
	if t.Keep == t.N {
		t.Keep = 0
	}
	if t.Keep == 0 {
		t.KeepLow = false
	}
	return t
}

// order puts terms that are added first, then larger dice first.
func order(a, b Term) int {
	if a.Neg != b.Neg {
		if b.Neg {
			return -1
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(b.Sides, a.Sides), cmp.Compare(a.Reroll, b.Reroll), cmp.Compare(a.Explode, b.Explode),
		cmp.Compare(a.Success, b.Success), cmp.Compare(bit(a.KeepLow), bit(b.KeepLow)),
		cmp.Compare(a.Keep, b.Keep), cmp.Compare(a.N, b.N))
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Pool is a sum of terms and a constant. The zero Pool is the number 0. What this
// package gives is canonical: terms in a fixed order, equal dice gathered in one
// term. Terms are shared between pools and must not be written to; a pool made by
// hand becomes canonical by [Make].
type Pool struct {
	Terms []Term
	Const int64
}

// Make is the canonical pool of some terms and a constant, or what is wrong.
func Make(c int64, terms ...Term) (Pool, error) {
	for _, t := range terms {
		if err := t.Check(); err != nil {
			return Pool{}, err
		}
	}
	return gather(slices.Clone(terms), c)
}

// Number is the pool that is always c.
func Number(c int64) Pool { return Pool{Const: c} }

// Dice is n plain dice. It panics if n or sides is out of range.
func Dice(n, sides int) Pool {
	p, err := Make(0, Term{N: n, Sides: sides})
	if err != nil {
		panic(err)
	}
	return p
}

// gather makes terms canonical in place.
func gather(terms []Term, c int64) (Pool, error) {
	n := 0
	for i, t := range terms {
		terms[i] = t.plain()
		if n += t.N; n > MaxDice {
			return Pool{}, ErrTooManyDice
		}
	}
	slices.SortFunc(terms, order)
	out := terms[:0]
	for _, t := range terms {
		if k := len(out) - 1; k >= 0 && t.Keep == 0 && out[k].Keep == 0 {
			u := t
			u.N = out[k].N
			if u == out[k] {
				out[k].N += t.N
				continue
			}
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		out = nil
	}
	return Pool{out, c}, nil
}

// Add is the sum of two pools; the only error is ErrTooManyDice.
func Add(p, q Pool) (Pool, error) { return AddInto(nil, p, q) }

// AddInto is Add with the memory of the terms given by the caller: they are
// appended to buf, which must not be shared with either pool. With enough room
// nothing is allocated.
func AddInto(buf []Term, p, q Pool) (Pool, error) {
	if len(q.Terms) == 0 {
		return Pool{p.Terms, p.Const + q.Const}, nil
	}
	if len(p.Terms) == 0 {
		return Pool{q.Terms, p.Const + q.Const}, nil
	}
	at := len(buf)
	buf = append(append(buf, p.Terms...), q.Terms...)
	return gather(buf[at:len(buf):len(buf)], p.Const+q.Const)
}

// Sub is p with q subtracted: the throws of q are counted against it.
func Sub(p, q Pool) (Pool, error) { return Add(p, q.Negate()) }

// AddConst is p with c more. It shares the terms of p and allocates nothing.
func (p Pool) AddConst(c int64) Pool { return Pool{p.Terms, p.Const + c} }

// Negate is p with every sign turned.
func (p Pool) Negate() Pool {
	terms := slices.Clone(p.Terms)
	for i := range terms {
		terms[i].Neg = !terms[i].Neg
	}
	slices.SortFunc(terms, order)
	return Pool{terms, -p.Const}
}

// IsConst says whether nothing is thrown.
func (p Pool) IsConst() bool { return len(p.Terms) == 0 }

// DiceCount is the number of dice thrown, without rerolls and extra dice.
func (p Pool) DiceCount() int {
	n := 0
	for _, t := range p.Terms {
		n += t.N
	}
	return n
}

// Equal says whether two canonical pools are the same.
func (p Pool) Equal(q Pool) bool {
	return p.Const == q.Const && slices.Equal(p.Terms, q.Terms)
}

// Bounds is the least and the greatest result a pool can have.
func (p Pool) Bounds() (lo, hi int64) {
	lo, hi = p.Const, p.Const
	for _, t := range p.Terms {
		n := t.N
		if t.Keep > 0 {
			n = t.Keep
		}
		a, b := int64(n), int64(n)*int64(t.Sides)*int64(t.Explode+1)
		if t.Success > 0 {
			a, b = 0, int64(n)*int64(t.Explode+1)
		}
		if t.Neg {
			a, b = -b, -a
		}
		lo, hi = lo+a, hi+b
	}
	return lo, hi
}

// String writes a pool so that Parse reads it back: "2d6+d4-1".
func (p Pool) String() string { return string(p.Append(nil)) }

// Append appends what String writes.
func (p Pool) Append(b []byte) []byte {
	for i, t := range p.Terms {
		if t.Neg {
			b = append(b, '-')
		} else if i > 0 {
			b = append(b, '+')
		}
		b = t.append(b)
	}
	if p.Const != 0 || len(p.Terms) == 0 {
		if p.Const >= 0 && len(p.Terms) > 0 {
			b = append(b, '+')
		}
		b = strconv.AppendInt(b, p.Const, 10)
	}
	return b
}

// String writes a term, with its sign if it is negative.
func (t Term) String() string {
	if t.Neg {
		return "-" + string(t.append(nil))
	}
	return string(t.append(nil))
}

func (t Term) append(b []byte) []byte {
	if t.N != 1 {
		b = strconv.AppendInt(b, int64(t.N), 10)
	}
	b = append(b, 'd')
	b = strconv.AppendInt(b, int64(t.Sides), 10)
	if t.Reroll > 0 {
		b = append(b, 'r')
		b = strconv.AppendInt(b, int64(t.Reroll), 10)
	}
	if t.Explode > 0 {
		b = append(b, 'x')
		if t.Explode != DefaultExplode {
			b = strconv.AppendInt(b, int64(t.Explode), 10)
		}
	}
	if t.Keep > 0 {
		b = append(b, 'k', 'h')
		if t.KeepLow {
			b[len(b)-1] = 'l'
		}
		b = strconv.AppendInt(b, int64(t.Keep), 10)
	}
	if t.Success > 0 {
		b = append(b, 'c')
		b = strconv.AppendInt(b, int64(t.Success), 10)
	}
	return b
}
