package lint

import "testing"

func TestUnusedParameter(t *testing.T) {
	try(t, unusedParameterRule, `
event burn(who: creature, heat: int) { who.hp -= 1 }                                                  //! unused_parameter
condition hot(by_much: int) on creature { until removed; modify self.standing to false "hot" }        //! unused_parameter
`, `
event omen(of: int) { own "for others" }
event groan(who: creature) { pass(1 s) }
value weight_of(c: creature): int = 3
event burn(who: creature, heat: int) { who.hp -= 1 }
rule ash { after burn(heat: 3) { pass(1 s) } }
condition hot(by_much: int) on creature { until removed; modify self.standing to by_much > 2 "hot" }
override value hostile(a: creature, b: creature): bool = true
`)
}
