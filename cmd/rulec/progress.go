package main

import (
	"io"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress is a bar on a terminal, with the rate and the time that is left.
// Elsewhere there is none, and all of it does nothing.
type progress struct {
	bar  *progressbar.ProgressBar
	quit chan struct{}
	gone chan struct{}
}

// startProgress shows how much of total things has been done: already is what was
// done before, and done counts what is done from now on. Those who do it add to
// the counter and never wait for the bar.
func startProgress(w io.Writer, what string, total, already uint64, done *atomic.Uint64) *progress {
	p := &progress{quit: make(chan struct{}), gone: make(chan struct{})}
	if !terminal(w) {
		close(p.gone)
		return p
	}
	p.bar = progressbar.NewOptions64(int64(total), progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what),
		progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("1"), progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetWidth(24), progressbar.OptionClearOnFinish(), progressbar.OptionEnableColorCodes(colour(w)))
	go func() {
		defer close(p.gone)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-p.quit:
				return
			case <-tick.C:
				_ = p.bar.Set64(int64(already + done.Load()))
			}
		}
	}()
	return p
}

// stop takes the bar away, so that what is written next has the line for itself.
func (p *progress) stop() {
	close(p.quit)
	<-p.gone
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
