package interp

import "testing"

// A clause that names the wearer of its condition as an argument of the value it
// modifies speaks of that argument, whether the value has an owner or not.
func TestWearerAsArgument(t *testing.T) {
	for _, v := range provers(t, `
value loads(who: creature): int = 1  own "a value of nobody"
extend creature { own "a value of somebody"; value minds(other: creature): int = 1 }
condition laden on creature {
  own    "what it carries"
  until  removed
  modify loads(who: self) by 2                  "laden"
  modify creature.minds(other: self) by self.hp "laden"
}
example "by argument" {
  given  a: creature { side: heroes, max_hp: 7 }
         b: creature { side: foes, max_hp: 20 }
  when   apply laden to a
  then   loads(a) == 3
         loads(b) == 1
         b.minds(a) == 8
         a.minds(b) == 1
}
`) {
		if f := v.Run(); f != nil {
			t.Errorf("%s", f.Message)
		}
	}
}
