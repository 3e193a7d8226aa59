package lint

import "testing"

func TestNeverTrue(t *testing.T) {
	try(t, neverTrueRule, `
enum colour { red, green }
option wide: int in 1..4 = 2 alternatives 3
extend creature { mood: int = 0 in 0..9; hue: colour = red }
event toss() {
  shown: int = 0
  roll shown = d6
  if shown > 6 { end toss }                                      //! never_true
  if shown >= 3 and shown < 3 { end toss }                       //! never_true
}
value odd(c: creature): bool = c.hue == red and c.hue == green   //! never_true
value far(): bool = wide == 5                                    //! never_true
value sad(c: creature): bool = c.mood in 10..12                  //! never_true
rule off while false { before toss { pass(1 s) } }               //! never_true
`, `
enum colour { red, green }
option wide: int in 1..4 = 2 alternatives 3
extend creature { mood: int = 0 in 0..9; hue: colour = red; free: int = 3 }
event toss() {
  shown: int = 0
  added: int = 0
  roll shown = d6
  added += shown
  if shown > 5 or added > 100 { end toss }
}
value odd(c: creature, d: creature): bool = c.hue == red and d.hue == green
value far(): bool = wide == 4
value sad(c: creature): bool = c.mood in 9..12 and c.free > 1000
`)
}
