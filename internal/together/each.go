// Package together does independent things on as many processors as there are.
package together

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls do for 0 to n-1, several at once and in no order, and returns when all
// are done. A panic in one of them is the caller's.
func Each(n int, do func(i int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers < 2 {
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	var failed atomic.Pointer[any]
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					failed.CompareAndSwap(nil, &r)
				}
			}()
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				do(int(i))
			}
		})
	}
	all.Wait()
	if r := failed.Load(); r != nil {
		panic(*r)
	}
}
