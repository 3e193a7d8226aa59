package lint

import (
	"math"

	"rulec/lang/ir"
)

// between is the numbers that a formula can come to, both ends included. Truths
// are 0 and 1, members of enums their positions, quantities base units.
type between struct{ lo, hi int64 }

// Beyond these nothing is known. They leave room for sums.
const (
	lowest  = math.MinInt64 / 8
	highest = math.MaxInt64 / 8
)

var (
	anything = between{lowest, highest}
	truth    = between{0, 1}
)

func (b between) known() bool { return b.lo > lowest && b.hi < highest }

func (b between) hull(o between) between { return between{min(b.lo, o.lo), max(b.hi, o.hi)} }

func clamp(n int64) int64 { return max(lowest, min(highest, n)) }

// world is what is known beside the program: what stands for a cell.
type world struct {
	bare   bool                    // leave out what modifies values
	things map[*ir.Local]*ir.Thing // a certain thing
	cells  map[*ir.Local]between   // a number
	scenes []*ir.Scene             // what any other thing of a record may be; nil means nothing is known of things
}

// maxDepth ends the pursuit of values in values.
const maxDepth = 10

// bounds works out between which numbers formulas lie.
type bounds struct {
	x     *index
	w     world
	depth int
}

// of a formula. What is not understood may be anything.
func (b bounds) of(e *ir.Expr) between {
	if e == nil || e.Type == nil || e.Type.Opt {
		return anything
	}
	by := typeBounds(e.Type)
	got := b.formula(e)
	return between{max(by.lo, got.lo), min(by.hi, got.hi)}
}

func typeBounds(t *ir.Type) between {
	switch {
	case t.Kind == ir.Bool:
		return truth
	case t.Kind == ir.EnumKind && t.Enum != nil && t.Enum.Span.Valid(): // outcomes have `none` besides
		return between{0, int64(len(t.Enum.Members)) - 1}
	}
	return anything
}

func (b bounds) formula(e *ir.Expr) between {
	arg := func(i int) between {
		if i < len(e.Args) {
			return b.of(e.Args[i])
		}
		return anything
	}
	switch e.Op {
	case ir.Const:
		return between{e.Int, e.Int}
	case ir.OptionOp:
		if e.Option.Enum == nil {
			return between{e.Option.Low, e.Option.High}
		}
		return between{0, int64(len(e.Option.Enum.Members)) - 1}
	case ir.LocalOp, ir.FieldOp:
		return b.cell(e)
	case ir.IndexOp:
		return b.atAnyKey(e.Args[0])
	case ir.ValueOp:
		return b.value(e)
	case ir.NegOp:
		x := arg(0)
		return between{-x.hi, -x.lo}
	case ir.AddOp:
		x, y := arg(0), arg(1)
		return between{clamp(x.lo + y.lo), clamp(x.hi + y.hi)}
	case ir.SubOp:
		x, y := arg(0), arg(1)
		return between{clamp(x.lo - y.hi), clamp(x.hi - y.lo)}
	case ir.MulOp:
		return product(arg(0), arg(1))
	case ir.FloorOp, ir.CeilOp, ir.NearestOp:
		return quotient(e.Op, arg(0), arg(1))
	case ir.SeqOp:
		if l := e.Args[0]; l.Op == ir.ListOp {
			return between{int64(len(l.Args)), int64(len(l.Args))}
		}
		return between{0, highest}
	case ir.LengthOp, ir.PriceOp:
		return between{0, highest}
	case ir.CondOp:
		return arg(1).hull(arg(2))
	case ir.BindOp:
		if e.Fn == "count" {
			return between{0, highest}
		}
	case ir.NativeOp:
		return b.native(e)
	case ir.NotOp:
		x := arg(0)
		return between{1 - x.hi, 1 - x.lo}
	case ir.AndOp, ir.OrOp:
		return b.junction(e)
	case ir.EqOp, ir.NeOp, ir.LtOp, ir.LeOp, ir.GtOp, ir.GeOp:
		return compare(e.Op, arg(0), arg(1))
	case ir.InOp:
		return b.in(e)
	}
	return anything
}

// atAnyKey is the hull of what a map may hold at any key.
func (b bounds) atAnyKey(e *ir.Expr) between {
	if e.Op == ir.FieldOp || e.Op == ir.LocalOp {
		return b.cell(e)
	}
	return anything
}

func (b bounds) native(e *ir.Expr) between {
	switch e.Native {
	case "abs", "distance", "tally", "ring_steps":
		return between{0, highest}
	case "min", "max":
		out := b.of(e.Args[0])
		for _, a := range e.Args[1:] {
			x := b.of(a)
			if e.Native == "min" {
				out = between{min(out.lo, x.lo), min(out.hi, x.hi)}
			} else {
				out = between{max(out.lo, x.lo), max(out.hi, x.hi)}
			}
		}
		return out
	}
	return anything
}

func product(x, y between) between {
	if !x.known() || !y.known() || max(-x.lo, x.hi, -y.lo, y.hi) > 1<<28 {
		return anything
	}
	p := []int64{x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi}
	return between{min(p[0], p[1], p[2], p[3]), max(p[0], p[1], p[2], p[3])}
}

func quotient(op ir.Op, x, y between) between {
	if y.lo != y.hi || y.lo <= 0 || !x.known() {
		return anything
	}
	div := func(n int64) int64 {
		q := n / y.lo
		if n%y.lo < 0 {
			q--
		}
		switch {
		case op == ir.CeilOp && q*y.lo != n:
			q++
		case op == ir.NearestOp && 2*(n-q*y.lo) >= y.lo:
			q++
		}
		return q
	}
	return between{div(x.lo), div(x.hi)}
}

func compare(op ir.Op, x, y between) between {
	yes := func(certain, never bool) between {
		switch {
		case certain:
			return between{1, 1}
		case never:
			return between{0, 0}
		}
		return truth
	}
	apart := x.hi < y.lo || y.hi < x.lo
	same := x.lo == x.hi && x == y && x.known()
	switch op {
	case ir.EqOp:
		return yes(same, apart)
	case ir.NeOp:
		return yes(apart, same)
	case ir.LtOp:
		return yes(x.hi < y.lo, x.lo >= y.hi)
	case ir.LeOp:
		return yes(x.hi <= y.lo, x.lo > y.hi)
	case ir.GtOp:
		return yes(x.lo > y.hi, x.hi <= y.lo)
	}
	return yes(x.lo >= y.hi, x.hi < y.lo)
}

func (b bounds) in(e *ir.Expr) between {
	x, l := b.of(e.Args[0]), e.Args[1]
	switch l.Op {
	case ir.RangeOp:
		lo, hi := b.of(l.Args[0]), b.of(l.Args[1])
		if x.hi < lo.lo || x.lo > hi.hi {
			return between{0, 0}
		}
		if lo.hi <= x.lo && x.hi <= hi.lo {
			return between{1, 1}
		}
	case ir.ListOp:
		if len(l.Args) == 0 {
			return between{0, 0}
		}
		has := map[int64]bool{}
		for _, a := range l.Args {
			n, ok := a.Constant()
			if !ok {
				return truth
			}
			has[n] = true
		}
		if !x.known() || x.hi-x.lo > 64 {
			return truth
		}
		all, none := true, true
		for n := x.lo; n <= x.hi; n++ {
			all, none = all && has[n], none && !has[n]
		}
		if all || none {
			return between{lo: flag(all), hi: flag(all)}
		}
	}
	return truth
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// junction is of an `and` or `or`, also where no part decides it alone but two
// parts bound the same thing.
func (b bounds) junction(e *ir.Expr) between {
	and := e.Op == ir.AndOp
	var parts []*ir.Expr
	var gather func(x *ir.Expr)
	gather = func(x *ir.Expr) {
		if x.Op == e.Op {
			gather(x.Args[0])
			gather(x.Args[1])
			return
		}
		parts = append(parts, x)
	}
	gather(e)
	out := between{flag(and), flag(and)}
	left := map[string]between{}
	for _, p := range parts {
		x := b.of(p)
		if and {
			out = between{min(out.lo, x.lo), min(out.hi, x.hi)}
		} else {
			out = between{max(out.lo, x.lo), max(out.hi, x.hi)}
		}
		// Of an `or` the negations: where they contradict each other it always holds.
		what, r, ok := b.atom(p, !and)
		if !ok {
			continue
		}
		if old, seen := left[what]; seen {
			r = between{max(old.lo, r.lo), min(old.hi, r.hi)}
		}
		left[what] = r
		if r.lo > r.hi {
			return between{flag(!and), flag(!and)}
		}
	}
	return out
}

// atom reads `x < 3` as: x lies between; negated, as if `not` stood before it.
func (b bounds) atom(e *ir.Expr, negated bool) (what string, r between, ok bool) {
	if len(e.Args) != 2 || e.Args[0].Type == nil || e.Args[0].Type.Opt {
		return "", r, false
	}
	op := e.Op
	if negated {
		inverse := map[ir.Op]ir.Op{ir.EqOp: ir.NeOp, ir.NeOp: ir.EqOp, ir.LtOp: ir.GeOp, ir.GeOp: ir.LtOp, ir.GtOp: ir.LeOp, ir.LeOp: ir.GtOp}
		op, ok = inverse[op]
		if !ok {
			return "", r, false
		}
	}
	y := b.of(e.Args[1])
	if y.lo != y.hi || !y.known() {
		return "", r, false
	}
	n := y.lo
	switch op {
	case ir.EqOp:
		r = between{n, n}
	case ir.LtOp:
		r = between{lowest, n - 1}
	case ir.LeOp:
		r = between{lowest, n}
	case ir.GtOp:
		r = between{n + 1, highest}
	case ir.GeOp:
		r = between{n, highest}
	default:
		return "", r, false
	}
	what = squeeze(e.Args[0].Span.Text())
	return what, r, what != ""
}
