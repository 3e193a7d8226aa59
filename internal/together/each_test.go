package together

import (
	"sync/atomic"
	"testing"
)

func TestEach(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		done := make([]atomic.Int32, n)
		Each(n, func(i int) { done[i].Add(1) })
		for i := range done {
			if got := done[i].Load(); got != 1 {
				t.Errorf("%d of %d was done %d times", i, n, got)
			}
		}
	}
}

func TestEachPanics(t *testing.T) {
	for _, n := range []int{1, 100} {
		func() {
			defer func() {
				if r := recover(); r != "stop" {
					t.Errorf("%d: recovered %v", n, r)
				}
			}()
			Each(n, func(i int) {
				if i == n-1 {
					panic("stop")
				}
			})
			t.Errorf("%d: returned", n)
		}()
	}
}
