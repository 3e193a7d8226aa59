package lint

import "testing"

func TestIdleOverride(t *testing.T) {
	try(t, idleOverrideRule, `
override value creature.mobile: bool = true        //! idle_override
override value fits(who: creature, there: place): bool =   all(p in footprint(who, there), room_at(p, who))  own "mine"  //! idle_override
`, `
override value creature.mobile: bool = self.hp > 0
override enum side { heroes, foes, others }
`)
}
