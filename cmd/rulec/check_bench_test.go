package main

import (
	"io"
	"testing"
)

// BenchmarkCheck is `rulec check` over the standard library and all packs, without
// the start of the process.
func BenchmarkCheck(b *testing.B) {
	b.Chdir("../..")
	b.ReportAllocs()
	for b.Loop() {
		if code := run([]string{"check", "stdlib", "rules/battlemap", "rules/maneuvers", "rules/areas"}, io.Discard, io.Discard); code != exitFine {
			b.Fatal("exit code ", code)
		}
	}
}
