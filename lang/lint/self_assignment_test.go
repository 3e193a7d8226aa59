package lint

import "testing"

func TestSelfAssignment(t *testing.T) {
	try(t, selfAssignmentRule, `
event heal(who: creature) {
  who.hp  =  who . hp       //! self_assignment
  who.hp += 0               //! self_assignment
}
`, `
event heal(who: creature, other: creature) { who.hp = other.hp; who.hp += 1 }
`)
}
