package mutate

import (
	"fmt"
	"strings"
)

// context is how many unchanged lines a diff shows on each side.
const context = 2

// Diff is the change as a unified diff.
func (m *Mutant) Diff() string {
	old, now := split(m.At.File.Text), split(m.Text())
	head := 0
	for head < len(old) && head < len(now) && old[head] == now[head] {
		head++
	}
	tail := 0
	for tail < len(old)-head && tail < len(now)-head && old[len(old)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	from := max(0, head-context)
	to, toNow := min(len(old), len(old)-tail+context), min(len(now), len(now)-tail+context)
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n@@ -%d,%d +%d,%d @@\n", m.At.File.Name, m.At.File.Name, from+1, to-from, from+1, toNow-from)
	write := func(sign string, lines []string) {
		for _, l := range lines {
			b.WriteString(sign + l + "\n")
		}
	}
	write(" ", old[from:head])
	write("-", old[head:len(old)-tail])
	write("+", now[head:len(now)-tail])
	write(" ", old[len(old)-tail:to])
	return b.String()
}

func split(text string) []string {
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
}
