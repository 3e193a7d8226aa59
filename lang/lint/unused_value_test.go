package lint

import "testing"

func TestUnusedValue(t *testing.T) {
	try(t, unusedValueRule, `
extend creature { value spare: int = self.hp - 2 }       //! unused_value
value again(n: int): int = n > 0 ? 1 : 0                 //! unused_value
`, `
extend creature { value spare: int = self.hp - 2 }
value again(n: int): int = n > 0 ? 1 : 0
example "asked" { given c: creature { }; then c.spare == again(3) }
`)
}
