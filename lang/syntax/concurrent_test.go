package syntax

import (
	"sync"
	"testing"
)

// Files may be parsed at the same time.
func TestConcurrent(t *testing.T) {
	var all sync.WaitGroup
	for range 4 {
		for _, name := range goodFiles(t) {
			all.Go(func() { parseGood(t, name) })
		}
	}
	all.Wait()
}
