package lint

import "testing"

func TestRepeatedClause(t *testing.T) {
	try(t, repeatedClauseRule, `
resource move on creature = 1 refill before round
action hop {
  use for move
  require self.hp > 1 "{self} is weary"
  require self.hp  >  1 "{self} is weary"   //! repeated_clause
  self.hp -= 1
  self.hp -= 1
}
rule late { after round { pass(1 s) }
  after round { pass(1 s) }               //! repeated_clause
}
`, `
resource move on creature = 1 refill before round
action hop { use for move; require self.hp > 1 "{self} is weary"; require self.hp > 1 "another reason"; self.hp -= 1; self.hp -= 1 }
`)
}
