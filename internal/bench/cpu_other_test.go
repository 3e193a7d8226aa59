//go:build !unix

package bench

import "time"

var began = time.Now()

// cpuTime is the time that has passed, where the system does not say more.
func cpuTime() time.Duration { return time.Since(began) }
