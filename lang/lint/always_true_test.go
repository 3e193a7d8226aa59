package lint

import "testing"

func TestAlwaysTrue(t *testing.T) {
	try(t, alwaysTrueRule, `
enum colour { red, green }
extend creature { mood: int = 0 in 0..9; hue: colour = red }
value any_mood(c: creature): bool = c.mood < 3 or c.mood >= 3            //! always_true
value any_hue(c: creature): bool = c.hue in [red, green]                 //! always_true
value other(c: creature): bool = c.hue != red or c.hue != green          //! always_true
condition tired on creature { while count(creatures) >= 0; until removed }  //! always_true
`, `
enum colour { red, green, blue }
extend creature { mood: int = 0 in 0..; hue: colour = red }
value any_mood(c: creature): bool = c.mood < 3 or c.mood > 3
value any_hue(c: creature): bool = c.hue in [red, green]
value good(c: creature): bool = true
value other(c: creature): bool = c.hue == red or c.hue == green
`)
}
