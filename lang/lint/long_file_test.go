package lint

import (
	"strings"
	"testing"
)

func TestLongFile(t *testing.T) {
	lines := strings.Repeat("\n", longFile-1)
	try(t, longFileRule, "\nvalue a(): int = 1 //! long_file\n"+lines, "\nvalue a(): int = 1\n"+lines[1:])
}
