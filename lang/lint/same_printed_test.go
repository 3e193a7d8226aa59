package lint

import "testing"

func TestSamePrinted(t *testing.T) {
	try(t, samePrintedRule, `
action hop  "Leap" { use after round; self.hp -= 1 }
action jump "Leap" { use after round; self.hp -= 2 }      //! same_printed
`, `
action hop  "Leap" { use after round; self.hp -= 1 }
event jump "Leap" { pass(1 s) }
`)
}
