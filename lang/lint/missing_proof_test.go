package lint

import "testing"

func TestMissingProof(t *testing.T) {
	try(t, missingProofRule, `
event wound(who: creature) { who.hp -= 1 }
event heal(who: creature) { who.hp += 1 }           //! missing_proof
rule pain { after wound as w { w.who.hp -= 1 } }
rule ease { after heal as h { h.who.hp += 1 } }     //! missing_proof
example "wound" { given c: creature { max_hp: 5 }; when do wound(c); then c.hp == 3 }
`, `
event wound(who: creature) { do cut(who) }
event cut(who: creature) { who.hp -= deep(2) }
value deep(n: int): int = n + 1
rule pain { after cut as w { apply sore to w.who } }
condition sore on creature { until removed }
example "wound" { given c: creature { max_hp: 5 }; when do wound(c); then c.hp == 2 }
`)
}
