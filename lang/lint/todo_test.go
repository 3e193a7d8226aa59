package lint

import "testing"

func TestTodo(t *testing.T) {
	try(t, todoRule, `
value pace(c: creature): int = 6    // FIXME  //! todo
`, `
// todo lists are kept elsewhere
value pace(c: creature): int = 6
`)
}
