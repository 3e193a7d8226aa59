package conformance_test

import (
	"os"
	"path/filepath"
	"testing"

	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/proof"
)

const (
	homePack = `name      = "house"
version   = "0.1.0"
languages = ["en"]
extends   = "areas"
`
	// What the source of areas leaves to other chapters, as somebody plays it at home.
	homeRules = `extend attack {
  override stage judge { if natural == 100 or natural > 5 and total >= goal { end attack as hit } else { end attack as miss } }
}

override action parry "Parry" {
  use      for guard before attack(target: self).judge when not attack.weapon.ranged and attack.total >= attack.goal
  require  self.shield > 0  "{self} has no shield"
  end attack as miss "caught on the shield"
}

override action disengage(foe: creature) "Disengage" {
  use      for half_action 2 when positioning == areas
  require  self is engaged with foe  "{self} is not Engaged with {foe}"
  do hazard_roll(self, 80) { on success { remove engaged with foe from self } }
}

value holding(c: creature): list of creature = filter(e in enemies(c), c is engaged with e)

override action run_away(goal: area from ways_out(self)) "Run Away" {
  use      for half_action 2 when positioning == areas
  require  self is engaged   "{self} is not Engaged"
  require  open(self, goal)  "the way to {goal} is barred"
  for e in holding(self) { do attack(e, self, weapon()) }
  if self.standing { do enter(self, goal) }
}

override rule behind_cover "Cover" {
  modify attack.bonus by -30 when attack.weapon.ranged and in_cover(attack.attacker, attack.target)  "cover"
}

override rule from_above "Higher Ground" {
  modify attack.bonus by 15 when has(attack.attacker.area, rock_spike) and not has(attack.target.area, rock_spike)  "from above"
}
`
	homeProofs = `example "a hundred always hits" {
  given  x: creature { side: heroes }
         y: creature { side: foes, max_hp: 99, defense_base: 500 }
  when   do attack(x, y, weapon())
  then   P(attack.outcome == hit) == 1/100
}

example "a parry needs a shield, and no roll" {
  given  x: creature { side: heroes }
         y: creature { side: foes, max_hp: 99, shield_bonus: 10 }
  when   do attack(x, y, weapon())
         y takes parry
         rolls attack 90
  then   attack.outcome == miss
         never wound
}

example "to disengage takes a roll and all there is" {
  given  hall: area { }
         x: creature { side: heroes, athletics: 30, area: hall }
         y: creature { side: foes, area: hall }
         x is engaged with y
  when   x does disengage(y)
  then   P(x is engaged with y) == 49/100
         x.half_action == 0
}

example "whoever runs away is struck at first" {
  given  hall: area { borders: [yard] }
         yard: area { }
         x: creature { side: heroes, max_hp: 99, area: hall }
         y: creature { side: foes, area: hall }
         x is engaged with y
  when   x does run_away(yard)
  then   x.area == yard
         1 times attack
}

example "cover makes the shot worse, and not the target better" {
  given  hall: area { borders: [yard] }
         yard: area { }
         cart: obstacle { between: [hall, yard], offers_cover: true }
         bow: weapon { ranged: true }
         x: creature { side: heroes, area: hall }
         y: creature { side: foes, max_hp: 99, area: yard }
  when   do attack(x, y, bow)
  then   attack.bonus == 10
         attack.goal == 100
}

example "higher ground is worth fifteen, whatever the Feature says" {
  given  rock: feature { tag: rock_spike, size: 40 }
         hall: area { borders: [yard], features: [rock] }
         yard: area { }
         bow: weapon { ranged: true }
         x: creature { side: heroes, area: hall }
         y: creature { side: foes, max_hp: 99, area: yard }
  when   do attack(x, y, bow)
  then   attack.bonus == 55
}
`
)

// What areas leaves to other chapters a homebrew pack can say: it checks clean, and its
// proofs hold with it and fail without it.
func TestHomebrewAreas(t *testing.T) {
	for _, c := range []struct {
		name, rules string
		want        proof.Status
	}{
		{"as it is played at home", homeRules, proof.Pass},
		{"as areas has it", "", proof.Fail},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "house")
			for name, text := range map[string]string{"pack.toml": homePack, "house.rule": c.rules, "proofs.rule": homeProofs} {
				if err := os.MkdirAll(dir, 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			var log diag.Log
			p := (&pack.Loader{Log: &log}).ByDir(dir)
			for _, d := range log.Sorted() {
				t.Error(d)
			}
			if t.Failed() {
				return
			}
			results := proof.Run(p.Program, proof.Options{})
			if len(results) != 6 {
				t.Errorf("%d proofs", len(results))
			}
			for _, r := range results {
				if r.Status != c.want {
					t.Errorf("%q: %v, %+v", r.Proof.Title, r.Status, r.Failure)
				}
			}
		})
	}
}
