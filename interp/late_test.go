package interp

import (
	"testing"

	"rulec/dice"
	"rulec/lang/ir"
)

// A formula that is lowered when a machine has made dice and texts of its own finds
// the constants it names, and so do formulas lowered before.
func TestLateConstants(t *testing.T) {
	v := provers(t, `example "none" {
  given  a: creature { }
  then   a.hp == a.max_hp
}`)[0]
	m := v.m
	m.room()
	pool, _ := dice.Parse("3d17")
	m.internPool(pool)
	m.intern("made in a run")
	for _, s := range []string{"5d13+2", "3d17", "5d13+2", "7"} {
		e := &ir.Expr{Op: ir.DiceConst, Str: s, Type: ir.DiceType}
		if got := m.pools[m.eval(e)].String(); got != s {
			t.Errorf("%s became %s", s, got)
		}
	}
	for _, s := range []string{"named late", "made in a run", "named late"} {
		e := &ir.Expr{Op: ir.TextConst, Str: s, Type: ir.TextType}
		if got := m.texts[m.eval(e)]; got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
	if n := len(m.p.pools); n >= len(m.pools) {
		t.Errorf("the program has %d pools, and the machine %d", n, len(m.pools))
	}
}
