package same

import (
	"testing"

	"rulec/lang/ir"
	"rulec/lang/source"
)

func TestDiffer(t *testing.T) {
	file := func(text string) *source.File { return source.New("a.rule", text) }
	local := func(name string) *ir.Local { return &ir.Local{Name: name, Type: &ir.Type{Kind: ir.Int}} }
	pair := func(a, b *ir.Local) []*ir.Local { return []*ir.Local{a, b} }
	one, two := local("x"), local("x")
	for _, c := range []struct {
		what string
		a, b any
		same bool
	}{
		{"two of a kind", pair(one, one), pair(two, two), true},
		{"one and two of a kind", pair(one, one), pair(one, two), false},
		{"two and one of a kind", pair(one, two), pair(one, one), false},
		{"another name", local("x"), local("y"), false},
		{"nil and not", pair(one, nil), pair(one, two), false},
		{"a type twice and two types", []*ir.Type{ir.IntType, ir.IntType}, []*ir.Type{{Kind: ir.Int}, {Kind: ir.Int}}, true},
		{"other types", ir.IntType, ir.BoolType, false},
		{"two files that are alike", source.Span{File: file("a"), End: 1}, source.Span{File: file("a"), End: 1}, true},
		{"other texts", source.Span{File: file("a"), End: 1}, source.Span{File: file("b"), End: 1}, false},
		{"other places", source.Span{File: file("a"), End: 1}, source.Span{File: file("a")}, false},
		{"other lengths", pair(one, two), []*ir.Local{one}, false},
	} {
		if got := Differ(c.a, c.b); (got == "") != c.same {
			t.Errorf("%s: %q", c.what, got)
		}
	}
}
