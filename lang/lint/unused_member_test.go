package lint

import "testing"

func TestUnusedMember(t *testing.T) {
	try(t, unusedMemberRule, `
enum mode { calm, wild, other }     //! unused_member
value loud(m: mode): int = m == calm ? 0 : m == wild ? 2 : 1
`, `
enum mode { calm, wild, other }
enum grade { low, mid, high }
extend creature { mode: mode = calm }
value better(a: grade, b: grade): bool = a > b
`)
}
