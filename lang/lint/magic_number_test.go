package lint

import "testing"

func TestMagicNumber(t *testing.T) {
	try(t, magicNumberRule, `
rule a for c: creature while c.hp > 12 { modify c.tie_break by 1 "a" }
rule b for c: creature while c.hp > 12 { modify c.tie_break by 2 "b" }
rule d for c: creature while 12 < c.hp { modify c.tie_break by 3 "d" }    //! magic_number
`, `
rule a for c: creature while c.hp > 12 { modify c.tie_break by 1 "a" }
rule b for c: creature while c.hp > 12 and c.hp < 12 + c.taken and c.hp < 12 { modify c.tie_break by 2 "b" }
rule d for c: creature while 12 < c.taken { modify c.tie_break by 3 "d" }
event toss() { shown: int = 0; roll shown = d20; if shown == 20 { end toss } }
value top(n: toss): bool = n.shown == 20
value tip(n: toss): bool = n.shown > 20 - 1 or n.shown == 20
`)
}
