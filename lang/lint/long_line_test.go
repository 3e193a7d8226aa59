package lint

import (
	"strings"
	"testing"
)

func TestLongLine(t *testing.T) {
	body := func(chars int, head, tail string) string {
		return "\n// é\n" + head + strings.Repeat(" ", chars-len([]rune(head))-len([]rune(tail))) + tail + "\n"
	}
	try(t, longLineRule, body(longLine+1, "value a(): int =", "1 // é //! long_line"), body(longLine, "value a(): int =", "1 // é"))
}
