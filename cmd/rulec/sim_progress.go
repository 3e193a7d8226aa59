package main

import (
	"io"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
)

// watch shows on a terminal how many of total encounters have been played, with
// the rate and the time that is left: already before, and done since. The workers
// only count; whoever draws looks at the counter. stop takes the bar away.
func watch(w io.Writer, total, already uint64, done *atomic.Uint64) (stop func()) {
	b := newBar(w, "encounters")
	if b.inner == nil {
		return func() {}
	}
	progressbar.OptionShowIts()(b.inner)
	progressbar.OptionSetItsString("encounters")(b.inner)
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
				b.set(int(already+done.Load()), int(total))
			}
		}
	}()
	return func() {
		close(quit)
		<-gone
		b.close()
	}
}
