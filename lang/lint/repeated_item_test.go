package lint

import "testing"

func TestRepeatedItem(t *testing.T) {
	try(t, repeatedItemRule, `
enum colour { red, green, blue }
extend creature { likes: list of colour up to 3 = [red, blue, red] }    //! repeated_item
`, `
enum colour { red, green, blue }
extend creature { likes: list of colour up to 3 = [red, blue] }
value sum_of(): int = sum([2, 2, 3])
value pair(c: creature): list of creature = [c, c]
example "mine" { given c: creature { likes: [red] }; then sum_of() == 7 }
`)
}
