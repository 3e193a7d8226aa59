package lint

import (
	"fmt"
	"slices"
	"strings"

	"rulec/lang/ir"
)

// cover tells which cases the rows of a table take. The numbers of a parameter are
// cut where a row begins or ends, so that a few pieces stand for all of them.
type cover struct {
	v      *ir.Value
	pieces [][]between // of each parameter
	first  []int       // the row that takes each case, or -1; nil where cases cannot be told
}

// maxCases bounds the work for one table.
const maxCases = 20000

func coverOf(v *ir.Value) *cover {
	t := &cover{v: v}
	cases := 1
	for i, p := range v.Params {
		list, ok := t.cut(i, p)
		if !ok {
			return t
		}
		t.pieces = append(t.pieces, list)
		if cases *= len(list); cases > maxCases {
			return t
		}
	}
	t.first = make([]int, cases)
	for n := range t.first {
		t.first[n] = -1
		for i, r := range v.Table.Rows {
			if t.takes(r, n) {
				t.first[n] = i
				break
			}
		}
	}
	return t
}

// cut lists the pieces into which the rows cut the values of a parameter.
func (t *cover) cut(i int, p *ir.Local) ([]between, bool) {
	all := typeBounds(p.Type)
	if p.Type.Opt || p.Type.Kind != ir.Bool && p.Type.Kind != ir.EnumKind && p.Type.Kind != ir.Int {
		return nil, false
	}
	ends := map[int64]bool{all.lo: true}
	for _, r := range t.v.Table.Rows {
		if r.Patterns == nil {
			continue
		}
		for _, alt := range r.Patterns[i] {
			b, ok := pattern(alt)
			if !ok {
				return nil, false
			}
			ends[b.lo], ends[b.hi+1] = true, true
		}
	}
	var starts []int64
	for n := range ends {
		if n >= all.lo && n <= all.hi {
			starts = append(starts, n)
		}
	}
	slices.Sort(starts)
	var out []between
	for k, n := range starts {
		hi := all.hi
		if k+1 < len(starts) {
			hi = starts[k+1] - 1
		}
		out = append(out, between{n, hi})
	}
	return out, true
}

// pattern is what one alternative of a row takes.
func pattern(e *ir.Expr) (between, bool) {
	if n, ok := e.Constant(); ok {
		return between{n, n}, true
	}
	if e.Op == ir.RangeOp {
		lo, ok1 := e.Args[0].Constant()
		hi, ok2 := e.Args[1].Constant()
		return between{lo, hi}, ok1 && ok2
	}
	return between{}, false
}

// nth is the piece of each parameter in the n-th case.
func (t *cover) nth(n int) []between {
	out := make([]between, len(t.pieces))
	for i := len(t.pieces) - 1; i >= 0; i-- {
		out[i] = t.pieces[i][n%len(t.pieces[i])]
		n /= len(t.pieces[i])
	}
	return out
}

func (t *cover) takes(r *ir.TableRow, n int) bool {
	for i, piece := range t.nth(n) {
		if r.Patterns == nil {
			return true
		}
		hit := false
		for _, alt := range r.Patterns[i] {
			b, _ := pattern(alt)
			hit = hit || b.lo <= piece.lo && piece.hi <= b.hi
		}
		if !hit {
			return false
		}
	}
	return true
}

// hiddenBy is the last of the rows that take all cases of the i-th before it can;
// it is -1 for a row that is reached.
func (t *cover) hiddenBy(i int) int {
	by := -1
	for n, f := range t.first {
		if f == i {
			return -1
		}
		if f >= 0 && f < i && t.takes(t.v.Table.Rows[i], n) {
			by = max(by, f)
		}
	}
	return by
}

// open shows a case that no row takes.
func (t *cover) open() (string, bool) {
	for n, f := range t.first {
		if f >= 0 {
			continue
		}
		var parts []string
		for i, piece := range t.nth(n) {
			parts = append(parts, show(t.v.Params[i].Type, piece))
		}
		return strings.Join(parts, ", "), true
	}
	return "", false
}

func show(t *ir.Type, b between) string {
	switch {
	case t.Kind == ir.Bool:
		return fmt.Sprint(b.lo == 1)
	case t.Kind == ir.EnumKind:
		return t.Enum.Members[b.lo]
	case b.lo == lowest:
		return fmt.Sprint(b.hi)
	}
	return fmt.Sprint(b.lo)
}
