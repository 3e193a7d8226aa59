package interp

import "testing"

// A clause that names the wearer of its condition as an argument of the value it
// modifies speaks of that argument.
func TestWearerAsArgument(t *testing.T) {
	for _, v := range provers(t, `
value loads(who: creature): int = 1  own "a value of nobody"
condition laden on creature {
  own    "what it carries"
  until  removed
  modify loads(who: self) by 2  "laden"
}
example "by argument" {
  given  a: creature { side: heroes }
         b: creature { side: foes }
         a is laden
  then   loads(a) == 3
         loads(b) == 1
}
`) {
		if f := v.Run(); f != nil {
			t.Errorf("%s", f.Message)
		}
	}
}
