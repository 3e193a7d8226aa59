package main

import (
	"io"

	"github.com/schollz/progressbar/v3"
)

// bar shows how far a long command has come, on a terminal only. The zero bar shows nothing.
type bar struct{ inner *progressbar.ProgressBar }

// newBar begins a bar on a stream; what says what is counted.
func newBar(w io.Writer, what string) *bar {
	if !colour(w) {
		return &bar{}
	}
	return &bar{progressbar.NewOptions(1, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what),
		progressbar.OptionShowCount(), progressbar.OptionSetWidth(30), progressbar.OptionClearOnFinish())}
}

// set moves the bar.
func (b *bar) set(done, of int) {
	if b.inner != nil {
		b.inner.ChangeMax(of)
		_ = b.inner.Set(done)
	}
}

// close takes the bar away.
func (b *bar) close() {
	if b.inner != nil {
		_ = b.inner.Finish()
	}
}
