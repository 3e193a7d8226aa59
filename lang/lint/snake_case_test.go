package lint

import "testing"

func TestSnakeCase(t *testing.T) {
	try(t, snakeCaseRule, `
enum Colour { red, Green }                 //! snake_case snake_case
value half__of(theNumber: int): int = 3    //! snake_case snake_case
extend creature { maxMana: int = 0 }       //! snake_case
`, `
enum colour { red, green_2 }
value half_of(the_number: int): int = 3
`)
}
