package lint

import "testing"

func TestTriggerLoop(t *testing.T) {
	try(t, triggerLoopRule, `
event a(n: int) { do b(n) }    //! trigger_loop
event b(n: int) { do c(n) }
event c(n: int) { do a(n) }
`, `
event a(n: int) { do b(n) }
event b(n: int) { if n > 0 { do a(n - 1) } }
event d(n: int) { end d; do d(n) }
event e(n: int) { do f(n) }
event f(n: int) { do e(n) }
rule stop { forbid f "no" }
`)
}
