//go:build unix

package bench

import (
	"syscall"
	"time"
)

// cpuTime is the time this process has worked so far, however busy the machine is
// with others.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
